import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IJob } from 'kubernetes-models/batch/v1/Job';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { INetworkPolicyEgressRule } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyEgressRule';
import type { INetworkPolicyIngressRule } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyIngressRule';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IEnvVar } from 'kubernetes-models/v1/EnvVar';
import type { IPersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import type { IService } from 'kubernetes-models/v1/Service';
import type { IVolume } from 'kubernetes-models/v1/Volume';
import { stringify } from 'yaml';
import { addressesAsked, type Component, calledBy, callersOf, components, ofKind, serviceAddresses, urlOf } from './components.ts';
import { clusterRules } from './observability.ts';
import { gatewayHas } from './settings.ts';

export type Manifest = { apiVersion: string; kind: string; metadata?: { name?: string } };

export const clusterFolder = 'infra/k8s';

/** The value of a label that distinguishes the pods of a component from those of its jobs. */
type Role = Component['kind'] | 'migration' | 'publication';

const labelsOf = (name: string, role: Role) => ({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/component': role });
const named = (name: string) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/name': name } } });
const namespace = (name: string) => ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } });
const tcp = (...ports: number[]) => ports.map((port) => ({ port, protocol: 'TCP' as const }));

const configMap = (name: string) => ({ configMapRef: { name } });
const secret = (name: string, of: string, key: string): IEnvVar => ({ name, valueFrom: { secretKeyRef: { name: of, key } } });
/** Marks a secret without which a deployment also works. */
const optional = ({ name, valueFrom }: IEnvVar): IEnvVar => ({
  name,
  valueFrom: { secretKeyRef: { ...(valueFrom?.secretKeyRef as { key: string; name: string }), optional: true } },
});
const s3Keys = (of: string): IEnvVar[] => [secret('S3_ACCESS_KEY_ID', of, 's3-access-key-id'), secret('S3_SECRET_ACCESS_KEY', of, 's3-secret-access-key')];

/** The certificate authorities that a component trusts in addition to the public ones. */
const trust = { NODE_EXTRA_CA_CERTS: '/run/authorities/authorities.pem' };

/** Returns the ConfigMap data of a component. An overlay can add any other setting. */
function ownSettings(component: Component, all: Component[]): Record<string, string> {
  const { kind, port, area, uses, settings } = component;
  const called = Object.fromEntries(calledBy(component, all).map((one) => [one.area, urlOf(one)]));
  const addresses = serviceAddresses(called, (setting) => kind === 'service' || gatewayHas(setting));
  return {
    ...(port ? { PORT: String(port) } : {}),
    ...settings,
    ...addresses,
    ...addressesAsked(component, all),
    ...(kind === 'gateway' ? { TRUSTED_PROXIES: '10.0.0.0/8', OIDC_STAFF_ACR: 'none', ADMISSION: 'on' } : {}),
    ...(kind === 'service' && uses.includes('s3') ? { S3_BUCKET: `portal-${area}` } : {}),
    ...(kind === 'ops'
      ? {
          S3_BUCKET: 'portal-media',
          WITNESS_URL: 'https://witness:4110',
          DATA_KEYS: '/run/keys/data-keys.json',
          MYSQL_TLS: 'verify',
          AUDIT_KEYS: '/run/keys/audit-keys.json',
        }
      : {}),
    ...(port ? { TLS_CERT_FILE: '/run/tls/tls.crt', TLS_KEY_FILE: '/run/tls/tls.key' } : {}),
    ...trust,
    ...(kind === 'service' ? { CALLERS: callersOf(component, all).join(',') } : {}),
    ...(uses.includes('clamd') ? { CLAMD_URL: `tls://clamd:${scannerPort}` } : {}),
  };
}

/** Returns the ConfigMaps that a component reads: shared ones of `base/settings.yaml`, then its own. */
const settingsOf = ({ kind, name, uses }: Component) =>
  [
    ...(kind === 'gateway' || kind === 'service' ? ['portal-settings'] : []),
    ...(kind === 'service' ? ['service-settings'] : []),
    ...(kind === 'gateway' || kind === 'screens' ? ['remotes-settings'] : []),
    ...(uses.includes('s3') || kind === 'screens' ? ['s3-settings'] : []),
    ...(kind === 'screens' ? [] : [`${name}-settings`]),
  ].map(configMap);

const internal = (name: string, key: string): IEnvVar => secret(name, 'internal', key);
const witnessToken = (of: string): IEnvVar => secret('WITNESS_TOKEN', of, 'witness-token');
const redisUrl = (of: string): IEnvVar => secret('REDIS_URL', of, 'redis-url');

function secretsOf({ kind, name, uses }: Component): IEnvVar[] {
  if (kind === 'witness') return [secret('WITNESS_TOKENS', name, 'tokens')];
  if (kind === 'screens') return [...s3Keys('remotes-publisher')];
  if (kind === 'ops') return [...s3Keys(name), databaseUrl(name), internal('METRICS_TOKEN', 'metrics-token'), witnessToken(name)];
  const s3 = uses.includes('s3') ? s3Keys(name) : [];
  const metricsToken = internal('METRICS_TOKEN', 'metrics-token');
  if (kind === 'gateway')
    return [...s3, redisUrl(name), secret('OIDC_CLIENT_SECRET', name, 'oidc-client-secret'), secret('SESSION_SECRET', name, 'session-secret'), metricsToken];
  const mail = uses.includes('mail') ? [optional(secret('SMTP_URL', 'mail', 'smtp-url')), optional(secret('SMS_TOKEN', 'mail', 'sms-token'))] : [];
  const registers = uses.includes('registers') ? [optional(secret('LOOKUPS_TOKEN', 'registers', 'lookups-token'))] : [];
  return [...s3, ...mail, ...registers, redisUrl(name), metricsToken, witnessToken(name)];
}

const databaseUrl = (of: string): IEnvVar => secret('MYSQL_URL', of, 'mysql-url');

const scratch = (name: string, sizeLimit: string): IVolume => ({ name, emptyDir: { sizeLimit } });
const authorities: IVolume = { name: 'authorities', configMap: { name: 'authorities' } };
/** Returns the volumes with the TLS certificate of a component that listens, and with the authorities that it trusts. */
const certificatesOf = ({ name }: Component): IVolume[] => [{ name: 'tls', secret: { secretName: `${name}-tls`, defaultMode: 0o440 } }, authorities];

/** Returns the volumes with the key with which a service signs its calls, and with the public keys of its callers. */
const callKeysOf = ({ name, kind }: Component): IVolume[] =>
  kind === 'service'
    ? [
        { name: 'service', secret: { secretName: name, items: [{ key: 'service-key.json', path: 'key.json' }], defaultMode: 0o440 } },
        { name: 'callers', configMap: { name: 'caller-keys' } },
      ]
    : [];
const keysOf = ({ kind }: Component): IVolume[] => {
  if (kind === 'service' || kind === 'ops') return [{ name: 'keys', secret: { secretName: 'keys', defaultMode: 0o440 } }];
  return kind === 'witness' ? [] : [{ name: 'keys', configMap: { name: 'remotes-keys' } }];
};

/** Components that write to a persistent volume, and its size. Each runs as a single instance, because two instances must not write to the same files. */
const kept = { witness: '1Gi', ops: '50Gi' } as Partial<Record<Component['kind'], string>>;

/** Returns a pod that meets the pod security standard "restricted" and writes only to its own volumes. */
const pod = (container: Omit<IContainer, 'name' | 'securityContext'>, volumes: IVolume[], more: Partial<IPodSpec>): IPodSpec => ({
  serviceAccountName: 'portal',
  automountServiceAccountToken: false,
  ...more,
  securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [
    {
      name: 'app',
      ...container,
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    },
  ],
  volumes,
});

const mountPaths: Record<string, string> = {
  data: '/data',
  tmp: '/tmp',
  keys: '/run/keys',
  signing: '/run/signing',
  service: '/run/service',
  callers: '/run/callers',
  tls: '/run/tls',
  authorities: '/run/authorities',
};
const mountsOf = (volumes: IVolume[]) =>
  volumes.map(({ name, emptyDir, persistentVolumeClaim }) => ({
    name,
    mountPath: mountPaths[name] as string,
    ...(emptyDir || persistentVolumeClaim ? {} : { readOnly: true }),
  }));

const spread = (name: string, topologyKey: string) => ({
  maxSkew: 1,
  topologyKey,
  whenUnsatisfiable: 'ScheduleAnyway' as const,
  labelSelector: { matchLabels: { 'app.kubernetes.io/name': name } },
});

/** The name of the port that every component has. */
const portName = 'https';
/** The port of the TLS proxy in the pod of the virus scanner, as in base/clamd.yaml. */
const scannerPort = 3311;

function deployment(component: Component): IDeployment {
  const { name, kind, image, port, resources } = component;
  const labels = labelsOf(name, kind);
  const httpGet = (path: string) => ({ httpGet: { path, port: portName, scheme: 'HTTPS' as const } });
  const volumes: IVolume[] = [
    kept[kind] ? { name: 'data', persistentVolumeClaim: { claimName: name } } : scratch('data', component.uses.includes('clamd') ? '1Gi' : '64Mi'),
    scratch('tmp', '64Mi'),
    ...keysOf(component),
    ...callKeysOf(component),
    ...certificatesOf(component),
  ];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      revisionHistoryLimit: 5,
      ...(kept[kind] ? { replicas: 1, strategy: { type: 'Recreate' } } : { strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } }),
      selector: { matchLabels: labels },
      template: {
        metadata: { labels: { ...labels, ...outsideLabels(component) } },
        spec: pod(
          {
            image,
            ports: [{ name: portName, containerPort: port }],
            envFrom: settingsOf(component),
            env: [...(kind === 'service' ? [databaseUrl(name)] : []), ...secretsOf(component)],
            startupProbe: { ...httpGet('/health/live'), periodSeconds: 2, failureThreshold: 60 },
            livenessProbe: { ...httpGet('/health/live'), periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 },
            // The gateway is checked for liveness, not readiness: a service that is down must not make the gateway unavailable for the others.
            readinessProbe: { ...httpGet(kind === 'gateway' ? '/health/live' : '/health/ready'), periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 },
            // Gives the load balancers time to stop sending calls to an instance that is about to end.
            ...(kept[kind] ? {} : { lifecycle: { preStop: { sleep: { seconds: 5 } } } }),
            resources,
            volumeMounts: mountsOf(volumes),
          },
          volumes,
          {
            terminationGracePeriodSeconds: kept[kind] ? 20 : 40,
            topologySpreadConstraints: [spread(name, 'topology.kubernetes.io/zone'), spread(name, 'kubernetes.io/hostname')],
          },
        ),
      },
    },
  };
}

const service = (component: Component): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name: component.name,
    labels: { 'app.kubernetes.io/name': component.name, ...(component.kind === 'witness' ? {} : { 'portal/metrics': 'true' }) },
  },
  spec: {
    selector: labelsOf(component.name, component.kind),
    ports: [{ name: portName, port: component.port, targetPort: portName }],
  },
});

const ownConfigMap = (component: Component, all: Component[]): IConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: `${component.name}-settings` },
  data: ownSettings(component, all),
});

const claim = ({ name, kind }: Component): IPersistentVolumeClaim => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: kept[kind] as string } } },
});

/** Returns a job that runs once per version. The annotations make Argo CD replace it. */
const job = (name: string, of: Component, role: Role, hook: string, container: Pick<IContainer, 'args' | 'env'>, volumes: IVolume[]): IJob => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {
    name,
    labels: labelsOf(of.name, role),
    annotations: { 'argocd.argoproj.io/hook': hook, 'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation' },
  },
  spec: {
    backoffLimit: 6,
    activeDeadlineSeconds: 3600,
    ttlSecondsAfterFinished: 86_400,
    template: {
      metadata: { labels: { ...labelsOf(of.name, role), ...(role === 'publication' ? outsideLabels(of) : {}) } },
      spec: pod(
        {
          image: of.image,
          args: container.args,
          envFrom: settingsOf(of),
          env: container.env,
          resources: { requests: { cpu: '100m', memory: '192Mi' }, limits: { cpu: '1', memory: '384Mi' } },
          volumeMounts: mountsOf(volumes),
        },
        volumes,
        { restartPolicy: 'Never' },
      ),
    },
  },
});

/** Migrates the database as its owner and grants the service its rights: the service must not be able to change the audit log. */
const migration = (component: Component): IJob =>
  job(
    `migrate-${component.area}`,
    component,
    'migration',
    'PreSync',
    {
      args: ['migrate'],
      env: [databaseUrl(`${component.name}-owner`), { name: 'MYSQL_SERVICE_ACCOUNT', value: `portal_${component.area}` }, ...secretsOf(component)],
    },
    [scratch('data', '16Mi'), ...keysOf(component), authorities],
  );

/** Returns the job that deploys the screens of an area into the store of the remotes, signed with the key of that area. */
const publication = (component: Component): IJob =>
  job(
    `publish-${component.area}`,
    component,
    'publication',
    'PostSync',
    {
      args: ['publish', component.name, '--new-only'],
      env: [
        { name: 'REMOTES_SIGNING_KEY', value: '/run/signing/key.pem' },
        { name: 'REMOTES_WHO', value: 'cluster' },
        ...Object.entries(trust).map(([name, value]) => ({ name, value })),
        ...secretsOf(component),
      ],
    },
    [scratch('tmp', '64Mi'), ...keysOf(component), authorities, { name: 'signing', secret: { secretName: `sign-${component.name}`, defaultMode: 0o440 } }],
  );

const autoscaler = ({ name, instances }: Component): IHorizontalPodAutoscaler => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    minReplicas: instances.min,
    maxReplicas: instances.max,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } }],
  },
});

const disruptionBudget = ({ name, kind }: Component): IPodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name },
  spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(name, kind) } },
});

const policy = (name: string, role: Role, ingress: INetworkPolicyIngressRule[], egress: INetworkPolicyEgressRule[]): INetworkPolicy => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: ['migration', 'publication'].includes(role) ? `${name}-${role}` : name },
  spec: {
    podSelector: { matchLabels: labelsOf(name, role) },
    policyTypes: ['Ingress', 'Egress'],
    ...(ingress.length ? { ingress } : {}),
    ...(egress.length ? { egress } : {}),
  },
});

/** Allows calls to the database, Redis or S3 in their namespace. */
const data = (...ports: number[]) => ({ to: [namespace('data')], ports: tcp(...ports) });
const [mysql, redis, s3] = [3306, 6379, 8333];
const traces = { to: [namespace('monitoring')], ports: tcp(4318) };
const to = ({ name, port }: Component) => ({ to: [named(name)], ports: tcp(port) });

/**
 * Returns the labels that say what a pod may reach outside the cluster. base/network-policies.yaml defines the addresses for each of these labels, and
 * components/registers those for registers of the country: without that component, a pod with the label reaches none.
 */
const outsideLabels = ({ kind, uses }: Component): Record<string, string> =>
  Object.fromEntries(
    [...(kind === 'gateway' || kind === 'service' ? ['identity'] : []), ...uses.filter((one) => one !== 'clamd'), ...(kind === 'screens' ? ['s3'] : [])].map(
      (what) => [`portal/calls-${what}`, 'true'],
    ),
  );

/** Returns the network policies of a component: they allow the calls that the list of components names, and what each kind of component needs. */
function policies(component: Component, all: Component[]): INetworkPolicy[] {
  const { name, kind, port, uses } = component;
  const witnesses = ofKind(all, 'witness');
  const from = (...peers: Component[]) => ({ from: peers.map((peer) => named(peer.name)), ports: tcp(port) });
  const scraped = { from: [namespace('monitoring')], ports: tcp(port) };
  const called = calledBy(component, all).map(to);
  const store = uses.includes('s3') ? [s3] : [];
  switch (kind) {
    case 'gateway': {
      const visitors = { from: [namespace('ingress-nginx')], ports: tcp(port) };
      return [policy(name, kind, [visitors, scraped], [...called, data(redis, ...store), traces])];
    }
    case 'service': {
      const callers = all.filter((one) => one.calls.includes(name) || one.asks.includes(name));
      const asked = all.filter((one) => component.asks.includes(one.name)).map(to);
      const scanner = uses.includes('clamd') ? [{ to: [named('clamd')], ports: tcp(scannerPort) }] : [];
      return [
        policy(name, kind, [from(...callers), scraped], [...called, ...asked, ...witnesses.map(to), ...scanner, data(mysql, redis, ...store), traces]),
        policy(name, 'migration', [], [data(mysql)]),
      ];
    }
    case 'witness':
      return [policy(name, kind, [from(...ofKind(all, 'service', 'ops'))], [])];
    case 'ops':
      return [policy(name, kind, [scraped], [...witnesses.map(to), data(mysql, ...store)])];
    case 'screens':
      return [policy(name, 'publication', [], [data(s3)])];
  }
}

const metricsName = 'metrics.portal.internal';
const scraped = { path: '/metrics', interval: '10s', authorization: { type: 'Bearer', credentials: { name: 'internal', key: 'metrics-token' } } };

/**
 * Returns a cert-manager certificate for a component that listens with TLS. cert-manager renews it a month before it expires, and the component loads the new
 * one.
 */
const certificate = ({ name }: Component): Manifest =>
  ({
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { name },
    spec: {
      secretName: `${name}-tls`,
      duration: '2160h',
      renewBefore: '720h',
      privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
      usages: ['digital signature', 'server auth'],
      dnsNames: [name, `${name}.portal.svc`, metricsName],
      issuerRef: { name: 'portal-authority', kind: 'Issuer' },
    },
  }) as Manifest;

/**
 * Returns the manifests for the Prometheus operator: one ServiceMonitor finds every Service of the portal, and the rules are those on the metrics of the portal
 * and on its pods.
 */
const monitoring = (root: string): Manifest[] => [
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name: 'portal' },
    spec: {
      selector: { matchExpressions: [{ key: 'portal/metrics', operator: 'Exists' }] },
      endpoints: [
        // Prometheus calls a pod by its address, so it checks the certificate against this name, which every certificate contains.
        {
          port: portName,
          scheme: 'https',
          tlsConfig: { serverName: metricsName, ca: { configMap: { name: 'authorities', key: 'authorities.pem' } } },
          ...scraped,
        },
      ],
    },
  } as Manifest,
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'portal' },
    spec: clusterRules(root),
  } as Manifest,
];

/** Returns the manifests of each Kustomize component, by its folder in `infra/k8s/components`. */
export function manifests(root: string): Record<string, Manifest[]> {
  const all = components(root);
  const processes = ofKind(all, 'gateway', 'service', 'witness', 'ops');
  const scaled = ofKind(all, 'gateway', 'service');
  return {
    workloads: processes.flatMap((one) => [ownConfigMap(one, all), deployment(one), service(one), ...(kept[one.kind] ? [claim(one)] : [])]),
    migrations: ofKind(all, 'service').map(migration),
    publications: ofKind(all, 'screens').map(publication),
    'network-policies': all.flatMap((one) => policies(one, all)),
    certificates: processes.map(certificate),
    monitoring: monitoring(root),
    autoscalers: scaled.map(autoscaler),
    'disruption-budgets': scaled.map(disruptionBudget),
  };
}

const head = '# Generated from the components (`portal` in their package.json): do not edit. npm run check -- --write "generated files"\n';

/** Returns the text of each generated file in `infra/k8s/components`. */
export function manifestFiles(root: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(manifests(root)).map(([name, found]) => [
      `${clusterFolder}/components/${name}/${name}.yaml`,
      head + found.map((manifest) => stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' })).join('---\n'),
    ]),
  );
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@portal/service-kit';
import { parse, parseAllDocuments } from 'yaml';
import { type Component, components, imageOf, witnessImage } from './images.ts';
import { settingFaults, witnessFaults } from './settings.ts';

export const clusterFolder = 'infra/k8s';

interface EnvEntry {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}

interface Container {
  name: string;
  image: string;
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  env?: EnvEntry[];
  envFrom?: { configMapRef: { name: string } }[];
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: { allowPrivilegeEscalation?: boolean; readOnlyRootFilesystem?: boolean; capabilities?: { drop?: string[] } };
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}

interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
}

interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  topologySpreadConstraints?: unknown[];
  containers: Container[];
}

type Labels = Record<string, string>;

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Labels };
  data?: Record<string, string>;
  spec?: Record<string, unknown> & { template?: { metadata: { labels: Labels }; spec: PodSpec }; selector?: Labels & { matchLabels?: Labels } };
}

/** A manifest and the file it stands in. */
export interface Found {
  file: string;
  manifest: Manifest;
}

interface Kustomization {
  resources?: string[];
  patches?: { path?: string; patch?: string; target?: { kind: string; name?: string } }[];
  images?: { name: string; newTag: string }[];
}

/** Every manifest below a folder. */
export function manifestsOf(root: string, folder: string): Found[] {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
    .flatMap((file) => parseAllDocuments(readFileSync(join(root, file), 'utf8')).map((document) => ({ file, manifest: document.toJS() as Manifest })));
}

/** What breaks the published schema of its kind, which kubernetes-models holds as the API's own description has it. */
export async function schemaFaults(found: Found[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { file, manifest } of found) {
    const { apiVersion, kind, metadata } = manifest;
    const models = (await import(`kubernetes-models/${apiVersion}`)) as Record<string, (new (data: object) => { validate(): void }) | undefined>;
    const Model = models[kind];
    try {
      if (!Model) throw new Error(`${apiVersion} has no such kind`);
      new Model(manifest).validate();
    } catch (error) {
      faults.push(`${file}: ${kind} ${metadata?.name}: ${(error as Error).message}`);
    }
  }
  return faults;
}

const podOf = (manifest: Manifest): PodSpec | undefined => manifest.spec?.template?.spec;

/** What every pod owes the others on its node. */
function podFaults({ file, manifest }: Found): string[] {
  const pod = podOf(manifest);
  if (!pod) return [];
  const faults: string[] = [];
  const owe = (kept: unknown, fault: string): unknown => kept || faults.push(`${file}: ${manifest.kind} ${manifest.metadata.name}: ${fault}`);
  owe(pod.serviceAccountName === 'portal' && pod.automountServiceAccountToken === false, 'must run as "portal" without a token');
  owe(pod.securityContext?.runAsNonRoot && pod.securityContext.runAsUser, 'must run as a numbered user other than root');
  owe(pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'must have the seccomp profile of the runtime');
  for (const { resources, securityContext } of pod.containers) {
    owe(resources?.requests?.cpu && resources.requests.memory && resources.limits?.memory, 'must say what CPU and memory it needs and may use');
    owe(
      securityContext?.allowPrivilegeEscalation === false && securityContext.readOnlyRootFilesystem,
      'must have a read-only file system and gain no privileges',
    );
    owe(securityContext?.capabilities?.drop?.includes('ALL'), 'must drop ALL capabilities');
  }
  if (manifest.kind === 'Deployment') {
    owe(pod.topologySpreadConstraints?.length, 'must be spread over the nodes');
    for (const container of pod.containers)
      for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
        const probe = container[name];
        owe(probe, `must have a ${name}`);
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
        owe(!probe || container.ports?.some((each) => each.name === port), `${name} asks port ${port}, which is not there`);
        owe(!probe?.httpGet || ['/health/live', '/health/ready'].includes(probe.httpGet.path), `${name} asks ${probe?.httpGet?.path}, which is not there`);
      }
  }
  return faults;
}

/** The environment a container is given; secrets stand for themselves. */
function environmentOf(container: Container, manifests: Manifest[]): Environment {
  const maps = (container.envFrom ?? []).map(
    ({ configMapRef: { name } }) => manifests.find((m) => m.kind === 'ConfigMap' && m.metadata.name === name)?.data ?? {},
  );
  const own = (container.env ?? []).map(({ name, value, valueFrom }) => [name, value ?? secretSample(name, valueFrom?.secretKeyRef.key ?? '')]);
  return Object.assign({}, ...maps, Object.fromEntries(own));
}

const secretSample = (name: string, key: string): string =>
  name.endsWith('_URL') ? `${name.split('_')[0].toLowerCase()}://user:password@data` : `a-sample-of-${key}`;

/** What Kubernetes itself would not notice: names that lead nowhere, settings that a part does not read or would refuse. */
function wiringFaults(root: string, found: Found[]): string[] {
  const faults: string[] = [];
  const manifests = found.map(({ manifest }) => manifest);
  const named = (kind: string, name: string): Manifest | undefined => manifests.find((m) => m.kind === kind && m.metadata.name === name);
  for (const [name] of Object.entries(components) as [Component, string][]) {
    const say = (fault: string): number => faults.push(`${clusterFolder}/base: ${name}: ${fault}`);
    const image = imageOf(root, name);
    const deployment = named('Deployment', name);
    const container = deployment && podOf(deployment)?.containers[0];
    if (!deployment || !container) {
      say('there is no Deployment');
      continue;
    }
    faults.push(...settingFaults(`${clusterFolder}/base`, name, { ...image.env, ...environmentOf(container, manifests) }));
    const port = container.ports?.find((each) => each.name === 'http')?.containerPort;
    if (String(port) !== image.port) say(`its container has port ${port}, its image listens on ${image.port}`);
    if (container.command) say('it must run the command of its image');
    if (container.image !== `portal/${name}`) say(`its image must be portal/${name}`);
    for (const kind of ['Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget']) if (!named(kind, name)) say(`there is no ${kind}`);
    const labels = deployment.spec?.template?.metadata.labels ?? {};
    const selects = (selector: Labels | undefined): boolean => !!selector && Object.entries(selector).every(([key, value]) => labels[key] === value);
    if (!selects(named('Service', name)?.spec?.selector as Labels)) say('its Service finds no pod of it');
    if (!selects(named('PodDisruptionBudget', name)?.spec?.selector?.matchLabels)) say('its PodDisruptionBudget finds no pod of it');
    if (name === 'gateway') continue;
    const job = named('Job', name.replace('svc-', 'migrate-'));
    const migration = job && podOf(job)?.containers[0];
    if (migration?.command?.join(' ') !== [...image.command, 'migrate'].join(' ')) say(`its Job must run "${[...image.command, 'migrate'].join(' ')}"`);
    const others = (env: EnvEntry[] = []): EnvEntry[] => env.filter((entry) => !['MYSQL_URL', 'MYSQL_SERVICE_ACCOUNT'].includes(entry.name));
    if (
      migration &&
      JSON.stringify([others(migration.env), migration.envFrom, migration.image]) !==
        JSON.stringify([others(container.env), container.envFrom, container.image])
    )
      say('its Job must have its image and settings');
    const account = (of: Container | undefined): string | undefined => of?.env?.find((entry) => entry.name === 'MYSQL_URL')?.valueFrom?.secretKeyRef.name;
    if (migration && account(migration) === account(container)) say('its Job must not run as its own account: the service may not change the audit log');
    if (migration && !migration.env?.some((entry) => entry.name === 'MYSQL_SERVICE_ACCOUNT' && entry.value))
      say('its Job must give its account its rights (MYSQL_SERVICE_ACCOUNT)');
    // Pods of the Job must not be taken for instances of the service.
    if (job && selectsAll(named('Service', name)?.spec?.selector as Labels, job.spec?.template?.metadata.labels ?? {}))
      say('its Service would send calls to its Job');
  }
  return faults;
}

function witnessPartFaults(root: string, found: Found[]): string[] {
  const manifests = found.map(({ manifest }) => manifest);
  const deployment = manifests.find((m) => m.kind === 'Deployment' && m.metadata.name === 'witness');
  const container = deployment && podOf(deployment)?.containers[0];
  if (!deployment || !container) return [`${clusterFolder}/base: witness: there is no Deployment`];
  const image = witnessImage(root);
  const faults = witnessFaults(`${clusterFolder}/base`, { ...image.env, ...environmentOf(container, manifests) });
  const owe = (kept: unknown, fault: string): unknown => kept || faults.push(`${clusterFolder}/base: witness: ${fault}`);
  owe(deployment.spec?.replicas === 1, 'it alone writes its files: one instance');
  owe(container.image === 'portal/witness' && !container.command, 'it must run the command of portal/witness');
  owe(String(container.ports?.find((each) => each.name === 'http')?.containerPort) === image.port, `its image listens on ${image.port}`);
  owe(
    selectsAll(
      manifests.find((m) => m.kind === 'Service' && m.metadata.name === 'witness')?.spec?.selector as Labels | undefined,
      deployment.spec?.template?.metadata.labels ?? {},
    ),
    'its Service finds no pod of it',
  );
  return faults;
}

const selectsAll = (selector: Labels | undefined, labels: Labels): boolean =>
  selector !== undefined && Object.entries(selector).every(([key, value]) => labels[key] === value);

/** A kustomization names files that exist, all of them, and patches what is there. */
function kustomizationFaults(root: string, folder: string): string[] {
  const file = join(folder, 'kustomization.yaml');
  if (!existsSync(join(root, file))) return [`${file} is missing`];
  const { resources = [], patches = [], images = [] } = parse(readFileSync(join(root, file), 'utf8')) as Kustomization;
  const names = [...resources, ...patches.flatMap(({ path }) => path ?? [])];
  const faults = names.filter((name) => !existsSync(join(root, folder, name))).map((name) => `${file}: ${name} is not there`);
  for (const name of readdirSync(join(root, folder)))
    if (name.endsWith('.yaml') && name !== 'kustomization.yaml' && !names.includes(name)) faults.push(`${file}: does not name ${name}`);
  const overlay = folder.includes('/overlays/');
  const base = manifestsOf(root, `${clusterFolder}/base`).map(({ manifest }) => manifest);
  for (const { manifest } of manifestsOf(root, folder))
    if (overlay && !base.some((m) => m.kind === manifest.kind && m.metadata.name === manifest.metadata.name))
      faults.push(`${file}: patches ${manifest.kind} ${manifest.metadata.name}, which is not there`);
  for (const { target } of patches)
    if (target && !base.some((m) => m.kind === target.kind && (!target.name || m.metadata.name === target.name)))
      faults.push(`${file}: patches ${target.kind} ${target.name ?? ''}, which is not there`);
  if (overlay)
    for (const name of [...Object.keys(components), 'witness'])
      if (!images.some((image) => image.name === `portal/${name}` && image.newTag && image.newTag !== 'latest'))
        faults.push(`${file}: says no version of portal/${name}`);
  return faults;
}

/** Faults of the manifests that their schemas do not know of, as sentences. */
export function clusterFaults(root: string, found = manifestsOf(root, `${clusterFolder}/base`)): string[] {
  const secrets = found.filter(({ manifest }) => manifest.kind === 'Secret').map(({ file }) => `${file}: no Secret is kept here`);
  const overlays = readdirSync(join(root, clusterFolder, 'overlays')).map((name) => `${clusterFolder}/overlays/${name}`);
  return [
    ...secrets,
    ...found.flatMap(podFaults),
    ...wiringFaults(root, found),
    ...witnessPartFaults(root, found),
    ...[`${clusterFolder}/base`, ...overlays].flatMap((folder) => kustomizationFaults(root, folder)),
  ];
}

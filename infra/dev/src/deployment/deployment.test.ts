import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentUsers } from '@portal/identity';
import { runCommand } from '@portal/remotes/command';
import { aBuild, aShellManifest } from '@portal/remotes/testing';
import { parse } from 'yaml';
import { generate } from '../../../areas/lib/generate.mjs';
import { clusterFaults, composeFaults, type Found, manifestsIn } from './check.ts';
import { type Component, components, ofKind, serviceAddresses } from './components.ts';
import { type ComposeFile, type ComposeService, composeFolder, composeText, readCompose, registersText, sampleEnv } from './compose.ts';
import { deploymentFiles } from './files.ts';
import { imageOf } from './image.ts';
import { type Manifest, manifests } from './kubernetes.ts';
import { type Realm, realm } from './realm.ts';
import { settingFaults } from './settings.ts';

const root = join(__dirname, '../../../..');
const all = components(root);
const services = ofKind(all, 'service');

it('neither the Compose file nor the manifests have faults', async () => {
  expect(await composeFaults(root)).toEqual([]);
  expect(await clusterFaults(root)).toEqual([]);
});

describe('the list of components', () => {
  const folder = mkdtempSync(join(tmpdir(), 'components-'));
  const declare = (name: string, portal: object): void => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, portal }));
  };
  beforeEach(() => {
    mkdirSync(join(folder, 'infra'), { recursive: true });
    declare('svc-one', { kind: 'service', port: 4100 });
    declare('shell', { kind: 'gateway', name: 'gateway', port: 8080 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('holds every workspace with the key "portal", and the gateway calls every service', () => {
    declare('svc-two', { kind: 'service', port: 4101, calls: ['svc-one'] });
    declare('e2e', {});
    writeFileSync(join(folder, 'e2e/package.json'), '{}');
    expect(components(folder).map(({ name, calls }) => [name, calls])).toEqual([
      ['svc-one', []],
      ['svc-two', ['svc-one']],
      ['gateway', ['svc-one', 'svc-two']],
    ]);
  });
  it('refuses two components with the same port', () => {
    declare('svc-two', { kind: 'service', port: 4100 });
    expect(() => components(folder)).toThrow('svc-one/package.json: port 4100 is that of svc-two');
  });
  it('refuses a component that calls a service which is missing', () => {
    declare('svc-two', { kind: 'service', port: 4101, calls: ['svc-three'] });
    expect(() => components(folder)).toThrow('svc-two/package.json: calls svc-three, which is no service');
  });
  it('gives the gateway one setting per known service, and SERVICE_URLS for the others', () => {
    const urls = { trips: 'http://svc-trips:1', permits: 'http://svc-permits:2', visas: 'http://svc-visas:3' };
    expect(serviceAddresses(urls, (setting) => setting === 'TRIPS_URL')).toEqual({
      TRIPS_URL: 'http://svc-trips:1',
      SERVICE_URLS: 'permits=http://svc-permits:2,visas=http://svc-visas:3',
    });
  });
});

describe('an image of the portal', () => {
  it('runs as a numbered user other than root, so that a cluster can see that it does', () => {
    for (const stage of ['process', 'screens', 'ops'] as const) expect(imageOf(root, stage).user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });
  it('runs in production, is reached from outside its container, and has a health check', () => {
    const { env, healthcheck } = imageOf(root, 'process');
    expect(env).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
    expect(healthcheck.join(' ')).toMatch(/^node .*\/health\/ready/);
  });
  it.each(all.filter(({ port }) => port))('of $name starts what the build makes of its source', ({ folder, main }) =>
    expect(existsSync(join(root, folder, main.replace('dist/', '').replace(/\.js$/, '.ts')))).toBe(true),
  );
});

it('refuses a setting that nobody reads, and a missing one that production needs', async () => {
  const media = services.find(({ name }) => name === 'svc-media') as Component;
  expect(await settingFaults('here', media, { NODE_ENV: 'production', S3_BUKCET: 'media' })).toEqual(
    expect.arrayContaining([
      'here: svc-media: S3_BUKCET is no setting of it',
      'here: svc-media: S3_BUCKET is not given',
      expect.stringMatching(/^here: svc-media: SERVICE_KEY is not set .*; production has no default for it$/),
    ]),
  );
});

describe('in the Compose file', () => {
  const file: ComposeFile = readCompose(composeText(root), sampleEnv(root));
  const own = Object.entries(file.services).filter(([, { build }]) => build);
  const of = (name: string): ComposeService => file.services[name] as ComposeService;
  const changed = async (from: string | RegExp, to: string): Promise<string> => {
    const text = composeText(root).replace(from, to);
    expect(text).not.toBe(composeText(root));
    return (await composeFaults(root, text)).join();
  };

  it('a key that the schema does not know is refused', async () => expect(await changed('restart: "no"', 'restarts: "no"')).toContain('must NOT have'));
  it('a secret is refused', async () => expect(await changed(/(SESSION_SECRET):\?/, '$1:-changeme-changeme')).toContain('SESSION_SECRET must have no default'));
  it('a published port is refused, except for the ingress', async () =>
    expect(await changed('  gateway:\n', '  gateway:\n    ports: ["8080:8080"]\n')).toContain('gateway must publish no port'));

  it.each(own)('%s writes to its own volumes only, and gains no privileges', (_name, described) =>
    expect(described).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }),
  );
  it('every address names a container on a network of its own, and the port on which it listens', () => {
    for (const [name, { environment, networks }] of Object.entries(file.services))
      for (const value of Object.values(environment ?? {}))
        for (const [, host = '', port] of String(value).matchAll(/\w+:\/\/(?:[^@/]*@)?([\w-]+):(\d+)/g)) {
          expect([name, host, of(host)?.networks?.some((network) => networks?.includes(network))]).toEqual([name, host, true]);
          expect([host, of(host).environment?.PORT ?? port]).toEqual([host, port]);
        }
  });
  it('every dependency exists, and either ends or has a health check', () => {
    for (const { depends_on } of Object.values(file.services))
      for (const [name, { condition }] of Object.entries(depends_on ?? {}))
        if (condition === 'service_completed_successfully') expect([name, of(name)?.restart]).toEqual([name, 'no']);
        else expect([name, Boolean(of(name)?.healthcheck || of(name)?.build)]).toEqual([name, true]);
  });
  it('every mounted file exists, and every image has a version', () => {
    for (const { volumes = [], image } of Object.values(file.services)) {
      for (const mounted of volumes.filter((volume) => volume.startsWith('./') && !volume.startsWith('./secrets/'))) {
        const path = join(root, composeFolder, mounted.split(':')[0] as string);
        expect([path, existsSync(path)]).toEqual([path, true]);
      }
      expect(image).toMatch(/:[\w.:-]+$/);
    }
  });
  it.each(services)('the migration of $name has its settings, and runs as the owner of the database, who gives the service its rights', ({ name, area }) => {
    const { MYSQL_URL: ownerUrl, MYSQL_SERVICE_ACCOUNT: account, ...settings } = of(`migrate-${area}`).environment ?? {};
    const { MYSQL_URL: serviceUrl, ...others } = of(name).environment ?? {};
    expect(settings).toEqual(others);
    expect(new URL(String(ownerUrl)).username).toBe(`${account}_owner`);
    expect(new URL(String(serviceUrl)).username).toBe(account);
    expect(of(name).depends_on).toHaveProperty(`migrate-${area}`);
  });
  it('a service takes the calls of those that name it, with a key of its own', () => {
    expect(of('svc-media').environment?.CALLERS).toBe('svc-reference,svc-declarations,svc-licences,svc-trips');
    expect(of('svc-reference').environment?.CALLERS).toBe('svc-declarations,svc-licences,svc-trips');
    expect(of('svc-trips').environment?.CALLERS).toBe('svc-reference');
    for (const { name, uses } of services) {
      const mounted = of(name).volumes?.filter((volume) => volume.startsWith('./secrets/'));
      const files = uses.includes('mail') ? ['./secrets/mail:/run/mail:ro'] : [];
      expect(mounted).toEqual([`./secrets/services/${name}:/run/service:ro`, './secrets/trusted:/run/trusted:ro', ...files]);
    }
  });
  it('the mail server is reached by the services that call it, the registers of the country only with registers.yaml, and both by no other', () => {
    for (const { name, uses } of services) {
      expect([name, of(name).networks?.includes('outside')]).toEqual([name, uses.includes('mail')]);
      // An empty value overrides that of settings.env: the service would report that the mail server is down.
      expect([name, of(name).environment?.SMTP_URL]).toEqual([name, uses.includes('mail') ? undefined : '']);
    }
    expect(parse(registersText(root))).toEqual({ services: { 'svc-reference': { networks: ['outside'] } } });
    expect(file.networks).toHaveProperty('outside');
    expect(readFileSync(join(root, composeFolder, 'README.md'), 'utf8')).toContain('COMPOSE_FILE=compose.yaml:registers.yaml');
  });
  it('the settings of messages and look-ups that the page names are accepted, and their files are mounted', async () => {
    const page = readFileSync(join(root, composeFolder, 'README.md'), 'utf8');
    const files = { DKIM_KEY: '/run/mail/dkim.pem', SMTP_CA: '/run/mail/authority.pem' };
    for (const [setting, path] of Object.entries(files)) {
      expect(page).toContain(`${setting}=${path}`);
      expect(page).toContain(path.replace('/run/', 'secrets/'));
    }
    const messages = { SMTP_URL: 'smtps://mail.example.org', MAIL_FROM: 'portal@example.org', ...files };
    for (const component of services) {
      const lookups = component.uses.includes('registers') ? { LOOKUPS_URL: 'https://registers.example.org', LOOKUPS_TOKEN: 'a-token-of-the-registers' } : {};
      const environment = { ...messages, ...lookups, NODE_ENV: 'production', ...of(component.name).environment };
      expect(await settingFaults('settings.env', component, environment)).toEqual([]);
    }
  });
  it('each part that is called, Redis and the provider are called over TLS, and the scanner without a network', () => {
    for (const { environment = {} } of own.map(([, described]) => described))
      for (const [name, value] of Object.entries(environment)) {
        if (/^(REFERENCE|MEDIA|DECLARATIONS|LICENCES|TRIPS|SERVICE|WITNESS|REDIS|OIDC).*_URLS?$/.test(name))
          expect([name, value]).toEqual([name, expect.stringMatching(/^(\w+=)?(https|rediss):/)]);
        expect([name, value]).not.toEqual([name, expect.stringMatching(/^(http|tcp|redis):/)]);
      }
    expect(of('redis').command?.join(' ')).toContain('--port 0 --tls-port 6379');
    expect(of('keycloak').environment).toMatchObject({ KC_HTTP_ENABLED: 'false', KC_HTTPS_CERTIFICATE_FILE: '/run/service/certificate.pem' });
    expect([of('svc-media').environment?.CLAMD_URL, of('svc-media').volumes]).toEqual([
      'unix:///run/clamav/clamd.sock',
      expect.arrayContaining(['virus-scanner:/run/clamav:ro']),
    ]);
    expect(of('clamd').volumes).toContain('virus-scanner:/tmp');
  });
  it('each part that listens, the exporters, Keycloak and the servers have a certificate of their own', () => {
    const listening = all.filter(({ port }) => port).map(({ name }) => name);
    const exporters = Object.keys(file.services).filter((name) => String(of(name).profiles) === 'monitoring' && name !== 'prometheus');
    expect(exporters).toEqual(['blackbox', 'node', 'redis-metrics', 'database-metrics']);
    for (const name of [...listening, ...exporters, 'keycloak', 'mariadb', 'redis', 's3'])
      expect([name, of(name).volumes]).toEqual([name, expect.arrayContaining([`./secrets/services/${name}:/run/service:ro`])]);
    for (const name of listening) expect([name, of(name).environment?.TLS_CERT_FILE]).toEqual([name, '/run/service/certificate.pem']);
    const { scrape_configs: jobs } = parse(readFileSync(join(root, 'infra/observability/prometheus.yaml'), 'utf8'));
    for (const { job_name: job, ...how } of jobs) expect([job, how]).toMatchObject([job, { scheme: 'https', tls_config: { ca_file: expect.any(String) } }]);
  });
  it('only what has an account for the files reaches their store, whose other ports ask for none', () => {
    const reaching = Object.entries(file.services).flatMap(([name, { networks }]) => (networks?.includes('files') ? [name] : []));
    expect(reaching.sort()).toEqual(['migrate-media', 'ops', 's3', 's3-buckets', 'svc-media']);
    expect(of('s3').networks).toEqual(['files']);
  });
  it('no container waits long for a name that nobody answers, such as that of a container that is down', () => {
    for (const [name, { dns_opt: options, network_mode: mode }] of Object.entries(file.services))
      expect([name, options]).toEqual([name, mode ? undefined : ['timeout:2', 'attempts:2']]);
  });

  it('every log is rotated', () => {
    for (const [name, { logging }] of Object.entries(file.services))
      expect([name, logging]).toMatchObject([name, { options: { 'max-size': '20m', 'max-file': '5' } }]);
  });
  it('every log names its container, and goes to another system by a container on which none depends, and which reaches none and has no capabilities', () => {
    for (const [name, { logging, depends_on: needed = {}, networks = [] }] of Object.entries(file.services)) {
      expect([name, logging]).toMatchObject([name, { driver: 'json-file', options: { tag: 'portal/{{.Name}}' } }]);
      expect([name, Object.keys(needed)]).not.toEqual([name, expect.arrayContaining(['logs'])]);
      expect([name, networks.includes('logs')]).toEqual([name, name === 'logs']);
    }
    const logs = of('logs');
    expect(logs).toMatchObject({ profiles: ['logs'], networks: ['logs'], read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(logs.volumes).toEqual([
      './logs:/etc/portal:ro',
      '/var/lib/docker/containers:/containers:ro',
      'logs:/spool',
      './secrets/trusted:/run/trusted:ro',
      './secrets/log-client:/run/client:ro',
    ]);
    for (const key of ['ports', 'secrets', 'depends_on', 'cap_add', 'env_file', 'privileged', 'pid']) expect(logs).not.toHaveProperty(key);
    // The configuration reads these settings, and verifies the receiver.
    const configuration = readFileSync(join(root, 'infra/compose/logs/rsyslog.conf'), 'utf8');
    const read = [...configuration.matchAll(/`echo \$(\w+)`/g)].map(([, name]) => String(name));
    expect([...new Set(read)].sort()).toEqual(Object.keys(logs.environment ?? {}).sort());
    for (const part of ['streamDriverMode="1"', 'streamDriverAuthMode="x509/name"', 'streamDriver.permitExpiredCerts="off"', '/run/trusted/authorities.pem'])
      expect(configuration).toContain(part);
    // It sends lines with the tag of this file alone.
    expect(configuration).toContain('set $.container = re_extract($!attrs!tag, "^portal/(.+)", 0, 1, "");\n  if $.container == "" then stop\n');
  });
  it('the container that sends the logs is healthy only with a connection on which the receiver answers', () => {
    const { healthcheck, sysctls } = of('logs');
    const [command, , , pattern = '', ...files] = healthcheck?.test.slice(1) ?? [];
    expect([command, files]).toEqual(['grep', ['/proc/net/tcp', '/proc/net/tcp6']]);
    // The columns of these files are: number, own address, address of the receiver, state, queues, timer, number of times that something was sent again.
    const ends = '0400140A:C5C2 0900140A:1972';
    const isHealthy = (connection: string): boolean => new RegExp(pattern).test(`   1: ${connection}     0        0 8211 1`);
    expect(isHealthy(`${ends} 01 00000000:00000000 02:00000452 00000000`)).toBe(true);
    // Something is on its way.
    expect(isHealthy(`${ends} 01 0000012C:00000000 01:00000014 00000000`)).toBe(true);
    expect(isHealthy('0000000000000000FFFF00000400140A:C5C2 0000000000000000FFFF00000900140A:1972 01 00000000:00000000 00:00000000 00000000')).toBe(true);
    // The receiver has no power, takes nothing more, is being connected, or has closed the connection. The last one is a port at which this container listens.
    expect(isHealthy(`${ends} 01 0000A1F0:00000000 01:00000B3A 00000004`)).toBe(false);
    expect(isHealthy(`${ends} 01 0000A1F0:00000000 04:00000B3A 00000000`)).toBe(false);
    expect(isHealthy(`${ends} 02 00000001:00000000 01:00000021 00000000`)).toBe(false);
    expect(isHealthy(`${ends} 08 00000000:00000000 00:00000000 00000000`)).toBe(false);
    expect(isHealthy('0B00007F:9C3D 00000000:0000 0A 00000000:00000000 00:00000000 00000000')).toBe(false);
    // The kernel gives a connection up when this many packets in a row were not acknowledged.
    expect(sysctls).toEqual({ 'net.ipv4.tcp_retries2': 8 });
  });
  it('what holds secrets is not committed: the settings, and the file that pins the images', () => {
    const ignored = readFileSync(join(root, composeFolder, '.gitignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env', 'secrets/', 'settings.env', 'compose.override.yaml', 'digests.yaml', 'digests.new']));
    const [, command = ''] = /`(\([^`]*--lock-image-digests[^`]*\))`/.exec(readFileSync(join(root, composeFolder, 'README.md'), 'utf8')) ?? [];
    expect(command).toMatch(/^\(umask 077 && .*> digests\.new && mv digests\.new digests\.yaml\)$/);
  });
  it.each([
    'docs/operations.md',
    'infra/images/README.md',
    'infra/images/Dockerfile',
    'infra/deploy/release.mjs',
    ...['README.md', 'compose.yaml', 'keycloak/first-administrator.sh'].map((name) => `${composeFolder}/${name}`),
  ])('%s names no Compose file with -f: then Compose would not read compose.override.yaml', (page) => {
    expect(readFileSync(join(root, page), 'utf8')).not.toMatch(/docker compose (-f|--file)|-f \S*compose\.yaml/);
  });
  it('a service is healthy when it is ready, the gateway when it lives, in images of every format', () => {
    for (const { name, kind } of all.filter(({ port }) => port))
      expect([name, of(name).healthcheck?.test.join(' ')]).toEqual([name, expect.stringContaining(kind === 'gateway' ? '/health/live' : '/health/ready')]);
    // Compose replaces `$` with a variable, unless it is doubled.
    expect(composeText(root)).toContain("http$${process.env.TLS_CERT_FILE ? 's' : ''}://127.0.0.1:$${process.env.PORT}/health");
  });
  it('backups have an account that may read alone, and survive the container', () => {
    expect(new URL(String(of('ops').environment?.MYSQL_URL)).username).toBe('portal_ops');
    expect(of('ops').volumes).toContain('ops:/data');
    const script = readFileSync(join(root, composeFolder, 'mariadb/databases.sh'), 'utf8');
    expect(script.match(/grant .* to '\$\{prefix\}_ops'/g)).toEqual([
      expect.stringMatching(/^grant select on/),
      expect.stringMatching(/^grant process, replication client on \*\.\*/),
    ]);
  });
  it('backups contain the store of the areas, which ops may only read, and an operator puts it back by a container that reaches nothing else', () => {
    expect([of('ops').environment?.REMOTES_DIR, of('ops').volumes]).toEqual(['/remotes', expect.arrayContaining(['remotes:/remotes:ro'])]);
    expect(of('restore-remotes')).toMatchObject({
      image: of('ops').image,
      profiles: ['recovery'],
      network_mode: 'none',
      environment: { REMOTES_DIR: '/remotes' },
      volumes: ['ops:/data', 'remotes:/remotes'],
    });
  });
  it("the database of Keycloak is dumped into a volume of its own, which ops may only read, by Keycloak's own account, over TLS and without privileges", () => {
    const dump = of('keycloak-dump');
    expect(dump).toMatchObject({ image: of('mariadb').image, user: '1000:1000', read_only: true, cap_drop: ['ALL'], networks: ['data'] });
    expect(dump.volumes).toEqual([
      './mariadb/keycloak-dump.sh:/opt/portal/keycloak-dump.sh:ro',
      './secrets/trusted:/run/trusted:ro',
      'keycloak-dumps:/keycloak-dumps',
    ]);
    expect([of('ops').environment?.KEYCLOAK_DUMPS, of('ops').volumes]).toEqual([
      '/keycloak-dumps',
      expect.arrayContaining(['keycloak-dumps:/keycloak-dumps:ro']),
    ]);
    // No other container reaches the backups.
    expect(Object.keys(file.services).filter((name) => of(name).volumes?.some((mount) => mount.startsWith('ops:')))).toEqual(['ops', 'restore-remotes']);
    expect(Object.keys(dump.environment ?? {})).toEqual(['MYSQL_PASSWORD_KEYCLOAK', 'MYSQL_CA']);
    // The volume belongs to the user of ops if the container of ops, whose image has the folder, is the first to mount it.
    expect(dump.depends_on).toHaveProperty('ops');
    expect(readFileSync(join(root, 'infra/images/Dockerfile'), 'utf8')).toMatch(/ AS ops\n[\s\S]* install -d -o 1000 -g 1000 -m 0700 \/keycloak-dumps\n/);
  });
  it('backups wait until every database is migrated', () => {
    const migrations = all.filter(({ kind }) => kind === 'service').map(({ area }) => `migrate-${area}`);
    expect(migrations).toHaveLength(5);
    expect(of('ops').depends_on).toMatchObject(Object.fromEntries(migrations.map((name) => [name, { condition: 'service_completed_successfully' }])));
  });
  it('the ingress asks for all instances of a name every second, by a certificate for that name, and lets calls wait for one', () => {
    const text = readFileSync(join(root, composeFolder, 'ingress/Caddyfile'), 'utf8');
    expect(text).toMatch(/dynamic a \{args\[0\]\} 8443 \{\s+refresh 1s/);
    // Each instance shows a certificate for the name with which it is addressed.
    expect(text).toMatch(/tls_server_name \{args\[0\]\}\s+tls_trust_pool file \/run\/trusted\/authorities.pem/);
    expect(of('ingress').volumes).toContain('./secrets/trusted:/run/trusted:ro');
    for (const { port } of all.filter(({ kind }) => kind === 'gateway')) expect(port).toBe(8443);
    expect(text).toContain('lb_try_duration 20s');
    for (const name of ['gateway', 'keycloak']) expect(text).toContain(`import instances ${name}`);
    expect(text).toMatch(/@master path \/realms\/master\/\*/);
  });
  it('the ingress speaks TLS 1.2 and 1.3 alone at both sites, and lets the gateway answer what comes without', () => {
    const text = readFileSync(join(root, composeFolder, 'ingress/Caddyfile'), 'utf8');
    expect(text).toContain('protocols tls1.2 tls1.3');
    const site = (name: string): string => text.slice(text.indexOf(`\n${name} {\n`), text.indexOf('\n}\n', text.indexOf(`\n${name} {\n`)));
    for (const host of ['{$PORTAL_HOST}', '{$IDENTITY_HOST}']) expect(site(host)).toMatch(/tls \{\s+import tls\s+\}/);
    expect(site('http://{$PORTAL_HOST}')).toContain('import instances gateway');
    expect(site('http://{$IDENTITY_HOST}')).not.toContain('reverse_proxy');
  });
  it('the heads of the witness survive its container', () => expect(of('witness').volumes).toContain('witness:/data'));
});

describe('in the manifests', () => {
  type Pods = Manifest & { spec: { template: { metadata: { labels: object }; spec: { containers: Record<string, unknown>[] } } } };
  const found = Object.values(manifests(root)).flat() as Pods[];
  const of = (kind: string, name: string): Pods => found.find((one) => one.kind === kind && one.metadata?.name === name) as Pods;

  it('every pod meets the "restricted" standard, and has resource requests and limits', () => {
    const written = manifestsIn(root, 'base').map(({ manifest }) => manifest as Pods);
    for (const { metadata, spec } of [...found, ...written].filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))) {
      expect([metadata?.name, spec.template.spec]).toEqual([
        metadata?.name,
        expect.objectContaining({
          serviceAccountName: 'portal',
          automountServiceAccountToken: false,
          securityContext: expect.objectContaining({ runAsNonRoot: true, runAsUser: expect.any(Number), seccompProfile: { type: 'RuntimeDefault' } }),
        }),
      ]);
      for (const container of spec.template.spec.containers) {
        expect(container.securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
      }
    }
  });
  it.each(all.filter(({ port }) => port))('$name has probes, is spread over the nodes, and is found by its Service', ({ name, port }) => {
    const { template } = of('Deployment', name).spec;
    const [container] = template.spec.containers;
    const probe = expect.objectContaining({ httpGet: { path: expect.stringMatching(/^\/health\/(live|ready)$/), port: 'https', scheme: 'HTTPS' } });
    expect(container).toMatchObject({ startupProbe: probe, livenessProbe: probe, readinessProbe: probe, ports: [{ name: 'https', containerPort: port }] });
    expect(template.spec).toHaveProperty('topologySpreadConstraints.0');
    const { selector, ports } = of('Service', name).spec as unknown as { selector: object; ports: object[] };
    expect(template.metadata.labels).toMatchObject(selector);
    expect([selector, ports]).toMatchObject([{ 'app.kubernetes.io/name': name }, [{ port, targetPort: 'https' }]]);
  });
  it('each part that is called has a certificate for its name, and everybody the authorities', () => {
    type Certificate = { spec: { secretName: string; dnsNames: string[] } };
    for (const { name } of all.filter(({ port }) => port)) {
      const { secretName, dnsNames } = (of('Certificate', name) as unknown as Certificate).spec;
      expect([secretName, dnsNames]).toEqual([`${name}-tls`, expect.arrayContaining([name])]);
      expect(of('Deployment', name).spec.template.spec).toMatchObject({
        volumes: expect.arrayContaining([expect.objectContaining({ secret: expect.objectContaining({ secretName }) })]),
      });
    }
    for (const { name } of all.filter(({ port }) => port)) {
      const [{ volumeMounts }] = of('Deployment', name).spec.template.spec.containers as unknown as [{ volumeMounts: object[] }];
      expect(volumeMounts).toContainEqual({ name: 'authorities', mountPath: '/run/authorities', readOnly: true });
    }
  });
  it.each(services)('the migration of $name has its settings and another account, and takes no calls', ({ name, area }) => {
    const [service, migration] = [of('Deployment', name), of('Job', `migrate-${area}`)].map(({ spec }) => spec.template.spec.containers[0]);
    const env = (one: unknown) => (one as { env: { name: string }[] }).env.filter((entry) => !entry.name.startsWith('MYSQL_'));
    const account = (one: unknown) => (one as { env: { name: string }[] }).env.find((entry) => entry.name === 'MYSQL_URL');
    expect([env(migration), migration?.envFrom, migration?.image, migration?.args]).toEqual([env(service), service?.envFrom, service?.image, ['migrate']]);
    expect(account(migration)).not.toEqual(account(service));
    expect(of('Job', `migrate-${area}`).spec.template.metadata.labels).not.toMatchObject(
      (of('Service', name).spec as unknown as { selector: object }).selector,
    );
  });
  it.each(['witness', 'ops'])('there is only one %s, because two must not write to its files, which survive it', (name) => {
    expect(of('Deployment', name).spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect(JSON.stringify(of('Deployment', name).spec)).toContain(`{"claimName":"${name}"}`);
    expect(of('PersistentVolumeClaim', name)).toBeDefined();
  });
  it('an upgrade without Argo CD publishes the screens when the gateway and the services are replaced, and the pages say so', () => {
    const [, commands = ''] = /## Upgrading\n[\s\S]*?\n\n((?: {4}.*\n)+)/.exec(readFileSync(join(root, 'infra/k8s/README.md'), 'utf8')) ?? [];
    expect(commands.trim().split(/\n\s*/)).toEqual([
      "kubectl delete job -n portal -l 'app.kubernetes.io/component in (migration, publication)'",
      "kubectl apply -k infra/k8s/overlays/production -l 'app.kubernetes.io/component!=publication'",
      "kubectl rollout status deployment -n portal -l 'app.kubernetes.io/component in (gateway, service)'",
      "kubectl apply -k infra/k8s/overlays/production -l 'app.kubernetes.io/component=publication'",
    ]);
    expect(readFileSync(join(root, 'docs/operations.md'), 'utf8')).toContain('on a cluster without Argo CD, [four commands](../infra/k8s/README.md#upgrading)');
    const labelled = (...roles: string[]): (string | undefined)[] =>
      found
        .filter(({ metadata }) => roles.includes(String((metadata as { labels?: Record<string, string> }).labels?.['app.kubernetes.io/component'])))
        .map(({ kind, metadata }) => `${kind} ${metadata?.name}`);
    expect(labelled('publication')).toEqual(ofKind(all, 'screens').map(({ area }) => `Job publish-${area}`));
    expect(labelled('gateway', 'service').sort()).toEqual(
      ofKind(all, 'gateway', 'service')
        .map(({ name }) => `Deployment ${name}`)
        .sort(),
    );
  });
  it('nothing but a label opens the way out of the cluster, each label leads to one policy, and that to registers of the country is off by default', () => {
    const generated = found.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(JSON.stringify(generated)).not.toContain('ipBlock');
    const policiesIn = (folder: string): Pods[] => manifestsIn(root, folder).map(({ manifest }) => manifest as Pods);
    const policies = [...policiesIn('base'), ...policiesIn('components/registers')];
    expect(policiesIn('base').map(({ metadata }) => metadata?.name)).not.toContain('calls-registers');
    for (const folder of ['base', 'overlays/production', 'overlays/small']) {
      const { components: included } = parse(readFileSync(join(root, 'infra/k8s', folder, 'kustomization.yaml'), 'utf8')) as { components: string[] };
      expect([folder, included]).not.toEqual([folder, expect.arrayContaining([expect.stringMatching(/components\/registers$/)])]);
    }
    const labels = new Set(
      found.flatMap(({ spec }) => Object.keys(spec?.template?.metadata.labels ?? {}).filter((label) => label.startsWith('portal/calls-'))),
    );
    expect(labels).toEqual(new Set(['portal/calls-identity', 'portal/calls-s3', 'portal/calls-mail', 'portal/calls-registers']));
    for (const label of labels)
      expect(policies.find(({ metadata }) => `portal/${metadata?.name}` === label)?.spec).toMatchObject({ podSelector: { matchLabels: { [label]: 'true' } } });
  });
  it('one ServiceMonitor finds every Service that has metrics, with the token, and the rules are those of one machine and one on the pods', () => {
    const rulesIn = (file: string) => parse(readFileSync(join(root, 'infra/observability', file), 'utf8')).groups;
    const down = { alert: 'TargetDown', expr: 'up{namespace="portal"} == 0', for: '2m', labels: { severity: 'page' } };
    expect(of('PrometheusRule', 'portal').spec).toMatchObject({
      groups: [...rulesIn('alerts.yaml'), ...rulesIn('service-level-alerts.yaml'), { name: 'targets', rules: [down] }],
    });
    const authorization = { credentials: { key: 'metrics-token' } };
    const tlsConfig = { serverName: 'metrics.portal.internal', ca: { configMap: { name: 'authorities' } } };
    expect(of('ServiceMonitor', 'portal').spec).toMatchObject({ endpoints: [{ port: 'https', scheme: 'https', tlsConfig, authorization }] });
    const scraped = found.filter(({ kind, metadata }) => kind === 'Service' && (metadata as { labels: object }).labels['portal/metrics' as never]);
    expect(scraped.map(({ metadata }) => metadata?.name)).toEqual(all.filter(({ port, kind }) => port && kind !== 'witness').map(({ name }) => name));
  });
  it('the ingress verifies the certificate of the gateway, and the scanner is reached through its TLS proxy alone', () => {
    const base = manifestsIn(root, 'base').map(({ manifest }) => manifest as Pods);
    const { metadata } = base.find(({ kind }) => kind === 'Ingress') as unknown as { metadata: { annotations: Record<string, string> } };
    const { 'backend-protocol': protocol, ...proxy } = Object.fromEntries(
      Object.entries(metadata.annotations).map(([name, value]) => [name.replace('nginx.ingress.kubernetes.io/', ''), value]),
    );
    expect([protocol, proxy]).toMatchObject(['HTTPS', { 'proxy-ssl-secret': 'portal/gateway-tls', 'proxy-ssl-verify': 'on', 'proxy-ssl-name': 'gateway' }]);
    expect(JSON.stringify(base.find(({ kind, metadata: { name } = {} }) => kind === 'NetworkPolicy' && name === 'clamd'))).toContain('"port":3311');
    const { data } = of('ConfigMap', 'svc-media-settings') as unknown as { data: Record<string, string> };
    expect(data.CLAMD_URL).toBe('tls://clamd:3311');
  });
  it('only the components that name a service in their calls, and the monitoring, reach it', () => {
    const { ingress } = of('NetworkPolicy', 'svc-reference').spec as unknown as { ingress: { from: object[] }[] };
    const names = JSON.stringify(ingress).match(/(?<=")(?:svc-\w+|gateway|monitoring)(?=")/g);
    expect(names).toEqual([...all.filter(({ calls }) => calls.includes('svc-reference')).map(({ name }) => name), 'monitoring']);
    expect(names).toEqual(expect.arrayContaining(['svc-declarations', 'svc-licences', 'svc-trips', 'gateway']));
    expect(names).not.toContain('svc-media');
  });
  it('a Secret is refused, and a component without a Deployment', async () => {
    const base = manifestsIn(root, 'base', 'components');
    const secret: Found = { file: 'secret.yaml', manifest: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'redis' } } };
    const without = base.filter(({ manifest }) => manifest.metadata?.name !== 'svc-trips' || manifest.kind !== 'Deployment');
    expect(await clusterFaults(root, [...without, secret])).toEqual(['secret.yaml: no Secret is kept here', 'infra/k8s: there is no Deployment svc-trips']);
  });
  it('a manifest that breaks the schema of its kind is refused', () => {
    // The schemas are ES modules, which these tests cannot load. The built check is run instead.
    execFileSync(process.execPath, [join(root, 'infra/build/build.mjs'), 'backend'], { stdio: 'pipe' });
    const wrong = structuredClone(of('Deployment', 'svc-trips'));
    Object.assign(wrong.spec.template.spec.containers[0] as object, { ports: [{ containerPort: 'http' }] });
    const script = `import { schemaFaults } from './infra/dev/dist/src/deployment/check.js';
      console.log(JSON.stringify(await schemaFaults(JSON.parse(process.env.FOUND))));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      env: { ...process.env, FOUND: JSON.stringify([...found, wrong].map((manifest) => ({ file: 'here', manifest }))) },
    });
    const faults = JSON.parse(String(output)) as string[];
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/here: Deployment svc-trips: .*containerPort/);
  });
});

describe('what publishes the screens of an area', () => {
  const job = Object.values(manifests(root))
    .flat()
    .find(({ kind, metadata }) => kind === 'Job' && metadata?.name === 'publish-trips') as Manifest & {
    spec: { template: { spec: { containers: { args: string[] }[] } } };
  };
  const commands: [string, string[]][] = [
    ['with Compose', readCompose(composeText(root), sampleEnv(root)).services['publish-trips']?.command ?? []],
    ['on a cluster', job.spec.template.spec.containers[0]?.args ?? []],
  ];
  const [one, two, three] = ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb', '1.0.0-cccccccc'];

  it.each(commands)('%s it deploys what is new, and leaves a rollback and a canary as they are', async (_name, command) => {
    const project = mkdtempSync(join(tmpdir(), 'portal-publication-'));
    const said = jest.spyOn(console, 'log').mockImplementation();
    const environment = { REMOTES_DIR: join(project, 'remotes'), REMOTES_SHELL: aShellManifest() };
    const remote = async (...words: string[]): Promise<void> => expect(await runCommand(words, { root: project, environment })).toBe(0);
    /** Does what each `up` and each apply does with the image of a version. */
    const up = async (version: string): Promise<void> => {
      cpSync(await aBuild({ version }), join(project, 'mf-trips/dist'), { recursive: true });
      await remote(...command);
    };
    const inForce = (): unknown => JSON.parse(readFileSync(join(project, 'remotes/remotes.json'), 'utf8')).areas[0];
    try {
      await up(one);
      await up(two);
      expect(inForce()).toMatchObject({ version: two });
      await remote('rollback', 'mf-trips');
      await up(two);
      expect(inForce()).toMatchObject({ version: one });
      expect(said).toHaveBeenLastCalledWith(expect.stringContaining(`mf-trips ${two} was deployed before, and is not in force: ${one} stays.`));
      await remote('publish', 'mf-trips');
      await remote('canary', 'mf-trips', '10', '--from', await aBuild({ version: three }));
      await up(two);
      expect(inForce()).toMatchObject({ version: two, canary: { version: three, share: 10 } });
    } finally {
      said.mockRestore();
      rmSync(project, { recursive: true });
    }
  });
});

describe('the realm', () => {
  const made: Realm = realm(root);
  const [client] = made.clients;
  const mapper = (claim: string) =>
    made.clientScopes.flatMap(({ protocolMappers }) => protocolMappers).find(({ name, config }) => name === claim && config['access.token.claim'] === 'true');

  it('has every role that a workflow names or a person holds, and no other', () => {
    const textOf = (folder: string, name: string): string => (existsSync(join(root, folder, name)) ? readFileSync(join(root, folder, name), 'utf8') : '');
    const pages = services.map(({ folder }) => textOf(folder, 'WORKFLOWS.md')).join();
    const named = [...pages.matchAll(/`((?:departure-declaration|traveller-declaration|professional-license|triptic-trip)-[a-z-]+)`/g)].map(([, role]) => role);
    const further = services.flatMap(({ folder }) => JSON.parse(textOf(folder, 'development-users.json') || '[]') as { roles: string[] }[]);
    const held = [...developmentUsers, ...further].flatMap(({ roles }) => roles);
    const roles = (made.roles.client.portal ?? []).map(({ name }) => name);
    expect(roles).toEqual(expect.arrayContaining([...named.filter((role) => !role?.endsWith('-system')), ...held]));
    expect(roles.filter((role) => !held.includes(role) && !pages.includes(`\`${role}\``))).toEqual([]);
    // Keycloak gives realm roles to every user, and the portal treats everyone with a role as staff.
    expect(made.roles.realm).toBeUndefined();
  });
  it('has a group of those who administer accounts, which gives no role in the portal', () =>
    expect(made.groups).toContainEqual(
      expect.objectContaining({ name: 'account-administrators', clientRoles: { 'realm-management': expect.arrayContaining(['manage-users']) } }),
    ));
  it.each(developmentUsers.filter(({ roles }) => roles.length))('has a group with the roles and agencies of $username', ({ roles, agencies }) =>
    expect(made.groups).toContainEqual(expect.objectContaining({ attributes: { agencies }, clientRoles: { portal: roles } })),
  );
  it('puts name, contact, roles and agencies into the access token, for the audience "portal"', () => {
    for (const claim of ['name', 'email', 'phone_number', 'roles', 'agencies', 'acr', 'auth_time'])
      expect([claim, mapper(claim)]).toEqual([claim, expect.any(Object)]);
    for (const claim of ['roles', 'agencies']) expect(mapper(claim)?.config.multivalued).toBe('true');
    expect(mapper('roles')?.config['usermodel.clientRoleMapping.clientId']).toBe('portal');
    expect(mapper('audience')?.config['included.client.audience']).toBe('portal');
    for (const scope of ['basic', 'profile', 'email', 'phone', 'portal']) {
      expect(client?.defaultClientScopes).toContain(scope);
      expect(made.clientScopes.map(({ name }) => name)).toContain(scope);
    }
  });
  it('has one client, which is confidential, uses PKCE and the code flow alone, and comes back to /auth/callback alone', () => {
    const variable = (name: string): string => `\${${name}}`;
    expect(made.clients).toHaveLength(1);
    expect(client).toMatchObject({
      clientId: 'portal',
      publicClient: false,
      secret: variable('OIDC_CLIENT_SECRET'),
      standardFlowEnabled: true,
      implicitFlowEnabled: false,
      directAccessGrantsEnabled: false,
      redirectUris: [`${variable('PUBLIC_URL')}/auth/callback`],
    });
  });
  it('marks access tokens with the type at+jwt, and notifies the gateway of every sign-out', () =>
    expect(client?.attributes).toMatchObject({
      'pkce.code.challenge.method': 'S256',
      'access.token.header.type.rfc9068': 'true',
      'backchannel.logout.url': 'https://gateway:8443/auth/backchannel-logout',
      'backchannel.logout.session.required': 'true',
    }));
  it('has no users, because their passwords would be public', () => expect(made.users).toBeUndefined());
  it('requires a second factor of every account, with codes that work once', () => {
    const actions = made.requiredActions as { alias: string; enabled: boolean; defaultAction: boolean }[];
    expect(actions.find(({ alias }) => alias === 'CONFIGURE_TOTP')).toMatchObject({ enabled: true, defaultAction: true });
    expect(made.otpPolicyCodeReusable).toBe(false);
  });
  it('has no reset of passwords by e-mail, which would let the second factor be set up anew', () => expect(made.resetPasswordAllowed).toBe(false));
  it('slows down the guessing of passwords, and requires TLS', () => expect(made).toMatchObject({ bruteForceProtected: true, sslRequired: 'external' }));
});

it('a new area is in every file of the deployment that names areas, each with a port of its own', () => {
  const project = mkdtempSync(join(tmpdir(), 'portal-new-area-'));
  try {
    for (const path of ['infra/compose', 'infra/images', 'infra/observability', ...all.map(({ folder }) => `${folder}/package.json`)])
      cpSync(join(root, path), join(project, path), { recursive: true });
    generate({ area: 'permits', root: project });
    generate({ area: 'visas', root: project });
    const ports = ofKind(components(project), 'service').map(({ port }) => port);
    expect(new Set(ports).size).toBe(services.length + 2);
    const without = Object.entries(deploymentFiles(project)).filter(([, text]) => !/permits/i.test(text) || !/visas/i.test(text));
    expect(without.map(([file]) => file)).toEqual([
      'infra/compose/registers.yaml',
      'infra/compose/keycloak/refused-passwords.txt',
      'infra/observability/service-level-alerts.yaml',
      'infra/observability/dashboard.json',
      'infra/k8s/components/monitoring/monitoring.yaml',
    ]);
  } finally {
    rmSync(project, { recursive: true });
  }
});

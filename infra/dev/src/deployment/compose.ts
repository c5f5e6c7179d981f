import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@portal/service-kit';
import { parse, parseDocument, type Scalar, stringify, type YAMLMap } from 'yaml';
import { addressesAsked, type Component, calledBy, callersOf, components, ofKind, serviceAddresses, urlOf } from './components.ts';
import { imageOf, stageOf } from './image.ts';
import { gatewayHas } from './settings.ts';

export interface ComposeService {
  image?: string;
  build?: { context: string; dockerfile: string; target: string; args: Record<string, string | null>; secrets: string[] };
  command?: string[];
  environment?: Environment;
  networks?: string[];
  ports?: string[];
  secrets?: string[];
  volumes?: string[];
  tmpfs?: string[];
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  healthcheck?: { test: string[]; [further: string]: unknown };
  depends_on?: Record<string, { condition: string }>;
  [further: string]: unknown;
}

export interface ComposeFile {
  name: string;
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
}

export const composeFolder = 'infra/compose';

/** Compose variables: `given` must be defined in `.env`, `orElse` has a default. */
const given = (name: string): string => `\${${name}:?}`;
const orElse = (name: string, value: string): string => `\${${name}:-${value}}`;

const password = (area: string): string => `MYSQL_PASSWORD_${area.toUpperCase()}`;
const redisPassword = (area: string): string => `REDIS_PASSWORD_${area.toUpperCase()}`;
/** Returns the token with which a service authenticates to the witness. */
const witnessToken = (area: string): string => given(`WITNESS_TOKEN_${area.toUpperCase()}`);
/** Returns the Redis URL with the account of a service. `make-secrets.mjs` writes the permissions of these accounts. */
const redisUrl = ({ area }: Component): string => `rediss://portal_${area}:${given(redisPassword(area))}@redis:6379`;
const healthy = { condition: 'service_healthy' };
const done = { condition: 'service_completed_successfully' };

/** The address at which other containers reach Keycloak. */
const keycloak = 'https://keycloak:8443';

/** Settings of the gateway and of every service. */
const commonSettings = {
  PUBLIC_URL: `https://${given('PORTAL_HOST')}`,
  PORTAL_NAME: orElse('PORTAL_NAME', 'Single Window'),
  PRODUCT_NAME: orElse('PRODUCT_NAME', 'Customs'),
  PRODUCT_SLUG: orElse('PRODUCT_SLUG', 'customs'),
  OIDC_ISSUER: `https://${given('IDENTITY_HOST')}/realms/portal`,
  STEP_UP_ACR: orElse('STEP_UP_ACR', 'none'),
  METRICS_TOKEN: given('METRICS_TOKEN'),
  LOG_LEVEL: orElse('LOG_LEVEL', 'info'),
};

const serverSettings = {
  s3: {
    S3_TLS: orElse('S3_TLS', 'verify'),
    S3_ENDPOINT: 'https://s3:8333',
    S3_ACCESS_KEY_ID: given('S3_ACCESS_KEY_ID'),
    S3_SECRET_ACCESS_KEY: given('S3_SECRET_ACCESS_KEY'),
    S3_BUCKET: 'media',
  },
  // The scanner has no network connection: both containers mount the folder that contains its socket.
  clamd: { CLAMD_URL: 'unix:///run/clamav/clamd.sock' },
  // The operator sets SMTP_URL, LOOKUPS_URL and the related settings in settings.env.
  mail: {},
  registers: {},
};

/** Returns the component's own settings. `.env` can change each of them. */
const ownSettings = ({ settings }: Component): Environment => Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, orElse(name, value)]));

/** Returns what every container of the portal has in common: it writes only to /data and /tmp, and has no capabilities. */
const contained = (component: Component): ComposeService => ({
  image: `${component.image}:${orElse('PORTAL_VERSION', 'latest')}`,
  build: {
    context: '../..',
    dockerfile: 'infra/images/Dockerfile',
    target: stageOf(component),
    args: {
      FOLDER: component.folder,
      MAIN: component.main,
      // null means that .env or the environment may set the value.
      NODE_IMAGE: null,
      NPM_CONFIG_REGISTRY: null,
      SOURCE_COMMIT: null,
      BUILDER_ID: null,
    },
    secrets: ['authority'],
  },
  read_only: true,
  tmpfs: ['/tmp', '/data:uid=1000,gid=1000,mode=0700'],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  init: true,
});
/**
 * The name of a container that does not run is asked of the name server outside. Where that does not answer, a lookup would take the usual 10 seconds or more, and
 * callers would hang instead of hearing that a part is away.
 */
const quickLookups = ['timeout:2', 'attempts:2'];
/** Docker writes the tag into each line. The container `logs` sends only lines with this beginning, and says with the name where a line is from. */
const logging = { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5', tag: 'portal/{{.Name}}' } };

/** The mount that is used when settings.env contains COUNTRY_PACK=/country-pack. */
const countryPack = './country-pack:/country-pack:ro';

/** The mount of the files that settings.env can name in DKIM_KEY and SMTP_CA. */
const mailFolder = './secrets/mail:/run/mail:ro';

/** A file in which the operator can set any other setting. */
const furtherSettings = [{ path: './settings.env', required: false }];

/**
 * Returns the health check of the image, which is repeated here so that an image in a format without health checks is checked too. The gateway is asked for its
 * liveness: it must stay reachable while a service is down. On a small machine that starts everything at once, a service may need more than a minute, so
 * failures in the start period do not count.
 */
const healthcheck = (root: string, component: Component) => {
  const { healthcheck: command } = imageOf(root, stageOf(component));
  const test = ['CMD', ...command.map((word) => (component.kind === 'gateway' ? word.replace('/health/ready', '/health/live') : word).replaceAll('$', '$$$$'))];
  return { test, interval: '10s', timeout: '10s', start_period: '120s' };
};

const process = (component: Component): ComposeService => ({
  ...contained(component),
  restart: 'unless-stopped',
  stop_grace_period: '30s',
  env_file: furtherSettings,
  deploy: { resources: { limits: { cpus: cpus(component.resources.limits.cpu), memory: memory(component.resources.limits.memory) } } },
});

const cpus = (amount: string): string => (amount.endsWith('m') ? String(Number(amount.slice(0, -1)) / 1000) : amount);
const memory = (amount: string): string => amount.replace('i', '');

function gateway(component: Component, all: Component[]): ComposeService {
  const services = calledBy(component, all);
  return {
    ...process(component),
    environment: {
      ...commonSettings,
      REDIS_URL: redisUrl(component),
      PORT: String(component.port),
      ...ownSettings(component),
      TRUSTED_PROXIES: '10.89.1.0/24',
      ADMISSION: 'on',
      ...serviceAddresses(Object.fromEntries(services.map((service) => [service.area, urlOf(service)])), gatewayHas),
      OIDC_INTERNAL_URL: `${keycloak}/realms/portal`,
      OIDC_CLIENT_SECRET: given('OIDC_CLIENT_SECRET'),
      OIDC_STAFF_ACR: orElse('OIDC_STAFF_ACR', 'none'),
      SESSION_SECRET: given('SESSION_SECRET'),
      REMOTES_DIR: '/remotes',
      REMOTES_KEYS: '/run/secrets/remotes-keys',
      ...certificate,
    },
    volumes: ['remotes:/remotes', countryPack, ...ownFolders(component)],
    secrets: ['remotes-keys'],
    networks: ['edge', 'services', 'data'],
    depends_on: Object.fromEntries(['redis', 'keycloak', ...services.map(({ name }) => name)].map((name) => [name, healthy])),
  };
}

/** The certificate authorities that a component trusts in addition to the public ones. */
const trust = { NODE_EXTRA_CA_CERTS: '/run/trusted/authorities.pem' };
const trustFolder = './secrets/trusted:/run/trusted:ro';
/** Returns the mounts of a component. Whole folders are mounted: a replaced file becomes visible in a mounted folder, but not if the file itself is mounted. */
const ownFolders = ({ name }: Component): string[] => [`./secrets/services/${name}:/run/service:ro`, trustFolder];
const certificate = { TLS_CERT_FILE: '/run/service/certificate.pem', TLS_KEY_FILE: '/run/service/certificate-key.pem', ...trust };

/** The network with a connection to servers outside the deployment. */
const outside = 'outside';

/** A service that sends no messages does not reach the mail server. With the SMTP_URL of settings.env it would report that the server is down. */
const withoutMail = { SMTP_URL: '', SMS_URL: '' };

const serviceSecrets = ['signing-keys', 'data-keys', 'audit-keys'];

const serviceSettings = (component: Component, all: Component[]): Environment => ({
  ...commonSettings,
  REDIS_URL: redisUrl(component),
  PORT: String(component.port),
  MIGRATE_AT_START: 'false',
  MYSQL_TLS: orElse('MYSQL_TLS', 'verify'),
  ...Object.fromEntries(calledBy(component, all).map((called) => [`${called.area.toUpperCase()}_URL`, urlOf(called)])),
  ...addressesAsked(component, all),
  OIDC_JWKS_URL: `${keycloak}/realms/portal/protocol/openid-connect/certs`,
  SERVICE_KEY: '/run/service/key.json',
  CALLER_KEYS: '/run/trusted/caller-keys.json',
  ...certificate,
  CALLERS: callersOf(component, all).join(','),
  SIGNING_KEYS: '/run/secrets/signing-keys',
  DATA_KEYS: '/run/secrets/data-keys',
  SEAL_PERSONAL_DATA: orElse('SEAL_PERSONAL_DATA', 'now'),
  AUDIT_KEYS: '/run/secrets/audit-keys',
  WITNESS_URL: orElse('WITNESS_URL', 'https://witness:4110'),
  WITNESS_TOKEN: witnessToken(component.area),
  ...(component.uses.includes('mail') ? {} : withoutMail),
  ...Object.assign({}, ...component.uses.map((server) => serverSettings[server])),
  ...ownSettings(component),
});

const databaseUrl = (account: string, variable: string): string => `mysql://${account}:${given(variable)}@mariadb:3306`;

function service(component: Component, all: Component[]): Record<string, ComposeService> {
  const { area, uses } = component;
  const settings = serviceSettings(component, all);
  const job = `migrate-${area}`;
  const stores = ['data', ...(uses.includes('s3') ? ['files'] : [])];
  const volumes = [
    countryPack,
    ...ownFolders(component),
    ...(uses.includes('mail') ? [mailFolder] : []),
    ...(uses.includes('clamd') ? ['virus-scanner:/run/clamav:ro'] : []),
  ];
  return {
    [component.name]: {
      ...process(component),
      environment: { ...settings, MYSQL_URL: databaseUrl(`portal_${area}`, password(area)) },
      volumes,
      secrets: serviceSecrets,
      // None of the other networks has a connection to the outside.
      networks: ['services', ...stores, ...(uses.includes('mail') ? [outside] : [])],
      depends_on: {
        mariadb: healthy,
        redis: healthy,
        [job]: done,
        ...(uses.includes('s3') ? { 's3-buckets': done } : {}),
        ...(uses.includes('clamd') ? { clamd: healthy } : {}),
      },
    },
    // Migrates the database as its owner and grants the service its rights: the service must not be able to change the audit log.
    [job]: {
      ...contained(component),
      restart: 'no',
      command: ['migrate'],
      env_file: furtherSettings,
      environment: { ...settings, MYSQL_URL: databaseUrl(`portal_${area}_owner`, `${password(area)}_OWNER`), MYSQL_SERVICE_ACCOUNT: `portal_${area}` },
      volumes: [countryPack, trustFolder],
      secrets: serviceSecrets,
      networks: stores,
      depends_on: { mariadb: healthy },
    },
  };
}

const witnessTokens = (all: Component[]): string =>
  ofKind(all, 'service', 'ops')
    .map(({ area }) => `${area}=${witnessToken(area)}`)
    .join(',');

/** The witness keeps the heads of the audit logs in a volume, so that they outlive the container. */
const witness = (component: Component, all: Component[]): ComposeService => ({
  ...process(component),
  environment: { PORT: String(component.port), WITNESS_TOKENS: witnessTokens(all), LOG_LEVEL: orElse('LOG_LEVEL', 'info'), ...certificate },
  tmpfs: ['/tmp'],
  volumes: ['witness:/data', ...ownFolders(component)],
  networks: ['services', 'data'],
});

/** Returns the job that deploys the screens of an area, signed with the key of that area. Each `up` runs it again, so it deploys only what is new. */
const screens = (component: Component): ComposeService => ({
  ...contained(component),
  restart: 'no',
  command: ['publish', component.name, '--new-only'],
  environment: { REMOTES_KEYS: '/run/secrets/remotes-keys', REMOTES_SIGNING_KEY: `/run/secrets/sign-${component.name}`, REMOTES_WHO: 'compose' },
  volumes: ['remotes:/remotes'],
  network_mode: 'none',
  secrets: ['remotes-keys', `sign-${component.name}`],
});

/** Returns the container of `ops`, which backs up, restores for practice and verifies. Its account may read every database but write to none. */
const ops = (component: Component, all: Component[]): ComposeService => ({
  ...process(component),
  environment: {
    PORT: String(component.port),
    LOG_LEVEL: orElse('LOG_LEVEL', 'info'),
    METRICS_TOKEN: given('METRICS_TOKEN'),
    MYSQL_URL: databaseUrl('portal_ops', 'MYSQL_PASSWORD_OPS'),
    MYSQL_TLS: orElse('MYSQL_TLS', 'verify'),
    ...serverSettings.s3,
    S3_ACCESS_KEY_ID: given('S3_ACCESS_KEY_ID_OPS'),
    S3_SECRET_ACCESS_KEY: given('S3_SECRET_ACCESS_KEY_OPS'),
    DATA_KEYS: '/run/secrets/data-keys',
    AUDIT_KEYS: '/run/secrets/audit-keys',
    REMOTES_DIR: '/remotes',
    KEYCLOAK_DUMPS: '/keycloak-dumps',
    WITNESS_URL: orElse('WITNESS_URL', 'https://witness:4110'),
    WITNESS_TOKEN: witnessToken(component.area),
    ...certificate,
    ...ownSettings(component),
  },
  tmpfs: ['/tmp'],
  volumes: ['ops:/data', 'remotes:/remotes:ro', 'keycloak-dumps:/keycloak-dumps:ro', ...ownFolders(component)],
  secrets: ['data-keys', 'audit-keys'],
  networks: ['services', 'data', 'files'],
  // Tasks that are due run at once, so on a first start the tables must exist before.
  depends_on: { mariadb: healthy, 's3-buckets': done, ...Object.fromEntries(ofKind(all, 'service').map(({ area }) => [`migrate-${area}`, done])) },
});

/** Returns the container that puts the store of the areas back from a backup. An operator runs it: `ops` itself may only read the store. */
const remotesRestore = (component: Component): ComposeService => ({
  ...contained(component),
  profiles: ['recovery'],
  restart: 'no',
  entrypoint: ['node', 'main.js', 'restore-remotes'],
  environment: { REMOTES_DIR: '/remotes' },
  tmpfs: ['/tmp'],
  volumes: ['ops:/data', 'remotes:/remotes'],
  network_mode: 'none',
});

const servicesOf = (component: Component, all: Component[]): Record<string, ComposeService> => {
  switch (component.kind) {
    case 'gateway':
      return { [component.name]: gateway(component, all) };
    case 'service':
      return service(component, all);
    case 'witness':
      return { [component.name]: witness(component, all) };
    case 'ops':
      return { [component.name]: ops(component, all), 'restore-remotes': remotesRestore(component) };
    case 'screens':
      return { [`publish-${component.area}`]: screens(component) };
  }
};

const head = ` Generated from servers.yaml and from the components (\`portal\` in their package.json): do not edit. npm run check -- --write "generated files"
 The whole portal on one machine, as it runs in production. First: node infra/compose/make-secrets.mjs
 Then, in this folder: docker compose up --build --detach`;

/** Returns the text of compose.yaml: the hand-written servers.yaml and the components. */
export function composeText(root: string): string {
  const all = components(root);
  const document = parseDocument(readFileSync(join(root, composeFolder, 'servers.yaml'), 'utf8'), { compat: 'yaml-1.1' });
  const put = (path: string[], value: unknown): void => document.setIn(path, document.createNode(value, { aliasDuplicateObjects: false }));
  for (const { area } of ofKind(all, 'service'))
    for (const name of [password(area), `${password(area)}_OWNER`]) put(['services', 'mariadb', 'environment', name], given(name));
  for (const component of all)
    for (const [name, described] of Object.entries(servicesOf(component, all)))
      put(['services', name], described.restart === 'no' ? described : { ...described, healthcheck: healthcheck(root, component) });
  for (const { key } of (document.get('services') as YAMLMap<Scalar>).items) {
    const name = String(key.value ?? key);
    put(['services', name, 'logging'], logging);
    if (!document.hasIn(['services', name, 'network_mode'])) put(['services', name, 'dns_opt'], quickLookups);
  }
  for (const { name } of ofKind(all, 'screens')) put(['secrets', `sign-${name}`], { file: `./secrets/${name}.pem` });
  document.commentBefore = head;
  return document.toString({ lineWidth: 0 });
}

const registersHead = `# Generated from the components (\`portal\` in their package.json): do not edit. npm run check -- --write "generated files"
# Connects what calls the country's registers (LOOKUPS_URL) with the outside. README.md, "Further settings", says how to switch it on.
`;

/** Returns the text of registers.yaml, which an operator adds to compose.yaml: a portal without registers of the country needs no way to them. */
export function registersText(root: string): string {
  const calling = components(root).filter(({ uses }) => uses.includes('registers'));
  return registersHead + stringify({ services: Object.fromEntries(calling.map(({ name }) => [name, { networks: [outside] }])) });
}

const accountsBegin =
  '# Accounts of the gateway and the services, and the owners of their databases (npm run check -- --write "generated files" writes this list)';

/** Returns the text of `.env.example`: its hand-written part and the passwords of every service. */
export function envExample(root: string): string {
  const text = readFileSync(join(root, composeFolder, '.env.example'), 'utf8');
  const all = components(root);
  const accounts = [
    ...ofKind(all, 'service').flatMap(({ area }) => [`${password(area)}=`, `${password(area)}_OWNER=`]),
    ...ofKind(all, 'gateway', 'service').map(({ area }) => `${redisPassword(area)}=`),
    ...ofKind(all, 'service', 'ops').map(({ area }) => `WITNESS_TOKEN_${area.toUpperCase()}=`),
  ];
  return `${text.slice(0, text.indexOf(accountsBegin))}${accountsBegin}\n${accounts.join('\n')}\n`;
}

/** Matches a variable: `${NAME}`, `${NAME:-default}` or `${NAME:?message}`. */
const variable = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/** Returns the variables of a file, and whether each has a default. */
export const variablesOf = (text: string): { name: string; hasDefault: boolean }[] =>
  [...text.matchAll(variable)].map(([, name, kind]) => ({ name, hasDefault: kind === '-' }));

/** Reads the variables of a `.env` file. */
export const envFile = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

/** Returns a sample `.env`: a value for every variable of `.env.example`. */
export function sampleEnv(root: string): Record<string, string> {
  const example = envFile(readFileSync(join(root, composeFolder, '.env.example'), 'utf8'));
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, value || `a-sample-of-${name.toLowerCase().replaceAll('_', '-')}`]));
}

/** Parses the file as Compose reads it. @throws Error if a variable without a default is missing */
export function readCompose(text: string, env: Environment): ComposeFile {
  const filled = text.replace(/^\s*#.*$/gm, '').replace(variable, (_all, name: string, kind?: string, fallback?: string) => {
    const value = env[name] || (kind === '-' ? fallback : undefined);
    if (value === undefined) throw new Error(`compose.yaml: ${name} is not given`);
    return value;
  });
  return parse(filled.replaceAll('$$', '$'), { merge: true }) as ComposeFile;
}

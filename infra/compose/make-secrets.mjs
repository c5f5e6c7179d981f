import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `node infra/compose/make-secrets.mjs --portal portal.example.org --identity id.example.org`: writes `.env` and the folder `secrets`. It keeps existing
 * values, so run it again after an upgrade that needs additional values. `--replace svc-trips`, or `--replace services` for all, gives services new keys for
 * their calls. The previous keys stay valid until the next replacement.
 */
const here = import.meta.dirname;
const { values } = parseArgs({
  options: {
    portal: { type: 'string' },
    identity: { type: 'string' },
    out: { type: 'string', default: here },
    replace: { type: 'string', multiple: true, default: [] },
  },
});

const envFile = path.join(values.out, '.env');
/** @param {string} text @returns {Record<string, string>} */
const variables = (text) => Object.fromEntries([...text.matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]));
const known = existsSync(envFile) ? variables(readFileSync(envFile, 'utf8')) : {};
/** @type {Record<string, string | undefined>} */
const hosts = { PORTAL_HOST: values.portal, IDENTITY_HOST: values.identity };
const secret = () => randomBytes(32).toString('base64url');

const missing = Object.entries(hosts).filter(([name, value]) => !value && !known[name]);
if (missing.length) {
  console.error('Which host names? node infra/compose/make-secrets.mjs --portal portal.example.org --identity id.example.org');
  process.exit(1);
}

const settingsFile = path.join(values.out, 'settings.env');
const settings = existsSync(settingsFile) ? variables(readFileSync(settingsFile, 'utf8')) : {};
/** Returns the prefix of keys in Redis that settings.env sets, without quotes. @param {string} name @returns {string} */
function prefixOf(name) {
  const prefix = (settings[name] ?? 'portal').trim().replace(/^(["'])(.*)\1$/, '$2');
  if (/^[\w.:{}-]+$/.test(prefix)) return prefix;
  console.error(`${name} in ${settingsFile} is ${prefix}: use only letters, digits and the characters . : _ - { }`);
  process.exit(1);
}
const [queuePrefix, sessionPrefix] = ['QUEUE_PREFIX', 'SESSION_PREFIX'].map(prefixOf);

/**
 * Replaces a file atomically: an interrupted run leaves the old file. This matters because a lost key cannot be made again. @param {string} file @param
 * {string} text @param {number} mode
 */
function replaceFile(file, text, mode) {
  const scratch = `${file}.${process.pid}`;
  writeFileSync(scratch, text, { mode });
  renameSync(scratch, file);
}

const filledIn = readFileSync(path.join(here, '.env.example'), 'utf8')
  .split('\n')
  .slice(3)
  .map((line) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return name ? `${name}=${hosts[name] ?? known[name] ?? (value || secret())}` : line;
  })
  .join('\n');
// Lines that an operator has added are kept.
const added = Object.entries(known).filter(([name]) => !Object.hasOwn(variables(filledIn), name));
const env = filledIn + added.map(([name, value]) => `${name}=${value}\n`).join('');
mkdirSync(values.out, { recursive: true });
replaceFile(envFile, env, 0o600);
const all = variables(env);
const { METRICS_TOKEN: metricsToken, PORTAL_HOST, IDENTITY_HOST } = all;

// The users of the containers read these files. The permissions of the folder protect them from other users of this machine.
const folder = path.join(values.out, 'secrets');
mkdirSync(folder, { recursive: true, mode: 0o700 });
/** @param {object} content */
const json = (content) => `${JSON.stringify(content, null, 2)}\n`;
/** @param {string} name @param {object | string} content */
const write = (name, content) => {
  const file = path.join(folder, name);
  if (!existsSync(file)) replaceFile(file, typeof content === 'string' ? content : json(content), 0o444);
};

const newJwk = () => {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { ...jwk, kid: createHash('sha256').update(String(jwk.x)).digest('base64url').slice(0, 12) };
};
write('signing-keys.json', { keys: [newJwk()] });
write('data-keys.json', { keys: [{ id: 'k1', key: secret() }], indexKeys: [{ id: 'i1', key: secret() }] });
write('audit-keys.json', { keys: [{ id: 'a1', key: secret() }] });
// These credentials follow .env. The backup process has its own account at the object store, like svc-media.
/** @param {string} name @param {string} suffix of its variables */
const identity = (name, suffix = '') => ({
  name,
  credentials: [{ accessKey: all[`S3_ACCESS_KEY_ID${suffix}`], secretKey: all[`S3_SECRET_ACCESS_KEY${suffix}`] }],
  actions: ['Read', 'Write', 'List', 'Tagging'],
});
replaceFile(path.join(folder, 's3-identities.json'), json({ identities: [identity('media'), identity('ops', '_OPS')] }), 0o444);
replaceFile(path.join(folder, 'metrics-token'), String(metricsToken), 0o444);
replaceFile(path.join(folder, 'sites.json'), json([{ targets: [`https://${PORTAL_HOST}/health/live`, `https://${IDENTITY_HOST}/realms/portal`] }]), 0o444);
// An operator can replace this file with the certificate of another authority.
write('authority.pem', '');
// Each area has its own key, so that one team cannot publish into the area of another.
const project = path.join(here, '../..');
const trustFile = path.join(folder, 'remotes-keys.json');
const trusted = existsSync(trustFile) ? JSON.parse(readFileSync(trustFile, 'utf8')) : {};
for (const area of readdirSync(project).filter((name) => name.startsWith('mf-') && existsSync(path.join(project, name, 'area.json')))) {
  const file = path.join(folder, `${area}.pem`);
  if (!existsSync(file)) replaceFile(file, String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })), 0o444);
  // Listed keys are kept: a key that is being replaced has two entries.
  trusted[area] ??= [createPublicKey(readFileSync(file)).export({ type: 'spki', format: 'der' }).toString('base64')];
}
replaceFile(trustFile, json(trusted), 0o444);

/** Creates a folder that containers may read. The folder around it keeps other users of this machine out. @param {string[]} names */
function innerFolder(...names) {
  const inner = path.join(folder, ...names);
  mkdirSync(inner, { recursive: true });
  for (const depth of names.keys()) chmodSync(path.join(folder, ...names.slice(0, depth + 1)), 0o755);
  return inner;
}

/** Returns the kind that a package.json gives for its component. @param {string} name @returns {string | undefined} */
const kindOf = (name) => {
  const file = path.join(project, name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).portal?.kind : undefined;
};
// Each service has a key with which it signs its calls to other services.
const services = readdirSync(project).filter((name) => name.startsWith('svc-') && kindOf(name) === 'service');
const unknown = values.replace.find((name) => ![...services, 'services'].includes(name));
if (unknown) throw new Error(`--replace ${unknown}: there is no such service`);
const callersFile = path.join(innerFolder('trusted'), 'caller-keys.json');
const callers = existsSync(callersFile) ? JSON.parse(readFileSync(callersFile, 'utf8')) : {};
/** @param {import('node:crypto').JsonWebKey & { kid?: string }} key */
const publicPart = ({ kty, crv, x, kid }) => ({ kty, crv, x, kid });
for (const name of services) {
  const file = path.join(innerFolder('services', name), 'key.json');
  const { keys: known } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { keys: [] };
  const isReplaced = values.replace.includes(name) || values.replace.includes('services');
  const keys = isReplaced || !known.length ? [newJwk(), ...known.slice(0, 1)] : known;
  // The called services must know a new key before the caller signs with it.
  callers[name] = keys.map(publicPart);
  replaceFile(callersFile, json(callers), 0o444);
  if (keys !== known) replaceFile(file, json({ keys }), 0o444);
}

// An operator can put files here for the services that send mail: the key of DKIM_KEY, and the authority of SMTP_CA.
innerFolder('mail');

// The accounts of Redis. The file contains digests of the passwords. The previous password stays valid until the next replacement.
const queues = `~{${queuePrefix}}:* &${queuePrefix}:events:* +@all -@dangerous +info`;
/** Permissions of accounts that differ from those of a service. @type {Record<string, string>} */
const rights = {
  default: '~* &* +@all',
  portal_gateway: `~${sessionPrefix}:* &${queuePrefix}:events:* +@all -@dangerous +info`,
  portal_monitoring: '+ping +info +config|get +client|setname +latency|latest +latency|histogram +slowlog|get +slowlog|len',
};
const usersFile = path.join(innerFolder('services', 'redis'), 'users.acl');
const usersBefore = existsSync(usersFile) ? readFileSync(usersFile, 'utf8') : '';
const users = Object.entries(all).flatMap(([name, password]) => {
  const [isAccount, of] = /^REDIS_PASSWORD(_\w+)?$/.exec(name) ?? [];
  if (!isAccount) return [];
  const user = of ? `portal${of.toLowerCase()}` : 'default';
  const digest = `#${createHash('sha256').update(String(password)).digest('hex')}`;
  const before = new RegExp(`^user ${user} on ((?:#\\w+ )+)`, 'm').exec(usersBefore)?.[1]?.trim().split(' ') ?? [];
  const digests = before[0] === digest ? before : [digest, ...before.slice(0, 1)];
  return `user ${user} on ${digests.join(' ')} ${rights[user] ?? queues}\n`;
});
replaceFile(usersFile, users.join(''), 0o444);

// An operator can put a certificate here with which the container "logs" identifies itself at the receiver.
innerFolder('log-client');

// The certificate authority of this portal, and the certificates with which its components serve TLS. Node.js can verify certificates but not create them, so
// openssl does.
const authority = path.join(innerFolder('trusted'), 'authorities.pem');
const authorityKey = path.join(folder, 'authority-key.pem');
/** @param {string[]} words */
const openssl = (...words) => execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] });
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const scratch = mkdtempSync(path.join(tmpdir(), 'certificates-'));
/** @param {string} made @param {string} file @param {number} mode */
const keep = (made, file, mode) => replaceFile(file, readFileSync(path.join(scratch, made), 'utf8'), mode);
if (!existsSync(authorityKey)) {
  const [key, certificate] = [path.join(scratch, 'authority-key.pem'), path.join(scratch, 'authority.pem')];
  const extensions = ['basicConstraints=critical,CA:TRUE,pathlen:0', 'keyUsage=critical,keyCertSign,cRLSign'].flatMap((one) => ['-addext', one]);
  openssl('req', '-x509', ...curve, '-sha256', '-days', '3650', '-subj', '/CN=Authority of the portal', ...extensions, '-keyout', key, '-out', certificate);
  keep('authority-key.pem', authorityKey, 0o400);
  // Certificates of other authorities that an operator has added are kept.
  const others = existsSync(authority) ? readFileSync(authority, 'utf8') : '';
  replaceFile(authority, readFileSync(certificate, 'utf8') + others, 0o444);
}

const longestDays = 365;
const DAY_MS = 86_400_000;
/** Returns when a certificate ends, in ms since 1970. @param {string} file */
const endOf = (file) => Date.parse(new X509Certificate(readFileSync(file)).validTo);
// These load a certificate only when they start. The portal's own parts load a new one within seconds.
const servers = ['mariadb', 'redis', 's3', 'keycloak'];
const exporters = ['blackbox', 'node', 'redis-metrics', 'database-metrics'];
/** The containers whose certificate is replaced, with the end of the certificate that they had. @type {Map<string, number>} */
const renewed = new Map();
for (const name of [...services, 'gateway', 'witness', 'ops', ...servers, ...exporters]) {
  const own = innerFolder('services', name);
  const [file, keyFile] = [path.join(own, 'certificate.pem'), path.join(own, 'certificate-key.pem')];
  if (existsSync(file)) {
    const end = endOf(file);
    // It is replaced when less than a third of its validity is left.
    if (end - Date.now() >= (longestDays / 3) * DAY_MS) continue;
    renewed.set(name, end);
  }
  const [key, request, certificate, extensions] = ['key.pem', 'request.pem', 'certificate.pem', 'extensions'].map((each) => path.join(scratch, each));
  const names = [`DNS:${name}`, 'DNS:localhost', 'IP:127.0.0.1'].join(',');
  writeFileSync(extensions, `subjectAltName=${names}\nbasicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n`);
  openssl('req', '-new', ...curve, '-subj', `/CN=${name}`, '-keyout', key, '-out', request);
  const signing = ['-CA', authority, '-CAkey', authorityKey, '-sha256', '-days', String(longestDays), '-extfile', extensions];
  openssl('x509', '-req', '-in', request, ...signing, '-out', certificate);
  keep('key.pem', keyFile, 0o444);
  keep('certificate.pem', file, 0o444);
}
rmSync(scratch, { recursive: true });
console.log(
  `${path.relative(process.cwd(), envFile)} and ${path.relative(process.cwd(), folder)} are written. Keep a copy where secrets are kept: without them the data cannot be read.`,
);
if (renewed.size) console.log(`New certificates: ${[...renewed.keys()].join(', ')}.`);
const [renewedServers, renewedExporters] = [servers, exporters].map((names) => names.filter((name) => renewed.has(name)));
const toRestart = [...renewedServers, ...renewedExporters];
// On a cluster there is no Compose file beside the secrets, and the certificates there are made by cert-manager.
if (toRestart.length && existsSync(path.join(values.out, 'compose.yaml'))) {
  const firstEnd = new Date(Math.min(...toRestart.map((name) => renewed.get(name) ?? 0)));
  console.log(
    `Restart these one at a time, at a quiet hour, before ${firstEnd.toISOString().slice(0, 10)}: they use the old certificates until then, and the portal stops when those expire.`,
  );
  for (const name of renewedServers) console.log(`    docker compose restart ${name}`);
  for (const name of renewedExporters) console.log(`    docker compose --profile monitoring restart ${name}`);
}

import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `node infra/compose/make-secrets.mjs --portal portal.example.org --identity id.example.org`: writes `.env` and the folder `secrets`.
 * It keeps existing values, so run it again after an upgrade that needs more of them.
 * `--replace svc-trips`, or `--replace services` for all, gives services new keys for their calls; those before count until the next replacement.
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

/** Replaces a file in one step: an interrupted run leaves the old file. A lost key cannot be made again. @param {string} file @param {string} text @param {number} mode */
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
// Keep the lines that an operator has added.
const added = Object.entries(known).filter(([name]) => !Object.hasOwn(variables(filledIn), name));
const env = filledIn + added.map(([name, value]) => `${name}=${value}\n`).join('');
mkdirSync(values.out, { recursive: true });
replaceFile(envFile, env, 0o600);
const all = variables(env);
const { METRICS_TOKEN: metricsToken, PORTAL_HOST, IDENTITY_HOST } = all;

// The users of the containers read the files. The rights of the folder protect them from other users of this machine.
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
// These follow .env. The process that backs up has an account of its own at the store, as svc-media has.
/** @param {string} name @param {string} suffix of its variables */
const identity = (name, suffix = '') => ({
  name,
  credentials: [{ accessKey: all[`S3_ACCESS_KEY_ID${suffix}`], secretKey: all[`S3_SECRET_ACCESS_KEY${suffix}`] }],
  actions: ['Read', 'Write', 'List', 'Tagging'],
});
replaceFile(path.join(folder, 's3-identities.json'), json({ identities: [identity('media'), identity('ops', '_OPS')] }), 0o444);
replaceFile(path.join(folder, 'metrics-token'), String(metricsToken), 0o444);
replaceFile(path.join(folder, 'sites.json'), json([{ targets: [`https://${PORTAL_HOST}/health/live`, `https://${IDENTITY_HOST}/realms/portal`] }]), 0o444);
// The certificate of an authority of your own can take its place.
write('authority.pem', '');
// Each area has a key of its own: one team cannot publish into the area of another.
const project = path.join(here, '../..');
const trustFile = path.join(folder, 'remotes-keys.json');
const trusted = existsSync(trustFile) ? JSON.parse(readFileSync(trustFile, 'utf8')) : {};
for (const area of readdirSync(project).filter((name) => name.startsWith('mf-') && existsSync(path.join(project, name, 'area.json')))) {
  const file = path.join(folder, `${area}.pem`);
  if (!existsSync(file)) replaceFile(file, String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })), 0o444);
  // Keep the listed keys: a key that is being replaced has two entries.
  trusted[area] ??= [createPublicKey(readFileSync(file)).export({ type: 'spki', format: 'der' }).toString('base64')];
}
replaceFile(trustFile, json(trusted), 0o444);

/** A folder that containers read; the folder around it keeps other users of this machine away. @param {string[]} names */
function innerFolder(...names) {
  const inner = path.join(folder, ...names);
  mkdirSync(inner, { recursive: true });
  for (const depth of names.keys()) chmodSync(path.join(folder, ...names.slice(0, depth + 1)), 0o755);
  return inner;
}

/** What a package.json says of the part that it describes. @param {string} name @returns {string | undefined} */
const kindOf = (name) => {
  const file = path.join(project, name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).portal?.kind : undefined;
};
// Each service has a key by which the others know its calls, and so has the script beside the mail server.
const services = readdirSync(project).filter((name) => name.startsWith('svc-') && kindOf(name) === 'service');
const unknown = values.replace.find((name) => ![...services, 'mail', 'services'].includes(name));
if (unknown) throw new Error(`--replace ${unknown}: there is no such service`);
const callersFile = path.join(innerFolder('trusted'), 'caller-keys.json');
const callers = existsSync(callersFile) ? JSON.parse(readFileSync(callersFile, 'utf8')) : {};
/** @param {import('node:crypto').JsonWebKey & { kid?: string }} key */
const publicPart = ({ kty, crv, x, kid }) => ({ kty, crv, x, kid });
for (const name of [...services, 'mail']) {
  const file = path.join(innerFolder('services', name), 'key.json');
  const { keys: known } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { keys: [] };
  const isReplaced = values.replace.includes(name) || values.replace.includes('services');
  const keys = isReplaced || !known.length ? [newJwk(), ...known.slice(0, 1)] : known;
  // Those who are called know a new key before the caller signs with it.
  callers[name] = keys.map(publicPart);
  replaceFile(callersFile, json(callers), 0o444);
  if (keys !== known) replaceFile(file, json({ keys }), 0o444);
}

// The accounts at Redis. The file has digests of the passwords; the password before counts too, until another one takes its place.
const queues = '~{portal}:* &portal:events:* +@all -@dangerous +info';
/** What an account may do, where it is not the one of a service. @type {Record<string, string>} */
const rights = {
  default: '~* &* +@all',
  portal_gateway: '~portal:* &portal:events:* +@all -@dangerous +info',
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

// The authority of this portal, and the certificates by which its parts listen with TLS. Node.js verifies certificates and cannot make them: openssl does.
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
  // Authorities of other servers, which somebody has added, stay.
  const others = existsSync(authority) ? readFileSync(authority, 'utf8') : '';
  replaceFile(authority, readFileSync(certificate, 'utf8') + others, 0o444);
}

const longestDays = 365;
const DAY_MS = 86_400_000;
/** Whether a certificate has less than a third of its days left. @param {string} file */
const isOld = (file) => Date.parse(new X509Certificate(readFileSync(file)).validTo) - Date.now() < (longestDays / 3) * DAY_MS;
const exporters = ['blackbox', 'node', 'redis-metrics', 'database-metrics'];
for (const name of [...services, 'gateway', 'witness', 'ops', 'keycloak', 'redis', 'mariadb', 's3', ...exporters]) {
  const own = innerFolder('services', name);
  const [file, keyFile] = [path.join(own, 'certificate.pem'), path.join(own, 'certificate-key.pem')];
  if (existsSync(file) && !isOld(file)) continue;
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

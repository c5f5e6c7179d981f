import { createPrivateKey, type JsonWebKey, randomBytes, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Deployment } from '../deployment.ts';
import { load } from './over-https.ts';
import { tryCalls } from './upgrade.ts';

/** The option of make-secrets.mjs that replaces the keys with which services sign their calls. */
export const replaceKeys = ['--replace', 'services'];

/** Replaces the database container, so that it has the passwords of `.env`. */
const replaceDatabase = ['up', '--detach', '--wait', '--no-deps', 'mariadb'];

/** The shell command that lets Redis read its accounts again, in its container. */
const loadAccounts = 'REDISCLI_AUTH="$REDIS_PASSWORD" valkey-cli --tls --cacert /run/trusted/authorities.pem acl load';

/**
 * The commands of "Accounts of the servers" in docs/operations.md: what is run after make-secrets.mjs and before "up", which replaces the containers that use the
 * passwords.
 */
export const renewalCommands = {
  redis: [['exec', 'redis', 'sh', '-c', loadAccounts]],
  database: [replaceDatabase, ['exec', 'mariadb', 'bash', '/docker-entrypoint-initdb.d/databases.sh']],
  s3: [['up', '--detach', '--no-deps', '--force-recreate', 's3']],
  witness: [],
  root: [replaceDatabase],
};

type Secrets = Record<string, string>;

/** One kind of accounts: the names of its secrets in `.env`, and a call that succeeds only with these. */
interface Kind {
  commands: string[][];
  names: RegExp;
  isAccepted(deployment: Deployment, secrets: Secrets): Promise<boolean>;
}

const kinds: Record<'redis' | 'database' | 's3' | 'witness', Kind> = {
  redis: {
    commands: renewalCommands.redis,
    names: /^REDIS_PASSWORD/,
    isAccepted: async (deployment, { REDIS_PASSWORD_TRIPS = '' }) => {
      const ping = 'REDISCLI_AUTH="$1" valkey-cli --tls --cacert /run/trusted/authorities.pem --user portal_trips ping';
      return (await deployment.compose('exec', '-T', 'redis', 'sh', '-c', ping, 'sh', REDIS_PASSWORD_TRIPS)).trim() === 'PONG';
    },
  },
  database: {
    commands: renewalCommands.database,
    names: /^MYSQL_PASSWORD_/,
    isAccepted: async (deployment, secrets) => {
      const accounts = { portal_trips: 'TRIPS', portal_trips_owner: 'TRIPS_OWNER', portal_ops: 'OPS', keycloak: 'KEYCLOAK' };
      const answers = await Promise.all(
        Object.entries(accounts).map(([account, name]) => mayUseDatabase(deployment, account, secrets[`MYSQL_PASSWORD_${name}`] ?? '')),
      );
      return allEqual(Object.keys(accounts), answers);
    },
  },
  s3: {
    commands: renewalCommands.s3,
    names: /^S3_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)/,
    isAccepted: async (deployment, secrets) => {
      const accounts = ['', '_OPS'];
      const answers = await Promise.all(
        accounts.map((suffix) => mayUseBucket(deployment, secrets[`S3_ACCESS_KEY_ID${suffix}`] ?? '', secrets[`S3_SECRET_ACCESS_KEY${suffix}`] ?? '')),
      );
      return allEqual(['media', 'ops'], answers);
    },
  },
  witness: {
    commands: renewalCommands.witness,
    names: /^WITNESS_TOKEN_/,
    isAccepted: async (deployment, { WITNESS_TOKEN_TRIPS, WITNESS_TOKEN_OPS }) => {
      const address = 'https://witness:4110/v1/logs/portal.trips/heads/latest';
      const tokens = [WITNESS_TOKEN_TRIPS, WITNESS_TOKEN_OPS];
      const answers = await Promise.all(tokens.map((token) => statusFrom(deployment, address, { authorization: `Bearer ${token}` })));
      return allEqual(
        ['trips', 'ops'],
        answers.map((status) => isAcceptedStatus(status, 401)),
      );
    },
  },
};

/** Returns the one answer that all accounts got. @throws Error if some are accepted and others are not */
function allEqual(accounts: string[], answers: boolean[]): boolean {
  if (new Set(answers).size > 1) throw new Error(`Accepted or not: ${accounts.map((account, at) => `${account} ${answers[at]}`).join(', ')}`);
  return answers[0] === true;
}

/** Returns whether a call was answered with 200. @param refusal the status of a call that is refused @throws Error for any other status */
function isAcceptedStatus(status: number, refusal: number): boolean {
  if (status !== 200 && status !== refusal) throw new Error(`Neither accepted nor refused: ${status}`);
  return status === 200;
}

/** Signs in at the database from another container, over TLS. */
async function mayUseDatabase(deployment: Deployment, account: string, password: string): Promise<boolean> {
  const signIn = 'MYSQL_PWD="$1" mariadb --host=mariadb --protocol=tcp --user="$2" --ssl-ca="$MYSQL_CA" --ssl-verify-server-cert --execute="select 1"';
  const answered = deployment.compose('exec', '-T', 'keycloak-dump', 'sh', '-c', signIn, 'sh', password, account);
  return answered.then(
    () => true,
    (error: Error) => {
      if (error.message.includes('Access denied')) return false;
      throw error;
    },
  );
}

/** A script that calls an address with headers, and prints the status of the answer. Its argument is JSON. */
const calling = 'const [address, headers] = JSON.parse(process.argv[1]); fetch(address, { headers }).then(({ status }) => console.log(status))';

/** Calls an address from the container of svc-trips. @returns the status of the answer */
const statusFrom = async (deployment: Deployment, address: string, headers: Record<string, string>): Promise<number> =>
  Number(await deployment.compose('exec', '-T', 'svc-trips', 'node', '-e', calling, JSON.stringify([address, headers])));

/** A script that asks for the bucket of svc-media, and prints the status of the answer. Its argument is JSON. */
const askingForBucket = `const { S3Client, HeadBucketCommand } = require('@aws-sdk/client-s3');
const [accessKeyId, secretAccessKey] = JSON.parse(process.argv[1]);
const { S3_ENDPOINT: endpoint, S3_BUCKET: Bucket } = process.env;
const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
client.send(new HeadBucketCommand({ Bucket })).catch((error) => error).then(({ $metadata }) => console.log($metadata.httpStatusCode));`;

const mayUseBucket = async (deployment: Deployment, id: string, secret: string): Promise<boolean> =>
  isAcceptedStatus(Number(await deployment.compose('exec', '-T', 'svc-media', 'node', '-e', askingForBucket, JSON.stringify([id, secret]))), 403);

type ServiceKey = JsonWebKey & { kid: string };

/** Returns a token with which svc-trips calls svc-reference, signed with a key (ADR 50). */
function callToken(key: ServiceKey): string {
  const part = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: 'svc-trips', aud: 'svc-reference', iat: now, exp: now + 60 };
  const signed = `${part({ alg: 'EdDSA', kid: key.kid, typ: 'call+jwt' })}.${part(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), createPrivateKey({ key, format: 'jwk' })).toString('base64url')}`;
}

/** Returns whether svc-reference accepts a call that a key of svc-trips has signed. */
const mayCall = async (deployment: Deployment, key: ServiceKey): Promise<boolean> =>
  isAcceptedStatus(await statusFrom(deployment, 'https://svc-reference:4100/internal/catalogue/countries', { 'X-Internal-Token': callToken(key) }), 403);

/** Returns the key with which svc-trips signs its calls. */
const keyOf = ({ folder }: Deployment): ServiceKey =>
  (JSON.parse(readFileSync(join(folder, 'secrets/services/svc-trips/key.json'), 'utf8')) as { keys: [ServiceKey] }).keys[0];

/** @throws Error unless the credentials are accepted, or refused, as they should be */
async function expectAccepted(what: string, should: boolean, isAccepted: Promise<boolean>): Promise<void> {
  if ((await isAccepted) !== should) throw new Error(`${what}: ${should ? 'refused' : 'still accepted'}`);
}

/** The maximum number of seconds for which the portal is called while the keys of the services are replaced. */
const mostSeconds = 300;

/** Tests "Keys of the services" of docs/operations.md, after a leak: the keys are replaced twice, a minute apart, while the portal is called. */
async function replaceServiceKeys(deployment: Deployment, root: string): Promise<string> {
  const leaked = keyOf(deployment);
  await expectAccepted('The first key of svc-trips', true, mayCall(deployment, leaked));
  const replaced = new AbortController();
  const called = load(deployment, root, mostSeconds, 2, replaced.signal);
  called.catch(() => undefined);
  try {
    await wait(10_000);
    await deployment.makeSecrets(...replaceKeys);
    await expectAccepted('The previous key of svc-trips', true, mayCall(deployment, leaked));
    await wait(60_000);
    await deployment.makeSecrets(...replaceKeys);
    // The files are read again within a second.
    await wait(10_000);
  } finally {
    replaced.abort();
  }
  const { calls, retries } = await called;
  if (retries !== 'none') throw new Error(`Calls were repeated after: ${retries}`);
  await expectAccepted('The first key of svc-trips', false, mayCall(deployment, leaked));
  await expectAccepted('The new key of svc-trips', true, mayCall(deployment, keyOf(deployment)));
  return `${calls} calls meanwhile, none failed or repeated`;
}

/** Replaces the passwords of one kind of accounts, and waits until the portal works with them. @returns the secrets before and after */
async function renew(deployment: Deployment, { commands, names }: Kind): Promise<{ before: Secrets; after: Secrets }> {
  const before = deployment.secrets;
  const renewed = Object.keys(before).filter((name) => names.test(name));
  for (const name of renewed) deployment.changeEnv(name, '');
  await deployment.makeSecrets();
  const after = deployment.secrets;
  const kept = renewed.filter((name) => !after[name] || after[name] === before[name]);
  if (!renewed.length || kept.length) throw new Error(`make-secrets.mjs has not replaced ${kept.join(', ') || 'anything'}`);
  await runAll(deployment, commands);
  await deployment.up();
  await deployment.healthy(300);
  await deployment.ready();
  return { before, after };
}

/** Runs commands of the page. "exec" gets the option without which it needs a terminal, and "up" those of this test. */
async function runAll(deployment: Deployment, commands: string[][]): Promise<void> {
  for (const [first = '', ...words] of commands) {
    const told = await deployment.compose(first, ...(first === 'exec' ? ['-T'] : ['--no-build', '--pull', 'never']), ...words);
    // valkey-cli exits with 0 even after an error.
    if (words.includes(loadAccounts) && told.trim() !== 'OK') throw new Error(`Redis has not read its accounts again: ${told}`);
  }
}

/** Replaces the password of root as the page says, which make-secrets.mjs must not do. */
async function renewRoot(deployment: Deployment): Promise<void> {
  const { MYSQL_ROOT_PASSWORD: before = '' } = deployment.secrets;
  const after = randomBytes(32).toString('base64url');
  await deployment.sql(`alter user root@localhost identified by '${after}', root@'%' identified by '${after}'`);
  deployment.changeEnv('MYSQL_ROOT_PASSWORD', after);
  await runAll(deployment, renewalCommands.root);
  await expectAccepted('The previous password of root', false, mayUseDatabase(deployment, 'root', before));
  await expectAccepted('The new password of root', true, mayUseDatabase(deployment, 'root', after));
}

/**
 * Tests "Keys of the services" and "Accounts of the servers" of docs/operations.md: the keys and passwords are replaced by the commands of the page, those from
 * before are refused, and everything that uses them works with the new ones.
 */
export async function renewSecrets(deployment: Deployment, root: string): Promise<string> {
  const keys = await replaceServiceKeys(deployment, root);
  await renewRoot(deployment);
  for (const [name, kind] of Object.entries(kinds)) {
    const first = await renew(deployment, kind);
    await expectAccepted(`${name}, with what make-secrets.mjs has made`, true, kind.isAccepted(deployment, first.after));
    // Redis knows the previous password until the next one is made.
    await expectAccepted(`${name}, with what was used before`, name === 'redis', kind.isAccepted(deployment, first.before));
    if (name !== 'redis') continue;
    const second = await renew(deployment, kind);
    await expectAccepted('redis, with the password from before the previous one', false, kind.isAccepted(deployment, first.before));
    await expectAccepted('redis, with the newest password', true, kind.isAccepted(deployment, second.after));
  }
  await deployment.run('keycloak-dump', 'once');
  await deployment.ops('backup');
  await deployment.ops('audit-verify');
  return `keys of the services replaced twice: ${keys}; then the accounts of the database, Redis, S3 and the witness: ${await tryCalls(deployment, root)}`;
}

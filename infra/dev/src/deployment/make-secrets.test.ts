import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CallTokens, loadSettings, ServiceSettings } from '@portal/service-kit';
import { TestAuthority } from '@portal/service-kit/testing';
import { composeFolder } from './compose.ts';

const root = join(__dirname, '../../../..');
const out = mkdtempSync(join(tmpdir(), 'portal-secrets-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const make = (...words: string[]) => execFileSync(process.execPath, [join(root, composeFolder, 'make-secrets.mjs'), '--out', out, ...words], { stdio: 'pipe' });
const read = (...names: string[]): string => readFileSync(join(out, ...names), 'utf8');
const replace = (text: string, ...names: string[]): void => {
  rmSync(join(out, ...names));
  writeFileSync(join(out, ...names), text);
};

/** Gives a part a certificate that expires so soon that it is replaced. */
function age(name: string): void {
  const other = new TestAuthority();
  const { cert } = other.certificate(`DNS:${name}`, 100);
  rmSync(other.folder, { recursive: true });
  replace(cert, 'secrets', 'services', name, 'certificate.pem');
}

/** Waits until changed key files are noticed, which takes at most a second. */
const waitForLook = () => wait(1_050);

/** Opens the keys of a service as its container does. */
const callsOf = (name: string, callers: string): Promise<CallTokens> => {
  const files = { serviceKey: join(out, 'secrets/services', name, 'key.json'), callerKeys: join(out, 'secrets/trusted/caller-keys.json'), callers };
  return CallTokens.open(Object.assign(loadSettings(ServiceSettings, { DATA_DIR: out }), { nodeEnv: 'production', ...files }), name);
};

it('the secrets of a portal on one machine are made once, and those of a new area added to them', () => {
  make('--portal', 'portal.example.org', '--identity', 'id.example.org');
  const [env, data, trusted] = [read('.env'), read('secrets', 'data-keys.json'), JSON.parse(read('secrets', 'remotes-keys.json'))];
  expect(Object.keys(trusted)).toEqual(expect.arrayContaining(['mf-declarations', 'mf-licences', 'mf-trips']));
  expect(env).toContain('PORTAL_HOST=portal.example.org');
  expect(env).toContain(`METRICS_TOKEN=${read('secrets', 'metrics-token')}\n`);
  // Containers read the files that an operator puts there. The folder around it keeps other users of the machine out.
  expect([statSync(join(out, 'secrets/mail')).mode & 0o777, statSync(join(out, 'secrets')).mode & 0o777]).toEqual([0o755, 0o700]);
  expect(read('secrets', 'sites.json')).toContain('https://portal.example.org/health/live');

  // This simulates what happened since the first run: an area was added, the key of another area is being replaced, and an operator has added a setting.
  const { 'mf-trips': trips, ...others } = trusted;
  const licences = [...trusted['mf-licences'], 'the next key'];
  replace(JSON.stringify({ ...others, 'mf-licences': licences }), 'secrets', 'remotes-keys.json');
  replace(`${env}RATE_LIMIT=off\n`, '.env');
  make();
  expect(JSON.parse(read('secrets', 'remotes-keys.json'))).toEqual({ ...trusted, 'mf-trips': trips, 'mf-licences': licences });
  expect(read('.env')).toBe(`${env}RATE_LIMIT=off\n`);
  expect(read('secrets', 'data-keys.json')).toBe(data);
});

it('each service has a key of its own, which is replaced while the one before still counts', async () => {
  const [trips, media] = [await callsOf('svc-trips', 'svc-reference'), await callsOf('svc-media', 'svc-trips')];
  const tokenOf = async (): Promise<string> => (await trips.headers('svc-media'))['X-Internal-Token'];
  const [before, keysOfLicences] = [await tokenOf(), read('secrets', 'services', 'svc-licences', 'key.json')];
  expect(await media.callerOf(before)).toBe('svc-trips');

  make('--replace', 'svc-trips');
  await waitForLook();
  const after = await tokenOf();
  expect(after.split('.')[0]).not.toBe(before.split('.')[0]);
  expect([await media.callerOf(before), await media.callerOf(after)]).toEqual(['svc-trips', 'svc-trips']);
  expect(read('secrets', 'services', 'svc-licences', 'key.json')).toBe(keysOfLicences);

  make('--replace', 'services');
  await waitForLook();
  await expect(media.callerOf(before)).rejects.toMatchObject({ status: 403 });
  expect([await media.callerOf(after), await media.callerOf(await tokenOf())]).toEqual(['svc-trips', 'svc-trips']);
  expect(() => make('--replace', 'svc-permits')).toThrow('there is no such service');
});

it('each part has its own Redis account; its previous password stays valid until the next replacement', () => {
  const users = (): Map<string, string> =>
    new Map([...read('secrets/services/redis/users.acl').matchAll(/^user (\S+) on (.*)$/gm)].map(([, user, rule]) => [user as string, rule as string]));
  const digestOf = (name: string): string =>
    `#${createHash('sha256')
      .update(new RegExp(`^${name}=(.+)$`, 'm').exec(read('.env'))?.[1] ?? '')
      .digest('hex')}`;
  const parts = ['gateway', 'reference', 'declarations', 'licences', 'trips', 'media', 'monitoring'];
  expect([...users().keys()].sort()).toEqual(['default', ...parts.map((part) => `portal_${part}`)].sort());
  expect(new Set([...users().values()].map((rule) => rule.split(' ')[0])).size).toBe(parts.length + 1);
  const before = digestOf('REDIS_PASSWORD_TRIPS');
  expect(users().get('portal_trips')).toBe(`${before} ~{portal}:* &portal:events:* +@all -@dangerous +info`);
  expect(users().get('portal_gateway')).toMatch(/^#\w+ ~portal:\* /);

  const replaceTrips = (): string => {
    replace(read('.env').replace(/^REDIS_PASSWORD_TRIPS=.*$/m, 'REDIS_PASSWORD_TRIPS='), '.env');
    make();
    return digestOf('REDIS_PASSWORD_TRIPS');
  };
  const second = replaceTrips();
  expect(users().get('portal_trips')).toMatch(new RegExp(`^${second} ${before} ~`));
  make();
  expect(users().get('portal_trips')).toMatch(new RegExp(`^${second} ${before} ~`));
  const third = replaceTrips();
  expect(users().get('portal_trips')).toMatch(new RegExp(`^${third} ${second} ~`));
});

it('the accounts of Redis follow the prefixes in settings.env, and a prefix that is a pattern for keys is refused before anything is written', () => {
  const ruleOf = (user: string): string => new RegExp(`^user ${user} on #\\w+ (?:#\\w+ )*(.*)$`, 'm').exec(read('secrets/services/redis/users.acl'))?.[1] ?? '';
  writeFileSync(join(out, 'settings.env'), 'RATE_LIMIT=off\nQUEUE_PREFIX=timor\nSESSION_PREFIX="{timor}_web"\n');
  make();
  expect(ruleOf('portal_trips')).toBe('~{timor}:* &timor:events:* +@all -@dangerous +info');
  expect(ruleOf('portal_gateway')).toBe('~{timor}_web:* &timor:events:* +@all -@dangerous +info');

  const before = [read('.env'), read('secrets/services/redis/users.acl')];
  for (const prefix of ['*', 'a b', 'timor # of 2026', '"']) {
    writeFileSync(join(out, 'settings.env'), `SESSION_PREFIX=${prefix}\n`);
    expect(() => make('--portal', 'other.example.org')).toThrow(`SESSION_PREFIX in ${join(out, 'settings.env')} is ${prefix}: use only letters`);
  }
  expect([read('.env'), read('secrets/services/redis/users.acl')]).toEqual(before);
  rmSync(join(out, 'settings.env'));
  make();
  expect(ruleOf('portal_trips')).toMatch(/^~\{portal\}:\* &portal:/);
});

it('each part that is called has a certificate for its name by an authority of the portal, which is made anew before it ends', () => {
  const authority = new X509Certificate(read('secrets', 'trusted', 'authorities.pem'));
  const files = (name: string) => ({
    certificate: read('secrets', 'services', name, 'certificate.pem'),
    key: read('secrets', 'services', name, 'certificate-key.pem'),
  });
  for (const name of ['svc-declarations', 'svc-licences', 'svc-media', 'svc-reference', 'svc-trips', 'witness', 'redis', 'mariadb', 's3']) {
    const { certificate, key } = files(name);
    const x509 = new X509Certificate(certificate);
    expect([name, x509.verify(authority.publicKey), x509.checkPrivateKey(createPrivateKey(key)), x509.checkHost(name), x509.checkIP('127.0.0.1')]).toEqual([
      name,
      true,
      true,
      name,
      '127.0.0.1',
    ]);
    expect(x509.checkHost('svc-other')).toBeUndefined();
  }
  // The users of the containers can read the certificates. Only the owner can read the key of the authority, which is not in any folder that a container
  // mounts.
  expect(statSync(join(out, 'secrets', 'authority-key.pem')).mode & 0o777).toBe(0o400);

  const before = files('svc-trips');
  replace(`${authority}an authority that somebody added`, 'secrets', 'trusted', 'authorities.pem');
  make();
  expect(files('svc-trips')).toEqual(before);
  age('svc-trips');
  const printed = String(make());
  expect(printed).toContain('New certificates: svc-trips.\n');
  expect(printed).not.toContain('docker compose');
  const after = files('svc-trips');
  expect(new X509Certificate(after.certificate).verify(authority.publicKey)).toBe(true);
  expect(after.key).not.toBe(before.key);
  expect(read('secrets', 'trusted', 'authorities.pem')).toContain('somebody added');
});

it('a server whose certificate was replaced is named with the command that restarts it and the day until which there is time, because it loads a certificate only when it starts', () => {
  expect(String(make())).not.toContain('certificates:');
  const ageAll = () => {
    for (const name of ['svc-media', 'keycloak', 'redis', 'node']) age(name);
  };
  ageAll();
  // Without a Compose file, as on a cluster, there is nothing to restart with it.
  expect(String(make()).split('\n').slice(1)).toEqual(['New certificates: svc-media, redis, keycloak, node.', '']);
  ageAll();
  const { validTo } = new X509Certificate(read('secrets', 'services', 'redis', 'certificate.pem'));
  writeFileSync(join(out, 'compose.yaml'), '');
  const printed = String(make());
  rmSync(join(out, 'compose.yaml'));
  expect(printed).toContain(`at a quiet hour, before ${new Date(validTo).toISOString().slice(0, 10)}: `);
  expect(printed).toContain('    docker compose restart redis\n    docker compose restart keycloak\n    docker compose --profile monitoring restart node\n');
});

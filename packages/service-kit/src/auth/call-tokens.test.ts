import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { base64url, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { configureLog } from '../logging.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { CallTokens } from './call-tokens.ts';

interface Given {
  alg?: string;
  kid?: string;
  typ?: string;
  iss?: string;
  aud?: string;
  from?: number;
  seconds?: number;
  key?: JWK;
}

describe('calls between services', () => {
  let folder: string;
  const keys: Record<string, JWK> = {};
  const made = async (): Promise<JWK> => {
    const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    const jwk = await exportJWK(privateKey);
    return { ...jwk, kid: String(jwk.x).slice(0, 8) };
  };
  const publicOf = ({ d: _secret, ...key }: JWK): JWK => key;
  /** Replaces a file with another one in a single step, as make-secrets.mjs and Kubernetes do. */
  const put = (name: string, content: object): string => {
    const file = join(folder, name);
    writeFileSync(`${file}.new`, JSON.stringify(content));
    renameSync(`${file}.new`, file);
    return file;
  };
  const callerKeys = (): object => Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, [publicOf(key)]]));
  const open = (name: string, callers: string | undefined = 'svc-trips,svc-licences'): Promise<CallTokens> =>
    CallTokens.open(
      Object.assign(loadSettings(ServiceSettings, { DATA_DIR: folder }), {
        nodeEnv: 'production',
        serviceKey: join(folder, `${name}.json`),
        callerKeys: join(folder, 'callers.json'),
        callers: callers || undefined,
      }),
      name,
    );
  /** Makes a token. Every claim that the test does not set is valid. */
  const token = async ({ alg = 'EdDSA', typ = 'call+jwt', iss = 'svc-trips', aud = 'svc-media', from = 0, seconds = 300, ...more }: Given = {}) => {
    const key = more.key ?? (keys['svc-trips'] as JWK);
    const now = Math.floor(Date.now() / 1_000) + from;
    return new SignJWT()
      .setProtectedHeader({ alg, typ, kid: more.kid ?? key.kid })
      .setIssuer(iss)
      .setAudience(aud)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(alg === 'HS256' ? base64url.decode(String(key.x)) : await importJWK(key, 'EdDSA'));
  };

  beforeAll(() => configureLog('silent'));
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-calls-'));
    for (const name of ['svc-trips', 'svc-media', 'svc-licences', 'svc-other']) {
      keys[name] = await made();
      put(`${name}.json`, { keys: [keys[name]] });
    }
    put('callers.json', callerKeys());
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('name the caller, and cost one signature in four minutes', async () => {
    const [trips, media] = [await open('svc-trips'), await open('svc-media')];
    const first = await trips.headers('svc-media');
    expect(await media.callerOf(first['X-Internal-Token'])).toBe('svc-trips');
    expect(await trips.headers('svc-media')).toBe(first);
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 241_000);
    expect(await trips.headers('svc-media')).not.toBe(first);
    now.mockRestore();
  });

  it.each<[string, (media: CallTokens) => Promise<unknown>]>([
    ['for another service', () => token({ aud: 'svc-reference' })],
    ['of a caller that signs with the name of another one', () => token({ key: keys['svc-licences'] as JWK })],
    ['that this service could have made itself', () => token({ key: keys['svc-media'] as JWK })],
    ['of a service that is not among the callers', () => token({ iss: 'svc-other', key: keys['svc-other'] as JWK })],
    ['that has ended', () => token({ from: -340 })],
    ['made for an hour', async () => token({ from: -600, seconds: 3_600 })],
    ['from the future', () => token({ from: 120 })],
    ['of another kind', () => token({ typ: 'at+jwt' })],
    ['signed with the public key as a secret', () => token({ alg: 'HS256' })],
    ['without a signature', async () => new UnsecuredJWT().setIssuer('svc-trips').setAudience('svc-media').setIssuedAt().setExpirationTime('5m').encode()],
    ['whose caller is a path', () => token({ iss: '../svc-trips' })],
    ['that is no token', async () => 'guess'],
    ['that is missing', async () => undefined],
  ])('are refused with a token %s', async (_what, make) => {
    const media = await open('svc-media');
    await expect(media.callerOf(await make(media))).rejects.toMatchObject({ status: 403 });
    expect(await media.callerOf(await token())).toBe('svc-trips');
  });

  it('are refused in production where no caller is named', async () => {
    const media = await open('svc-media', '');
    await expect(media.callerOf(await token())).rejects.toMatchObject({ status: 403 });
  });

  it('that are refused are logged, with the name that the token says', async () => {
    const lines: string[] = [];
    configureLog('warn', undefined, { write: (line) => lines.push(line) });
    try {
      await expect((await open('svc-media')).callerOf(await token({ iss: 'svc-other' }), '10.1.2.3')).rejects.toThrow();
    } finally {
      configureLog('silent');
    }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'caller-refused', service: 'svc-media', saysItIs: 'svc-other', from: '10.1.2.3', reason: 'this caller is not in CALLERS' },
    ]);
  });

  it('go on while a key is replaced and nothing is restarted; the one before counts until it is taken out', async () => {
    const [trips, media] = [await open('svc-trips'), await open('svc-media')];
    const call = async (): Promise<string> => media.callerOf((await trips.headers('svc-media'))['X-Internal-Token']);
    const old = (await trips.headers('svc-media'))['X-Internal-Token'];
    expect(await call()).toBe('svc-trips');
    const before = keys['svc-trips'] as JWK;
    const next = await made();
    // The new key reaches the called services first. The caller signs with it at once, before they have read the file again.
    put('callers.json', { ...callerKeys(), 'svc-trips': [publicOf(next), publicOf(before)] });
    put('svc-trips.json', { keys: [next, before] });
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    now += 1_001;
    const fresh = (await trips.headers('svc-media'))['X-Internal-Token'];
    expect(fresh).not.toBe(old);
    expect([await media.callerOf(fresh), await media.callerOf(old)]).toEqual(['svc-trips', 'svc-trips']);
    put('callers.json', { ...callerKeys(), 'svc-trips': [publicOf(next)] });
    now += 1_001;
    await expect(media.callerOf(old)).rejects.toMatchObject({ status: 403 });
    expect(await call()).toBe('svc-trips');
  });

  it('go on where a file is half written', async () => {
    const [trips, media] = [await open('svc-trips'), await open('svc-media')];
    const fresh = await trips.headers('svc-media');
    writeFileSync(join(folder, 'callers.json'), readFileSync(join(folder, 'callers.json'), 'utf8').slice(0, 50));
    const now = Date.now() + 1_001;
    jest.spyOn(Date, 'now').mockReturnValue(now);
    expect(await media.callerOf(fresh['X-Internal-Token'])).toBe('svc-trips');
  });

  it('are signed with no key that is not a key, and need the files that are named', async () => {
    put('svc-trips.json', { keys: [publicOf(keys['svc-trips'] as JWK)] });
    await expect(open('svc-trips')).rejects.toThrow('SERVICE_KEY must begin with a private key');
    rmSync(join(folder, 'svc-trips.json'));
    await expect(open('svc-trips')).rejects.toThrow('SERVICE_KEY must name a file with a private JWK set; it does not exist');
    put('callers.json', { 'svc-trips': [] });
    await expect(open('svc-media')).rejects.toThrow('CALLER_KEYS: svc-trips must hold Ed25519 keys');
  });

  it('need no settings in development: each service makes its key, and the others find it', async () => {
    const at = () => loadSettings(ServiceSettings, { DATA_DIR: folder });
    const [trips, media] = [await CallTokens.open(at(), 'svc-trips'), await CallTokens.open(at(), 'svc-media')];
    expect(await media.callerOf((await trips.headers('svc-media'))['X-Internal-Token'])).toBe('svc-trips');
    await expect(media.callerOf(await token({ iss: 'svc-permits' }))).rejects.toMatchObject({ status: 403 });
  });
});

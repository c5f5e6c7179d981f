/** Bearer tokens for calls between services. Each service signs with its own key. A token is valid for one called service and for a few minutes. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type CryptoKey, createLocalJWKSet, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { forbidden } from '../http/problems.ts';
import { log } from '../logging.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { sharedSecretFile } from '../settings/shared-secret-file.ts';
import { WatchedFiles } from '../settings/watched-files.ts';

const lifeSeconds = 300;
/** Seconds before its expiry when a token is replaced, so that no token expires during a call. */
const renewSeconds = 60;
const clockSkewSeconds = 30;
const tokenType = 'call+jwt';
const algorithm = 'EdDSA';
const mostKnown = 1_000;

export type CallHeaders = { 'X-Internal-Token': string };

/** Returns the public part of a key. The private part never leaves this module. */
const publicPart = ({ kty, crv, x, kid }: JWK): JWK => ({ kty, crv, x, kid, alg: algorithm }) as JWK;

function readKeys(setting: string, keys: unknown): JWK[] {
  const list = Array.isArray(keys) ? (keys as JWK[]) : [];
  if (!list.length || list.some(({ crv, kid }) => crv !== 'Ed25519' || !kid)) throw new Error(`${setting} must hold Ed25519 keys (JWK), each with a kid`);
  return list;
}

/** Reads a private key set. The first key signs. */
const ownKeys = (text: string): JWK[] => {
  const keys = readKeys('SERVICE_KEY', (JSON.parse(text) as { keys?: unknown }).keys);
  if (!keys[0]?.d) throw new Error('SERVICE_KEY must begin with a private key');
  return keys;
};

/** Reads the public keys of each caller. */
const callerKeys = (text: string): Map<string, JWK[]> =>
  new Map(Object.entries(JSON.parse(text) as object).map(([name, keys]) => [name, readKeys(`CALLER_KEYS: ${name}`, keys).map(publicPart)]));

async function newKey(): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
  const key = await exportJWK(privateKey);
  return { keys: [{ ...key, kid: createHash('sha256').update(String(key.x)).digest('base64url').slice(0, 12) }] };
}

/** Returns the path of a service's key file in development. There each service generates its own key. */
const developmentFile = ({ dataDir }: ServiceSettings, name: string): string => join(dataDir, 'service-keys', `${name}.json`);

/** Returns the public keys of a caller. With `now` the key file is checked for changes first. */
type KeysOf = (caller: string, now?: boolean) => readonly JWK[];

const content = <T>(file: WatchedFiles<T>, now?: boolean): T => {
  if (now) file.look();
  return file.get();
};

/** Returns the callers of a portal in development: every service that has a key file in the folder of keys. */
function developmentCallers(settings: ServiceSettings): KeysOf {
  const known = new Map<string, WatchedFiles<JWK[]>>();
  return (caller, now) => {
    try {
      const file = known.get(caller) ?? new WatchedFiles([developmentFile(settings, caller)], (text) => ownKeys(text).map(publicPart));
      known.set(caller, file);
      return content(file, now);
    } catch {
      return [];
    }
  };
}

/**
 * Signs the calls of this service to other services, and verifies their calls to this service. The issuer of a token is the caller, and its audience is the
 * called service, so a token cannot be used for another service. Both key files are read again when they change: a new key is accepted within a second, and a
 * key that was removed from the file is no longer accepted.
 */
export class CallTokens {
  private readonly made = new Map<string, { headers: CallHeaders; of: JWK[]; until: number }>();
  private readonly known = new Map<string, { caller: string; of: readonly JWK[]; until: number }>();

  private constructor(
    readonly name: string,
    private readonly own: WatchedFiles<JWK[]>,
    private readonly mayCall: (caller: string) => boolean,
    private readonly keysOf: KeysOf,
  ) {}

  /** Opens the key files. @param name of the service: `svc-trips` @throws Error where a file named in the settings cannot be read */
  static async open(settings: ServiceSettings, name: string): Promise<CallTokens> {
    const { serviceKey, callerKeys: path, nodeEnv } = settings;
    const fallback = developmentFile(settings, name);
    await sharedSecretFile(settings, { name: 'SERVICE_KEY', holds: 'a private JWK set', path: serviceKey, fallback }, newKey);
    const file = path ? new WatchedFiles([path], callerKeys) : undefined;
    const callers = settings.callers?.split(',').map((caller) => caller.trim());
    return new CallTokens(
      name,
      new WatchedFiles([serviceKey ?? fallback], ownKeys),
      (caller) => (callers ? callers.includes(caller) : nodeEnv !== 'production'),
      file ? (caller, now) => content(file, now).get(caller) ?? [] : developmentCallers(settings),
    );
  }

  /** Returns the token header for a call to another service, such as `svc-media`. */
  async headers(to: string): Promise<CallHeaders> {
    const keys = this.own.get();
    const held = this.made.get(to);
    if (held && held.of === keys && held.until > Date.now()) return held.headers;
    const [key] = keys as [JWK];
    const token = await new SignJWT()
      .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: tokenType })
      .setIssuer(this.name)
      .setAudience(to)
      .setIssuedAt()
      .setExpirationTime(`${lifeSeconds}s`)
      .sign((await importJWK(key, algorithm)) as CryptoKey);
    const headers = { 'X-Internal-Token': token };
    this.made.set(to, { headers, of: keys, until: Date.now() + (lifeSeconds - renewSeconds) * 1_000 });
    return headers;
  }

  /**
   * Verifies a token and returns the name of the caller. @param from the caller's address, for the log @throws 403 where the token is not from a service that
   * may call this one
   */
  async callerOf(token: unknown, from?: string): Promise<string> {
    const held = this.known.get(String(token));
    if (held && held.until > Date.now() && held.of === this.keysOf(held.caller)) return held.caller;
    let caller: string | undefined;
    try {
      caller = decodeJwt(String(token)).iss ?? '';
      if (!/^[a-z][a-z0-9-]{0,62}$/.test(caller)) throw new Error('it names no caller');
      if (!this.mayCall(caller)) throw new Error('this caller is not in CALLERS');
      const { kid } = decodeProtectedHeader(String(token));
      // A caller may sign with its new key before this service has noticed the changed key file.
      const of = this.keysOf(caller).some((key) => key.kid === kid) ? this.keysOf(caller) : this.keysOf(caller, true);
      const { payload } = await jwtVerify(String(token), createLocalJWKSet({ keys: [...of] }), {
        issuer: caller,
        audience: this.name,
        typ: tokenType,
        algorithms: [algorithm],
        requiredClaims: ['iat', 'exp'],
        // Limits the age of a token, so that a key that was stolen for a short time cannot make a token for later use.
        maxTokenAge: lifeSeconds,
        clockTolerance: clockSkewSeconds,
      });
      if (this.known.size >= mostKnown) this.known.clear();
      this.known.set(String(token), { caller, of, until: Math.min(payload.exp as number, (payload.iat as number) + lifeSeconds) * 1_000 });
      return caller;
    } catch (error) {
      const { message: reason, claim } = error as Error & { claim?: string };
      // The caller's name is read from the token, and nothing proves it.
      log().warn({ event: 'caller-refused', service: this.name, saysItIs: caller?.slice(0, 63), from, claim, reason }, 'a call of another service was refused');
      throw forbidden('Only for other services');
    }
  }
}

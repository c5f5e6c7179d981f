/** Settings are classes: one line per setting with its default and meaning. All bad settings are listed at once, at the start. */
import 'reflect-metadata';

export interface SettingOptions {
  /** What it means, for the documentation and the error list. */
  about: string;
  default?: string | number | boolean;
  /** Secrets have no default in production. */
  secret?: boolean;
  values?: readonly string[];
  optional?: boolean;
}

interface SettingMeta extends SettingOptions {
  field: string;
  env: string;
  type: unknown;
}

const settingsKey = Symbol.for('portal:settings');

/** Marks a field as read from the environment variable `env`; the field's type (string, number, boolean) says how. */
export function Setting(env: string, options: SettingOptions): PropertyDecorator {
  return (target, field) => {
    const list = [...((Reflect.getMetadata(settingsKey, target) as SettingMeta[]) ?? [])];
    list.push({ ...options, env, field: String(field), type: Reflect.getMetadata('design:type', target, field) });
    Reflect.defineMetadata(settingsKey, list, target);
  };
}

/** Every bad setting, in one error, without its value: it may be a secret. */
export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`Settings are not right:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
  }
}

export type Environment = Record<string, string | undefined>;

/** The settings of a class, for the documentation. */
export const settingsOf = (cls: new () => object): readonly SettingMeta[] => (Reflect.getMetadata(settingsKey, cls.prototype) as SettingMeta[]) ?? [];

/**
 * Reads a settings class from the environment.
 * @throws SettingsError listing every setting that is missing or malformed
 */
export function loadSettings<T extends object>(cls: new () => T, env: Environment): T {
  const problems: string[] = [];
  const settings = new cls() as Record<string, unknown>;
  const production = env.NODE_ENV === 'production';
  for (const s of settingsOf(cls)) {
    const raw = env[s.env]?.trim();
    if (!raw) {
      if (s.default !== undefined && !(s.secret && production)) settings[s.field] = s.default;
      else if (!s.optional) problems.push(`${s.env} is not set (${s.about})${s.secret && production ? '; a secret has no default in production' : ''}`);
      continue;
    }
    if (s.type === Number) {
      const n = Number(raw);
      if (Number.isFinite(n)) settings[s.field] = n;
      else problems.push(`${s.env} must be a number (${s.about})`);
    } else if (s.type === Boolean) {
      if (['true', 'false', '1', '0', 'on', 'off'].includes(raw)) settings[s.field] = ['true', '1', 'on'].includes(raw);
      else problems.push(`${s.env} must be true or false (${s.about})`);
    } else if (s.values && !s.values.includes(raw)) problems.push(`${s.env} must be one of ${s.values.join(', ')} (${s.about})`);
    else settings[s.field] = raw;
  }
  if (problems.length) throw new SettingsError(problems);
  return settings as T;
}

/** What every service reads. */
export class ServiceSettings {
  @Setting('PORT', { about: 'port this service listens on; 0 takes a free one', default: 0 }) port: number;
  @Setting('HOST', { about: 'address it listens on', default: '127.0.0.1' }) host: string;
  @Setting('NODE_ENV', { about: 'production refuses every development default', default: 'development' }) nodeEnv: string;
  @Setting('DATA_DIR', { about: 'folder of the embedded databases and files', default: '.data' }) dataDir: string;
  @Setting('PUBLIC_URL', { about: 'public origin of the portal', default: 'http://localhost:8080' }) publicUrl: string;
  @Setting('MYSQL_URL', { about: 'MySQL or MariaDB server, such as mysql://user:password@host:3306; without it the embedded database is used', optional: true })
  mysqlUrl?: string;
  @Setting('DATABASE_PREFIX', { about: 'prefix of the database names on MySQL', default: 'portal' }) databasePrefix: string;
  @Setting('DATABASE_POOL', { about: 'connections in the MySQL pool', default: 16 }) databasePool: number;
  @Setting('REDIS_URL', { about: 'Redis server for the queues; without it they run in this process', optional: true }) redisUrl?: string;
  @Setting('QUEUE_PREFIX', { about: 'prefix of the queue keys', default: 'portal' }) queuePrefix: string;
  @Setting('OIDC_ISSUER', { about: 'issuer of the access tokens', default: 'http://localhost:8080/identity' }) oidcIssuer: string;
  @Setting('OIDC_JWKS_URL', { about: "address of the issuer's public keys", default: 'http://localhost:8080/identity/jwks' }) oidcJwksUrl: string;
  @Setting('INTERNAL_TOKEN', { about: 'shared secret of calls between services', secret: true, default: 'development-only' }) internalToken: string;
  @Setting('SIGNING_KEYS', { about: 'file with the private JWK set that signs QR codes; the first key signs', optional: true }) signingKeys?: string;
  @Setting('REFERENCE_URL', { about: 'address of svc-reference', default: 'http://127.0.0.1:4100' }) referenceUrl: string;
  @Setting('MEDIA_URL', { about: 'address of svc-media', default: 'http://127.0.0.1:4104' }) mediaUrl: string;
  @Setting('LOG_LEVEL', { about: 'fatal, error, warn, info, debug or silent', default: 'info', values: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] })
  logLevel: string;
  @Setting('PRODUCT_NAME', { about: 'name of the authority that issues declarations', default: 'Customs' }) productName: string;
  @Setting('PRODUCT_SLUG', { about: 'the same in addresses', default: 'customs' }) productSlug: string;
  @Setting('PORTAL_NAME', { about: 'name of the portal on prints', default: 'Single Window' }) portalName: string;
}

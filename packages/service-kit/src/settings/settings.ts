/** Settings classes: each setting has one line with its default and meaning. At start, all invalid settings are reported at once. */
import 'reflect-metadata';
import { describeValues, parseValue, settingKinds, type ValueRules } from './values.ts';

export interface SettingOptions extends ValueRules {
  /** Meaning of the setting, for the documentation and for error messages. */
  about: string;
  default?: string | number | boolean;
  /** Secrets have no default in production; the published default is for development only. */
  secret?: boolean;
  optional?: boolean;
  /** Name of another setting. Where that one is set, this setting is required. */
  requiredWith?: string;
  /** Minimum number of characters of the value in production. */
  minLength?: number;
  /** What else production requires: that a value is set, that it is an https address, or that no value is set. */
  production?: 'required' | 'https' | 'refused';
  /**
   * Name of a switch, such as REDIS_TLS. Unless the switch is off, production requires an address with TLS, or, for a setting that names a certificate file, a
   * value.
   */
  tls?: string;
}

export interface SettingMeta extends SettingOptions {
  field: string;
  env: string;
  type: unknown;
}

const settingsKey = Symbol.for('portal:settings');

/** Reads a field from the environment variable `env`, converted to the field's type (string, number, boolean). */
export function Setting(env: string, options: SettingOptions): PropertyDecorator {
  return (target, field) => {
    const list = [...((Reflect.getMetadata(settingsKey, target) as SettingMeta[]) ?? [])];
    list.push({ ...options, env, field: String(field), type: Reflect.getMetadata('design:type', target, field) });
    Reflect.defineMetadata(settingsKey, list, target);
  };
}

/** All invalid settings in one error. Their values may be secret and are left out. */
export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`Settings are not right:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
  }
}

export type Environment = Record<string, string | undefined>;

/** Returns the settings of a class, for the documentation. */
export const settingsOf = (cls: new () => object): readonly SettingMeta[] => (Reflect.getMetadata(settingsKey, cls.prototype) as SettingMeta[]) ?? [];

/** Returns the rule for a setting in production, as the end of a sentence; empty where there is none. */
export function productionRule({ secret, optional, production, minLength, tls, ...rules }: SettingMeta): string {
  if (production === 'refused') return 'must not be set';
  if (tls)
    return [
      production === 'required' ? 'must be given' : '',
      isAddress(rules) ? `must be an address with TLS unless ${tls} is off` : `must be given unless ${tls} is off`,
    ]
      .filter(Boolean)
      .join(', ');
  const length = minLength ? `at least ${minLength} characters` : '';
  if (production === 'https') return 'must be given, and begin with https://';
  if (production === 'required' || (secret && !optional)) return ['must be given', length].filter(Boolean).join(', ');
  return length;
}

/** Returns whether production requires TLS for this setting. If the switch itself has an invalid value, only the switch is reported. */
const asksForTls = ({ tls }: SettingMeta, env: Environment): boolean =>
  env.NODE_ENV === 'production' && tls !== undefined && ['', 'verify'].includes(env[tls]?.trim() ?? '');
const isAddress = ({ url, shape }: ValueRules): boolean => url !== undefined || shape !== undefined;
const plainAddress = /^([a-z]+=)?(http|tcp|redis|redis\+cluster|redis\+sentinel):\/\//;

/** Returns why a missing setting is required; undefined where its default is used. */
function missing(s: SettingMeta, env: Environment, all: readonly SettingMeta[]): string | undefined {
  const production = env.NODE_ENV === 'production';
  if (production && s.secret && !s.optional) return '; a secret has no default in production';
  if (production && (s.production === 'required' || s.production === 'https')) return '; production has no default for it';
  if (asksForTls(s, env) && !isAddress(s)) return `; production needs it unless ${s.tls} is off`;
  // If the other setting is itself invalid, only that one is reported.
  const other = all.find(({ env: name }) => name === s.requiredWith);
  const given = other && env[other.env]?.trim();
  if (given && parseValue(other, given) !== undefined) return `; ${other.env} needs it`;
  return s.default === undefined && !s.optional ? '' : undefined;
}

/** Returns why a value is not allowed in production, although it is valid elsewhere. */
function inProduction(s: SettingMeta, raw: string, env: Environment): string | undefined {
  if (s.production === 'refused') return 'must not be set in production';
  if (s.production === 'https' && !raw.startsWith('https://')) return 'must begin with https:// in production';
  if (asksForTls(s, env) && raw.split(',').some((part) => plainAddress.test(part.trim())))
    return `must be an address with TLS in production, unless ${s.tls} is off`;
  if (s.secret && raw === s.default) return 'must not be the default of development, which everybody can read';
  return raw.length < (s.minLength ?? 0) ? `must have at least ${s.minLength} characters in production` : undefined;
}

/**
 * Reads a settings class from the environment.
 * @throws SettingsError listing every setting that is missing or malformed
 */
export function loadSettings<T extends object>(cls: new () => T, env: Environment): T {
  const problems: string[] = [];
  const settings = new cls() as Record<string, unknown>;
  const all = settingsOf(cls);
  for (const s of all) {
    const raw = env[s.env]?.trim();
    if (!raw) {
      const why = missing(s, env, all);
      if (why !== undefined) problems.push(`${s.env} is not set (${s.about})${why}`);
      else if (s.default !== undefined) settings[s.field] = s.default;
      continue;
    }
    const value = parseValue(s, raw);
    const fault = value === undefined ? `must be ${describeValues(s)}` : env.NODE_ENV === 'production' && inProduction(s, raw, env);
    if (fault) problems.push(`${s.env} ${fault} (${s.about})`);
    else settings[s.field] = value;
  }
  if (problems.length) throw new SettingsError(problems);
  return settings as T;
}

/** The TLS settings that several parts read. */
export const tlsSettings = {
  services: {
    about:
      'off lets the parts of the portal call each other over plain HTTP in production: on one machine, or in a network that encrypts. Otherwise each listens with a certificate and verifies the others',
    default: 'verify',
    values: ['verify', 'off'],
  },
  certificate: {
    about: 'file with the certificate (PEM) by which it listens with TLS, and those between it and its authority. Read again when it changes',
    optional: true,
    requiredWith: 'TLS_KEY_FILE',
    tls: 'SERVICES_TLS',
  },
  key: { about: 'file with the private key (PEM) of that certificate', optional: true, requiredWith: 'TLS_CERT_FILE', tls: 'SERVICES_TLS' },
  redis: { about: 'off allows redis:// without TLS in production', default: 'verify', values: ['verify', 'off'] },
  s3: { about: 'off allows an S3_ENDPOINT without TLS in production', default: 'verify', values: ['verify', 'off'] },
  traces: { about: 'off allows a receiver of traces without TLS in production', default: 'verify', values: ['verify', 'off'] },
  provider: { about: 'off allows addresses of the OpenID provider without TLS in production', default: 'verify', values: ['verify', 'off'] },
} as const satisfies Record<string, SettingOptions>;

/** The settings that every service reads. */
export class ServiceSettings {
  @Setting('PORT', { about: 'port this service listens on; 0 takes a free one', default: 0, ...settingKinds.port }) port: number;
  @Setting('HOST', { about: 'address it listens on', default: '127.0.0.1' }) host: string;
  @Setting('NODE_ENV', { about: 'production refuses every development default', default: 'development', ...settingKinds.mode }) nodeEnv: string;
  @Setting('DATA_DIR', { about: 'folder of the embedded databases and files', default: '.data' }) dataDir: string;
  @Setting('PUBLIC_URL', { about: 'public origin of the portal', default: 'http://localhost:8080', ...settingKinds.web, production: 'https' })
  publicUrl: string;
  @Setting('LANGUAGES', {
    about: 'languages of the portal, the default first; without it English, Portuguese and every language pack',
    optional: true,
    list: true,
    ...settingKinds.language,
  })
  languages?: string;
  @Setting('OPEN_DATA', { about: 'GET /v1/open-data gives everybody tables of rounded numbers, and the portal has a page of them', default: false })
  openData: boolean;
  @Setting('LANGUAGE_PACKS', { about: 'folder with further language packs, besides those that come with the portal', optional: true })
  languagePacks?: string;
  @Setting('MYSQL_URL', {
    about: 'MySQL or MariaDB server, such as mysql://user:password@host:3306; without it the embedded database is used',
    optional: true,
    secret: true,
    url: ['mysql', 'mariadb'],
  })
  mysqlUrl?: string;
  @Setting('MYSQL_TLS', {
    about:
      'verify connects to MYSQL_URL over TLS only, with a certificate for its host of an authority that Node trusts (NODE_EXTRA_CA_CERTS names your own); off is for a server on this machine or an encrypted network',
    default: 'off',
    values: ['verify', 'off'],
    production: 'required',
  })
  mysqlTls: 'verify' | 'off';
  @Setting('MYSQL_SERVICE_ACCOUNT', {
    about:
      'for the command "migrate", which runs as the owner of the database: account of the service, such as portal_trips, to which it grants rights. That account can read the audit log and add to it, but not change it',
    optional: true,
    ...settingKinds.identifier,
  })
  mysqlServiceAccount?: string;
  @Setting('DATABASE_PREFIX', { about: 'prefix of the database names on MySQL', default: 'portal', ...settingKinds.identifier })
  databasePrefix: string;
  @Setting('DATABASE_POOL', { about: 'connections in the MySQL pool', default: 16, ...settingKinds.count }) databasePool: number;
  @Setting('MIGRATE_AT_START', { about: 'runs pending migrations at the start; false if a job runs the command "migrate"', default: true })
  migrateAtStart: boolean;
  @Setting('SERVICES_TLS', tlsSettings.services) servicesTls: string;
  @Setting('TLS_CERT_FILE', tlsSettings.certificate) tlsCertFile?: string;
  @Setting('TLS_KEY_FILE', tlsSettings.key) tlsKeyFile?: string;
  @Setting('REDIS_TLS', tlsSettings.redis) redisTls: string;
  @Setting('REDIS_URL', {
    about:
      'Redis server for the queues, redis+cluster://host:port for a cluster, or redis+sentinel://host:port for servers that Sentinel watches; without it they run in this process',
    optional: true,
    secret: true,
    tls: 'REDIS_TLS',
    ...settingKinds.redis,
  })
  redisUrl?: string;
  @Setting('QUEUE_PREFIX', { about: 'prefix of the queue keys', default: 'portal' }) queuePrefix: string;
  @Setting('OIDC_TLS', tlsSettings.provider) oidcTls: string;
  @Setting('OIDC_ISSUER', {
    about: 'issuer of the access tokens',
    default: 'http://localhost:8080/identity',
    ...settingKinds.web,
    production: 'required',
    tls: 'OIDC_TLS',
  })
  oidcIssuer: string;
  @Setting('OIDC_AUDIENCE', { about: 'audience of the access tokens that the services take', default: 'portal' }) oidcAudience: string;
  @Setting('OIDC_JWKS_URL', {
    about: "address of the issuer's public keys",
    default: 'http://localhost:8080/identity/jwks',
    ...settingKinds.web,
    production: 'required',
    tls: 'OIDC_TLS',
    requiredWith: 'OIDC_ISSUER',
  })
  oidcJwksUrl: string;
  @Setting('STEP_UP_ACR', {
    about:
      'how an officer must have signed in to take a decision that needs two officers: values of the claim acr, of which one is enough. Without it, or with none, any sign-in of staff will do',
    optional: true,
    list: true,
  })
  stepUpAcr?: string;
  @Setting('STEP_UP_MINUTES', { about: 'how old that sign-in may be; then the officer confirms it again', default: 15, ...settingKinds.positive })
  stepUpMinutes: number;
  @Setting('SERVICE_KEY', {
    about: 'file with the private JWK set (Ed25519) by which this service proves to others who it is; the first key signs. Read again when it changes',
    optional: true,
    production: 'required',
  })
  serviceKey?: string;
  @Setting('CALLER_KEYS', {
    about: 'file with the public keys of the callers by name; all of them verify. Read again when it changes',
    optional: true,
    production: 'required',
  })
  callerKeys?: string;
  @Setting('CALLERS', {
    about:
      'who may call the addresses /internal of this service, such as svc-trips,svc-media; without it nobody may in production, and every service in development',
    optional: true,
    list: true,
    ...settingKinds.slug,
  })
  callers?: string;
  @Setting('SIGNING_KEYS', {
    about: 'file with the private JWK set that signs QR codes; the first key signs, all verify, those with revoked: true count no more',
    optional: true,
    production: 'required',
  })
  signingKeys?: string;
  @Setting('DATA_KEYS', {
    about: 'file with the keys that encrypt personal fields at rest; the first key encrypts, all of them decrypt',
    optional: true,
    production: 'required',
  })
  dataKeys?: string;
  @Setting('SEAL_PERSONAL_DATA', {
    about:
      'now encrypts personal fields; later reads encrypted fields and writes plain ones, while instances of a version without encryption are still running',
    default: 'now',
    values: ['now', 'later'],
  })
  sealPersonalData: string;
  @Setting('AUDIT_KEYS', {
    about: 'file with the keys that authenticate the audit log; the first key writes, all of them verify',
    optional: true,
    production: 'required',
  })
  auditKeys?: string;
  @Setting('WITNESS_URL', {
    about: 'address of the witness that stores the tree heads of the audit log; without it they are not stored outside the database',
    optional: true,
    tls: 'SERVICES_TLS',
    ...settingKinds.web,
    production: 'required',
  })
  witnessUrl?: string;
  @Setting('WITNESS_TOKEN', {
    about: 'bearer token required by the witness',
    optional: true,
    secret: true,
    minLength: 16,
    production: 'required',
    requiredWith: 'WITNESS_URL',
  })
  witnessToken?: string;
  @Setting('AUDIT_APPEND_SECONDS', { about: 'seconds between two additions of new records to the audit log', default: 5, ...settingKinds.seconds })
  auditAppendSeconds: number;
  @Setting('AUDIT_HEAD_SECONDS', {
    about: 'maximum seconds between two tree heads of the audit log that are sent to the witness',
    default: 60,
    ...settingKinds.seconds,
  })
  auditHeadSeconds: number;
  @Setting('AUDIT_WALK_SECONDS', { about: 'seconds between two verifications of the audit log', default: 30, ...settingKinds.seconds })
  auditWalkSeconds: number;
  @Setting('AUDIT_WALK_RECORDS', {
    about: 'maximum number of records per verification; of a longer log, the newest half of this number each time, and the rest in rotation',
    default: 100_000,
    ...settingKinds.count,
  })
  auditWalkRecords: number;
  @Setting('REFERENCE_URL', { about: 'address of svc-reference', default: 'http://127.0.0.1:4100', tls: 'SERVICES_TLS', ...settingKinds.web })
  referenceUrl: string;
  @Setting('MEDIA_URL', { about: 'address of svc-media', default: 'http://127.0.0.1:4104', tls: 'SERVICES_TLS', ...settingKinds.web }) mediaUrl: string;
  @Setting('SMTP_URL', {
    about:
      'mail server that takes the e-mail of the portal, such as smtp://user:password@host:587, or smtps://host for TLS from the start. Without it no e-mail is sent in production; in development, messages are files in DATA_DIR/mail',
    optional: true,
    secret: true,
    url: ['smtp', 'smtps'],
  })
  smtpUrl?: string;
  @Setting('SMTP_TLS', {
    about: 'required sends over smtp:// only after STARTTLS; opportunistic uses it where the server has it; never is for a server on this machine',
    default: 'required',
    values: ['required', 'opportunistic', 'never'],
  })
  smtpTls: 'required' | 'opportunistic' | 'never';
  @Setting('SMTP_CA', { about: 'file with the certificates that SMTP_URL is trusted by, if they are not public ones', optional: true }) smtpCa?: string;
  @Setting('MAIL_FROM', {
    about: 'sender of e-mail, such as Single Window <no-reply@example.org>',
    optional: true,
    requiredWith: 'SMTP_URL',
    shape: { such: 'Single Window <no-reply@example.org>', test: (text) => /^[^<>@\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(text) },
  })
  mailFrom?: string;
  @Setting('MAIL_REPLY_TO', { about: 'address to which people answer, if that is another one', optional: true }) mailReplyTo?: string;
  @Setting('DKIM_KEY', { about: 'file with the private key (PEM) that signs e-mail; without it the mail server signs, or nobody', optional: true })
  dkimKey?: string;
  @Setting('DKIM_DOMAIN', { about: 'domain of the signature, if it is not that of MAIL_FROM', optional: true }) dkimDomain?: string;
  @Setting('DKIM_SELECTOR', {
    about: 'selector of the signature: the public key is at <selector>._domainkey.<domain>',
    default: 'portal',
    ...settingKinds.slug,
  })
  dkimSelector: string;
  @Setting('SMS_TLS', { about: 'off allows an SMS_URL without TLS in production', default: 'verify', values: ['verify', 'off'] }) smsTls: string;
  @Setting('SMS_URL', {
    about: 'address of the adapter that takes short messages by HTTP. Without it none are sent in production',
    optional: true,
    ...settingKinds.web,
    tls: 'SMS_TLS',
  })
  smsUrl?: string;
  @Setting('SMS_TOKEN', { about: 'bearer token of that adapter', optional: true, secret: true, minLength: 16 }) smsToken?: string;
  @Setting('MESSAGE_HOURS', { about: 'hours after which a message that no server takes is given up', default: 72, ...settingKinds.count }) messageHours: number;
  @Setting('LOG_LEVEL', { about: 'lowest level that is logged', default: 'info', ...settingKinds.logLevel })
  logLevel: string;
  @Setting('OTEL_TLS', tlsSettings.traces) otelTls: string;
  @Setting('OTEL_EXPORTER_OTLP_ENDPOINT', {
    about: 'OTLP/HTTP receiver of traces, such as https://collector:4318; without it tracing is off',
    optional: true,
    ...settingKinds.web,
    tls: 'OTEL_TLS',
  })
  otlpEndpoint?: string;
  @Setting('METRICS_TOKEN', {
    about: 'bearer token required by GET /metrics; without it anyone who reaches the port can read it',
    optional: true,
    secret: true,
    minLength: 16,
  })
  metricsToken?: string;
  @Setting('PRODUCT_NAME', { about: 'name of the authority that issues declarations', default: 'Customs' }) productName: string;
  @Setting('PRODUCT_SLUG', { about: 'the same in URLs', default: 'customs', ...settingKinds.slug }) productSlug: string;
  @Setting('PORTAL_NAME', { about: 'name of the portal on prints', default: 'Single Window' }) portalName: string;
}

import { isIP } from 'node:net';
import { type Environment, loadSettings, Setting, settingKinds, tlsSettings } from '@portal/service-kit';

const proxies = {
  such: '10.0.0.0/8',
  test: (text: string): boolean => {
    const [address, mask = '0'] = text.split('/');
    return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || (isIP(address) > 0 && (/^\d+$/.test(mask) || isIP(mask) > 0));
  },
};

/** The settings of the gateway. */
export class GatewaySettings {
  @Setting('PORT', { about: 'port of the portal; 0 takes a free one', default: 8080, ...settingKinds.port }) port: number;
  @Setting('HOST', { about: 'address it listens on; 0.0.0.0 in a container', default: 'localhost' }) host: string;
  @Setting('NODE_ENV', { about: 'production refuses every development default', default: 'development', ...settingKinds.mode }) nodeEnv: string;
  @Setting('DATA_DIR', { about: 'folder of the embedded session store', default: '.data' }) dataDir: string;
  @Setting('PUBLIC_URL', { about: 'public origin of the portal', default: 'http://localhost:8080', ...settingKinds.web, production: 'https' })
  publicUrl: string;
  @Setting('ALSO_SERVED_AT', { about: 'further origins at which people may sign in', optional: true, ...settingKinds.web, list: true }) alsoServedAt?: string;
  @Setting('TRUSTED_PROXIES', { about: 'addresses of load balancers whose X-Forwarded-* headers are trusted', optional: true, list: true, shape: proxies })
  trustedProxies?: string;
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
    about: 'bearer token required by GET /metrics; without it that address does not exist in production',
    optional: true,
    secret: true,
    minLength: 16,
  })
  metricsToken?: string;

  @Setting('PORTAL_NAME', { about: 'name of the portal', default: 'Single Window' }) portalName: string;
  @Setting('PRODUCT_NAME', { about: 'name of the authority that issues declarations', default: 'Customs' }) productName: string;
  @Setting('PRODUCT_SLUG', { about: 'the same in URLs', default: 'customs', ...settingKinds.slug }) productSlug: string;
  @Setting('LANGUAGES', {
    about: 'languages of the portal, the default first; without it English, Portuguese and every language pack',
    optional: true,
    list: true,
    ...settingKinds.language,
  })
  languages?: string;
  @Setting('LANGUAGE_PACKS', { about: 'folder with further language packs, besides those that come with the portal', optional: true })
  languagePacks?: string;
  @Setting('PUBLIC_NUMBERS', { about: 'the home shows the numbers of GET /v1/public-numbers of svc-declarations', default: false }) publicNumbers: boolean;
  @Setting('OPEN_DATA', { about: 'the footer leads to a page of the tables that the services publish', default: false }) openData: boolean;
  @Setting('ARRIVAL_WIZARD', { about: 'steps of the arrival declaration', default: 'five', values: ['five', 'three'] }) arrivalWizard: string;

  @Setting('SERVICES_TLS', tlsSettings.services) servicesTls: string;
  @Setting('TLS_CERT_FILE', tlsSettings.certificate) tlsCertFile?: string;
  @Setting('TLS_KEY_FILE', tlsSettings.key) tlsKeyFile?: string;
  @Setting('REFERENCE_URL', { about: 'address of svc-reference', default: 'http://127.0.0.1:4100', tls: 'SERVICES_TLS', ...settingKinds.web })
  referenceUrl: string;
  @Setting('DECLARATIONS_URL', { about: 'address of svc-declarations', default: 'http://127.0.0.1:4101', tls: 'SERVICES_TLS', ...settingKinds.web })
  declarationsUrl: string;
  @Setting('LICENCES_URL', { about: 'address of svc-licences', default: 'http://127.0.0.1:4102', tls: 'SERVICES_TLS', ...settingKinds.web })
  licencesUrl: string;
  @Setting('TRIPS_URL', { about: 'address of svc-trips', default: 'http://127.0.0.1:4103', tls: 'SERVICES_TLS', ...settingKinds.web }) tripsUrl: string;
  @Setting('MEDIA_URL', { about: 'address of svc-media', default: 'http://127.0.0.1:4104', tls: 'SERVICES_TLS', ...settingKinds.web }) mediaUrl: string;
  @Setting('SERVICE_URLS', { about: 'addresses of further services', optional: true, list: true, tls: 'SERVICES_TLS', ...settingKinds.serviceAddress })
  serviceUrls?: string;
  @Setting('UPSTREAM_TIMEOUT_SECONDS', { about: 'longest wait for the first byte of a service', default: 30, ...settingKinds.seconds })
  upstreamTimeoutSeconds: number;

  @Setting('HEADER_TIMEOUT_SECONDS', { about: 'longest wait for the headers of a request', default: 15, ...settingKinds.seconds }) headerTimeoutSeconds: number;
  @Setting('REQUEST_TIMEOUT_SECONDS', {
    about: 'longest wait for the whole of a request; an upload of 10 MB takes five minutes at 0.3 Mbit/s',
    default: 300,
    ...settingKinds.seconds,
  })
  requestTimeoutSeconds: number;

  @Setting('BODY_TIMEOUT_SECONDS', { about: 'longest wait for the body of a request that is not an upload', default: 15, ...settingKinds.seconds })
  bodyTimeoutSeconds: number;
  @Setting('LEAST_BYTES_PER_SECOND', {
    about: 'minimum rate of an upload and of reading an answer; a connection that stays below it for BODY_TIMEOUT_SECONDS is closed',
    default: 2048,
    ...settingKinds.count,
  })
  leastBytesPerSecond: number;
  @Setting('OPEN_BODIES', { about: 'request bodies that one caller may send at once; beyond that the oldest is closed', default: 32, ...settingKinds.count })
  openBodies: number;
  @Setting('OPEN_UPLOADS', { about: 'uploads that one caller may send at once', default: 16, ...settingKinds.count }) openUploads: number;
  @Setting('OPEN_CONNECTIONS', {
    about: 'connections that one caller may hold; not counted behind the load balancers of TRUSTED_PROXIES, which count them',
    default: 2000,
    ...settingKinds.count,
  })
  openConnections: number;

  @Setting('OIDC_TLS', tlsSettings.provider) oidcTls: string;
  @Setting('OIDC_ISSUER', {
    about: 'issuer of the sign-in',
    default: 'http://localhost:8080/identity',
    ...settingKinds.web,
    production: 'required',
    tls: 'OIDC_TLS',
  })
  oidcIssuer: string;
  @Setting('OIDC_INTERNAL_URL', {
    about: 'address of the issuer as seen from the gateway, if it differs from the public one',
    optional: true,
    ...settingKinds.web,
    tls: 'OIDC_TLS',
  })
  oidcInternalUrl?: string;
  @Setting('OIDC_CLIENT_ID', { about: 'client id of the portal at the issuer', default: 'portal' }) oidcClientId: string;
  @Setting('OIDC_CLIENT_SECRET', { about: 'client secret of the portal at the issuer', secret: true, default: 'development-only', minLength: 16 })
  oidcClientSecret: string;
  @Setting('OIDC_SCOPE', { about: 'scopes asked for', default: 'openid profile email phone portal' }) oidcScope: string;
  @Setting('OIDC_STAFF_ACR', {
    about:
      'how staff must have signed in: values of the claim acr of which one is enough, the first is asked for; none where the issuer asks everybody for a second factor and does not say so',
    default: 'none',
    list: true,
    production: 'required',
  })
  oidcStaffAcr: string;
  @Setting('STEP_UP_ACR', {
    about: 'as STEP_UP_ACR of the services: the claim acr that is asked for when somebody confirms who they are',
    optional: true,
    list: true,
  })
  stepUpAcr?: string;
  @Setting('STEP_UP_MINUTES', { about: 'as STEP_UP_MINUTES of the services', default: 15, ...settingKinds.positive }) stepUpMinutes: number;
  @Setting('IDENTITY_URL', {
    about: 'loopback address of the development provider, whose passwords are public; mounted under /identity',
    optional: true,
    ...settingKinds.web,
    production: 'refused',
  })
  identityUrl?: string;

  @Setting('REDIS_TLS', tlsSettings.redis) redisTls: string;
  @Setting('REDIS_URL', {
    about:
      'Redis server for sessions and rate limits, redis+cluster://host:port for a cluster, or redis+sentinel://host:port; without it they are kept by this process',
    optional: true,
    secret: true,
    tls: 'REDIS_TLS',
    ...settingKinds.redis,
  })
  redisUrl?: string;
  @Setting('QUEUE_PREFIX', { about: 'prefix of the queues of the services, under which they announce changes', default: 'portal' }) queuePrefix: string;
  @Setting('SESSION_PREFIX', { about: 'prefix of the session keys in Redis', default: 'portal' }) sessionPrefix: string;
  @Setting('SESSION_SECRET', { about: 'key that encrypts stored sessions', secret: true, default: 'development-only', minLength: 16 })
  sessionSecret: string;
  @Setting('SESSION_IDLE_MINUTES', { about: 'a session ends after this long without a call', default: 30, ...settingKinds.positive })
  sessionIdleMinutes: number;
  @Setting('SESSION_ROTATE_MINUTES', { about: 'the id of a session is replaced this often', default: 15, ...settingKinds.positive })
  sessionRotateMinutes: number;
  @Setting('SESSION_MAX_HOURS', { about: 'a session ends after this long', default: 8, ...settingKinds.positive }) sessionMaxHours: number;

  @Setting('RATE_LIMIT', { about: 'limits calls by address', default: true }) rateLimit: boolean;
  @Setting('RATE_LIMIT_GENERAL', { about: 'calls a minute; an airport shares one address', default: 6000, ...settingKinds.count }) rateLimitGeneral: number;
  @Setting('RATE_LIMIT_FIND', {
    about: 'searches a minute in each public finder, of trips by reference, and of declarations and memberships by number',
    default: 60,
    ...settingKinds.count,
  })
  rateLimitFind: number;
  @Setting('RATE_LIMIT_CODE', { about: 'one-time codes a minute, asked for or tried, in each public finder', default: 10, ...settingKinds.count })
  rateLimitCode: number;
  @Setting('RATE_LIMIT_TARGET', {
    about: 'searches a minute for one trip by its reference, and for one person by a passport or identity number, by all callers together',
    default: 60,
    ...settingKinds.count,
  })
  rateLimitTarget: number;
  @Setting('RATE_LIMIT_SIGN_IN', { about: 'sign-ins a minute', default: 300, ...settingKinds.count }) rateLimitSignIn: number;
  @Setting('RATE_LIMIT_UPLOAD', { about: 'uploads a minute', default: 300, ...settingKinds.count }) rateLimitUpload: number;
  @Setting('RATE_LIMIT_TELEMETRY', { about: 'reports of pages a minute', default: 3000, ...settingKinds.count }) rateLimitTelemetry: number;

  @Setting('ADMISSION', {
    about: 'newcomers queue while the portal has more to do than it can; each service is sent as much as it answers quickly',
    default: false,
  })
  admission: boolean;
  @Setting('QUICK_ANSWER_MS', { about: 'a service that answers later than this, in milliseconds, is sent less', default: 500, ...settingKinds.count })
  quickAnswerMs: number;

  @Setting('WEB_DIR', { about: 'folder of the built shell', default: 'shell/dist/web' }) webDir: string;
  @Setting('COUNTRY_PACK', { about: 'folder with the name, colours, emblem and picture of the country; Timor-Leste without it', optional: true })
  countryPack?: string;
  @Setting('REMOTES_DIR', { about: 'folder of the deployed remotes and their registry', default: '.remotes' }) remotesDir: string;
  @Setting('REMOTES_STORE', { about: 'bucket of the deployed remotes instead of a folder, such as s3://bucket/remotes', optional: true, url: ['s3'] })
  remotesStore?: string;
  @Setting('S3_REGION', { about: 'region of the bucket', default: 'us-east-1' }) s3Region: string;
  @Setting('S3_TLS', tlsSettings.s3) s3Tls: string;
  @Setting('S3_ENDPOINT', { about: "address of an S3-compatible server; Amazon's own without it", optional: true, tls: 'S3_TLS', ...settingKinds.web })
  s3Endpoint?: string;
  @Setting('S3_ACCESS_KEY_ID', { about: "access key of the bucket; the machine's own role without it", optional: true }) s3AccessKeyId?: string;
  @Setting('S3_SECRET_ACCESS_KEY', { about: 'secret of the access key', optional: true, secret: true, requiredWith: 'S3_ACCESS_KEY_ID' })
  s3SecretAccessKey?: string;
  @Setting('REMOTES_KEYS', {
    about: 'file with the public keys that may sign for each area; development keys without it',
    optional: true,
    production: 'required',
  })
  remotesKeys?: string;
  @Setting('CANARY_LOADS', {
    about: 'minimum number of visitors to a canary before it can be aborted; visitors with one network address count as one',
    default: 20,
    ...settingKinds.count,
  })
  canaryLoads: number;
  @Setting('CANARY_FAILURES', { about: 'minimum number of visitors for whom a canary failed before it is aborted', default: 3, ...settingKinds.count })
  canaryFailures: number;
  @Setting('REMOTES_SECOND_PERSON', {
    about: 'decisions of operators about an area that another person must confirm',
    optional: true,
    list: true,
    values: ['canary', 'promote', 'abort', 'rollback', 'stop', 'resume'],
  })
  remotesSecondPerson?: string;
  @Setting('STOP_STREAMS', {
    about: 'open pages that are connected to hear at once of a stopped area; further ones ask every few seconds',
    default: 20_000,
    ...settingKinds.count,
  })
  stopStreams: number;
  @Setting('REMOTE_ORIGINS', { about: 'other origins remotes are loaded from', optional: true, ...settingKinds.web, list: true }) remoteOrigins?: string;
}

/**
 * Loads the gateway's settings.
 * @throws SettingsError with every setting that is missing or wrong
 */
export function gatewaySettings(env: Environment): GatewaySettings {
  const settings = loadSettings(GatewaySettings, env);
  return { ...settings, publicUrl: new URL(settings.publicUrl).origin };
}

/** Splits a comma-separated setting into a list. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Splits a comma-separated setting of `name=value` into pairs. */
export const pairsOf = (text: string | undefined): [string, string][] => listOf(text).map((pair) => pair.split(/=(.*)/s, 2) as [string, string]);

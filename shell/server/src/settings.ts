import { type Environment, loadSettings, Setting, SettingsError } from '@portal/service-kit';

/** What the gateway reads. */
export class GatewaySettings {
  @Setting('PORT', { about: 'port of the portal; 0 takes a free one', default: 8080 }) port: number;
  @Setting('HOST', { about: 'address it listens on; 0.0.0.0 in a container', default: 'localhost' }) host: string;
  @Setting('NODE_ENV', { about: 'production refuses every development default', default: 'development' }) nodeEnv: string;
  @Setting('DATA_DIR', { about: 'folder of the embedded session store', default: '.data' }) dataDir: string;
  @Setting('PUBLIC_URL', { about: 'public origin of the portal', default: 'http://localhost:8080' }) publicUrl: string;
  @Setting('ALSO_SERVED_AT', { about: 'other origins people may sign in at, separated by commas', optional: true }) alsoServedAt?: string;
  @Setting('TRUSTED_PROXIES', { about: 'addresses of load balancers whose X-Forwarded-* is believed, separated by commas', optional: true })
  trustedProxies?: string;
  @Setting('LOG_LEVEL', { about: 'fatal, error, warn, info, debug or silent', default: 'info', values: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] })
  logLevel: string;

  @Setting('PORTAL_NAME', { about: 'name of the portal', default: 'Single Window' }) portalName: string;
  @Setting('PRODUCT_NAME', { about: 'name of the authority that issues declarations', default: 'Customs' }) productName: string;
  @Setting('PRODUCT_SLUG', { about: 'the same in addresses', default: 'customs' }) productSlug: string;
  @Setting('LANGUAGES', { about: 'languages of the pages, the default first, separated by commas', default: 'en,pt' }) languages: string;
  @Setting('ARRIVAL_WIZARD', { about: 'steps of the arrival declaration', default: 'five', values: ['five', 'three'] }) arrivalWizard: string;

  @Setting('REFERENCE_URL', { about: 'address of svc-reference', default: 'http://127.0.0.1:4100' }) referenceUrl: string;
  @Setting('DECLARATIONS_URL', { about: 'address of svc-declarations', default: 'http://127.0.0.1:4101' }) declarationsUrl: string;
  @Setting('LICENCES_URL', { about: 'address of svc-licences', default: 'http://127.0.0.1:4102' }) licencesUrl: string;
  @Setting('TRIPS_URL', { about: 'address of svc-trips', default: 'http://127.0.0.1:4103' }) tripsUrl: string;
  @Setting('MEDIA_URL', { about: 'address of svc-media', default: 'http://127.0.0.1:4104' }) mediaUrl: string;
  @Setting('UPSTREAM_TIMEOUT_SECONDS', { about: 'longest wait for the first byte of a service', default: 30 }) upstreamTimeoutSeconds: number;

  @Setting('OIDC_ISSUER', { about: 'issuer of the sign-in', default: 'http://localhost:8080/identity' }) oidcIssuer: string;
  @Setting('OIDC_INTERNAL_URL', { about: 'address of the issuer from here, where it is another than the public one', optional: true }) oidcInternalUrl?: string;
  @Setting('OIDC_CLIENT_ID', { about: 'client id of the portal at the issuer', default: 'portal' }) oidcClientId: string;
  @Setting('OIDC_CLIENT_SECRET', { about: 'client secret of the portal at the issuer', secret: true, default: 'development-only' }) oidcClientSecret: string;
  @Setting('OIDC_SCOPE', { about: 'scopes asked for', default: 'openid profile email phone portal' }) oidcScope: string;
  @Setting('IDENTITY_URL', { about: 'loopback address of the development provider, mounted under /identity', optional: true }) identityUrl?: string;

  @Setting('REDIS_URL', { about: 'Redis server for sessions and rate limits; without it they are kept by this process', optional: true }) redisUrl?: string;
  @Setting('SESSION_PREFIX', { about: 'prefix of the session keys in Redis', default: 'portal' }) sessionPrefix: string;
  @Setting('SESSION_SECRET', { about: 'key that seals stored sessions, at least 16 characters', secret: true, default: 'development-only' })
  sessionSecret: string;
  @Setting('SESSION_IDLE_MINUTES', { about: 'a session ends after this long without a call', default: 30 }) sessionIdleMinutes: number;
  @Setting('SESSION_MAX_HOURS', { about: 'a session ends after this long', default: 8 }) sessionMaxHours: number;

  @Setting('RATE_LIMIT', { about: 'limits calls by address', default: true }) rateLimit: boolean;
  @Setting('RATE_LIMIT_GENERAL', { about: 'calls a minute; an airport shares one address', default: 6000 }) rateLimitGeneral: number;
  @Setting('RATE_LIMIT_FIND', { about: 'searches a minute in each public finder', default: 60 }) rateLimitFind: number;
  @Setting('RATE_LIMIT_SIGN_IN', { about: 'sign-ins a minute', default: 300 }) rateLimitSignIn: number;
  @Setting('RATE_LIMIT_UPLOAD', { about: 'uploads a minute', default: 300 }) rateLimitUpload: number;

  @Setting('WEB_DIR', { about: 'folder of the built shell', default: 'shell/dist/web' }) webDir: string;
  @Setting('REMOTES_DIR', { about: 'folder of the deployed remotes and their registry', default: '.remotes' }) remotesDir: string;
  @Setting('REMOTE_ORIGINS', { about: 'other origins remotes are loaded from, separated by commas', optional: true }) remoteOrigins?: string;
}

const addresses = [
  'PUBLIC_URL',
  'REFERENCE_URL',
  'DECLARATIONS_URL',
  'LICENCES_URL',
  'TRIPS_URL',
  'MEDIA_URL',
  'OIDC_ISSUER',
  'OIDC_INTERNAL_URL',
  'IDENTITY_URL',
  'REDIS_URL',
];
const positive = [
  'UPSTREAM_TIMEOUT_SECONDS',
  'SESSION_IDLE_MINUTES',
  'SESSION_MAX_HOURS',
  'RATE_LIMIT_GENERAL',
  'RATE_LIMIT_FIND',
  'RATE_LIMIT_SIGN_IN',
  'RATE_LIMIT_UPLOAD',
];

/** What a typed field cannot say by itself. */
function further(env: Environment): string[] {
  const problems: string[] = [];
  for (const name of addresses) {
    if (env[name] && !URL.canParse(env[name])) {
      problems.push(`${name} must be an address such as http://host:port`);
    }
  }
  for (const name of positive) {
    if (env[name] && !(Number(env[name]) > 0)) {
      problems.push(`${name} must be more than 0`);
    }
  }
  if (env.SESSION_SECRET && env.SESSION_SECRET.length < 16) {
    problems.push('SESSION_SECRET must have at least 16 characters');
  }
  if (env.NODE_ENV === 'production') {
    if (env.IDENTITY_URL) {
      problems.push('IDENTITY_URL is for development: its passwords are public');
    }
    if (!env.OIDC_ISSUER) {
      problems.push('OIDC_ISSUER is not set; the development provider is not there in production');
    }
    if (env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https:')) {
      problems.push('PUBLIC_URL must be https in production');
    }
  }
  return problems;
}

/**
 * The gateway's settings.
 * @throws SettingsError with every setting that is missing or wrong
 */
export function gatewaySettings(env: Environment): GatewaySettings {
  const problems = further(env);
  try {
    const settings = loadSettings(GatewaySettings, env);
    if (problems.length === 0) {
      return { ...settings, publicUrl: new URL(settings.publicUrl).origin };
    }
  } catch (error) {
    if (!(error instanceof SettingsError)) {
      throw error;
    }
    problems.unshift(...error.problems);
  }
  throw new SettingsError([...new Set(problems)]);
}

/** A comma-separated setting as a list. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

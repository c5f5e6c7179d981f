import { join } from 'node:path';
import { describeValues, type SettingMeta, SettingsError, settingsOf } from '@portal/service-kit';
import { type Component, components, ofKind } from './deployment/components.ts';
import { composeText, readCompose, sampleEnv } from './deployment/compose.ts';
import { imageOf } from './deployment/image.ts';
import { readSettings, settingsClassOf } from './deployment/settings.ts';

const root = join(__dirname, '../../..');
const readers = ofKind(components(root), 'service', 'gateway');

const ofServices = [
  'MYSQL_TLS',
  'SERVICE_KEY',
  'CALLER_KEYS',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'SIGNING_KEYS',
  'DATA_KEYS',
  'OIDC_ISSUER',
  'OIDC_JWKS_URL',
  'PUBLIC_URL',
  'AUDIT_KEYS',
  'WITNESS_URL',
  'WITNESS_TOKEN',
];
const ofMedia = [...ofServices, 'CLAMD_URL'];
const ofTheGateway = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'OIDC_STAFF_ACR', 'SESSION_SECRET', 'OIDC_CLIENT_SECRET', 'REMOTES_KEYS', 'OIDC_ISSUER', 'PUBLIC_URL'];

/** Returns the environment of a component in its container. */
const file = readCompose(composeText(root), sampleEnv(root));
const { env: ofImage } = imageOf(root, 'process');
const deployed = ({ name }: Component): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...ofImage, ...file.services[name]?.environment }).map(([key, value]) => [key, String(value)]));

const requiredOf = ({ kind, uses }: Component): string[] => (kind === 'gateway' ? ofTheGateway : uses.includes('clamd') ? ofMedia : ofServices);

const classes = new Map<Component, new () => object>();
beforeAll(async () => {
  for (const reader of readers) classes.set(reader, await settingsClassOf(reader));
});
const classOf = (component: Component) => classes.get(component) as new () => object;

function refusal(component: Component, env: Record<string, string>): { problems: string[]; message: string } {
  try {
    readSettings(component, classOf(component), env);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  return { problems: [], message: '' };
}
const namedBy = (component: Component, env: Record<string, string>): string[] => refusal(component, env).problems.map((problem) => problem.split(' ')[0]);

/** Returns invalid values of a setting; none for free text. */
function wrongValues(s: SettingMeta): string[] {
  const bad = 'wr0ng value';
  if (s.type === Number) {
    const outside = [s.min !== undefined && s.min - 1, s.above, s.max !== undefined && s.max + 1, s.integer && (s.min ?? 0) + 1.5];
    return [bad, ...outside.filter((n) => typeof n === 'number').map(String)];
  }
  if (s.url) return [bad, 'http//missing.colon', 'gopher://old.test:70', ...(s.list ? [`https://right.test,${bad}`] : [])];
  return s.type === Boolean || s.values || s.shape ? [bad] : [];
}

describe.each(readers.map((component) => [component.name, component] as const))('the settings of %s', (_name, component) => {
  const settings = () => settingsOf(classOf(component));

  it('are valid in the Compose file', () => expect(refusal(component, deployed(component)).problems).toEqual([]));

  it('are refused in production if none is set, naming each secret and each setting without a default', () => {
    expect(namedBy(component, { NODE_ENV: 'production' }).sort()).toEqual([...requiredOf(component)].sort());
  });

  it('are refused in production if one is missing, naming only that one', () => {
    for (const setting of requiredOf(component)) expect(namedBy(component, { ...deployed(component), [setting]: '' })).toEqual([setting]);
  });

  it('have rules for every number and every address', () => {
    const free = settings().filter((s) => (s.type === Number && s.min === undefined && s.above === undefined) || (/_URL$/.test(s.env) && !s.url));
    expect(free.map(({ env }) => env)).toEqual([]);
  });

  const wrongOnes = () =>
    settings().flatMap((s) => wrongValues(s).map((value): [string, string, string] => [s.env, value, `${s.env} must be ${describeValues(s)} (${s.about})`]));

  it('are refused if one is invalid, naming it without its value', () => {
    for (const [setting, value, sentence] of wrongOnes()) expect(refusal(component, { ...deployed(component), [setting]: value }).problems).toEqual([sentence]);
  });

  it('are refused if two are invalid, naming both', () => {
    const wrong = wrongOnes();
    for (const [index, [setting, value]] of wrong.entries()) {
      const [other, otherValue] = wrong[(index + 7) % wrong.length] as [string, string, string];
      if (other !== setting)
        expect(namedBy(component, { ...deployed(component), [setting]: value, [other]: otherValue }).sort()).toEqual([setting, other].sort());
    }
  });

  it('are reported all at once, without the values of secrets', () => {
    const secrets = settings()
      .filter(({ secret, env }) => secret || /_KEYS$/.test(env))
      .map(({ env }) => env);
    const leaky = Object.fromEntries(secrets.map((setting, index) => [setting, `s3cret-${index}`]));
    const { message, problems } = refusal(component, { ...deployed(component), ...leaky, PORT: '-1', LOG_LEVEL: 's3cret-level' });
    expect(problems.length).toBeGreaterThanOrEqual(4);
    expect(message).not.toContain('s3cret');
  });

  it('are refused in production if a secret is short or the one of development', () => {
    for (const s of settings().filter(({ secret, minLength }) => secret && minLength)) {
      expect(namedBy(component, { ...deployed(component), [s.env]: 'fifteen-letters' })).toEqual([s.env]);
      if (s.default) expect(namedBy(component, { ...deployed(component), [s.env]: String(s.default) })).toEqual([s.env]);
    }
  });

  it('are refused in production if an address has no TLS, unless a switch says so', () => {
    const plain = { web: 'http://host', clamd: 'tcp://host:3310', redis: 'redis://host:6379', list: 'other=http://host' };
    const plainOf = ({ env, url, shape }: SettingMeta): string | undefined => {
      if (shape) return plain.list;
      if (url === true) return plain.web;
      return url && (env === 'CLAMD_URL' ? plain.clamd : plain.redis);
    };
    const addresses = settings().filter(({ tls, url, shape }) => tls && (url || shape));
    expect(addresses.map(({ env }) => env)).toEqual(expect.arrayContaining(['OIDC_ISSUER', 'REDIS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT']));
    for (const s of addresses) {
      const environment = { ...deployed(component), [s.env]: plainOf(s) as string };
      expect(refusal(component, environment).problems).toEqual([`${s.env} must be an address with TLS in production, unless ${s.tls} is off (${s.about})`]);
      expect(refusal(component, { ...environment, [s.tls as string]: 'off' }).problems).toEqual([]);
    }
    const ofVisitors = ['PUBLIC_URL', 'ALSO_SERVED_AT', 'REMOTE_ORIGINS'];
    const withOwnRule = ['MYSQL_URL', 'IDENTITY_URL', 'SMTP_URL', 'REMOTES_STORE'];
    const others = settings().filter(({ url, tls }) => url && !tls);
    expect(others.map(({ env }) => env).filter((env) => ![...ofVisitors, ...withOwnRule].includes(env))).toEqual([]);
  });

  it('are refused in production if PUBLIC_URL is not https', () =>
    expect(namedBy(component, { ...deployed(component), PUBLIC_URL: 'http://portal.example.org' })).toEqual(['PUBLIC_URL']));
});

it('the development provider is refused in production', () => {
  const [gateway] = ofKind(readers, 'gateway') as [Component];
  expect(namedBy(gateway, { ...deployed(gateway), IDENTITY_URL: 'http://127.0.0.1:9/identity' })).toEqual(['IDENTITY_URL']);
});

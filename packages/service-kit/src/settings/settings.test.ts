import { loadSettings, ServiceSettings, Setting, type SettingsError } from './settings.ts';
import { settingKinds } from './values.ts';

class Sample extends ServiceSettings {
  @Setting('LIMIT', { about: 'a limit', default: 5, ...settingKinds.count }) limit: number;
  @Setting('WAIT', { about: 'a wait', default: 1.5, ...settingKinds.seconds }) wait: number;
  @Setting('MUST', { about: 'must be there' }) must: string;
  @Setting('SECRET', { about: 'a secret', secret: true, default: 'development-only', minLength: 16 }) secret: string;
  @Setting('SCRAPER', { about: 'a secret that is not needed', secret: true, optional: true, minLength: 16 }) scraper?: string;
  @Setting('ON', { about: 'a switch', default: false }) on: boolean;
  @Setting('ORIGINS', { about: 'some origins', optional: true, ...settingKinds.web, list: true }) origins?: string;
  @Setting('CRUTCH', { about: 'for development', optional: true, production: 'refused' }) crutch?: string;
}

const production = {
  NODE_ENV: 'production',
  MYSQL_TLS: 'off',
  MUST: 'x',
  PUBLIC_URL: 'https://portal.test',
  OIDC_ISSUER: 'https://id.test',
  OIDC_JWKS_URL: 'https://id.test/jwks',
  SERVICE_KEY: 'service.json',
  CALLER_KEYS: 'callers.json',
  TLS_CERT_FILE: 'certificate.pem',
  TLS_KEY_FILE: 'certificate-key.pem',
  SIGNING_KEYS: 'signing.json',
  DATA_KEYS: 'data.json',
  AUDIT_KEYS: 'audit.json',
  WITNESS_URL: 'https://witness.test',
  WITNESS_TOKEN: 'a-token-of-the-witness',
  SECRET: 'a-secret-of-this-portal',
};

function problems(env: Record<string, string>): string[] {
  try {
    loadSettings(Sample, { MUST: 'x', ...env });
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

describe('settings', () => {
  it('take defaults and convert', () =>
    expect(loadSettings(Sample, { MUST: 'x', ON: 'true', LIMIT: '7', WAIT: '0.1' })).toMatchObject({
      limit: 7,
      wait: 0.1,
      must: 'x',
      secret: 'development-only',
      on: true,
      databasePrefix: 'portal',
    }));

  it('list all faults at once, without the values', () => {
    const said = problems({ MUST: '', LIMIT: 'seven', ON: 'perhaps', LOG_LEVEL: 'loud-password' });
    expect(said).toEqual([
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent (lowest level that is logged)',
      'LIMIT must be a whole number from 1 upwards (a limit)',
      'MUST is not set (must be there)',
      'ON must be true or false (a switch)',
    ]);
  });

  it.each([
    ['PORT', '65536', 'a whole number from 0 up to 65535'],
    ['PORT', '80.5', 'a whole number'],
    ['LIMIT', '0', 'a whole number from 1 upwards'],
    ['WAIT', '0', 'a number above 0'],
    ['WAIT', '86401', 'a number above 0 up to 86400'],
    ['WAIT', 'Infinity', 'a number above 0'],
    ['PUBLIC_URL', 'portal.test:8080', 'an address: http:// or https://…'],
    ['PUBLIC_URL', 'http://portal.test:http', 'an address'],
    ['MYSQL_URL', 'postgres://root@db:5432', 'an address: mysql:// or mariadb://…'],
    ['ORIGINS', 'https://one.test, two.test', 'an address: http:// or https://…, or several separated by commas'],
    ['PRODUCT_SLUG', 'The Customs', 'such as border-customs'],
  ])('refuse %s=%s and say what it must be', (name, value, sentence) => {
    expect(problems({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must be .*${sentence.replaceAll('/', '\\/')}`))]);
  });

  it('require the keys of an issuer other than the development one', () => {
    expect(problems({ OIDC_ISSUER: 'https://id.test' })).toEqual(["OIDC_JWKS_URL is not set (address of the issuer's public keys); OIDC_ISSUER needs it"]);
  });

  describe('in production', () => {
    it('are accepted when they are complete', () => expect(loadSettings(Sample, production)).toMatchObject({ secret: production.SECRET, scraper: undefined }));

    it.each([
      ['SECRET', '', 'is not set (a secret); a secret has no default in production'],
      ['SECRET', 'short', 'must have at least 16 characters in production (a secret)'],
      ['SECRET', 'development-only', 'must not be the default of development, which everybody can read (a secret)'],
      ['SCRAPER', 'short', 'must have at least 16 characters in production (a secret that is not needed)'],
      ['PUBLIC_URL', '', 'is not set (public origin of the portal); production has no default for it'],
      ['PUBLIC_URL', 'http://portal.test', 'must begin with https:// in production (public origin of the portal)'],
      ['CRUTCH', 'yes', 'must not be set in production (for development)'],
    ])('refuse %s=%s', (name, value, sentence) => expect(problems({ ...production, [name]: value })).toEqual([`${name} ${sentence}`]));
  });
});

import { gatewaySettings } from './settings.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.test',
  OIDC_ISSUER: 'https://id.test',
  OIDC_CLIENT_SECRET: 'a-secret-of-the-provider',
  SESSION_SECRET: 'a-secret-of-this-portal',
  REMOTES_KEYS: 'trusted.json',
  OIDC_STAFF_ACR: '2',
  TLS_CERT_FILE: 'certificate.pem',
  TLS_KEY_FILE: 'key.pem',
};

describe('settings of the gateway', () => {
  it('have defaults for development', () => {
    expect(gatewaySettings({})).toMatchObject({ port: 8080, publicUrl: 'http://localhost:8080', rateLimit: true, sessionIdleMinutes: 30, sessionMaxHours: 8 });
  });

  it('are all named at once when they are wrong', () => {
    const wrong = () =>
      gatewaySettings({
        PORT: 'eighty',
        PUBLIC_URL: 'nowhere',
        SESSION_IDLE_MINUTES: '-1',
        RATE_LIMIT: 'perhaps',
        ARRIVAL_WIZARD: 'four',
        TRUSTED_PROXIES: '10.0.0.0/8, the balancer',
        SERVICE_URLS: 'permits=http://host:4105, Other=nowhere',
      });
    for (const name of ['PORT', 'PUBLIC_URL', 'SESSION_IDLE_MINUTES', 'RATE_LIMIT', 'ARRIVAL_WIZARD', 'TRUSTED_PROXIES', 'SERVICE_URLS']) {
      expect(wrong).toThrow(new RegExp(`- ${name} `));
    }
  });

  it('never repeat a value: it may be a secret', () => {
    expect(() => gatewaySettings({ ...production, SESSION_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2).*- SESSION_SECRET must have at least 16 characters/s);
  });

  it('accept a complete production', () => {
    expect(gatewaySettings(production).nodeEnv).toBe('production');
  });

  it('take lists of proxies, origins and further services', () => {
    const lists = {
      TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8,loopback',
      ALSO_SERVED_AT: 'http://127.0.0.1:8080,http://other.test',
      SERVICE_URLS: 'permits=http://host:4105,visas=https://other.test',
    };
    expect(gatewaySettings(lists)).toMatchObject({ trustedProxies: lists.TRUSTED_PROXIES, serviceUrls: lists.SERVICE_URLS });
  });

  it('have no secret by default in production, and no development provider', () => {
    const bare = () => gatewaySettings({ NODE_ENV: 'production', PUBLIC_URL: 'http://portal.test', IDENTITY_URL: 'http://127.0.0.1:1/identity' });
    for (const name of ['SESSION_SECRET', 'OIDC_CLIENT_SECRET', 'OIDC_ISSUER', 'IDENTITY_URL', 'PUBLIC_URL', 'REMOTES_KEYS', 'OIDC_STAFF_ACR']) {
      expect(bare).toThrow(new RegExp(`- ${name} `));
    }
  });
});

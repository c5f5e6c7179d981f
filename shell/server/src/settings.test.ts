import { gatewaySettings } from './settings.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.test',
  OIDC_ISSUER: 'https://id.test',
  OIDC_CLIENT_SECRET: 'a-secret-of-the-provider',
  SESSION_SECRET: 'a-secret-of-this-portal',
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
        SESSION_SECRET: 'short',
      });
    for (const name of ['PORT', 'PUBLIC_URL', 'SESSION_IDLE_MINUTES', 'RATE_LIMIT', 'ARRIVAL_WIZARD', 'SESSION_SECRET']) {
      expect(wrong).toThrow(new RegExp(`- ${name} `));
    }
  });

  it('never repeat a value: it may be a secret', () => {
    expect(() => gatewaySettings({ SESSION_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/s);
  });

  it('accept a complete production', () => {
    expect(gatewaySettings(production).nodeEnv).toBe('production');
  });

  it('have no secret by default in production, and no development provider', () => {
    const bare = () => gatewaySettings({ NODE_ENV: 'production', PUBLIC_URL: 'http://portal.test', IDENTITY_URL: 'http://127.0.0.1:1/identity' });
    for (const name of ['SESSION_SECRET', 'OIDC_CLIENT_SECRET', 'OIDC_ISSUER', 'IDENTITY_URL', 'PUBLIC_URL']) {
      expect(bare).toThrow(new RegExp(`- ${name} `));
    }
  });
});

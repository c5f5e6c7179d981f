import { loadSettings, ServiceSettings, Setting, type SettingsError } from './settings.ts';

class Sample extends ServiceSettings {
  @Setting('LIMIT', { about: 'a limit', default: 5 }) limit: number;
  @Setting('MUST', { about: 'must be there' }) must: string;
  @Setting('SECRET', { about: 'a secret', secret: true, default: 'development-only' }) secret: string;
  @Setting('ON', { about: 'a switch', default: false }) on: boolean;
}

describe('settings', () => {
  it('take defaults and convert', () =>
    expect(loadSettings(Sample, { MUST: 'x', ON: 'true', LIMIT: '7' })).toMatchObject({
      limit: 7,
      must: 'x',
      secret: 'development-only',
      on: true,
      databasePrefix: 'portal',
    }));

  it('list all that is wrong at once, without the values', () => {
    let said = '';
    try {
      loadSettings(Sample, { LIMIT: 'seven', ON: 'perhaps', LOG_LEVEL: 'loud-password' });
    } catch (error) {
      said = (error as SettingsError).message;
    }
    for (const name of ['LIMIT', 'MUST', 'ON', 'LOG_LEVEL']) expect(said).toContain(name);
    expect(said).not.toContain('loud-password');
  });

  it('refuse development secrets in production', () => {
    expect(() => loadSettings(Sample, { NODE_ENV: 'production', MUST: 'x' })).toThrow(/INTERNAL_TOKEN[\s\S]*SECRET/);
  });
});

import type { Database } from '../database/database.ts';
import type { Encryption } from '../encryption/encryption.ts';
import { Messages } from '../messages/messages.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { HealthController } from './health.controller.ts';

it('health reports that no e-mail is sent in production without SMTP_URL', async () => {
  const database = { engine: 'mysql', reading: { query: async () => [] } } as unknown as Database;
  const told = (settings: Partial<ServiceSettings>): Promise<object> => {
    const encryption = { isOn: true } as Encryption;
    const messages = new Messages(
      database,
      settings as ServiceSettings,
      ...([undefined, encryption, undefined, undefined] as never as [never, never, never, never]),
    );
    return new HealthController(database, encryption, messages).ready();
  };
  expect(await told({ nodeEnv: 'production' })).toEqual({ status: 'ok', database: 'mysql', mail: 'off: SMTP_URL is not set' });
  for (const settings of [{ nodeEnv: 'production', smtpUrl: 'smtp://mail' }, { nodeEnv: 'development' }])
    expect(await told(settings)).toEqual({ status: 'ok', database: 'mysql' });
});

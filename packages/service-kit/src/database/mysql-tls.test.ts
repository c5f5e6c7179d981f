import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { testBackends } from '../testing/index.ts';
import { Database } from './database.ts';
import { kitEntities } from './kit.entities.ts';

for (const [engine, makeBackend] of testBackends().slice(1)) {
  it(`MYSQL_TLS=verify never speaks to a server without TLS, on ${engine}`, async () => {
    const backend = await makeBackend();
    const open = (tls: string, host = 'localhost') =>
      Database.open(loadSettings(ServiceSettings, { ...backend.env, MYSQL_URL: String(backend.env.MYSQL_URL).replace('127.0.0.1', host), MYSQL_TLS: tls }), {
        service: 'tls',
        entities: kitEntities,
        migrations: [],
      });
    try {
      await expect(open('verify')).rejects.toThrow(/secure connection|certificate/i);
      // mysql2 does not compare the certificate if the host is an IP address.
      await expect(open('verify', '127.0.0.1')).rejects.toThrow('the name of the host');
      await (await open('off', '127.0.0.1')).close();
    } finally {
      await backend.remove();
    }
  });
}

it('production says whether the database is reached over TLS', () => {
  expect(() => loadSettings(ServiceSettings, { NODE_ENV: 'production' })).toThrow(/- MYSQL_TLS is not set/);
});

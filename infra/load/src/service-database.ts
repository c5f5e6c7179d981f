import { createRequire } from 'node:module';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';

/**
 * Reads a service's own database beside the service, MySQL or embedded.
 * @param {Record<string, string | undefined>} env the portal's settings
 * @param {string} service such as `trips`
 * @returns {Promise<{ rows: (sql: string) => Promise<any[]>, close: () => Promise<void> }>}
 */
export async function openDatabase(env, service) {
  if (env.MYSQL_URL) {
    const url = new URL(env.MYSQL_URL);
    url.pathname = `/${env.DATABASE_PREFIX || 'portal'}_${service}`;
    const connection = await createConnection({ uri: url.href, supportBigNumbers: true });
    return { rows: async (sql) => (await connection.query(sql))[0], close: () => connection.end() };
  }
  const Libsql = createRequire(import.meta.url)('libsql');
  const file = new Libsql(path.join(env.DATA_DIR ?? '.data', `${service}.db`));
  return { rows: async (sql) => file.prepare(sql).all(), close: async () => file.close() };
}

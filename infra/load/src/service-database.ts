import { createRequire } from 'node:module';
import path from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** Settings of a portal. */
export type Environment = Record<string, string | undefined>;

interface ServiceDatabase {
  rows<T>(sql: string): Promise<T[]>;
  close(): Promise<void>;
}

/** Opens a service's database beside the service, MySQL or embedded. @param service such as `trips` */
async function openDatabase(env: Environment, service: string): Promise<ServiceDatabase> {
  if (env.MYSQL_URL) {
    const url = new URL(env.MYSQL_URL);
    url.pathname = `/${env.DATABASE_PREFIX || 'portal'}_${service}`;
    const connection = await createConnection({ uri: url.href, supportBigNumbers: true });
    return {
      rows: async <T>(sql: string) => (await connection.query<RowDataPacket[]>(sql))[0] as T[],
      close: () => connection.end(),
    };
  }
  const Libsql = createRequire(import.meta.url)('libsql');
  const file = new Libsql(path.join(env.DATA_DIR ?? '.data', `${service}.db`));
  return { rows: async (sql) => file.prepare(sql).all(), close: async () => file.close() };
}

/** Opens a service's database for the time of `use`. */
export async function withDatabase<T>(env: Environment, service: string, use: (database: ServiceDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase(env, service);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

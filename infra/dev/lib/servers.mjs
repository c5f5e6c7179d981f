import { createConnection as connect } from 'node:net';

/** @param {string} host @param {number} port @returns {Promise<boolean>} */
const listens = (host, port) =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 });
    /** @param {boolean} answer */
    const done = (answer) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', done(true)).on('error', done(false)).on('timeout', done(false));
  });

const HOUR = 3_600_000;

/** A MySQL or MariaDB for the tests: MYSQL_URL, or root without a password on the default port. */
export async function findMysql() {
  const url = process.env.MYSQL_URL || 'mysql://root@127.0.0.1:3306';
  const { hostname, port } = new URL(url);
  if (!(await listens(hostname, Number(port || 3306)))) return undefined;
  const { createConnection } = await import('mysql2/promise');
  try {
    const connection = await createConnection(url);
    await connection.query('select 1');
    await connection.end();
    return url;
  } catch {
    return undefined;
  }
}

/** A Redis for the tests: REDIS_URL, or the default port. */
export async function findRedis() {
  const url = process.env.REDIS_URL || 'redis://127.0.0.1:6379';
  const { hostname, port } = new URL(url);
  if (!(await listens(hostname, Number(port || 6379)))) return undefined;
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG' ? url : undefined;
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

/** Whether a database or a key belongs to a test. A portal's `portal_trips` does not. @param {string} name */
export const isOfATest = (name) => /^\{?portal_t(?:[0-9a-f]{6}|[0-9a-f]{8})(?:_|\b)/.test(name);

/** Removes the databases of this run, and those that a killed run left behind more than an hour ago. @param {string} url @param {string} prefix */
export async function removeDatabases(url, prefix) {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection(url);
  const [rows] = await connection.query(
    `select s.schema_name as name, min(t.create_time) as born, now() as now from information_schema.schemata s
     left join information_schema.tables t on t.table_schema = s.schema_name where s.schema_name like 'portal\\_t%' group by s.schema_name`,
  );
  for (const { name, born, now } of /** @type {import('mysql2').RowDataPacket[]} */ (rows)) {
    if (name.startsWith(prefix) || (isOfATest(name) && born && now - born > HOUR)) await connection.query(`drop database if exists \`${name}\``);
  }
  await connection.end();
}

/** Removes the Redis keys of this run, and those that a killed run left behind. @param {string} url @param {string} prefix */
export async function removeKeys(url, prefix) {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: '*portal_t*', count: 500 })) {
    for (const key of keys) {
      const ours = key.replace(/^\{/, '').startsWith(prefix);
      if (ours || (isOfATest(key) && Number(await redis.object('IDLETIME', key).catch(() => 0)) * 1000 > HOUR)) await redis.del(key);
    }
  }
  redis.disconnect();
}

const HOUR = 3_600_000;

/** Returns the URL of a MySQL or MariaDB for the tests: MYSQL_URL, or root without a password on the default port; undefined if no server answers there. */
export async function findMysql() {
  const { answersMysql } = await import('@portal/load/processes/servers');
  const url = process.env.MYSQL_URL || 'mysql://root@127.0.0.1:3306';
  return (await answersMysql(url)) ? url : undefined;
}

/** Returns the URL of a Redis for the tests: REDIS_URL, or the default port; undefined if no server answers there. */
export async function findRedis() {
  const { answersRedis } = await import('@portal/load/processes/servers');
  const url = process.env.REDIS_URL || 'redis://127.0.0.1:6379';
  return (await answersRedis(url)) ? url : undefined;
}

/** Returns whether a database or a key belongs to a test. `portal_trips` of a portal does not. @param {string} name */
export const isOfATest = (name) => /^\{?portal_t(?:[0-9a-f]{6}|[0-9a-f]{8})(?:_|\b)/.test(name);

/** Removes the databases of this run, and databases that a killed run left behind more than an hour ago. @param {string} url @param {string} prefix */
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

/** Removes the Redis keys of this run, and keys that a killed run left behind and that were not used for an hour. @param {string} url @param {string} prefix */
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

/** What the account of a service may do on MySQL, where another account brings its database up to date. */
import type { DataSource } from 'typeorm';

/** Tables to which rows are added and in which none is ever changed or deleted: the audit log, its places, its tree and its signed heads. */
export const appendOnlyTables = ['audit_record', 'audit_leaf', 'audit_node', 'audit_tree_head'] as const;

/** What an account had before rights were given by table. */
const taken = 'update, delete, create, alter, drop, index';

const quoted = (name: string): string => `\`${name.replaceAll('`', '')}\``;

/**
 * Lets the account read and insert in the whole database, update and delete in every table but the append-only ones, and nothing else. The account that asks owns
 * the database, with GRANT OPTION. Again after every migration: a new table has no rights yet.
 */
export async function grantServiceRights(source: DataSource, account: string): Promise<void> {
  const [{ name }] = (await source.query('select database() as name')) as [{ name: string }];
  const [database, user] = [quoted(name), `'${account.replaceAll("'", '')}'@'%'`];
  await source.query(`grant select, insert on ${database}.* to ${user}`);
  await source.query(`revoke ${taken} on ${database}.* from ${user}`);
  const tables = (await source.query('select table_name as name from information_schema.tables where table_schema = database()')) as { name: string }[];
  const changed = tables.filter((table) => !(appendOnlyTables as readonly string[]).includes(table.name));
  for (const table of changed) await source.query(`grant update, delete on ${database}.${quoted(table.name)} to ${user}`);
}

/** Whether the account of this connection could change records of the audit log. The statement changes nothing: its rights are judged before its rows. */
export async function mayChangeAuditLog(source: DataSource): Promise<boolean> {
  try {
    await source.query('update audit_record set action = action where 1 = 0');
    return true;
  } catch (error) {
    const code = (error as { driverError?: { code?: string } }).driverError?.code;
    if (code === 'ER_TABLEACCESS_DENIED_ERROR' || code === 'ER_COLUMNACCESS_DENIED_ERROR') return false;
    throw error;
  }
}

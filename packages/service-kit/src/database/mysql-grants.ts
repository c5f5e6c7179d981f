/** Sets the rights of a service's MySQL account where another account runs the migrations. */
import type { DataSource } from 'typeorm';

/** Append-only tables: the audit log, the positions of its records, its tree and its signed heads. */
export const appendOnlyTables = ['audit_record', 'audit_leaf', 'audit_node', 'audit_tree_head'] as const;

/** Database-wide rights that an installation of an earlier version gave to the account; they are revoked. */
const taken = 'update, delete, create, alter, drop, index';

const quoted = (name: string): string => `\`${name.replaceAll('`', '')}\``;

/**
 * Lets the account read and insert in the whole database, update and delete in every table except the append-only ones, and nothing else. The caller must own
 * the database with GRANT OPTION. Call it after every migration, because a new table has no rights yet.
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

/**
 * Whether the account of this connection can change records of the audit log. The statement it tries changes nothing: the database checks the rights before the
 * rows.
 */
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

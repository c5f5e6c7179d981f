import { type Environment, loadSettings, ServiceSettings, withDatabase } from '@portal/service-kit';

/** Reads rows of a service's database while the service runs. @param service such as `trips` */
export async function rowsOf<Row>(env: Environment, service: string, sql: string): Promise<Row[]> {
  const rows = await withDatabase({ service, settings: loadSettings(ServiceSettings, env) }, (database) => database.reader.query(sql) as Promise<Row[]>);
  if (!rows) throw new Error(`svc-${service} has no database`);
  return rows;
}

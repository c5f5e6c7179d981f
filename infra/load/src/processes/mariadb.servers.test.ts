import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMariadb } from './servers.ts';

it('a MariaDB that starts leaves the temporary tables of another one alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-servers-'));
  const table = join(tmpdir(), '#sql-temptable-of-another-server.MAI');
  writeFileSync(table, '');
  try {
    const { process } = await startMariadb(folder, false);
    await process.kill();
    expect(existsSync(table)).toBe(true);
  } finally {
    for (const each of [folder, table]) rmSync(each, { recursive: true, force: true });
  }
});

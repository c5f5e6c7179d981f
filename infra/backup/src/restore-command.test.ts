import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

it('a restore is refused while the portal runs on the data', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-restore-'));
  try {
    mkdirSync(join(dataDir, 'development'));
    writeFileSync(join(dataDir, 'development', 'portal.json'), JSON.stringify({ url: 'http://localhost:8080', pid: process.pid }));
    const command = [join(__dirname, '../restore.mjs'), join(dataDir, 'backup'), '--force'];
    const { status, stderr } = spawnSync(process.execPath, command, { env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' });
    expect([status, stderr.trim()]).toEqual([1, 'The portal at http://localhost:8080 runs on this data. Stop it first.']);
    expect(readdirSync(dataDir)).toEqual(['development']);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

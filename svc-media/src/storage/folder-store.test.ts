import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FolderStore } from './folder-store.ts';
import { storageContract } from './testing/storage.contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'blobs-'));
afterAll(() => rmSync(folder, { recursive: true }));

storageContract('a folder', () => FolderStore.open(folder));

describe('what a killed process left', () => {
  const writing = join(folder, 'writing');

  it('is removed at the next start, and files that others write now are not', async () => {
    const { pid } = await finished();
    const left = join(writing, `${hostname()}~${pid}~half`);
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30000)']);
    const underWay = join(writing, `${hostname()}~${other.pid}~half`);
    const elsewhere = join(writing, 'another-machine~1~half');
    const forgotten = join(writing, 'another-machine~1~old');
    for (const path of [left, underWay, elsewhere, forgotten]) writeFileSync(path, 'half');
    utimesSync(forgotten, 1, 1);
    try {
      await FolderStore.open(folder);
      expect(readdirSync(writing).sort()).toEqual([`${hostname()}~${other.pid}~half`, 'another-machine~1~half'].sort());
    } finally {
      other.kill();
    }
  });

  it('is removed also when the next process has the same number, as in a container', async () => {
    const left = join(writing, `${hostname()}~${process.pid}~half`);
    writeFileSync(left, 'half');
    utimesSync(left, 1, 1);
    await FolderStore.open(folder);
    expect(readdirSync(writing)).not.toContain(`${hostname()}~${process.pid}~half`);
  });
});

/**
 * Starts a process that ends immediately.
 * @returns its id
 */
async function finished(): Promise<{ pid: number }> {
  const run = promisify(execFile)(process.execPath, ['-e', '']);
  const pid = run.child.pid as number;
  await run;
  return { pid };
}

import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const GIGABYTE = 1024 ** 3;

/** Returns the free bytes of the file system of a folder. @param {string} folder */
const freeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/**
 * Creates a folder for the files of a test run. It is in memory if 2 GB are free there: a commit to a disk takes about 5 ms, and test databases need no
 * durability.
 * @returns its path; the caller removes it
 */
export function makeScratch() {
  const memory = '/dev/shm';
  return mkdtempSync(path.join(existsSync(memory) && freeBytes(memory) > 2 * GIGABYTE ? memory : tmpdir(), 'portal-tests-'));
}

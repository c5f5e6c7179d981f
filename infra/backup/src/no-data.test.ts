import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAudits } from './audit-verify.ts';
import { rotateKeys } from './keys-rotate.ts';
import { reconcile } from './reconcile.ts';
import { root } from './testing/portal.ts';

describe('a command that does not see the portal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-no-data-'));
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['audit:verify', verifyAudits],
    ['keys:rotate', rotateKeys],
    ['payments:reconcile', reconcile],
  ])('fails, and does not say that all is well: %s', async (_name, run) => {
    jest.spyOn(console, 'log').mockImplementation();
    await expect(run({ DATA_DIR: folder }, root)).rejects.toThrow(/^There is no data to \w+\. Set MYSQL_URL and DATABASE_PREFIX, or DATA_DIR/);
  });
});

import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBackends } from '@portal/service-kit/testing';
import { backUp } from './backup.ts';
import { restoreDeployment } from './ops-restore.ts';
import { Portal, root, settingsOf } from './testing/portal.ts';

describe.each(testBackends())('the restore of a deployment on %s', (_engine, makeBackend) => {
  it('needs no keys but those of its settings, and asks for no others', async () => {
    const backend = await makeBackend();
    const folder = mkdtempSync(join(tmpdir(), 'portal-ops-restore-'));
    const settings = settingsOf(backend, folder);
    const dataDir = String(settings.DATA_DIR);
    const keys = join(folder, 'keys');
    try {
      const portal = await Portal.start(settings);
      await portal.register();
      await portal.stop();
      // As in the container, the files are elsewhere, and the keys of the QR codes are not there.
      mkdirSync(keys);
      for (const name of ['data-keys.json', 'audit-keys.json']) renameSync(join(dataDir, name), join(keys, name));
      rmSync(join(dataDir, 'signing-keys.json'));
      const env = { ...settings, DATA_KEYS: join(keys, 'data-keys.json'), AUDIT_KEYS: join(keys, 'audit-keys.json') };
      await backUp(env, { folder: join(dataDir, 'backups', '2026-05-03T01-00-00'), root });
      const said: string[] = [];
      await restoreDeployment(['2026-05-03T01-00-00', '--force'], env, root, (line) => said.push(line));
      expect(said.filter((line) => line.includes('keys'))).toEqual([]);
      expect(said.at(-1)).toBe('Restored. Start the portal, then run reconcile.');

      renameSync(join(keys, 'data-keys.json'), join(keys, 'elsewhere.json'));
      await restoreDeployment(['2026-05-03T01-00-00', '--force'], env, root, (line) => said.push(line));
      expect(said).toContainEqual(expect.stringMatching(/^Note: .*data-keys\.json is not there/));
    } finally {
      await backend.remove();
      rmSync(folder, { recursive: true });
    }
  });
});

import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBackends } from '@portal/service-kit/testing';
import { backUp } from './backup.ts';
import { restoreDeployment } from './ops-restore.ts';
import { Portal, root, settingsOf } from './testing/portal.ts';

describe.each(testBackends())('the restore of a deployment on %s', (_engine, makeBackend) => {
  it('needs no keys but those of its settings, and says if the screens have to be put back', async () => {
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
      const registry = join(String(settings.REMOTES_DIR), 'remotes.json');
      writeFileSync(registry, '{"generation":1,"areas":[]}');
      await backUp(env, { folder: join(dataDir, 'backups', '2026-05-03T01-00-00'), root });
      const said: string[] = [];
      await restoreDeployment(['2026-05-03T01-00-00', '--force'], env, root, (line) => said.push(line));
      expect(said.filter((line) => line.includes('keys'))).toEqual([]);
      expect(said.at(-1)).toBe('Restored. Start the portal, then run reconcile.');

      const toldOfStore = expect.stringMatching(/^Note: the store of the areas is empty: .* restore-remotes 2026-05-03T01-00-00$/);
      expect(said).not.toContainEqual(toldOfStore);

      renameSync(join(keys, 'data-keys.json'), join(keys, 'elsewhere.json'));
      rmSync(registry);
      await restoreDeployment(['2026-05-03T01-00-00', '--force'], env, root, (line) => said.push(line));
      expect(said).toContainEqual(expect.stringMatching(/^Note: .*data-keys\.json is not there/));
      expect(said).toContainEqual(toldOfStore);
    } finally {
      await backend.remove();
      rmSync(folder, { recursive: true });
    }
  });

  it('gives no reference again that was given after the backup, and skips as many numbers as the operator says', async () => {
    const backend = await makeBackend();
    const folder = mkdtempSync(join(tmpdir(), 'portal-ops-restore-'));
    const env = settingsOf(backend, folder);
    const taken = '2026-05-03T01-00-00';
    type Registered = { id: string; serialReference: { number: number } };
    /** Restores the backup, and registers a declaration in the restored portal. @returns its number */
    const numberAfter = async (...words: string[]): Promise<number> => {
      await restoreDeployment([taken, '--force', ...words], env, root, () => {});
      const portal = await Portal.start(env);
      try {
        return ((await portal.load(await portal.register())) as unknown as Registered).serialReference.number;
      } finally {
        await portal.stop();
      }
    };
    try {
      const portal = await Portal.start(env);
      await portal.register();
      await backUp(env, { folder: join(String(env.DATA_DIR), 'backups', taken), root });
      for (const number of [2, 3]) expect(await portal.load(await portal.register())).toMatchObject({ serialReference: { number } });
      await portal.stop();
      expect(await numberAfter()).toBe(4);
      expect(await numberAfter('--skip-numbers', '10000')).toBe(10_002);
    } finally {
      await backend.remove();
      rmSync(folder, { recursive: true });
    }
  });
});

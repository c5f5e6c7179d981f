import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataKeysFile, newKey } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import { backUp } from './backup.ts';
import { drill, restore } from './restore.ts';
import { Portal, root, settingsOf } from './testing/portal.ts';

describe.each(testBackends())('the keys of a backup on %s', (_engine, makeBackend) => {
  it('are tried by a drill and a restore, which name the missing one and replace nothing', async () => {
    const backend = await makeBackend();
    const folder = mkdtempSync(join(tmpdir(), 'portal-restore-keys-'));
    const backup = { folder: join(folder, 'backup'), root };
    const env = settingsOf(backend, folder);
    const file = join(String(env.DATA_DIR), 'data-keys.json');
    const use = ({ keys, indexKeys }: DataKeysFile): void => writeFileSync(file, JSON.stringify({ keys, indexKeys }));
    try {
      let portal = await Portal.start(env);
      const id = await portal.register();
      const before = await portal.load(id);
      await portal.stop();
      const first = JSON.parse(readFileSync(file, 'utf8')) as DataKeysFile;
      await backUp(env, backup);

      const missing = /^svc-[a-z]+: the keys of this portal \(DATA_KEYS\) do not open the backup\. .* key k1, which DATA_KEYS does not hold/;
      use({ ...first, keys: [newKey('k2')] });
      await expect(drill(env, backup)).rejects.toThrow(missing);
      use({ ...first, keys: [newKey('k1')] });
      await expect(restore(env, { ...backup, force: true })).rejects.toThrow(/do not open the backup\. Personal data .* does not open/);

      use({ ...first, keys: [newKey('k2'), ...first.keys] });
      await expect(drill(env, backup)).resolves.toMatchObject({ rows: expect.any(Number) });
      portal = await Portal.start(env);
      expect(await portal.load(id)).toEqual(before);
      await portal.stop();
    } finally {
      await backend.remove();
      rmSync(folder, { recursive: true });
    }
  });
});

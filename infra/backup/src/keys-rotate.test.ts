import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataKeysFile, newKey } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import { command, Portal, settingsOf } from './testing/portal.ts';

describe.each(testBackends())('npm run keys:rotate on %s', (_engine, makeBackend) => {
  it('encrypts everything with a second key, and then works without the first one', async () => {
    const backend = await makeBackend();
    const folder = mkdtempSync(join(tmpdir(), 'portal-rotation-'));
    const env = settingsOf(backend, folder);
    const file = join(String(env.DATA_DIR), 'data-keys.json');
    const keys = (): DataKeysFile => JSON.parse(readFileSync(file, 'utf8'));
    try {
      let portal = await Portal.start(env);
      const id = await portal.register();
      const before = await portal.load(id);
      await portal.stop();

      const { keys: old, indexKeys } = keys();
      writeFileSync(file, JSON.stringify({ keys: [newKey('k2'), ...old], indexKeys: [newKey('i2'), ...indexKeys] }));
      expect(await command('keys:rotate', env, '--status')).toEqual({
        done: false,
        says: expect.stringMatching(/arrival_declaration: 1 rows, k1 1; 1 left(.|\n)*rows are not encrypted with the first keys/),
      });
      const rotated = await command('keys:rotate', env);
      expect(rotated).toEqual({
        done: true,
        says: expect.stringContaining('Everything is encrypted with the first keys. Keep the older ones: backups from before need them.'),
      });
      expect(rotated.says).toMatch(/arrival_declaration: 1 rows, k2 1\n/);
      expect(rotated.says).not.toMatch(/k1|left|clear/);

      writeFileSync(file, JSON.stringify({ keys: keys().keys.slice(0, 1), indexKeys: keys().indexKeys.slice(0, 1) }));
      portal = await Portal.start(env);
      expect(await portal.load(id)).toEqual(before);
      await portal.stop();
    } finally {
      await backend.remove();
      rmSync(folder, { recursive: true });
    }
  });
});

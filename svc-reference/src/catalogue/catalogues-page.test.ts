import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPack } from '../seed/country-pack.ts';
import { packFolders } from '../seed/seed-folders.ts';
import { catalogues } from './definitions.ts';

describe('docs/catalogues.md', () => {
  it('lists every catalogue with all its fields and its number of records', () => {
    const folders = packFolders(undefined);
    const pack = readPack(folders);
    const lines = readFileSync(join(folders[0] as string, '..', '..', '..', 'docs', 'catalogues.md'), 'utf8').split('\n');
    for (const [name, definition] of Object.entries(catalogues)) {
      const line = lines.find((l) => l.startsWith(`| \`${name}\``)) ?? '';
      expect(line).toMatch(new RegExp(`\\| ${pack.get(name)?.length} \\|$`));
      for (const field of [...Object.keys(definition.fields), ...Object.keys(definition.also ?? {})]) expect(line).toContain(`\`${field}\``);
    }
  });
});

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = typeof __dirname === 'string' ? __dirname : dirname(fileURLToPath(import.meta.url));

/** Finds the `seed` folder of this service, both from the sources and from the build. */
function seedFolder(): string {
  for (let folder = here; dirname(folder) !== folder; folder = dirname(folder)) if (existsSync(join(folder, 'seed', 'common'))) return join(folder, 'seed');
  throw new Error('The folder seed/common of svc-reference is missing');
}

/** Returns the folders from which catalogues are loaded: the common files, then those of the country. */
export const packFolders = (countryPack: string | undefined): string[] => [
  join(seedFolder(), 'common'),
  countryPack ? resolve(countryPack) : join(seedFolder(), 'timor-leste'),
];

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = typeof __dirname === 'string' ? __dirname : dirname(fileURLToPath(import.meta.url));

/** The `seed` folder of this service, from its source as from its build. */
function seedFolder(): string {
  for (let folder = here; dirname(folder) !== folder; folder = dirname(folder)) if (existsSync(join(folder, 'seed', 'common'))) return join(folder, 'seed');
  throw new Error('The folder seed/common of svc-reference is missing');
}

/** What is seeded: the common files, then the country's. */
export const packFolders = (countryPack: string | undefined): string[] => [
  join(seedFolder(), 'common'),
  countryPack ? resolve(countryPack) : join(seedFolder(), 'timor-leste'),
];

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { billOfImage, buildJson } from './lib/bill-of-materials.mjs';
import { at, filesBelow, foldersWith, readJson } from './lib/paths.mjs';

/**
 * `node infra/build/image-bills.mjs <installed> <folder>`: writes the bill of materials (`sbom.cdx.json`) and the build record (`build.json`) of each image
 * into `<folder>/<component>`. The build of the images runs it in their common base image. `<installed>` is npm's record of the packages that are installed
 * there.
 */
const [installed = '', out = ''] = process.argv.slice(2);
const folders = [...foldersWith(''), ...foldersWith('', 'infra').map((name) => `infra/${name}`)];
for (const folder of folders) {
  const file = at(folder, 'package.json');
  if (!existsSync(file) || !readJson(file).portal) continue;
  const { name, version } = readJson(file);
  const bundle = filesBelow(at(folder, 'dist')).find((each) => path.basename(each) === 'sbom.cdx.json');
  const from = { installed, debian: '/var/lib/dpkg/status', ...(bundle ? { bundle: at(folder, 'dist', bundle) } : {}) };
  mkdirSync(path.join(out, folder), { recursive: true });
  writeFileSync(path.join(out, folder, 'build.json'), JSON.stringify(buildJson()));
  writeFileSync(path.join(out, folder, 'sbom.cdx.json'), JSON.stringify(billOfImage({ name, version }, from)));
}

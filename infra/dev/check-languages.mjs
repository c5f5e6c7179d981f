import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { at, readJson } from '../build/lib/paths.mjs';
import { descriptionFaults, translationFaults } from './lib/languages/pack-faults.mjs';
import { countryNames, sourceNames } from './lib/languages/source-names.mjs';
import { sourceTexts } from './lib/languages/source-texts.mjs';

/**
 * Compares every language pack with the texts of the portal. `--write` writes the names of countries that `Intl` knows into a pack that has
 * none; `--list` prints the texts to translate as JSON.
 */
const write = process.argv.includes('--write');
const packs = 'packages/service-kit/src/languages/packs';
let faults = 0;
/** @param {string} text */
const fault = (text) => {
  console.error(text);
  faults += 1;
};
const texts = sourceTexts();
const names = sourceNames();
if (process.argv.includes('--list')) console.log(JSON.stringify({ texts, names }, null, 2));
else for (const tag of readdirSync(at(packs))) checkPack(tag);
process.exitCode = faults ? 1 : 0;

/** @param {string} tag */
function checkPack(tag) {
  const folder = `${packs}/${tag}`;
  const pack = readJson(at(folder, 'pack.json'));
  const found = [
    ...descriptionFaults(tag, pack),
    ...translationFaults(pack, texts, readJson(at(folder, 'texts.json'))).map((each) => `texts.json: ${each}`),
    ...translationFaults(pack, names, readJson(at(folder, 'catalogues.json'))).map((each) => `catalogues.json: ${each}`),
  ];
  for (const each of found.slice(0, 20)) fault(`${folder}: ${each}`);
  if (found.length > 20) fault(`${folder}: and ${found.length - 20} more`);
  // Not compared: `Intl` of another version of Node may know a name otherwise.
  if (existsSync(at(folder, 'countries.json'))) return;
  if (write) writeFileSync(at(folder, 'countries.json'), `${JSON.stringify(countryNames(pack.names ?? tag), null, 2)}\n`);
  else fault(`${folder}: countries.json is missing. Write it: npm run check -- --write languages`);
}

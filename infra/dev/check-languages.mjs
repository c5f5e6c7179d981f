import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { at, readJson } from '../build/lib/paths.mjs';
import { generatedFaults } from './lib/generated-file.mjs';
import { glossaryFaults, glossaryForStaff, glossaryPage, packs } from './lib/languages/glossary.mjs';
import { descriptionFaults, translationFaults } from './lib/languages/pack-faults.mjs';
import { countryNames, sourceNames } from './lib/languages/source-names.mjs';
import { sourceTexts } from './lib/languages/source-texts.mjs';

/**
 * Compares every language pack with the texts of the portal. `--write` adds the names of countries, as `Intl` knows them, to a pack that has none; `--list`
 * prints the texts to translate as JSON.
 */
const write = process.argv.includes('--write');
let faults = 0;
/** @param {string} text */
const fault = (text) => {
  console.error(text);
  faults += 1;
};
const texts = sourceTexts();
const names = sourceNames();
if (process.argv.includes('--list')) console.log(JSON.stringify({ texts, names }, null, 2));
else checkAll();
process.exitCode = faults ? 1 : 0;

function checkAll() {
  const tags = readdirSync(at(packs));
  for (const tag of tags) checkPack(tag);
  // The texts for staff are in English and Portuguese, and must follow the glossary too.
  const said = [...sourceTexts({ staff: true }), ...names];
  for (const each of glossaryFaults(
    'en',
    said.map(({ source }) => [source, source]),
  ))
    fault(`English ${each}`);
  for (const each of glossaryFaults(
    'pt',
    said.flatMap(({ source, portuguese }) => portuguese.map((text) => /** @type {const} */ ([source, text]))),
  ))
    fault(`Portuguese ${each}`);
  const page = glossaryPage([{ tag: 'en', name: 'English' }, { tag: 'pt', name: 'Português' }, ...tags.map((tag) => readJson(at(packs, tag, 'pack.json')))]);
  for (const [file, text] of Object.entries({ 'docs/glossary.md': page, 'shell/web/src/pages/help/glossary.json': glossaryForStaff() }))
    for (const each of generatedFaults(file, text, 'languages')) fault(each);
}

/** @param {string} tag */
function checkPack(tag) {
  const folder = `${packs}/${tag}`;
  const pack = readJson(at(folder, 'pack.json'));
  const found = [
    ...descriptionFaults(tag, pack),
    ...translationFaults(pack, texts, readJson(at(folder, 'texts.json'))).map((each) => `texts.json: ${each}`),
    ...translationFaults(pack, names, readJson(at(folder, 'catalogues.json'))).map((each) => `catalogues.json: ${each}`),
  ];
  const written = Object.entries({ ...readJson(at(folder, 'catalogues.json')), ...readJson(at(folder, 'texts.json')) });
  found.push(
    ...glossaryFaults(
      tag,
      written.flatMap(([source, text]) => Object.values(typeof text === 'string' ? [text] : text).map((form) => /** @type {const} */ ([source, form]))),
    ),
  );
  for (const each of found.slice(0, 20)) fault(`${folder}: ${each}`);
  if (found.length > 20) fault(`${folder}: and ${found.length - 20} more`);
  // An existing file is not compared, because the `Intl` of another Node version may use other names.
  if (existsSync(at(folder, 'countries.json'))) return;
  if (write) writeFileSync(at(folder, 'countries.json'), `${JSON.stringify(countryNames(pack.names ?? tag), null, 2)}\n`);
  else fault(`${folder}: countries.json is missing. Write it: npm run check -- --write languages`);
}

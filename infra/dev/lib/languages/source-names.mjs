import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { at, readJson } from '../../../build/lib/paths.mjs';

/**
 * Catalogues whose names the public reads, by folder. Names of places, persons and goods in trade stay as they are.
 * @type {Record<string, string[]>}
 */
const catalogues = readJson(at('infra/dev/lib/languages/translated-catalogues.json'));

/** @param {string} folder @param {string} name @returns {Record<string, string>[]} */
const recordsOf = (folder, name) => parse(readFileSync(at('svc-reference/seed', folder, `${name}.csv`)), { columns: true, bom: true });

/**
 * Returns the English names in the catalogues that are translated. A name that is the same in Portuguese is a proper name and is left out.
 * @returns {import('./source-texts.mjs').SourceText[]}
 */
export function sourceNames() {
  /** @type {Map<string, import('./source-texts.mjs').SourceText>} */
  const found = new Map();
  for (const [folder, names] of Object.entries(catalogues))
    for (const catalogue of names)
      for (const record of recordsOf(folder, catalogue))
        for (const column of Object.keys(record).filter((each) => `${each}_pt` in record)) {
          const [name, portuguese] = [record[column], record[`${column}_pt`]];
          if (!name || name === portuguese) continue;
          const text = found.get(name) ?? { source: name, portuguese: [], placeholders: [], where: [] };
          if (portuguese && !text.portuguese.includes(portuguese)) text.portuguese.push(portuguese);
          if (!text.where.includes(catalogue)) text.where.push(catalogue);
          found.set(name, text);
        }
  return [...found.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
}

/**
 * Returns the names of countries, nationalities and currencies in a language that `Intl` knows. A nationality is named by the name of the country.
 * @param {string} locale
 * @returns {Record<string, string>} by the English name
 */
export function countryNames(locale) {
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const money = new Intl.DisplayNames(locale, { type: 'currency' });
  /** @type {Record<string, string>} */
  const names = {};
  for (const { code = '', name = '', nationality } of recordsOf('common', 'countries')) {
    const own = /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
    if (own === code) continue;
    names[name] = own;
    if (nationality) names[nationality] = own;
  }
  for (const { code = '', name = '' } of recordsOf('common', 'currencies')) if (money.of(code) !== code) names[name] = money.of(code) ?? name;
  return names;
}

import { placeholdersOf } from './source-texts.mjs';

/**
 * @typedef {import('./source-texts.mjs').SourceText} SourceText
 * @typedef {string | Record<string, string>} Translation
 * @typedef {{ tag: string, name: string, direction: 'ltr' | 'rtl', checked: string | null, like?: string, names?: string }} Pack
 */

/** Returns the plural forms that a language distinguishes. @param {Pack} pack */
export const formsOf = ({ tag, like }) => new Intl.PluralRules(like ?? tag).resolvedOptions().pluralCategories;

/** Returns the faults in a pack's description. @param {string} folder name of the folder of the pack @param {Pack} pack */
export function descriptionFaults(folder, pack) {
  const { tag, name, direction, checked, like } = pack;
  return [
    ...(tag === folder && Intl.getCanonicalLocales(tag)[0] === tag ? [] : [`tag must be the name of the folder, as in BCP 47: ${tag}`]),
    ...(name?.trim() ? [] : ['name is missing: the name of the language in the language itself']),
    ...(['ltr', 'rtl'].includes(direction) ? [] : ['direction must be ltr or rtl']),
    ...(checked === null || (typeof checked === 'string' && checked.trim())
      ? []
      : ['checked must be a name, or null while nobody has checked the translation']),
    ...(Intl.PluralRules.supportedLocalesOf(like ?? tag).length ? [] : ['like must name a language that Intl knows: its plural forms and numbers are used']),
  ];
}

/** Returns the script of a language, such as `Arab`; undefined if the language is written in Latin letters. @param {string} tag */
const ownScript = (tag) => {
  const { script } = new Intl.Locale(tag).maximize();
  return script === 'Latn' || !script ? undefined : /Han[st]/.test(script) ? 'Han' : script;
};

/**
 * Returns the faults in the translations of a pack.
 * @param {Pack} pack
 * @param {readonly SourceText[]} sources
 * @param {Record<string, Translation>} texts
 */
export function translationFaults(pack, sources, texts) {
  const forms = formsOf(pack);
  const script = ownScript(pack.tag);
  const inScript = script && new RegExp(`\\p{Script=${script}}`, 'u');
  const known = new Set(sources.map(({ source }) => source));
  const faults = Object.keys(texts)
    .filter((source) => !known.has(source))
    .map((source) => `no text of the portal any more: ${JSON.stringify(source)}`);
  for (const { source, placeholders, plural } of sources) {
    const translation = texts[source];
    const shown = JSON.stringify(source);
    if (translation === undefined) {
      faults.push(`missing: ${shown}`);
      continue;
    }
    const isSplit = typeof translation === 'object' && translation !== null;
    if (isSplit && !plural) faults.push(`has plural forms, but depends on no number: ${shown}`);
    if (plural && forms.length > 1 && !isSplit) faults.push(`needs the plural forms ${forms.join(', ')}: ${shown}`);
    if (isSplit && Object.keys(translation).sort().join() !== [...forms].sort().join())
      faults.push(`has the plural forms ${Object.keys(translation).join(', ')} instead of ${forms.join(', ')}: ${shown}`);
    for (const text of isSplit ? Object.values(translation) : [translation]) {
      if (typeof text !== 'string' || text.trim() === '') {
        faults.push(`empty: ${shown}`);
        continue;
      }
      const named = placeholdersOf(text);
      // A plural form may write the number as a word, so it need not contain the placeholder `count`.
      const needed = placeholders.filter((name) => !(isSplit && name === 'count'));
      const wrong = [...needed.filter((name) => !named.includes(name)).map((name) => `lacks {{${name}}}`)];
      wrong.push(...named.filter((name) => !placeholders.includes(name)).map((name) => `has {{${name}}}`));
      if (wrong.length) faults.push(`${wrong.join(', ')}: ${shown}`);
      if (text !== text.trim() && source === source.trim()) faults.push(`begins or ends with a space: ${shown}`);
      // Abbreviations and names may stay in Latin letters.
      if (inScript && !inScript.test(text) && /\p{Ll}{3}/u.test(source.replace(/\{\{\w+\}\}/g, '')))
        faults.push(`is not written in the script of the language: ${shown}`);
    }
  }
  return faults;
}

import { existsSync } from 'node:fs';
import { at, foldersWith, readJson } from '../../../build/lib/paths.mjs';

/**
 * The glossary: the word for each thing that the portal names. A term applies where an English text contains its English word. Every other language has one
 * word for it, listed by the stems of its forms. English and Portuguese are in glossary.json, every other language in the `glossary.json` of its pack.
 *
 * @typedef {{ about: { en: string, pt: string }, words: Record<string, string[]>, not: Record<string, string[]>, unless?: string }} Term
 *   `words`: the first word of a language is shown in the glossary, the others are forms of it. `not`: words for the same thing that no text may use.
 *   `unless`: a pattern of English texts in which the word means something else
 */

/** The folder of the language packs. */
export const packs = 'packages/service-kit/src/languages/packs';

/** @returns {Term[]} */
function readGlossary() {
  /** @type {Term[]} */
  const terms = readJson(at('infra/dev/lib/languages/glossary.json'));
  for (const term of terms) term.not ??= {};
  for (const tag of foldersWith('', packs)) {
    const file = at(packs, tag, 'glossary.json');
    const { words, not = {} } = existsSync(file) ? readJson(file) : { words: {} };
    for (const term of terms) {
      const [word = ''] = term.words.en ?? [];
      if (words[word]) term.words[tag] = words[word];
      if (not[word]) term.not[tag] = not[word];
    }
  }
  return terms;
}
export const glossary = readGlossary();

/** @param {string} text */
const plain = (text) => text.toLowerCase().replace(/[\u064b-\u0652]/g, '');

/**
 * Returns the texts that use another word than the glossary.
 * @param {string} language
 * @param {readonly (readonly [source: string, text: string])[]} texts English text and the text in the language
 */
export function glossaryFaults(language, texts) {
  const faults = [];
  for (const { words, not, unless } of glossary) {
    const [word = ''] = words.en ?? [];
    const named = new RegExp(`\\b${word}s?\\b`, 'i');
    const otherwise = unless === undefined ? undefined : new RegExp(unless, 'i');
    const own = words[language] ?? [];
    for (const [source, text] of texts) {
      const said = plain(text);
      for (const wrong of not[language] ?? [])
        if (new RegExp(`(?<!\\p{L})${plain(wrong)}(?!\\p{L})`, 'u').test(said)) faults.push(`says “${wrong}” instead of “${own[0]}”: ${JSON.stringify(text)}`);
      const isMeant = named.test(source.replace(/\{\{\w+\}\}/g, '')) && !otherwise?.test(source);
      if (language !== 'en' && own.length && isMeant && !own.some((form) => said.includes(plain(form))))
        faults.push(`calls “${word}” otherwise than “${own[0]}”: ${JSON.stringify(source)} → ${JSON.stringify(text)}`);
    }
  }
  return faults;
}

/** Returns the glossary for the staff manual, in the two languages of staff. */
export const glossaryForStaff = () =>
  `${JSON.stringify(
    glossary.map(({ about, words }) => ({ word: { en: words.en?.[0], pt: words.pt?.[0] }, about })),
    null,
    2,
  )}\n`;

/** Returns the glossary as a Markdown page. @param {readonly { tag: string, name: string }[]} languages */
export function glossaryPage(languages) {
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const lines = glossary.map(({ about, words, not }) =>
    row([about.en, ...languages.map(({ tag }) => words[tag]?.[0] ?? ''), Object.values(not).flat().join(', ')]),
  );
  return `# Glossary

How the portal calls each thing, one word for each in every language. Written by \`npm run check -- --write languages\` from \`infra/dev/lib/languages/glossary.json\` and the \`glossary.json\` of each language pack; the same check finds a text that calls a thing otherwise.

${row(['thing', ...languages.map(({ name }) => name), 'never'])}
${row(['thing', ...languages, 'never'].map(() => '---'))}
${lines.join('\n')}
`;
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/**
 * Reads the proof for each requirement of OWASP ASVS 5.0 from docs/asvs: one file for each chapter, and the list of known gaps. Identifiers and levels are
 * those of the standard; the wording is the project's own.
 */

/**
 * A proof is a running test ("file › title"), a file that contains a text, the reason why a requirement does not apply to the portal, or a description of what
 * is missing.
 * @typedef {{ test: string } | { file: string, search: string } | { 'does not apply': string } | { open: string }} Proof
 * @typedef {{ id: string, level: number, asks: string, proof: Proof[] }} Requirement
 * @typedef {{ chapter: number, title: string, sections: Record<string, string>, requirements: Requirement[] }} Chapter
 * @typedef {{ ids: string[], gap: string, until: string }} Gap a known gap at level 1 or 2: what is missing, and what stands in for it until then
 * @typedef {'test' | 'file' | 'does not apply' | 'open'} Kind
 */

/** Number of requirements of each level in release 5.0.0 of the standard. @type {Record<number, number>} */
export const published = { 1: 70, 2: 183, 3: 92 };

/** @type {readonly Kind[]} */
const kinds = ['test', 'file', 'does not apply', 'open'];

/** @param {object} proof @returns {Kind | undefined} */
const kindOf = (proof) => kinds.find((kind) => kind in proof);

/**
 * Returns the kind under which a requirement is counted: a requirement with an open part is open, and a test counts before a file. @param {Requirement}
 * requirement @returns {Kind}
 */
export function standingOf({ proof }) {
  const found = new Set(proof.map(kindOf));
  return found.has('open') ? 'open' : (kinds.find((kind) => found.has(kind)) ?? 'open');
}

/** @param {string} folder @returns {{ chapters: Chapter[], gaps: Gap[] }} */
export function readAsvs(folder) {
  /** @param {string} name */
  const read = (name) => parse(readFileSync(path.join(folder, name), 'utf8'));
  const names = readdirSync(folder).filter((name) => /^v\d\d\.yaml$/.test(name));
  return { chapters: names.sort().map(read), gaps: read('known-gaps.yaml') };
}

/** Returns the parts of an identifier as numbers, because 1.10.2 comes after 1.9.1. @param {string} id */
const numbers = (id) => id.split('.').map(Number);

/**
 * Returns the faults of the whole list: requirements that are missing, duplicated or misplaced, proofs that do not exist, gaps that known-gaps.yaml does not
 * name.
 * @param {{ chapters: Chapter[], gaps: Gap[] }} asvs
 * @param {{ test: (entry: string) => string | undefined, file: (file: string, text: string) => string | undefined }} check
 * @returns {string[]}
 */
export function asvsFaults({ chapters, gaps }, check) {
  const all = chapters.flatMap(({ requirements }) => requirements);
  const known = new Set(gaps.flatMap(({ ids }) => ids));
  const faults = [];
  for (const [level, count] of Object.entries(published)) {
    const found = all.filter((requirement) => requirement.level === Number(level)).length;
    if (found !== count) faults.push(`level ${level} has ${count} requirements, and ${found} are listed`);
  }
  for (const { chapter, title, sections, requirements } of chapters) {
    if (!title) faults.push(`chapter ${chapter} has no title`);
    let [section, number] = [1, 0];
    for (const { id } of requirements) {
      const [inChapter, inSection, place] = numbers(id);
      const isNext = inSection === section ? place === number + 1 : inSection === section + 1 && place === 1;
      if (inChapter !== chapter || !isNext) faults.push(`${id} does not follow ${chapter}.${section}.${number}`);
      [section, number] = [inSection, place];
      if (!sections?.[`${inChapter}.${inSection}`]) faults.push(`section ${inChapter}.${inSection} has no title`);
    }
  }
  for (const requirement of all) {
    const { id, level, asks, proof } = requirement;
    if (!asks) faults.push(`${id} does not say what is asked`);
    if (!proof?.length) {
      faults.push(`${id} has no proof`);
      continue;
    }
    for (const each of proof) {
      const fault = proofFault(each, check);
      if (fault) faults.push(`${id}: ${fault}`);
    }
    const isOpen = standingOf(requirement) === 'open';
    if (isOpen && level < 3 && !known.has(id))
      faults.push(`${id} is open at level ${level}: prove it, or name it in known-gaps.yaml with what stands in for it`);
    if (!isOpen && known.has(id)) faults.push(`${id} is a known gap and is not open any more: take it out of known-gaps.yaml`);
  }
  const ids = new Set(all.map(({ id }) => id));
  for (const id of known) if (!ids.has(id)) faults.push(`known-gaps.yaml names ${id}, which is no requirement`);
  for (const { gap, until } of gaps) if (!gap || !until) faults.push('known-gaps.yaml has a gap without its words');
  return faults;
}

/** @param {Proof} proof @param {Parameters<typeof asvsFaults>[1]} check @returns {string | undefined} */
function proofFault(proof, check) {
  if ('test' in proof) return check.test(proof.test);
  if ('file' in proof) return check.file(proof.file, proof.search);
  const words = 'open' in proof ? proof.open : proof['does not apply'];
  return typeof words === 'string' && words.length > 10 ? undefined : `${JSON.stringify(proof)} is no test, file or reason`;
}

/** Escapes a text for a cell of a Markdown table. @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** @param {Proof} proof @returns {string} */
function shown(proof) {
  if ('test' in proof) return `test \`${proof.test.replaceAll('`', '')}\``;
  if ('file' in proof)
    return `[${proof.file}](${proof.file.startsWith('docs/') ? proof.file.slice(5) : `../${proof.file}`}): \`${proof.search.replaceAll('`', '')}\``;
  if ('open' in proof) return `**open:** ${proof.open}`;
  return `does not apply: ${proof['does not apply']}`;
}

/** Returns the text of docs/asvs.md. @param {{ chapters: Chapter[], gaps: Gap[] }} asvs @returns {string} */
export function asvsPage({ chapters, gaps }) {
  const all = chapters.flatMap(({ requirements }) => requirements);
  /** @param {Requirement[]} some @param {Kind} kind */
  const count = (some, kind) => some.filter((requirement) => standingOf(requirement) === kind).length;
  const levels = [1, 2, 3].map((level) => {
    const some = all.filter((requirement) => requirement.level === level);
    return `| ${level} | ${some.length} | ${kinds.map((kind) => count(some, kind)).join(' | ')} |`;
  });
  const lines = [
    '# OWASP ASVS 5.0, requirement by requirement',
    '',
    'Generated from `docs/asvs` by `npm run check -- --write asvs`; change the files there, not this page.',
    '',
    'The [Application Security Verification Standard 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0/5.0) has 345 requirements on three levels; the portal is built to level 2. This page names for each what shows that it is met: a test that runs with `npm test`, a file with the text that decides it, or why nothing is asked of the portal. `npm run check` fails when a named test or text is not there, and when a requirement of level 1 or 2 is open and not in the list of known gaps. What is asked is given in short words of our own; the standard has the text that counts.',
    '',
    '| level | requirements | test | file | does not apply | open |',
    '|---|---|---|---|---|---|',
    ...levels,
    '',
    '## Known gaps at levels 1 and 2',
    '',
    '| requirements | what is missing | until then |',
    '|---|---|---|',
    ...gaps.map(({ ids, gap, until }) => `| ${ids.join(', ')} | ${cell(gap)} | ${cell(until)} |`),
  ];
  for (const { chapter, title, sections, requirements } of chapters) {
    lines.push('', `## V${chapter} ${title}`, '', '| id | level | asks | proof |', '|---|---|---|---|');
    let section = '';
    for (const { id, level, asks, proof } of requirements) {
      const its = id.split('.').slice(0, 2).join('.');
      if (its !== section) lines.push(`| **${its}** | | **${cell(sections[its] ?? '')}** | |`);
      section = its;
      lines.push(`| ${id} | ${level} | ${cell(asks)} | ${proof.map((each) => cell(shown(each))).join('; ')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

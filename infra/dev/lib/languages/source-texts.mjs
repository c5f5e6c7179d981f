import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { at, filesBelow, foldersWith } from '../../../build/lib/paths.mjs';

/**
 * Finds the texts that the public sees in the source code: `L('…', '…')`, `sentence('…', '…', …)` and the tables of keyed texts.
 *
 * @typedef {{ source: string, portuguese: string[], placeholders: string[], plural?: true, where: string[] }} SourceText
 *   `portuguese`: the Portuguese texts; several where Portuguese makes a distinction that English does not. `plural`: whether it depends on a number.
 *   `where`: the workspaces that show it
 */

/** Files with texts that only officers, agents of lists and administrators see. Their screens are in English and Portuguese. */
const staffOnly = [
  /^svc-reference\/src\/areas\//,
  /^shell\/server\/src\/control\//,
  /^svc-reference\/src\/catalogue\/(catalogue-(labels|import|writer)|proposals|record-changes)/,
  /^mf-catalogues\//,
  /^mf-[a-z-]+\/src\/help\//,
  /^packages\/web-kit\/src\/staff\//,
  /^packages\/web-kit\/src\/components\/(page-error|reason)/,
  /^packages\/service-kit\/src\/(work|files|audit|outbox|statistics|lookup|search|observe|database|queue)\//,
  /^packages\/service-kit\/src\/messages\/undelivered/,
  /^packages\/service-kit\/src\/thread\/(thread-mail)/,
  /^mf-declarations\/src\/(gate|staff-group|import|lane-rules)\//,
  /^svc-declarations\/src\/(import|gate|lane-rules)\//,
  /^svc-declarations\/contract\/(gate|import|lane-rules)/,
  /^shell\/web\/src\/pages\/(audit|board|help|jobs|areas|health|design|search|staff-home|opened-list)/,
  /^shell\/web\/src\/layout\/(staff|toasts|override)/,
  /^svc-reference\/src\/payments\/(shift|till|receipt-void|receipts|receipt-lookup|receipt\.contract|unpaid)/,
  /^mf-trips\/src\/(payment\/(?!card)|lookup\/)/,
  /^svc-reference\/src\/lookups\/lookup\.controller/,
  /^packages\/contract-kit\/src\/payment-messages/,
  /\/list\.screen\.tsx$/,
  /\.csv\.ts$/,
];
/** Keys of staff texts that applicants also see, on the page of their application. */
const alsoPublic = [
  { file: 'packages/web-kit/src/staff/texts.ts', keys: /^(actions|stale|requirements|printPage)\b/ },
  { file: 'packages/web-kit/src/staff/thread/texts.ts', keys: /^thread\.(?!askTitle|ask$|asked|requirement|template|none|question|writeQuestion)/ },
];
/** Keys of texts of the kit and the shell that only staff pages show. */
const staffKeys = /^(idle|work|list|bulk|notes|audit|jobs|staff|queue|thread\.staff|keys|views|claim|history)\b/;

/** Returns the source files with texts. @param {boolean} staff also returns files with texts for staff */
const files = (staff) =>
  [...foldersWith('', 'packages').map((name) => `packages/${name}`), 'shell', ...foldersWith('svc-'), ...foldersWith('mf-')]
    .flatMap((dir) => ['src', 'contract', 'server/src', 'web/src'].flatMap((part) => filesIn(`${dir}/${part}`)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file) && (staff || !staffOnly.some((pattern) => pattern.test(file))));

/** @param {string} dir @returns {string[]} */
const filesIn = (dir) => {
  try {
    return filesBelow(at(dir)).map((file) => `${dir}/${file}`);
  } catch {
    return [];
  }
};

/** Returns the names of the placeholders of a text. @param {string} text */
export const placeholdersOf = (text) => [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name))].sort();

/** @param {string} file */
const workspaceOf = (file) => (file.startsWith('packages/') ? file.split('/').slice(0, 2).join('/') : file.split('/')[0]);

/**
 * Finds the texts in the source code, with their Portuguese texts.
 * @param {{ staff?: boolean }} [options] `staff`: also returns the texts of staff screens
 * @returns {SourceText[]} sorted by the English text
 */
export function sourceTexts({ staff = false } = {}) {
  /** @type {Map<string, SourceText>} */
  const found = new Map();
  /** @param {string} source @param {string} portuguese @param {string} file @param {boolean} [plural] */
  const add = (source, portuguese, file, plural = false) => {
    // A text without letters, such as a unit or a sign, is the same in every language.
    if (!/\p{L}/u.test(source.replace(/\{\{\s*\w+\s*\}\}/g, ''))) if (source !== '{{day}} {{month}} {{year}}') return;
    const text = found.get(source) ?? { source, portuguese: [], placeholders: placeholdersOf(source), where: [] };
    if (!text.portuguese.includes(portuguese)) text.portuguese.push(portuguese);
    if (!text.where.includes(workspaceOf(file))) text.where.push(workspaceOf(file));
    if (plural) text.plural = true;
    found.set(source, text);
  };
  for (const file of files(staff)) {
    const text = readFileSync(at(file), 'utf8');
    const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
    /** @param {ts.Node} node */
    const walk = (node) => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && ['L', 'sentence'].includes(node.expression.text)) {
        const [en, pt] = node.arguments;
        if (en && pt && ts.isStringLiteralLike(en) && ts.isStringLiteralLike(pt)) add(en.text, pt.text, file, /\{\{\s*count\s*\}\}/.test(en.text));
      }
      const pair = pairOf(node);
      if (pair) add(pair.en, pair.pt, file);
      ts.forEachChild(node, walk);
    };
    walk(parsed);
  }
  for (const { file, en, pt } of keyedTexts(staff))
    for (const [key, text] of en) {
      if (!staff && staffKeys.test(key)) continue;
      const [, base, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
      if (form === 'one') continue;
      add(text, pt.get(key) ?? text, file, base !== undefined);
    }
  for (const area of foldersWith('mf-')) {
    /** @param {unknown} value */
    const walk = (value) => {
      if (value === null || typeof value !== 'object') return;
      const { en, pt, audience } = /** @type {Record<string, unknown>} */ (value);
      if (!staff && audience === 'staff') return;
      if (typeof en === 'string' && typeof pt === 'string') add(en, pt, `${area}/area.json`);
      else for (const part of Object.values(value)) walk(part);
    };
    walk(JSON.parse(readFileSync(at(area, 'area.json'), 'utf8')));
  }
  return [...found.values()].map((text) => ({ ...text, where: text.where.sort() })).sort((a, b) => (a.source < b.source ? -1 : 1));
}

/** Returns the two texts of an object of the form `{ en: '…', pt: '…' }`. @param {ts.Node} node */
function pairOf(node) {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  /** @type {Record<string, string>} */
  const values = {};
  for (const property of node.properties)
    if (ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer)) values[property.name.getText()] = property.initializer.text;
  return node.properties.length === 2 && values.en !== undefined && values.pt !== undefined ? { en: values.en, pt: values.pt } : undefined;
}

/**
 * Returns the tables of keyed texts: `texts.en.ts` beside `texts.pt.ts`, or `en` and `pt` in one file. @param {boolean} staff @returns {{ file: string, en:
 * Map<string, string>, pt: Map<string, string> }[]}
 */
function keyedTexts(staff) {
  const all = files(staff);
  const pairs = all
    .filter((file) => /(^|[./])en\.ts$/.test(file))
    .map((file) => ({ file, en: tableIn(file, 'en'), pt: tableIn(file.replace(/en\.ts$/, 'pt.ts'), 'pt') }));
  const ofOneFile = all.filter((file) => /(^|[./])texts\.ts$/.test(file)).map((file) => ({ file, en: tableIn(file, 'en'), pt: tableIn(file, 'pt') }));
  const ofStaff = alsoPublic.map(({ file, keys }) => {
    const [en, pt] = ['en', 'pt'].map((name) => new Map([...tableIn(file, name)].filter(([key]) => keys.test(key))));
    return { file, en: en ?? new Map(), pt: pt ?? new Map() };
  });
  return [...pairs, ...ofOneFile, ...ofStaff];
}

/** Returns the texts of an object literal, by dotted key. @param {string} file @param {string} name */
function tableIn(file, name) {
  /** @type {Map<string, string>} */
  const table = new Map();
  const parsed = ts.createSourceFile(file, readFileSync(at(file), 'utf8'), ts.ScriptTarget.Latest, true);
  /** @param {ts.Expression} value @param {string} path */
  const read = (value, path) => {
    const plain = ts.isAsExpression(value) || ts.isSatisfiesExpression(value) ? value.expression : value;
    if (ts.isStringLiteralLike(plain)) table.set(path, plain.text);
    if (ts.isObjectLiteralExpression(plain))
      for (const property of plain.properties)
        if (ts.isPropertyAssignment(property)) {
          const key = ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name) ? property.name.text : property.name.getText();
          read(property.initializer, path ? `${path}.${key}` : key);
        }
  };
  /** @param {ts.Node} node */
  const walk = (node) => {
    // The variable is named `en`, or for example `clearEn` in a part that is lazy loaded.
    const isNamed = (/** @type {string} */ found) => found === name || found.endsWith(`${name[0]?.toUpperCase()}${name.slice(1)}`);
    if ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && isNamed(node.name.getText()) && node.initializer) read(node.initializer, '');
    else ts.forEachChild(node, walk);
  };
  walk(parsed);
  return table;
}

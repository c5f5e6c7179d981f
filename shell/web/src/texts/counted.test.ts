import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isSource } from '@portal/contract-kit';

const root = join(__dirname, '..');
const kit = join(root, '../../../packages/web-kit/src');
/** Finds a number before a plural word: `{{count}} records`, `{{count}} casos`. `ms` is a unit. */
const many = /\{\{(count|size|total|number|found)\}\} (?:more wrong |working )?(?!ms\b)\p{L}+s\b/u;
/** Keys of texts whose number is never one. */
const aboveOne = ['live.many', 'moreThan', 'more', 'audit.countAtLeast', 'parts.progress'];

/** Returns the texts of a module by key, in every language. */
function textsOf(value: unknown, path: string[] = []): [string, string][] {
  if (typeof value === 'string') return [[path.filter((name) => !isSource(name)).join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, [...path, name]));
}

function countedWithoutForms(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|[./\\])texts(?:\.en|\.pt)?\.ts$|texts[/\\](?:en|pt)\.ts$/.test(file))
    .flatMap((file) => Object.values(jest.requireActual<Record<string, unknown>>(join(folder, file))).flatMap((each) => textsOf(each)))
    .filter(([key, text]) => many.test(text) && !/_(?:one|many|other)$/.test(key) && !aboveOne.some((name) => key === name || key.endsWith(`.${name}`)))
    .map(([key, text]) => `${key}: ${text}`);
}

it.each([
  ['the portal', root],
  ['the kit', kit],
])('%s says every counted word in the form of its number', (_of, folder) => expect(countedWithoutForms(folder)).toEqual([]));

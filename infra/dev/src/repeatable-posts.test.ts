import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface OpenApi {
  paths: Record<string, { post?: { parameters?: { name?: string }[] } }>;
}

/** The POSTs without an idempotency key, by the end of their paths, and why they need none. */
const others: [ends: RegExp, why: string][] = [
  [/\/(audit\/search|audit\/person|lookup|find|history|bulk\/offered|gate\/check)$/, 'only read'],
  [/\/gate\/pass$/, 'store nothing'],
  [/\/(plain|gate\/decisions|gate\/reconciliation)$/, 'have a key in the body'],
  [/\/(import|travel-day)$/, 'are known again by their content'],
  [/\/find\/open$/, 'take a code that is valid for one use'],
];

const documentOf = (name: string): OpenApi =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../svc-${name}/openapi.json`, import.meta.url)), 'utf8')) as OpenApi;

it.each(['declarations', 'licences', 'trips', 'media', 'reference'])('every POST of svc-%s that acts takes an Idempotency-Key', (name) => {
  const without = Object.entries(documentOf(name).paths).filter(
    ([, { post }]) => post && !post.parameters?.some((parameter) => parameter.name === 'Idempotency-Key'),
  );
  expect(without.map(([path]) => path).filter((path) => !others.some(([ends]) => ends.test(path)))).toEqual([]);
});

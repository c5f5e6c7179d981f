import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from './about.texts.ts';

it.each([
  ['English', texts.en],
  ['Portuguese', texts.pt],
])('the statement on accessibility names no language in %s: packs add languages', (_language, { accessibility }) => {
  expect(JSON.stringify(accessibility)).not.toMatch(/English|Portuguese|inglês|português/);
});

it('the page on privacy names every cookie that the portal sets', () => {
  const root = join(__dirname, '../../../..');
  const sources = ['shell/server/src', 'shell/web/src', 'packages/web-kit/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
  // The names are in calls of `cookieName`, in constants, and in what scripts write to `document.cookie`.
  const names = sources.flatMap((source) =>
    [...source.matchAll(/cookieName\('([\w-]+)'|COOKIE = 'portal\.([\w-]+)'|portal\.([\w-]+)=/g)].map(([, ...found]) => found.find(Boolean)),
  );
  expect(Object.keys(texts.en.privacy.cookieList).sort()).toEqual([...new Set(names)].sort());
});

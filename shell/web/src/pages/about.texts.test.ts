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

it('the page on privacy names everything personal that stays on a device', () => {
  const [, table = ''] = readFileSync(join(__dirname, '../../../../docs/personal-data.md'), 'utf8').split("## What stays on a traveller's device");
  const rows = [...(table.split('\n## ', 1)[0]?.matchAll(/^\| (.+?) \| (.+?) \|/gm) ?? [])].map(([, what = '', how = '']) => ({ what, how }));
  const personal = rows.filter(({ what, how }) => what !== 'what' && !how.startsWith('not encrypted'));
  const words = {
    'answers of a form that is being filled in': ['Your answers are kept', 'As respostas ficam'],
    'details for the next trip, if the traveller wants this': ['keep for the next trip', 'guarda para a próxima viagem'],
    'a declaration that was signed without network': ['sign without network', 'assina sem rede'],
    'the confirmation and its code': ['Your confirmation and its code', 'A sua confirmação e o código'],
  };
  expect(personal.map(({ what }) => what)).toEqual(Object.keys(words));
  for (const [english, portuguese] of Object.values(words)) {
    expect(texts.en.privacy.deviceMore).toContain(english);
    expect(texts.pt.privacy.deviceMore).toContain(portuguese);
  }
});

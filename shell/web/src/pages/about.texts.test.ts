import { texts } from './about.texts.ts';

it.each([
  ['English', texts.en],
  ['Portuguese', texts.pt],
])('the statement on accessibility names no language in %s: packs add languages', (_language, { accessibility }) => {
  expect(JSON.stringify(accessibility)).not.toMatch(/English|Portuguese|inglês|português/);
});

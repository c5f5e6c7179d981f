import type { CatalogueRecord } from '@portal/contract-kit';
import { colleaguesLike, mentionAt, withMention } from './mentions.ts';
import { requirementOf, templatesFor, textOf } from './templates.ts';

const ana = { userName: 'ana.costa', name: 'Ana da Costa' };
const rosario = { userName: 'rui', name: 'Rui Rosário' };

it.each([
  ['Ask @an', 7, { from: 5, typed: 'an' }],
  ['Ask @', 5, { from: 5, typed: '' }],
  ['Ask @ana da c', 13, { from: 5, typed: 'ana da c' }],
  ['Ask @an and go', 7, { from: 5, typed: 'an' }],
  ['mail@office', 11, undefined],
  ['no name', 7, undefined],
  ['line\n@r', 7, { from: 6, typed: 'r' }],
])('in %j at %i the name being written is %j', (text, caret, expected) => {
  expect(mentionAt(text, caret)).toEqual(expected);
});

it('officers are found by the beginning of any of their names, without accents', () => {
  const both = [ana, rosario];
  expect(colleaguesLike(both, 'cos')).toEqual([ana]);
  expect(colleaguesLike(both, 'ROSARIO')).toEqual([rosario]);
  expect(colleaguesLike(both, 'ana da')).toEqual([ana]);
  expect(colleaguesLike(both, 'x')).toEqual([]);
  expect(
    colleaguesLike(
      Array.from({ length: 20 }, () => ana),
      '',
    ).length,
  ).toBe(6);
});

it('a chosen officer stands in the text by the user name, which is theirs alone', () => {
  expect(withMention('Ask @an please', 7, 5, ana)).toEqual({ text: 'Ask @ana.costa please', caret: 15 });
  expect(withMention('@', 1, 1, rosario)).toEqual({ text: '@rui ', caret: 5 });
});

describe('templates of questions', () => {
  const diploma = { code: 'D', name: 'Diploma', requirementCode: 'DIPLOMA', rank: 2, text: 'Send it', text_pt: 'Envie' } as unknown as CatalogueRecord;
  const any = { code: 'A', name: 'Any', rank: 1, text: 'Tell us' } as unknown as CatalogueRecord;
  const photo = { code: 'P', name: 'Photo', requirementCode: 'MEDIB-PHOTO', rank: 3, text: 'New photo' } as unknown as CatalogueRecord;

  it('are those of the requirement, and those of none, in order', () => {
    const all = [diploma, any, photo];
    expect(templatesFor(all, 'MEDIB-DIPLOMA')).toEqual([any, diploma]);
    expect(templatesFor(all, 'MEDIB-PHOTO')).toEqual([any, photo]);
    expect(templatesFor(all, 'NURIB-PHOTO')).toEqual([any]);
    expect(templatesFor(all, '')).toEqual([any, diploma, photo]);
  });

  it('name the requirement that they are about, and speak the language', () => {
    const requirements = [{ id: 'MEDIB-IDENTITY' }, { id: 'MEDIB-DIPLOMA' }];
    expect([requirementOf(diploma, requirements), requirementOf(any, requirements), requirementOf(photo, requirements)]).toEqual(['MEDIB-DIPLOMA', '', '']);
    expect([textOf(diploma, 'pt'), textOf(diploma, 'en'), textOf(any, 'pt')]).toEqual(['Envie', 'Send it', 'Tell us']);
  });
});

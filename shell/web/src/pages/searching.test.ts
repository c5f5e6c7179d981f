import type { Area } from '../area.ts';
import { type Found, grouped, isSearchable, readableAreas } from './searching.ts';

const found = (reference: string, person: string | null, vehicle: string | null = null): Found => ({
  id: reference,
  reference,
  title: `Title of ${reference}`,
  subtitle: '',
  documentStatus: 'CREATED',
  url: `/view/${reference}`,
  groupKeys: { person, vehicle },
});

describe('what a search found', () => {
  it('stands together by person, or else by vehicle, in the order in which the first was found', () => {
    const groups = grouped([
      found('A', 'ana'),
      found('B', null, 'car'),
      found('C', 'rui'),
      found('D', 'ana', 'car'),
      found('E', null),
      found('F', null, 'car'),
    ]);
    expect(groups.map(({ of, title, found: some }) => [of, title, some.map(({ reference }) => reference).join('')])).toEqual([
      ['person', 'Title of A', 'AD'],
      ['vehicle', 'Title of B', 'BF'],
      ['person', 'Title of C', 'C'],
      [undefined, 'Title of E', 'E'],
    ]);
  });

  it.each([
    ['', false],
    ['  a-b ', false],
    ['a b-c', true],
    ['ção', true],
    ['---', false],
  ])('is asked for by %j: %s', (text, asked) => expect(isSearchable(text)).toBe(asked));

  it('is asked of the areas whose documents the user reads', () => {
    const area = (name: string, ...roles: string[]) => ({ name, kinds: roles.map((each) => ({ roles: each })) }) as unknown as Area;
    const areas = [area('one', 'trip'), area('two', 'licence', 'permit'), area('three')];
    expect(readableAreas(areas, (role) => role === 'permit-read' || role === 'trip-search').map(({ name }) => name)).toEqual(['two']);
  });
});

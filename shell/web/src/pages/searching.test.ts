import { ApiProblem } from '@portal/web-kit';
import type { Area } from '../area.ts';
import { type AreaAnswer, type FoundDocument, foundCount, grouped, isSearchable, searchAreas, searchPlaces } from './searching.ts';

// Services of the areas: one answers, one is still preparing, one is down, and one refuses the user.
jest.mock('../areas/clients.ts', () => ({
  shellApi: (name: string) => ({
    post: async () => {
      if (name === 'down' || name === 'none') throw new ApiProblem({ status: name === 'down' ? 503 : 403, title: name });
      return {
        records: [{ url: '/view/A' }],
        totalRecords: 1,
        ...(name === 'behind' ? { incomplete: true } : {}),
        ...(name === 'many' ? { atLeast: true } : {}),
      };
    },
  }),
}));

const found = (reference: string, person: string | null, vehicle: string | null = null): FoundDocument => ({
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

  it('is asked of the areas whose documents the user reads, and of the till', () => {
    const area = (name: string, ...roles: string[]) => ({ name, kinds: roles.map((each) => ({ roles: each })) }) as unknown as Area;
    const areas = [area('one', 'trip'), area('two', 'licence', 'permit'), area('three')];
    expect(searchPlaces(areas, (role) => role === 'permit-read' || role === 'trip-search').map(({ name }) => name)).toEqual(['two']);
    expect(searchPlaces(areas, (role) => role === 'payment-receipt-read').map(({ api }) => api)).toEqual(['/api/reference']);
  });
});

it('tells of each area whether it failed, or has documents that are not found by name yet', async () => {
  const area = (name: string) => ({ name, api: name, kinds: [] }) as unknown as Area;
  let answers: AreaAnswer[] = [];
  await searchAreas(['whole', 'behind', 'down', 'none'].map(area), 'maria', new AbortController().signal, (now) => {
    answers = now;
  });
  expect(answers.map(({ area: { name }, found: some, failed, incomplete }) => [name, some.length, failed, incomplete])).toEqual([
    ['whole', 1, false, false],
    ['behind', 1, false, true],
    ['down', 0, true, false],
    ['none', 0, false, false],
  ]);
});

it('says that there are more documents where an area has answered with some of them only', async () => {
  const area = (name: string) => ({ name, api: name, kinds: [] }) as unknown as Area;
  const told = async (...names: string[]) => {
    let answers: AreaAnswer[] = [];
    await searchAreas(names.map(area), 'silva', new AbortController().signal, (now) => {
      answers = now;
    });
    return foundCount(answers);
  };
  expect(await told('whole', 'behind')).toEqual(['search.count', { count: 2 }]);
  expect(await told('whole', 'many')).toEqual(['search.more', { count: 2 }]);
  expect(await told('none')).toEqual(['search.none', { count: 0 }]);
});

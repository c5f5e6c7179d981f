import { eq } from '../../catalogue/criteria.ts';
import { inLargestUnit } from '../due.tsx';
import { readOwnTabs, sortByIds } from './own-tabs.ts';
import { queueCriterion, queueOf } from './queues.ts';
import { belongsTo, contentOf, type SavedView, stateOf } from './saved-views.ts';
import { openingState, queueState } from './views-of-list.tsx';

const out = eq('documentDetails.movement', 'E');
const view = (id: string, content: Pick<SavedView, 'q' | 'columns' | 'density'>): SavedView => ({
  id,
  name: id,
  list: '/v1/triptic/trip',
  sharedWithRole: null,
  owner: { name: 'Ana' },
  mine: true,
  ...content,
});

describe('a saved view', () => {
  const state = {
    criteria: [eq('vehicleNumber', 'TL 1')],
    page: 4,
    sort: { field: 'dueAt', descending: true },
    columns: ['ownerName'],
    density: 'comfortable' as const,
  };
  const filters = [{ field: 'vehicleNumber' }];

  it('keeps filter, order and layout, and not the page', () => {
    expect(stateOf(contentOf(state, [out]), [out])).toEqual({ ...state, page: 1 });
    const plain = { criteria: [], page: 1 };
    expect(stateOf(contentOf(plain, []), [])).toEqual(plain);
  });

  it('belongs to the list whose own criteria it has', () => {
    const content = contentOf(state, [out]);
    expect(belongsTo(content, [out], filters)).toBe(true);
    expect(belongsTo(content, [eq('documentDetails.movement', 'I')], filters)).toBe(false);
    expect(belongsTo({ q: {} }, [], [])).toBe(true);
  });

  it('belongs to no list that would leave out one of its criteria', () => {
    const content = contentOf(state, [out]);
    expect(belongsTo(content, [], filters)).toBe(false);
    expect(belongsTo(content, [out], [])).toBe(false);
    expect(belongsTo(content, [], [...filters, { field: 'documentDetails.movement' }])).toBe(true);
  });

  it('or a queue is what the list opens with for this person, while it is there', () => {
    const saved = view('a', contentOf(state, [out]));
    expect(openingState({ order: [], first: 'a' }, [saved], [out])).toEqual({ ...state, page: 1 });
    expect(openingState({ order: [], first: 'queue:MINE' }, [], [])).toEqual(queueState('MINE'));
    for (const first of [undefined, 'gone', 'queue:ALL']) expect(openingState({ order: [], ...(first ? { first } : {}) }, [saved], [])).toBeUndefined();
  });
});

describe('the tabs of a list', () => {
  it('know the queue that criteria name, and no other', () => {
    expect(queueOf([eq('x', 'MINE'), queueCriterion('OVERDUE')])).toBe('OVERDUE');
    expect(queueOf([eq('queue', 'ALL')])).toBeUndefined();
  });

  it('stand in the chosen order, new ones last', () => {
    expect(sortByIds([{ id: 'new' }, { id: 'a' }, { id: 'b' }], ['b', 'gone', 'a']).map(({ id }) => id)).toEqual(['b', 'a', 'new']);
  });

  it('are as they are where nothing readable is stored', () => {
    for (const stored of [null, '', 'null', '{', '{"order":"a","first":1}']) expect(readOwnTabs(stored)).toEqual({ order: [] });
    expect(readOwnTabs('{"order":["a",2],"first":"a"}')).toEqual({ order: ['a'], first: 'a' });
  });
});

describe('a clock in a list', () => {
  it.each([
    [-1, 'minutes', 0],
    [119, 'minutes', 119],
    [120, 'hours', 2],
    [2_879, 'hours', 47],
    [2_880, 'days', 2],
  ] as const)('says %d minutes in %s: %d', (minutes, unit, count) => expect(inLargestUnit(minutes * 60_000)).toEqual({ unit, count }));
});

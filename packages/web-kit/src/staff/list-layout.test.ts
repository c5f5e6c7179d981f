import { describe, expect, it } from '@jest/globals';
import { moved, readLayout, shownColumns } from './list-layout.ts';

const columns = [{ field: 'reference' }, { field: 'name' }, { field: 'status' }, { field: 'due', optional: true }];

describe('the layout of a list', () => {
  it('is the usual one where nothing readable is stored', () => {
    for (const stored of [null, '', '{', 'null', '[]', '{"density":"tiny"}', '{"columns":"name"}', '{"columns":[1]}']) {
      expect(readLayout(stored)).toEqual({ density: 'compact' });
    }
  });

  it('keeps what was chosen', () => {
    expect(readLayout('{"density":"comfortable","columns":["status","name"]}')).toEqual({ density: 'comfortable', columns: ['status', 'name'] });
    expect(readLayout('{"widths":{"name":12.4,"status":9000,"lane":-1}}')).toEqual({ density: 'compact', widths: { name: 12, status: 80, lane: 5 } });
    expect(readLayout('{"widths":{"name":"12"}}')).toEqual({ density: 'compact' });
  });
});

describe('the columns that are shown', () => {
  it.each([
    ['all, where nothing was chosen', undefined, ['reference', 'name', 'status']],
    ['those that were chosen, in their order', ['status', 'reference'], ['status', 'reference']],
    ['those that are optional, once chosen', ['reference', 'due'], ['reference', 'due']],
    ['with the first column always', ['name'], ['reference', 'name']],
    ['without those that the screen no longer has', ['reference', 'gone', 'status'], ['reference', 'status']],
    ['each once', ['reference', 'name', 'name'], ['reference', 'name']],
  ])('are %s', (_case, chosen, shown) => {
    expect(shownColumns(columns, chosen).map(({ field }) => field)).toEqual(shown);
  });
});

describe('moving a column', () => {
  it.each([
    ['name', -1, ['name', 'reference', 'status']],
    ['name', 1, ['reference', 'status', 'name']],
    ['reference', -1, ['reference', 'name', 'status']],
    ['status', 1, ['reference', 'name', 'status']],
    ['gone', 1, ['reference', 'name', 'status']],
  ] as const)('moves %s by %s', (field, by, order) => {
    expect(moved(['reference', 'name', 'status'], field, by)).toEqual(order);
  });
});

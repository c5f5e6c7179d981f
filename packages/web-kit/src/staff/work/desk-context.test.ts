import { hasListArrived, isOnCase, neighbour, setPendingAddress } from './desk-context.ts';

it('moves along the list', () => {
  const ids = ['a', 'b', 'c'];
  expect([neighbour(ids, 'b', 1, 1), neighbour(ids, 'b', 1, -1), neighbour(ids, 'c', 2, 1), neighbour(ids, 'a', 0, -1)]).toEqual([
    'c',
    'a',
    undefined,
    undefined,
  ]);
});

it('takes the place of a case that has left the list', () => {
  expect([neighbour(['a', 'c'], 'b', 1, 1), neighbour(['a', 'c'], 'b', 1, -1), neighbour(['a', 'b'], 'c', 2, 1), neighbour([], 'a', 0, 1)]).toEqual([
    'c',
    'a',
    undefined,
    undefined,
  ]);
});

it('opens a case of the page that was turned to, and none of the page that is left', () => {
  expect(hasListArrived({ fresh: true, page: 1 }, 2)).toBe(false);
  expect(hasListArrived({ fresh: false, page: 2 }, 2)).toBe(false);
  expect(hasListArrived({ fresh: true, page: 2 }, 2)).toBe(true);
  // After a decision the list stays on the same page.
  expect(hasListArrived({ fresh: true, page: 1 }, undefined)).toBe(true);
});

it('has left a case as soon as the address is that of another', () => {
  expect(isOnCase('a1', '/other/departure/declaration/view/a1')).toBe(true);
  expect(isOnCase('a1', '/other/departure/declaration/view/a2')).toBe(false);
  expect(isOnCase('a1', '/other/departure/declaration')).toBe(false);
});

it('has left a case as soon as a key has led to another that is on the screen before its address', () => {
  setPendingAddress('/other/departure/declaration/view/a2?list=a1');
  expect([isOnCase('a1'), isOnCase('a2')]).toEqual([false, true]);
  setPendingAddress(undefined);
});

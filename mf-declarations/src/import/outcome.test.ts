import { outcomeOf, stateOf } from './outcome.ts';

it.each([
  [{ status: 'DONE', total: 3, accepted: 3, refused: 0 }, 'Finished', /^All 3 rows are registered/],
  [{ status: 'DONE', total: 3, accepted: 2, refused: 1 }, 'Finished', /^2 rows are registered, 1 was refused/],
  [{ status: 'REFUSED', total: 3, accepted: 0, refused: 1 }, 'Nobody registered', /^Nobody was registered: 1 row is not right/],
  [
    { status: 'REFUSED', total: 300, accepted: 200, refused: 2 },
    'Registered in part',
    /^200 of 300 rows are registered, the others are not: 2 rows are not right/,
  ],
  [{ status: 'REFUSED', total: 3, accepted: 1, refused: 1 }, 'Registered in part', /^1 of 3 rows is registered, the others are not: 1 row is not right/],
] as const)('says what became of the list %j', (list, state, outcome) => {
  expect(stateOf(list)).toMatchObject({ en: state });
  expect(outcomeOf(list, String)).toMatchObject({ en: expect.stringMatching(outcome) });
});

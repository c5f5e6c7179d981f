import { leftOf } from './bulk-calls.ts';

describe('what is left of many documents', () => {
  it('is what was refused or not reached, in the version that the refusal told of', () => {
    const items = ['done', 'changed', 'claimed', 'not reached'].map((id) => ({ id, version: 1, reference: id }));
    const current = { version: 4, changedBy: 'Beatriz', changedAt: '2026-03-01T08:00:00', action: 'Amend', documentStatus: 'CREATED' };
    const results = [
      { id: 'done', status: 200, errors: [] },
      { id: 'changed', status: 409, errors: [{ message: 'Changed' }], current },
      { id: 'claimed', status: 409, errors: [{ message: 'Claimed' }] },
    ];
    expect(leftOf(items, results).map(({ id, version }) => [id, version])).toEqual([
      ['changed', 4],
      ['claimed', 1],
      ['not reached', 1],
    ]);
  });
});

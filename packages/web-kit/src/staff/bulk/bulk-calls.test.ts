import type { Api } from '../../api/api.ts';
import { leftOf, takeNext } from './bulk-calls.ts';

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

it('the next case is asked for with a key that stays until an answer arrives', async () => {
  const keys: (string | undefined)[] = [];
  const send: Api['send'] = async (_method, _url, _body, options) => {
    keys.push(options?.idempotencyKey);
    if (keys.length === 1) throw Object.assign(new Error('refused'), { status: 400 });
    return { model: { id: `case ${keys.length}` } } as never;
  };
  const take = () => takeNext({ prefix: '/api/cases', send } as Api, '/v1/case', { criteria: [] });
  await expect(take()).rejects.toThrow('refused');
  expect([await take(), await take()]).toEqual([{ model: { id: 'case 2' } }, { model: { id: 'case 3' } }]);
  const [first, again, next] = keys;
  expect([first, again === first, next === first]).toEqual([expect.any(String), true, false]);
});

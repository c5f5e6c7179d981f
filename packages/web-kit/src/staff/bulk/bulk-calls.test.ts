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

describe('the next case is asked for', () => {
  const claim = { assignee: { name: 'Beatriz' }, since: '2026-03-01T08:00:00' };
  /** Asks for the next case three times. @param answers the answers to the calls; undefined where the answer is lost @returns the keys of the calls */
  const takeThrice = async (...answers: (object | undefined)[]) => {
    const keys: (string | undefined)[] = [];
    const send: Api['send'] = async (_method, _url, _body, options) => {
      const answer = answers[keys.push(options?.idempotencyKey) - 1];
      if (!answer) throw Object.assign(new Error('lost'), { status: 400 });
      return answer as never;
    };
    const take = () => takeNext({ prefix: '/api/cases', send } as Api, '/v1/case', { criteria: [] }).catch(() => 'lost');
    return { taken: [await take(), await take(), await take()], keys };
  };
  const caseOf = (id: string) => ({ model: { id } });

  it('with a key that stays until an answer arrives', async () => {
    const [one, two] = ['1', '2'].map((id) => ({ ...caseOf(id), claim }));
    const { taken, keys } = await takeThrice(undefined, one, two);
    expect(taken).toEqual(['lost', one, two]);
    expect(keys.map((key) => key === keys[0])).toEqual([true, true, false]);
  });

  it('again, if the case of the lost answer is not claimed any more', async () => {
    const [two, three] = ['2', '3'].map((id) => ({ ...caseOf(id), claim }));
    const { taken, keys } = await takeThrice(undefined, caseOf('decided'), two, three);
    expect(taken).toEqual(['lost', two, three]);
    expect(keys.map((key) => key === keys[0])).toEqual([true, true, false, false]);
  });
});

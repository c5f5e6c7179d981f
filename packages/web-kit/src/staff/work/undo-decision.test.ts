import type { OfferedAction } from '@portal/contract-kit';
import type { Api } from '../../api/api.ts';
import { ApiProblem } from '../../api/problem.ts';
import { undoDecision } from './undo-decision.ts';

const action = { name: 'undo', label: 'Undo', method: 'POST', url: '/v1/departure/7/actions/undo' } as OfferedAction;
const undo = { prefix: '/api/declarations', kind: '/v1/departure', id: '7', version: 3, status: 'VERIFIED', action, to: '/departure/view/7' };

/** A fake service whose case has version 4 by now. */
function service(documentStatus: string, actions: OfferedAction[]) {
  const send = jest.fn(async (_method: string, _url: string, body: unknown) => {
    if ((body as { version: number }).version !== 4)
      throw new ApiProblem({ status: 409, title: 'Conflict', errors: [{ code: 'STALE_VERSION', field: 'version', message: 'Changed' }] });
    return { model: { documentStatus: 'REGISTERED' }, actions: [] };
  });
  const get = jest.fn(async () => ({ model: { id: '7', version: 4, documentStatus }, actions }));
  return { api: { prefix: '/api/declarations', send, get } as unknown as Api, send };
}

it('takes a decision back although somebody wrote a note meanwhile', async () => {
  const { api, send } = service('VERIFIED', [action]);
  await expect(undoDecision(api, undo, 'By mistake')).resolves.toMatchObject({ model: { documentStatus: 'REGISTERED' } });
  expect(send.mock.calls.at(-1)?.[2]).toEqual({ version: 4, comment: 'By mistake' });
});

it.each([
  ['was decided again', 'APPROVED', [action]],
  ['is no longer to be undone', 'VERIFIED', []],
])('says what happened where the case %s', async (_what, status, actions) => {
  const { api, send } = service(status, actions);
  await expect(undoDecision(api, undo, 'By mistake')).rejects.toMatchObject({ status: 409 });
  expect(send).toHaveBeenCalledTimes(1);
});

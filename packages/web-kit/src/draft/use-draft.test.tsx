import type { OfferedAction } from '@portal/contract-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import type { Transport } from '../api/transport.ts';
import { KitProviders } from '../area/area-root.tsx';
import type { ContractErrors } from '../contract/use-contract-errors.ts';
import { type Submission, useSubmission } from '../document/use-submission.ts';
import { type Draft, useDraft } from './use-draft.ts';

jest.mock('./drafts.ts', () => ({ draftsAt: () => ({ remove: async () => undefined }) }));

const ana = { lastName: 'Ana' };

it.each(['register', 'store'])('a form that is started again is another one for the service after a lost answer: %s', async (name) => {
  const keys: unknown[] = [];
  const losing = {
    fetch: async (_url: string, { headers }: RequestInit) => {
      keys.push(new Headers(headers).get('Idempotency-Key'));
      return Response.json({ status: 500 }, { status: 500 });
    },
  } as unknown as Transport;
  let draft: Draft | undefined;
  let submission: Submission | undefined;
  function Form() {
    draft = useDraft('trip-register-any', useForm());
    submission = useSubmission('/v1/trip', 'trip-register-any', draft, {} as ContractErrors);
    return null;
  }
  renderToStaticMarkup(
    <KitProviders name="trips" transport={losing}>
      <MemoryRouter>
        <Form />
      </MemoryRouter>
    </KitProviders>,
  );
  const send = () => submission?.send({ name, method: 'POST', url: '/v1/trip' } as OfferedAction, ana, () => '/').catch(() => undefined);
  await send();
  await send();
  draft?.startAgain();
  await send();
  expect(keys.map((key) => key === keys[0])).toEqual([true, true, false]);
});

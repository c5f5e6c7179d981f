import type { OfferedAction } from '@portal/contract-kit';
import { QueryObserver } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { idempotencyKeyFor } from '../api/retry.ts';
import type { Transport } from '../api/transport.ts';
import { KitProviders } from '../area/area-root.tsx';
import type { ContractErrors } from '../contract/use-contract-errors.ts';
import type { Draft } from '../draft/use-draft.ts';
import type { WaitingForm } from '../offline/waiting.ts';
import { createQueryClient, demanded } from '../query.ts';
import { seedSession, takeOverPage } from '../session/session-store.ts';
import { type Submission, useSubmission } from './use-submission.ts';

// The store of the device needs the browser's database.
const mockKept: WaitingForm[] = [];
const mockHasRoom = jest.fn(() => true);
jest.mock('../offline/waiting.ts', () => ({ keepWaitingForm: async (form: WaitingForm) => mockHasRoom() && mockKept.push(form) > 0 }));

// The page is rendered once, and does not go on to the waiting page.
jest.mock('../router.ts', () => ({ useNavigate: () => () => undefined }));

const ana = { user: { name: 'Ana', sub: 'ana' } };
const berta = { user: { name: 'Berta', sub: 'berta' } };
const nobody = { user: null };

/** Submits a form without a network. @returns what waits on the device */
async function waitingAfter(body: object = {}, transport?: Transport): Promise<WaitingForm | undefined> {
  let submission: Submission | undefined;
  const draft = { clear: () => undefined, answers: () => ({ area: 'declarations', key: 'arrival', values: {} }) } as Partial<Draft> as Draft;
  function Form() {
    submission = useSubmission('/v1/declaration', 'arrival', draft, {} as ContractErrors, '/eservice/arrival');
    return null;
  }
  renderToStaticMarkup(
    <KitProviders name="shell" transport={transport}>
      <Form />
    </KitProviders>,
  );
  await submission?.send({ name: 'register', method: 'POST', url: '/v1/declaration' } as OfferedAction, body, (id) => `/eservice/arrival/qr/${id}`);
  return mockKept.pop();
}

describe('a form that is submitted without a network', () => {
  beforeAll(() => void Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true }));

  it.each([
    ['the person who filled it in', 'ana', [ana]],
    ['nobody if nobody was signed in', null, [nobody]],
    ['the person who filled it in if another person has signed in in another tab', 'ana', [ana, berta]],
    ['the person who filled it in if this person has signed out in another tab', 'ana', [ana, nobody]],
    ['the person who signed in after the form was opened', 'ana', [nobody, ana]],
  ])('waits for %s', async (_who, owner, [first, ...later]) => {
    seedSession(first ?? nobody);
    takeOverPage();
    for (const session of later) seedSession(session);
    expect((await waitingAfter())?.owner).toBe(owner);
  });

  it('waits for the person in whose name the page works after a second try', async () => {
    seedSession(ana);
    takeOverPage();
    seedSession(berta);
    takeOverPage();
    expect((await waitingAfter())?.owner).toBe('berta');
  });

  it('waits beside the next one, with a key of its own', async () => {
    const [one, other] = [await waitingAfter({ a: 1 }), await waitingAfter({ a: 2 })];
    expect(one?.key).toBeTruthy();
    expect(other?.key).not.toBe(one?.key);
  });

  it('says that it has not been sent, unless an earlier attempt of the form has got no answer', async () => {
    expect((await waitingAfter())?.tried).toBe(false);
    // The page was left before the answer came.
    const key = idempotencyKeyFor('arrival', { a: 1 }, true);
    expect(await waitingAfter()).toMatchObject({ key, tried: true });
    expect((await waitingAfter())?.tried).toBe(false);
  });

  /** Sends the form to a portal that gives these answers, and returns whether the form that waits after that was tried. */
  async function triedAfter(...statuses: number[]): Promise<boolean | undefined> {
    const last = statuses.at(-1);
    const refusing = {
      fetch: async () => {
        const status = statuses.shift();
        return Response.json({ status, errors: [] }, { status });
      },
    } as unknown as Transport;
    Object.assign(navigator, { onLine: true });
    await expect(waitingAfter({}, refusing)).rejects.toMatchObject({ status: last });
    Object.assign(navigator, { onLine: false });
    return (await waitingAfter())?.tried;
  }

  it('has not been sent if the device could not keep it before, or the portal has refused it', async () => {
    mockHasRoom.mockReturnValueOnce(false);
    await expect(waitingAfter()).rejects.toMatchObject({ status: 0 });
    expect((await waitingAfter())?.tried).toBe(false);
    expect(await triedAfter(422)).toBe(false);
    // The gateway refuses too many calls, and a page that has expired.
    expect(await triedAfter(429)).toBe(false);
    expect(await triedAfter(403)).toBe(false);
  });

  it('may have arrived if an attempt got no answer before the portal refused the next one', async () => {
    expect(await triedAfter(503, 422)).toBe(true);
  });

  it('waits after one attempt of which the portal says only after 30 seconds that the service does not answer', async () => {
    let now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
    const fetch = jest.fn(async () => {
      now += 30_000;
      return Response.json({ status: 503, errors: [] }, { status: 503 });
    });
    Object.assign(navigator, { onLine: true });
    expect(await waitingAfter({}, { fetch } as unknown as Transport)).toMatchObject({ state: 'waiting', tried: true });
    Object.assign(navigator, { onLine: false });
    expect(fetch).toHaveBeenCalledTimes(1);
    clock.mockRestore();
  });
});

describe('a form that the service refuses', () => {
  beforeAll(() => void Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true }));

  /** Makes these calls, whose answers are lost, in one form. @returns their keys */
  async function keysOf(form: string, calls: readonly [name: string, body: object][]): Promise<unknown[]> {
    const keys: unknown[] = [];
    let submission: Submission | undefined;
    const losing = {
      fetch: async (_url: string, { headers }: RequestInit) => {
        keys.push(new Headers(headers).get('Idempotency-Key'));
        return Response.json({ status: 500 }, { status: 500 });
      },
    } as unknown as Transport;
    function Form() {
      submission = useSubmission('/v1/declaration', form, {} as Draft, {} as ContractErrors);
      return null;
    }
    renderToStaticMarkup(
      <KitProviders name="mf-declarations" transport={losing}>
        <Form />
      </KitProviders>,
    );
    for (const [name, body] of calls)
      await submission?.send({ name, method: 'POST', url: '/v1/declaration' } as OfferedAction, body, () => '/').catch(() => undefined);
    return keys;
  }

  it.each([
    ['is registered once though its answers are changed after a lost answer', 'register', {}, true],
    ['is another call after a change, if it changes a document', 'update', { id: 'D1', version: 2 }, false],
    ['is another call after a change, if it stores a draft', 'store', {}, false],
  ])('%s', async (_what, name, document, isSame) => {
    const keys = await keysOf(`form ${name}`, [
      [name, { ...document, firstName: 'Ana' }],
      [name, { ...document, firstName: 'Anna' }],
    ]);
    expect([keys.length, keys[0] === keys[1]]).toEqual([2, isSame]);
  });

  it('has one key where it stores a draft and another one where it registers', async () => {
    const keys = await keysOf('both', [
      ['store', {}],
      ['register', {}],
      ['store', {}],
    ]);
    expect(keys.map((key) => key === keys[0])).toEqual([true, false, true]);
  });

  it('shows a question that was added after it was opened', async () => {
    let submission: Submission | undefined;
    const cache = createQueryClient();
    let published = ['Q1'];
    const ask = { queryKey: [demanded, 'departure'], queryFn: jest.fn(async () => published), staleTime: Number.POSITIVE_INFINITY };
    const questions = new QueryObserver(cache, ask);
    const shown = new Promise<unknown>((resolve) => questions.subscribe(({ data }) => data?.length === 2 && resolve(data)));
    await cache.fetchQuery(ask);
    published = ['Q1', 'Q2'];
    const refusal = {
      status: 422,
      title: 'Refused',
      errors: [{ field: 'questions.1.answer', code: 'QUESTION_UNANSWERED', message: 'Please answer question 2' }],
    };
    const refusing = { fetch: async () => Response.json(refusal, { status: 422 }) } as unknown as Transport;
    function Form() {
      submission = useSubmission('/v1/declaration', 'arrival', {} as Draft, {} as ContractErrors);
      return null;
    }
    renderToStaticMarkup(
      <KitProviders name="mf-declarations" cache={cache} transport={refusing}>
        <Form />
      </KitProviders>,
    );
    const sent = submission?.send({ name: 'register', method: 'POST', url: '/v1/declaration' } as OfferedAction, {}, () => '/');
    await expect(sent).rejects.toMatchObject({ status: 422 });
    expect(ask.queryFn).toHaveBeenCalledTimes(2);
    expect(await shown).toEqual(['Q1', 'Q2']);
    cache.clear();
  });
});

import { testBackends } from '../testing/index.ts';
import { PassDesk } from '../testing/pass-desk.ts';

const [[, embedded]] = testBackends();

describe('a decision that needs two officers', () => {
  let passes: PassDesk;
  beforeAll(async () => {
    passes = await PassDesk.open(embedded, { STEP_UP_ACR: '2,3', STEP_UP_MINUTES: '15' });
  });
  afterAll(() => passes?.close());

  const verified = async (): Promise<string> => {
    const { id } = await passes.register('nobody');
    // A decision that needs only one officer is accepted from any sign-in.
    expect((await passes.act('verifier', id, 'verification', { version: 1 })).status).toBe(200);
    return id;
  };

  it.each(['approver', 'approver by password', 'approver of an hour ago'])('is not taken by %s, who is told how to sign in', async (caller) => {
    const id = await verified();
    const refused = await passes.act(caller, id, 'approval', { version: 2 });
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([401, 'STEP_UP_REQUIRED']);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_user_authentication", acr_values="2 3", max_age=900');
    expect((await passes.call('reader', 'GET', `/v1/pass/${id}/document`)).body.model.documentStatus).toBe('VERIFIED');
  });

  it('is taken by who signed in by a second factor a short while ago', async () => {
    expect((await passes.act('approver by second factor', await verified(), 'approval', { version: 2 })).status).toBe(200);
  });

  it('is not asked about from who may not take it', async () => {
    const refused = await passes.act('stranger', await verified(), 'approval', { version: 2 });
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([403, 'FORBIDDEN']);
  });
});

it('without the setting, a decision takes any sign-in of staff', async () => {
  const passes = await PassDesk.open(embedded);
  const { id } = await passes.register('nobody');
  await passes.act('verifier', id, 'verification', { version: 1 });
  expect((await passes.act('approver', id, 'approval', { version: 2 })).status).toBe(200);
  await passes.close();
});

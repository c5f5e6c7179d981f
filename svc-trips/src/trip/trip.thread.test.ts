import { expectNotesInside, sentFiles, TestClock, testBackends, until } from '@portal/service-kit/testing';
import openapi from '../../openapi.json';
import { Desk } from '../testing/desk.ts';

const path = '/v1/triptic/trip';
const hour = 3_600_000;

describe.each(testBackends())('the words with the applicant of a trip on %s', (_engine, makeBackend) => {
  let desk: Desk;
  const clock = new TestClock(new Date('2026-05-04T01:00:00Z'));
  beforeAll(async () => {
    desk = await Desk.open(await makeBackend(), clock);
  });
  afterAll(() => desk?.close());

  const registered = async (user: 'public' | 'applicant' = 'public') => (await desk.register(user)).body.model;
  const codeOf = ({ status, body }: { status: number; body: { errors?: { code: string }[] } }) => [status, body.errors?.[0]?.code].filter(Boolean).join(' ');

  it('are a question about a requirement and its answer with files, and the trip stays where it is', async () => {
    const { id, requirements = [] } = await registered('applicant');
    expect(codeOf(await desk.act('applicant', id, 'feedback', { comment: 'Nobody asked' }))).toBe('409 ACTION_NOT_ALLOWED');
    expect(codeOf(await desk.act('trip-verifier', id, 'query'))).toMatch(/^422/);
    clock.pass(hour);
    const asked = await desk.act('trip-verifier', id, 'query', { comment: 'Which insurance?', requirementCode: requirements[0]?.id });
    expect(asked.status).toBe(200);
    // While the trip waits for the applicant, no step of the office is due.
    expect(asked.body.model).toMatchObject({ documentStatus: 'SUBMITTED', dueAt: null, stepSince: '2026-05-04T02:00:00' });
    const mine = await desk.call<{ records: { id: string }[] }>('applicant', 'GET', `${path}/mine`);
    expect(mine.body.records).toContainEqual(expect.objectContaining({ id, nextStep: 'Answer the question', waitsForApplicant: true, words: 1 }));
    clock.pass(30 * hour);
    desk.addFile('insurance', { name: 'insurance.pdf', type: 'application/pdf', scope: 'trip' });
    for (const other of ['public', 'neighbour', 'trip-verifier', 'trip-border'] as const)
      expect([other, (await desk.act(other, id, 'feedback', { comment: 'Mine' })).status]).toEqual([other, other === 'public' ? 401 : 403]);
    const answered = await desk.act('applicant', id, 'feedback', { comment: 'This one', files: [{ uid: 'insurance' }] });
    expect(answered.body.model?.documentStatus).toBe('SUBMITTED');
    // After the answer, the deadline of the office starts again.
    const seen = (await desk.load(id, 'trip-verifier')).body.model;
    expect(seen).toMatchObject({ stepSince: '2026-05-05T08:00:00', dueAt: expect.any(String) });
    expect(codeOf(await desk.act('applicant', id, 'feedback', { comment: 'And this' }))).toBe('409 ACTION_NOT_ALLOWED');
    const thread = await desk.call<{ records: object[] }>('applicant', 'GET', `${path}/${id}/thread`);
    expect(thread.body.records).toMatchObject([
      { from: 'office', text: 'Which insurance?', requirementCode: requirements[0]?.id, by: 'Land Transport Authority' },
      { from: 'applicant', text: 'This one', files: [{ uid: 'insurance', name: 'insurance.pdf' }] },
    ]);
    await until(() =>
      sentFiles(String(desk.env.DATA_DIR))
        .filter(({ text }) => text.includes(id))
        .some(({ to }) => to === 'trip-verifier@example.org'),
    );
    expect((await desk.act('trip-verifier', id, 'termination', { comment: 'Withdrawn' })).status).toBe(200);
    expect(codeOf(await desk.act('trip-verifier', id, 'query', { comment: 'Why?' }))).toBe('409 ACTION_NOT_ALLOWED');
  });

  it('are over when the office has decided without the answer', async () => {
    const { id } = await registered('applicant');
    await desk.act('trip-verifier', id, 'query', { comment: 'Which colour?' });
    await desk.act('trip-verifier', id, 'termination', { comment: 'Stolen' });
    const mine = await desk.call<{ records: { id: string; waitsForApplicant: boolean; nextStep?: string }[] }>('applicant', 'GET', `${path}/mine`);
    const { nextStep, waitsForApplicant } = mine.body.records.find((record) => record.id === id) ?? {};
    expect([nextStep ?? null, waitsForApplicant]).toEqual([null, false]);
  });

  it('are for whoever registered without an account and has the link', async () => {
    const { id } = await registered();
    expect(codeOf(await desk.act('trip-border', id, 'query', { comment: 'Where is it?' }))).toBe('403 FORBIDDEN');
    expect((await desk.act('trip-verifier', id, 'query', { comment: 'Which colour?' })).status).toBe(200);
    expect((await desk.act('public', id, 'feedback', { comment: 'Blue' })).status).toBe(200);
  });

  it('never are notes among officials', async () => {
    const { id } = await registered('applicant');
    const asked = await expectNotesInside(desk, {
      openapi,
      path,
      id,
      officer: 'trip-verifier',
      callers: ['public', 'applicant', 'neighbour', 'trip-agent', 'trip-approver'],
    });
    expect(asked).toEqual(
      expect.arrayContaining([`${path}/{id}/document`, `${path}/{id}/export`, `${path}/{id}/thread`, `${path}/search`, `${path}/{id}/print-form`]),
    );
  });
});

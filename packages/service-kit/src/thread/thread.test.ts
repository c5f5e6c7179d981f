import type { ThreadEntry } from '@portal/contract-kit';
import type { Actor } from '../auth/actor.ts';
import { OutboxRow } from '../database/kit.entities.ts';
import { messageContext } from '../encryption/encrypted-queue.ts';
import { CaseDesk, type CaseUser, sentFiles, TestClock, testBackends, until } from '../testing/index.ts';

interface Thread {
  records: ThreadEntry[];
  errors?: { code: string; field: string }[];
}
const refused = ({ status, body }: { status: number; body: object }): string =>
  [status, (body as Thread).errors?.[0]?.field, (body as Thread).errors?.[0]?.code].filter(Boolean).join(' ');

describe.each(testBackends())('the thread with the applicant on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  const clock = new TestClock(CaseDesk.begins);
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), clock);
    desk.addFile('diploma', { name: 'diploma.pdf', type: 'application/pdf' });
  });
  afterAll(() => desk?.close());

  const threadOf = (id: string, by: CaseUser) => desk.call<Thread>(by, 'GET', `/v1/case/${id}/thread`);
  /** Returns the messages that were sent, except the confirmations of registration. */
  const mail = () => sentFiles(String(desk.env.DATA_DIR)).filter(({ subject }) => !subject.startsWith('Registered'));
  const asked = async (by: CaseUser = 'public') => {
    const { id } = await desk.register({}, by);
    expect((await desk.act('officer', id, 'query', { comment: 'Which diploma?' })).status).toBe(200);
    await desk.on('officer', id, 'notes', { text: 'Looks forged' });
    return id;
  };

  it('holds the question, and the answer with its files, and no notes', async () => {
    const id = await asked();
    const { status } = await desk.act('public', id, 'feedback', {
      comment: 'This one',
      files: [{ uid: 'diploma', name: 'lie.exe', size: 1 }, { uid: 'diploma' }],
    });
    expect(status).toBe(200);
    const [ofOffice, ofPublic] = [await threadOf(id, 'officer'), await threadOf(id, 'public')];
    const files = [{ uid: 'diploma', name: 'diploma.pdf', size: 1_000 }];
    expect(ofOffice.body.records).toMatchObject([
      { from: 'office', by: 'Official officer', operation: 'Query', text: 'Which diploma?', files: [] },
      { from: 'applicant', by: 'Public', operation: 'Answer', text: 'This one', files },
    ]);
    // The applicant sees the name of the office, not that of the officer.
    expect(ofPublic.body.records).toMatchObject([
      { from: 'office', by: 'Border Agency', text: 'Which diploma?' },
      { from: 'applicant', by: 'Public', text: 'This one', files },
    ]);
    expect(JSON.stringify([ofOffice.body, ofPublic.body])).not.toMatch(/forged/);
    expect((await desk.call('public', 'GET', `/v1/case/${id}/thread`, undefined, { 'accept-language': 'pt' })).body.records).toMatchObject([
      { operation: 'Perguntar' },
      { operation: 'Responder', by: 'Público' },
    ]);
  });

  it.each([
    ['applicant', '200'],
    ['officer', '200'],
    ['reader', '200'],
    ['supervisor', '200'],
    // Anyone who has the id of the document can read its thread there.
    ['public', '200'],
    ['neighbour', '200'],
    ['officer without the read role', '403'],
    ['officer of another agency', '403'],
    ['officer of other documents', '403'],
  ] as [CaseUser, string][])('of a signed-in applicant is answered to the %s with %s', async (caller, status) => {
    const id = await asked('applicant');
    expect(refused(await threadOf(id, caller)).slice(0, 3)).toBe(status);
    expect(refused(await threadOf('00000000-0000-7000-8000-000000000000', caller)).slice(0, 3)).toBe('404');
  });

  it('is hidden from the key of a finder, in the document too', async () => {
    const { holderName } = (await desk.register()) as { holderName?: string };
    const found = await desk.call(
      'public',
      'GET',
      `/v1/case/find?q=${encodeURIComponent(JSON.stringify({ criteria: [{ expressionType: 'SearchCriterion', operation: 'EQ', dataType: 'TEXT', fieldName: 'holderName', values: [holderName] }] }))}`,
    );
    const key = String(found.body.records[0]?.id);
    const row = await desk.cases.kit.db.reader.findOneByOrFail(desk.cases.definition.row, { holderName } as never);
    await desk.act('officer', row.id, 'query', { comment: 'A private matter' });
    await desk.act('public', row.id, 'feedback', { comment: 'My answer', files: [{ uid: 'diploma' }] });
    expect((await threadOf(key, 'public')).status).toBe(401);
    const shown = await desk.call('public', 'GET', `/v1/case/${encodeURIComponent(key)}/document`);
    expect([shown.status, JSON.stringify(shown.body)]).toEqual([200, expect.not.stringMatching(/private matter|My answer|diploma/)]);
    const own = await desk.call('public', 'GET', `/v1/case/${row.id}/document`);
    expect(JSON.stringify(own.body)).toMatch(/private matter.*diploma/);
  });

  it.each([
    [{ files: 'x' }, '422 files CHOICE'],
    [{ files: [{}] }, '422 files.0.uid CHOICE'],
    [{ files: [null] }, '422 files.0.uid CHOICE'],
    [{ files: [{ uid: 'no-such-file' }] }, '422 files.0.uid CHOICE'],
    [{ files: Array.from({ length: 11 }, (_, i) => ({ uid: `f${i}` })) }, '422 files MAX_LENGTH'],
    [{ files: [] }, '200'],
  ])('answers %.60j with %s', async (body, expected) => {
    const id = await asked();
    expect(refused(await desk.act('public', id, 'feedback', body))).toBe(expected);
  });

  it('takes only requirements of the document, and files only of the applicant', async () => {
    const { id } = await desk.register();
    expect(refused(await desk.act('officer', id, 'query', { requirementCode: 'OTHER' }))).toBe('422 requirementCode CHOICE');
    expect(refused(await desk.act('officer', id, 'query', { files: [{ uid: 'diploma' }] }))).toBe('200');
    expect((await threadOf(id, 'officer')).body.records[0]?.files).toEqual([]);
  });

  it('makes the document hold the files of its answers, in later versions too', async () => {
    const id = await asked();
    await desk.act('public', id, 'feedback', { files: [{ uid: 'diploma' }] });
    await desk.act('officer', id, 'verification');
    const { db, encryption } = desk.cases.kit;
    const held = (await db.reader.find(OutboxRow, { order: { id: 'ASC' } }))
      .filter(({ topic }) => topic === 'media.held')
      .map(({ id: message, topic, payload }) =>
        encryption.decryptJson<{ documentId: string; version: number; uids: string[] }>(payload as never, messageContext(topic, message)),
      )
      .filter(({ documentId }) => documentId === id);
    expect(held.map(({ version, uids }) => [version, uids])).toEqual([
      [3, ['diploma']],
      [4, ['diploma']],
    ]);
  });

  it('tells the applicant of the question and the officer who asked of the answer, once, and none of the words', async () => {
    const { id, version } = await desk.register({ email: 'ana@example.org' });
    const ask = () => desk.on('officer', id, 'actions/query', { version, comment: 'Which diploma?' }, { 'idempotency-key': `ask-${id}` });
    await ask();
    await ask();
    const about = () => mail().filter(({ text }) => text.includes(id));
    await until(() => about().length > 0);
    await desk.act('public', id, 'feedback', { comment: 'This one' });
    await until(() => about().length > 1);
    const sent = about();
    expect(sent.map(({ to }) => to).sort()).toEqual(['ana@example.org', 'officer@example.org']);
    expect(sent.find(({ to }) => to.startsWith('ana'))?.text).toContain(`/cases/mine/${id}`);
    expect(sent.find(({ to }) => to.startsWith('officer'))?.text).toContain(`/cases/view/${id}`);
    expect(JSON.stringify(sent)).not.toMatch(/diploma|This one|NAME/);
    expect(sent.map(({ subject }) => subject).join()).not.toMatch(/CAS-|Official/);
  });

  it('is told to an officer who asked at the present address, and not to one who may no longer read the document', async () => {
    const { accounts } = desk.cases.kit;
    const answers = () => mail().filter(({ subject }) => subject.includes('answered'));
    const answer = async (id: string) => expect((await desk.act('public', id, 'feedback', { comment: 'This one' })).status).toBe(200);
    const ids = [await asked(), await asked(), await asked(), await asked()] as const;
    const officer = (await accounts.named('officer'))[0] as Actor;
    const lost: Partial<Actor>[] = [{ roles: [], agencies: [] }, { agencies: ['HEALTH'] }, { roles: ['case-verification'] }];
    for (const [n, change] of lost.entries()) {
      await accounts.seen({ ...officer, ...change });
      await answer(ids[n] as string);
    }
    await accounts.seen({ ...officer, email: 'moved@example.org' });
    await answer(ids[3]);
    await until(() => answers().some(({ text }) => text.includes(ids[3])));
    expect(answers().flatMap(({ to, text }) => ids.filter((id) => text.includes(id)).map((id) => [to, id]))).toEqual([['moved@example.org', ids[3]]]);
    await accounts.seen(officer);
  });

  it('is in the export of personal data, and the notes are not', async () => {
    const id = await asked('applicant');
    await desk.act('applicant', id, 'feedback', { comment: 'This one' });
    const text = JSON.stringify((await desk.call('applicant', 'GET', `/v1/case/${id}/export`)).body);
    expect(text).toMatch(/Which diploma\?.*This one/);
    expect(text).not.toMatch(/forged/);
  });
});

import 'reflect-metadata';
import type { Actor } from '../auth/actor.ts';
import { AuditRow } from '../database/kit.entities.ts';
import { CaseDesk, type CaseUser, everybody, sentFiles, TestClock, testBackends, until } from '../testing/index.ts';
import type { Note } from './notes.ts';
import { DocumentNoteRow, StaffAccountRow } from './work.entities.ts';

const answer = ({ status, body }: { status: number; body: { errors?: { code: string; field: string }[] } }): string =>
  [status, body.errors?.[0]?.field, body.errors?.[0]?.code].filter(Boolean).join(' ');

describe.each(testBackends())('notes on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  const clock = new TestClock(CaseDesk.begins);
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), clock);
    for (const user of everybody) await desk.call(user, 'GET', '/v1/case/search');
  });
  afterAll(() => desk?.close());

  const notesOf = (id: string, by: CaseUser = 'reader') => desk.call(by, 'GET', `/v1/case/${id}/notes`);
  const mail = () => sentFiles(String(desk.env.DATA_DIR)).filter(({ subject }) => subject.includes('note'));

  it('are read by officials alone, oldest first', async () => {
    const { id } = await desk.register({}, 'applicant');
    const made = await desk.on('officer', id, 'notes', { text: ' Looks odd \n' });
    clock.pass(1_000);
    await desk.on('reader', id, 'notes', { text: 'To me too' });
    const [first, second] = (await notesOf(id)).body.records as unknown as [Note, Note];
    expect([made.status, (made.body as unknown as { model: Note }).model]).toEqual([201, first]);
    expect(first).toMatchObject({ text: 'Looks odd', user: { name: 'Official officer' }, createdAt: '2026-05-04T00:00:00', mentions: [] });
    expect([second.text, second.user.name]).toEqual(['To me too', 'Official reader']);
    for (const caller of ['public', 'applicant', 'neighbour'] as const)
      for (const path of ['document', 'export', '1/version', 'history']) {
        const shown = await desk.call(caller, path === 'history' ? 'POST' : 'GET', `/v1/case/${id}/${path}`, path === 'history' ? {} : undefined);
        expect(JSON.stringify(shown.body)).not.toMatch(/odd|me too/);
      }
    const actions = (await desk.cases.kit.db.reader.findBy(AuditRow, { documentId: id })).map(({ action }) => action);
    expect([actions.filter((action) => action === 'note').length, actions.includes('notes')]).toEqual([2, true]);
  });

  it.each([
    ['public', '401 UNAUTHENTICATED', '401 UNAUTHENTICATED'],
    ['applicant', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['neighbour', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['officer', '201', '200'],
    ['supervisor', '201', '200'],
    ['reader', '201', '200'],
    ['officer without the read role', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['officer of another agency', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['officer of other documents', '403 FORBIDDEN', '403 FORBIDDEN'],
  ] as [CaseUser, string, string][])('answer the %s: add %s, read %s', async (caller, add, read) => {
    const { id } = await desk.register({}, 'applicant');
    expect([answer(await desk.on(caller, id, 'notes', { text: 'A note' })), answer(await notesOf(id, caller))]).toEqual([add, read]);
    expect(answer(await notesOf('00000000-0000-7000-8000-000000000000', caller))).toBe('404 NOT_FOUND');
  });

  it.each([
    [{}, '422 text REQUIRED'],
    [{ text: ' \n ' }, '422 text REQUIRED'],
    [{ text: 7 }, '422 text REQUIRED'],
    [[], '422 text REQUIRED'],
    [{ text: 'x'.repeat(2_001) }, '422 text MAX_LENGTH'],
    [{ text: 'x\u202ey' }, '422 text TEXT'],
    [{ text: '\u200b' }, '422 text TEXT'],
    [{ text: '😀'.repeat(2_000) }, '201'],
  ])('answer %.60j with %s', async (body, expected) => {
    const { id } = await desk.register();
    expect(answer(await desk.on('officer', id, 'notes', body))).toBe(expected);
  });

  it('tell the officials whom they name, who may read the case, and nobody else', async () => {
    const { id, serialReference } = await desk.register();
    const text = 'Ask @second-officer, @Official supervisor! and @foreign-officer, @nobody, @applicant or mail@reader. Again @second-officer';
    const { mentions } = ((await desk.on('officer', id, 'notes', { text })).body as unknown as { model: Note }).model;
    expect(mentions).toEqual([{ name: 'Official second-officer' }, { name: 'Official supervisor' }]);
    await until(() => mail().length >= 2);
    const sent = mail();
    expect(sent.map(({ to }) => to).sort()).toEqual(['second-officer@example.org', 'supervisor@example.org']);
    expect(sent[0]?.text).toContain(serialReference?.reference);
    expect(sent[0]?.text).toContain(`/cases/view/${id}`);
    // The message leaves the portal, so it contains nothing of the case or the note.
    expect(JSON.stringify(sent)).not.toMatch(/Ask|NAME/);
    expect(sent[0]?.subject).not.toMatch(/Official|CAS-/);
  });

  it('send one message to an address that several of the officials they name share', async () => {
    const { id } = await desk.register();
    const { accounts } = desk.cases.kit;
    const [account] = await accounts.named('second-officer');
    for (const name of ['post-one', 'post-two']) await accounts.seen({ ...(account as Actor), sub: name, name, userName: name, email: 'post@example.org' });
    const before = mail().length;
    const made = await desk.on('officer', id, 'notes', { text: 'Ask @post-one, @post-two and @supervisor' });
    expect([answer(made), (made.body as unknown as { model?: Note }).model?.mentions.length]).toEqual(['201', 3]);
    await until(() => mail().length >= before + 2);
    expect([mail().length, mail().filter(({ to }) => to === 'post@example.org').length]).toEqual([before + 2, 1]);
    await desk.cases.kit.db.write((tx) => tx.delete(StaffAccountRow, ['post-one', 'post-two']));
  });

  it('can name those who may read the case, and tell this to them alone', async () => {
    const { id } = await desk.register();
    const asked = (by: CaseUser) => desk.call(by, 'GET', `/v1/case/${id}/colleagues`);
    expect((await asked('officer')).body.records.map(({ userName }) => userName)).toEqual(['reader', 'second-officer', 'supervisor', 'verifier']);
    const statuses = await Promise.all((['public', 'applicant', 'officer of another agency', 'officer without the read role'] as const).map(asked));
    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 403, 403]);
  });

  it('are added once, however often they are sent', async () => {
    const { id } = await desk.register();
    const send = (text: string) => desk.on('officer', id, 'notes', { text }, { 'idempotency-key': `note-${id}` });
    const replies = await Promise.all([send('Once'), send('Once'), send('Once')]);
    expect(new Set(replies.map(({ status, body }) => `${status} ${(body as unknown as { model: Note }).model.id}`)).size).toBe(1);
    expect([(await notesOf(id)).body.totalRecords, answer(await send('Other'))]).toEqual([1, '409 IDEMPOTENCY_CONFLICT']);
  });

  it('are encrypted, and erased with their document', async () => {
    const { id } = await desk.register();
    const { kit } = desk.cases;
    await desk.on('officer', id, 'notes', { text: 'Knows the smuggler' });
    const stored = await kit.db.reader.findBy(DocumentNoteRow, { documentId: id });
    expect([stored.length, JSON.stringify(stored)]).toEqual([1, expect.not.stringContaining('smuggler')]);
    await desk.act('officer', id, 'verification');
    await desk.act('supervisor', id, 'approval');
    clock.pass(40 * 86_400_000);
    await kit.retention.run();
    expect([await kit.db.reader.countBy(DocumentNoteRow, { documentId: id }), answer(await notesOf(id))]).toEqual([0, '404 NOT_FOUND']);
  });
});

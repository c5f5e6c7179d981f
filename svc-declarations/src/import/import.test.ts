import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ListResult, MediaPrintsOutdated, Problem } from '@portal/contract-kit';
import { Clock, Database, DocumentKit, Retention, type RunningService } from '@portal/service-kit';
import { csvRows, type FileFormat, xlsxRows } from '@portal/service-kit/files';
import { messagesOf, type TestBackend, testBackends, until } from '@portal/service-kit/testing';
import { MoreThan } from 'typeorm';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import type { ImportedPerson, ImportModel, RefusedRow } from '../../contract/index.ts';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { createService } from '../index.ts';
import { aList as csvOf, aListRow as person, sheetOf, type UserName } from '../testing/bodies.ts';
import { arrival, codes, Desk, day, useDesk } from '../testing/desk.ts';
import { importColumns } from './import.columns.ts';
import { ImportLineRow, ImportPersonRow, ImportRow } from './import.entities.ts';
import { ImportJob } from './import.job.ts';

type Answer = { model: ImportModel } & Problem;
type Cells = Record<string, string>;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const place = `${arrival}/import`;

describe.each(testBackends())('the lists of agents on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  let used = 0;
  /** Returns numbers that no other test uses. */
  const numbers = (count: number): number[] => Array.from({ length: count }, () => ++used);
  const people = (count: number): Cells[] => numbers(count).map((n) => person(n));

  const send = async (
    content: string | Buffer,
    user: UserName = 'agent',
    { type = 'text/csv', query = '' } = {},
  ): Promise<{ status: number; body: Answer; retryAfter: number }> => {
    const authorization: Record<string, string> = user === 'public' ? {} : { authorization: await desk().token(user) };
    const response = await fetch(`${desk().service.url}${place}${query}`, {
      method: 'POST',
      headers: { 'content-type': type, ...authorization },
      body: content as BodyInit,
    });
    return { status: response.status, body: (await response.json()) as Answer, retryAfter: Number(response.headers.get('retry-after')) };
  };
  const load = async (id: string, user: UserName = 'agent') => desk().call<Answer>(user, 'GET', `${place}/${id}`);
  const finished = async (id: string): Promise<ImportModel> => {
    await until(async () => (await load(id)).body.model.status !== 'PROCESSING');
    return (await load(id)).body.model;
  };
  const imported = async (rows: readonly Cells[], options: Parameters<typeof send>[2] = {}): Promise<ImportModel> => {
    const { status, body } = await send(csvOf(rows), 'agent', options);
    expect([status, body.errors]).toEqual([202, undefined]);
    return finished(body.model.id);
  };
  const text = async (path: string): Promise<string> => String((await desk().call<string>('agent', 'GET', `${place}/${path}`)).body);
  const fileToCorrect = async (id: string, format: FileFormat): Promise<Buffer> => {
    const headers = { authorization: await desk().token('agent') };
    const response = await fetch(`${desk().service.url}${place}/${id}/refused/file?format=${format}`, { headers });
    return Buffer.from(await response.arrayBuffer());
  };
  const registered = (n: number): Promise<number> =>
    desk()
      .service.app.get(Database)
      .reader.countBy(ArrivalRow, { lastName: `NUMBER ${n}` });
  // All tests together send more lists than an agent may send in a day.
  beforeEach(async () => {
    const { db, clock } = desk().service.app.get(DocumentKit);
    const yesterday = new Date(clock.now().getTime() - 25 * 3_600_000);
    await db.write((tx) => tx.update(ImportRow, { createdAt: MoreThan(yesterday) }, { createdAt: yesterday }));
  });

  it('registers every row that is right in the name of the agent, and says what is wrong with the others', async () => {
    const [first, second, third] = people(3) as [Cells, Cells, Cells];
    const done = await imported([first, { ...second, expiryDate: '2001-01-01', gender: 'Q' }, { ...third, expiryDate: '2001-01-01', firstName: '=1+1' }]);
    expect(done).toMatchObject({ status: 'DONE', total: 3, accepted: 1, refused: 2 });
    const faults = (await text(`${done.id}/faults`)).replace('\ufeff', '').trim().split('\r\n');
    expect(faults[0]).toBe('row,column,value,message');
    expect(faults.slice(1).map((line) => line.split(',').slice(0, 3).join(','))).toEqual([
      '3,expiryDate,2001-01-01',
      '3,gender,Q',
      '4,expiryDate,2001-01-01',
      "4,firstName,'=1+1",
    ]);
    const { records } = (await desk().call<{ records: ImportedPerson[] }>('agent', 'GET', `${place}/${done.id}/people`)).body;
    expect(records).toEqual([
      {
        row: 2,
        id: expect.any(String),
        reference: expect.stringMatching(/^ARR-/),
        name: expect.stringContaining('NUMBER'),
        lane: 'GREEN',
        documentStatus: 'CREATED',
      },
    ]);
    const { model, actions } = (await desk().call('agent', 'GET', `${arrival}/${records[0]?.id}/document`)).body;
    expect(actions.map(({ name }: { name: string }) => name)).toContain('update');
    expect(model).toMatchObject({ applicantUser: { name: 'The agent' }, questions: [{ answer: 'NO' }], declarations: [{ answer: 'NO' }] });
  });

  it('tells every fault by a column of the file, once, with what its cell holds', async () => {
    const [wrong, empty] = people(2) as [Cells, Cells];
    const { id } = await imported([
      { ...wrong, questions: 'SIM', declarations: 'no', 'goods.quantity': 'two', 'flightDetails.code': 'XXX' },
      { ...empty, questions: '', declarations: 'Y', 'flightDetails.code': '' },
    ]);
    const { records } = (await desk().call<ListResult<RefusedRow>>('agent', 'GET', `${place}/${id}/refused`)).body;
    expect(records.map(({ faults }) => faults.map(({ column, value, message }) => [column, value, message]))).toEqual([
      [
        ['flightDetails.code', 'XXX', 'Entry point: choose one from the list'],
        ['goods.quantity', 'two', 'Quantity must be a whole number'],
        ['questions', 'SIM', 'Enter YES or NO'],
      ],
      [
        ['flightDetails.code', '', 'Please Select Entry Point'],
        ['declarations', 'Y', 'Enter YES or NO'],
        ['questions', '', 'Enter YES or NO'],
      ],
    ]);
    expect(records.flatMap(({ faults }) => faults).every(({ label }) => label)).toBe(true);
  });

  it('tells how a day is written in a file, and which days of arrival there are', async () => {
    const [slashes, future, late] = people(3) as [Cells, Cells, Cells];
    const { id } = await imported([
      { ...slashes, birthDate: '27/3/1980', expiryDate: '31-12-2039', arrivalDate: '1 Dec' },
      { ...future, birthDate: '2999-01-01', expiryDate: '2001-01-01' },
      { ...late, arrivalDate: day(8) },
    ]);
    const refused = async (language: string) => {
      const headers = { 'accept-language': language };
      const { records } = (await desk().call<ListResult<RefusedRow>>('agent', 'GET', `${place}/${id}/refused`, undefined, headers)).body;
      return records.map(({ faults }) => faults.map(({ message }) => message));
    };
    const written = 'must be a real date, written as YYYY-MM-DD, such as 1980-03-27';
    expect(await refused('en')).toEqual([
      [`Arrival date ${written}`, `Passport expiry date ${written}`, `Date of birth ${written}`],
      ['Passport expiry date must not be before the day of travel', 'Date of birth must be in the past'],
      [`Arrival date must be a day from ${day(0)} to ${day(7)}`],
    ]);
    expect((await refused('pt'))[2]).toEqual([`Data de chegada deve ser um dia de ${day(0)} a ${day(7)}`]);
  });

  it('refuses a row with a cell that stands in no column, in both kinds of file', async () => {
    const [torn, plain] = people(2).map((cells): Cells => ({ ...cells, address: 'Rua Colmera' })) as [Cells, Cells];
    const [head = '', first = '', second = ''] = csvOf([torn, plain]).split('\r\n');
    const beyond = sheetOf([torn, plain]) as { value: string }[][];
    beyond[1]?.push({ value: '' }, { value: ' 12 Dili' }, { value: '' }, { value: 'x' });
    beyond[2]?.push({ value: '' }, { value: ' ' });
    for (const [file, type] of [
      [[head, `${first},, 12 Dili,,x`, `${second},, ,`].join('\r\n'), 'text/csv'],
      [(await writeXlsxFile(beyond as SheetData).toBuffer()) as Buffer, xlsx],
    ] as const) {
      const { body } = await send(file, 'agent', { type });
      expect(await finished(body.model.id)).toMatchObject({ accepted: 1, refused: 1 });
      const { records } = (await desk().call<ListResult<RefusedRow>>('agent', 'GET', `${place}/${body.model.id}/refused`)).body;
      const message = 'There is no column for “12 Dili”. In CSV, a text with a comma or semicolon needs quotation marks';
      expect(records).toEqual([{ row: 2, faults: [{ column: '', label: '', value: '', message }] }]);
      // The file to correct has the text too, so the row is not registered without it.
      for (const format of ['csv', 'xlsx'] as const) {
        const toCorrect = await fileToCorrect(body.model.id, format);
        const [, row] = await rowsOfFile(toCorrect, format);
        expect(row?.slice(importColumns.length + 2)).toEqual(['12 Dili', 'x']);
        const unchanged = await send(toCorrect, 'agent', { type: format === 'xlsx' ? xlsx : 'text/csv' });
        expect(await finished(unchanged.body.model.id)).toMatchObject({ accepted: 0, refused: 1 });
      }
    }
  });

  it('takes the same file again as the same import, and registers of a corrected one what was refused', async () => {
    const [right, wrong] = people(2) as [Cells, Cells];
    const list = csvOf([right, { ...wrong, gender: 'Q' }]);
    const [{ model }, again] = [(await send(list)).body, (await send(list)).body.model];
    const first = model.id;
    expect([again.id, again.repeated, model.repeated]).toEqual([first, true, undefined]);
    await finished(first);
    const corrected = await imported([right, wrong]);
    expect([corrected.id === first, corrected.accepted, corrected.refused]).toEqual([false, 2, 0]);
    expect(await registered(used - 1)).toBe(1);
    expect(await registered(used)).toBe(1);
  });

  it('knows a person again by the passport and the day, however a corrected file writes them', async () => {
    const [right, wrong] = people(2) as [Cells, Cells];
    const spelt = { travellerCode: `list-${used - 1}`, arrivalDate: `${right.arrivalDate}T00:00:00`, firstName: ` ${right.firstName?.toLowerCase()} ` };
    await imported([right, { ...wrong, gender: 'Q' }]);
    expect(await imported([{ ...right, ...spelt }, wrong])).toMatchObject({ accepted: 2, refused: 0 });
    expect([await registered(used - 1), await registered(used)]).toEqual([1, 1]);
    const [one] = people(1) as [Cells];
    expect(await imported([one, { ...one, ...spelt, travellerCode: `list ${used}`, flightNumber: 'QG501' }])).toMatchObject({ accepted: 1, refused: 1 });
  });

  it('says of a person whom it knows again what of the row was not taken', async () => {
    const [one] = people(1) as [Cells];
    const reason = 'Already registered as REFERENCE; this change was not taken. Make it in the declaration';
    const otherName =
      'Already registered as REFERENCE with another name; this one was not taken. Somebody else with the same passport and date of birth declares with the form';
    const goods = { hasMerchandise: 'YES', 'goods.description': 'Coffee', 'goods.quantity': '2' };
    const citizen = { ...(people(1)[0] as Cells), 'typeDetails.code': 'CIT' };
    const { id } = await imported([one, citizen]);
    const { records } = (await desk().call<{ records: ImportedPerson[] }>('agent', 'GET', `${place}/${id}/people`)).body;
    const [{ id: document, reference } = {} as ImportedPerson] = records;
    const faultsOf = async (changes: Cells) => {
      const again = await imported([{ ...one, ...changes }, citizen]);
      const refused = (await desk().call<ListResult<RefusedRow>>('agent', 'GET', `${place}/${again.id}/refused`)).body.records;
      expect([again.accepted, again.refused]).toEqual([2 - refused.length, refused.length]);
      return refused.flatMap(({ faults }) => faults.map(({ column, value, message }) => [column, value, message.replace(reference, 'REFERENCE')]));
    };
    expect(await faultsOf({ row: '1' })).toEqual([]);
    expect(await faultsOf({ ...goods, flightNumber: 'QG501', gender: 'Q', questions: 'YES', stayLength: '' })).toEqual([
      ['flightNumber', 'QG501', reason],
      ['gender', 'Q', reason],
      ['stayLength', '', reason],
      ['hasMerchandise', 'YES', reason],
      ['goods.description', 'Coffee', reason],
      ['goods.quantity', '2', reason],
      ['questions', 'YES', reason],
    ]);
    // Twins on one passport.
    expect(await faultsOf({ firstName: 'Rui' })).toEqual([['firstName', 'Rui', otherName]]);
    expect(await registered(used - 1)).toBe(1);
    // Who sends the same row again did not change it, whatever an officer has corrected in the meantime.
    const { model } = (await desk().call('border-officer', 'GET', `${arrival}/${document}/document`)).body;
    await desk().done('border-officer', arrival, model, 'amendment', { ...model, occupation: 'WRITER', comment: 'Asked' });
    expect(await faultsOf({ row: '2' })).toEqual([]);
    expect(await faultsOf({ row: '3', occupation: 'Writer' })).toEqual([]);
    expect(await faultsOf({ row: '4', occupation: 'Pilot' })).toEqual([['occupation', 'Pilot', reason]]);
  });

  it('knows the persons again whom an earlier release has registered', async () => {
    const [one] = people(1) as [Cells];
    const { id: list } = await imported([one]);
    const { blindIndex, db } = desk().service.app.get(DocumentKit);
    const { ownerSub } = (await db.findById(ImportRow, list)) as ImportRow;
    const [line] = (await db.reader.findBy(ImportLineRow, { importId: list })) as [ImportLineRow];
    const documentId = line.documentId as string;
    const before = ['travellerCode', 'nationalityCode', 'arrivalDate', 'flightNumber'].map((name) => (one[name] ?? '').replaceAll('-', ''));
    const digests = [blindIndex.digest('import-person', before.join(' ')), blindIndex.digest('import-journey', `${one.travellerCode} ${one.arrivalDate}`)];
    for (const [n, digest] of digests.entries()) {
      const id = createHash('sha256').update(`${ownerSub} ${digest}`).digest('hex');
      await db.write(async (tx) => {
        await tx.delete(ImportPersonRow, { documentId });
        await tx.insert(ImportPersonRow, { id, documentId, createdAt: new Date() });
      });
      expect(await imported([{ ...one, row: String(n) }])).toMatchObject({ accepted: 1, refused: 0 });
      expect(await registered(used)).toBe(1);
    }
    expect(await imported([{ ...one, birthDate: '2026-01-05', title: 'Miss', gender: 'F' }])).toMatchObject({ accepted: 1, refused: 0 });
    expect(await registered(used)).toBe(2);
  });

  it('stores the key of each person for an earlier release, which may register the row during an upgrade', async () => {
    const { db, encryption } = desk().service.app.get(DocumentKit);
    const encrypting = jest.spyOn(encryption, 'encryptJson');
    const { id } = await imported(people(2));
    const stored = encrypting.mock.calls.flatMap(([value, context]) => (context.startsWith(`import-line ${id} `) ? [(value as { key?: string }).key] : []));
    encrypting.mockRestore();
    const { ownerSub } = (await db.findById(ImportRow, id)) as ImportRow;
    const persons = stored.slice(0, 2).map((key) => createHash('sha256').update(`${ownerSub} ${key}`).digest('hex'));
    const lines = await db.reader.findBy(ImportLineRow, { importId: id });
    const known = await Promise.all(persons.map((person) => db.findById(ImportPersonRow, person)));
    expect(known.map((person) => person?.documentId).sort()).toEqual(lines.map(({ documentId }) => documentId).sort());
  });

  it('stores the digest by which an earlier release looks for a journey, once for all who share a passport', async () => {
    const [mother] = people(1) as [Cells];
    const baby = { ...mother, firstName: 'Baby', birthDate: '2026-01-05', title: 'Miss', gender: 'F' };
    const { blindIndex, db } = desk().service.app.get(DocumentKit);
    const { id: list } = await imported([mother]);
    const { ownerSub } = (await db.findById(ImportRow, list)) as ImportRow;
    const [first] = (await db.reader.findBy(ImportLineRow, { importId: list })) as [ImportLineRow];
    const journeyOf = ({ travellerCode, arrivalDate }: Cells) =>
      createHash('sha256')
        .update(`${ownerSub} ${blindIndex.digest('import-journey', `${travellerCode} ${arrivalDate}`)}`)
        .digest('hex');
    const stored = async (cells: Cells) => (await db.findById(ImportPersonRow, journeyOf(cells)))?.documentId;
    expect(await stored(mother)).toBe(first.documentId);
    expect(await imported([mother, baby])).toMatchObject({ accepted: 2, refused: 0 });
    expect([await registered(used), await stored(baby)]).toEqual([2, first.documentId]);
    const [another] = people(1) as [Cells];
    expect(await imported([another, { ...baby, travellerCode: another.travellerCode as string, lastName: another.lastName as string }])).toMatchObject({
      accepted: 2,
      refused: 0,
    });
    expect([await registered(used), typeof (await stored(another))]).toEqual([2, 'string']);
  });

  it("registers a baby who travels on the mother's passport", async () => {
    const [mother] = people(1) as [Cells];
    const baby = { ...mother, firstName: 'Baby', birthDate: '2026-01-05', title: 'Miss', gender: 'F' };
    const both = await imported([mother, { ...baby, gender: 'Q' }]);
    expect([both.accepted, both.refused]).toEqual([1, 1]);
    const alone = await imported([baby]);
    expect([alone.accepted, alone.refused]).toEqual([1, 0]);
    const nameIn = async (id: string) => (await desk().call<ListResult<ImportedPerson>>('agent', 'GET', `${place}/${id}/people`)).body.records[0]?.name;
    expect(await nameIn(alone.id)).toMatch(/^BABY/);
    expect(await imported([mother, baby])).toMatchObject({ accepted: 2, refused: 0 });
    expect(await registered(used)).toBe(2);
  });

  it('is the same import for all who send the same file at once', async () => {
    const list = csvOf(people(200));
    const answers = await Promise.all([0, 1, 2, 20, 100].map((ms) => delay(ms).then(() => send(list))));
    expect(answers.map(({ status, body }) => [status, body.errors])).toEqual(Array(5).fill([202, undefined]));
    expect(new Set(answers.map(({ body }) => body.model.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.model.repeated)).toHaveLength(1);
    const id = answers[0]?.body.model.id as string;
    expect(await finished(id)).toMatchObject({ total: 200, accepted: 200 });
    // A call that arrives while another call stores the same file waits for that call.
    const { db } = desk().service.app.get(DocumentKit);
    const become = (status: ImportRow['status']) => db.write((tx) => tx.update(ImportRow, { id }, { status }));
    await become('RECEIVING');
    const late = send(list);
    await delay(300);
    await become('DONE');
    expect((await late).body.model).toMatchObject({ id, repeated: true, accepted: 200 });
  });

  describe('keeps nothing of a list', () => {
    const mine = async () => (await desk().call<ListResult<ImportModel>>('agent', 'GET', place)).body.records;
    const kit = () => desk().service.app.get(DocumentKit);
    const rowsOf = async (id: string) => [await kit().db.findById(ImportRow, id), await kit().db.reader.countBy(ImportLineRow, { importId: id })];
    /** Calls `work` while the rows of the next list are being stored, with the id of that list. */
    const whileStored = (row: number, work: (id: string) => void) => {
      const { encryption } = kit();
      const encryptJson = encryption.encryptJson.bind(encryption);
      return jest.spyOn(encryption, 'encryptJson').mockImplementation((value, context) => {
        const [, id, at] = /^import-line (\S+) (\d+)$/.exec(context) ?? [];
        if (id && Number(at) === row) work(id);
        return encryptJson(value, context);
      });
    };

    it('whose rows could not all be stored, and takes it when it is sent again', async () => {
      const before = await mine();
      const list = csvOf(people(510));
      let failed = '';
      const encrypting = whileStored(505, (id) => {
        failed = id;
        throw new Error('the database has gone');
      });
      const { status } = await send(list);
      encrypting.mockRestore();
      expect([status, await mine(), await rowsOf(failed)]).toEqual([500, before, [null, 0]]);
      const again = (await send(list)).body.model;
      expect([again.repeated, (await finished(again.id)).accepted]).toEqual([undefined, 510]);
    });

    it('that another call has replaced while it was being stored', async () => {
      let replaced = '';
      const other = { done: undefined as Promise<unknown> | undefined };
      const { db } = kit();
      const write = db.write.bind(db);
      const encrypting = whileStored(2, (id) => {
        replaced ||= id;
        other.done ??= write((tx) => tx.delete(ImportRow, { id }));
      });
      // The rows that follow are stored after the other call has replaced the list, however long it takes.
      const storing = jest.spyOn(db, 'write').mockImplementation(async (work, options) => {
        await other.done;
        return write(work, options);
      });
      const { status, body } = await send(csvOf(people(510)));
      encrypting.mockRestore();
      storing.mockRestore();
      expect([status, codes(body), await rowsOf(replaced)]).toEqual([503, ['UNAVAILABLE'], [null, 0]]);
    });

    it('whose storing was interrupted, after an hour', async () => {
      const { id } = await imported(people(1));
      await kit().db.write((tx) => tx.update(ImportRow, { id }, { status: 'RECEIVING' }));
      expect((await mine()).some((each) => each.id === id)).toBe(false);
      const job = desk().service.app.get(ImportJob);
      await job.forget();
      expect(await rowsOf(id)).toMatchObject([{ id }, 1]);
      await kit().db.write((tx) => tx.update(ImportRow, { id }, { createdAt: new Date(Date.now() - 3_601_000) }));
      await job.forget();
      expect(await rowsOf(id)).toEqual([null, 0]);
    });
  });

  it('takes fifty lists of an agent in a day, and says when to send the next one', async () => {
    const list = csvOf(people(1));
    const { model } = (await send(list, 'agent-2')).body;
    const { db, clock, ids } = desk().service.app.get(DocumentKit);
    const row = (await db.findById(ImportRow, model.id)) as ImportRow;
    const createdAt = new Date(clock.now().getTime() - 23 * 3_600_000);
    await db.write((tx) =>
      tx.insert(ImportRow, Array.from({ length: 49 }, (_, i) => ({ ...row, id: ids.next(), digest: String(i), status: 'DONE', createdAt })) as never),
    );
    const refused = await send(csvOf(people(1)), 'agent-2');
    expect([refused.status, codes(refused.body)]).toEqual([429, ['TOO_MANY_REQUESTS']]);
    expect(refused.retryAfter).toBeGreaterThan(3_500);
    expect(refused.retryAfter).toBeLessThanOrEqual(3_600);
    expect((await send(list, 'agent-2')).status).toBe(202);
  });

  it('shows the refused rows page by page, each with its faults in words of the reader', async () => {
    const rows = people(30);
    const done = await imported(rows.map((row, i) => (i < 25 ? { ...row, gender: 'Q', expiryDate: '2001-01-01' } : row)));
    const refused = async (page: number) => (await desk().call<ListResult<RefusedRow>>('agent', 'GET', `${place}/${done.id}/refused?page=${page}`)).body;
    const [first, second, third] = [await refused(1), await refused(2), await refused(3)];
    expect([first.totalRecords, first.records.length, second.records.length, third.records.length]).toEqual([25, 20, 5, 0]);
    expect(first.records[0]).toEqual({
      row: 2,
      faults: [
        { column: 'expiryDate', label: expect.stringMatching(/expir/i), value: '2001-01-01', message: expect.any(String) },
        { column: 'gender', label: 'Sex', value: 'Q', message: expect.any(String) },
      ],
    });
    expect(second.records.at(-1)?.row).toBe(26);
  });

  it.each(['csv', 'xlsx'] as const)('gives the refused rows as a list to correct (%s), which registers them and nobody twice', async (format) => {
    const [right, wrong] = people(2) as [Cells, Cells];
    const phone = '+670 77001234';
    const done = await imported([right, { ...wrong, phoneNumber: phone, address: 'House 4; -1 floor', gender: 'Q' }]);
    const bytes = await fileToCorrect(done.id, format);
    const again = await send(bytes, 'agent', { type: format === 'xlsx' ? xlsx : 'text/csv' });
    expect((await finished(again.body.model.id)).refused).toBe(1);
    const [head, row, ...others] = await rowsOfFile(bytes, format);
    expect([head?.[0], head?.at(-1), others]).toEqual(['row', 'fault', []]);
    expect([row?.[0], row?.at(-1)]).toEqual(['3', expect.stringMatching(/^gender: /)]);
    const corrected = [head, row?.map((cell, i) => (head?.[i] === 'gender' ? 'F' : cell))] as string[][];
    const sent = await send(corrected.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n'));
    expect(await finished(sent.body.model.id)).toMatchObject({ total: 1, accepted: 1, refused: 0 });
    expect([await registered(used - 1), await registered(used)]).toEqual([1, 1]);
    const { records } = (await desk().call<{ records: ImportedPerson[] }>('agent', 'GET', `${place}/${sent.body.model.id}/people`)).body;
    expect((await desk().call('agent', 'GET', `${arrival}/${records[0]?.id}/document`)).body.model).toMatchObject({
      phoneNumber: '67077001234',
      address: 'House 4; -1 floor',
    });
  });

  it('registers all or nobody where the agent wants that', async () => {
    const [right, wrong] = people(2) as [Cells, Cells];
    const refused = await imported([right, { ...wrong, gender: 'Q' }], { query: '?mode=all' });
    expect([refused.status, refused.accepted, refused.refused, await registered(used - 1)]).toEqual(['REFUSED', 0, 1, 0]);
    const done = await imported([right, wrong], { query: '?mode=all' });
    expect([done.status, done.accepted, await registered(used - 1), await registered(used)]).toEqual(['DONE', 2, 1, 1]);
  });

  /** Sends a list to be registered as a whole. Its rows are checked, and not yet registered. */
  const checkedList = async (rows: readonly Cells[]): Promise<string> => {
    const { app } = desk().service;
    const waits = jest.spyOn(app.get(ImportJob), 'run').mockResolvedValue();
    const { id } = (await send(csvOf(rows), 'agent', { query: '?mode=all' })).body.model;
    await until(async () => waits.mock.calls.some(([of]) => of === id));
    waits.mockRestore();
    await app.get(Database).write((tx) => tx.update(ImportLineRow, { importId: id }, { state: 'CHECKED' }));
    return id;
  };

  it('registers the others of a whole list whose person another list has meanwhile registered with other answers', async () => {
    // More rows than are registered in one transaction.
    const all = people(101);
    const id = await checkedList(all);
    await imported([{ ...(all[0] as Cells), flightNumber: 'QG501' }]);
    await desk().service.app.get(ImportJob).run(id, 'second');
    expect(await finished(id)).toMatchObject({ status: 'DONE', accepted: 100, refused: 1 });
    expect([await registered(used - 100), await registered(used)]).toEqual([1, 1]);
    expect(await text(`${id}/faults`)).toContain('2,flightNumber,');
  });

  it('registers nobody of a whole list of which a row was refused, whoever is known already', async () => {
    const [known, right, wrong] = people(3) as [Cells, Cells, Cells];
    await imported([known]);
    const refused = await imported([known, right, { ...wrong, gender: 'Q' }], { query: '?mode=all' });
    expect([refused.status, refused.accepted, refused.refused, await registered(used - 1)]).toEqual(['REFUSED', 1, 1, 0]);
  });

  it('registers all of a list whose rows were checked before midnight and are registered after it', async () => {
    const { app } = desk().service;
    const job = app.get(ImportJob);
    const id = await checkedList(people(2).map((cells) => ({ ...cells, arrivalDate: day(0) })));
    const tomorrow = Date.now() + 86_400_000;
    const clock = jest.spyOn(app.get(Clock), 'now').mockImplementation(() => new Date(tomorrow));
    await job.run(id, 'late');
    clock.mockRestore();
    expect((await load(id)).body.model).toMatchObject({ status: 'DONE', accepted: 2, refused: 0 });
    // They keep the day, although it is before that of their registration.
    const { records } = (await desk().call<{ records: ImportedPerson[] }>('agent', 'GET', `${place}/${id}/people`)).body;
    const { model } = (await desk().call('border-officer', 'GET', `${arrival}/${records[0]?.id}/document`)).body;
    const amended = await desk().done('border-officer', arrival, model, 'amendment', { ...model, occupation: 'WRITER', comment: 'Asked' });
    expect([amended.arrivalDate, amended.serialReference.date]).toEqual([day(0), day(1)]);
  });

  it('registers a person who is listed twice once', async () => {
    const [one] = people(1) as [Cells];
    const done = await imported([one, { ...one, travellerCode: ` ${one.travellerCode?.toLowerCase()} ` }]);
    expect([done.accepted, done.refused, await registered(used)]).toEqual([1, 1, 1]);
    expect(await text(`${done.id}/faults`)).toContain('3,travellerCode');
  });

  it('goes on where it was, with two deliveries of its job at once, and registers nobody twice', async () => {
    const numbered = numbers(130);
    const { body } = await send(csvOf(numbered.map((n) => person(n))));
    const job = desk().service.app.get(ImportJob);
    await Promise.all([job.run(body.model.id, 'a'), job.run(body.model.id, 'b')]);
    expect(await finished(body.model.id)).toMatchObject({ status: 'DONE', accepted: 130, refused: 0 });
    expect(await Promise.all(numbered.map(registered))).toEqual(numbered.map(() => 1));
  });

  it('reads a spreadsheet with its days and numbers, and refuses its formulas by their cell', async () => {
    const [one, two] = people(2) as [Cells, Cells];
    const names = Object.keys(one);
    const sheet = sheetOf([one, two]) as { value: unknown; type?: unknown; format?: string }[][];
    const at = (row: number, name: string, cell: object): void => void Object.assign(sheet[row]?.[names.indexOf(name)] as object, cell);
    at(1, 'expiryDate', { value: new Date(Date.UTC(2039, 4, 17)), type: Date, format: 'yyyy-mm-dd' });
    at(1, 'stayLength', { value: 9, type: Number });
    at(2, 'stayLength', { value: '=7+7', type: 'Formula' });
    const { status, body } = await send((await writeXlsxFile(sheet as SheetData).toBuffer()) as Buffer, 'agent', { type: xlsx });
    expect([status, body.errors]).toEqual([202, undefined]);
    const done = await finished(body.model.id);
    expect([done.accepted, done.refused]).toEqual([1, 1]);
    expect(await text(`${done.id}/faults`)).toMatch(/3,stayLength,/);
    const { records } = (await desk().call<{ records: ImportedPerson[] }>('agent', 'GET', `${place}/${done.id}/people`)).body;
    expect((await desk().call('agent', 'GET', `${arrival}/${records[0]?.id}/document`)).body.model).toMatchObject({ expiryDate: '2039-05-17', stayLength: 9 });
  });

  it('takes a form with a file, semicolons, and columns of a list of faults', async () => {
    const form = new FormData();
    form.append('file', new Blob([csvOf([{ row: '7', ...person(++used), fault: 'was wrong' }], ';')], { type: 'text/csv' }), 'coach.csv');
    const response = await fetch(`${desk().service.url}${place}`, { method: 'POST', headers: { authorization: await desk().token('agent') }, body: form });
    const { model } = (await response.json()) as Answer;
    expect([response.status, model.fileName, (await finished(model.id)).accepted]).toEqual([202, 'coach.csv', 1]);
  });

  it.each<[string, () => Promise<string | Buffer> | string | Buffer, number, string, string?]>([
    ['an empty file', () => '', 422, 'file REQUIRED'],
    ['a file without rows', () => 'travellerCode,firstName\r\n', 422, 'file MIN_ITEMS'],
    ['other columns', () => 'name,age\r\nAna,7', 422, 'file COLUMNS'],
    ['a column that is not known', () => 'travellerCode,shoeSize\r\nX1,7', 422, 'file COLUMNS'],
    ['a column that appears twice', () => 'travellerCode,travellerCode\r\nX1,X2', 422, 'file COLUMNS'],
    ['another encoding', () => Buffer.from('travellerCode,firstName\r\nX1,Jo\xe3o', 'latin1'), 415, 'file FILE_TYPE'],
    ['UTF-16', () => Buffer.from('\ufefftravellerCode\r\nX1', 'utf16le'), 415, 'file FILE_TYPE'],
    ['quotation that does not end', () => 'travellerCode,firstName\r\n"X1,Ana', 422, 'file BAD_REQUEST'],
    ['10,001 rows', () => `travellerCode\r\n${'X1\r\n'.repeat(10_001)}`, 422, 'file MAX_ITEMS'],
    ['11 MB', () => `travellerCode\r\n${'X'.repeat(11 * 1024 * 1024)}`, 413, 'file FILE_TOO_LARGE'],
    ['13 MB', () => `travellerCode\r\n${'X'.repeat(13 * 1024 * 1024)}`, 413, 'FILE_TOO_LARGE'],
    ['a ZIP file that is no spreadsheet', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500)]), 415, 'file FILE_TYPE', xlsx],
    [
      'merged cells',
      () =>
        writeXlsxFile([
          [{ value: 'travellerCode' }, { value: 'firstName' }],
          [{ value: 'X1', columnSpan: 2 }, null],
        ] as SheetData).toBuffer() as Promise<Buffer>,
      422,
      'file MERGED_CELLS',
      xlsx,
    ],
    ['a spreadsheet that unpacks to 300 MB', bomb, 413, 'file FILE_TOO_LARGE', xlsx],
    ['a small spreadsheet with the same long text in every cell', repetition, 413, 'file FILE_TOO_LARGE', xlsx],
  ])('refuses %s by name', async (_what, content, status, code, type = 'text/csv') => {
    const refused = await send(await content(), 'agent', { type });
    expect([refused.status, codes(refused.body)]).toEqual([status, [code]]);
  });

  it.each(['text/csv', xlsx, 'application/octet-stream', 'multipart/form-data; boundary=edge'])('takes %s nowhere else', async (type) => {
    const response = await fetch(`${desk().service.url}${arrival}/`, { method: 'POST', headers: { 'content-type': type }, body: 'travellerCode\r\nX1' });
    expect([response.status, codes((await response.json()) as Problem)]).toEqual([415, ['FILE_TYPE']]);
  });

  it('is for agents alone, and each sees their own', async () => {
    const list = csvOf(people(1));
    expect((await send(list, 'public')).status).toBe(401);
    expect((await send(list, 'border-supervisor')).status).toBe(403);
    const { model } = (await send(list)).body;
    await finished(model.id);
    expect((await load(model.id, 'agent-2')).status).toBe(404);
    for (const part of ['faults', 'refused', 'refused/file', 'people', 'codes'])
      expect((await desk().call('agent-2', 'GET', `${place}/${model.id}/${part}`)).status).toBe(404);
    const { records } = (await desk().call<{ records: ImportedPerson[] }>('agent', 'GET', `${place}/${model.id}/people`)).body;
    expect((await desk().call('agent-2', 'GET', `${arrival}/${records[0]?.id}/document`)).status).toBe(403);
    expect((await desk().call('agent', 'GET', `${arrival}/search`)).status).toBe(403);
  });

  it('keeps nothing of a row that can be read in the database', async () => {
    const { id } = await imported([{ ...(people(1)[0] as Cells), gender: 'Q', emailAddress: 'secret@example.org' }]);
    const [line] = await desk().service.app.get(Database).reader.findBy(ImportLineRow, { importId: id });
    expect(JSON.stringify(line)).not.toMatch(/secret|LIST/);
  });

  it('gives every code, as one PDF and as a list', async () => {
    const done = await imported(people(4));
    const list = (await text(`${done.id}/codes?format=csv`)).trim().split('\r\n');
    expect([list.length, list[1]?.split(',').at(-1)]).toEqual([5, expect.stringMatching(/\/v\/[0-9A-Z]{150,171}$/)]);
    const pdf = await desk().call('agent', 'GET', `${place}/${done.id}/codes`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(desk().around.unstored.at(-1)?.blocks).toEqual([
      {
        kind: 'codes',
        items: Array.from({ length: 4 }, () => ({
          text: expect.stringMatching(/\/v\/[0-9A-Z]{150,171}$/),
          title: expect.any(String),
          lines: [expect.stringMatching(/^ARR-/), 'Green lane'],
        })),
      },
    ]);
  });

  it('draws the codes again when one of the people has another lane', async () => {
    const done = await imported(people(2));
    const lanes = async () => {
      expect((await desk().call('agent', 'GET', `${place}/${done.id}/codes`)).status).toBe(200);
      const [block] = desk().around.unstored.at(-1)?.blocks ?? [];
      return block?.kind === 'codes' && block.items.map(({ lines }) => lines[1]);
    };
    expect(await lanes()).toEqual(['Green lane', 'Green lane']);
    const { records } = (await desk().call<{ records: ImportedPerson[] }>('agent', 'GET', `${place}/${done.id}/people`)).body;
    await desk().done('border-supervisor', arrival, { id: records[1]?.id, version: 1 } as never, 'lane', { lane: 'RED', comment: 'Nervous' });
    expect(await lanes()).toEqual(['Green lane', 'Red lane']);
  });

  it('stores no PDF of the codes, so that nothing of an erased person stays in it, and deletes the one that an earlier release stored', async () => {
    const [done, untouched] = [await imported(people(2)), await imported(people(1))];
    const { app } = desk().service;
    const { records } = (await desk().call<{ records: ImportedPerson[] }>('agent', 'GET', `${place}/${done.id}/people`)).body;
    const print = async () => {
      const { status, body } = await desk().call('agent', 'GET', `${place}/${done.id}/codes`);
      return status === 200 ? JSON.stringify(desk().around.unstored.at(-1)) : codes(body);
    };
    const names = async () => (await print()).toString().match(/NUMBER \d+/g);
    const outdated = async () => {
      await app.get(ImportJob).deleteStoredCodes();
      const told = await messagesOf<MediaPrintsOutdated>(desk().service, 'media.prints-outdated');
      return told.filter(({ documentId }) => [done.id, untouched.id].includes(documentId));
    };
    const erase = async (id: string | undefined) => {
      const long = { arrivalDate: '2001-01-01', updatedAt: new Date('2001-01-01') };
      await app.get(Database).write((tx) => tx.update(ArrivalRow, { id }, long));
      expect(await app.get(Retention).run()).toBe(1);
    };
    expect([(await names())?.length, await outdated()]).toEqual([2, []]);
    expect([...desk().around.awaited.keys()].filter((key) => key.includes(done.id))).toEqual([]);
    await erase(records[0]?.id);
    expect([await names(), await outdated()]).toEqual([[records[1]?.name.match(/NUMBER \d+/)?.[0]], [{ service: 'declarations', documentId: done.id }]]);
    await erase(records[1]?.id);
    expect(await print()).toEqual(['ACTION_NOT_ALLOWED']);
  });

  it('has a template whose columns it takes, with the codes that may be chosen', async () => {
    const head = (await text('template')).replace('\ufeff', '').trim();
    expect(head.split(',')).toEqual(importColumns.map(({ name }) => name));
    const authorization = await desk().token('agent');
    const sheet = await fetch(`${desk().service.url}${place}/template?format=xlsx`, { headers: { authorization } });
    const back = await send(Buffer.from(await sheet.arrayBuffer()), 'agent', { type: xlsx });
    expect([back.status, codes(back.body)]).toEqual([422, ['file MIN_ITEMS']]);
  });
});

describe.each(testBackends())('a service on %s that stops in the middle of a list', (_engine, makeBackend) => {
  let backend: TestBackend;
  let desk: Desk;
  let second: RunningService | undefined;
  beforeAll(async () => {
    backend = await makeBackend();
    desk = await Desk.open(backend);
  });
  afterAll(async () => {
    await second?.close();
    await desk.around.close();
    await backend.remove();
  });

  it('goes on where it was when it starts again, and registers nobody twice', async () => {
    const total = 900;
    const headers = { 'content-type': 'text/csv', authorization: await desk.token('agent') };
    const body = csvOf(Array.from({ length: total }, (_, n) => person(n)));
    const sent = (await (await fetch(`${desk.service.url}${place}`, { method: 'POST', headers, body })).json()) as Answer;
    const stateAt = async (url: string): Promise<ImportModel> =>
      (await desk.call<Answer>('agent', 'GET', `${place}/${sent.model.id}`, undefined, {}, url)).body.model;
    await until(async () => (await stateAt(desk.service.url)).accepted > 0);
    await desk.service.close();
    second = await createService(desk.env);
    const { url } = second;
    const { accepted } = await stateAt(url);
    expect([accepted > 0, accepted < total]).toEqual([true, true]);
    await until(async () => (await stateAt(url)).status !== 'PROCESSING');
    expect(await stateAt(url)).toMatchObject({ status: 'DONE', accepted: total, refused: 0 });
    const { reader } = second.app.get(Database);
    const [{ people, declared }] = await reader.query('select count(distinct lastName) as people, count(*) as declared from arrival_declaration');
    expect([Number(people), Number(declared)]).toEqual([total, total]);
  });
});

/** Returns the cells of a list, as the service reads them. */
async function rowsOfFile(bytes: Buffer, format: FileFormat): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of format === 'xlsx' ? xlsxRows(bytes, () => false) : csvRows(bytes)) rows.push(cells.map(({ text }) => text));
  return rows;
}

/** Returns a spreadsheet of a few kilobytes that would expand to gigabytes of rows. */
function repetition(): Promise<Buffer> {
  const long = { value: 'X'.repeat(3_900), type: String };
  const names = importColumns.slice(0, 10).map(({ name }) => ({ value: name }));
  return writeXlsxFile([names, ...Array.from({ length: 400 }, () => names.map(() => long))] as SheetData).toBuffer() as Promise<Buffer>;
}

/** Returns a spreadsheet whose sheet expands to 300 MB of spaces. */
async function bomb(): Promise<Buffer> {
  const { deflateRawSync } = await import('node:zlib');
  const blank = Buffer.alloc(300 * 1024 * 1024, 0x20);
  const { crc32 } = (await import('node:zlib')) as unknown as { crc32?: (data: Buffer) => number };
  return zipOf('xl/worksheets/sheet1.xml', deflateRawSync(blank), blank.length, crc32?.(blank) ?? 0);
}

/** Returns a ZIP file with one entry. */
function zipOf(name: string, packed: Buffer, unpackedLength: number, crc: number): Buffer {
  const fields = (signature: number, start: number[]): Buffer => {
    const head = Buffer.alloc(4 + start.length * 2);
    head.writeUInt32LE(signature);
    for (const [i, value] of start.entries()) head.writeUInt16LE(value, 4 + 2 * i);
    return head;
  };
  const sizes = Buffer.alloc(16);
  for (const [i, value] of [crc, packed.length, unpackedLength].entries()) sizes.writeUInt32LE(value >>> 0, 4 * i);
  sizes.writeUInt16LE(name.length, 12);
  const local = Buffer.concat([fields(0x04034b50, [20, 0, 8, 0, 0]), sizes, Buffer.from(name), packed]);
  const tail = Buffer.alloc(12);
  const central = Buffer.concat([fields(0x02014b50, [20, 20, 0, 8, 0, 0]), sizes, Buffer.alloc(2), tail.subarray(0, 12), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

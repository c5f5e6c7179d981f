import 'reflect-metadata';
import fc from 'fast-check';
import { In, type QueryRunner } from 'typeorm';
import { type Actor, systemCall } from '../auth/actor.ts';
import { insertRow, insertTogether } from '../database/insert.ts';
import { DocumentSearch } from '../documents/document-search.ts';
import { DocumentTotals } from '../documents/document-totals.ts';
import { Retention } from '../retention/retention.ts';
import { CaseDesk, type CaseUser, caseUsers, TestClock, testBackends } from '../testing/index.ts';
import { NamedDocuments } from './name-criteria.ts';
import { NameLookup } from './name-lookup.ts';
import { DocumentNameWordRow, NameWordsFilledRow } from './name-words.entities.ts';
import { NameWordsFill } from './name-words-fill.ts';
import { NamesBeside1700000902100 } from './names-beside.migration.ts';

describe.each(testBackends())('names of the search over everything on %s', (engine, makeBackend) => {
  let desk: CaseDesk;
  const clock = new TestClock(CaseDesk.begins);
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), clock);
  });
  afterAll(() => desk?.close());

  const lookUp = async (text: string, by: CaseUser = 'officer') => (await desk.call(by, 'GET', `/v1/lookup?text=${encodeURIComponent(text)}`)).body;
  const found = async (text: string, by?: CaseUser): Promise<unknown[]> => (await lookUp(text, by)).records.map(({ id }) => id);
  const named = async (holderName: string, more: object = {}, by?: CaseUser): Promise<string> => (await desk.register({ holderName, ...more }, by)).id;
  const wordsOf = async (documentId: string) => (await desk.cases.kit.db.reader.findBy(DocumentNameWordRow, { documentId })).map(({ word }) => word).sort();

  it('are found by the beginning of any of their words, in any order: those with the whole word first, each newest first', async () => {
    const whole = await named('Ana Maria do Xilo');
    const [older, newer] = [await named('Xilófona Guterres'), await named('Maria Xilóvia da Costa')];
    expect(await found('xilo')).toEqual([whole, newer, older]);
    expect(await found('XILÓ maria')).toEqual([whole, newer]);
    expect(await found('maria costa xilo')).toEqual([newer]);
    expect(await found('guterres xilof')).toEqual([older]);
    expect(await found('ilo')).toEqual([]);
    expect(await found('xilo nobody')).toEqual([]);
  });

  it('are found by a word that begins like the words of many others', async () => {
    const all = await Promise.all(Array.from({ length: 25 }, (_, i) => named(`Mbare${'abcdefghijklmnopqrstuvwxyz'[i]} Tau${i % 5}`)));
    expect((await found('mbare')).length).toBe(20);
    expect(await found('mbareq')).toEqual([all[16]]);
    expect(await found('mbare tau2')).toEqual([]);
    expect((await lookUp('mbare taus')).records).toEqual([]);
  });

  it('are told to be on more documents than the answer has, where they are', async () => {
    for (let i = 0; i < 20; i++) await named('Zuleika Vinte');
    const all = await lookUp('zuleika');
    expect(all.records.length).toBe(20);
    expect(all).not.toHaveProperty('atLeast');
    const newest = await named('Zuleika Vinte');
    const some = await lookUp('zulei');
    expect([some.records[0]?.id, some.records.length]).toEqual([newest, 20]);
    expect(some).toHaveProperty('atLeast', true);
  });

  it('are those of the present version', async () => {
    const { id, version } = await desk.register({ holderName: 'Olinda Zwei' }, 'applicant');
    expect(await found('zwei')).toEqual([id]);
    const { status } = await desk.on('applicant', id, 'actions/update', { version, holderName: 'Olinda Dreizehn' });
    expect(status).toBe(200);
    expect([await found('zwei'), await found('dreizehn')]).toEqual([[], [id]]);
    expect(await wordsOf(id)).toEqual(['DREIZEHN', 'OLINDA']);
  });

  it('have beside them the other words, and what lists are filtered by, as the document has it now', async () => {
    const { id } = await desk.register({ holderName: 'Beata Beside', entryPoint: 'DILI', firstDay: '2026-04-01' });
    const beside = async () =>
      (await desk.cases.kit.db.reader.find(DocumentNameWordRow, { where: { documentId: id }, order: { word: 'ASC' } })).map(
        ({ word, names, documentStatus, detail1, detail2, day }) => [word, names, documentStatus, detail1, detail2, day],
      );
    const of = (status: string) => ['BEATA', 'BESIDE'].map((word) => [word, ' BEATA BESIDE ', status, 'DILI', null, '2026-04-01']);
    expect(await beside()).toEqual(of('CREATED'));
    await desk.act('officer', id, 'verification');
    expect(await beside()).toEqual(of('VERIFIED'));
  });

  it('are counted alike while documents are registered and leave their status', async () => {
    const q = encodeURIComponent(
      JSON.stringify({
        criteria: [
          { fieldName: 'name', operation: 'CONTAINS', values: ['busy'] },
          { fieldName: 'documentStatus', operation: 'EQ', values: ['CREATED'] },
        ],
        paging: { page: 1, size: 100 },
      }),
    );
    const few = jest.spyOn(NamedDocuments.prototype, 'ids').mockResolvedValue(undefined);
    const list = async () => (await desk.call('officer', 'GET', `/v1/case/search?q=${q}`)).body;
    await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        const id = await named(`Busy ${i % 2 ? 'Bee' : 'Wasp'}`);
        if (i % 3 === 0) await desk.act('officer', id, 'verification');
        const { totalRecords } = await list();
        expect(totalRecords).toBeLessThanOrEqual(24);
      }),
    );
    const { totalRecords, records } = await list();
    few.mockRestore();
    expect([totalRecords, records.length]).toEqual([16, 16]);
  });

  it('are no names of drafts, nor of documents of another agency', async () => {
    const { body } = await desk.call('applicant', 'POST', '/v1/case/actions/store', { holderName: 'Draftina Entwurf' });
    expect(await wordsOf(body.model.id)).toEqual([]);
    const foreign = await named('Foreigna Quelle', { agency: 'HEALTH' });
    expect([await found('quelle'), await found('quelle', 'officer of another agency')]).toEqual([[], [foreign]]);
  });

  it('are a search field of staff lists: every word of the text begins a word of a name, whatever else is asked for', async () => {
    const list = async (name: string, more: object[] = [], rest: object = {}) => {
      const q = { criteria: [{ fieldName: 'name', operation: 'CONTAINS', values: [name] }, ...more], ...rest };
      const path = `/v1/case/search?q=${encodeURIComponent(JSON.stringify(q))}`;
      const { status, body } = await desk.call('officer', 'GET', path, undefined, { 'accept-language': 'pt' });
      return status === 200 ? [body.totalRecords, ...body.records.map(({ id }) => id)] : [status, body.errors[0].field, body.errors[0].message];
    };
    const [older, newer] = [await named('Zacarias Listão'), await named('Outra Listagem Zaida')];
    expect(await list('lista')).toEqual([2, newer, older]);
    expect(await list('LISTÃO zac')).toEqual([1, older]);
    expect(await list('istao')).toEqual([0]);
    expect(await list('lista', [], { sorting: [{ fieldName: 'stepSince', direction: 'ASC' }] })).toEqual([2, older, newer]);
    expect(await list('lista', [{ fieldName: 'holderName', operation: 'CONTAINS', values: ['zacarias'] }])).toEqual([1, older]);
    expect(await list('lista', [{ fieldName: 'documentStatus', operation: 'EQ', values: ['NONE'] }])).toEqual([0]);
    expect(await list('- -')).toEqual([400, 'name', 'name deve ter letras ou algarismos']);
    // A short search word must be a whole word of the name.
    const short = await named('Zé Listão');
    expect([await list('ze'), await list('za'), await list('listao ze')]).toEqual([[1, short], [0], [1, short]]);
    await desk.cases.kit.db.write((tx) => tx.delete(DocumentNameWordRow, { documentId: short }));
    // If very many documents have the words, the search does not use a list of their ids.
    const ids = jest.spyOn(NamedDocuments.prototype, 'ids').mockResolvedValue(undefined);
    expect(await list('lista')).toEqual([2, newer, older]);
    expect(await list('zac lista')).toEqual([1, older]);
    expect(await list('lista', [], { paging: { page: 2, size: 1 } })).toEqual([2, older]);
    expect(await list('lista', [], { sorting: [{ fieldName: 'stepSince', direction: 'ASC' }] })).toEqual([2, older, newer]);
    expect(await list('lista', [{ fieldName: 'holderName', operation: 'CONTAINS', values: ['zacarias'] }])).toEqual([1, older]);
    expect(await list('zac lista', [], { sorting: [{ fieldName: 'stepSince', direction: 'DESC' }] })).toEqual([1, older]);
    expect(await list('zac lista', [{ fieldName: 'documentStatus', operation: 'EQ', values: ['NONE'] }])).toEqual([0]);
    ids.mockRestore();
  });

  it('are found and counted alike, however many have them', async () => {
    const syllables = ['MA', 'RI', 'A', 'JO', 'LU'];
    const random = (n: number, i: number) => Math.floor(Math.abs(Math.sin(i * 97 + n * 13)) * 1e6);
    const aWord = (i: number) => Array.from({ length: 1 + (random(1, i) % 3) }, (_, n) => syllables[random(n + 2, i) % 5]).join('');
    const people = Array.from({ length: 60 }, (_, i) => ({
      holderName: `Qua ${aWord(i)} ${aWord(i + 500)}`,
      lane: i % 3 ? 'GREEN' : 'RED',
      entryPoint: i % 2 ? 'DILI' : 'BATUGADE',
      firstDay: `2026-04-0${1 + (i % 7)}`,
    }));
    const ids = (await Promise.all(people.map((person) => desk.register(person)))).map(({ id }) => id);
    await Promise.all(ids.flatMap((id, i) => (i % 4 ? [] : desk.act('officer', id, 'verification'))));
    const statusOf = (i: number) => (i % 4 ? 'CREATED' : 'VERIFIED');
    const holderOf = (i: number) => (i % 4 === 0 ? undefined : i % 5 === 0 ? 'officer' : i % 7 === 0 ? 'verifier' : undefined);
    await Promise.all(
      ids.map((id, i) => {
        const holder = holderOf(i);
        return holder && desk.on(holder, id, 'claim');
      }),
    );
    type Person = (typeof people)[number];
    /** The first three criteria are answered from the columns stored beside the words; the lane is checked on the documents. */
    const further: [object, (person: Person, i: number) => boolean][] = [
      [{ fieldName: 'documentStatus', operation: 'EQ', values: ['VERIFIED'] }, (_, i) => statusOf(i) === 'VERIFIED'],
      [{ fieldName: 'entryPoint', operation: 'NEQ', values: ['DILI'] }, ({ entryPoint }) => entryPoint !== 'DILI'],
      [
        { fieldName: 'firstDay', operation: 'BETWEEN', values: ['2026-04-02', '2026-04-05'] },
        ({ firstDay }) => firstDay >= '2026-04-02' && firstDay <= '2026-04-05',
      ],
      [{ fieldName: 'lane', operation: 'EQ', values: ['RED'] }, ({ lane }) => lane === 'RED'],
      [{ fieldName: 'queue', operation: 'EQ', values: ['TEAM'] }, (_, i) => statusOf(i) === 'CREATED'],
      [{ fieldName: 'assignee', operation: 'EQ', values: ['NONE'] }, (_, i) => holderOf(i) === undefined],
      [{ fieldName: 'assignee', operation: 'NEQ', values: ['ME'] }, (_, i) => holderOf(i) !== 'verifier'],
      [{ fieldName: 'assignee', operation: 'IN', values: ['ME', 'Official officer'] }, (_, i) => holderOf(i) !== undefined],
    ];
    const listed = async (text: string, more: object[], rest: object) => {
      const q = { criteria: [{ fieldName: 'name', operation: 'CONTAINS', values: [text] }, ...more], paging: { page: 1, size: 100 }, ...rest };
      const { body } = await desk.search('verifier', q);
      return [body.totalRecords, ...body.records.map(({ id }) => id)];
    };
    const search = new DocumentSearch(desk.cases, 0);
    const verifier = { ...systemCall('names'), actor: caseUsers.verifier as unknown as Actor };
    /** Returns the first three documents of the list, with a total that need not be counted further. */
    const firstOf = async (text: string, more: object[], rest: object) => {
      const criteria = [{ fieldName: 'name', operation: 'CONTAINS', values: [text] }, ...more];
      return search.search(JSON.stringify({ criteria, paging: { page: 1, size: 3 }, totalUpTo: 3, ...rest }), verifier);
    };
    const few = jest.spyOn(NamedDocuments.prototype, 'ids');
    const agree = (numRuns: number) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(fc.constantFrom(...syllables), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
          fc.subarray(further),
          fc.boolean(),
          async (asked, also, byTime) => {
            const texts = ['QUA', ...asked.map((each) => each.join(''))];
            const has = (words: string[]) => texts.every((text) => words.some((word) => (text.length < 3 ? word === text : word.startsWith(text))));
            const byHand = people
              .flatMap((person, i) =>
                has(person.holderName.toUpperCase().split(' ')) && also.every(([, holds]) => holds(person, i)) ? [ids[i] as string] : [],
              )
              .sort();
            const rest = byTime ? { sorting: [{ fieldName: 'stepSince', direction: 'ASC' }] } : {};
            for (const many of [false, true]) {
              if (many) few.mockResolvedValueOnce(undefined);
              const asked = [texts.join(' '), also.map(([criterion]) => criterion), rest] as const;
              const [total, ...found] = await listed(...asked);
              if (many) few.mockResolvedValueOnce(undefined);
              const { records, ...upTo } = await firstOf(...asked);
              const firstThree = { records: found.slice(0, 3), ...(found.length > 3 ? { totalRecords: 3, atLeast: true } : { totalRecords: found.length }) };
              expect([texts, also, many, { records: records.map((record) => (record as { id: string }).id), ...upTo }]).toEqual([
                texts,
                also,
                many,
                firstThree,
              ]);
              expect([texts, also, many, total, found.sort()]).toEqual([texts, also, many, byHand.length, byHand]);
            }
          },
        ),
        { numRuns },
      );
    await agree(40);
    // The same as if very many documents met the other criteria.
    const fewBeside = jest.spyOn(DocumentTotals.prototype, 'isFewBesideNames').mockResolvedValue(false);
    await agree(40);
    fewBeside.mockRestore();
    // The same as if an earlier release had written some of the rows.
    await desk.cases.kit.db.write((tx) => tx.update(DocumentNameWordRow, { documentId: In(ids.filter((_, i) => i % 3 === 0)) }, { names: null }));
    await agree(15);
    few.mockRestore();
  });

  it('that very many have are counted no further than is asked', async () => {
    const many = Array.from({ length: 2_005 }, (_, n) => `many-${n}`);
    const { db } = desk.cases.kit;
    await db.write((tx) =>
      insertTogether(tx, async () => {
        for (const documentId of many)
          await insertRow(tx, DocumentNameWordRow, { documentId, word: 'XIMENES', kind: 'case', agencyCode: 'BORDER', names: ' XIMENES ' });
      }),
    );
    const named = new NamedDocuments(db, 'case', ['BORDER'], ['XIMENES']);
    expect(await named.ids()).toBeUndefined();
    for (const limit of [1, 2_000, 2_001, 2_002, 3_000]) expect(await named.count(undefined, limit)).toBe(Math.min(limit, 2_005));
    expect(await named.count()).toBe(2_005);
    // A limit found by `ids` must not be used for a count with further conditions.
    const wider = new NamedDocuments(db, 'case', ['BORDER'], ['XIMENES']);
    expect(await wider.ids(undefined, false)).toBeUndefined();
    expect(await wider.count({ join: '', where: ' and 1 = 0', values: [] }, 1_001)).toBe(0);
    await db.write((tx) => tx.delete(DocumentNameWordRow, { word: 'XIMENES' }));
    expect(await new NamedDocuments(db, 'case', ['BORDER'], ['XIMENES']).count(undefined, 9)).toBe(0);
  });

  it('go with the document when it is erased', async () => {
    const id = await named('Erasmo Tilgung');
    await desk.act('officer', id, 'verification');
    await desk.act('second officer', id, 'approval');
    clock.pass(31 * 86_400_000);
    await desk.service.app.get(Retention).run();
    expect([await found('tilgung'), await wordsOf(id)]).toEqual([[], []]);
  });

  it('of an earlier release are written after the upgrade, and again an hour later; until then the answer says so', async () => {
    const { db } = desk.cases.kit;
    const [early, late] = [await named('Velha Antiqua'), await named('Outra Antiqua')];
    const forgotten = (id: string) => db.write((tx) => tx.delete(DocumentNameWordRow, { documentId: id }));
    const stateOf = () => db.reader.findOneByOrFail(NameWordsFilledRow, { kind: 'case' });
    await db.write((tx) => tx.update(NameWordsFilledRow, { kind: 'case' }, { startedAt: clock.now(), completeAt: null, settledAt: null, lastId: '' }));
    await forgotten(early);
    const fill = new NameWordsFill(desk.cases);
    expect(await fill.isComplete()).toBe(false);
    await fill.run();
    expect([await fill.isComplete(), await found('antiqua')]).toEqual([true, [late, early]]);
    // An instance of the earlier release changes a name.
    await forgotten(late);
    await db.write((tx) => tx.insert(DocumentNameWordRow, { documentId: late, word: 'FORMER', kind: 'case', agencyCode: 'BORDER' }));
    expect((await stateOf()).settledAt).toBeNull();
    clock.pass(3_600_001);
    await fill.run();
    await fill.stop();
    expect([await found('antiqua'), await wordsOf(late)]).toEqual([
      [late, early],
      ['ANTIQUA', 'OUTRA'],
    ]);
    expect((await stateOf()).settledAt).not.toBeNull();
  });

  it('of an earlier release get what stands beside them an hour after the upgrade; until then lists count them as they are', async () => {
    const { db } = desk.cases.kit;
    const id = await named('Ulrica Upgrade', { entryPoint: 'DILI' });
    const migration = new NamesBeside1700000902100();
    for (const way of ['down', 'up'] as const) await db.write((tx) => migration[way](tx.queryRunner as QueryRunner));
    // The migration uses the real time, but the test uses its own clock.
    await db.write((tx) => tx.update(NameWordsFilledRow, { kind: 'case' }, { startedAt: clock.now() }));
    const beside = async () => (await db.reader.findBy(DocumentNameWordRow, { documentId: id })).map(({ names, detail1 }) => [names, detail1]);
    const few = jest.spyOn(NamedDocuments.prototype, 'ids').mockResolvedValue(undefined);
    const total = async (...more: object[]) => {
      const q = JSON.stringify({ criteria: [{ fieldName: 'name', operation: 'CONTAINS', values: ['upgrade ulr'] }, ...more] });
      return (await desk.call('officer', 'GET', `/v1/case/search?q=${encodeURIComponent(q)}`)).body.totalRecords;
    };
    const atDili = { fieldName: 'entryPoint', operation: 'EQ', values: ['DILI'] };
    expect([await beside(), await total()]).toEqual([Array(2).fill([null, null]), 1]);
    const fill = new NameWordsFill(desk.cases);
    expect([await fill.isComplete(), await fill.isSettled()]).toEqual([true, false]);
    clock.pass(3_600_001);
    await fill.run();
    await fill.stop();
    expect([await fill.isSettled(), await beside()]).toEqual([true, Array(2).fill([' ULRICA UPGRADE ', 'DILI'])]);
    expect([await total(), await total(atDili), await total({ ...atDili, operation: 'NEQ' })]).toEqual([1, 1, 0]);
    few.mockRestore();
  });

  it('are looked up in indices alone, whatever is asked', async () => {
    const { db } = desk.cases.kit;
    const asked = jest.spyOn(db.reader, 'query');
    const lookup = new NameLookup(db, 'case', ['BORDER', 'HEALTH']);
    for (const words of [['NOBODY'], ['MARIA'], ['MARIA', 'COSTA'], ['MBARE', 'TAU']]) await lookup.find(words, 20);
    const statements = asked.mock.calls.map(([sql, values]) => [String(sql), values as unknown[]] as const);
    asked.mockRestore();
    expect(statements.length).toBeGreaterThan(8);
    for (const [sql, values] of statements) {
      const plan = await db.reader.query<Record<string, string | null>[]>(`explain ${engine === 'embedded' ? 'query plan ' : ''}${sql}`, values);
      const tables = plan.filter((step) => (engine === 'embedded' ? /\b(w|o)\b/.test(String(step.detail)) : ['w', 'o'].includes(String(step.table))));
      const byIndex = tables.filter((step) => (engine === 'embedded' ? /^SEARCH /.test(String(step.detail)) : step.type !== 'ALL' && step.key !== null));
      expect([sql, tables.length - byIndex.length]).toEqual([sql, 0]);
    }
  });
});

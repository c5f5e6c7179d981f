import { type Answer, aDate, aDateTime, type Criterion, day, type Plain, q } from './caller.ts';
import { acted, aPassport, arrivals, departures, registered } from './documents.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

/** Returns the cells of a CSV file, parsed as by a spreadsheet. */
function cells(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.replace(/^\ufeff/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
    else if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}

export function searches(portal: Portal<RunningPortal>): void {
  const officer = () => portal().as('border-officer');
  const search = async (criteria: Criterion[], more: Plain = {}, path = departures): Promise<Answer> =>
    (await officer()).get(`${path}/search${q(criteria, more)}`);
  const found = async (...call: Parameters<typeof search>): Promise<string[]> => {
    const { status, said, body } = await search(...call);
    if (status !== 200) throw new Error(String(said));
    return body.records.map(({ id }) => id);
  };

  describe('2 search', () => {
    const occupation = aPassport();
    let mine: Criterion;
    let ids: string[];

    beforeAll(async () => {
      mine = ['occupation', 'EQ', [occupation]];
      ids = [];
      for (const changes of [
        { firstName: 'João', lastName: 'Simões' },
        { firstName: 'Ana', lastName: '100%_sure' },
        { firstName: '=HYPERLINK("x")', lastName: '-1+1', flightNumber: '@SUM(1)', departureDate: day(2) },
      ])
        ids.unshift((await registered(portal, departures, { occupation, ...changes })).id);
      await registered(portal, departures);
      const verified = await registered(portal, departures, { occupation: 'Verified', lastName: occupation });
      await acted(portal, 'border-officer', departures, verified, 'verification');
    });

    it('finds with EQ, NEQ, IN, CONTAINS and ANY, newest first', async () => {
      expect(await found([mine])).toEqual(ids);
      expect(await found([mine, ['firstName', 'EQ', ['ANA']]])).toEqual([ids[1]]);
      expect(await found([mine, ['firstName', 'NEQ', ['ANA']]])).toEqual([ids[0], ids[2]]);
      expect(await found([mine, ['firstName', 'IN', ['ANA', 'JOÃO']]])).toEqual([ids[1], ids[2]]);
      expect(await found([mine, ['firstName', 'ANY', []]])).toEqual(ids);
      expect(await found([mine, ['firstName', 'ANY', ['ANA']]])).toEqual(ids);
      expect(await found([mine, ['departureDate', 'EQ', [day(2)], 'DATE']])).toEqual([ids[0]]);
      expect(await found([mine, ['serialReference.year', 'EQ', [new Date().getUTCFullYear()], 'INTEGER']])).toEqual(ids);
      expect(await found([mine, ['createdAt', 'EQ', [day()], 'DATE']])).toEqual(ids);
      expect(await found([mine, ['documentStatus', 'IN', ['VERIFIED', 'APPROVED']]])).toEqual([]);
      expect(
        await found([
          ['lastName', 'EQ', [occupation]],
          ['documentStatus', 'EQ', ['VERIFIED']],
        ]),
      ).toHaveLength(1);
    });

    it.each([
      ['joã', 2],
      ['JOÃO', 2],
      ['joão', 2],
      ['oÃo', 2],
      ['ana', 1],
      ['=hyper', 0],
    ])('CONTAINS finds %j without regard to case, accents included', async (part, index) => {
      expect(await found([mine, ['firstName', 'CONTAINS', [part]]])).toEqual([ids[index]]);
    });

    it('CONTAINS treats %, _ and quotes as plain characters', async () => {
      expect(await found([mine, ['lastName', 'CONTAINS', ['%']]])).toEqual([ids[1]]);
      expect(await found([mine, ['lastName', 'CONTAINS', ['0%_s']]])).toEqual([ids[1]]);
      expect(await found([mine, ['lastName', 'CONTAINS', ['_s']]])).toEqual([ids[1]]);
      expect(await found([mine, ['lastName', 'CONTAINS', ["' or 1=1 --"]]])).toEqual([]);
      expect(await found([mine, ['lastName', 'EQ', ["' or '1'='1"]]])).toEqual([]);
    });

    it('finds with GTE, LTE, BETWEEN and EMPTY, and by days counted from today', async () => {
      const by = (operation: string, ...values: string[]): Criterion => ['departureDate', operation, values, 'DATE'];
      const others = [ids[1], ids[2]];
      expect(await found([mine, by('GTE', 'TODAY+2')])).toEqual([ids[0]]);
      expect(await found([mine, by('LTE', 'TODAY+1')])).toEqual(others);
      expect(await found([mine, by('BETWEEN', 'TODAY-1', 'TODAY+2')])).toEqual(ids);
      expect(await found([mine, by('BETWEEN', day(2), day(2))])).toEqual([ids[0]]);
      expect(await found([mine, ['createdAt', 'BETWEEN', ['TODAY-1', 'TODAY'], 'DATE']])).toEqual(ids);
      expect(await found([mine, by('EMPTY')])).toEqual([]);
      for (const values of [['TODAY+'], ['TOMORROW'], ['today']]) expect((await search([by('EQ', ...values)])).said[0]).toBe('400 BAD_VALUE departureDate');
      expect((await search([by('BETWEEN', 'TODAY')])).said[0]).toBe('400 BAD_VALUE departureDate');
    });

    it('finds names without accents and case, and numbers without spaces and dashes', async () => {
      for (const name of ['joao', 'JOÃO', 'Joa\u0303o']) expect(await found([mine, ['firstName', 'EQ', [name]]])).toEqual([ids[2]]);
      expect(await found([mine, ['lastName', 'CONTAINS', ['simoes']]])).toEqual([ids[2]]);
      const travellerCode = `${aPassport()}7`;
      const { id, serialReference } = await registered(portal, departures, { travellerCode });
      const spaced = `${travellerCode.slice(0, 2)} ${travellerCode.slice(2, 5)}-${travellerCode.slice(5)}`;
      expect(await found([['travellerCode', 'EQ', [spaced.toLowerCase()]]])).toEqual([id]);
      expect(await found([['travellerCode', 'CONTAINS', [spaced]]])).toEqual([id]);
      expect(await found([['serialReference.reference', 'EQ', [serialReference.reference.replaceAll('-', ' ')]]])).toEqual([id]);
    });

    it('sorts the whole list by a field, the id deciding between equals, also as CSV', async () => {
      const sorted = async (fieldName: string, direction: string, more: Plain = {}) => found([mine], { sorting: [{ fieldName, direction }], ...more });
      expect(await sorted('createdAt', 'ASC')).toEqual([...ids].reverse());
      // The names are sorted in their folded form: '-1+1' as '1+1', '100%_SURE', 'SIMOES'.
      const byName = await sorted('lastName', 'ASC');
      expect(byName.at(-1)).toBe(ids[2]);
      expect(await sorted('lastName', 'DESC')).toEqual([...byName].reverse());
      const pages = await Promise.all([1, 2, 3].map((page) => sorted('lastName', 'ASC', { paging: { page, size: 1 } })));
      expect(pages.flat()).toEqual(byName);
      const byDay = await sorted('departureDate', 'ASC');
      expect(byDay).toEqual([...byDay.slice(0, 2).sort(), ids[0]]);
      const query = q([mine], { sorting: [{ fieldName: 'departureDate', direction: 'DESC' }], viewColumns: ['departureDate', 'documentStatus'] });
      const [, ...rows] = cells((await (await officer()).get(`${departures}/search${query}`, { accept: 'text/csv' })).bytes.toString());
      expect(rows.map(([date]) => date)[0]).toBe(day(2));
    });

    it.each<[unknown, string]>([
      ['lastName', '400 BAD_REQUEST sorting'],
      [[{ fieldName: 'lastName', direction: 'UP' }], '400 BAD_REQUEST sorting[0].direction'],
      [[{ direction: 'ASC' }], '400 BAD_REQUEST sorting[0].fieldName'],
      [[{ fieldName: 'secret', direction: 'ASC' }], '400 UNKNOWN_FIELD secret'],
      [[{ fieldName: 'travellerCode', direction: 'ASC' }], '400 UNKNOWN_FIELD travellerCode'],
    ])('sorting by %j is %s', async (sorting, said) => {
      expect((await search([], { sorting })).said[0]).toBe(said);
    });

    it('lists its fields, and sorts by each sortable one', async () => {
      const answer = await (await officer()).get(`${departures}/search/fields`);
      const fields = answer.body.records as unknown as { fieldName: string; dataType: string; operations: string[]; sortable: boolean }[];
      expect([answer.status, answer.body.totalRecords]).toEqual([200, fields.length]);
      expect(fields.find(({ fieldName }) => fieldName === 'travellerCode')).toMatchObject({ dataType: 'TEXT', sortable: false });
      expect(fields.filter(({ sortable }) => sortable).map(({ fieldName }) => fieldName)).toEqual(
        expect.arrayContaining(['serialReference.reference', 'firstName', 'lastName', 'departureDate', 'flightNumber', 'createdAt', 'dueAt', 'stepSince']),
      );
      for (const { fieldName, sortable } of fields)
        expect([fieldName, (await search([mine], { sorting: [{ fieldName, direction: 'DESC' }] })).status]).toEqual([fieldName, sortable ? 200 : 400]);
      expect((await portal().public.get(`${departures}/search/fields`)).status).toBe(401);
    });

    it('counts pages from 1, with 25 rows by default and 200 at most', async () => {
      const page = async (paging: Plain) => found([mine], { paging });
      expect(await page({ page: 1, size: 2 })).toEqual(ids.slice(0, 2));
      expect(await page({ page: 2, size: 2 })).toEqual(ids.slice(2));
      expect(await page({ page: 9, size: 2 })).toEqual([]);
      expect(await page({ page: 1 })).toEqual(ids);
      expect((await search([mine], { paging: { page: 2, size: 2 } })).body.totalRecords).toBe(3);
      expect((await search([], { paging: { page: 1, size: 200 } })).status).toBe(200);
      for (const paging of [{ page: 0 }, { page: -1 }, { page: 1.5 }, { page: 'x' }, { size: 0 }, { size: 201 }, { size: null, page: 'a' }])
        expect([paging, (await search([mine], { paging })).said[0]]).toEqual([paging, expect.stringMatching(/^400 BAD_VALUE paging\./)]);
    });

    it('gives the columns of the list, or only those in viewColumns', async () => {
      const [record] = (await search([mine])).body.records;
      expect(record).toMatchObject({
        id: ids[0],
        version: 1,
        documentStatus: 'CREATED',
        serialReference: { reference: expect.stringMatching(/^DEP-\d{4}-\d{7}$/), date: expect.stringMatching(aDate) },
        firstName: expect.any(String),
        lastName: expect.any(String),
        flightNumber: expect.any(String),
        departureDate: day(2),
        entryPointCode: 'DIL',
        createdAt: expect.stringMatching(aDateTime),
      });
      const { body } = await search([mine], { viewColumns: ['serialReference.reference', 'documentStatus'] });
      expect(body.records[0]).toEqual({ id: ids[0], serialReference: { reference: expect.any(String) }, documentStatus: 'CREATED' });
    });

    it.each<[string, string]>([
      ['{', '400 BAD_REQUEST q'],
      ['[]', '400 BAD_REQUEST q'],
      ['7', '400 BAD_REQUEST q'],
      ['null', '400 BAD_REQUEST q'],
      ['{"criteria":{}}', '400 BAD_REQUEST criteria'],
      ['{"criteria":[null]}', '400'],
      ['{"paging":7}', '400 BAD_REQUEST paging'],
      ['{"viewColumns":"x"}', '400 BAD_REQUEST viewColumns'],
      ['{"criteria":[{"operation":"EQ","dataType":"TEXT","fieldName":"body","values":["x"]}]}', '400 UNKNOWN_FIELD body'],
      ['{"criteria":[{"operation":"EQ","dataType":"TEXT","fieldName":"constructor","values":["x"]}]}', '400 UNKNOWN_FIELD constructor'],
      ['{"criteria":[{"operation":"LIKE","dataType":"TEXT","fieldName":"lastName","values":["x"]}]}', '400 UNKNOWN_FIELD lastName'],
      ['{"criteria":[{"operation":"EQ","dataType":"INTEGER","fieldName":"lastName","values":[1]}]}', '400 BAD_VALUE lastName'],
      ['{"criteria":[{"operation":"EQ","dataType":"TEXT","fieldName":"lastName","values":[1]}]}', '400 BAD_VALUE lastName'],
      ['{"criteria":[{"operation":"EQ","dataType":"DATE","fieldName":"departureDate","values":["tomorrow"]}]}', '400 BAD_VALUE departureDate'],
      ['{"criteria":[{"operation":"EQ","dataType":"INTEGER","fieldName":"serialReference.year","values":["x"]}]}', '400 BAD_VALUE serialReference.year'],
      ['{"criteria":[{"operation":"EQ","dataType":"TEXT","fieldName":"lastName","values":[]}]}', '400 BAD_VALUE lastName'],
      ['{"criteria":[{"operation":"EQ","dataType":"TEXT","fieldName":"lastName"}]}', '400 BAD_VALUE lastName'],
    ])('%s is %s', async (text, said) => {
      const answer = await (await officer()).get(`${departures}/search?q=${encodeURIComponent(text)}`);
      expect(answer.said[0]).toMatch(new RegExp(`^${said}`));
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    });

    it.each(['firstName', 'departureDate', 'serialReference.number', 'createdAt', 'birthDate'])(
      'CONTAINS on %s is answered or refused, never an accident',
      async (field) => {
        const dataType = /Date$|At$/.test(field) ? 'DATE' : /number$/.test(field) ? 'INTEGER' : 'TEXT';
        const values = dataType === 'DATE' ? [day()] : dataType === 'INTEGER' ? [1] : ['a'];
        expect([200, 400]).toContain((await search([[field, 'CONTAINS', values, dataType]])).status);
      },
    );

    it('two q in the address are answered with 400', async () => {
      expect((await (await officer()).get(`${departures}/search?q=%7B%7D&q=%7B%7D`)).status).toBe(400);
    });

    it('gives the same search as CSV: all rows, and no cell that a spreadsheet would run', async () => {
      const answer = await (await officer()).get(`${departures}/search${q([mine], { paging: { page: 1, size: 1 } })}`, { accept: 'text/csv' });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
      const [head, ...rows] = cells(answer.bytes.toString());
      expect(head).toContain('Reference');
      expect(rows).toHaveLength(3);
      for (const row of rows) {
        expect(row).toHaveLength(head?.length ?? 0);
        for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }
      expect(rows[0]).toContain(`'=HYPERLINK("X")`);
      expect((await portal().public.get(`${departures}/search`, { accept: 'text/csv' })).status).toBe(401);
      expect((await (await officer()).get(`${departures}/search?q=%7B`, { accept: 'text/csv' })).status).toBe(400);
    });

    it('as CSV gives the requested columns, and nothing that the list does not show', async () => {
      const query = q([mine, ['firstName', 'EQ', ['ANA']]], { viewColumns: ['lastName', 'serialReference', 'emailAddress'] });
      const [head, ...rows] = cells((await (await officer()).get(`${departures}/search${query}`, { accept: 'text/csv' })).bytes.toString());
      expect(head).toEqual(['Last name', 'Reference', 'Date', 'emailAddress']);
      expect(rows).toEqual([['100%_SURE', expect.stringMatching(/^DEP-/), day(), '']]);
    });

    it.each<Criterion>([
      ['createdAt', 'EQ', ['9999-12-31'], 'DATE'],
      ['createdAt', 'NEQ', ['9999-12-31'], 'DATE'],
      ['createdAt', 'IN', ['9999-12-31', '1900-01-01'], 'DATE'],
      ['createdAt', 'EQ', ['2026-01-01T23:59:59'], 'DATE'],
      ['createdAt', 'EQ', ['2026-01-01T99:99:99'], 'DATE'],
      ['createdAt', 'CONTAINS', ['2026-01-01'], 'DATE'],
      ['birthDate', 'EQ', ['1900-01-01'], 'DATE'],
      ['serialReference.number', 'EQ', [999_999_999_999_999], 'INTEGER'],
      ['serialReference.number', 'EQ', [-1], 'INTEGER'],
      ['serialReference.number', 'IN', ['1', 2], 'INTEGER'],
      ['firstName', 'EQ', ['\ud800'], 'TEXT'],
      ['firstName', 'CONTAINS', ['\u0000'], 'TEXT'],
      ['firstName', 'CONTAINS', ['😀|%_\\'], 'TEXT'],
      ['firstName', 'CONTAINS', [''], 'TEXT'],
      ['firstName', 'EQ', ['x'.repeat(500)], 'TEXT'],
      ['firstName', 'IN', Array.from({ length: 200 }, String), 'TEXT'],
    ])('%s %s %j is answered or refused, never an accident', async (...criterion) => {
      const { status } = await search([criterion]);
      expect([200, 400]).toContain(status);
      expect((await (await officer()).get(`${departures}/search${q([criterion])}`, { accept: 'text/csv' })).status).toBe(status);
    });

    it('lists arrivals with the columns that officers need', async () => {
      const model = await registered(portal, arrivals, { hasMerchandise: 'YES' });
      const travellerCode: Criterion = ['travellerCode', 'EQ', [model.travellerCode]];
      expect(await found([travellerCode, ['lane', 'EQ', ['RED']]], {}, arrivals)).toEqual([model.id]);
      expect(await found([travellerCode, ['lane', 'EQ', ['GREEN']]], {}, arrivals)).toEqual([]);
      expect(await found([travellerCode, ['arrivalDate', 'EQ', [day(0)], 'DATE']], {}, arrivals)).toEqual([model.id]);
    });
  });

  describe('3 public finders', () => {
    describe.each([
      ['departure', departures],
      ['arrival', arrivals],
    ] as const)('%s', (_kind, path) => {
      const travellerCode = aPassport();
      let id: string;
      let reference: string;
      const all: Criterion[] = [
        ['travellerCode', 'EQ', [travellerCode]],
        ['birthDate', 'EQ', ['1990-05-17'], 'DATE'],
        ['nationalityCode', 'EQ', ['TL']],
      ];
      const find = (criteria: Criterion[], more: Plain = {}) => portal().public.get(`${path}/find${q(criteria, more)}`);
      beforeAll(async () => {
        const model = await registered(portal, path, { travellerCode, birthDate: '1990-05-17', nationalityCode: 'TL' });
        id = model.id;
        reference = model.serialReference.reference;
      });

      it('finds with all its criteria, each matched exactly', async () => {
        const { status, body } = await find(all);
        expect([status, body.totalRecords]).toEqual([200, 1]);
        expect(body.records[0]).toMatchObject({ serialReference: { reference }, documentStatus: 'CREATED' });
        // The id is a temporary key, not the id of the document.
        expect(body.records[0]?.id).toMatch(/^k\./);
        expect(JSON.stringify(body)).not.toContain(id);
        expect(body.records[0]).not.toHaveProperty('emailAddress');
        expect((await find([['travellerCode', 'EQ', [travellerCode.toLowerCase()]], ...all.slice(1)])).body.totalRecords).toBe(1);
      });

      it.each([0, 1, 2])('finds nothing if criterion %i is that of another person', async (index) => {
        const other = [[travellerCode.slice(0, -1)], ['1990-05-18'], ['PT']][index] as string[];
        const criteria = all.map((criterion, at): Criterion => (at === index ? [criterion[0], criterion[1], other, criterion[3]] : criterion));
        const { status, body } = await find(criteria);
        expect([status, body.records, body.totalRecords]).toEqual([200, [], 0]);
      });

      it.each([0, 1, 2])('needs criterion %i', async (index) => {
        const [field] = all[index] as Criterion;
        expect((await find(all.filter((_, at) => at !== index))).said).toEqual([`422 REQUIRED ${field}`]);
        const empty = all.map((criterion, at): Criterion => (at === index ? [criterion[0], 'ANY', [], criterion[3]] : criterion));
        expect((await find(empty)).said).toEqual([`422 REQUIRED ${field}`]);
      });

      it.each(['CONTAINS', 'NEQ', 'IN'])('does not search with %s', async (operation) => {
        expect((await find([['travellerCode', operation, [travellerCode]], ...all.slice(1)])).said).toEqual(['400 UNKNOWN_FIELD travellerCode']);
      });

      it('without q names every criterion, and searches no other field', async () => {
        expect((await portal().public.get(`${path}/find`)).said).toEqual([
          '422 REQUIRED travellerCode',
          '422 REQUIRED birthDate',
          '422 REQUIRED nationalityCode',
        ]);
        expect((await find([...all, ['firstName', 'EQ', ['X']]])).said).toEqual(['400 UNKNOWN_FIELD firstName']);
        expect((await find([...all, ['id', 'ANY', []]])).said).toEqual(['400 UNKNOWN_FIELD id']);
      });
    });
  });
}

import { until } from '@portal/service-kit/testing';
import { type Criterion, type Plain, q } from './caller.ts';
import { aPassport, bodyOf, departures, registered } from './documents.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

/** Section 12 of the contract: each catalogue, and the fields that it must have besides code and name. */
const catalogues: Record<string, string[]> = {
  countries: [],
  currencies: [],
  airports: [],
  flights: [],
  'entry-points': ['airport'],
  'travel-purposes': [],
  'traveller-types': ['foreigner', 'sponsor', 'permit', 'resident'],
  decisions: [],
  districts: [],
  'sub-districts': [],
  'sponsor-types': [],
  'identity-types': [],
  genders: [],
  documents: ['binder', 'agencyCode', 'accessLevel', 'removed', 'movement', 'confirmation', 'forceOnSubDocument', 'centerStatus'],
  'sub-documents': ['documentCode'],
  requirements: ['documentCode'],
  fees: [],
  'bank-accounts': [],
  'scanned-documents': [],
  'vehicle-categories': [],
  'vehicle-makes': [],
  'vehicle-colours': [],
  'vehicle-fuels': [],
  'vehicle-classes': [],
  'travel-destinations': ['documentCode'],
  commodities: [],
  authorisers: ['type', 'documentCode', 'status'],
  agencies: [],
  'agency-centres': [],
  'attachment-types': [],
  'institution-categories': [],
  movements: [],
};

export function cataloguesAndLookups(portal: Portal<RunningPortal>): void {
  const base = '/api/reference/v1/catalogue';
  const search = (name: string, criteria: Criterion[] = [], more: Plain = {}) => portal().public.get(`${base}/${name}/search${q(criteria, more)}`);
  const codes = async (...call: Parameters<typeof search>) => (await search(...call)).body.records.map(({ code }) => code);

  describe('12 catalogues and enumerations', () => {
    it.each(Object.entries(catalogues))('%s has code, name and its fields on every record', async (name, fields) => {
      for (const address of [`${base}/${name}/search`, `${base}/${name}/search/`, `${base}/${name}/search${q([], { paging: { page: 1, size: 200 } })}`]) {
        const { status, body } = await portal().public.get(address);
        expect([address, status]).toEqual([address, 200]);
        expect(body.records.length).toBeGreaterThan(0);
        for (const record of body.records) {
          expect(record).toMatchObject({ code: expect.stringMatching(/./), name: expect.stringMatching(/./) });
          for (const field of fields)
            expect([record.code, field, record[field] !== undefined || (field === 'movement' && name === 'documents')]).toEqual([record.code, field, true]);
        }
      }
    });

    it.each([
      ['countries', /^[A-Z]{2}$/, 'TL'],
      ['currencies', /^[A-Z]{3}$/, 'USD'],
      ['airports', /^[A-Z]{3}$/, 'DIL'],
    ])('%s have the codes of their standard', async (name, form, one) => {
      for (const code of await codes(name, [], { paging: { page: 1, size: 200 } })) expect(code).toMatch(form);
      expect(await codes(name, [['code', 'EQ', [one]]])).toEqual([one]);
    });

    it('entry points say "1" or "0", flags are true or false', async () => {
      const points = (await search('entry-points')).body.records;
      expect(new Set(points.map(({ airport }) => airport))).toEqual(new Set(['0', '1']));
      expect(await codes('entry-points', [['airport', 'EQ', ['1']]])).toContain('DIL');
      expect((await search('traveller-types', [['code', 'EQ', ['VIS']]])).body.records[0]).toMatchObject({
        foreigner: true,
        sponsor: false,
        permit: false,
        resident: false,
      });
    });

    it('has the codes that the rules refer to', async () => {
      expect(await codes('travel-purposes')).toEqual(expect.arrayContaining(['OBJ06', 'OBJ07', 'OBJ08', 'OBJ09']));
      expect((await codes('decisions')).sort()).toEqual(['CLEARED', 'DETAINED', 'REFERRED']);
      expect(await codes('documents')).toEqual(expect.arrayContaining(['DEP', 'ARR']));
      expect((await codes('movements')).sort()).toEqual(['E', 'I']);
      expect((await codes('sub-districts', [['districtCode', 'EQ', ['DI']]])).length).toBeGreaterThan(1);
      expect((await codes('requirements', [['documentCode', 'EQ', ['DEP']]])).length).toBeGreaterThan(0);
      expect((await codes('sub-documents', [['documentCode', 'EQ', ['MEDIB']]])).length).toBeGreaterThan(0);
    });

    it('are searched, paged and limited to columns like every list', async () => {
      expect(await codes('countries', [['name', 'CONTAINS', ['TIMOR']]])).toEqual(['TL']);
      expect(await codes('countries', [['code', 'IN', ['PT', 'TL']]])).toEqual(['PT', 'TL']);
      expect(await codes('genders', [['code', 'NEQ', ['X']]])).toEqual(['F', 'M']);
      expect(await codes('genders', [['code', 'ANY', []]])).toHaveLength(3);
      const page = await search('countries', [], { paging: { page: 2, size: 10 } });
      expect([page.body.records.length, page.body.totalRecords]).toEqual([10, 249]);
      expect((await search('countries')).body.records).toHaveLength(25);
      expect((await search('countries', [['code', 'EQ', ['TL']]], { viewColumns: ['code'] })).body.records).toEqual([{ code: 'TL', name: 'Timor-Leste' }]);
      expect((await search('countries', [], { paging: { page: 1, size: 201 } })).said).toEqual(['400 BAD_VALUE paging.size']);
      expect((await search('countries', [['secret', 'EQ', ['x']]])).said).toEqual(['400 UNKNOWN_FIELD secret']);
      expect((await search('countries', [['name', 'LIKE', ['x']]])).said).toEqual(['400 UNKNOWN_FIELD name']);
      expect((await portal().public.get(`${base}/countries/search?q=%7B`)).said).toEqual(['400 BAD_REQUEST q']);
    });

    it('gives the documents that the caller’s agencies issue, with their binder', async () => {
      const extension = async (who: string | null) =>
        (
          await (who ? await portal().as(who) : portal().public).get(
            `${base}/documents/extension/search${q([['binder', 'EQ', ['PROFESSIONAL']]], { paging: { page: 1, size: 200 } })}`,
          )
        ).body.records;
      expect((await extension(null)).length).toBeGreaterThan(0);
      const clerk = await extension('licence-clerk');
      expect(clerk.length).toBeGreaterThan(0);
      for (const record of clerk) expect(['MOH', 'MOE']).toContain(record.agencyCode);
      expect(await extension('trip-agent')).toEqual([]);
    });

    it.each(['Gender-Enums', 'Decision-Enums', 'Accommodation-Enums', 'DocumentType-Enums', 'TravellerType-Enums'])(
      '%s answers under both of its paths',
      async (name) => {
        for (const path of ['reference/enums', 'enums'])
          for (const end of ['', '/']) {
            const { status, body } = await portal().public.get(`/api/reference/${path}/${name}${end}`);
            expect([status, Object.keys(body).sort()]).toEqual([200, ['records', 'totalRecords']]);
            for (const record of body.records) expect(record).toMatchObject({ code: expect.stringMatching(/./), name: expect.stringMatching(/./) });
          }
        if (name === 'Accommodation-Enums')
          expect((await portal().public.get(`/api/reference/enums/${name}`)).body.records.map(({ code }) => code).sort()).toEqual(['FFA', 'HTL']);
      },
    );

    it('an administrator creates, changes, retires and imports; nobody else does', async () => {
      const admin = await portal().as('admin');
      const code = `T${Date.now().toString(36).toUpperCase()}`;
      const path = `${base}/travel-purposes`;
      expect((await portal().public.post(path, { code, name: 'Test' })).said).toEqual(['401 UNAUTHENTICATED']);
      expect((await (await portal().as('border-supervisor')).post(path, { code, name: 'Test' })).said).toEqual(['403 FORBIDDEN']);
      const created = await admin.post(`${path}/`, { code, name: 'Test', destinationVisa: false, unknown: 1 });
      expect([created.status, created.body.model]).toEqual([201, expect.objectContaining({ code, name: 'Test', version: 1 })]);
      expect(created.body.model).not.toHaveProperty('unknown');
      expect((await admin.post(path, { code, name: 'Test', destinationVisa: false })).status).toBe(409);
      const key = { 'idempotency-key': code };
      const repeated = await Promise.all([1, 2, 3].map(() => admin.post(path, { code: `${code}K`, name: 'Once', destinationVisa: false }, key)));
      expect(repeated.map(({ status }) => status)).toEqual([201, 201, 201]);
      for (const { body } of repeated) expect(body).toEqual(repeated[0]?.body);
      expect((await admin.post(path, { code: `${code}L`, name: 'Once', destinationVisa: false }, key)).said).toEqual(['409 IDEMPOTENCY_CONFLICT']);
      expect((await admin.post(path, { code: '', name: '' })).said).toEqual(expect.arrayContaining(['422 REQUIRED code', '422 REQUIRED name']));
      expect(await codes('travel-purposes', [['code', 'EQ', [code]]])).toEqual([code]);
      const model = await registered(portal, departures, { reason: code });
      expect(model.reasonName).toBe('Test');
      expect((await admin.put(`${path}/${code}`, { code, name: 'Other', destinationVisa: false, version: 7 })).said).toEqual(['409 STALE_VERSION']);
      expect((await admin.put(`${path}/${code}`, { code, name: 'Other', destinationVisa: false, version: 1 })).body.model).toMatchObject({
        name: 'Other',
        version: 2,
      });
      expect(
        (await Promise.all([1, 2].map(() => admin.post(`${path}/${code}/actions/retire`, { version: 2 }, { 'idempotency-key': `retire ${code}` })))).map(
          ({ status }) => status,
        ),
      ).toEqual([200, 200]);
      // Every instance uses the new record within two seconds.
      await until(async () => (await portal().public.post(`${departures}/`, bodyOf[departures]({ reason: code }))).said[0] === '422 CHOICE reason');
      expect((await portal().public.get(`${departures}/${model.id}/document`)).body.model).toMatchObject({ reason: code, reasonName: 'Other' });
      expect((await portal().public.post(`${departures}/`, { ...model, occupation: 'Baker' })).body.model).toMatchObject({ reason: code, reasonName: 'Other' });
      expect(await codes('travel-purposes', [['code', 'EQ', [code]]])).toEqual([]);
      expect(
        await codes('travel-purposes', [
          ['code', 'EQ', [code]],
          ['retired', 'ANY', []],
        ]),
      ).toEqual([code]);
      const csv = (text: string) => admin.send('POST', `${path}/import`, text, { 'content-type': 'text/csv' });
      expect((await csv(`code,name,destinationVisa\r\n${code}I,Imported,true\r\n`)).body).toMatchObject({ created: 1 });
      expect((await csv(`code,name,destinationVisa\r\n${code}J,,maybe\r\n`)).status).toBe(422);
      expect((await codes('travel-purposes', [['code', 'CONTAINS', [code]]])).sort()).toEqual([`${code}I`, `${code}K`]);
    });
  });

  describe('17, 18 the ministry governs its catalogues and lane rules', () => {
    const api = '/api/reference/v1';
    const unique = (): string => `T${Date.now().toString(36).toUpperCase()}${Math.floor(Math.random() * 1_000)}`;
    const aFee = (code: string) => ({ code, name: 'Fee of a decree', documentCode: 'TIBE', amount: 1500, currencyCode: 'USD', stage: 'permit' });
    /** The preview is for a day on which no other check registers documents. */
    const later = '2099-01-01';

    it('is for administrators of catalogues alone', async () => {
      const calls: [method: 'get' | 'post', path: string][] = [
        ['get', `${api}/catalogues`],
        ['get', `${api}/catalogue-proposals`],
        ['get', `${api}/form-preview?document=TIBE`],
        ['get', `${base}/countries/TL/uses`],
        ['get', `${base}/countries/TL/history`],
        ['post', `${base}/countries/TL/actions/retire`],
        ['post', `${base}/countries/TL/actions/revert`],
        ['post', `${base}/countries/import`],
        ['post', '/api/declarations/v1/lane-rules'],
      ];
      const officer = await portal().as('border-supervisor');
      for (const [method, path] of calls) {
        const ask = (caller: typeof officer) => (method === 'get' ? caller.get(path) : caller.post(path, {}));
        expect([path, (await ask(portal().public)).said, (await ask(officer)).said]).toEqual([path, ['401 UNAUTHENTICATED'], ['403 FORBIDDEN']]);
      }
      // Only other services may ask which documents use a record; the gateway does not expose this address.
      expect((await (await portal().as('admin')).get('/api/trips/internal/catalogue-uses/countries/TL')).status).toBe(404);
    });

    it('a fee changes by two people: proposed, seen in its form, approved by another, and led back', async () => {
      const [admin, other] = [await portal().as('admin'), await portal().as('admin-2')];
      const code = unique();
      const proposed = await admin.post(`${base}/fees`, { ...aFee(code), effectiveFrom: later, reason: 'Decree 1' });
      expect([proposed.status, proposed.body.model.documentStatus]).toEqual([202, 'WAITING']);
      const { id } = proposed.body.model;
      const act = (who: typeof admin, action: string, body: Plain = { version: 1 }) => who.post(`${api}/catalogue-proposals/${id}/actions/${action}`, body);
      const fees = async (query: string) =>
        ((await other.get(`${api}/form-preview?document=TIBE&${query}`)).body.model.fees as { code: string }[]).map((fee) => fee.code);
      expect(await fees(`day=${later}&proposal=${id}`)).toContain(code);
      expect(await fees(`proposal=${id}`)).not.toContain(code);
      expect(await fees(`day=${later}`)).not.toContain(code);
      expect((await act(admin, 'approve')).said).toEqual(['403 FOUR_EYES']);
      expect((await act(other, 'withdraw')).said).toEqual(['403 FORBIDDEN']);
      expect((await act(other, 'reject')).said).toEqual(['422 REQUIRED reason']);
      expect((await act(other, 'approve', {})).said).toEqual(['422 REQUIRED version']);
      expect((await act(other, 'approve', { version: 9 })).said).toEqual(['409 STALE_VERSION']);
      expect((await act(other, 'approve')).body.model).toMatchObject({ documentStatus: 'APPROVED' });
      expect((await act(other, 'reject', { version: 2, reason: 'Late' })).said).toEqual(['409 ACTION_NOT_ALLOWED']);
      expect(await fees(`day=${later}`)).toContain(code);
      const { records } = (await admin.get(`${base}/fees/${code}/history`)).body;
      expect(records).toMatchObject([{ version: 1, action: 'create', reason: 'Decree 1', approvedBy: expect.any(String) }]);
      expect((await admin.post(`${base}/fees/${code}/actions/revert`, { version: 1, to: 7 })).status).toBe(404);
      expect((await admin.post(`${base}/fees/${code}/actions/revert`, { version: 1 })).said).toEqual(['422 REQUIRED to']);
      for (const [body, said] of [
        [{ ...aFee(unique()), amount: 'much' }, '422 INTEGER amount'],
        [{ ...aFee(unique()), documentCode: 'NONE' }, '422 CHOICE documentCode'],
        [{ ...aFee(unique()), effectiveFrom: '2026-02-30' }, '422 DATE effectiveFrom'],
        [[], '400 BAD_REQUEST'],
      ] as const)
        expect((await admin.post(`${base}/fees`, body as never)).said[0]).toMatch(new RegExp(`^${said}`));
    });

    it('where a record is used is counted, by service, and follows what is registered', async () => {
      const admin = await portal().as('admin');
      const code = unique();
      expect((await admin.post(`${base}/travel-purposes`, { code, name: 'Counted', destinationVisa: false })).status).toBe(201);
      const uses = async () => {
        const { records } = (await admin.get(`${base}/travel-purposes/${code}/uses`)).body as unknown as {
          records: { service: string; answers: boolean; uses: { name: string; number: number }[] }[];
        };
        expect(records.map(({ service, answers }) => [service, answers])).toEqual(
          ['reference', 'declarations', 'licences', 'trips'].map((service) => [service, true]),
        );
        return records.flatMap((each) => each.uses).flatMap(({ name, number }) => (number ? [[name, number]] : []));
      };
      expect(await uses()).toEqual([]);
      // If the services are separate processes, they use a new record within two seconds.
      const declare = () => portal().public.post(`${departures}/`, bodyOf[departures]({ travellerCode: aPassport(), reason: code }));
      await until(async () => (await declare()).status === 201);
      for (let i = 0; i < 2; i++) expect((await declare()).status).toBe(201);
      expect(await uses()).toEqual([['departure-declaration', 3]]);
      expect((await admin.get(`${base}/travel-purposes/NONE/uses`)).status).toBe(404);
    });

    it('an import is tried first, told cell by cell, and done as it was tried or not at all', async () => {
      const admin = await portal().as('admin');
      const code = unique();
      const send = (text: string, query: string) => admin.send('POST', `${base}/vehicle-colours/import?${query}`, text, { 'content-type': 'text/csv' });
      const tried = await send(`code,name,name_pt\n${code},Ochre,Ocre\n`, 'dryRun=true');
      expect(tried.body).toMatchObject({ created: 1, refused: 0, rows: [{ row: 2, code, outcome: 'CREATED' }] });
      expect(await codes('vehicle-colours', [['code', 'EQ', [code]]])).toEqual([]);
      const faulty = await send(`code,name\n${code},\nA/B,Slash\n`, 'dryRun=true');
      expect(faulty.body).toMatchObject({
        refused: 2,
        faults: [
          { row: 2, column: 'name', fault: 'REQUIRED' },
          { row: 3, column: 'code', fault: 'TEXT' },
        ],
      });
      expect((await send(`code,name\n${code},\n`, '')).said).toEqual(['422 REQUIRED rows.2.name']);
      expect((await send(`code,name,name_pt\n${code},Ochre,Ocre\n`, 'plan=other')).said).toEqual(['409 STALE_VERSION']);
      expect((await send(`code,name,name_pt\n${code},Ochre,Ocre\n`, `plan=${tried.body.plan}`)).body).toMatchObject({ created: 1 });
      expect((await send('code,colour\nX,Y\n', 'dryRun=true')).status).toBe(422);
      // A retired record is found only if a criterion asks for it, and it can be restored.
      expect((await admin.post(`${base}/vehicle-colours/${code}/actions/retire`, { version: 1, reason: 'A mistake' })).status).toBe(200);
      expect(await codes('vehicle-colours', [['code', 'EQ', [code]]])).toEqual([]);
      expect(
        await codes('vehicle-colours', [
          ['code', 'EQ', [code]],
          ['standing', 'EQ', ['RETIRED']],
        ]),
      ).toEqual([code]);
      expect((await admin.post(`${base}/vehicle-colours/${code}/actions/retire`, { version: 1 })).said).toEqual(['409 STALE_VERSION']);
      expect((await admin.post(`${base}/vehicle-colours/${code}/actions/restore`, { version: 2 })).body.model).toMatchObject({ version: 3 });
    });

    it('lane rules: written by one, put in force by another, withdrawn with a reason; a wrong condition is named by its cell', async () => {
      const [admin, other] = [await portal().as('admin'), await portal().as('admin-2')];
      const path = '/api/declarations/v1/lane-rules';
      const table = {
        code: unique(),
        name: { en: 'Checked', pt: 'Verificada' },
        hitPolicy: 'FIRST',
        inputs: ['bags'],
        rules: [{ when: ['>= 1000'], lane: 'RED', reason: { en: 'Many bags', pt: 'Muitos volumes' } }],
        order: 90,
        effectiveFrom: later,
      };
      const wrong = await admin.post(path, { ...table, rules: [{ ...table.rules[0], when: ['> ('] }] });
      expect([wrong.status, wrong.said.join()]).toEqual([422, expect.stringContaining('rules[0].when[0]')]);
      const written = await admin.post(path, table);
      expect(written.status).toBe(201);
      const { id, version } = written.body.model;
      const act = (who: typeof admin, action: string, body: Plain) => who.post(`${path}/${id}/actions/${action}`, body);
      expect((await act(admin, 'put-in-force', { version })).said).toEqual(['403 FOUR_EYES']);
      const forced = await act(other, 'put-in-force', { version });
      expect([forced.status, forced.body.model.status]).toEqual([200, 'IN_FORCE']);
      expect((await act(other, 'withdraw', { version: forced.body.model.version })).status).toBe(422);
      const withdrawn = await act(other, 'withdraw', { version: forced.body.model.version, reason: 'Checked' });
      expect(withdrawn.status).toBe(200);
    });
  });

  describe('8 lookups', () => {
    it('find medicine by code and by text', async () => {
      const { body } = await portal().public.get('/api/reference/v1/medicine/item/MED0001/searchItemByCode');
      expect(body.records).toEqual([expect.objectContaining({ code: 'MED0001', name: 'Paracetamol 500 mg tablets' })]);
      expect((await portal().public.get('/api/reference/v1/medicine/item/NONE/searchItemByCode')).body).toEqual({ records: [], totalRecords: 0 });
      expect((await portal().public.get('/api/reference/v1/medicine/item/PARACET/searchItems')).body.records.map(({ code }) => code)).toContain('MED0001');
    });

    it('show a declaration of the product, and as PDF', async () => {
      const id = '0198c5a0-6b1e-7c30-9d44-2f1a6e50b001';
      const officer = await portal().as('border-officer');
      expect((await officer.get(`/api/reference/v1/customs/declaration/${id}/simpleDocument`)).body.model).toMatchObject({ id });
      for (const path of [`v1/customs/declaration/${id}/contentData`, 'v1/membership/registration/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001/contentData']) {
        const answer = await officer.get(`/api/reference/${path}`);
        expect([answer.status, answer.headers.get('content-type'), answer.bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
      }
      expect((await officer.get(`/api/reference/v1/other/declaration/${id}/simpleDocument`)).status).toBe(404);
    });

    it('a receipt requires the cashier’s role and an amount due', async () => {
      const receipt = { documentCode: 'TIBE', year: 2020, serial: 'E', number: 999_999, total: 100 };
      expect((await (await portal().as('trip-agent')).post('/api/reference/v1/payment/receipt/', receipt)).said).toEqual(['403 FORBIDDEN']);
      const cashier = await portal().as('cashier');
      expect([404, 409, 422]).toContain((await cashier.post('/api/reference/v1/payment/receipt/', receipt)).status);
      expect((await cashier.get('/api/reference/v1/payment/receipt/TIBE/2020/E/999999/searchDocumentToPay')).body).toEqual({ records: [], totalRecords: 0 });
      expect((await cashier.get('/api/reference/v1/payment/receipt/TIBE/2020/E/999999/searchReceiptDetails')).body).toEqual({ records: [], totalRecords: 0 });
      expect((await cashier.post('/api/reference/v1/payment/receipt/', {})).said).toEqual(
        expect.arrayContaining(['422 REQUIRED documentCode', '422 REQUIRED total']),
      );
    });
  });
}

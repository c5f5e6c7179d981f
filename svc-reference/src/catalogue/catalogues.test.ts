import 'reflect-metadata';
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogueRecord, DocumentEnvelope, ListResult, Problem, SearchCriterion } from '@portal/contract-kit';
import { Clock, Database, Encryption, type RunningService } from '@portal/service-kit';
import { callHeaders, type StubServices, startStubServices, type TestBackend, testBackends } from '@portal/service-kit/testing';
import { CatalogueRow } from '../database/catalogue.entities.ts';
import { createService } from '../index.ts';
import type { ReferenceSettings } from '../reference.settings.ts';
import { packFolders } from '../seed/seed-folders.ts';
import { Seeder } from '../seed/seeder.ts';
import { contentFaults, readRecord } from './catalogue-record.ts';
import { CatalogueStore } from './catalogue-store.ts';
import { type CatalogueDefinition, definitionOf } from './definitions.ts';
import { raiseRevision } from './revisions.ts';
import { mostSearchBytes } from './search-answers.ts';

const valid: Record<string, Record<string, unknown>> = {
  genders: { code: 'Y', name: 'Y' },
  movements: { code: 'I', name: 'Imports' },
  countries: { code: 'XA', name: 'Land', altNames: ['Old land', '\u200b'] },
  declarations: { code: 'D', name: 'First line\nSecond line', documentCode: 'ARR', rank: 1 },
  requirements: { code: 'R', name: 'Requirement', documentCode: 'TIBE', rank: 1000 },
  currencies: { code: 'XAA', name: 'Coin', minorUnits: 2 },
  flights: { code: 'XA1', name: 'XA1', direction: 'A' },
  'entry-points': { code: 'X', name: 'Post', airport: '0', kind: 'LAND' },
  documents: { code: 'XIB', name: 'Form', binder: 'TRIPTIC', agencyCode: 'DNTT', accessLevel: 1, removed: 0 },
  agencies: { code: 'Direção-Nacional 1.Transportes_Dili', name: 'Transport' },
  fees: { code: 'F', name: 'Fee', documentCode: 'TIBE', amount: 1_000_000_000, currencyCode: 'USD', stage: 'exit' },
  authorisers: { code: 'A', name: 'Ana', title: 'Head', serial: '1', type: 2, documentCode: 'TIBG-TRK', status: 0 },
  'working-hours': { code: '7', name: 'Sunday', weekday: 7, opens: '08:30', closes: '24:00', timeZone: 'Asia/Dili' },
  holidays: { code: '02-29', name: 'Leap day' },
  'escalation-rules': { code: 'trip.approval', name: 'Late', minutes: 1 },
  'query-templates': { code: 'Q', name: 'Q', text: 'First line\nSecond line' },
};

describe('the fields of a record', () => {
  const known = new Set(['documents TIBE', 'documents ARR', 'sub-documents TIBG-TRK', 'agencies DNTT', 'currencies USD']);
  const faults = (catalogue: string, change: object) => {
    const definition = definitionOf(catalogue) as CatalogueDefinition;
    const { record, errors } = readRecord(definition, { ...valid[catalogue], ...change });
    return [...errors, ...contentFaults(definition, record, (of, code) => known.has(`${of} ${code}`))].map(({ field, code }) => `${field} ${code}`);
  };

  it.each(Object.keys(valid))('of %s may be these', (catalogue) => expect(faults(catalogue, {})).toEqual([]));

  it.each([
    ['fees', { amount: -1 }, 'amount INTEGER'],
    ['fees', { amount: 1_000_000_001 }, 'amount INTEGER'],
    ['fees', { stage: 'other' }, 'stage CHOICE'],
    ['fees', { currencyCode: 'IDR' }, 'currencyCode CHOICE'],
    ['documents', { accessLevel: 3 }, 'accessLevel INTEGER'],
    ['documents', { removed: '2' }, 'removed INTEGER'],
    ['authorisers', { type: 3 }, 'type INTEGER'],
    ['authorisers', { status: 2 }, 'status INTEGER'],
    ['authorisers', { documentCode: 'NONE' }, 'documentCode CHOICE'],
    ['escalation-rules', { minutes: 0 }, 'minutes INTEGER'],
    ['escalation-rules', { minutes: 525_601 }, 'minutes INTEGER'],
    ['currencies', { minorUnits: 5 }, 'minorUnits INTEGER'],
    ['currencies', { code: 'JPY', minorUnits: 2 }, 'minorUnits CHOICE'],
    ['currencies', { code: 'IDR', minorUnits: 0 }, 'minorUnits CHOICE'],
    ['working-hours', { weekday: 0 }, 'weekday INTEGER'],
    ['working-hours', { weekday: 8 }, 'weekday INTEGER'],
    ['working-hours', { opens: '8:30' }, 'opens TEXT'],
    ['working-hours', { closes: '24:30' }, 'closes TEXT'],
    ['working-hours', { opens: '13:30', closes: '05:30' }, 'closes TEXT'],
    ['working-hours', { opens: '08:30', closes: '08:30' }, 'closes TEXT'],
    ['working-hours', { opens: '24:00' }, 'closes TEXT'],
    ['working-hours', { timeZone: 'Nowhere/Land' }, 'timeZone TEXT'],
    ['holidays', { code: '02-30' }, 'code TEXT'],
    ['holidays', { code: '2026-02-29' }, 'code TEXT'],
    ['entry-points', { kind: 'ROAD' }, 'kind CHOICE'],
    ['flights', { direction: 'X' }, 'direction CHOICE'],
    ['genders', { code: '.' }, 'code TEXT'],
    ['genders', { code: '..' }, 'code TEXT'],
    ['genders', { code: 'search' }, 'code TEXT'],
    ['genders', { code: 'import' }, 'code TEXT'],
    ['genders', { code: 'A\u3164' }, 'code TEXT'],
    ['genders', { code: '\u200b' }, 'code REQUIRED'],
    ['genders', { name: 'A\u202eB' }, 'name TEXT'],
    ['genders', { name: '\u200b \u0000' }, 'name REQUIRED'],
    ['genders', { name: 'First line\nSecond line' }, 'name TEXT'],
    ['genders', { names: { pt: 'A\u0000B' } }, 'names.pt TEXT'],
    ['genders', { name_pt: 'A\u200bB' }, 'name_pt TEXT'],
    ['countries', { nationality: 'A\u200bB' }, 'nationality TEXT'],
    ['countries', { altNames: 'A;B\u202e' }, 'altNames TEXT'],
    ['authorisers', { title: '\u200b' }, 'title REQUIRED'],
    ['documents', { code: 'XIBcar' }, 'code TEXT'],
    ['documents', { code: 'X_IB' }, 'code TEXT'],
    ['documents', { code: 'X'.repeat(36) }, 'code TEXT'],
    ['agencies', { code: 'X'.repeat(36) }, 'code TEXT'],
    ['genders', { code: 'X'.repeat(36) }, 'code TEXT'],
    ['movements', { code: 'EXPORT' }, 'code TEXT'],
    ['declarations', { rank: 1000 }, 'rank INTEGER'],
    ['declarations', { rank: -1 }, 'rank INTEGER'],
    ['query-templates', { text: 'A\u0000B' }, 'text TEXT'],
  ])('of %s may not be %j', (catalogue, change, fault) => expect(faults(catalogue, change)).toEqual([fault]));
});

const EQ = (fieldName: string, value: string | number | boolean, dataType: SearchCriterion['dataType'] = 'TEXT') => ({
  expressionType: 'SearchCriterion',
  operation: 'EQ',
  dataType,
  fieldName,
  values: [value],
});

describe.each(testBackends())('catalogues on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let service: RunningService;
  let admin: string;

  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: T & Problem; headers: Headers }> => {
    const csv = typeof body === 'string';
    const r = await fetch(`${service.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': csv ? 'text/csv' : 'application/json' }), ...headers },
      body: body === undefined ? undefined : csv ? body : JSON.stringify(body),
    });
    const text = await r.text();
    return { status: r.status, headers: r.headers, body: (r.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T & Problem };
  };
  const search = (name: string, query?: object, headers = {}) =>
    call<ListResult<CatalogueRecord>>(
      'GET',
      `/v1/catalogue/${name}/search${query ? `?q=${encodeURIComponent(JSON.stringify(query))}` : ''}`,
      undefined,
      headers,
    );
  const codes = async (name: string, ...criteria: object[]) =>
    (await search(name, { criteria, paging: { page: 1, size: 200 } })).body.records.map((r) => r.code);
  const asAdmin = () => ({ authorization: admin });

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices();
    service = await createService({ ...backend.env, ...around.env });
    admin = await around.token({ sub: 'adao', name: 'Adao', roles: ['reference-admin'] });
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await backend?.remove();
  });

  it('gives 25 records a page, with the total', async () => {
    const { status, body, headers } = await search('countries');
    expect(status).toBe(200);
    expect(body.totalRecords).toBe(249);
    expect(body.records).toHaveLength(25);
    expect(headers.get('cache-control')).toContain('max-age');
    const next = await search('countries', { paging: { page: 2, size: 25 } });
    expect(next.body.records[0]?.code).not.toBe(body.records[0]?.code);
  });

  it('finds by every operation', async () => {
    expect(await codes('countries', EQ('code', 'TL'))).toEqual(['TL']);
    expect(await codes('genders', { ...EQ('code', 'F'), operation: 'NEQ' })).toEqual(['M', 'X']);
    expect(await codes('genders', { ...EQ('code', 'F'), operation: 'IN', values: ['M', 'F'] })).toEqual(['F', 'M']);
    expect(await codes('countries', { ...EQ('name', 'timor'), operation: 'CONTAINS' })).toEqual(['TL']);
    expect(await codes('genders', { ...EQ('code', 'F'), operation: 'ANY', values: [] })).toHaveLength(3);
    expect(await codes('countries', { ...EQ('search', 'alemanha'), operation: 'CONTAINS' })).toEqual(['DE']);
    expect(await codes('countries', { ...EQ('search', 'reunion'), operation: 'CONTAINS' })).toEqual(['RE']);
    expect(await codes('airports', EQ('code', 'DIL'))).toEqual(['DIL']);
  });

  it('accepts flags and numbers as screens send them', async () => {
    const crossings = await codes('entry-points', EQ('airport', '0'));
    expect(crossings).toContain('BTG');
    expect(await codes('entry-points', EQ('airport', 0, 'INTEGER'))).toEqual(crossings);
    expect(await codes('traveller-types', EQ('resident', true))).toEqual(['RES']);
    expect(await codes('authorisers', EQ('type', 1, 'INTEGER'), EQ('documentCode', 'TIBE'), EQ('status', '1'))).toEqual(['AUT-01', 'AUT-02']);
    expect(await codes('sub-districts', EQ('districtCode', 'DI'))).toHaveLength(5);
  });

  it('reports the faults of a query', async () => {
    expect((await search('nothing')).status).toBe(404);
    expect((await search('toString')).status).toBe(404);
    expect((await search('membership-registrations')).status).toBe(404);
    expect((await search('genders', { criteria: [EQ('colour', 'red')] })).body).toMatchObject({
      status: 400,
      errors: [{ code: 'UNKNOWN_FIELD', field: 'colour' }],
    });
    expect((await search('genders', { criteria: [EQ('code', 'F', 'DATE')] })).status).toBe(400);
    expect((await search('genders', { criteria: [{ ...EQ('code', 'F'), expressionType: 'Other' }] })).body.errors[0]).toMatchObject({
      field: 'expressionType',
    });
    expect((await search('fees', { criteria: [EQ('amount', 'many', 'INTEGER')] })).body.errors[0]?.code).toBe('BAD_VALUE');
    expect((await search('genders', { paging: { page: 1, size: 201 } })).status).toBe(400);
    expect((await call('GET', '/v1/catalogue/genders/search?q={')).status).toBe(400);
  });

  it('answers 304 to a caller who has the current answer', async () => {
    const first = await search('currencies');
    const etag = first.headers.get('etag') as string;
    expect((await search('currencies', undefined, { 'if-none-match': etag })).status).toBe(304);
    expect((await search('currencies', undefined, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('keeps little of the searches of strangers, and the whole catalogue in spite of them', async () => {
    const store = service.app.get(CatalogueStore);
    const whole = () => store.answer(store.open('districts'), 'whole', () => ({}));
    const before = whole();
    for (let i = 0; i < 600; i++) expect((await search('districts', { other: `${i}${'x'.repeat(10_000)}` })).status).toBe(200);
    expect(whole()).toBe(before);
    expect(store.open('districts').searches.bytes).toBeLessThanOrEqual(mostSearchBytes);
  });

  it('answers an enumeration under both addresses', async () => {
    for (const name of ['Gender-Enums', 'Decision-Enums', 'Accommodation-Enums', 'DocumentType-Enums', 'TravellerType-Enums', 'InstitutionCategory-Enums']) {
      const one = await call<ListResult<CatalogueRecord>>('GET', `/enums/${name}`);
      const other = await call<ListResult<CatalogueRecord>>('GET', `/reference/enums/${name}`);
      expect(one.status).toBe(200);
      expect(one.body.records.length).toBe(one.body.totalRecords);
      expect(other.body).toEqual(one.body);
    }
    expect((await call('GET', '/enums/Other-Enums')).status).toBe(404);
  });

  it('limits the documents of the extension to the caller', async () => {
    const extension = async (token?: string) =>
      (
        await call<ListResult<CatalogueRecord>>(
          'GET',
          `/v1/catalogue/documents/extension/search?q=${encodeURIComponent(JSON.stringify({ criteria: [EQ('binder', 'TRIPTIC')] }))}`,
          undefined,
          token ? { authorization: token } : {},
        )
      ).body.records.map((r) => r.code);
    expect(await extension()).toEqual(['TIBE', 'TIBG', 'TIBI', 'TIBC']);
    expect(await extension(await around.token({ sub: 'tomas', agencies: ['DNTT', 'CUSTOMS'] }))).toEqual(['TIBE', 'TIBG', 'TIBI', 'TIBC', 'TIBD']);
    expect(await extension(await around.token({ sub: 'carla', agencies: ['MOH'] }))).toEqual([]);
  });

  it('gives the questions of a document by rank', async () => {
    const { body } = await call<ListResult<CatalogueRecord>>('GET', '/v1/questions/ARR');
    expect(body.records[0]).toMatchObject({ id: 'ARR-Q1', rank: 1, documentCode: 'ARR' });
    expect(body.records[0]?.description).toBe(body.records[0]?.name);
    expect(body.records[0]?.names?.pt).toBeTruthy();
  });

  it('gives other services a whole catalogue, and nobody else', async () => {
    expect((await call('GET', '/internal/catalogue/airports')).status).toBe(403);
    const trips = { ...(await callHeaders(backend.env, 'svc-trips', 'svc-reference')) };
    const { body } = await call<ListResult<CatalogueRecord>>('GET', '/internal/catalogue/airports', undefined, trips);
    expect(body.records.length).toBeGreaterThan(3000);
    expect((await call('GET', '/internal/catalogue/nothing', undefined, trips)).status).toBe(404);
  });

  it('publishes the signing keys without their private part', async () => {
    const { body } = await call<{ keys: Record<string, string>[] }>('GET', '/v1/keys');
    expect(body.keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519' });
    expect(body.keys[0]).not.toHaveProperty('d');
  });

  describe('in the hands of an administrator', () => {
    type Envelope = DocumentEnvelope<CatalogueRecord>;
    const color = { code: 'TEAL', name: 'Teal', names: { pt: 'Verde-azulado' }, secret: 1 };

    it('refuses everyone else', async () => {
      expect((await call('POST', '/v1/catalogue/vehicle-colours', color)).status).toBe(401);
      expect(
        (await call('POST', '/v1/catalogue/vehicle-colours', color, { authorization: await around.token({ sub: 'x', roles: ['reference-read'] }) })).status,
      ).toBe(403);
    });

    it('creates, changes, retires and restores a record', async () => {
      const made = await call<Envelope>('POST', '/v1/catalogue/vehicle-colours', color, asAdmin());
      expect(made.status).toBe(201);
      expect(made.body.model).toEqual({ id: 'TEAL', code: 'TEAL', name: 'Teal', names: { pt: 'Verde-azulado' }, version: 1 });
      expect(await codes('vehicle-colours')).toContain('TEAL');
      expect((await call('POST', '/v1/catalogue/vehicle-colours', color, asAdmin())).body).toMatchObject({
        status: 409,
        errors: [{ code: 'ACTION_NOT_ALLOWED', field: 'code' }],
      });
      const changed = await call<Envelope>('PUT', '/v1/catalogue/vehicle-colours/TEAL', { name: 'Teal green', version: 1 }, asAdmin());
      expect(changed.body.model).toMatchObject({ name: 'Teal green', version: 2 });
      expect((await call('PUT', '/v1/catalogue/vehicle-colours/TEAL', { name: 'Other', version: 1 }, asAdmin())).body).toMatchObject({
        status: 409,
        errors: [{ code: 'STALE_VERSION' }],
        current: { version: 2, changedBy: 'Adao' },
      });
      const act = (action: string, version: number, key = `${action} ${version}`) =>
        call<Envelope>('POST', `/v1/catalogue/vehicle-colours/TEAL/actions/${action}`, { version }, { ...asAdmin(), 'idempotency-key': key });
      expect((await act('restore', 2)).body).toMatchObject({ status: 409, errors: [{ code: 'ACTION_NOT_ALLOWED' }] });
      // A repeated request with the same idempotency key gets the first response; a new request is refused, because the record is already retired.
      for (let n = 0; n < 2; n++) expect((await act('retire', 2)).body.model).toMatchObject({ retired: true, version: 3 });
      expect((await act('retire', 3)).body).toMatchObject({ status: 409, errors: [{ code: 'ACTION_NOT_ALLOWED' }] });
      expect(await codes('vehicle-colours')).not.toContain('TEAL');
      expect(await codes('vehicle-colours', EQ('retired', true))).toEqual(['TEAL']);
      expect((await call<Envelope>('GET', '/v1/catalogue/vehicle-colours/TEAL')).body.model).toMatchObject({ name: 'Teal green', retired: true });
      expect((await act('restore', 3)).status).toBe(200);
      expect(await codes('vehicle-colours')).toContain('TEAL');
    });

    it('lists every broken rule', async () => {
      const { status, body } = await call('POST', '/v1/catalogue/fees', { code: 'X', amount: 'a lot', documentCode: 'NONE', currencyCode: 'USD' }, asAdmin());
      expect(status).toBe(422);
      expect(body.errors.map((e) => `${e.field} ${e.code}`).sort()).toEqual(['amount INTEGER', 'documentCode CHOICE', 'name REQUIRED', 'stage REQUIRED']);
      expect((await call('POST', '/v1/catalogue/countries', { code: 'xx1', name: 'X' }, asAdmin())).status).toBe(422);
      const inPortuguese = { ...asAdmin(), 'accept-language': 'pt' };
      expect((await call('PUT', '/v1/catalogue/currencies/USD', { name: 'Dollar', minorUnits: -1, version: 1 }, inPortuguese)).body).toMatchObject({
        status: 422,
        errors: [{ code: 'INTEGER', field: 'minorUnits', message: 'minorUnits tem de ser um número inteiro de 0 a 4' }],
      });
    });

    it('imports a CSV file whole or not at all', async () => {
      const wrong = await call('POST', '/v1/catalogue/sub-districts/import', 'code,name,districtCode\nDI98,New post,DI\nDI99,Other post,NOWHERE\n', asAdmin());
      expect(wrong.body).toMatchObject({ status: 422, errors: [{ code: 'CHOICE', field: 'rows.3.districtCode' }] });
      const invisible = await call('POST', '/v1/catalogue/genders/import', 'code,name,name_pt\nM,Male,Mas\u200bculino\n', asAdmin());
      expect(invisible.body).toMatchObject({ status: 422, errors: [{ code: 'TEXT', field: 'rows.2.name_pt' }] });
      expect(await codes('sub-districts', EQ('code', 'DI98'))).toEqual([]);
      const good = await call('POST', '/v1/catalogue/sub-districts/import', 'code,name,districtCode\nDI98,New post,DI\nDI01,Cristo Rei,DI\n', asAdmin());
      expect(good.body).toMatchObject({ created: 1, retired: 0 });
      expect(await codes('sub-districts', EQ('code', 'DI98'))).toEqual(['DI98']);
    });

    it('compares the hours in a file with the stored ones, where the file has no column for them', async () => {
      const closing = async (closes: string) => {
        const { body } = await call('POST', '/v1/catalogue/working-hours/import?dryRun=true', `code,name,closes\n1-2,Monday,${closes}\n`, asAdmin());
        return (body as unknown as { faults: { column: string; fault: string }[] }).faults.map(({ column, fault }) => `${column} ${fault}`);
      };
      expect([await closing('05:30'), await closing('18:30')]).toEqual([['closes TEXT'], []]);
    });

    it('keeps what is stored in the fields for which a file has no column', async () => {
      const send = (catalogue: string, file: string) => call('POST', `/v1/catalogue/${catalogue}/import`, file, asAdmin());
      const record = async (catalogue: string, code: string) => (await search(catalogue, { criteria: [EQ('code', code)] })).body.records[0];
      expect((await send('traveller-types', 'code,name,name_pt,foreigner,sponsor,resident\nKEPT,Guest,Hóspede,true,true,false\n')).body).toMatchObject({
        created: 1,
      });
      expect((await send('traveller-types', 'code,name,sponsor\nKEPT,Visitor,false\nKEPT-2,Other,true\n')).body).toMatchObject({ created: 1, changed: 1 });
      expect(await record('traveller-types', 'KEPT')).toMatchObject({ name: 'Visitor', names: { pt: 'Hóspede' }, foreigner: true, sponsor: false });
      expect(await record('traveller-types', 'KEPT-2')).toMatchObject({ foreigner: false, sponsor: true });
      // A period that the file adds begins with what was valid before it.
      expect((await send('traveller-types', 'code,name,sponsor,effectiveFrom\nKEPT,Caller,true,2999-01-01\n')).body).toMatchObject({ changed: 1 });
      expect((await record('traveller-types', 'KEPT'))?.periods).toMatchObject([
        { name: 'Visitor', names: { pt: 'Hóspede' }, foreigner: true, sponsor: false },
        { name: 'Caller', names: { pt: 'Hóspede' }, foreigner: true, sponsor: true },
      ]);
      // A required field may be missing in the file if it is stored already.
      expect((await send('sub-districts', 'code,name\nDI01,Renamed\nDI97,New post\n')).body).toMatchObject({
        status: 422,
        errors: [{ code: 'REQUIRED', field: 'rows.3.districtCode' }],
      });
      expect((await send('sub-districts', 'code,name\nDI01,Renamed\n')).body).toMatchObject({ changed: 1 });
      expect(await record('sub-districts', 'DI01')).toMatchObject({ name: 'Renamed', districtCode: 'DI' });
    });

    it('takes flags as a spreadsheet program saves them', async () => {
      const file = 'code,name,foreigner,sponsor,permit,resident\nSAVED,Guest,TRUE,FALSE,True,NO\n';
      expect((await call('POST', '/v1/catalogue/traveller-types/import', file, asAdmin())).body).toMatchObject({ created: 1 });
      const { records } = (await search('traveller-types', { criteria: [EQ('code', 'SAVED')] })).body;
      expect(records).toMatchObject([{ foreigner: true, sponsor: false, permit: true, resident: false }]);
    });

    it('takes its own export back unchanged', async () => {
      const exported = await call<string>('GET', '/v1/catalogue/countries/search', undefined, { accept: 'text/csv' });
      expect(exported.headers.get('content-type')).toContain('text/csv');
      const again = await call('POST', '/v1/catalogue/countries/import?retireMissing=true', exported.body as unknown as string, asAdmin());
      expect(again.body).toEqual({ created: 0, changed: 0, unchanged: 249, retired: 0 });
    });

    it('exports only the fields in viewColumns, after code and name', async () => {
      const head = async (catalogue: string, ...viewColumns: string[]) => {
        const { body } = await search(catalogue, { viewColumns }, { accept: 'text/csv' });
        return String(body).replace('\ufeff', '').split('\r\n').slice(0, 2);
      };
      const [columns, first] = await head('countries', 'alpha3', 'names.pt');
      expect([columns, first]).toEqual(['code,name,alpha3,name_pt', expect.stringMatching(/^AF,Afghanistan,AFG,Afeganist/)]);
      expect([(await head('countries', 'code', 'names', 'names.pt'))[0], (await head('commodities', 'description', 'restricted'))[0]]).toEqual([
        'code,name,name_pt',
        'code,name,restricted',
      ]);
      expect((await head('countries'))[0]).toBe('code,name,name_pt,alpha3,numeric,nationality,nationality_pt,altNames');
    });

    it.each([
      ['text/csv', 'text/csv'],
      ['TEXT/CSV', 'text/csv'],
      ['application/json, text/csv;q=0.1', 'application/json'],
      ['text/csv;q=0', 'application/json'],
    ])('answers a call that accepts %s with %s', async (accept, type) => {
      expect((await search('genders', {}, { accept })).headers.get('content-type')).toContain(type);
    });

    it('takes back a text of its own export that a spreadsheet would split into a formula', async () => {
      await call('POST', '/v1/catalogue/sub-districts/import', 'code,name,districtCode\nDI97,"Post; =1",DI\n', asAdmin());
      const exported = await call<string>('GET', '/v1/catalogue/sub-districts/search', undefined, { accept: 'text/csv' });
      expect(exported.body).toContain(`DI97,"Post; '=1",`);
      const again = await call('POST', '/v1/catalogue/sub-districts/import', exported.body as unknown as string, asAdmin());
      expect(again.body).toMatchObject({ created: 0, changed: 0 });
      expect((await search('sub-districts', { criteria: [EQ('code', 'DI97')] })).body.records[0]?.name).toBe('Post; =1');
    });

    it('keeps the changes over a restart', async () => {
      await call('PUT', '/v1/catalogue/genders/X', { name: 'Another', version: 1 }, asAdmin());
      await service.close();
      service = await createService({ ...backend.env, ...around.env });
      expect((await search('genders', { criteria: [EQ('code', 'X')] })).body.records[0]?.name).toBe('Another');
    });

    it('changes a record whose stored rank is beyond those of new ones, and which keeps it', async () => {
      const content = { name: 'Corrected', documentCode: 'ARR', rank: 1500 };
      const stored = { name: 'Wrong', names: {}, values: { documentCode: 'ARR', rank: 1500 } };
      await service.app.get(Database).write(async (tx) => {
        const revision = await raiseRevision(tx, 'declarations');
        const row = { catalogue: 'declarations', code: 'D-LAST', ...stored, position: 99, retired: false, administered: true };
        await tx.insert(CatalogueRow, { ...row, version: 1, revision, updatedAt: new Date(), updatedBy: 'Ana' } as never);
      });
      await service.app.get(CatalogueStore).refresh();
      const put = async (change: object) =>
        (await call('PUT', '/v1/catalogue/declarations/D-LAST', { ...content, version: 1, reason: 'x', ...change }, asAdmin())).status;
      expect([await put({}), await put({ rank: 1501 }), await put({ rank: -1 })]).toEqual([202, 422, 422]);
      const file = (rank: number) => `code,name,documentCode,rank\nD-LAST,Corrected,ARR,${rank}\n`;
      const tried = async (rank: number) =>
        (await call('POST', '/v1/catalogue/declarations/import?dryRun=true', file(rank), asAdmin())).body as unknown as { faults: object[] };
      expect((await tried(1500)).faults).toEqual([]);
      expect((await tried(1501)).faults).toEqual([expect.objectContaining({ column: 'rank', fault: 'INTEGER' })]);
    });

    it('changes a record whose stored code has not the form of new ones', async () => {
      const { code: _code, ...content } = valid.documents as Record<string, unknown>;
      const { name, ...values } = content;
      await service.app.get(Database).write(async (tx) => {
        const revision = await raiseRevision(tx, 'documents');
        const row = { catalogue: 'documents', code: 'medib', name: 'Old', names: {}, values, position: 99, retired: false, administered: true };
        await tx.insert(CatalogueRow, { ...row, version: 1, revision, updatedAt: new Date(), updatedBy: 'Ana' } as never);
      });
      await service.app.get(CatalogueStore).refresh();
      const statusOf = async (method: string, path: string, body: object | string) =>
        (await call(method, `/v1/catalogue/documents${path}`, body, asAdmin())).status;
      expect(await statusOf('PUT', '/medib', { ...content, version: 1 })).toBe(200);
      expect(await statusOf('POST', '/medib/actions/retire', { version: 2 })).toBe(200);
      expect(await statusOf('POST', '/medib/actions/restore', { version: 3 })).toBe(200);
      const file = (code: string) => `code,name,binder,agencyCode,accessLevel,removed\n${code},${name},TRIPTIC,DNTT,1,0\n`;
      expect(await statusOf('POST', '/import', file('medib'))).toBe(200);
      expect([await statusOf('POST', '', { ...content, code: 'medic' }), await statusOf('POST', '/import', file('medic'))]).toEqual([422, 422]);

      // The same holds for a country pack.
      const [, country] = packFolders(undefined) as [string, string];
      const own = mkdtempSync(join(tmpdir(), 'pack-'));
      cpSync(country, own, { recursive: true });
      appendFileSync(join(own, 'documents.csv'), '\nmedib,Old,,TRIPTIC,DNTT,1,0,,,,\n');
      await service.close();
      service = await createService({ ...backend.env, ...around.env, COUNTRY_PACK: own });
      expect(await codes('documents')).toContain('medib');
      rmSync(own, { recursive: true });
    });

    it('takes no country pack with a fee in another currency than one that an administrator has added', async () => {
      const values = { documentCode: 'TIBI', amount: 500, currencyCode: 'EUR', stage: 'permit' };
      await service.app.get(Database).write(async (tx) => {
        const row = { catalogue: 'fees', code: 'EUROS', name: 'Fee', names: {}, values, position: 99, retired: false, administered: true };
        await tx.insert(CatalogueRow, { ...row, version: 1, revision: await raiseRevision(tx, 'fees'), updatedAt: new Date(), updatedBy: 'Ana' } as never);
      });
      const [, country] = packFolders(undefined) as [string, string];
      const own = mkdtempSync(join(tmpdir(), 'pack-'));
      cpSync(country, own, { recursive: true });
      appendFileSync(join(own, 'fees.csv'), 'DOLLARS,Fee,,TIBI,,1,USD,permit\n');
      const { app } = service;
      const seeder = new Seeder(app.get(Database), app.get(Clock), { countryPack: own } as ReferenceSettings, app.get(Encryption));
      await expect(seeder.seed()).rejects.toMatchObject({ problems: ['fees DOLLARS: The fee EUROS of this document is in EUR'] });
      rmSync(own, { recursive: true });
    });
  });
});

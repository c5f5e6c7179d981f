import type { DocumentEnvelope, HistoryResponse, ListResult, OfferedAction, Problem } from '@portal/contract-kit';
import { Database, DocumentVersionRow } from '@portal/service-kit';
import { places, type TestPlace } from '@portal/service-kit/testing';
import type { ArrivalDeclaration, DateOption, DepartureDeclaration, QuestionRecord } from '../contract/index.ts';
import { ArrivalRow } from './arrival/arrival.row.ts';
import { DepartureRow } from './departure/departure.row.ts';
import { aDeparture, anArrival } from './testing/bodies.ts';
import { type Harness, startHarness, type User, users } from './testing/harness.ts';

const departure = '/v1/departure/declaration';
const arrival = '/v1/traveller/declaration';
type Model = ArrivalDeclaration & DepartureDeclaration;
type Answer = DocumentEnvelope<Model> & Problem;
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const codes = (body: Problem): string[] => (body.errors ?? []).map((e) => `${e.field} ${e.code}`).sort();
const nowhere = '00000000-0000-7000-8000-000000000000';

describe.each(places())('the declarations on %s', (_engine, makePlace) => {
  let place: TestPlace;
  let h: Harness;
  const call = <T = Answer>(user: User, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    h.call<T>(user, method, path, body, headers);
  const register = async (path: string, changes: object = {}, user: User = 'public'): Promise<Answer> => {
    const { status, body } = await call(user, 'POST', `${path}/`, path === departure ? aDeparture(changes as never) : anArrival(changes as never));
    expect([status, body.errors]).toEqual([201, undefined]);
    return body;
  };
  const act = (user: User, path: string, model: { id: string; version: number }, action: string, body: object = {}) =>
    call(user, 'POST', `${path}/${model.id}/actions/${action}`, { version: model.version, ...body });
  const done = async (user: User, path: string, model: Model, action: string, body: object = {}): Promise<Model> => {
    const r = await act(user, path, model, action, body);
    expect([action, r.status, r.body.errors]).toEqual([action, 200, undefined]);
    return r.body.model;
  };
  const q = (criteria: object[], more: object = {}): string => `q=${encodeURIComponent(JSON.stringify({ criteria, ...more }))}`;
  const eq = (fieldName: string, value: unknown, dataType = 'TEXT') => ({
    expressionType: 'SearchCriterion',
    operation: 'EQ',
    dataType,
    fieldName,
    values: [value],
  });

  beforeAll(async () => {
    place = await makePlace();
    h = await startHarness(place);
  });
  afterAll(async () => {
    await h?.close();
    await place?.remove();
  });

  describe('forms', () => {
    it('begin blank, with agency, document and requirements filled in', async () => {
      const { status, body } = await call('public', 'GET', `${departure}/info`);
      expect(status).toBe(200);
      expect(body.model).toMatchObject({
        agencyCode: 'IMMIGRATION',
        documentCode: 'DEP',
        questions: [],
        requirements: [{ id: 'DEP-PASSPORT', description: 'Passport', accepted: false }, { id: 'DEP-TICKET' }],
      });
      expect(body.actions.map((a) => [a.name, a.method, a.url])).toEqual([['register', 'POST', `${departure}/`]]);
      const other = await call('public', 'GET', `${arrival}/info`);
      expect(other.body.model).toMatchObject({ agencyCode: 'CUSTOMS', documentCode: 'ARR', arrivalWizard: 'five', goods: [{ id: expect.any(String) }] });
    });

    it('know the signed-in applicant', async () => {
      expect((await call('applicant', 'GET', `${departure}/info`)).body.model).toMatchObject({
        emailAddress: 'applicant@example.org',
        phoneNumber: '67077000000',
      });
      expect((await call('border-officer', 'GET', `${departure}/info`)).body.model.emailAddress).toBeUndefined();
    });

    it.each([departure, arrival])('offer today and the seven days after it at %s', async (path) => {
      const { body } = await call<ListResult<DateOption>>('public', 'GET', `${path}/getDates`);
      expect(body.totalRecords).toBe(8);
      expect(body.records.map((r) => r.code)).toEqual(Array.from({ length: 8 }, (_, i) => day(i)));
    });

    it('give the questions of a document code, of a document, and of nothing else', async () => {
      const { body } = await call<ListResult<QuestionRecord>>('public', 'GET', `${departure}/DEP/searchDeclaration`);
      expect(body).toEqual({
        totalRecords: 2,
        records: [
          { id: 'DEP-Q1', rank: 1, description: 'More than 5000 USD?', descriptions: { en: 'More than 5000 USD?', pt: 'Mais de 5000 USD?' } },
          { id: 'DEP-Q2', rank: 2, description: 'Goods for sale?', descriptions: { en: 'Goods for sale?', pt: 'Bens para venda?' } },
        ],
      });
      const { model } = await register(departure);
      const again = await call<ListResult<QuestionRecord>>('public', 'GET', `${departure}/${model.id}/searchDeclaration`, undefined, {
        'accept-language': 'pt',
      });
      expect(again.body.records.map((r) => r.description)).toEqual(['Mais de 5000 USD?', 'Bens para venda?']);
      expect(
        (await call<ListResult<QuestionRecord>>('public', 'GET', `${arrival}/ARR/searchDeclaration?set=declarations`)).body.records.map((r) => r.id),
      ).toEqual(['ARR-D1']);
      expect((await call('public', 'GET', `${departure}/ARR/searchDeclaration`)).status).toBe(404);
      expect((await call('public', 'GET', `${departure}/${nowhere}/searchDeclaration`)).status).toBe(404);
    });

    it('give the values of a decision', async () => {
      expect((await call<ListResult<{ code: string }>>('public', 'GET', `${arrival}/getDeclarationDecision`)).body.records.map((r) => r.code)).toEqual([
        'CLEARED',
        'REFERRED',
        'DETAINED',
      ]);
    });
  });

  describe('registration', () => {
    it('keeps what was declared, with the names of the catalogues, upper case and ids', async () => {
      const { model } = await register(departure, {
        hack: 1,
        flightDetails: { code: 'DIL', airport: '0', description: 'mine' },
        questions: [
          { id: 'DEP-Q1', rank: 9, description: 'Is this fine?', accepted: true },
          { description: 'Another', declined: true },
        ],
      });
      expect(model).toMatchObject({
        documentStatus: 'CREATED',
        version: 1,
        firstName: 'MARIA',
        lastName: 'DA COSTA',
        travellerCode: 'P1234567',
        flightNumber: 'QG 501',
        occupation: 'NURSE',
        phoneNumber: '67077123456',
        nationalityName: 'Timorese',
        destinationName: 'Portugal',
        flightDetails: { code: 'DIL', description: 'Dili airport', airport: '1' },
        applicantUser: { name: 'MARIA DA COSTA' },
        questions: [
          { id: 'DEP-Q1', rank: 1, description: 'More than 5000 USD?' },
          { id: expect.any(String), description: 'Another' },
        ],
      });
      expect(model).not.toHaveProperty('hack');
      expect(model.serialReference).toMatchObject({ reference: expect.stringMatching(/^DEP-\d{4}-\d{7}$/), serial: 'A' });
      expect((await call('public', 'GET', `${departure}/${model.id}/document`)).body.model).toEqual(model);
      expect((await call('public', 'GET', `${departure}/${model.id}/1/version`)).body.model).toEqual(model);
      expect((await call('public', 'GET', `${departure}/${model.id}/2/version`)).status).toBe(404);
    });

    it('assigns the lane and ids of rows, and adds the empty row of goods', async () => {
      const green = (await register(arrival, { goods: undefined })).model;
      expect([green.lane, green.goods?.length, green.goods?.[0]?.id?.length, green.questions?.[0]?.id, green.typeDetails.foreigner]).toEqual([
        'GREEN',
        1,
        36,
        'ARR-Q1',
        true,
      ]);
      expect(green.serialReference.reference).toMatch(/^ARR-\d{4}-\d{7}$/);
      expect((await register(arrival, { hasMerchandise: 'YES' })).model.lane).toBe('RED');
      expect((await register(arrival, { lane: 'GREEN', hasMerchandise: 'YES', documentStatus: 'CLEARED' })).model).toMatchObject({
        lane: 'RED',
        documentStatus: 'CREATED',
      });
    });

    it('reports every broken rule, and codes that no catalogue has', async () => {
      const { status, body } = await call('public', 'POST', `${departure}/`, {});
      expect(status).toBe(422);
      expect(codes(body)).toEqual(
        [
          'agencyCode',
          'birthDate',
          'currencyStatus',
          'departureDate',
          'destinationCode',
          'documentCode',
          'entryPointCode',
          'expiryDate',
          'firstName',
          'flightDetails.code',
          'flightNumber',
          'gender',
          'lastName',
          'nationalityCode',
          'occupation',
          'reason',
          'travellerCode',
        ].map((f) => `${f} REQUIRED`),
      );
      const wrong = await call(
        'public',
        'POST',
        `${arrival}/`,
        anArrival({ nationalityCode: 'XX', originCode: 'YU', typeDetails: { code: 'SPY' }, goods: [], arrivalDate: day(30) }),
      );
      expect(codes(wrong.body)).toEqual(['arrivalDate CHOICE', 'goods MIN_ITEMS', 'nationalityCode CHOICE', 'originCode CHOICE', 'typeDetails.code CHOICE']);
      expect((await call('public', 'POST', `${arrival}/`, anArrival({ typeDetails: {}, flightDetails: {} }))).body.errors.map((e) => e.message)).toEqual(
        expect.arrayContaining(['Please Select Traveler Type', 'Please Select Entry Point']),
      );
    });

    it("asks by the catalogue's flags, not the client's", async () => {
      const asVisitor = anArrival({
        typeDetails: { code: 'VIS', foreigner: false },
        flightDetails: { code: 'DIL', airport: '0' },
        returnTicket: undefined,
        flightCode: undefined,
      });
      expect(codes((await call('public', 'POST', `${arrival}/`, asVisitor)).body)).toEqual(['flightCode REQUIRED', 'returnTicket REQUIRED']);
      await register(arrival, {
        typeDetails: { code: 'CIT', foreigner: true },
        flightDetails: { code: 'BTG', airport: '1' },
        entryPointCode: 'BTG',
        returnTicket: undefined,
        flightCode: undefined,
        embarkationPortCode: undefined,
      });
    });

    it('takes a municipality by code or by name', async () => {
      const friends = { accommodationType: 'FFA', contactDetails: { name: 'Ana', identity: 'BI 1', phone: '77' } };
      for (const [district, subDistrict] of [
        ['DI', 'DI01'],
        ['dili', 'Cristo Rei'],
      ]) {
        const { model } = await register(arrival, { ...friends, addressDetails: { district, subDistrict, village: 'Becora', subVillage: 'Mota Ulun' } });
        expect(model.addressDetails).toMatchObject({ district: 'DI', districtName: 'Dili', subDistrict: 'DI01', subDistrictName: 'Cristo Rei' });
      }
      const wrong = await call(
        'public',
        'POST',
        `${arrival}/`,
        anArrival({ ...friends, addressDetails: { district: 'DI', subDistrict: 'BO01', village: 'a', subVillage: 'b' } }),
      );
      expect(codes(wrong.body)).toEqual(['addressDetails.subDistrict CHOICE']);
    });

    it('makes one document of a double submit', async () => {
      const key = { 'idempotency-key': `twice-${Math.random()}` };
      const body = aDeparture();
      const both = await Promise.all([call('public', 'POST', `${departure}/`, body, key), call('public', 'POST', `${departure}/`, body, key)]);
      expect(both.map((r) => r.status)).toEqual([201, 201]);
      expect(both[1]?.body).toEqual(both[0]?.body);
      const other = await call('public', 'POST', `${departure}/`, aDeparture({ firstName: 'Eva' }), key);
      expect([other.status, codes(other.body)]).toEqual([409, [' IDEMPOTENCY_CONFLICT']]);
    });

    it('numbers fifty that come at once without a repeat', async () => {
      const all = await Promise.all(Array.from({ length: 50 }, (_, i) => register(i % 2 ? arrival : departure)));
      expect(new Set(all.map((a) => a.model.serialReference.reference)).size).toBe(50);
    });

    it('leaves nothing behind when it fails', async () => {
      const db = h.service.app.get(Database);
      const count = () => Promise.all([db.reader.count(DepartureRow), db.reader.count(ArrivalRow), db.reader.count(DocumentVersionRow)]);
      const before = await count();
      await call('public', 'POST', `${departure}/`, aDeparture({ reason: 'NONE' }));
      const failing = jest
        .spyOn(h.service.app.get((await import('./arrival/arrivals.ts')).Arrivals), 'beginPrint')
        .mockRejectedValueOnce(new Error('power cut'));
      expect((await call('public', 'POST', `${arrival}/`, anArrival())).status).toBe(500);
      failing.mockRestore();
      expect(await count()).toEqual(before);
    });
  });

  it('has tables with the columns that the entities name', async () => {
    const { connection } = h.service.app.get(Database).reader;
    const runner = connection.createQueryRunner();
    for (const entity of [DepartureRow, ArrivalRow]) {
      const { tableName, columns } = connection.getMetadata(entity);
      const table = await runner.getTable(tableName);
      const lengthOf = (c: { type: unknown; length?: string }) => (c.type === 'varchar' ? c.length : '');
      expect(Object.fromEntries((table?.columns ?? []).map((c) => [c.name, lengthOf(c)]))).toEqual(
        Object.fromEntries(columns.map((c) => [c.databaseName, lengthOf(c)])),
      );
    }
    await runner.release();
  });

  it('shows an applicant the history of what they registered, and nobody else', async () => {
    const { model } = await register(arrival, {}, 'applicant');
    const { model: other } = await register(arrival);
    expect((await call('applicant', 'POST', `${arrival}/${model.id}/history`, {})).status).toBe(200);
    expect((await call('applicant', 'POST', `${arrival}/${other.id}/history`, {})).status).toBe(403);
    expect((await call('public', 'POST', `${arrival}/${model.id}/history`, {})).status).toBe(401);
  });

  describe('the departure workflow', () => {
    it('goes from CREATED over VERIFIED to APPROVED, with the requirements confirmed on the way', async () => {
      let { model } = await register(departure, { requirements: [{ id: 'DEP-PASSPORT', accepted: true, confirmed: true }, { description: 'Ticket' }] });
      expect(model.requirements?.[0]?.confirmed).toBeUndefined();
      model = await done('border-officer', departure, model, 'verification', {
        requirements: [
          { id: 'DEP-PASSPORT', confirmed: true, description: 'changed' },
          { id: 'unknown', confirmed: true },
        ],
      });
      expect([model.documentStatus, model.version, model.requirements?.[0], model.requirements?.[1]?.confirmed]).toEqual([
        'VERIFIED',
        2,
        { id: 'DEP-PASSPORT', description: 'Passport', accepted: true, confirmed: true },
        undefined,
      ]);
      expect((await act('border-officer', departure, model, 'approval')).status).toBe(403);
      model = await done('border-supervisor', departure, model, 'approval', { comment: 'Have a good journey' });
      expect([model.documentStatus, model.version, model.actions.map((a) => [a.operation, a.status, a.details, a.user.name])]).toEqual([
        'APPROVED',
        3,
        [
          ['Register', 'CREATED', '', 'Public'],
          ['Verify', 'VERIFIED', '', 'The border-officer'],
          ['Approve', 'APPROVED', 'Have a good journey', 'The border-supervisor'],
        ],
      ]);
      const late = await act('border-officer', departure, model, 'amendment', aDeparture());
      expect([late.status, codes(late.body)]).toEqual([409, [' ACTION_NOT_ALLOWED']]);
    });

    it('goes back to CREATED by an amendment', async () => {
      let { model } = await register(departure);
      model = await done('border-officer', departure, model, 'verification');
      model = await done('border-officer', departure, model, 'amendment', aDeparture({ firstName: 'Marta' }));
      expect([model.documentStatus, model.version, model.firstName, model.serialReference.reference.slice(0, 3)]).toEqual(['CREATED', 3, 'MARTA', 'DEP']);
      const broken = await act('border-officer', departure, model, 'amendment', aDeparture({ firstName: '' }));
      expect([broken.status, codes(broken.body)]).toEqual([422, ['firstName REQUIRED']]);
    });

    it('lets the applicant update while CREATED, over POST on the collection too', async () => {
      const { model } = await register(departure);
      const updated = await call('public', 'POST', `${departure}/`, { ...aDeparture({ occupation: 'Doctor' }), id: model.id, version: 1 });
      expect([updated.status, updated.body.model.occupation, updated.body.model.version, updated.body.model.serialReference]).toEqual([
        200,
        'DOCTOR',
        2,
        model.serialReference,
      ]);
      const whole = await call('public', 'POST', `${departure}/`, { ...updated.body.model, lastName: 'Soares' });
      expect([whole.status, whole.body.model.lastName]).toEqual([200, 'SOARES']);
      await done('border-officer', departure, whole.body.model, 'verification');
      expect((await act('public', departure, { id: model.id, version: 4 }, 'update', aDeparture())).status).toBe(409);
    });

    it("keeps others away from a signed-in applicant's declaration", async () => {
      const { model } = await register(departure, {}, 'applicant');
      expect((await act('public', departure, model, 'update', aDeparture())).status).toBe(401);
      expect((await act('cashier', departure, model, 'update', aDeparture())).status).toBe(403);
      expect((await act('applicant', departure, model, 'update', aDeparture())).status).toBe(200);
    });

    it('says who changed a stale document, what and when', async () => {
      const { model } = await register(departure);
      await done('border-officer', departure, model, 'verification');
      const stale = await act('border-supervisor', departure, model, 'verification');
      expect([stale.status, codes(stale.body)]).toEqual([409, [' STALE_VERSION']]);
      expect(stale.body.current).toMatchObject({
        version: 2,
        changedBy: 'The border-officer',
        action: 'Verify',
        documentStatus: 'VERIFIED',
        changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      });
    });
  });

  describe('the arrival workflow', () => {
    it('goes from CREATED over ARRIVED to a decision, and decides again what was referred or detained', async () => {
      let { model } = await register(arrival);
      model = await done('border-officer', arrival, model, 'arrival');
      expect(model.documentStatus).toBe('ARRIVED');
      expect(codes((await act('border-supervisor', arrival, model, 'decision', {})).body)).toEqual(['decision REQUIRED']);
      expect(codes((await act('border-supervisor', arrival, model, 'decision', { decision: 'APPROVED' })).body)).toEqual(['decision CHOICE']);
      for (const decision of ['REFERRED', 'DETAINED', 'CLEARED']) {
        model = await done('border-supervisor', arrival, model, 'decision', { decision });
        expect([model.documentStatus, model.decision]).toEqual([decision, decision]);
      }
      expect((await act('border-supervisor', arrival, model, 'decision', { decision: 'DETAINED' })).status).toBe(409);
    });

    it('clears a red lane only with the inspection note', async () => {
      let { model } = await register(arrival, { hasMerchandise: 'YES' });
      model = await done('border-officer', arrival, model, 'arrival');
      const silent = await act('border-supervisor', arrival, model, 'decision', { decision: 'CLEARED' });
      expect([silent.status, codes(silent.body)]).toEqual([422, ['comment REQUIRED']]);
      model = await done('border-supervisor', arrival, model, 'decision', { decision: 'CLEARED', comment: 'Two bags opened, nothing found' });
      expect(model.actions.at(-1)).toMatchObject({ status: 'CLEARED', details: 'Two bags opened, nothing found' });
      expect(model).not.toHaveProperty('comment');
    });

    it('recomputes the lane when the traveller corrects the declaration', async () => {
      const { model } = await register(arrival);
      const { body } = await act(
        'public',
        arrival,
        model,
        'update',
        anArrival({ hasMerchandise: 'YES', goods: [{ description: 'Coffee', quantity: 40, value: 500, currencyCode: 'USD' }] }),
      );
      expect([body.model.lane, body.model.goods?.[0]?.description]).toEqual(['RED', 'Coffee']);
    });
  });

  it('accepts exactly what it offers, for every status, action and user', async () => {
    const to: Record<string, [string, User, string, object][]> = {
      [departure]: [
        ['VERIFIED', 'border-officer', 'verification', {}],
        ['APPROVED', 'border-supervisor', 'approval', {}],
      ],
      [arrival]: [
        ['ARRIVED', 'border-officer', 'arrival', {}],
        ['REFERRED', 'border-supervisor', 'decision', { decision: 'REFERRED' }],
        ['CLEARED', 'border-supervisor', 'decision', { decision: 'CLEARED' }],
      ],
    };
    const everyone = ['public', ...Object.keys(users)] as User[];
    for (const path of [departure, arrival]) {
      const sound = path === departure ? aDeparture() : anArrival();
      const actions = path === departure ? ['update', 'verification', 'amendment', 'approval'] : ['update', 'arrival', 'decision'];
      const at = async (steps: number): Promise<Model> => {
        let { model } = await register(path, {}, 'applicant');
        for (const [, user, action, body] of (to[path] ?? []).slice(0, steps)) model = await done(user, path, model, action, body);
        return model;
      };
      for (let steps = 0; steps <= (to[path] ?? []).length; steps++) {
        const looked = await at(steps);
        for (const user of everyone) {
          const { body } = await call(user, 'GET', `${path}/${looked.id}/document`);
          const offered = body.actions.filter((a) => a.kind === 'submit').map((a) => a.name);
          for (const action of actions) {
            const fresh = offered.includes(action) ? await at(steps) : looked;
            const { status } = await act(user, path, fresh, action, { ...sound, decision: 'DETAINED' });
            expect([path, looked.documentStatus, user, action, status]).toEqual([
              path,
              looked.documentStatus,
              user,
              action,
              offered.includes(action) ? 200 : status === 409 ? 409 : user === 'public' ? 401 : 403,
            ]);
          }
        }
      }
    }
  }, 120_000);

  describe('staff', () => {
    /** [method, path after the declaration's, body] of every call that needs a role, and who may. */
    const staffCalls = (path: string, id: string): [string, string, unknown, User[]][] => [
      ['GET', `${path}/search`, undefined, ['border-officer', 'border-supervisor']],
      ['GET', `${path}/waiting`, undefined, ['border-officer', 'border-supervisor', 'licence-clerk', 'trip-border', 'cashier', 'admin']],
      ['POST', `${path}/${id}/history`, {}, ['border-officer', 'border-supervisor']],
      ...(path === arrival
        ? [['POST', `/v1/arrival/transaction/${id}/history`, {}, ['border-officer', 'border-supervisor']] as [string, string, unknown, User[]]]
        : []),
    ];
    const openCalls = (path: string, id: string, code: string): string[] => [
      `${path}/info`,
      `${path}/getDates`,
      `${path}/${code}/searchDeclaration`,
      `${path}/${id}/document`,
      `${path}/${id}/1/version`,
      `${path}/${id}/qr`,
      `${path}/${id}/${path === departure ? 'print-declaration' : 'print-form'}`,
    ];

    it.each([
      [departure, 'DEP'],
      [arrival, 'ARR'],
    ])('and public have the routes of their roles at %s', async (path, code) => {
      const { model } = await register(path);
      h.around.renders.set(`declarations/${model.id}/1/${path === departure ? 'print-declaration' : 'print-form'}`, Buffer.from('%PDF-1.7'));
      for (const user of ['public', ...Object.keys(users)] as User[]) {
        for (const open of openCalls(path, model.id, code)) expect([user, open, (await call(user, 'GET', open)).status]).toEqual([user, open, 200]);
        for (const [method, address, body, may] of staffCalls(path, model.id))
          expect([user, address, (await call(user, method, address, body)).status]).toEqual([
            user,
            address,
            may.includes(user) ? 200 : user === 'public' ? 401 : 403,
          ]);
      }
    });

    it('see what waits for them', async () => {
      const count = async (user: User, path: string): Promise<number> => (await call<{ count: number }>(user, 'GET', `${path}/waiting`)).body.count;
      const before = [await count('border-officer', departure), await count('border-supervisor', arrival), await count('cashier', departure)];
      await register(departure);
      const { model } = await register(arrival);
      await done('border-officer', arrival, model, 'arrival');
      expect([await count('border-officer', departure), await count('border-supervisor', arrival), await count('cashier', departure)]).toEqual([
        (before[0] as number) + 1,
        (before[1] as number) + 1,
        0,
      ]);
    });

    it('search by every published field, newest first, with the columns they ask for', async () => {
      const mark = `Z${Date.now()}`;
      const first = (await register(arrival, { travellerCode: mark, hasMerchandise: 'YES' })).model;
      const second = (await register(arrival, { travellerCode: mark })).model;
      const search = (criteria: object[], more = {}) =>
        call<ListResult<Partial<Model>> & Problem>('border-officer', 'GET', `${arrival}/search?${q(criteria, more)}`);
      const both = await search([eq('travellerCode', mark)]);
      expect(both.body.records.map((r) => r.id)).toEqual([second.id, first.id]);
      expect(both.body.records[1]).toMatchObject({
        serialReference: first.serialReference,
        lane: 'RED',
        documentStatus: 'CREATED',
        flightDetails: { description: 'Dili airport' },
      });
      const { serialReference: s } = first;
      const facts: [string, unknown, string?][] = [
        ['documentStatus', 'CREATED'],
        ['serialReference.reference', s.reference],
        ['serialReference.year', s.year, 'INTEGER'],
        ['serialReference.number', s.number, 'INTEGER'],
        ['serialReference.date', s.date, 'DATE'],
        ['applicantUser.name', 'JOÃO SILVA'],
        ['firstName', 'JOÃO'],
        ['lastName', 'SILVA'],
        ['birthDate', '1985-11-02', 'DATE'],
        ['nationalityCode', 'PT'],
        ['gender', 'M'],
        ['flightNumber', 'QG500'],
        ['flightCode', 'QG500'],
        ['flightDetails.code', 'DIL'],
        ['entryPointCode', 'DIL'],
        ['arrivalDate', day(1), 'DATE'],
        ['originCode', 'PT'],
        ['typeDetails.code', 'VIS'],
        ['lane', 'RED'],
        ['hasMerchandise', 'YES'],
        ['reason', 'OBJ01'],
        ['currencyStatus', 'NO'],
        ['createdAt', s.date, 'DATE'],
        ['documentCreatedAt', s.date, 'DATE'],
        ['id', first.id],
      ];
      for (const [field, value, type] of facts) {
        const { body } = await search([eq('travellerCode', mark), eq(field, value, type)]);
        expect([field, body.errors, body.records?.some((r) => r.id === first.id)]).toEqual([field, undefined, true]);
      }
      const page = await search([eq('travellerCode', mark)], { paging: { page: 2, size: 1 }, viewColumns: ['lane'] });
      expect(page.body).toEqual({ totalRecords: 2, records: [{ id: first.id, lane: 'RED' }] });
      expect((await search([eq('password', 'x')])).body.errors).toMatchObject([{ code: 'UNKNOWN_FIELD', field: 'password' }]);
      expect((await search([eq('birthDate', 'yesterday', 'DATE')])).status).toBe(400);
      const csv = await call<string>('border-officer', 'GET', `${arrival}/search?${q([eq('travellerCode', mark)])}`, undefined, { accept: 'text/csv' });
      expect(csv.headers.get('content-type')).toContain('text/csv');
      expect(csv.body.trim().split(/\r?\n/)).toHaveLength(3);
      expect(csv.body).toContain(first.serialReference.reference);
    });

    it('read history and timeline', async () => {
      let { model } = await register(departure);
      model = await done('border-officer', departure, model, 'verification');
      const history = async (flags: object): Promise<HistoryResponse> =>
        (await call<HistoryResponse>('border-officer', 'POST', `${departure}/${model.id}/history`, flags)).body;
      const all = { isTimeline: false, isAscending: true, fillMissingTimelineStatuses: false, useDynamicPaths: false };
      const told = await history(all);
      expect([told.type, told.order, told.documentActions.map((a) => [a.documentAction, a.documentStatus, a.documentVersion, a.documentUserName])]).toEqual([
        'HISTORY',
        'ASC',
        [
          ['Register', 'CREATED', 1, 'Public'],
          ['Verify', 'VERIFIED', 2, 'The border-officer'],
        ],
      ]);
      const timeline = await history({ ...all, isTimeline: true, fillMissingTimelineStatuses: true });
      expect([timeline.type, timeline.documentActions.map((a) => [a.documentAction, a.documentStatus])]).toEqual([
        'TIMELINE',
        [
          ['Register', 'COMPLETED'],
          ['Verify', 'COMPLETED'],
          ['Approve', 'PROCESSING'],
        ],
      ]);
      const { model: other } = await register(arrival);
      const transaction = await call<HistoryResponse>('border-officer', 'POST', `/v1/arrival/transaction/${other.id}/history`, all);
      expect(transaction.body).toEqual((await call<HistoryResponse>('border-officer', 'POST', `${arrival}/${other.id}/history`, all)).body);
      expect((await call('border-officer', 'POST', `/v1/arrival/transaction/${nowhere}/history`, all)).status).toBe(404);
    });
  });

  it('finds for the public by passport, birth and nationality together', async () => {
    const mark = `F${Date.now()}`;
    const { model } = await register(departure, { travellerCode: mark });
    const criteria = [eq('travellerCode', mark.toLowerCase()), eq('birthDate', '1990-05-17', 'DATE'), eq('nationalityCode', 'TL')];
    const found = await call<ListResult<Model>>('public', 'GET', `${departure}/find?${q(criteria)}`);
    expect([found.status, found.body.totalRecords, found.body.records[0]?.id, found.body.records[0]?.phoneNumber]).toEqual([200, 1, model.id, undefined]);
    const partial = await call<Problem>('public', 'GET', `${departure}/find?${q(criteria.slice(1))}`);
    expect([partial.status, codes(partial.body)]).toEqual([422, ['travellerCode REQUIRED']]);
  });

  it('states kind and reference in the QR code, never the id, and verifies what was scanned', async () => {
    for (const [path, kind, screen] of [
      [departure, 'departure-declaration', '/other/departure/declaration/view/'],
      [arrival, 'arrival-declaration', '/other/traveller/declaration/view/'],
    ] as const) {
      const { model } = await register(path);
      const service = h.service.app.get(
        path === departure ? (await import('./departure/departures.ts')).Departures : (await import('./arrival/arrivals.ts')).Arrivals,
      ) as { statement(m: Model): never; kit: { signer: { sign(s: never): string } } };
      const token = service.kit.signer.sign(service.statement(model));
      expect(Buffer.from(token.split('.')[1] as string, 'base64url').toString()).not.toContain(model.id);
      const told = await call<Record<string, unknown>>('public', 'GET', `/v1/verify/${token}`);
      expect([told.status, told.body.genuine, told.body.kind, told.body.reference, told.body.screen]).toEqual([
        200,
        true,
        kind,
        model.serialReference.reference,
        undefined,
      ]);
      expect((await call<Record<string, unknown>>('border-officer', 'GET', `/v1/verify/${token}`)).body.screen).toBe(`${screen}${model.id}`);
      expect((await call<Record<string, unknown>>('public', 'GET', `/v1/verify/${token.slice(0, -3)}AAA`)).body).toEqual({ genuine: false });
      const svg = await call<string>('public', 'GET', `${path}/${model.id}/qr?format=svg`);
      expect([svg.headers.get('content-type'), svg.body.slice(0, 4)]).toEqual(['image/svg+xml', '<svg']);
    }
  });

  it('names the departure PDF after the passport number', async () => {
    const { model } = await register(departure);
    h.around.renders.set(`declarations/${model.id}/1/print-declaration`, Buffer.from('%PDF-1.7'));
    const pdf = await call<string>('public', 'GET', `${departure}/${model.id}/print-declaration`);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      expect.stringContaining('P1234567.pdf'),
    ]);
    const offered = (await call('public', 'GET', `${departure}/${model.id}/document`)).body.actions.find((a: OfferedAction) => a.name === 'print-declaration');
    expect(offered).toMatchObject({ kind: 'download', method: 'GET', modes: ['*'], url: `${departure}/${model.id}/print-declaration` });
  });
});

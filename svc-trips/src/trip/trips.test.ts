import { type HistoryResponse, type InvoiceDue, type ListResult, type MediaHeld, receiptTopic } from '@portal/contract-kit';
import { AuditSealer, Database, type JobQueue, QUEUE, verifyAudit } from '@portal/service-kit';
import { messagesOf, places, TestClock } from '@portal/service-kit/testing';
import { type TripDetails, tripDetailsFields } from '../../contract/index.ts';
import { aTrip, type DocumentCode, type UserName } from '../testing/bodies.ts';
import { codesOf, Desk, type Envelope } from '../testing/desk.ts';
import { tripPrints } from './trip.workflow.ts';

const q = (query: object): string => `?q=${encodeURIComponent(JSON.stringify(query))}`;
const eq = (fieldName: string, value: string, dataType = 'TEXT', operation = 'EQ') => ({
  expressionType: 'SearchCriterion',
  operation,
  dataType,
  fieldName,
  values: [value],
});
const answers = (code: 'TIBE' | 'TIBI') => [`${code}-Q1`, `${code}-Q2`].map((id, i) => ({ id, accepted: i === 0, declined: i === 1 }));

describe.each(places())('trips on %s', (_name, makePlace) => {
  let desk: Desk;
  const clock = new TestClock(new Date('2026-05-02T08:00:00Z'));

  beforeAll(async () => {
    desk = await Desk.open(await makePlace(), clock);
  });
  afterAll(() => desk?.close());

  const messages = async <T extends { documentId: string }>(topic: string, id: string): Promise<T[]> =>
    (await messagesOf<T>(desk.service, topic)).filter((m) => m.documentId === id);
  const details = (key: string, user: UserName = 'public', query = '') => desk.call<TripDetails>(user, 'GET', `/v1/triptic/trip/${key}/details${query}`);

  describe('an application', () => {
    it('starts blank and offers what registers it', async () => {
      const anyone = await desk.call('public', 'GET', '/v1/triptic/trip/info');
      expect(anyone.body.actions.map((a) => [a.name, a.method, a.url, a.modes])).toEqual([
        ['register', 'POST', '/v1/triptic/trip/', ['register']],
        ['direct-submit', 'POST', '/v1/triptic/trip/', ['new']],
      ]);
      const agent = await desk.call('trip-agent', 'GET', '/v1/triptic/trip/info');
      expect(agent.body.actions.map((a) => [a.name, a.url])).toEqual([
        ['store', '/v1/triptic/trip/actions/store'],
        ['register', '/v1/triptic/trip/'],
        ['direct-submit', '/v1/triptic/trip/'],
      ]);
    });

    it('is registered upper-cased, with what the catalogues know of it', async () => {
      const { status, body } = await desk.register('public', 'TIBE', {
        requirements: [
          { id: 'TIBE-REG', accepted: true, confirmed: true },
          { id: 'INVENTED', accepted: true },
        ],
        questions: answers('TIBE').map((a) => ({ ...a, description: 'mine' })),
        fees: [{ code: 'FREE', amount: 0 }],
        authoriserDetails: { code: 'AUT-1', name: 'Me' },
        goods: [{ productCode: '0901', productName: 'Gold', quantity: '3', value: 900 }],
        crossingDate: '2026-05-01',
        documentStatus: 'APPROVED TO EXIT',
        surprise: 'x',
      });
      expect(status).toBe(201);
      expect(body.model).toMatchObject({
        documentStatus: 'SUBMITTED',
        version: 1,
        vehicleNumber: 'TL 123-45',
        chasisNumber: 'JTD123',
        engineNumber: '2GD-7',
        modelDetails: 'HILUX',
        identityNumber: 'C123456',
        licenseNumber: 'DL-9',
        localAddress: 'RUA DE DILI 1',
        foreignAddress: 'JALAN ATAMBUA 2',
        engineCapacity: 2400,
        categoryName: 'Name of CAR',
        destinationName: 'Atambua',
        documentDetails: { name: 'Temporary exit', movement: 'E', movementName: 'Exports', agencyCode: 'DNTT', binder: 'TRIPTIC', confirmation: false },
        accountDetails: { totalFee: 1500 },
        applicantUser: { name: 'Maria da Silva' },
      });
      expect(body.model.serialReference).toMatchObject({ serial: 'E', year: 2026 });
      expect(body.model.serialReference.reference).toMatch(/^TIBE-2026-\d{7}$/);
      expect(body.model.requirements?.map((r) => [r.id, r.quantity, r.accepted, r.confirmed])).toEqual([
        ['TIBE-REG', 1, true, false],
        ['TIBE-LICENCE', 1, false, false],
      ]);
      expect(body.model.questions?.map((r) => [r.id, r.rank, r.description, r.accepted])).toEqual([
        ['TIBE-Q1', 1, 'Does it carry goods?', true],
        ['TIBE-Q2', 2, 'Is the vehicle leased?', false],
      ]);
      expect(body.model.fees?.map((f) => [f.code, f.amount, f.stage, f.status])).toEqual([
        ['TIBE-PERMIT', 1000, 'permit', 'DUE'],
        ['TIBE-EXIT', 500, 'exit', 'DUE'],
      ]);
      expect(body.model.accounts).toEqual([{ id: 'BNU', bankCode: 'BNU', bankName: 'Banco Nacional Ultramarino', accountNumber: '0060' }]);
      expect(body.model.goods?.[0]).toMatchObject({ productName: 'Coffee', quantity: 3 });
      expect(body.model.authoriserDetails).toBeUndefined();
      for (const dropped of ['crossingDate', 'surprise']) expect(body.model).not.toHaveProperty(dropped);
    });

    it('lists every broken rule', async () => {
      const empty = await desk.call('public', 'POST', '/v1/triptic/trip/', {});
      expect(empty.status).toBe(422);
      expect(codesOf(empty).sort()).toEqual(
        [
          'documentDetails.code',
          'subDocumentDetails.code',
          'vehicleNumber',
          'chasisNumber',
          'engineNumber',
          'categoryCode',
          'manufactureYear',
          'modelDetails',
          'engineCapacity',
          'ownerName',
          'ownerAddress',
          'entryDate',
          'destinationCode',
          'driverName',
          'identityNumber',
          'licenseNumber',
          'contactNumber',
          'localAddress',
          'foreignAddress',
        ]
          .map((f) => `${f} REQUIRED`)
          .sort(),
      );
    });

    it.each<[string, UserName, DocumentCode, object, string[]]>([
      [
        'an engine capacity and a number of bags that are no whole numbers',
        'public',
        'TIBE',
        { engineCapacity: '2.4 l', numberOfBaggages: 'many' },
        ['engineCapacity INTEGER', 'numberOfBaggages INTEGER'],
      ],
      [
        'a name, a passport and an address that are too long',
        'public',
        'TIBE',
        { ownerName: 'x'.repeat(71), identityNumber: 'x'.repeat(71), localAddress: 'x'.repeat(71) },
        ['identityNumber MAX_LENGTH', 'localAddress MAX_LENGTH', 'ownerName MAX_LENGTH'],
      ],
      ['a return before the entry', 'public', 'TIBE', { expectedDate: '2026-05-09' }, ['expectedDate DATE']],
      ['a day that is none', 'public', 'TIBE', { entryDate: '2026-02-30' }, ['entryDate DATE']],
      ['an airport as the crossing point', 'public', 'TIBE', { crossCode: 'DIL', returnCode: 'BTG' }, ['crossCode CHOICE']],
      [
        "another document's sub-document and destination",
        'public',
        'TIBE',
        { subDocumentDetails: { code: 'TIBI-PRI' }, destinationCode: 'TIBI-ATB' },
        ['destinationCode CHOICE', 'subDocumentDetails.code CHOICE'],
      ],
      ['no processing centre where the document has one', 'public', 'TIBG', { centerDetails: {} }, ['centerDetails.code REQUIRED']],
      ["another agency's processing centre", 'public', 'TIBG', { centerDetails: { code: 'CUST-DIL' } }, ['centerDetails.code CHOICE']],
      ['a document that is not open to the public', 'public', 'TIBD', {}, ['documentDetails.code CHOICE']],
      ['a document that was removed', 'public', 'TIBX', {}, ['documentDetails.code CHOICE']],
      ['a document that is not for new applications', 'trip-agent', 'TOLD', {}, ['documentDetails.code CHOICE']],
      ['a document of another agency', 'cashier', 'TIBE', {}, ['documentDetails.code CHOICE']],
      [
        'a licence',
        'public',
        'TIBE',
        { documentDetails: { code: 'MEDIB' } },
        ['destinationCode CHOICE', 'documentDetails.code CHOICE', 'subDocumentDetails.code CHOICE'],
      ],
      [
        'a question without an answer, and one with two',
        'public',
        'TIBE',
        { questions: [{ id: 'TIBE-Q1' }, { id: 'TIBE-Q2', accepted: true, declined: true }] },
        ['questions.0 QUESTION_UNANSWERED', 'questions.1 QUESTION_BOTH'],
      ],
      ['a file that was never uploaded', 'public', 'TIBE', { medias: [{ uid: 'nowhere' }] }, ['medias.0.uid CHOICE']],
    ])('refuses %s', async (_what, user, document, change, expected) => {
      const reply = await desk.register(user, document, change);
      expect([reply.status, codesOf(reply).sort()]).toEqual([422, expected]);
    });

    it('gives staff the documents of their first two agencies, whatever the access level', async () => {
      expect((await desk.register('trip-agent', 'TIBD')).status).toBe(201);
      expect((await desk.register('trip-agent', 'TIBG')).body.model.serialReference.reference).toMatch(/^TIBG-/);
    });

    it('takes the owner as the driver', async () => {
      const { body } = await desk.register('public', 'TIBE', { ownerDriver: true, driverName: '', localAddress: '' });
      expect(body.model).toMatchObject({ ownerDriver: true, driverName: 'Maria da Silva', localAddress: 'RUA DE DILI 1' });
    });

    it('is made once, however often it is sent', async () => {
      const headers = { 'idempotency-key': 'once-1' };
      const sent = await Promise.all([1, 2, 3].map(() => desk.call('public', 'POST', '/v1/triptic/trip/', aTrip('TIBE', { chasisNumber: 'ONCE' }), headers)));
      expect(new Set(sent.map((s) => s.body.model?.id)).size).toBe(1);
      expect(codesOf(await desk.call('public', 'POST', '/v1/triptic/trip/', aTrip(), headers))).toEqual(['IDEMPOTENCY_CONFLICT']);
    });

    it('may be a draft first, of which nobody is told anything', async () => {
      const draft = await desk.call<Envelope>('trip-agent', 'POST', '/v1/triptic/trip/actions/store', {
        documentDetails: { code: 'TIBE' },
        vehicleNumber: 'd-1',
      });
      expect([draft.status, draft.body.model.documentStatus, draft.body.model.serialReference]).toEqual([201, 'STORED', undefined]);
      const { id } = draft.body.model;
      expect(await messages<InvoiceDue>('invoice.due', id)).toEqual([]);
      expect(codesOf(await desk.act('trip-agent', id, 'submission', {}))).toContain('chasisNumber REQUIRED');
      expect((await desk.call('trip-agent', 'GET', `/v1/triptic/trip/${id}/qr`)).status).toBe(404);
      const submitted = await desk.act('trip-agent', id, 'submission', aTrip());
      expect(submitted.body.model).toMatchObject({ documentStatus: 'SUBMITTED', vehicleNumber: 'TL 123-45', version: 2 });
      expect(submitted.body.model.serialReference.reference).toMatch(/^TIBE-/);
    });

    it('holds its attachments, named as svc-media names them', async () => {
      desk.files.set('file-1', { uid: 'file-1', name: 'licence.pdf', size: 9, type: 'application/pdf', scope: 'trip' });
      const { model } = (await desk.register('public', 'TIBE', { medias: [{ uid: 'file-1', name: '../x.exe', size: 1, code: 'LICENCE', scope: 'trip' }] }))
        .body;
      expect(model.medias).toMatchObject([{ uid: 'file-1', name: 'licence.pdf', size: 9, code: 'LICENCE', info: 'Name of LICENCE', scope: 'trip' }]);
      expect(await messages<MediaHeld>('media.held', model.id)).toEqual([
        { service: 'trips', documentId: model.id, version: 1, uids: ['file-1'], submitted: true },
      ]);
    });

    it('is changed by its owner until it is verified, by nobody else', async () => {
      const id = await desk.lead('SUBMITTED', 'E', 'applicant');
      expect((await desk.act('neighbour', id, 'amendment', aTrip())).status).toBe(403);
      expect((await desk.act('public', id, 'edit', aTrip())).status).toBe(401);
      expect(codesOf(await desk.act('applicant', id, 'edit', aTrip('TIBE', { ownerName: '' })))).toEqual(['ownerName REQUIRED']);
      const { model } = (await desk.act('applicant', id, 'amendment', aTrip('TIBE', { ownerName: 'Another' }))).body;
      expect(model).toMatchObject({ documentStatus: 'SUBMITTED', version: 2, ownerName: 'Another' });
      const past = await desk.call<Envelope>('applicant', 'GET', `/v1/triptic/trip/${id}/1/version`);
      expect([past.body.model.ownerName, past.body.actions]).toEqual(['Maria da Silva', []]);
      await desk.act('trip-verifier', id, 'verification');
      expect(codesOf(await desk.act('applicant', id, 'amendment', aTrip()))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('asks its questions by code and by id, in the language of the reader', async () => {
      const byCode = await desk.call<ListResult<{ id: string; rank: number; description: string }>>(
        'public',
        'GET',
        '/v1/triptic/trip/TIBE/searchDeclaration',
        undefined,
        { 'accept-language': 'pt' },
      );
      expect(byCode.body).toMatchObject({ totalRecords: 2, records: [{ id: 'TIBE-Q1', rank: 1, description: 'Transporta mercadorias?' }, { id: 'TIBE-Q2' }] });
      const id = await desk.lead('SUBMITTED', 'I');
      expect((await desk.call<ListResult<{ id: string }>>('public', 'GET', `/v1/triptic/trip/${id}/searchDeclaration`)).body.records.map((r) => r.id)).toEqual([
        'TIBI-Q1',
        'TIBI-Q2',
      ]);
      for (const unknown of ['MEDIB', 'nothing']) expect((await desk.call('public', 'GET', `/v1/triptic/trip/${unknown}/searchDeclaration`)).status).toBe(404);
    });

    it('asks its requirements and fees before it is registered', async () => {
      const fees = await desk.call<ListResult<{ code: string }>>('public', 'GET', '/v1/triptic/trip/TIBE/TIBE-PRI/searchFee');
      const requirements = await desk.call<ListResult<{ id: string }>>('public', 'GET', '/v1/triptic/trip/TIBE/TIBE-PRI/searchRequirement');
      expect([fees.body.records.map((f) => f.code), requirements.body.records.map((r) => r.id)]).toEqual([
        ['TIBE-PERMIT', 'TIBE-EXIT'],
        ['TIBE-REG', 'TIBE-LICENCE'],
      ]);
    });
  });

  describe('officers', () => {
    it('lead a vehicle out and back', async () => {
      const id = await desk.lead('CONFIRMED FOR RETURN', 'E');
      const { model } = (await desk.load(id)).body;
      expect(model).toMatchObject({
        crossingDate: '2026-05-02',
        actualDate: '2026-05-02',
        accountDetails: { totalFee: 1500, receiptYear: 2026 },
        receipts: [{ total: 1000 }, { total: 500 }],
      });
      expect(model.fees?.map((f) => f.status)).toEqual(['PAID', 'PAID']);
      expect(model.actions.map((a) => a.status)).toEqual([
        'SUBMITTED',
        'VERIFIED FOR EXIT',
        'PAID FOR APPROVAL',
        'APPROVED TO EXIT',
        'PAID TO EXIT',
        'VALIDATED FOR EXIT',
        'CONFIRMED FOR EXIT',
        'VALIDATED FOR RETURN',
        'CONFIRMED FOR RETURN',
      ]);
    });

    it('lead a foreign vehicle in and out', async () => {
      const id = await desk.lead('CONFIRMED FOR EXIT', 'I');
      expect((await desk.load(id)).body.model.receipts).toMatchObject([{ total: 2000 }]);
      expect(codesOf(await desk.act('trip-border', id, 'return-validation'))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('pass over what costs nothing', async () => {
      const { id } = (await desk.register('public', 'TIBF')).body.model;
      expect((await desk.act('trip-verifier', id, 'verification')).body.model.documentStatus).toBe('PAID FOR APPROVAL');
      expect((await desk.act('trip-approver', id, 'approval')).body.model.documentStatus).toBe('PAID TO EXIT');
      expect((await desk.load(id)).body.model.accounts).toEqual([]);
    });

    it('confirm requirements in the verification, and only what the applicant was asked', async () => {
      const { model } = (await desk.register('public', 'TIBE', { requirements: [{ id: 'TIBE-REG', accepted: true }] })).body;
      const verified = await desk.act('trip-verifier', model.id, 'verification', {
        requirements: [
          { id: 'TIBE-REG', confirmed: true, accepted: false },
          { id: 'OTHER', confirmed: true },
        ],
        ownerName: 'Thief',
      });
      expect(verified.body.model.requirements?.map((r) => [r.id, r.accepted, r.confirmed])).toEqual([
        ['TIBE-REG', true, true],
        ['TIBE-LICENCE', false, false],
      ]);
      expect(verified.body.model.ownerName).toBe('Maria da Silva');
    });

    it('choose an authoriser of the document where the section shows', async () => {
      const { id } = (await desk.register()).body.model;
      for (const code of ['AUT-2', 'AUT-3', 'AUT-4', 'NOBODY'])
        expect([code, codesOf(await desk.act('trip-verifier', id, 'verification', { authoriserDetails: { code } }))]).toEqual([
          code,
          ['authoriserDetails.code CHOICE'],
        ]);
      const verified = await desk.act('trip-verifier', id, 'verification', { authoriserDetails: { code: 'AUT-1', name: 'Invented' } });
      expect(verified.body.model.authoriserDetails).toEqual({ code: 'AUT-1', name: 'Duarte Soares', title: 'Head of Permits', serial: 'DNTT-01' });
      // The entry's document has `confirmation`: its verification asks for none, its confirmation does.
      const entry = (await desk.register('public', 'TIBI')).body.model.id;
      expect((await desk.act('trip-verifier', entry, 'verification', { authoriserDetails: { code: 'AUT-2' } })).body.model.authoriserDetails).toBeUndefined();
      const validated = await desk.lead('VALIDATED FOR ENTRY', 'I');
      expect((await desk.act('trip-border', validated, 'confirmation', { authoriserDetails: { code: 'AUT-2' } })).body.model.authoriserDetails).toMatchObject({
        serial: 'CUST-11',
      });
      // Forced on the sub-document: its authorisers, not the document's.
      const forced = (await desk.register('public', 'TIBG')).body.model.id;
      expect(codesOf(await desk.act('trip-verifier', forced, 'verification', { authoriserDetails: { code: 'AUT-1' } }))).toEqual([
        'authoriserDetails.code CHOICE',
      ]);
      expect((await desk.act('trip-verifier', forced, 'verification', { authoriserDetails: { code: 'AUT-3' } })).status).toBe(200);
    });

    it('modify dates and crossing points into a new version, nothing else', async () => {
      const id = await desk.lead('CONFIRMED FOR EXIT');
      const before = (await desk.load(id)).body.model;
      const { model } = (
        await desk.act('trip-verifier', id, 'modification', { expectedDate: '2026-07-01', returnCode: 'SAL', ownerName: 'Thief', documentStatus: 'TERMINATED' })
      ).body;
      expect(model).toMatchObject({
        documentStatus: 'CONFIRMED FOR EXIT',
        version: before.version + 1,
        expectedDate: '2026-07-01',
        returnName: 'Salele',
        ownerName: 'Maria da Silva',
        entryDate: '2026-05-10',
      });
      expect(codesOf(await desk.act('trip-verifier', id, 'modification', { expectedDate: '2026-01-01' }))).toEqual(['expectedDate DATE']);
      expect(codesOf(await desk.act('trip-verifier', id, 'modification', { returnCode: 'DIL' }))).toEqual(['returnCode CHOICE']);
    });

    it('transfer the ownership', async () => {
      const id = await desk.lead('PAID FOR APPROVAL');
      expect(codesOf(await desk.act('trip-approver', id, 'transfer-ownership', {}))).toEqual(['ownerName REQUIRED', 'ownerAddress REQUIRED']);
      const { model } = (await desk.act('trip-approver', id, 'transfer-ownership', { ownerName: 'New Owner', ownerAddress: 'Baucau', ownerDriver: true })).body;
      expect(model).toMatchObject({
        documentStatus: 'PAID FOR APPROVAL',
        ownerName: 'New Owner',
        driverName: 'New Owner',
        localAddress: 'BAUCAU',
        vehicleNumber: 'TL 123-45',
      });
    });

    it('terminate with a reason, after which nothing is due', async () => {
      const id = await desk.lead('VERIFIED FOR EXIT');
      expect(codesOf(await desk.act('trip-verifier', id, 'termination'))).toEqual(['comment REQUIRED']);
      const { model } = (await desk.act('trip-verifier', id, 'termination', { comment: 'Stolen' })).body;
      expect([model.documentStatus, model.actions.at(-1)?.details]).toEqual(['TERMINATED', 'Stolen']);
      expect((await messages<InvoiceDue>('invoice.due', id)).at(-1)?.lines).toEqual([]);
      expect(codesOf(await desk.act('trip-approver', id, 'approval'))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('are told who changed a trip before them', async () => {
      const id = await desk.lead('SUBMITTED');
      await desk.act('trip-verifier', id, 'modification', { crossCode: 'BTG' });
      const late = await desk.call('trip-verifier', 'POST', `/v1/triptic/trip/${id}/actions/verification`, { version: 1 });
      expect([late.status, codesOf(late), late.body.current]).toEqual([
        409,
        ['STALE_VERSION'],
        expect.objectContaining({ changedBy: 'Teresa Verifier', version: 2, action: 'Modify' }),
      ]);
    });

    it('let one of two who act at once be first', async () => {
      const id = await desk.lead('SUBMITTED');
      const both = await Promise.all([1, 2].map(() => desk.call('trip-verifier', 'POST', `/v1/triptic/trip/${id}/actions/verification`, { version: 1 })));
      expect(both.map((b) => b.status).sort()).toEqual([200, 409]);
    });

    it('search both movements, pick columns and export', async () => {
      const found = await desk.call<ListResult<Record<string, unknown>>>(
        'trip-agent',
        'GET',
        `/v1/triptic/trip/search${q({ criteria: [eq('documentDetails.movement', 'I'), { ...eq('documentStatus', ''), operation: 'IN', values: ['SUBMITTED', 'CONFIRMED FOR EXIT'] }], paging: { page: 1, size: 5 } })}`,
      );
      expect(found.body.totalRecords).toBeGreaterThan(0);
      for (const r of found.body.records) expect(r).toMatchObject({ documentDetails: { movement: 'I' }, vehicleNumber: 'TL 123-45' });
      const narrow = await desk.call<ListResult<object>>(
        'trip-agent',
        'GET',
        `/v1/triptic/trip/search${q({ criteria: [], viewColumns: ['serialReference.reference'] })}`,
      );
      expect(Object.keys(narrow.body.records[0] as object).sort()).toEqual(['id', 'serialReference']);
      const csv = await desk.call<string>('trip-agent', 'GET', '/v1/triptic/trip/search', undefined, { accept: 'text/csv' });
      expect(csv.body.split('\r\n')[0]).toContain('Reference,Date,Document,Sub-document,Movement,Vehicle number');
      expect((await desk.call('trip-agent', 'GET', `/v1/triptic/trip/search${q({ criteria: [eq('contactNumber', 'x')] })}`)).status).toBe(400);
      expect((await desk.call('public', 'GET', `/v1/triptic/trip/find${q({ criteria: [] })}`)).status).toBe(404);
    });

    it('see history under both addresses, and the path of the movement', async () => {
      const id = await desk.lead('VERIFIED FOR ENTRY', 'I');
      const body = { isTimeline: false, isAscending: true, fillMissingTimelineStatuses: false, useDynamicPaths: false };
      const history = await desk.call<HistoryResponse>('trip-agent', 'POST', `/v1/arrival/transaction/${id}/history`, body);
      expect(history.body).toMatchObject({
        order: 'ASC',
        type: 'HISTORY',
        documentActions: [{ documentStatus: 'SUBMITTED' }, { documentAction: 'Verify', documentUserName: 'Teresa Verifier', documentVersion: 2 }],
      });
      const timeline = await desk.call<HistoryResponse>('trip-agent', 'POST', `/v1/triptic/trip/${id}/history`, {
        ...body,
        isTimeline: true,
        fillMissingTimelineStatuses: true,
      });
      expect(timeline.body.documentActions.map((a) => [a.documentAction, a.documentStatus])).toEqual([
        ['Register', 'COMPLETED'],
        ['Verify', 'COMPLETED'],
        ['Permit fee paid', 'PROCESSING'],
        ['Approve', 'PENDING'],
        ['Validate', 'PENDING'],
        ['Confirm', 'PENDING'],
        ['Validate return', 'PENDING'],
        ['Confirm return', 'PENDING'],
      ]);
    });

    it('count what waits for them, by movement', async () => {
      const count = async (user: UserName): Promise<number> => (await desk.call<{ count: number }>(user, 'GET', '/v1/triptic/trip/waiting')).body.count;
      const before = await count('trip-border');
      // The entry is over, the exit is not, in the same status.
      await desk.lead('CONFIRMED FOR EXIT', 'I');
      expect(await count('trip-border')).toBe(before);
      await desk.lead('CONFIRMED FOR EXIT', 'E');
      expect(await count('trip-border')).toBe(before + 1);
      expect(await count('cashier')).toBe(0);
    });
  });

  describe('a receipt', () => {
    const due = async (id: string): Promise<[number, string[]][]> =>
      (await messages<InvoiceDue>('invoice.due', id)).map((m) => [m.version, m.lines.map((l) => l.code)]);

    it('is announced as due at the paying steps alone', async () => {
      const id = await desk.lead('VALIDATED FOR EXIT');
      expect(await due(id)).toEqual([
        [1, []],
        [2, ['TIBE-PERMIT']],
        [3, []],
        [4, ['TIBE-EXIT']],
        [5, []],
        [6, []],
      ]);
      const { serialReference, documentDetails } = (await desk.load(id)).body.model;
      expect((await messages<InvoiceDue>('invoice.due', id))[1]).toMatchObject({
        service: 'trips',
        documentCode: documentDetails.code,
        serial: 'E',
        number: serialReference.number,
        reference: serialReference.reference,
        payer: 'Maria da Silva',
        lines: [{ amount: 1000 }],
      });
    });

    it('moves the trip once, though it is told many times, at once and again later', async () => {
      const id = await desk.lead('VERIFIED FOR EXIT');
      const receipt = await desk.receiptFor(id, 'permit');
      await Promise.all([1, 2, 3, 4].map(() => desk.trips.recordReceipt(receipt)));
      const paid = (await desk.load(id)).body.model;
      expect(paid).toMatchObject({
        documentStatus: 'PAID FOR APPROVAL',
        version: 3,
        accountDetails: { receiptNumber: receipt.number, receiptYear: 2026, receiptDate: '2026-05-02', receiptId: receipt.receiptId },
      });
      await desk.act('trip-approver', id, 'approval');
      await desk.trips.recordReceipt(receipt);
      const approved = (await desk.load(id)).body.model;
      expect([approved.documentStatus, approved.receipts?.length, approved.version]).toEqual(['APPROVED TO EXIT', 1, 4]);
    });

    it('comes over the queue, also twice', async () => {
      const id = await desk.lead('VERIFIED FOR EXIT');
      const payload = await desk.receiptFor(id, 'permit');
      const queue = desk.service.app.get<JobQueue>(QUEUE);
      for (const job of ['a', 'b', 'a']) await queue.publish({ id: `${payload.receiptId}-${job}`, topic: receiptTopic('trips'), payload });
      for (let wait = 0; wait < 100 && (await desk.statusOf(id)) === 'VERIFIED FOR EXIT'; wait++) await new Promise((done) => setTimeout(done, 50));
      await new Promise((done) => setTimeout(done, 200));
      const { model } = (await desk.load(id)).body;
      expect([model.documentStatus, model.receipts?.length, model.version]).toEqual(['PAID FOR APPROVAL', 1, 3]);
    });

    it('that overtakes another is on file, and what it paid is not asked again', async () => {
      const id = await desk.lead('VERIFIED FOR EXIT');
      const exit = await desk.receiptFor(id, 'exit');
      const permit = await desk.receiptFor(id, 'permit');
      await desk.trips.recordReceipt(exit);
      expect(await desk.statusOf(id)).toBe('VERIFIED FOR EXIT');
      await desk.trips.recordReceipt(permit);
      await desk.trips.recordReceipt(exit);
      expect(await desk.statusOf(id)).toBe('PAID FOR APPROVAL');
      expect((await desk.act('trip-approver', id, 'approval')).body.model.documentStatus).toBe('PAID TO EXIT');
    });

    it('that pays a part leaves the trip where it is', async () => {
      const id = await desk.lead('APPROVED TO EXIT');
      await desk.trips.recordReceipt({ ...(await desk.receiptFor(id, 'exit')), lines: [{ code: 'OTHER', name: 'Other', amount: 1 }], total: 1 });
      expect(await desk.statusOf(id)).toBe('APPROVED TO EXIT');
    });

    it('that comes after the termination is on file', async () => {
      const id = await desk.lead('VERIFIED FOR EXIT');
      const receipt = await desk.receiptFor(id, 'permit');
      await desk.act('trip-verifier', id, 'termination', { comment: 'Withdrawn' });
      await desk.trips.recordReceipt(receipt);
      expect((await desk.load(id)).body.model).toMatchObject({
        documentStatus: 'TERMINATED',
        receipts: [{ receiptId: receipt.receiptId }],
        fees: [{ status: 'PAID' }, { status: 'DUE' }],
      });
    });

    it('arrives while somebody else acts, and neither is lost', async () => {
      const id = await desk.lead('VERIFIED FOR EXIT');
      const receipt = await desk.receiptFor(id, 'permit');
      await Promise.all([desk.trips.recordReceipt(receipt), desk.act('trip-verifier', id, 'modification', { crossCode: 'BTG' })]);
      const { model } = (await desk.load(id)).body;
      expect([model.documentStatus, model.receipts?.length]).toEqual(['PAID FOR APPROVAL', 1]);
    });

    it('for no trip is left alone, and nobody records one by hand', async () => {
      const id = await desk.lead('VERIFIED FOR EXIT');
      const receipt = await desk.receiptFor(id, 'permit');
      await desk.trips.recordReceipt({ ...receipt, documentId: '00000000-0000-0000-0000-000000000000' });
      for (const action of ['payment', 'exit-payment', 'receipt'])
        expect([action, (await desk.act('cashier', id, action, receipt)).status, (await desk.act('public', id, action, receipt)).status]).toEqual([
          action,
          403,
          401,
        ]);
    });
  });

  describe('the validity check', () => {
    it('follows a trip through its life', async () => {
      const of = async (id: string): Promise<string> => (await details(id)).body.tripStatus;
      expect(await of(await desk.lead('PAID FOR APPROVAL'))).toBe('N');
      expect(await of(await desk.lead('APPROVED TO EXIT'))).toBe('Y');
      expect(await of(await desk.lead('VALIDATED FOR RETURN'))).toBe('Y');
      expect(await of(await desk.lead('CONFIRMED FOR RETURN'))).toBe('X');
      expect(await of(await desk.lead('VALIDATED FOR EXIT', 'I'))).toBe('Y');
      expect(await of(await desk.lead('CONFIRMED FOR EXIT', 'I'))).toBe('X');
      expect((await details('00000000-0000-0000-0000-000000000000')).body).toEqual({ tripStatus: 'F' });
    });

    it('tells vehicle, owner, driver and movement to who holds the id, and nothing else', async () => {
      const { body } = await details(await desk.lead('APPROVED TO EXIT'));
      expect(body).toMatchObject({
        tripStatus: 'Y',
        vehicleNumber: 'TL 123-45',
        ownerName: 'Maria da Silva',
        driverName: 'Joao da Silva',
        entryDate: '2026-05-10',
        destinationName: 'Atambua',
      });
      const allowed = new Set<string>(['tripStatus', ...Object.values(tripDetailsFields).flat()]);
      expect(Object.keys(body).filter((k) => !allowed.has(k))).toEqual([]);
    });

    it('tells the validity alone to who guesses a reference', async () => {
      const id = await desk.lead('APPROVED TO EXIT');
      const { reference } = (await desk.load(id)).body.model.serialReference;
      expect((await details(reference.toLowerCase())).body).toEqual({ tripStatus: 'Y' });
      expect((await details(reference, 'public', '?vehicleNumber=wrong')).body).toEqual({ tripStatus: 'Y' });
      expect((await details(reference, 'public', '?vehicleNumber=tl12345')).body).toMatchObject({ tripStatus: 'Y', ownerName: 'Maria da Silva' });
      expect((await details(reference, 'trip-border')).body).toMatchObject({ driverName: 'Joao da Silva' });
      expect((await details('TIBE-2026-9999999')).body).toEqual({ tripStatus: 'F' });
    });

    it('is reached by the code, which says the same', async () => {
      const id = await desk.lead('APPROVED TO EXIT');
      const { model } = (await desk.load(id)).body;
      const token = desk.trips.kit.signer.sign(desk.trips.statement(model));
      expect((await details(token)).body).toMatchObject({ tripStatus: 'Y', ownerName: 'Maria da Silva' });
      const verified = await desk.call<object>('public', 'GET', `/v1/verify/${token}`);
      expect(verified.body).toMatchObject({
        genuine: true,
        kind: 'triptic-trip',
        reference: model.serialReference.reference,
        validFrom: '2026-05-10',
        validUntil: '2026-06-10',
        standing: { code: 'Y', label: 'Trip is Valid' },
      });
      expect(verified.body).not.toHaveProperty('screen');
      expect(verified.body).toMatchObject({ publicScreen: `/eservice/triptic/validity/${token}` });
      expect((await desk.call<object>('trip-border', 'GET', `/v1/verify/${token}`)).body).toMatchObject({ screen: `/triptic/trip/view/${id}` });
      const forged = desk.trips.kit.signer.sign({ ...desk.trips.statement(model), k: 'departure-declaration' });
      expect((await details(forged)).body).toEqual({ tripStatus: 'F' });
      expect((await desk.call<object>('public', 'GET', `/v1/verify/${forged}`)).body).toEqual({ genuine: false });
    });
  });

  describe('prints', () => {
    it.each(tripPrints)('%s is named after the reference and itself', async (print) => {
      const id = await desk.lead(print.endsWith('entry') ? 'CONFIRMED FOR ENTRY' : 'CONFIRMED FOR EXIT', print.endsWith('entry') ? 'I' : 'E');
      const { version, serialReference } = (await desk.load(id)).body.model;
      desk.around.renders.set(`trips/${id}/${version}/${print}`, Buffer.from('%PDF-1.7'));
      const pdf = await desk.call<string>('trip-border', 'GET', `/v1/triptic/trip/${id}/${print}`);
      expect([pdf.status, pdf.headers.get('content-type'), pdf.body]).toEqual([200, 'application/pdf', '%PDF-1.7']);
      expect(pdf.headers.get('content-disposition')).toContain(`"${serialReference.reference}-${print}.pdf"`);
    });

    it('of a border check are not there before it', async () => {
      const id = await desk.lead('PAID TO EXIT');
      for (const print of ['print-validated-exit', 'print-confirmed-exit', 'print-validated-entry', 'print-confirmed-entry'])
        expect([print, codesOf(await desk.call('trip-border', 'GET', `/v1/triptic/trip/${id}/${print}`))]).toEqual([print, ['ACTION_NOT_ALLOWED']]);
    });
  });

  it('leaves an audit chain that holds', async () => {
    await desk.service.app.get(AuditSealer).seal(-60_000);
    expect((await verifyAudit(desk.service.app.get(Database))).broken).toBeUndefined();
  });
});

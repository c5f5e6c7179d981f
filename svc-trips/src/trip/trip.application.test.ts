import type { InvoiceDue } from '@portal/contract-kit';
import { codesOf, messagesOf, testBackends } from '@portal/service-kit/testing';
import { answers, aTrip, type DocumentCode, type UserName } from '../testing/bodies.ts';
import { type Envelope, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('an application for a trip on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  it('starts blank and offers what registers it', async () => {
    const anyone = await desk().call('public', 'GET', '/v1/triptic/trip/info');
    expect(anyone.body.actions.map((a) => [a.name, a.method, a.url, a.modes])).toEqual([
      ['register', 'POST', '/v1/triptic/trip/', ['register']],
      ['direct-submit', 'POST', '/v1/triptic/trip/', ['new']],
    ]);
    const agent = await desk().call('trip-agent', 'GET', '/v1/triptic/trip/info');
    expect(agent.body.actions.map((a) => [a.name, a.url])).toEqual([
      ['store', '/v1/triptic/trip/actions/store'],
      ['register', '/v1/triptic/trip/'],
      ['direct-submit', '/v1/triptic/trip/'],
    ]);
  });

  it('is registered in upper case, with the data of the catalogues', async () => {
    const { status, body } = await desk().register('public', 'TIBE', {
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
    const empty = await desk().call('public', 'POST', '/v1/triptic/trip/', {});
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
    ['a file that was never uploaded', 'public', 'TIBE', { medias: [{ uid: 'nowhere' }] }, ['medias.0.uid CHOICE']],
  ])('refuses %s', async (_what, user, document, change, expected) => {
    const reply = await desk().register(user, document, change);
    expect([reply.status, codesOf(reply).sort()]).toEqual([422, expected]);
  });

  it('gives staff the documents of their first two agencies, whatever the access level', async () => {
    expect((await desk().register('trip-agent', 'TIBD')).status).toBe(201);
    expect((await desk().register('trip-agent', 'TIBG')).body.model.serialReference.reference).toMatch(/^TIBG-/);
  });

  it('is registered once, however often it is sent', async () => {
    const headers = { 'idempotency-key': 'once-1' };
    const sent = await Promise.all([1, 2, 3].map(() => desk().call('public', 'POST', '/v1/triptic/trip/', aTrip('TIBE', { chasisNumber: 'ONCE' }), headers)));
    expect(new Set(sent.map((s) => s.body.model?.id)).size).toBe(1);
    expect(codesOf(await desk().call('public', 'POST', '/v1/triptic/trip/', aTrip(), headers))).toEqual(['IDEMPOTENCY_CONFLICT']);
  });

  it('can be a draft first, about which no message is sent', async () => {
    const draft = await desk().call<Envelope>('trip-agent', 'POST', '/v1/triptic/trip/actions/store', {
      documentDetails: { code: 'TIBE' },
      vehicleNumber: 'd-1',
    });
    expect([draft.status, draft.body.model.documentStatus, draft.body.model.serialReference]).toEqual([201, 'STORED', undefined]);
    const { id } = draft.body.model;
    const due = (await messagesOf<InvoiceDue>(desk().service, 'invoice.due')).filter((m) => m.documentId === id);
    expect(due).toEqual([]);
    expect(codesOf(await desk().act('trip-agent', id, 'submission', {}))).toContain('chasisNumber REQUIRED');
    expect((await desk().call('trip-agent', 'GET', `/v1/triptic/trip/${id}/qr`)).status).toBe(404);
    const submitted = await desk().act('trip-agent', id, 'submission', aTrip());
    expect(submitted.body.model).toMatchObject({ documentStatus: 'SUBMITTED', vehicleNumber: 'TL 123-45', version: 2 });
    expect(submitted.body.model.serialReference.reference).toMatch(/^TIBE-/);
  });

  it('can be changed only by its owner, until it is verified', async () => {
    const id = await desk().lead('SUBMITTED', 'E', 'applicant');
    expect((await desk().act('neighbour', id, 'amendment', aTrip())).status).toBe(403);
    expect((await desk().act('public', id, 'edit', aTrip())).status).toBe(401);
    expect(codesOf(await desk().act('applicant', id, 'edit', aTrip('TIBE', { ownerName: '' })))).toEqual(['ownerName REQUIRED']);
    const { model } = (await desk().act('applicant', id, 'amendment', aTrip('TIBE', { ownerName: 'Another' }))).body;
    expect(model).toMatchObject({ documentStatus: 'SUBMITTED', version: 2, ownerName: 'Another' });
    const past = await desk().call<Envelope>('applicant', 'GET', `/v1/triptic/trip/${id}/1/version`);
    expect([past.body.model.ownerName, past.body.actions]).toEqual(['Maria da Silva', []]);
    await desk().act('trip-verifier', id, 'verification');
    expect(codesOf(await desk().act('applicant', id, 'amendment', aTrip()))).toEqual(['ACTION_NOT_ALLOWED']);
  });
});

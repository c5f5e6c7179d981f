import type { HistoryResponse, ListResult, OfferedAction, Problem, SearchCriterion } from '@portal/contract-kit';
import { Database } from '@portal/service-kit';
import { eq, testBackends } from '@portal/service-kit/testing';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { DepartureService } from '../departure/departure.service.ts';
import { anArrival, type UserName, users } from '../testing/bodies.ts';
import { arrival, codes, day, departure, type Model, nowhere, q, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('lists, finders, histories, codes and prints on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);

  it('shows the history to the applicant who registered it, and to nobody else', async () => {
    const { model } = await desk().register(arrival, {}, 'applicant');
    const { model: other } = await desk().register(arrival);
    expect((await desk().call('applicant', 'POST', `${arrival}/${model.id}/history`, {})).status).toBe(200);
    expect((await desk().call('applicant', 'POST', `${arrival}/${other.id}/history`, {})).status).toBe(403);
    expect((await desk().call('public', 'POST', `${arrival}/${model.id}/history`, {})).status).toBe(401);
  });

  it('answers 404 for an unknown question set, and 503 when the database is unavailable', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000';
    const ask = () => desk().call('public', 'GET', `${arrival}/${nobody}/searchDeclaration`);
    expect((await ask()).body).toMatchObject({ status: 404, errors: [{ message: 'There is no such question set' }] });
    const away = jest.spyOn(desk().service.app.get(Database), 'findById').mockRejectedValue(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    const { status } = await ask();
    away.mockRestore();
    expect(status).toBe(503);
  });

  describe('staff', () => {
    const readers: UserName[] = ['border-officer', 'border-officer-2', 'border-supervisor', 'superior'];
    /** Returns [method, path below the declaration, body, users who may make the call] for every call that needs a role. */
    const staffCalls = (path: string, id: string): [string, string, unknown, UserName[]][] => [
      ['GET', `${path}/search`, undefined, [...readers, 'foreign-supervisor']],
      ['POST', `${path}/${id}/history`, {}, readers],
      ...(path === arrival ? [['POST', `/v1/arrival/transaction/${id}/history`, {}, readers] as [string, string, unknown, UserName[]]] : []),
    ];
    const openCalls = (path: string, code: string): string[] => [`${path}/info`, `${path}/getDates`, `${path}/${code}/searchDeclaration`];
    const documentCalls = (path: string, id: string): string[] => [
      `${path}/${id}/document`,
      `${path}/${id}/1/version`,
      `${path}/${id}/qr`,
      `${path}/${id}/${path === departure ? 'print-declaration' : 'print-form'}`,
    ];

    it.each([
      [departure, 'DEP'],
      [arrival, 'ARR'],
    ])('and public have the routes of their roles at %s', async (path, code) => {
      const { model } = await desk().register(path);
      desk().around.renders.set(`declarations/${model.id}/1/${path === departure ? 'print-declaration' : 'print-form'}.en`, Buffer.from('%PDF-1.7'));
      for (const user of ['public', ...Object.keys(users)] as UserName[]) {
        for (const open of openCalls(path, code)) expect([user, open, (await desk().call(user, 'GET', open)).status]).toEqual([user, open, 200]);
        const status = user === 'public' || user === 'applicant' || readers.includes(user) ? 200 : 403;
        for (const open of documentCalls(path, model.id)) expect([user, open, (await desk().call(user, 'GET', open)).status]).toEqual([user, open, status]);
        for (const [method, address, body, may] of staffCalls(path, model.id))
          expect([user, address, (await desk().call(user, method, address, body)).status]).toEqual([
            user,
            address,
            may.includes(user) ? 200 : user === 'public' ? 401 : 403,
          ]);
      }
    });

    it('search by every published field, newest first, with the columns they ask for', async () => {
      const mark = `Z${Date.now()}`;
      const first = (await desk().register(arrival, { travellerCode: mark, hasMerchandise: 'YES' })).model;
      const second = (await desk().register(arrival, { travellerCode: mark })).model;
      const search = (criteria: SearchCriterion[], more = {}) =>
        desk().call<ListResult<Partial<Model>> & Problem>('border-officer', 'GET', `${arrival}/search${q(criteria, more)}`);
      const both = await search([eq('travellerCode', mark)]);
      expect(both.body.records.map((r) => r.id)).toEqual([second.id, first.id]);
      expect(both.body.records[1]).toMatchObject({
        serialReference: first.serialReference,
        lane: 'RED',
        documentStatus: 'CREATED',
        flightDetails: { description: 'Dili airport' },
      });
      const { serialReference: s } = first;
      const facts: [string, string | number, ('DATE' | 'INTEGER')?][] = [
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
        ['arrivalDate', day(0), 'DATE'],
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
      const csv = await desk().call<string>('border-officer', 'GET', `${arrival}/search${q([eq('travellerCode', mark)])}`, undefined, { accept: 'text/csv' });
      expect(csv.headers.get('content-type')).toContain('text/csv');
      expect(csv.body.trim().split(/\r?\n/)).toHaveLength(3);
      expect(csv.body).toContain(first.serialReference.reference);
    });

    it.each([departure, arrival])('find at %s the point by its name in any language, as the list shows it', async (path) => {
      const travellerCode = `P${Date.now()}`;
      const dili = (await desk().register(path, { travellerCode })).model.id;
      const border = (await desk().register(path, { travellerCode, flightDetails: { code: 'BTG' }, entryPointCode: 'BTG' })).model.id;
      const search = async (...criteria: SearchCriterion[]) =>
        (
          await desk().call<ListResult<Partial<Model>>>(
            'border-officer',
            'GET',
            `${path}/search${q([eq('travellerCode', travellerCode), ...criteria])}`,
            undefined,
            { 'accept-language': 'pt' },
          )
        ).body.records;
      const shown = 'Aeroporto de Díli';
      expect((await search()).map(({ id, flightDetails }) => [id, flightDetails])).toContainEqual([dili, expect.objectContaining({ description: shown })]);
      const point = (operation: SearchCriterion['operation'], ...values: string[]): SearchCriterion => ({
        ...eq('flightDetails.description', '', 'TEXT', operation),
        values,
      });
      for (const [criterion, expected] of [
        [point('EQ', shown), [dili]],
        [point('EQ', 'Dili airport'), [dili]],
        [point('CONTAINS', 'de dili'), [dili]],
        [point('IN', shown, 'BATUGADE'), [border, dili]],
        [point('NEQ', shown), [border]],
        [point('NEQ', 'Elsewhere'), [border, dili]],
        [point('EQ', 'Elsewhere'), []],
        [point('BETWEEN', 'b', 'c'), [border]],
        [point('GTE', 'd'), [dili]],
        [point('LTE', 'batugade'), [border, dili]],
        [point('EMPTY'), []],
        [point('ANY'), [border, dili]],
      ] as const)
        expect([criterion.operation, criterion.values, (await search(criterion)).map(({ id }) => id)]).toEqual([
          criterion.operation,
          criterion.values,
          expected,
        ]);
    });

    it('export statuses, lanes and other codes in the words of the reader', async () => {
      const mark = `WORDS${Date.now() % 1_000_000}`;
      let { model } = await desk().register(arrival, { travellerCode: mark, hasMerchandise: 'YES' });
      model = await desk().done('border-officer', arrival, model, 'arrival');
      await desk().done('border-supervisor', arrival, model, 'decision', { decision: 'DETAINED' });
      const linesIn = async (language: string, more: object = {}): Promise<string[]> => {
        const headers = { accept: 'text/csv', 'accept-language': language };
        const path = `${arrival}/search${q([eq('travellerCode', mark)], more)}`;
        return (await desk().call<string>('border-officer', 'GET', path, undefined, headers)).body.trim().split('\r\n');
      };
      const lineIn = async (language: string, more: object = {}) => (await linesIn(language, more))[1] ?? '';
      expect((await linesIn('pt'))[0]).toMatch(/,Criada em \(UTC\)/);
      expect(await lineIn('pt')).toMatch(/,Canal vermelho,Retido,/);
      expect(await lineIn('en')).toMatch(/,Red lane,Detained,/);
      expect(await lineIn('pt', { viewColumns: ['lane', 'documentStatus', 'decision', 'hasMerchandise'] })).toBe('Canal vermelho,Retido,Retido,Sim');
    });

    it('read history and timeline', async () => {
      let { model } = await desk().register(departure);
      model = await desk().done('border-officer', departure, model, 'verification');
      const history = async (flags: object): Promise<HistoryResponse> =>
        (await desk().call<HistoryResponse>('border-officer', 'POST', `${departure}/${model.id}/history`, flags)).body;
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
      const { model: other } = await desk().register(arrival);
      const transaction = await desk().call<HistoryResponse>('border-officer', 'POST', `/v1/arrival/transaction/${other.id}/history`, all);
      expect(transaction.body).toEqual((await desk().call<HistoryResponse>('border-officer', 'POST', `${arrival}/${other.id}/history`, all)).body);
      expect((await desk().call('border-officer', 'POST', `/v1/arrival/transaction/${nowhere}/history`, all)).status).toBe(404);
    });
  });

  it('lets the public find by passport, birth date and nationality together', async () => {
    const mark = `F${Date.now()}`;
    const { model } = await desk().register(departure, { travellerCode: mark });
    const criteria = [eq('travellerCode', mark.toLowerCase()), eq('birthDate', '1990-05-17', 'DATE'), eq('nationalityCode', 'TL')];
    const found = await desk().call<ListResult<Model>>('public', 'GET', `${departure}/find${q(criteria)}`);
    const row = found.body.records[0] as Model;
    expect([found.status, found.body.totalRecords, row.serialReference.reference, row.phoneNumber]).toEqual([
      200,
      1,
      model.serialReference.reference,
      undefined,
    ]);
    const partial = await desk().call<Problem>('public', 'GET', `${departure}/find${q(criteria.slice(1))}`);
    expect([partial.status, codes(partial.body)]).toEqual([422, ['travellerCode REQUIRED']]);
  });

  it('states kind and reference in the QR code, never the id, and verifies what was scanned', async () => {
    for (const [path, kind, screen] of [
      [departure, 'departure-declaration', '/other/departure/declaration/view/'],
      [arrival, 'arrival-declaration', '/other/traveller/declaration/view/'],
    ] as const) {
      const { model } = await desk().register(path);
      const service = desk().service.app.get(path === departure ? DepartureService : ArrivalService) as {
        statement(m: Model): never;
        kit: { signer: { sign(s: never): string } };
      };
      const token = service.kit.signer.sign(service.statement(model));
      expect(Buffer.from(token.split('.')[1] as string, 'base64url').toString()).not.toContain(model.id);
      const told = await desk().call<Record<string, unknown>>('public', 'GET', `/v1/verify/${token}`);
      expect([told.status, told.body.genuine, told.body.kind, told.body.reference, told.body.screen]).toEqual([
        200,
        true,
        kind,
        model.serialReference.reference,
        undefined,
      ]);
      expect((await desk().call<Record<string, unknown>>('border-officer', 'GET', `/v1/verify/${token}`)).body.screen).toBe(`${screen}${model.id}`);
      const changed = `${token.slice(0, -60)}${token.at(-60) === 'A' ? 'B' : 'A'}${token.slice(-59)}`;
      expect((await desk().call<Record<string, unknown>>('public', 'GET', `/v1/verify/${changed}`)).body).toEqual({ genuine: false });
      const svg = await desk().call<string>('public', 'GET', `${path}/${model.id}/qr?format=svg`);
      expect([svg.headers.get('content-type'), svg.body.slice(0, 4)]).toEqual(['image/svg+xml', '<svg']);
    }
  });

  it('has a seal in the code: what it states is compared with the declaration as it stands now', async () => {
    const { model } = await desk().register(arrival);
    const arrivals = desk().service.app.get(ArrivalService);
    const codeOf = async () => arrivals.kit.signer.code(arrivals.statement(arrivals.modelOf(await arrivals.rowOf(model.id))), 'seal');
    const seal = await codeOf();
    expect([seal.includes('.'), seal.includes('998877')]).toEqual([false, false]);
    const verify = async (code: string) => (await desk().call<Record<string, unknown>>('public', 'GET', `/v1/verify/${code}`)).body;
    expect(await verify(seal)).toMatchObject({ genuine: true, kind: 'arrival-declaration', reference: model.serialReference.reference });
    expect(await verify(seal)).not.toHaveProperty('superseded');
    const changed = `${seal.slice(0, 60)}${seal[60] === 'A' ? 'B' : 'A'}${seal.slice(61)}`;
    expect(await verify(changed)).toEqual({ genuine: false });
    const body = anArrival({ hasMerchandise: 'YES', goods: [{ description: 'Wine', quantity: 3, amount: 10, currencyCode: 'USD' }] });
    const { status } = await desk().act('public', arrival, model, 'update', body);
    expect([status, await verify(seal)]).toMatchObject([200, { genuine: true, superseded: true }]);
    const now = await verify(await codeOf());
    expect([now.genuine, now.superseded]).toEqual([true, undefined]);
  });

  it('names the departure PDF after the passport number', async () => {
    const { model } = await desk().register(departure);
    desk().around.renders.set(`declarations/${model.id}/1/print-declaration.en`, Buffer.from('%PDF-1.7'));
    const pdf = await desk().call<string>('public', 'GET', `${departure}/${model.id}/print-declaration`);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      expect.stringContaining('P1234567.pdf'),
    ]);
    const offered = (await desk().call('public', 'GET', `${departure}/${model.id}/document`)).body.actions.find(
      (a: OfferedAction) => a.name === 'print-declaration',
    );
    expect(offered).toMatchObject({ kind: 'download', method: 'GET', modes: ['*'], url: `${departure}/${model.id}/print-declaration` });
  });
});

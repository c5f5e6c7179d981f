import type { CatalogueRecord, HistoryResponse, InvoiceDue, ListResult } from '@portal/contract-kit';
import { catalogueChanged } from '@portal/service-kit';
import { changing, codesOf, eq, messagesOf, q, testBackends } from '@portal/service-kit/testing';
import { catalogues, type UserName } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';

describe.each(testBackends())('officers on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  it('process a vehicle that leaves and returns', async () => {
    const id = await desk().lead('CONFIRMED FOR RETURN', 'E');
    const { model } = (await desk().load(id)).body;
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

  it('record no day that is still to come, and no return before the crossing', async () => {
    const id = await desk().lead('VALIDATED FOR EXIT');
    const faults = async (action: string, body: object) => codesOf(await desk().act('trip-border', id, action, body));
    expect(await faults('confirmation', { crossingDate: '2026-05-03' })).toEqual(['crossingDate DATE']);
    expect((await desk().act('trip-border', id, 'confirmation', { crossingDate: '2026-05-01' })).status).toBe(200);
    expect(codesOf(await desk().act('trip-verifier', id, 'modification', { crossingDate: '2099-01-01' }))).toEqual(['crossingDate DATE']);
    await desk().act('trip-border', id, 'return-validation');
    for (const actualDate of ['2026-05-03', '2026-04-30'])
      expect([actualDate, await faults('return-confirmation', { actualDate })]).toEqual([actualDate, ['actualDate DATE']]);
    expect((await desk().act('trip-border', id, 'return-confirmation', { actualDate: '2026-05-01' })).body.model).toMatchObject({
      crossingDate: '2026-05-01',
      actualDate: '2026-05-01',
    });
  });

  it('process a foreign vehicle that enters and leaves', async () => {
    const id = await desk().lead('CONFIRMED FOR EXIT', 'I');
    expect((await desk().load(id)).body.model.receipts).toMatchObject([{ total: 2000 }]);
    expect(codesOf(await desk().act('trip-border', id, 'return-validation'))).toEqual(['ACTION_NOT_ALLOWED']);
  });

  it('skip a payment when nothing is due', async () => {
    const { id } = (await desk().register('public', 'TIBF')).body.model;
    expect((await desk().act('trip-verifier', id, 'verification')).body.model.documentStatus).toBe('PAID FOR APPROVAL');
    expect((await desk().act('trip-approver', id, 'approval')).body.model.documentStatus).toBe('PAID TO EXIT');
    expect((await desk().load(id)).body.model.accounts).toEqual([]);
  });

  it('confirm only the requirements of the document in the verification, and say why one is not', async () => {
    const { model } = (await desk().register('public', 'TIBE', { requirements: [{ id: 'TIBE-REG', accepted: true }] })).body;
    const body = {
      requirements: [
        { id: 'TIBE-REG', confirmed: true, accepted: false },
        { id: 'OTHER', confirmed: true },
      ],
      ownerName: 'Thief',
    };
    const silent = await desk().act('trip-verifier', model.id, 'verification', body);
    expect([silent.status, codesOf(silent)]).toEqual([422, ['comment REQUIRED']]);
    const verified = await desk().act('trip-verifier', model.id, 'verification', { ...body, comment: 'The licence is at the office' });
    expect(verified.body.model.requirements?.map((r) => [r.id, r.accepted, r.confirmed])).toEqual([
      ['TIBE-REG', true, true],
      ['TIBE-LICENCE', false, false],
    ]);
    expect(verified.body.model.ownerName).toBe('Maria da Silva');
  });

  it('choose an authoriser only where the section is shown', async () => {
    const { id } = (await desk().register()).body.model;
    for (const code of ['AUT-2', 'AUT-3', 'AUT-4', 'NOBODY'])
      expect([code, codesOf(await desk().act('trip-verifier', id, 'verification', { authoriserDetails: { code } }))]).toEqual([
        code,
        ['authoriserDetails.code CHOICE'],
      ]);
    const verified = await desk().act('trip-verifier', id, 'verification', { authoriserDetails: { code: 'AUT-1', name: 'Invented' } });
    expect(verified.body.model.authoriserDetails).toEqual({ code: 'AUT-1', name: 'Duarte Soares', title: 'HEAD OF PERMITS', serial: 'DNTT-01' });
    // The document of the entry has the flag `confirmation`, so its authoriser is chosen at the confirmation and not at the verification.
    const entry = (await desk().register('public', 'TIBI')).body.model.id;
    expect((await desk().act('trip-verifier', entry, 'verification', { authoriserDetails: { code: 'AUT-2' } })).body.model.authoriserDetails).toBeUndefined();
    const validated = await desk().lead('VALIDATED FOR ENTRY', 'I');
    expect((await desk().act('trip-border', validated, 'confirmation', { authoriserDetails: { code: 'AUT-2' } })).body.model.authoriserDetails).toMatchObject({
      serial: 'CUST-11',
    });
    // This document requires an authoriser of its sub-document.
    const forced = (await desk().register('public', 'TIBG')).body.model.id;
    expect(codesOf(await desk().act('trip-verifier', forced, 'verification', { authoriserDetails: { code: 'AUT-1' } }))).toEqual([
      'authoriserDetails.code CHOICE',
    ]);
    expect((await desk().act('trip-verifier', forced, 'verification', { authoriserDetails: { code: 'AUT-3' } })).status).toBe(200);
  });

  it('go on with a permit whose authoriser has left office, and choose another one for a permit that is not approved yet', async () => {
    const verified = async () => {
      const { id } = (await desk().register()).body.model;
      await desk().act('trip-verifier', id, 'verification', { authoriserDetails: { code: 'AUT-1' } });
      await desk().pay(id, 'permit');
      return id;
    };
    const [leaving, waiting] = [await verified(), await verified()];
    await desk().act('trip-approver', leaving, 'approval');
    await desk().pay(leaving, 'exit');
    const signed = { code: 'AUT-1', name: 'Duarte Soares', title: 'HEAD OF PERMITS', serial: 'DNTT-01' };
    const inOffice = catalogues.authorisers ?? [];
    const [first] = inOffice as [CatalogueRecord];
    const left = { title: 'Former Head', status: 0 };
    catalogues.authorisers = [{ ...changing(first, '2026-05-02', left), ...left }, { ...first, code: 'AUT-5', name: 'New Head' }, ...inOffice.slice(1)];
    catalogueChanged('authorisers');
    try {
      const act = async (user: UserName, id: string, action: string, body: object = {}) => {
        const { status, body: answer } = await desk().act(user, id, action, body);
        return [status, answer.model?.authoriserDetails ?? codesOf({ body: answer })];
      };
      // The form of this modification shows the authoriser, and sends the unchanged code.
      expect(await act('trip-verifier', leaving, 'modification', { expectedDate: '2026-07-01', authoriserDetails: { code: 'AUT-1' } })).toEqual([200, signed]);
      expect(await act('trip-border', leaving, 'validation')).toEqual([200, signed]);
      expect(await act('trip-verifier', leaving, 'modification', { expectedDate: '2026-07-02' })).toEqual([200, signed]);
      expect(await act('trip-border', leaving, 'confirmation')).toEqual([200, signed]);
      const refused = [422, ['authoriserDetails.code CHOICE']];
      expect(await act('trip-approver', waiting, 'approval')).toEqual(refused);
      expect(await act('trip-approver', waiting, 'approval', { authoriserDetails: { code: 'AUT-1' } })).toEqual(refused);
      expect(await act('trip-approver', waiting, 'approval', { authoriserDetails: { code: 'AUT-5' } })).toMatchObject([200, { name: 'New Head' }]);
      const fresh = (await desk().register()).body.model.id;
      expect(await act('trip-verifier', fresh, 'verification', { authoriserDetails: { code: 'AUT-1' } })).toEqual(refused);
    } finally {
      catalogues.authorisers = inOffice;
      catalogueChanged('authorisers');
    }
  });

  it('modify only dates and crossing points, as a new version', async () => {
    const id = await desk().lead('CONFIRMED FOR EXIT');
    const before = (await desk().load(id)).body.model;
    const { model } = (
      await desk().act('trip-verifier', id, 'modification', {
        expectedDate: '2026-07-01',
        returnCode: 'SAL',
        ownerName: 'Thief',
        documentStatus: 'TERMINATED',
      })
    ).body;
    expect(model).toMatchObject({
      documentStatus: 'CONFIRMED FOR EXIT',
      version: before.version + 1,
      expectedDate: '2026-07-01',
      returnName: 'Salele',
      ownerName: 'Maria da Silva',
      entryDate: '2026-05-10',
    });
    expect(codesOf(await desk().act('trip-verifier', id, 'modification', { expectedDate: '2026-01-01' }))).toEqual(['expectedDate DATE']);
    expect(codesOf(await desk().act('trip-verifier', id, 'modification', { returnCode: 'DIL' }))).toEqual(['returnCode CHOICE']);
  });

  it.each(['crossCode', 'returnCode'])('take the name of a crossing point away when they clear its %s', async (code) => {
    const name = code.replace('Code', 'Name');
    const { id } = (await desk().register('public', 'TIBE', { crossCode: 'BTG', returnCode: 'SAL' })).body.model;
    for (const empty of [null, '']) {
      expect((await desk().act('trip-verifier', id, 'modification', { [code]: 'BTG' })).body.model).toMatchObject({ [code]: 'BTG', [name]: 'Batugade' });
      const { status, body } = await desk().act('trip-verifier', id, 'modification', { [code]: empty });
      expect([status, Object.keys(body.model).filter((key) => key === code || key === name)]).toEqual([200, []]);
    }
  });

  it('terminate with a reason, after which nothing is due', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    expect(codesOf(await desk().act('trip-verifier', id, 'termination'))).toEqual(['comment REQUIRED']);
    const { model } = (await desk().act('trip-verifier', id, 'termination', { comment: 'Stolen' })).body;
    expect([model.documentStatus, model.actions.at(-1)?.details]).toEqual(['TERMINATED', 'Stolen']);
    // The applicant sees that the trip is terminated. Only staff see the reason.
    expect((await desk().load(id)).body.model.actions.at(-1)).toMatchObject({ operation: 'Terminate', details: '' });
    const due = (await messagesOf<InvoiceDue>(desk().service, 'invoice.due')).filter((m) => m.documentId === id);
    expect(due.at(-1)?.lines).toEqual([]);
    expect(codesOf(await desk().act('trip-approver', id, 'approval'))).toEqual(['ACTION_NOT_ALLOWED']);
  });

  it('are told who changed a trip in the meantime', async () => {
    const id = await desk().lead('SUBMITTED');
    await desk().act('trip-verifier', id, 'modification', { crossCode: 'BTG' });
    const late = await desk().call('trip-verifier', 'POST', `/v1/triptic/trip/${id}/actions/verification`, { version: 1 });
    expect([late.status, codesOf(late), late.body.current]).toEqual([
      409,
      ['STALE_VERSION'],
      expect.objectContaining({ changedBy: 'Teresa Verifier', version: 2, action: 'Change' }),
    ]);
  });

  it('let only one of two concurrent actions succeed', async () => {
    const id = await desk().lead('SUBMITTED');
    const both = await Promise.all([1, 2].map(() => desk().call('trip-verifier', 'POST', `/v1/triptic/trip/${id}/actions/verification`, { version: 1 })));
    expect(both.map((b) => b.status).sort()).toEqual([200, 409]);
  });

  it('search both movements, pick columns and export', async () => {
    const found = await desk().call<ListResult<Record<string, unknown>>>(
      'trip-agent',
      'GET',
      `/v1/triptic/trip/search${q({ criteria: [eq('documentDetails.movement', 'I'), { ...eq('documentStatus', ''), operation: 'IN', values: ['SUBMITTED', 'CONFIRMED FOR EXIT'] }], paging: { page: 1, size: 5 } })}`,
    );
    expect(found.body.totalRecords).toBeGreaterThan(0);
    for (const r of found.body.records) expect(r).toMatchObject({ documentDetails: { movement: 'I' }, vehicleNumber: 'TL 123-45' });
    const narrow = await desk().call<ListResult<object>>(
      'trip-agent',
      'GET',
      `/v1/triptic/trip/search${q({ criteria: [], viewColumns: ['serialReference.reference'] })}`,
    );
    expect(Object.keys(narrow.body.records[0] as object).sort()).toEqual(['id', 'serialReference']);
    const csv = await desk().call<string>('trip-agent', 'GET', '/v1/triptic/trip/search', undefined, { accept: 'text/csv' });
    const [titles = '', first = ''] = csv.body.split('\r\n');
    expect(titles).toContain('Reference,Date,Document,Sub-document,Movement,Vehicle number');
    expect(titles).toContain('Total fee (minor units),Currency,Status,Created at (UTC)');
    expect(first).toMatch(/,\d+,USD,/);
    expect((await desk().call('trip-agent', 'GET', `/v1/triptic/trip/search${q({ criteria: [eq('contactAddress', 'x')] })}`)).status).toBe(400);
    expect((await desk().call('public', 'GET', `/v1/triptic/trip/find${q({ criteria: [] })}`)).status).toBe(404);
  });

  it('see the history at both addresses, and the path of the movement', async () => {
    const id = await desk().lead('VERIFIED FOR ENTRY', 'I');
    const body = { isTimeline: false, isAscending: true, fillMissingTimelineStatuses: false, useDynamicPaths: false };
    const history = await desk().call<HistoryResponse>('trip-agent', 'POST', `/v1/arrival/transaction/${id}/history`, body);
    expect(history.body).toMatchObject({
      order: 'ASC',
      type: 'HISTORY',
      documentActions: [{ documentStatus: 'SUBMITTED' }, { documentAction: 'Verify', documentUserName: 'Teresa Verifier', documentVersion: 2 }],
    });
    const timeline = await desk().call<HistoryResponse>('trip-agent', 'POST', `/v1/triptic/trip/${id}/history`, {
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

  it('do not see in the timeline that a fee was paid where none was due', async () => {
    const { id } = (await desk().register('public', 'TIBF')).body.model;
    await desk().act('trip-verifier', id, 'verification', { comment: 'Seen at the office' });
    await desk().act('trip-approver', id, 'approval');
    const body = { isTimeline: true, isAscending: true, fillMissingTimelineStatuses: true };
    const { documentActions } = (await desk().call<HistoryResponse>('trip-agent', 'POST', `/v1/triptic/trip/${id}/history`, body)).body;
    expect(documentActions.slice(0, 4).map((a) => [a.documentAction, a.documentStatus, a.estimatedTimeMinutes, a.details])).toEqual([
      ['Register', 'COMPLETED', 15, undefined],
      ['Verify', 'COMPLETED', 60, 'Seen at the office'],
      ['Approve', 'COMPLETED', 120, undefined],
      ['Validate', 'PROCESSING', 30, undefined],
    ]);
  });

  it('see in the timeline of a draft that it is not registered yet', async () => {
    const { id } = (await desk().call('applicant', 'POST', '/v1/triptic/trip/actions/store', { documentDetails: { code: 'TIBE' } })).body.model;
    const body = { isTimeline: true, isAscending: true, fillMissingTimelineStatuses: true };
    const { documentActions } = (await desk().call<HistoryResponse>('applicant', 'POST', `/v1/triptic/trip/${id}/history`, body)).body;
    expect(documentActions.slice(0, 2).map((a) => `${a.documentAction} ${a.documentStatus}`)).toEqual(['Register PROCESSING', 'Verify PENDING']);
  });
});

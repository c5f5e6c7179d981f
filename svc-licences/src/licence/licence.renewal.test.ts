import type { ListResult } from '@portal/contract-kit';
import { AuditRow, AuditSequencer, addDays, DailyJobs, Database, DocumentKit, makeDocumentKey, ReceiptConsumer } from '@portal/service-kit';
import { codesOf, eq, q, testBackends, withRecords } from '@portal/service-kit/testing';
import { catalogues } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';
import { EXPIRY_TOPIC } from './licence.expiry.ts';
import { LicenceRow } from './licence.row.ts';
import { LicenceService } from './licence.service.ts';

describe.each(testBackends())('renewing and paying on time on %s', (_name, makeBackend) => {
  const { desk, clock } = useDesk(makeBackend);

  describe('a renewal', () => {
    /** Leads an application from its submission to its approval. */
    const approve = async (id: string): Promise<void> => {
      await desk().verify(id);
      await desk().act('licence-assessor', id, 'assessment');
      await desk().act('licence-assessor', id, 'recommendation', { decision: 'RECOMMEND' });
      await desk().act('licence-approver', id, 'approval');
      await desk().act('licence-approver-2', id, 'approval');
    };

    it('is a new submitted document with the previous reference, made once', async () => {
      const id = await desk().lead('ISSUED', 'applicant');
      const before = (await desk().load(id)).body.model;
      expect((await desk().act('neighbour', id, 'renewal')).status).toBe(403);
      const renewed = await desk().act('applicant', id, 'renewal', { workPlace: 'hospital' });
      expect(renewed.status).toBe(201);
      expect(renewed.body.model).toMatchObject({
        documentStatus: 'SUBMITTED',
        version: 1,
        previousReference: before.serialReference.reference,
        documentType: 'REN',
        workPlace: 'HOSPITAL',
        holderName: 'MARIA DA SILVA',
      });
      expect(renewed.body.model.id).not.toBe(id);
      expect(renewed.body.model).not.toHaveProperty('beginDate');
      expect((await desk().load(id)).body.model).toMatchObject({
        documentStatus: 'APPROVED',
        renewalReference: renewed.body.model.serialReference.reference,
        version: before.version + 1,
      });
      expect((await desk().act('applicant', id, 'renewal')).body.errors).toEqual([
        { code: 'ACTION_NOT_ALLOWED', field: '', message: '"Renew" is not possible now' },
      ]);
      // After the first renewal failed, the holder can apply for another.
      expect((await desk().act('applicant', renewed.body.model.id, 'withdrawal')).status).toBe(200);
      expect((await desk().act('applicant', id, 'renewal')).status).toBe(201);
    });

    it('can name its own type and previous reference, or those of the licence, but no others', async () => {
      const id = await desk().lead('ISSUED', 'applicant');
      const { serialReference, documentType } = (await desk().load(id)).body.model;
      expect(codesOf(await desk().act('applicant', id, 'renewal', { documentType: 'IBS' }))).toEqual(['documentType CHOICE']);
      const renewal = { documentType: 'REN', previousReference: serialReference.reference };
      const renewed = await desk().act('applicant', id, 'renewal', renewal);
      expect([renewed.status, renewed.body.errors, renewed.body.model]).toEqual([201, undefined, expect.objectContaining(renewal)]);
      expect((await desk().act('applicant', renewed.body.model.id, 'withdrawal')).status).toBe(200);
      expect((await desk().act('applicant', id, 'renewal', { documentType })).body.model).toMatchObject(renewal);
    });

    it.each(['MED.IB', 'MED IB', 'MED-IB', 'MED_IB'])('of a licence whose document has the code %s has the previous reference', async (code) => {
      const document = { code, name: 'Medical licence', binder: 'PROFESSIONAL', agencyCode: 'MOH', accessLevel: '2', removed: '0' };
      const subDocument = { code: 'BSC', name: 'Bachelor degree', documentCode: code };
      await withRecords(catalogues, { documents: [document], 'sub-documents': [subDocument] }, async () => {
        const { id, serialReference } = (await desk().register('applicant', { documentCode: code, subDocumentCode: 'BSC' })).body.model;
        await approve(id);
        expect((await desk().act('licence-approver', id, 'issuance')).status).toBe(200);
        const renewed = await desk().act('applicant', id, 'renewal');
        expect([renewed.status, renewed.body.errors, renewed.body.model?.previousReference]).toEqual([201, undefined, serialReference.reference]);
      });
    });

    it('has the bank account that the holder chose for it, and never the one of the licence', async () => {
      const renew = async (body: object) => {
        const id = await desk().lead('ISSUED', 'applicant');
        expect((await desk().load(id)).body.model.bankCode).toBe('BNU');
        return desk().act('applicant', id, 'renewal', body);
      };
      expect((await renew({ bankCode: 'BNU' })).body.model).toMatchObject({
        bankCode: 'BNU',
        bankName: 'Banco Nacional Ultramarino',
        bankAccount: '0060',
      });
      for (const body of [{}, { bankCode: '' }, { bankCode: null }]) {
        const { model } = (await renew(body)).body;
        expect([model.bankCode, model.bankName, model.bankAccount]).toEqual([undefined, undefined, undefined]);
      }
      expect(codesOf(await renew({ bankCode: 'XXX' }))).toEqual(['bankCode CHOICE']);
    });

    it('that was withdrawn or rejected stays removed from the licence, whatever happens meanwhile', async () => {
      const after = (ms: number) => new Promise((done) => setTimeout(done, ms));
      for (let round = 0; round < 8; round++) {
        const id = await desk().lead('ISSUED', 'applicant');
        const renewal = (await desk().act('applicant', id, 'renewal')).body.model.id;
        const [ended, suspended] = await Promise.all([
          desk().act('applicant', renewal, 'withdrawal'),
          after(round).then(() => desk().act('licence-approver', id, 'suspension', { action: { details: 'Found out' } })),
        ]);
        expect([ended.status, [200, 409].includes(suspended.status)]).toEqual([200, true]);
        const { model } = (await desk().load(id)).body;
        expect(model).not.toHaveProperty('renewalId');
        expect((await desk().call('public', 'GET', `/v1/professional/${id}/${model.version}/version`)).body).toMatchObject({ model });
      }
    });

    it('that was withdrawn is announced as a change of the licence, and named to whoever had read the licence before', async () => {
      const id = await desk().lead('ISSUED', 'applicant');
      const renewal = (await desk().act('applicant', id, 'renewal')).body.model.id;
      const { version } = (await desk().load(id)).body.model;
      const announced = jest.spyOn(desk().service.app.get(LicenceService).kit.events, 'announce');
      await desk().act('applicant', renewal, 'withdrawal');
      expect(announced.mock.calls.map(([_tx, _definition, row]) => row.id).sort()).toEqual([id, renewal].sort());
      announced.mockRestore();
      const current = { version: version + 1, changedBy: 'Ana Applicant', action: 'Withdraw', documentStatus: 'APPROVED' };
      for (const [user, action] of [
        ['licence-approver', 'suspension'],
        ['applicant', 'renewal'],
      ] as const)
        expect((await desk().call(user, 'POST', `/v1/professional/${id}/actions/${action}`, { version })).body.current).toMatchObject(current);
    });

    it('that was withdrawn leaves an audit record of the version of the licence without it', async () => {
      const id = await desk().lead('ISSUED', 'applicant');
      const renewal = (await desk().act('applicant', id, 'renewal')).body.model.id;
      await desk().act('applicant', renewal, 'withdrawal');
      const { version, serialReference } = (await desk().load(id)).body.model;
      await desk().service.app.get(AuditSequencer).appendPending(-60_000);
      const records = await desk().service.app.get(Database).reader.findBy(AuditRow, { documentId: id, reference: serialReference.reference });
      const ofVersion = records.filter(({ details }) => (details as { version?: number } | null)?.version === version);
      expect(ofVersion.map(({ action, details }) => [action, details])).toEqual([['withdrawal', { version, documentStatus: 'APPROVED' }]]);
    });

    it('that was withdrawn stays so when a late payment for it is recorded or voided: the licence keeps its new renewal', async () => {
      const id = await desk().lead('ISSUED', 'applicant');
      const renew = async () => (await desk().act('applicant', id, 'renewal')).body.model.id;
      const withdrawn = await renew();
      await desk().act('applicant', withdrawn, 'withdrawal');
      const renewal = await renew();
      const lines = [{ code: 'MEDIB-APP', name: '', amount: 2500 }];
      const paid = { reference: 'R-1', year: 2026, number: 1, date: '2026-04-01', payer: 'M', total: 2500, currencyCode: 'USD', lines };
      const late = { ...paid, receiptId: `late-${withdrawn}`, documentId: withdrawn };
      const voided = { ...late, receiptId: `voided-${withdrawn}`, reference: 'R-2', number: 2, total: -2500, voids: late.receiptId };
      for (const receipt of [late, voided]) {
        const { version } = (await desk().load(withdrawn)).body.model;
        await desk().service.app.get(ReceiptConsumer).record(receipt);
        expect((await desk().load(withdrawn)).body.model).toMatchObject({ documentStatus: 'WITHDRAWN', version: version + 1 });
        expect((await desk().load(id, 'licence-clerk')).body.model.renewalId).toBe(renewal);
      }
    });

    it('begins when the previous licence ends', async () => {
      const id = await desk().lead('ISSUED');
      const { endDate } = (await desk().load(id)).body.model;
      const next = (await desk().act('licence-clerk', id, 'renewal')).body.model.id;
      await approve(next);
      expect(
        new Date(String((await desk().act('licence-approver', next, 'issuance', { comment: 'Paid at the bank' })).body.model.beginDate)).getTime() -
          new Date(String(endDate)).getTime(),
      ).toBe(86_400_000);
    });

    it.each([
      ['earlier', -600],
      ['later', 400],
    ])('begins when the previous licence ends, also if that day was moved %s meanwhile', async (_where, days) => {
      const beginDate = clock.today();
      const endDate = addDays(beginDate, 650);
      const id = await desk().lead('APPROVED');
      const given = { beginDate, endDate, comment: 'Paid at the bank' };
      expect((await desk().act('licence-approver', id, 'issuance', given)).status).toBe(200);
      const next = (await desk().act('licence-clerk', id, 'renewal')).body.model.id;
      await approve(next);
      const moved = addDays(endDate, days);
      expect((await desk().act('licence-approver', id, 'modification', { endDate: moved })).status).toBe(200);
      expect((await desk().act('licence-approver-2', id, 'modification-confirmation')).status).toBe(200);
      const issue = (first: string) => desk().act('licence-approver', next, 'issuance', { beginDate: first, comment: 'Paid at the bank' });
      expect(codesOf(await issue(addDays(endDate, 1)))).toEqual(['beginDate DATE']);
      const { status, body } = await desk().act('licence-approver', next, 'issuance', { comment: 'Paid at the bank' });
      expect([status, body.model?.beginDate]).toEqual([200, addDays(moved, 1)]);
    });

    it('is not issued while the licence that it renews is suspended', async () => {
      const id = await desk().lead('ISSUED');
      const next = (await desk().act('licence-clerk', id, 'renewal')).body.model.id;
      await approve(next);
      const { reference } = (await desk().load(id)).body.model.serialReference;
      expect((await desk().act('licence-approver', id, 'suspension', { comment: 'Under investigation' })).status).toBe(200);
      const issue = () => desk().act('licence-approver', next, 'issuance', { comment: 'Paid at the bank' });
      const refused = await issue();
      expect([refused.status, codesOf(refused)]).toEqual([409, ['ACTION_NOT_ALLOWED']]);
      expect(refused.body.errors[0]?.message).toContain(reference);
      expect((await desk().load(next)).body.model).not.toHaveProperty('beginDate');
      expect((await desk().act('licence-approver', id, 'activation')).status).toBe(200);
      expect((await issue()).body.model).toHaveProperty('beginDate');
    });

    it('shows the ids of the two documents only to the office', async () => {
      const id = await desk().lead('ISSUED', 'applicant');
      const renewal = (await desk().act('applicant', id, 'renewal')).body.model.id;
      for (const reader of ['public', 'neighbour', 'applicant'] as const) {
        const [before, after] = [(await desk().load(id, reader)).body.model, (await desk().load(renewal, reader)).body.model];
        expect([reader, JSON.stringify(before).includes(renewal), JSON.stringify(after).includes(id)]).toEqual([reader, false, false]);
        expect(before.renewalReference).toBe(after.serialReference.reference);
      }
      expect((await desk().load(renewal, 'licence-clerk')).body.model.renewalOf).toBe(id);
      expect((await desk().load(id, 'licence-clerk')).body.model.renewalId).toBe(renewal);
    });

    it('is answered with the same document when its key is repeated', async () => {
      const id = await desk().lead('ISSUED', 'applicant');
      const { version } = (await desk().load(id)).body.model;
      const renew = () => desk().call('applicant', 'POST', `/v1/professional/${id}/actions/renewal`, { version }, { 'idempotency-key': `renewal-${id}` });
      const [first, again] = [await renew(), await renew()];
      expect([first.status, again.status, again.body.model]).toEqual([201, 201, first.body.model]);
    });

    it('is answered with a key of one day where it was applied for with a one-time code, and not with its id', async () => {
      const id = await desk().lead('ISSUED', 'applicant');
      const { version } = (await desk().load(id)).body.model;
      const { kit, definition } = desk().service.app.get(LicenceService);
      const key = makeDocumentKey(kit.encryption, kit.clock, definition.kind, id, 'code');
      const renew = () => desk().call('public', 'POST', `/v1/professional/${key}/actions/renewal`, { version }, { 'idempotency-key': `by code ${id}` });
      const answers = [await renew(), await renew()];
      const renewalId = String((await desk().load(id, 'licence-clerk')).body.model.renewalId);
      for (const { status, body } of answers) {
        expect([status, JSON.stringify(body).includes(renewalId)]).toEqual([201, false]);
        const { model, actions } = (await desk().load(body.model.id, 'public')).body;
        expect(model.previousReference).toBe((await desk().load(id, 'licence-clerk')).body.model.serialReference.reference);
        expect(actions.map(({ name }) => name)).toContain('withdrawal');
      }
    });

    it('is not possible before the licence is issued', async () => {
      const renew = async (id: string) =>
        (await desk().call('licence-clerk', 'POST', `/v1/professional/${id}/actions/renewal`, {}, { 'accept-language': 'pt' })).body.errors;
      const message = '"Renovar" não é possível agora';
      expect(await renew(await desk().lead('APPROVED'))).toMatchObject([{ code: 'ACTION_NOT_ALLOWED', message }]);
      const inProcess = '"Renovar" não é possível enquanto o estado do documento for "Verificado"';
      expect(await renew(await desk().lead('VERIFIED'))).toMatchObject([{ code: 'ACTION_NOT_ALLOWED', message: inProcess }]);
    });

    it('becomes due before the licence ends, and is announced once', async () => {
      const id = await desk().lead('APPROVED', 'applicant');
      const beginDate = clock.today();
      const endDate = addDays(beginDate, 200);
      expect((await desk().act('licence-approver', id, 'issuance', { beginDate, endDate, comment: 'Paid at the bank' })).status).toBe(200);
      const licences = desk().service.app.get(LicenceService);
      await licences.markAboutToExpire(addDays(endDate, -61));
      expect((await desk().load(id)).body.model.aboutToExpire).toBeUndefined();
      expect(await licences.markAboutToExpire(addDays(endDate, -60))).toBe(1);
      expect(await licences.markAboutToExpire(addDays(endDate, -59))).toBe(0);
      expect((await desk().load(id)).body.model).toMatchObject({ aboutToExpire: true });
      const mine = await desk().call<ListResult<object>>('applicant', 'GET', '/v1/professional/mine');
      expect(mine.body.records).toContainEqual(expect.objectContaining({ id, nextStep: 'Renew', waitsForApplicant: true }));
      const listed = await desk().call<ListResult<{ id: string }>>(
        'licence-clerk',
        'GET',
        `/v1/professional/search${q({ criteria: [{ ...eq('aboutToExpire', ''), dataType: 'INTEGER', values: [1] }] })}`,
      );
      expect(listed.body.records.map((r) => r.id)).toContain(id);
      expect((await desk().act('public', id, 'expiry-notice')).status).toBe(401);
      const marked = async () => (await desk().load(id)).body.model.aboutToExpire;
      // Its renewal ends the mark, and the withdrawal of the renewal brings it back.
      const renewal = (await desk().act('applicant', id, 'renewal')).body.model.id;
      expect([await marked(), await licences.markAboutToExpire(addDays(endDate, -58)), await marked()]).toEqual([undefined, 0, undefined]);
      await desk().act('applicant', renewal, 'withdrawal');
      expect([await licences.markAboutToExpire(endDate), await marked()]).toEqual([1, true]);
      expect([await licences.markAboutToExpire(addDays(endDate, 1)), await marked()]).toEqual([0, undefined]);
      expect([await licences.markAboutToExpire(addDays(endDate, -58)), await marked()]).toEqual([1, true]);
      // A suspended licence cannot be renewed.
      await desk().act('licence-approver', id, 'suspension', { comment: 'Under investigation' });
      const own = (await desk().call<ListResult<{ id: string; nextStep?: string; waitsForApplicant?: boolean }>>('applicant', 'GET', '/v1/professional/mine'))
        .body;
      const suspended = own.records.find((each) => each.id === id);
      expect([suspended?.nextStep === 'Renew', suspended?.waitsForApplicant ?? false]).toEqual([false, false]);
    });

    it('is due no longer when the end of the licence is moved, and again before its new end', async () => {
      const id = await desk().lead('APPROVED', 'applicant');
      const endDate = addDays(clock.today(), 200);
      await desk().act('licence-approver', id, 'issuance', { beginDate: clock.today(), endDate, comment: 'Paid at the bank' });
      const licences = desk().service.app.get(LicenceService);
      const marked = async () => {
        const { model } = (await desk().load(id)).body;
        const { records } = (await desk().call<ListResult<{ id: string }>>('applicant', 'GET', '/v1/professional/mine')).body;
        return [model.aboutToExpire, records.find((each) => each.id === id)] as const;
      };
      const dueToRenew = [true, expect.objectContaining({ nextStep: 'Renew' })];
      await licences.markAboutToExpire(addDays(endDate, -60));
      expect(await marked()).toEqual(dueToRenew);
      await desk().act('licence-approver', id, 'modification', { endDate: addDays(endDate, 300) });
      expect(await marked()).toEqual(dueToRenew);
      expect((await desk().act('licence-approver-2', id, 'modification-confirmation')).status).toBe(200);
      expect(await marked()).toEqual([undefined, expect.not.objectContaining({ nextStep: 'Renew' })]);
      await licences.markAboutToExpire(addDays(endDate, 239));
      expect((await marked())[0]).toBeUndefined();
      await licences.markAboutToExpire(addDays(endDate, 240));
      expect(await marked()).toEqual(dueToRenew);
    });

    it('that was applied for before the upgrade ends the mark of its licence in the nightly run', async () => {
      const id = await desk().lead('APPROVED', 'applicant');
      const endDate = addDays(clock.today(), 200);
      await desk().act('licence-approver', id, 'issuance', { beginDate: clock.today(), endDate, comment: 'Paid at the bank' });
      expect((await desk().act('applicant', id, 'renewal')).status).toBe(201);
      const { db } = desk().service.app.get(DocumentKit);
      const row = async () => (await db.findById(LicenceRow, id)) as LicenceRow;
      const { body } = await row();
      await db.write((tx) => tx.update(LicenceRow, { id }, { aboutToExpire: 1, body: { ...body, aboutToExpire: true } as never }));
      expect((await desk().load(id)).body.model.aboutToExpire).toBe(true);
      const licences = desk().service.app.get(LicenceService);
      for (const today of [addDays(endDate, -30), addDays(endDate, -29)]) await licences.markAboutToExpire(today);
      const { model } = (await desk().load(id)).body;
      expect([(await row()).aboutToExpire, model.aboutToExpire, model.actions.filter(({ action }) => action === 'expiry-passed').length]).toEqual([
        0,
        undefined,
        1,
      ]);
    });

    it('has one daily run, whatever instance starts it', async () => {
      const daily = desk().service.app.get(DailyJobs);
      clock.pass(86_400_000);
      const asked = await Promise.all([1, 2, 3].map(() => daily.schedule(EXPIRY_TOPIC)));
      expect(asked.filter(Boolean)).toHaveLength(1);
    });
  });

  describe('a suspended licence', () => {
    const applicantQueue = async () => {
      const { body } = await desk().call<ListResult<{ code: string; count: number }>>('licence-approver', 'GET', '/v1/professional/queues');
      return body.records.find(({ code }) => code === 'APPLICANT')?.count;
    };
    const ownStep = async (id: string) => {
      const { body } = await desk().call<ListResult<{ id: string; nextStep?: string }>>('applicant', 'GET', '/v1/professional/mine');
      return body.records.find((each) => each.id === id)?.nextStep;
    };
    const stored = async (id: string) => desk().service.app.get(Database).reader.findOneByOrFail(LicenceRow, { id });

    it.each(['APPROVED', 'ISSUED'] as const)('waits for nobody, and for its issuance once it is activated and not issued (%s)', async (status) => {
      const id = await desk().lead(status, 'applicant');
      const waiting = await applicantQueue();
      expect(waiting).toEqual(expect.any(Number));
      expect((await desk().act('licence-approver', id, 'suspension', { comment: 'Under investigation' })).status).toBe(200);
      expect([(await stored(id)).stepSince, await ownStep(id), await applicantQueue()]).toEqual([null, undefined, waiting]);
      expect((await desk().act('licence-approver', id, 'activation')).status).toBe(200);
      const { stepSince, dueAt } = await stored(id);
      const due = status === 'APPROVED' ? expect.any(Date) : null;
      expect([stepSince, dueAt]).toEqual([due, due]);
      expect(await ownStep(id)).toEqual(status === 'APPROVED' ? expect.stringContaining('issue licence') : undefined);
    });
  });

  describe('a receipt', () => {
    it('marks its fees as paid once, however often it is delivered', async () => {
      const { model } = (await desk().register()).body;
      const receipt = {
        receiptId: 'receipt-1',
        documentId: model.id,
        reference: 'R-1',
        year: 2026,
        number: 1,
        date: '2026-04-01',
        payer: 'MARIA',
        total: 2500,
        currencyCode: 'USD',
        lines: [{ code: 'MEDIB-APP', name: 'Application fee', amount: 2500 }],
      };
      const receipts = desk().service.app.get(ReceiptConsumer);
      await Promise.all([receipts.record(receipt), receipts.record(receipt)]);
      await receipts.record(receipt);
      const paid = (await desk().load(model.id)).body.model;
      expect(paid.fees?.map((f) => [f.code, f.status])).toEqual([
        ['MEDIB-APP', 'PAID'],
        ['MEDIB-CARD', 'DUE'],
      ]);
      expect(paid).toMatchObject({ version: 2, documentStatus: 'SUBMITTED', receipts: [{ receiptId: 'receipt-1', reference: 'R-1', total: 2500 }] });
      await receipts.record({ ...receipt, receiptId: 'receipt-2', documentId: '00000000-0000-0000-0000-000000000000' });
      expect((await desk().act('licence-approver', model.id, 'receipt', { lines: [{ code: 'MEDIB-CARD' }] })).status).toBe(403);

      const lines = [{ code: 'MEDIB-APP', name: 'Application fee', amount: -2500 }];
      const counter = { ...receipt, receiptId: 'void-1', reference: 'R-2', total: -2500, lines, voids: 'receipt-1' };
      await Promise.all([receipts.record(counter), receipts.record(counter)]);
      const voided = (await desk().load(model.id)).body.model;
      expect(voided.fees?.map((f) => f.status)).toEqual(['DUE', 'DUE']);
      expect(voided).toMatchObject({ version: 3, documentStatus: 'SUBMITTED', receipts: [{ total: 2500 }, { total: -2500, voids: 'receipt-1' }] });
      expect((await desk().act('licence-approver', model.id, 'receipt-void', { lines: [{ code: 'MEDIB-CARD' }] })).status).toBe(403);
    });
  });
});

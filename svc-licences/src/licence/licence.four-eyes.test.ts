import type { HistoryResponse, ListResult, MediaHeld } from '@portal/contract-kit';
import { addDays, Database, ReceiptConsumer } from '@portal/service-kit';
import { codesOf, eq, messagesOf, q, testBackends } from '@portal/service-kit/testing';
import type { LicenceDocument } from '../../contract/index.ts';
import { useDesk } from '../testing/desk.ts';
import { LicenceRow } from './licence.row.ts';

describe.each(testBackends())('four eyes on a licence on %s', (_name, makeBackend) => {
  const { desk, clock } = useDesk(makeBackend);
  const nameOf = async (id: string): Promise<string | undefined> => (await desk().load(id)).body.model.holderName;

  describe('an approval', () => {
    it('needs another officer than the verification, and the screen is told in advance', async () => {
      const { id, requirements } = (await desk().register()).body.model;
      await desk().act('chief', id, 'verification', { bankCode: 'BNU', requirements: requirements?.map((r) => ({ ...r, confirmed: true })) });
      await desk().act('chief', id, 'assessment');
      await desk().act('chief', id, 'recommendation', { decision: 'RECOMMEND' });
      const { actions, blocked } = (await desk().load(id, 'chief')).body;
      expect(actions.map((a) => a.name)).not.toContain('approval');
      expect(blocked).toEqual([
        {
          name: 'approval',
          label: 'Approve',
          modes: ['approval', 'view'],
          code: 'FOUR_EYES',
          message: '"Verify" was done by you: another officer must do this.',
        },
      ]);
      const refused = await desk().act('chief', id, 'approval');
      expect([refused.status, codesOf(refused)]).toEqual([403, ['FOUR_EYES']]);
      expect((await desk().act('licence-approver', id, 'approval')).status).toBe(200);
      expect(codesOf(await desk().act('chief', id, 'approval'))).toEqual(['FOUR_EYES']);
      expect((await desk().act('licence-approver-2', id, 'approval')).status).toBe(200);
    });
  });

  describe('an issuance', () => {
    it('needs another officer than the last approval', async () => {
      const id = await desk().lead('APPROVED');
      const refused = await desk().act('licence-approver-2', id, 'issuance', { comment: 'Paid at the bank' });
      expect([refused.status, codesOf(refused)]).toEqual([403, ['FOUR_EYES']]);
      expect((await desk().load(id, 'licence-approver-2')).body.blocked?.map((b) => b.name)).toEqual(['issuance', 'open-issuance']);
      expect((await desk().act('licence-approver', id, 'issuance', { comment: 'Paid at the bank' })).status).toBe(200);
    });

    it('refuses a date that is none, and that one alone', async () => {
      const id = await desk().lead('APPROVED');
      const issue = (dates: object) => desk().act('licence-approver', id, 'issuance', { ...dates, comment: 'Paid at the bank' });
      for (const none of ['abc', '2026-02-30', 5, '31/12/2026']) {
        expect(codesOf(await issue({ beginDate: none }))).toEqual(['beginDate DATE']);
        expect(codesOf(await issue({ beginDate: none, endDate: addDays(clock.today(), 9) }))).toEqual(['beginDate DATE']);
        expect(codesOf(await issue({ endDate: none }))).toEqual(['endDate DATE']);
      }
      expect(codesOf(await issue({ beginDate: '9999-12-31' }))).toContain('beginDate DATE');
    });

    it('with an unpaid fee requires a reason, which the history shows', async () => {
      const id = await desk().lead('APPROVED');
      const silent = await desk().act('licence-approver', id, 'issuance');
      expect([silent.status, codesOf(silent)]).toEqual([422, ['action.details REQUIRED']]);
      const [issuance] = (await desk().load(id, 'licence-approver')).body.actions.filter((a) => a.name === 'issuance');
      expect(issuance).toBeDefined();
      expect((await desk().act('licence-approver', id, 'issuance', { action: { details: 'The ministry pays' } })).status).toBe(200);
      const history = await desk().call<HistoryResponse>('licence-clerk', 'POST', `/v1/professional/${id}/history`, { isAscending: true });
      expect(history.body.documentActions.at(-1)).toMatchObject({ documentAction: 'Issue licence', details: 'The ministry pays' });
    });

    it('with every fee paid requires no reason', async () => {
      const id = await desk().lead('APPROVED');
      const lines = [
        { code: 'MEDIB-APP', name: '', amount: 2500 },
        { code: 'MEDIB-CARD', name: '', amount: 500 },
      ];
      const receipt = {
        receiptId: `r-${id}`,
        documentId: id,
        reference: 'R-1',
        year: 2026,
        number: 1,
        date: '2026-04-01',
        payer: 'M',
        total: 3000,
        currencyCode: 'USD',
        lines,
      };
      await desk().service.app.get(ReceiptConsumer).record(receipt);
      expect((await desk().act('licence-approver', id, 'issuance')).status).toBe(200);
    });

    it('waits until a second officer has decided on a change, so that the change cannot remove the dates', async () => {
      const id = await desk().lead('APPROVED');
      const issue = () => desk().act('licence-approver', id, 'issuance', { comment: 'Paid' });
      await desk().act('licence-approver', id, 'modification', { holderName: 'somebody else' });
      expect((await desk().load(id, 'licence-approver')).body.actions.map((a) => a.name)).not.toContain('open-issuance');
      expect(codesOf(await issue())).toEqual(['ACTION_NOT_ALLOWED']);
      expect((await desk().act('licence-approver-2', id, 'modification-confirmation')).status).toBe(200);
      expect((await issue()).body.model).toMatchObject({ holderName: 'SOMEBODY ELSE', beginDate: clock.today() });
    });

    it('accepts dates from 30 days ago to a year ahead, within the validity', async () => {
      const id = await desk().lead('APPROVED');
      const today = clock.today();
      const issue = (beginDate: string, endDate: string) => desk().act('licence-approver', id, 'issuance', { beginDate, endDate, comment: 'Paid' });
      expect(codesOf(await issue('1990-01-01', '2199-12-31'))).toEqual(['beginDate DATE', 'endDate DATE']);
      expect(codesOf(await issue(addDays(today, -31), today))).toEqual(['beginDate DATE']);
      expect(codesOf(await issue(today, addDays(today, 4_000)))).toEqual(['endDate DATE']);
      expect(codesOf(await issue(today, addDays(today, -1)))).toEqual(['endDate DATE']);
      expect(codesOf(await issue(addDays(today, -30), addDays(today, -1)))).toEqual(['endDate DATE']);
      expect((await issue(addDays(today, -30), addDays(today, 30))).body.model).toMatchObject({ beginDate: addDays(today, -30), endDate: addDays(today, 30) });
    });
  });

  describe('a change of the holder’s identity or of the dates', () => {
    const values: Record<string, object> = {
      holderName: { holderName: 'somebody else' },
      gender: { gender: 'M' },
      birthDate: { birthDate: '1990-01-01' },
      nationalityCode: { nationalityCode: 'PT' },
      indentityCode: { indentityCode: 'PASSPORT' },
      holderCode: { holderCode: 'other-1' },
    };
    const cases: ['adjustment' | 'modification', string, object][] = (['adjustment', 'modification'] as const).flatMap((action) =>
      Object.entries(values).map(([field, change]): [typeof action, string, object] => [action, field, change]),
    );

    it.each(cases)('by %s: %s waits for another officer', async (action, field, change) => {
      const id = await desk().lead('ISSUED');
      const before = (await desk().load(id, 'licence-approver')).body.model;
      const asked = await desk().act('licence-approver', id, action, { ...change, workPlace: 'new clinic' });
      const at = (model: LicenceDocument): unknown => model[field as keyof LicenceDocument];
      expect([asked.status, asked.body.model.version, asked.body.model.documentStatus]).toEqual([200, before.version + 1, 'APPROVED']);
      expect([at(asked.body.model), asked.body.model.workPlace]).toEqual([at(before), before.workPlace]);
      expect(asked.body.model.pendingChange).toMatchObject({ action, askedBy: 'Aurora Approver', values: { workPlace: 'NEW CLINIC' } });
      expect(codesOf(await desk().act('licence-approver', id, `${action}-confirmation`))).toEqual(['FOUR_EYES']);
      const confirmed = await desk().act('licence-approver-2', id, `${action}-confirmation`);
      expect(confirmed.body.model).toMatchObject({ workPlace: 'NEW CLINIC', version: before.version + 2 });
      expect(String(at(confirmed.body.model)).toLowerCase()).toBe(Object.values(change)[0].toLowerCase());
      expect(confirmed.body.model).not.toHaveProperty('pendingChange');
    });

    it('by modification: the dates wait for confirmation and are limited', async () => {
      const id = await desk().lead('ISSUED');
      const { beginDate, endDate } = (await desk().load(id)).body.model as Required<LicenceDocument>;
      const modify = (change: object) => desk().act('licence-approver', id, 'modification', change);
      expect(codesOf(await modify({ beginDate: '1990-01-01', endDate: '2199-12-31' }))).toEqual(['beginDate DATE', 'endDate DATE']);
      expect(codesOf(await modify({ endDate: addDays(endDate, 1) }))).toEqual(['endDate DATE']);
      expect(codesOf(await modify({ endDate: '' }))).toEqual(['endDate REQUIRED']);
      for (const beginDate of ['abc', '2026-02-30', 5, '31/12/2026']) expect(codesOf(await modify({ beginDate }))).toEqual(['beginDate DATE']);
      const asked = await modify({ endDate: addDays(endDate, -10) });
      expect(asked.body.model).toMatchObject({ beginDate, endDate, pendingChange: { values: { endDate: addDays(endDate, -10) } } });
      expect((await desk().act('licence-approver-2', id, 'modification-confirmation')).body.model).toMatchObject({ beginDate, endDate: addDays(endDate, -10) });
    });

    it('a modification cannot set dates before the licence is issued', async () => {
      const id = await desk().lead('APPROVED');
      const today = clock.today();
      expect(codesOf(await desk().act('licence-approver', id, 'modification', { beginDate: today, endDate: addDays(today, 10) }))).toEqual(['beginDate DATE']);
    });

    it('by adjustment: the photo waits for confirmation, and the file is held', async () => {
      const id = await desk().lead('ISSUED');
      const photoInstance = desk().addFile('photo-waits', { scope: 'profile' });
      expect((await desk().act('licence-approver', id, 'adjustment', { photoInstance })).body.model.photoInstance).toBeUndefined();
      expect((await messagesOf<MediaHeld>(desk().service, 'media.held')).at(-1)).toMatchObject({ documentId: id, uids: [photoInstance] });
      expect((await desk().act('licence-approver-2', id, 'adjustment-confirmation')).body.model.photoInstance).toBe(photoInstance);
    });

    it('that still waits brings no erased address back', async () => {
      const id = await desk().lead('ISSUED', 'applicant');
      const addresses = { holderEmail: 'new@example.org', holderMobile: '+670 7799 1122' };
      const held = async () => {
        const { model } = (await desk().load(id, 'licence-approver')).body;
        return [model, model.pendingChange?.values].map((of) => [of?.holderName, of?.holderEmail, of?.holderMobile]);
      };
      const waits = await desk().act('licence-approver', id, 'adjustment', { holderName: 'somebody else', ...addresses });
      expect(waits.body.model.pendingChange?.values).toMatchObject({ holderEmail: addresses.holderEmail });
      const asked = await desk().call<{ model: { id: string } }>('applicant', 'POST', `/v1/professional/${id}/erasure`, {});
      const decision = { decision: 'GRANT', comment: 'The fees are paid' };
      expect((await desk().call('erasure-officer', 'POST', `/v1/professional/erasure/${asked.body.model.id}`, decision)).status).toBe(200);
      expect(await held()).toEqual([
        ['MARIA DA SILVA', undefined, undefined],
        ['SOMEBODY ELSE', undefined, undefined],
      ]);
      const past = await desk().call<{ model: LicenceDocument }>('licence-approver', 'GET', `/v1/professional/${id}/${waits.body.model.version}/version`);
      expect(past.body.model.pendingChange?.values).not.toHaveProperty('holderEmail');
      expect((await desk().act('licence-approver-2', id, 'adjustment-confirmation')).status).toBe(200);
      expect((await held())[0]).toEqual(['SOMEBODY ELSE', undefined, undefined]);
    });

    it('needs no contact address that was erased, except of the holder', async () => {
      const id = await desk().lead('ISSUED', 'applicant');
      expect(codesOf(await desk().act('licence-approver', id, 'adjustment', { holderMobile: '' }))).toEqual(['holderMobile REQUIRED']);
      const asked = await desk().call<{ model: { id: string } }>('applicant', 'POST', `/v1/professional/${id}/erasure`, {});
      const decision = { decision: 'GRANT', comment: 'The fees are paid' };
      expect((await desk().call('erasure-officer', 'POST', `/v1/professional/erasure/${asked.body.model.id}`, decision)).status).toBe(200);
      for (const [action, change] of [
        ['adjustment', { workPlace: 'Clinic' }],
        ['modification', { workPlace: 'Hospital' }],
      ] as const) {
        const changed = await desk().act('licence-approver', id, action, change);
        expect([action, changed.status, changed.body.errors]).toEqual([action, 200, undefined]);
        expect(changed.body.model).not.toHaveProperty('holderMobile');
      }
      // The other required fields are still required.
      expect(codesOf(await desk().act('licence-approver', id, 'adjustment', { holderName: '' }))).toEqual(['holderName REQUIRED']);
      expect(codesOf(await desk().act('applicant', id, 'renewal'))).toContain('holderMobile REQUIRED');
    });

    it('that still waits brings no erased telephone number back, and the number finds no licence', async () => {
      const holderPhone = '6703311277';
      const id = await desk().lead('ISSUED', 'applicant');
      await desk().act('licence-approver', id, 'modification', { holderPhone });
      const found = async () => {
        const query = q({ criteria: [eq('holderPhone', holderPhone)] });
        return (await desk().call<ListResult<object>>('chief', 'GET', `/v1/professional/search${query}`)).body.totalRecords;
      };
      expect([(await desk().load(id, 'licence-approver')).body.model.holderPhone, await found()]).toEqual([holderPhone, 1]);
      const waits = await desk().act('licence-approver', id, 'adjustment', { holderName: 'somebody else', holderPhone: '6703311278' });
      const asked = await desk().call<{ model: { id: string } }>('applicant', 'POST', `/v1/professional/${id}/erasure`, {});
      const decision = { decision: 'GRANT', comment: 'The fees are paid' };
      expect((await desk().call('erasure-officer', 'POST', `/v1/professional/erasure/${asked.body.model.id}`, decision)).status).toBe(200);
      const past = await desk().call<{ model: LicenceDocument }>('licence-approver', 'GET', `/v1/professional/${id}/${waits.body.model.version}/version`);
      const confirmed = await desk().act('licence-approver-2', id, 'adjustment-confirmation');
      expect([past.body.model.holderPhone, past.body.model.pendingChange?.values.holderPhone]).toEqual([undefined, undefined]);
      expect([confirmed.status, confirmed.body.model.holderPhone, await found()]).toEqual([200, undefined, 0]);
    });

    it('is refused with a reason, and the licence stays unchanged', async () => {
      const id = await desk().lead('ISSUED');
      await desk().act('licence-approver', id, 'adjustment', { holderName: 'somebody else' });
      expect(codesOf(await desk().act('licence-approver', id, 'adjustment-refusal', { comment: 'No' }))).toEqual(['FOUR_EYES']);
      expect(codesOf(await desk().act('licence-approver-2', id, 'adjustment-refusal'))).toEqual(['action.details REQUIRED']);
      const refused = await desk().act('licence-approver-2', id, 'adjustment-refusal', { comment: 'No court order' });
      expect(refused.body.model).not.toHaveProperty('pendingChange');
      expect(await nameOf(id)).toBe('MARIA DA SILVA');
    });

    it.each([
      ['ISSUED', 'adjustment', 'adjustment-confirmation'],
      ['ISSUED', 'modification', 'modification-refusal'],
      ['APPROVED', 'modification', 'modification-confirmation'],
      ['APPROVED', 'adjustment', 'adjustment-refusal'],
    ] as const)('on a licence that is %s by %s stands in the queue of other officers until the %s', async (status, action, decision) => {
      const id = await desk().lead(status);
      const count = async (user: 'licence-approver' | 'licence-approver-2', queue: string) => {
        const { body } = await desk().call<ListResult<{ code: string; count: number }>>(user, 'GET', '/v1/professional/queues');
        return body.records.find(({ code }) => code === queue)?.count ?? -1;
      };
      const counts = async () => [
        await count('licence-approver', 'TEAM'),
        await count('licence-approver-2', 'TEAM'),
        await count('licence-approver-2', 'OVERDUE'),
        await count('licence-approver-2', 'APPLICANT'),
      ];
      const columns = async () => {
        const { stepSince, dueAt } = await desk().service.app.get(Database).reader.findOneByOrFail(LicenceRow, { id });
        return [stepSince, dueAt];
      };
      clock.pass(60_000);
      const [before, waited] = [await counts(), await columns()];
      expect(waited).toEqual(status === 'ISSUED' ? [null, null] : [expect.any(Date), expect.any(Date)]);
      const [mine, theirs, overdue, applicants] = before as [number, number, number, number];
      // Only the officer who did not approve last can issue the licence: nobody, while a change waits.
      const issues = status === 'APPROVED' ? 1 : 0;
      await desk().act('licence-approver', id, action, { holderName: 'somebody else' });
      const [since, due] = await columns();
      expect([since, due]).toEqual([new Date(Math.floor(clock.now().getTime() / 1000) * 1000), expect.any(Date)]);
      expect(await counts()).toEqual([mine - issues, theirs + 1, overdue, applicants]);
      // A payment in the meantime changes nothing.
      await desk()
        .service.app.get(ReceiptConsumer)
        .record({
          receiptId: `held-${id}`,
          documentId: id,
          reference: 'R-1',
          year: 2026,
          number: 1,
          date: '2026-04-01',
          payer: 'M',
          total: 500,
          currencyCode: 'USD',
          lines: [{ code: 'MEDIB-CARD', name: '', amount: 500 }],
        });
      expect(await columns()).toEqual([since, due]);
      expect((await desk().act('licence-approver-2', id, decision, { comment: 'Decided' })).status).toBe(200);
      expect([await counts(), await columns()]).toEqual([before, waited]);
    });

    it('does not wait in a queue while the licence is suspended', async () => {
      const id = await desk().lead('ISSUED');
      await desk().act('licence-approver', id, 'modification', { holderName: 'somebody else' });
      const since = async () => (await desk().service.app.get(Database).reader.findOneByOrFail(LicenceRow, { id })).stepSince;
      const asked = await since();
      expect(asked).toEqual(expect.any(Date));
      await desk().act('licence-approver', id, 'suspension', { comment: 'Under investigation' });
      expect(await since()).toBeNull();
      await desk().act('licence-approver', id, 'activation');
      expect(await since()).toEqual(asked);
    });

    it('is free for other officers, although the officer who asked for it had claimed the licence', async () => {
      const id = await desk().lead('ISSUED');
      expect((await desk().call('licence-approver', 'POST', `/v1/professional/${id}/claim`, {})).status).toBe(200);
      await desk().act('licence-approver', id, 'modification', { holderName: 'somebody else' });
      expect((await desk().act('licence-approver-2', id, 'modification-confirmation')).status).toBe(200);
    });

    it('blocks other changes while it waits, and only staff see it', async () => {
      const id = await desk().lead('ISSUED');
      await desk().act('licence-approver', id, 'adjustment', { holderName: 'somebody else', nationalityCode: 'PT' });
      for (const action of ['adjustment', 'modification'])
        expect([action, codesOf(await desk().act('licence-approver-2', id, action, { workPlace: 'x' }))]).toEqual([action, ['ACTION_NOT_ALLOWED']]);
      expect(codesOf(await desk().act('licence-approver-2', id, 'modification-confirmation'))).toEqual(['ACTION_NOT_ALLOWED']);
      expect((await desk().load(id)).body.model).not.toHaveProperty('pendingChange');
      const [en, pt] = [(await desk().load(id, 'licence-approver-2')).body.model, (await desk().load(id, 'licence-approver-2', 'pt')).body.model];
      expect([en.pendingChange?.values.genderName, pt.pendingChange?.values.genderName]).toEqual(['Name of F', 'Nome de F']);
    });

    it('can be confirmed by an officer who made another change at once before', async () => {
      const id = await desk().lead('ISSUED');
      expect((await desk().act('licence-approver-2', id, 'modification', { workPlace: 'clinic' })).body.model.workPlace).toBe('CLINIC');
      await desk().act('licence-approver', id, 'adjustment', { holderName: 'somebody else' });
      expect((await desk().act('licence-approver-2', id, 'adjustment-confirmation')).status).toBe(200);
    });

    it('that breaks a rule is refused at once', async () => {
      const id = await desk().lead('ISSUED');
      expect(codesOf(await desk().act('licence-approver', id, 'adjustment', { holderName: '', nationalityCode: 'XX' }))).toEqual(
        expect.arrayContaining(['holderName REQUIRED', 'nationalityCode CHOICE']),
      );
      expect((await desk().load(id, 'licence-approver')).body.model).not.toHaveProperty('pendingChange');
    });
  });
});

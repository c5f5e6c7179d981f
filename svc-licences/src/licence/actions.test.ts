import { places } from '@portal/service-kit/testing';
import { codesOf, type Envelope, useDesk } from '../testing/desk.ts';

describe.each(places())('acting on a licence on %s', (_name, makePlace) => {
  const { desk, clock } = useDesk(makePlace);

  describe('the workflow', () => {
    it('leads from the application to the licence', async () => {
      const id = await desk().lead('SUBMITTED');
      expect(codesOf(await desk().act('licence-verifier', id, 'query'))).toEqual(['action.details REQUIRED']);
      expect((await desk().act('licence-verifier', id, 'query', { action: { details: 'Which hospital?' } })).body.model.documentStatus).toBe('QUERIED');
      expect(codesOf(await desk().act('public', id, 'feedback'))).toEqual(['action.details REQUIRED']);
      const replied = await desk().act('public', id, 'feedback', { action: { details: 'Guido Valadares' } });
      expect(replied.body.model).toMatchObject({ documentStatus: 'REPLIED', action: {} });
      expect(replied.body.model.actions.at(-1)).toMatchObject({ operation: 'Reply', details: 'Guido Valadares', status: 'REPLIED' });
      expect(codesOf(await desk().act('licence-verifier', id, 'verification'))).toEqual([
        'bankCode REQUIRED',
        'requirements.0.confirmed REQUIRED',
        'requirements.1.confirmed REQUIRED',
      ]);
      expect(codesOf(await desk().act('licence-verifier', id, 'verification', { bankCode: 'XXX' }))).toContain('bankCode CHOICE');
      expect((await desk().verify(id)).body.model).toMatchObject({
        documentStatus: 'VERIFIED',
        bankCode: 'BNU',
        bankName: 'Banco Nacional Ultramarino',
        bankAccount: '0060',
        holderName: 'MARIA DA SILVA',
      });
      expect((await desk().act('licence-assessor', id, 'assessment')).body.model.documentStatus).toBe('ASSESSED');
      expect(codesOf(await desk().act('licence-assessor', id, 'recommendation'))).toEqual(['decision REQUIRED']);
      expect(codesOf(await desk().act('licence-assessor', id, 'recommendation', { decision: 'MAYBE' }))).toContain('decision CHOICE');
      expect(codesOf(await desk().act('licence-assessor', id, 'recommendation', { decision: 'RETURN' }))).toEqual(['action.details REQUIRED']);
      expect(
        (await desk().act('licence-assessor', id, 'recommendation', { action: { decision: 'RETURN', details: 'Diploma unreadable' } })).body.model
          .documentStatus,
      ).toBe('RETURNED');
      expect((await desk().act('public', id, 'submission', { workPlace: 'clinic' })).body.model).toMatchObject({
        documentStatus: 'SUBMITTED',
        workPlace: 'CLINIC',
        requirements: [{ confirmed: false }, { confirmed: false }],
      });
      await desk().verify(id);
      await desk().act('licence-assessor', id, 'assessment');
      expect((await desk().act('licence-assessor', id, 'recommendation', { decision: 'RECOMMEND' })).body.model.documentStatus).toBe('RECOMMENDED');
      expect((await desk().act('licence-approver', id, 'approval')).body.model.documentStatus).toBe('SENT FOR APPROVAL');
      expect(codesOf(await desk().act('licence-approver', id, 'approval'))).toEqual(['FOUR_EYES']);
      expect((await desk().load(id, 'licence-approver')).body.actions.map((a) => a.name)).not.toContain('approval');
      const approved = await desk().act('licence-approver-2', id, 'approval');
      expect(approved.body.model.documentStatus).toBe('APPROVED');
      expect(approved.body.model).not.toHaveProperty('firstApproval');
      const issued = await desk().act('licence-approver', id, 'issuance');
      expect(issued.body.model).toMatchObject({
        documentStatus: 'APPROVED',
        beginDate: clock.today(),
        storageReference: { reference: `L-${issued.body.model.serialReference.reference}` },
      });
      expect(issued.body.model.endDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(codesOf(await desk().act('licence-approver', id, 'issuance'))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('lets no stale version through, and says who was faster', async () => {
      const id = await desk().lead('VERIFIED');
      const stale = await desk().call('licence-assessor', 'POST', `/v1/professional/${id}/actions/assessment`, { version: 1 });
      expect(codesOf(stale)).toEqual(['STALE_VERSION']);
      expect(stale.body.current).toMatchObject({ version: 2, changedBy: 'Vasco Verifier', action: 'Verify', documentStatus: 'VERIFIED' });
      const both = await Promise.all([
        desk().call('licence-assessor', 'POST', `/v1/professional/${id}/actions/assessment`, { version: 2 }),
        desk().call('licence-assessor', 'POST', `/v1/professional/${id}/actions/rejection`, { version: 2, action: { details: 'No' } }),
      ]);
      expect(both.map((r) => r.status).sort()).toEqual([200, 409]);
    });

    it('takes dates at issuance, in order', async () => {
      const id = await desk().lead('APPROVED');
      expect(codesOf(await desk().act('licence-approver', id, 'issuance', { beginDate: '2026-05-02', endDate: '2026-05-01' }))).toEqual(['endDate DATE']);
      expect((await desk().act('licence-approver', id, 'issuance', { beginDate: '2026-05-01', endDate: '2027-04-30' })).body.model).toMatchObject({
        beginDate: '2026-05-01',
        endDate: '2027-04-30',
      });
    });

    it('suspends and activates', async () => {
      const id = await desk().lead('ISSUED');
      expect(codesOf(await desk().act('licence-approver', id, 'suspension'))).toEqual(['action.details REQUIRED']);
      expect((await desk().act('licence-approver', id, 'suspension', { action: { details: 'Under investigation' } })).body.model.documentStatus).toBe(
        'SUSPENDED',
      );
      expect(codesOf(await desk().act('licence-approver', id, 'modification'))).toEqual(['ACTION_NOT_ALLOWED']);
      expect((await desk().act('licence-approver', id, 'activation')).body.model.documentStatus).toBe('APPROVED');
    });

    it('adjusts and modifies into a new version, each only what it may', async () => {
      const id = await desk().lead('ISSUED');
      desk().files.set('photo-2', { uid: 'photo-2', name: 'new.jpg', size: 9, type: 'image/png', scope: 'profile' });
      const modified = await desk().act('licence-approver', id, 'modification', {
        workPlace: 'new clinic',
        photoInstance: 'photo-2',
        documentCode: 'ACAIB',
        endDate: '2099-01-01',
        documentStatus: 'SUSPENDED',
      });
      expect(modified.body.model).toMatchObject({ documentStatus: 'APPROVED', workPlace: 'NEW CLINIC', documentCode: 'MEDIB', endDate: '2099-01-01' });
      expect(modified.body.model.photoInstance).toBeUndefined();
      const adjusted = await desk().act('licence-approver', id, 'adjustment', {
        holderName: 'maria silva',
        photoInstance: 'photo-2',
        nationalityCode: 'PT',
        endDate: '2000-01-01',
      });
      expect(adjusted.body.model).toMatchObject({
        holderName: 'MARIA SILVA',
        photoInstance: 'photo-2',
        nationalityName: 'Portuguese',
        endDate: '2099-01-01',
        workPlace: 'NEW CLINIC',
        version: modified.body.model.version + 1,
      });
      expect((await desk().act('licence-approver', id, 'modification', { gender: '' })).status).toBe(422);
      const old = await desk().call<Envelope>('licence-approver', 'GET', `/v1/professional/${id}/${modified.body.model.version}/version`);
      expect(old.body.model).toMatchObject({ holderName: 'MARIA DA SILVA', version: modified.body.model.version });
    });

    it('keeps an applicant from what another registered', async () => {
      const id = await desk().lead('SUBMITTED', 'applicant');
      expect((await desk().act('neighbour', id, 'withdrawal')).status).toBe(403);
      expect((await desk().act('public', id, 'withdrawal')).status).toBe(401);
      expect((await desk().act('licence-clerk', id, 'withdrawal')).status).toBe(403);
      expect((await desk().act('applicant', id, 'withdrawal')).body.model.documentStatus).toBe('WITHDRAWN');
      expect(codesOf(await desk().act('applicant', id, 'withdrawal'))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('amends what was queried, but not what was applied for', async () => {
      const id = await desk().lead('SUBMITTED', 'applicant');
      await desk().act('licence-verifier', id, 'query', { action: { details: 'Wrong number?' } });
      const amended = await desk().act('applicant', id, 'amendment', {
        holderMobile: '67077999999',
        documentCode: 'ACAIB',
        requirements: [{ id: 'MEDIB-DIPLOMA', accept: true, confirmed: true }],
      });
      expect(amended.body.model).toMatchObject({ documentStatus: 'REPLIED', holderMobile: '67077999999', documentCode: 'MEDIB' });
      expect(amended.body.model.requirements?.map((r) => [r.id, r.accept, r.confirmed])).toEqual([
        ['MEDIB-IDENTITY', false, false],
        ['MEDIB-DIPLOMA', true, false],
      ]);
    });
  });
});

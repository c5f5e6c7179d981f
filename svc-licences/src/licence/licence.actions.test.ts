import { codesOf, testBackends } from '@portal/service-kit/testing';
import { type Envelope, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('acting on a licence on %s', (_name, makeBackend) => {
  const { desk, clock } = useDesk(makeBackend);

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
      const issued = await desk().act('licence-approver', id, 'issuance', { action: { details: 'Paid by the ministry' } });
      expect(issued.body.model).toMatchObject({
        documentStatus: 'APPROVED',
        beginDate: clock.today(),
        storageReference: { reference: `L-${issued.body.model.serialReference.reference}` },
      });
      expect(issued.body.model.endDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(codesOf(await desk().act('licence-approver', id, 'issuance'))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('refuses a stale version and names who changed the document', async () => {
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

    it('suspends and activates', async () => {
      const id = await desk().lead('ISSUED');
      expect(codesOf(await desk().act('licence-approver', id, 'suspension'))).toEqual(['action.details REQUIRED']);
      expect((await desk().act('licence-approver', id, 'suspension', { action: { details: 'Under investigation' } })).body.model.documentStatus).toBe(
        'SUSPENDED',
      );
      expect(codesOf(await desk().act('licence-approver', id, 'modification'))).toEqual(['ACTION_NOT_ALLOWED']);
      expect((await desk().act('licence-approver', id, 'activation')).body.model.documentStatus).toBe('APPROVED');
    });

    it('adjusts and modifies only its fields, as a new version', async () => {
      const id = await desk().lead('ISSUED');
      const photoInstance = desk().addFile('photo-2', { scope: 'profile' });
      const modified = await desk().act('licence-approver', id, 'modification', { workPlace: 'new clinic', photoInstance, documentStatus: 'SUSPENDED' });
      expect(modified.body.model).toMatchObject({ documentStatus: 'APPROVED', workPlace: 'NEW CLINIC' });
      expect(modified.body.model.photoInstance).toBeUndefined();
      const adjusted = await desk().act('licence-approver', id, 'adjustment', { holderMobile: '67077111111', endDate: '2000-01-01' });
      expect(adjusted.body.model).toMatchObject({
        holderMobile: '67077111111',
        endDate: modified.body.model.endDate,
        workPlace: 'NEW CLINIC',
        version: modified.body.model.version + 1,
      });
      expect((await desk().act('licence-approver', id, 'modification', { gender: '' })).status).toBe(422);
      const old = await desk().call<Envelope>('licence-approver', 'GET', `/v1/professional/${id}/${modified.body.model.version}/version`);
      expect(old.body.model).toMatchObject({ holderMobile: '67077000001', version: modified.body.model.version });
    });

    it("does not let an applicant act on another's application", async () => {
      const id = await desk().lead('SUBMITTED', 'applicant');
      expect((await desk().act('neighbour', id, 'withdrawal')).status).toBe(403);
      expect((await desk().act('public', id, 'withdrawal')).status).toBe(401);
      expect((await desk().act('licence-clerk', id, 'withdrawal')).status).toBe(403);
      expect((await desk().act('applicant', id, 'withdrawal')).body.model.documentStatus).toBe('WITHDRAWN');
      expect(codesOf(await desk().act('applicant', id, 'withdrawal'))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('lets the applicant amend a queried application', async () => {
      const id = await desk().lead('SUBMITTED', 'applicant');
      await desk().act('licence-verifier', id, 'query', { action: { details: 'Wrong number?' } });
      const amended = await desk().act('applicant', id, 'amendment', {
        holderMobile: '67077999999',
        requirements: [{ id: 'MEDIB-DIPLOMA', accept: true, confirmed: true }],
      });
      expect(amended.body.model).toMatchObject({ documentStatus: 'REPLIED', holderMobile: '67077999999' });
      expect(amended.body.model.requirements?.map((r) => [r.id, r.accept, r.confirmed])).toEqual([
        ['MEDIB-IDENTITY', false, false],
        ['MEDIB-DIPLOMA', true, false],
      ]);
    });

    it.each<[string, object, string]>([
      ['no file', { name: 'diploma.pdf' }, 'medias.0.uid REQUIRED'],
      ['a long id', { id: 'i'.repeat(300) }, 'medias.0.id MAX_LENGTH'],
      ['hostile text', { info: { code: 'DIPLOMA', scope: 'S\u202e\u0000' } }, 'medias.0.info.scope TEXT'],
      ['a code that is in no list', { info: { code: 'NOTHING' } }, 'medias.0.info.code CHOICE'],
    ])('refuses a scan with %s in the reply to a query', async (_what, wrong, code) => {
      const id = await desk().lead('SUBMITTED', 'applicant');
      await desk().act('licence-verifier', id, 'query', { comment: 'Which?' });
      const uid = desk().addFile(`reply-${code}`);
      const scan = { name: 'diploma.pdf', info: { code: 'DIPLOMA' } };
      const reply = (media: object) => desk().act('applicant', id, 'feedback', { comment: 'This one', medias: [media] });
      expect(codesOf(await reply('name' in wrong ? wrong : { uid, ...scan, ...wrong }))).toEqual([code]);
      expect((await reply({ uid, ...scan })).body.model.medias).toMatchObject([{ uid, info: { code: 'DIPLOMA' } }]);
      expect((await desk().verify(id)).status).toBe(200);
    });

    it.each<[string, object]>([
      ['agencyCode', { agencyCode: 'MOE' }],
      ['documentCode', { documentCode: 'MILIB' }],
      ['subDocumentCode', { subDocumentCode: 'MED-SPC' }],
      ['documentType', { documentType: 'IBS' }],
      ['previousReference', { previousReference: 'MEDIB-2020-0000001' }],
    ])('keeps %s as it was registered, queried, returned or approved', async (field, change) => {
      const fixed = async (user: 'applicant' | 'licence-approver', id: string, action: string, more = {}): Promise<void> => {
        const reply = await desk().act(user, id, action, { ...change, ...more });
        expect([action, reply.status, codesOf(reply)]).toEqual([action, 422, [`${field} CHOICE`]]);
      };
      const id = await desk().lead('SUBMITTED', 'applicant');
      await desk().act('licence-verifier', id, 'query', { action: { details: 'Which?' } });
      await fixed('applicant', id, 'amendment');
      await fixed('applicant', id, 'feedback', { comment: 'This one' });
      expect((await desk().act('applicant', id, 'amendment')).status).toBe(200);
      await desk().verify(id);
      await desk().act('licence-assessor', id, 'assessment');
      await desk().act('licence-assessor', id, 'recommendation', { decision: 'RETURN', comment: 'Unreadable' });
      await fixed('applicant', id, 'edit');
      await fixed('applicant', id, 'submission');
      const { version } = (await desk().load(id, 'applicant')).body.model;
      expect(codesOf(await desk().call('applicant', 'POST', '/v1/professional/', { id, version, ...change }))).toEqual([`${field} CHOICE`]);
      const approved = await desk().lead('ISSUED', 'applicant');
      await fixed('licence-approver', approved, 'adjustment');
      await fixed('licence-approver', approved, 'modification');
      await fixed('applicant', approved, 'renewal');
      expect((await desk().load(id, 'applicant')).body.model).toMatchObject({
        agencyCode: 'MOH',
        documentCode: 'MEDIB',
        subDocumentCode: 'MED-BSC',
        documentType: 'IBN',
      });
    });
  });
});

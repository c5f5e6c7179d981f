import type { HistoryResponse, InvoiceDue, ListResult, MediaHeld } from '@portal/contract-kit';
import { AuditSealer, Database, OutboxRow, verifyAudit } from '@portal/service-kit';
import { places, TestClock } from '@portal/service-kit/testing';
import type { LicenceFinderRow } from '../../contract/index.ts';
import { anApplication } from '../testing/bodies.ts';
import { codesOf, Desk, type Envelope } from '../testing/desk.ts';
import { ExpiryJob } from './expiry.job.ts';
import { Licences } from './licences.ts';

const q = (query: object): string => `?q=${encodeURIComponent(JSON.stringify(query))}`;
const eq = (fieldName: string, value: string, dataType = 'TEXT', operation = 'EQ') => ({ expressionType: 'SearchCriterion', operation, dataType, fieldName, values: [value] });
const finder = (change: Record<string, string> = {}) => {
  const v = { holderName: 'maria da', birthDate: '1980-02-29', indentityCode: 'BI', holderCode: 'bi-123', ...change };
  return q({ criteria: [eq('holderName', v.holderName, 'TEXT', 'CONTAINS'), eq('birthDate', v.birthDate, 'DATE'), eq('indentityCode', v.indentityCode), eq('holderCode', v.holderCode)] });
};

describe.each(places())('licences on %s', (_name, makePlace) => {
  let desk: Desk;
  const clock = new TestClock(new Date());

  beforeAll(async () => {
    desk = await Desk.open(await makePlace(), clock);
  });
  afterAll(() => desk?.close());

  const messages = async (topic: string): Promise<object[]> => (await desk.service.app.get(Database).reader.findBy(OutboxRow, { topic })).map((r) => r.payload);

  describe('an application', () => {
    it('starts blank, for the public and for staff', async () => {
      const anyone = await desk.call<Envelope>('public', 'GET', '/v1/professional/info');
      expect(anyone.body.actions.map((a) => [a.name, a.method, a.url])).toEqual([['register', 'POST', '/v1/professional/']]);
      const clerk = await desk.call<Envelope>('licence-clerk', 'GET', '/v1/professional/info');
      expect(clerk.body.model).toMatchObject({ agencyCode: 'MOH', totalFee: 0 });
      expect(clerk.body.actions.map((a) => [a.name, a.url])).toEqual([
        ['store', '/v1/professional/actions/store'],
        ['register', '/v1/professional/'],
        ['submission', '/v1/professional/actions/submission'],
      ]);
      const verifier = await desk.call<Envelope>('licence-verifier', 'GET', '/v1/professional/info');
      expect(verifier.body.actions.map((a) => a.name)).toContain('register');
    });

    it('is registered with the names, requirements and fees of the catalogues', async () => {
      const { status, body } = await desk.register('public', { subDocumentCode: 'MED-SPC', requirements: [{ id: 'MEDIB-DIPLOMA', accept: true, confirmed: true }, { id: 'INVENTED', accept: true }], fees: [{ code: 'FREE', amount: 0 }], documentName: 'mine', beginDate: '2026-01-01', endDate: '2099-01-01' });
      expect(status).toBe(201);
      expect(body.model).toMatchObject({
        documentStatus: 'SUBMITTED',
        version: 1,
        holderName: 'MARIA DA SILVA',
        holderCode: 'BI-123',
        documentName: 'Medical practitioner licence',
        documentBinder: 'PROFESSIONAL',
        subDocumentName: 'Specialist',
        agencyName: 'Ministry of Health',
        indentityName: 'National identity card',
        nationalityName: 'Timorese',
        totalFee: 5000,
        currencyCode: 'USD',
        applicantUser: { name: 'MARIA DA SILVA' },
        bankDisabled: false,
      });
      expect(body.model.serialReference.reference).toMatch(/^MEDIB-\d{4}-\d{7}$/);
      expect(body.model).not.toHaveProperty('endDate');
      expect(body.model.requirements?.map((r) => [r.id, r.accept, r.confirmed])).toEqual([['MEDIB-IDENTITY', false, false], ['MEDIB-DIPLOMA', true, false], ['MED-SPC-CERT', false, false]]);
      expect(body.model.fees?.map((f) => [f.code, f.amount, f.status])).toEqual([['MEDIB-APP', 2500, 'DUE'], ['MEDIB-CARD', 500, 'DUE'], ['MED-SPC-FEE', 2000, 'DUE']]);
    });

    it('lists every broken rule', async () => {
      const empty = await desk.call('public', 'POST', '/v1/professional/', {});
      expect(empty.status).toBe(422);
      expect(codesOf(empty)).toHaveLength(11);
      expect(codesOf(await desk.register('public', { gender: 'Q', subDocumentCode: 'ACA-BSC', holderName: '' }))).toEqual(expect.arrayContaining(['gender CHOICE', 'subDocumentCode CHOICE', 'holderName REQUIRED']));
    });

    it.each<[string, 'public' | 'licence-clerk' | 'trip-agent', object, string[]]>([
      ['a document of another agency', 'public', { agencyCode: 'MOE' }, ['documentCode CHOICE']],
      ['a document that is no licence', 'public', { agencyCode: 'DNTT', documentCode: 'TIBE' }, ['documentCode CHOICE', 'subDocumentCode CHOICE']],
      ['a document that is not open to the public', 'public', { documentCode: 'MILIB', subDocumentCode: 'MIL-BSC' }, ['documentCode CHOICE']],
      ['a document that was removed', 'public', { documentCode: 'OLDIB', subDocumentCode: 'OLD-BSC' }, ['documentCode CHOICE']],
      ['a type for existing licences', 'public', { documentType: 'REN' }, ['documentType CHOICE']],
      ['staff of another agency', 'trip-agent', {}, ['documentCode CHOICE']],
    ])('refuses %s', async (_what, user, change, expected) => expect(codesOf(await desk.register(user, change))).toEqual(expected));

    it('gives staff the documents of their agency, whatever their access level', async () => {
      expect((await desk.register('licence-clerk', { documentCode: 'MILIB', subDocumentCode: 'MIL-BSC' })).status).toBe(201);
    });

    it('names only files that are there, and a photo that is an image', async () => {
      desk.files.set('photo-1', { uid: 'photo-1', name: 'me.jpg', size: 9, type: 'image/jpeg', scope: 'profile' });
      desk.files.set('scan-1', { uid: 'scan-1', name: 'degree.pdf', size: 1234, type: 'application/pdf', scope: 'professional' });
      const media = { uid: 'scan-1', name: 'lie.exe', size: 1, info: { code: 'DIPLOMA', scope: 'professional' } };
      const good = await desk.register('public', { photoInstance: 'photo-1', medias: [media] });
      expect(good.body.model).toMatchObject({ photoInstance: 'photo-1', medias: [{ uid: 'scan-1', name: 'degree.pdf', size: 1234 }] });
      expect((await messages('media.held')).at(-1)).toMatchObject({ service: 'licences', documentId: good.body.model.id, uids: ['photo-1', 'scan-1'], submitted: true } satisfies Partial<MediaHeld>);
      expect(codesOf(await desk.register('public', { photoInstance: 'scan-1' }))).toEqual(['photoInstance CHOICE']);
      expect(codesOf(await desk.register('public', { photoInstance: 'nowhere', medias: [{ ...media, uid: 'gone', info: { code: 'NOPE' } }] }))).toEqual(['medias.0.info.code CHOICE', 'photoInstance CHOICE', 'medias.0.uid CHOICE']);
      expect((await desk.call<{ model: object }>('public', 'GET', '/v1/photo/photo-1/document')).body.model).toMatchObject({ fileBlob: 'AAAA' });
      expect((await desk.call('public', 'GET', '/v1/photo/nobody/document')).status).toBe(404);
    });

    it('is made once for one idempotency key', async () => {
      const headers = { 'idempotency-key': 'licence-twice' };
      const [a, b] = [await desk.call('public', 'POST', '/v1/professional/', anApplication(), headers), await desk.call('public', 'POST', '/v1/professional/', anApplication(), headers)];
      expect(b.body.model.id).toBe(a.body.model.id);
      expect(codesOf(await desk.call('public', 'POST', '/v1/professional/', anApplication({ gender: 'M' }), headers))).toEqual(['IDEMPOTENCY_CONFLICT']);
    });

    it('tells what is due, with every version', async () => {
      const { model } = (await desk.register()).body;
      const due = (await messages('invoice.due')).filter((m) => (m as InvoiceDue).documentId === model.id);
      expect(due).toEqual([
        expect.objectContaining({ service: 'licences', reference: model.serialReference.reference, serial: 'A', currencyCode: 'USD', lines: [{ code: 'MEDIB-APP', name: 'Application fee', amount: 2500 }, { code: 'MEDIB-CARD', name: 'Licence card', amount: 500 }] }),
      ]);
    });

    it('gives requirements and fees by document and academic level', async () => {
      const found = await desk.call<ListResult<object>>('public', 'GET', '/v1/professional/MEDIB/MED-BSC/searchRequirement');
      expect(found.body).toEqual({ totalRecords: 2, records: [expect.objectContaining({ id: 'MEDIB-IDENTITY', description: 'Copy of an identity document' }), expect.objectContaining({ id: 'MEDIB-DIPLOMA' })] });
      expect((await desk.call<ListResult<object>>('public', 'GET', '/v1/professional/MEDIB/MED-SPC/searchFee')).body.totalRecords).toBe(3);
      expect((await desk.call<ListResult<object>>('public', 'GET', '/v1/professional/NO/NO/searchRequirement')).body.totalRecords).toBe(0);
    });
  });

  describe('a draft', () => {
    it('is stored as far as it is, has no reference, and gets one when it is submitted', async () => {
      const stored = await desk.call('licence-clerk', 'POST', '/v1/professional/actions/store', { holderName: 'half' });
      expect([stored.status, stored.body.model.documentStatus]).toEqual([201, 'STORED']);
      expect(stored.body.model).not.toHaveProperty('serialReference');
      const { id } = stored.body.model;
      expect((await desk.call('public', 'GET', `/v1/professional/${id}/qr`)).status).toBe(404);
      const edited = await desk.act('licence-clerk', id, 'edit', anApplication());
      expect([edited.status, edited.body.model.documentStatus, edited.body.model.totalFee]).toEqual([200, 'STORED', 3000]);
      expect(edited.body.model).not.toHaveProperty('serialReference');
      expect((await desk.act('licence-clerk', id, 'submission', { gender: '' })).status).toBe(422);
      const submitted = await desk.act('licence-clerk', id, 'submission');
      expect([submitted.status, submitted.body.model.documentStatus]).toEqual([200, 'SUBMITTED']);
      expect(submitted.body.model.serialReference.reference).toMatch(/^MEDIB-/);
      expect((await desk.call('public', 'GET', `/v1/professional/${id}/qr`)).status).toBe(200);
    });

    it('is checked for types and lengths', async () => expect(codesOf(await desk.call('licence-clerk', 'POST', '/v1/professional/actions/store', { holderName: 'x'.repeat(71) }))).toEqual(['holderName MAX_LENGTH']));

    it('belongs to who stored it', async () => {
      const { id } = (await desk.call('applicant', 'POST', '/v1/professional/actions/store', anApplication())).body.model;
      expect((await desk.act('public', id, 'submission')).status).toBe(401);
      expect((await desk.act('neighbour', id, 'edit')).status).toBe(403);
      expect((await desk.call('public', 'POST', '/v1/professional/', { ...anApplication(), id, version: 1 })).status).toBe(401);
      const posted = await desk.call('applicant', 'POST', '/v1/professional/', { ...anApplication(), id, version: 1 });
      expect([posted.status, posted.body.model.documentStatus]).toEqual([200, 'SUBMITTED']);
      expect((await desk.call('public', 'POST', '/v1/professional/actions/store', {})).status).toBe(401);
    });
  });

  describe('the workflow', () => {
    it('leads from the application to the licence', async () => {
      const id = await desk.lead('SUBMITTED');
      expect(codesOf(await desk.act('licence-verifier', id, 'query'))).toEqual(['action.details REQUIRED']);
      expect((await desk.act('licence-verifier', id, 'query', { action: { details: 'Which hospital?' } })).body.model.documentStatus).toBe('QUERIED');
      expect(codesOf(await desk.act('public', id, 'feedback'))).toEqual(['action.details REQUIRED']);
      const replied = await desk.act('public', id, 'feedback', { action: { details: 'Guido Valadares' } });
      expect(replied.body.model).toMatchObject({ documentStatus: 'REPLIED', action: {} });
      expect(replied.body.model.actions.at(-1)).toMatchObject({ operation: 'Reply', details: 'Guido Valadares', status: 'REPLIED' });
      expect(codesOf(await desk.act('licence-verifier', id, 'verification'))).toEqual(['bankCode REQUIRED', 'requirements.0.confirmed REQUIRED', 'requirements.1.confirmed REQUIRED']);
      expect(codesOf(await desk.act('licence-verifier', id, 'verification', { bankCode: 'XXX' }))).toContain('bankCode CHOICE');
      expect((await desk.verify(id)).body.model).toMatchObject({ documentStatus: 'VERIFIED', bankCode: 'BNU', bankName: 'Banco Nacional Ultramarino', bankAccount: '0060', holderName: 'MARIA DA SILVA' });
      expect((await desk.act('licence-assessor', id, 'assessment')).body.model.documentStatus).toBe('ASSESSED');
      expect(codesOf(await desk.act('licence-assessor', id, 'recommendation'))).toEqual(['decision REQUIRED']);
      expect(codesOf(await desk.act('licence-assessor', id, 'recommendation', { decision: 'MAYBE' }))).toContain('decision CHOICE');
      expect(codesOf(await desk.act('licence-assessor', id, 'recommendation', { decision: 'RETURN' }))).toEqual(['action.details REQUIRED']);
      expect((await desk.act('licence-assessor', id, 'recommendation', { action: { decision: 'RETURN', details: 'Diploma unreadable' } })).body.model.documentStatus).toBe('RETURNED');
      expect((await desk.act('public', id, 'submission', { workPlace: 'clinic' })).body.model).toMatchObject({ documentStatus: 'SUBMITTED', workPlace: 'CLINIC', requirements: [{ confirmed: false }, { confirmed: false }] });
      await desk.verify(id);
      await desk.act('licence-assessor', id, 'assessment');
      expect((await desk.act('licence-assessor', id, 'recommendation', { decision: 'RECOMMEND' })).body.model.documentStatus).toBe('RECOMMENDED');
      expect((await desk.act('licence-approver', id, 'approval')).body.model.documentStatus).toBe('SENT FOR APPROVAL');
      expect(codesOf(await desk.act('licence-approver', id, 'approval'))).toEqual(['FOUR_EYES']);
      expect((await desk.load(id, 'licence-approver')).body.actions.map((a) => a.name)).not.toContain('approval');
      const approved = await desk.act('licence-approver-2', id, 'approval');
      expect(approved.body.model.documentStatus).toBe('APPROVED');
      expect(approved.body.model).not.toHaveProperty('firstApproval');
      const issued = await desk.act('licence-approver', id, 'issuance');
      expect(issued.body.model).toMatchObject({ documentStatus: 'APPROVED', beginDate: clock.today(), storageReference: { reference: `L-${issued.body.model.serialReference.reference}` } });
      expect(issued.body.model.endDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(codesOf(await desk.act('licence-approver', id, 'issuance'))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('lets no stale version through, and says who was faster', async () => {
      const id = await desk.lead('VERIFIED');
      const stale = await desk.call('licence-assessor', 'POST', `/v1/professional/${id}/actions/assessment`, { version: 1 });
      expect(codesOf(stale)).toEqual(['STALE_VERSION']);
      expect(stale.body.current).toMatchObject({ version: 2, changedBy: 'Vasco Verifier', action: 'Verify', documentStatus: 'VERIFIED' });
      const both = await Promise.all([desk.call('licence-assessor', 'POST', `/v1/professional/${id}/actions/assessment`, { version: 2 }), desk.call('licence-assessor', 'POST', `/v1/professional/${id}/actions/rejection`, { version: 2, action: { details: 'No' } })]);
      expect(both.map((r) => r.status).sort()).toEqual([200, 409]);
    });

    it('takes dates at issuance, in order', async () => {
      const id = await desk.lead('APPROVED');
      expect(codesOf(await desk.act('licence-approver', id, 'issuance', { beginDate: '2026-05-02', endDate: '2026-05-01' }))).toEqual(['endDate DATE']);
      expect((await desk.act('licence-approver', id, 'issuance', { beginDate: '2026-05-01', endDate: '2027-04-30' })).body.model).toMatchObject({ beginDate: '2026-05-01', endDate: '2027-04-30' });
    });

    it('suspends and activates', async () => {
      const id = await desk.lead('ISSUED');
      expect(codesOf(await desk.act('licence-approver', id, 'suspension'))).toEqual(['action.details REQUIRED']);
      expect((await desk.act('licence-approver', id, 'suspension', { action: { details: 'Under investigation' } })).body.model.documentStatus).toBe('SUSPENDED');
      expect(codesOf(await desk.act('licence-approver', id, 'modification'))).toEqual(['ACTION_NOT_ALLOWED']);
      expect((await desk.act('licence-approver', id, 'activation')).body.model.documentStatus).toBe('APPROVED');
    });

    it('adjusts and modifies into a new version, each only what it may', async () => {
      const id = await desk.lead('ISSUED');
      desk.files.set('photo-2', { uid: 'photo-2', name: 'new.jpg', size: 9, type: 'image/png', scope: 'profile' });
      const modified = await desk.act('licence-approver', id, 'modification', { workPlace: 'new clinic', photoInstance: 'photo-2', documentCode: 'ACAIB', endDate: '2099-01-01', documentStatus: 'SUSPENDED' });
      expect(modified.body.model).toMatchObject({ documentStatus: 'APPROVED', workPlace: 'NEW CLINIC', documentCode: 'MEDIB', endDate: '2099-01-01' });
      expect(modified.body.model.photoInstance).toBeUndefined();
      const adjusted = await desk.act('licence-approver', id, 'adjustment', { holderName: 'maria silva', photoInstance: 'photo-2', nationalityCode: 'PT', endDate: '2000-01-01' });
      expect(adjusted.body.model).toMatchObject({ holderName: 'MARIA SILVA', photoInstance: 'photo-2', nationalityName: 'Portuguese', endDate: '2099-01-01', workPlace: 'NEW CLINIC', version: modified.body.model.version + 1 });
      expect((await desk.act('licence-approver', id, 'modification', { gender: '' })).status).toBe(422);
      const old = await desk.call<Envelope>('licence-approver', 'GET', `/v1/professional/${id}/${modified.body.model.version}/version`);
      expect(old.body.model).toMatchObject({ holderName: 'MARIA DA SILVA', version: modified.body.model.version });
    });

    it('keeps an applicant from what another registered', async () => {
      const id = await desk.lead('SUBMITTED', 'applicant');
      expect((await desk.act('neighbour', id, 'withdrawal')).status).toBe(403);
      expect((await desk.act('public', id, 'withdrawal')).status).toBe(401);
      expect((await desk.act('licence-clerk', id, 'withdrawal')).status).toBe(403);
      expect((await desk.act('applicant', id, 'withdrawal')).body.model.documentStatus).toBe('WITHDRAWN');
      expect(codesOf(await desk.act('applicant', id, 'withdrawal'))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('amends what was queried, but not what was applied for', async () => {
      const id = await desk.lead('SUBMITTED', 'applicant');
      await desk.act('licence-verifier', id, 'query', { action: { details: 'Wrong number?' } });
      const amended = await desk.act('applicant', id, 'amendment', { holderMobile: '67077999999', documentCode: 'ACAIB', requirements: [{ id: 'MEDIB-DIPLOMA', accept: true, confirmed: true }] });
      expect(amended.body.model).toMatchObject({ documentStatus: 'REPLIED', holderMobile: '67077999999', documentCode: 'MEDIB' });
      expect(amended.body.model.requirements?.map((r) => [r.id, r.accept, r.confirmed])).toEqual([['MEDIB-IDENTITY', false, false], ['MEDIB-DIPLOMA', true, false]]);
    });
  });

  describe('a renewal', () => {
    it('is a new submitted document with the previous reference, made once', async () => {
      const id = await desk.lead('ISSUED', 'applicant');
      const before = (await desk.load(id)).body.model;
      expect((await desk.act('neighbour', id, 'renewal')).status).toBe(403);
      const renewed = await desk.act('applicant', id, 'renewal', { workPlace: 'hospital' });
      expect(renewed.status).toBe(201);
      expect(renewed.body.model).toMatchObject({ documentStatus: 'SUBMITTED', version: 1, previousReference: before.serialReference.reference, documentType: 'REN', workPlace: 'HOSPITAL', holderName: 'MARIA DA SILVA' });
      expect(renewed.body.model.id).not.toBe(id);
      expect(renewed.body.model).not.toHaveProperty('beginDate');
      expect((await desk.load(id)).body.model).toMatchObject({ documentStatus: 'APPROVED', renewalReference: renewed.body.model.serialReference.reference, version: before.version + 1 });
      expect(codesOf(await desk.act('applicant', id, 'renewal'))).toEqual(['ACTION_NOT_ALLOWED']);
      // What came to nothing may be asked for again.
      expect((await desk.act('applicant', renewed.body.model.id, 'withdrawal')).status).toBe(200);
      expect((await desk.act('applicant', id, 'renewal')).status).toBe(201);
    });

    it('begins when the licence before it ends', async () => {
      const id = await desk.lead('ISSUED');
      const { endDate } = (await desk.load(id)).body.model;
      const next = (await desk.act('licence-clerk', id, 'renewal')).body.model.id;
      await desk.verify(next);
      await desk.act('licence-assessor', next, 'assessment');
      await desk.act('licence-assessor', next, 'recommendation', { decision: 'RECOMMEND' });
      await desk.act('licence-approver', next, 'approval');
      await desk.act('licence-approver-2', next, 'approval');
      expect(new Date(String((await desk.act('licence-approver', next, 'issuance')).body.model.beginDate)).getTime() - new Date(String(endDate)).getTime()).toBe(86_400_000);
    });

    it('is not possible before the licence is issued', async () => expect(codesOf(await desk.act('licence-clerk', await desk.lead('APPROVED'), 'renewal'))).toEqual(['ACTION_NOT_ALLOWED']));

    it('becomes due before the licence ends, told once', async () => {
      const id = await desk.lead('APPROVED');
      await desk.act('licence-approver', id, 'issuance', { endDate: '2098-12-31' });
      const licences = desk.service.app.get(Licences);
      await licences.markAboutToExpire('2098-10-31');
      expect((await desk.load(id)).body.model.aboutToExpire).toBeUndefined();
      expect(await licences.markAboutToExpire('2098-11-15')).toBeGreaterThanOrEqual(1);
      expect(await licences.markAboutToExpire('2098-11-16')).toBe(0);
      expect((await desk.load(id)).body.model).toMatchObject({ aboutToExpire: true });
      const listed = await desk.call<ListResult<{ id: string }>>('licence-clerk', 'GET', `/v1/professional/search${q({ criteria: [{ ...eq('aboutToExpire', ''), dataType: 'INTEGER', values: [1] }] })}`);
      expect(listed.body.records.map((r) => r.id)).toContain(id);
      expect((await desk.act('public', id, 'expiry-notice')).status).toBe(401);
    });

    it('has its run once a day, whoever asks', async () => {
      const job = desk.service.app.get(ExpiryJob);
      clock.pass(86_400_000);
      const asked = await Promise.all([job.schedule(), job.schedule(), job.schedule()]);
      expect(asked.filter(Boolean)).toHaveLength(1);
    });
  });

  describe('a receipt', () => {
    it('marks its fees as paid, once, however often it is told', async () => {
      const { model } = (await desk.register()).body;
      const receipt = { receiptId: 'receipt-1', documentId: model.id, reference: 'R-1', year: 2026, number: 1, date: '2026-04-01', payer: 'MARIA', total: 2500, currencyCode: 'USD', lines: [{ code: 'MEDIB-APP', name: 'Application fee', amount: 2500 }] };
      const licences = desk.service.app.get(Licences);
      await Promise.all([licences.recordReceipt(receipt), licences.recordReceipt(receipt)]);
      await licences.recordReceipt(receipt);
      const paid = (await desk.load(model.id)).body.model;
      expect(paid.fees?.map((f) => [f.code, f.status])).toEqual([['MEDIB-APP', 'PAID'], ['MEDIB-CARD', 'DUE']]);
      expect(paid).toMatchObject({ version: 2, documentStatus: 'SUBMITTED', receipts: [{ receiptId: 'receipt-1', reference: 'R-1', total: 2500 }] });
      await licences.recordReceipt({ ...receipt, receiptId: 'receipt-2', documentId: '00000000-0000-0000-0000-000000000000' });
      expect((await desk.act('licence-approver', model.id, 'receipt', { lines: [{ code: 'MEDIB-CARD' }] })).status).toBe(403);
    });
  });

  describe('the public register', () => {
    it('needs all four criteria and says which is missing', async () => {
      const none = await desk.call('public', 'GET', `/v1/professional/find${q({ criteria: [] })}`);
      expect([none.status, none.body.errors.map((e) => e.message)]).toEqual([422, ['Please enter Full Name', 'Please enter Birth Date', 'Please select Indentity Type', 'Please Enter Holder Code']]);
      expect(codesOf(await desk.call('public', 'GET', `/v1/professional/find${finder({ holderName: 'ma' })}`))).toEqual(['holderName BAD_VALUE']);
      expect((await desk.call('public', 'GET', `/v1/professional/find${q({ criteria: [eq('holderMobile', '1')] })}`)).status).toBe(400);
    });

    it('tells nothing but the published columns, and no drafts', async () => {
      await desk.call('licence-clerk', 'POST', '/v1/professional/actions/store', anApplication({ holderCode: 'draft-1' }));
      await desk.register('public', { holderCode: 'found-1' });
      const found = await desk.call<ListResult<LicenceFinderRow>>('public', 'GET', `/v1/professional/find${finder({ holderCode: 'found-1' })}`);
      expect(found.body.totalRecords).toBe(1);
      expect(Object.keys(found.body.records[0] as object).sort()).toEqual(['documentStatus', 'holderCode', 'holderName', 'id', 'indentityName', 'serialReference']);
      expect(Object.keys((found.body.records[0] as LicenceFinderRow).serialReference).sort()).toEqual(['date', 'reference']);
      expect((await desk.call<ListResult<object>>('public', 'GET', `/v1/professional/find${finder({ holderCode: 'draft-1' })}`)).body.totalRecords).toBe(0);
      expect((await desk.call<ListResult<object>>('public', 'GET', `/v1/professional/find${finder({ holderCode: 'found-1', birthDate: '1980-02-28' })}`)).body).toEqual({ records: [], totalRecords: 0 });
    });

    it('and the code on a print tell the standing', async () => {
      const id = await desk.lead('ISSUED');
      const { reference, dateTime } = (await desk.load(id)).body.model.serialReference;
      const licences = desk.service.app.get(Licences);
      const token = licences.kit.signer.sign({ k: 'professional-licence', r: reference, iat: Math.floor(Date.parse(`${dateTime}Z`) / 1000) });
      const verified = await desk.call<{ standing: { code: string } }>('public', 'GET', `/v1/verify/${token}`);
      expect(verified.body).toMatchObject({ genuine: true, kind: 'professional-licence', reference, standing: { code: 'VALID', label: 'Valid licence' } });
      expect(verified.body).not.toHaveProperty('screen');
      await desk.act('licence-approver', id, 'suspension', { action: { details: 'x' } });
      expect((await desk.call<object>('licence-approver', 'GET', `/v1/verify/${token}`)).body).toMatchObject({ standing: { code: 'SUSPENDED' }, screen: `/licenser/professional/view/${id}` });
      expect((await desk.call<object>('public', 'GET', '/v1/verify/forged')).body).toEqual({ genuine: false });
    });
  });

  describe('staff', () => {
    it('search, filter by status, pick columns and export', async () => {
      const found = await desk.call<ListResult<Record<string, unknown>>>('licence-clerk', 'GET', `/v1/professional/search${q({ criteria: [{ ...eq('documentStatus', ''), operation: 'IN', values: ['SUBMITTED', 'QUERIED'] }], paging: { page: 1, size: 5 } })}`);
      expect(found.body.records.every((r) => ['SUBMITTED', 'QUERIED'].includes(String(r.documentStatus)))).toBe(true);
      expect(Object.keys(found.body.records[0] as object)).toEqual(expect.arrayContaining(['id', 'documentName', 'serialReference', 'holderName', 'holderCode', 'indentityName', 'birthDate', 'gender', 'totalFee', 'documentStatus', 'documentCreatedAt', 'agencyName']));
      const csv = await desk.call<string>('licence-clerk', 'GET', '/v1/professional/search', undefined, { accept: 'text/csv' });
      expect(csv.body.split('\r\n')[0]).toContain('Reference,Date,Document');
      expect((await desk.call('licence-clerk', 'GET', `/v1/professional/search${q({ criteria: [eq('photoInstance', 'x')] })}`)).status).toBe(400);
    });

    it('see history and timeline', async () => {
      const id = await desk.lead('VERIFIED');
      const body = { isTimeline: false, isAscending: true, fillMissingTimelineStatuses: false, useDynamicPaths: false };
      const history = await desk.call<HistoryResponse>('licence-clerk', 'POST', `/v1/professional/${id}/history`, body);
      expect(history.body).toMatchObject({ order: 'ASC', type: 'HISTORY', documentActions: [{ documentStatus: 'SUBMITTED' }, { documentAction: 'Verify', documentUserName: 'Vasco Verifier', documentVersion: 2 }] });
      const timeline = await desk.call<HistoryResponse>('licence-clerk', 'POST', `/v1/professional/${id}/history`, { ...body, isTimeline: true, fillMissingTimelineStatuses: true });
      expect(timeline.body.documentActions.map((a) => a.documentStatus)).toEqual(['COMPLETED', 'COMPLETED', 'PROCESSING', 'PENDING', 'PENDING', 'PENDING', 'PENDING']);
    });
  });

  describe('prints', () => {
    it.each(['print-form', 'print', 'print-invoice', 'print-identity-card'])('%s is fetched from the renders', async (print) => {
      const id = await desk.lead('ISSUED');
      const { version } = (await desk.load(id)).body.model;
      desk.around.renders.set(`licences/${id}/${version}/${print}`, Buffer.from('%PDF-1.7'));
      const pdf = await desk.call<string>('public', 'GET', `/v1/professional/${id}/${print}`);
      expect([pdf.status, pdf.headers.get('content-type'), pdf.body]).toEqual([200, 'application/pdf', '%PDF-1.7']);
      if (print === 'print-form') expect(pdf.headers.get('content-disposition')).toContain('form.pdf');
    });

    it('has an identity card only of a licence that is issued', async () => {
      const id = await desk.lead('SUBMITTED');
      expect(codesOf(await desk.call('public', 'GET', `/v1/professional/${id}/print-identity-card`))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('are laid out with everything on file', async () => {
      const renders = (await messages('media.render')) as { key: string; layout: { page: string; title: string; blocks: unknown[] } }[];
      expect(renders.some((r) => r.key.endsWith('/print-form') && r.layout.page === 'form')).toBe(true);
      expect(renders.some((r) => r.key.endsWith('/print-identity-card') && r.layout.page === 'card')).toBe(true);
    });
  });

  it('leaves an audit chain that holds', async () => {
    await desk.service.app.get(AuditSealer).seal(-60_000);
    expect((await verifyAudit(desk.service.app.get(Database))).broken).toBeUndefined();
  });
});

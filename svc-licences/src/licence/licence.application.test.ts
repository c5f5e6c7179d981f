import type { InvoiceDue, ListResult, MediaHeld } from '@portal/contract-kit';
import { codesOf, messagesOf, testBackends } from '@portal/service-kit/testing';
import { anApplication } from '../testing/bodies.ts';
import { type Envelope, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('applying for a licence on %s', (_name, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const messages = (topic: string): Promise<object[]> => messagesOf(desk().service, topic);

  describe('an application', () => {
    it('starts blank, for the public and for staff', async () => {
      const anyone = await desk().call<Envelope>('public', 'GET', '/v1/professional/info');
      // No mode shows both, because they do the same. The public's form has the mode `register`.
      expect(anyone.body.actions.map((a) => [a.name, a.method, a.url, a.modes])).toEqual([
        ['register', 'POST', '/v1/professional/', ['register']],
        ['submission', 'POST', '/v1/professional/actions/submission', ['new', 'submission', 'edit']],
      ]);
      const clerk = await desk().call<Envelope>('licence-clerk', 'GET', '/v1/professional/info');
      expect(clerk.body.model).toMatchObject({ agencyCode: 'MOH', totalFee: 0 });
      expect(clerk.body.actions.map((a) => [a.name, a.url])).toEqual([
        ['store', '/v1/professional/actions/store'],
        ['register', '/v1/professional/'],
        ['submission', '/v1/professional/actions/submission'],
      ]);
      const verifier = await desk().call<Envelope>('licence-verifier', 'GET', '/v1/professional/info');
      expect(verifier.body.actions.map((a) => a.name)).toContain('register');
    });

    it('is submitted by the public as it is registered', async () => {
      const submit = (body: object) => desk().call('public', 'POST', '/v1/professional/actions/submission', body);
      expect(codesOf(await submit(anApplication({ holderName: '' })))).toEqual(['holderName REQUIRED']);
      const { status, body } = await submit(anApplication());
      expect([status, body.model.documentStatus]).toEqual([201, 'SUBMITTED']);
      expect(body.model.serialReference.reference).toMatch(/^MEDIB-/);
      expect(body.actions.map((a) => a.name)).not.toContain('open-submission');
    });

    it.each<[object, string[]]>([
      [{ photoInstance: { id: 'x' } }, ['photoInstance TEXT']],
      [{ signature: 5 }, ['signature TEXT']],
      [{ medias: [{ uid: 5 }, { uid: {} }] }, ['medias.0.uid TEXT', 'medias.1.uid TEXT']],
      [{ medias: 'x', directors: {}, holderName: '' }, ['medias CHOICE', 'directors CHOICE', 'holderName REQUIRED']],
    ])('with %j is told every field that is wrong', async (changes, expected) => {
      const { status, body } = await desk().register('public', changes);
      expect([status, body.errors?.map(({ code, field }) => `${field} ${code}`).filter((said) => !said.endsWith('info REQUIRED'))]).toEqual([
        422,
        expect.arrayContaining(expected),
      ]);
    });

    it('reserves its files when it is submitted, and not before it can be', async () => {
      const [photo, scan] = [desk().addFile('reserved-photo', { type: 'image/png' }), desk().addFile('reserved-scan')];
      const files = { photoInstance: photo, medias: [{ uid: scan, info: { code: 'DIPLOMA' } }] };
      const reserved = () => [photo, scan].filter((uid) => desk().around.reserved.has(uid));
      expect((await desk().register('public', { ...files, holderName: '' })).status).toBe(422);
      expect((await desk().call('licence-clerk', 'POST', '/v1/professional/actions/store', anApplication(files))).status).toBe(201);
      expect(reserved()).toEqual([]);
      expect((await desk().register('public', files)).status).toBe(201);
      expect(reserved()).toEqual([photo, scan]);
    });

    it('is registered with the names, requirements and fees of the catalogues', async () => {
      const { status, body } = await desk().register('public', {
        subDocumentCode: 'MED-SPC',
        requirements: [
          { id: 'MEDIB-DIPLOMA', accept: true, confirmed: true },
          { id: 'INVENTED', accept: true },
        ],
        fees: [{ code: 'FREE', amount: 0 }],
        documentName: 'mine',
        beginDate: '2026-01-01',
        endDate: '2099-01-01',
      });
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
      expect(body.model.requirements?.map((r) => [r.id, r.accept, r.confirmed])).toEqual([
        ['MEDIB-IDENTITY', false, false],
        ['MEDIB-DIPLOMA', true, false],
        ['MED-SPC-CERT', false, false],
      ]);
      expect(body.model.fees?.map((f) => [f.code, f.amount, f.status])).toEqual([
        ['MED-SPC-FEE', 2000, 'DUE'],
        ['MEDIB-APP', 2500, 'DUE'],
        ['MEDIB-CARD', 500, 'DUE'],
      ]);
    });

    it('lists every broken rule', async () => {
      const empty = await desk().call('public', 'POST', '/v1/professional/', {});
      expect(empty.status).toBe(422);
      expect(codesOf(empty)).toHaveLength(11);
      expect(codesOf(await desk().register('public', { gender: 'Q', subDocumentCode: 'ACA-BSC', holderName: '' }))).toEqual(
        expect.arrayContaining(['gender CHOICE', 'subDocumentCode CHOICE', 'holderName REQUIRED']),
      );
    });

    it.each<[string, 'public' | 'licence-clerk' | 'trip-agent', object, string[]]>([
      ['a document of another agency', 'public', { agencyCode: 'MOE' }, ['documentCode CHOICE']],
      ['a document that is no licence', 'public', { agencyCode: 'DNTT', documentCode: 'TIBE' }, ['documentCode CHOICE', 'subDocumentCode CHOICE']],
      ['a document that is not open to the public', 'public', { documentCode: 'MILIB', subDocumentCode: 'MIL-BSC' }, ['documentCode CHOICE']],
      ['a document that was removed', 'public', { documentCode: 'OLDIB', subDocumentCode: 'OLD-BSC' }, ['documentCode CHOICE']],
      ['a type for existing licences', 'public', { documentType: 'REN' }, ['documentType CHOICE']],
      ['staff of another agency', 'trip-agent', {}, ['documentCode CHOICE']],
    ])('refuses %s', async (_what, user, change, expected) => expect(codesOf(await desk().register(user, change))).toEqual(expected));

    it('gives staff the documents of their agency, whatever their access level', async () => {
      expect((await desk().register('licence-clerk', { documentCode: 'MILIB', subDocumentCode: 'MIL-BSC' })).status).toBe(201);
    });

    it('refers only to existing files, and its photo is an image', async () => {
      desk().files.set('photo-1', { uid: 'photo-1', name: 'me.jpg', size: 9, type: 'image/jpeg', scope: 'profile' });
      desk().files.set('scan-1', { uid: 'scan-1', name: 'degree.pdf', size: 1234, type: 'application/pdf', scope: 'professional' });
      const media = { uid: 'scan-1', name: 'lie.exe', size: 1, info: { code: 'DIPLOMA', scope: 'professional' } };
      const good = await desk().register('public', { photoInstance: 'photo-1', medias: [media] });
      expect(good.body.model).toMatchObject({ photoInstance: 'photo-1', medias: [{ uid: 'scan-1', name: 'degree.pdf', size: 1234 }] });
      expect((await messages('media.held')).at(-1)).toMatchObject({
        service: 'licences',
        documentId: good.body.model.id,
        uids: ['photo-1', 'scan-1'],
        submitted: true,
      } satisfies Partial<MediaHeld>);
      expect(codesOf(await desk().register('public', { photoInstance: 'scan-1' }))).toEqual(['photoInstance CHOICE']);
      expect(codesOf(await desk().register('public', { photoInstance: 'nowhere', medias: [{ ...media, uid: 'gone', info: { code: 'NOPE' } }] }))).toEqual([
        'medias.0.info.code CHOICE',
        'photoInstance CHOICE',
        'medias.0.uid CHOICE',
      ]);
      expect((await desk().call<{ model: object }>('public', 'GET', '/v1/photo/photo-1/document')).body.model).toMatchObject({ fileBlob: 'AAAA' });
      expect((await desk().call('public', 'GET', '/v1/photo/nobody/document')).status).toBe(404);
    });

    it('has a signature that is an image, and holds the file', async () => {
      const signature = desk().addFile('signature-1', { scope: 'profile' });
      desk().addFile('contract-1', { type: 'application/pdf' });
      const { model } = (await desk().register('public', { signature })).body;
      expect(model.signature).toBe(signature);
      expect((await messages('media.held')).at(-1)).toMatchObject({ documentId: model.id, uids: [signature] });
      expect(codesOf(await desk().register('public', { signature: 'contract-1' }))).toEqual(['signature CHOICE']);
      expect(codesOf(await desk().register('public', { signature: 'nowhere' }))).toEqual(['signature CHOICE']);
    });

    it('holds 50 MB of files and no more', async () => {
      const medias = Array.from({ length: 6 }, (_, i) => ({ uid: desk().addFile(`large-${i}`, { size: 10 * 1024 * 1024 }), info: { code: 'DIPLOMA' } }));
      expect(codesOf(await desk().register('public', { medias }))).toEqual(['medias MAX_LENGTH']);
      expect((await desk().register('public', { medias: medias.slice(1) })).status).toBe(201);
    });

    it('is made once for one idempotency key', async () => {
      const headers = { 'idempotency-key': 'licence-twice' };
      const [a, b] = [
        await desk().call('public', 'POST', '/v1/professional/', anApplication(), headers),
        await desk().call('public', 'POST', '/v1/professional/', anApplication(), headers),
      ];
      expect(b.body.model.id).toBe(a.body.model.id);
      expect(codesOf(await desk().call('public', 'POST', '/v1/professional/', anApplication({ gender: 'M' }), headers))).toEqual(['IDEMPOTENCY_CONFLICT']);
    });

    it('announces the amount due with every version', async () => {
      const { model } = (await desk().register()).body;
      const due = (await messages('invoice.due')).filter((m) => (m as InvoiceDue).documentId === model.id);
      expect(due).toEqual([
        expect.objectContaining({
          service: 'licences',
          reference: model.serialReference.reference,
          serial: 'A',
          currencyCode: 'USD',
          lines: [
            { code: 'MEDIB-APP', name: 'Application fee', amount: 2500 },
            { code: 'MEDIB-CARD', name: 'Licence card', amount: 500 },
          ],
        }),
      ]);
    });

    it('gives requirements and fees by document and academic level', async () => {
      const found = await desk().call<ListResult<object>>('public', 'GET', '/v1/professional/MEDIB/MED-BSC/searchRequirement');
      expect(found.body).toEqual({
        totalRecords: 2,
        records: [
          expect.objectContaining({ id: 'MEDIB-IDENTITY', description: 'Copy of an identity document' }),
          expect.objectContaining({ id: 'MEDIB-DIPLOMA' }),
        ],
      });
      expect((await desk().call<ListResult<object>>('public', 'GET', '/v1/professional/MEDIB/MED-SPC/searchFee')).body.totalRecords).toBe(3);
      expect((await desk().call<ListResult<object>>('public', 'GET', '/v1/professional/NO/NO/searchRequirement')).body.totalRecords).toBe(0);
    });
  });

  describe('a draft', () => {
    it('can be stored incomplete, and gets its reference when it is submitted', async () => {
      const stored = await desk().call('licence-clerk', 'POST', '/v1/professional/actions/store', { holderName: 'half' });
      expect([stored.status, stored.body.model.documentStatus]).toEqual([201, 'STORED']);
      expect(stored.body.model).not.toHaveProperty('serialReference');
      const { id } = stored.body.model;
      expect((await desk().call('licence-clerk', 'GET', `/v1/professional/${id}/qr`)).status).toBe(404);
      const edited = await desk().act('licence-clerk', id, 'edit', anApplication());
      expect([edited.status, edited.body.model.documentStatus, edited.body.model.totalFee]).toEqual([200, 'STORED', 3000]);
      expect(edited.body.model).not.toHaveProperty('serialReference');
      expect((await desk().act('licence-clerk', id, 'submission', { gender: '' })).status).toBe(422);
      const submitted = await desk().act('licence-clerk', id, 'submission');
      expect([submitted.status, submitted.body.model.documentStatus]).toEqual([200, 'SUBMITTED']);
      expect(submitted.body.model.serialReference.reference).toMatch(/^MEDIB-/);
      // Asks for SVG, because drawing the PNG takes seconds on a busy machine.
      expect((await desk().call('public', 'GET', `/v1/professional/${id}/qr?format=svg`)).status).toBe(200);
    });

    it('is checked for types and lengths', async () =>
      expect(codesOf(await desk().call('licence-clerk', 'POST', '/v1/professional/actions/store', { holderName: 'x'.repeat(71) }))).toEqual([
        'holderName MAX_LENGTH',
      ]));

    it('can be read only by its author, not by everyone who has its id', async () => {
      const { id } = (await desk().call('applicant', 'POST', '/v1/professional/actions/store', anApplication({ holderCode: 'secret-1' }))).body.model;
      expect((await desk().load(id, 'applicant')).body.model.holderCode).toBe('SECRET-1');
      for (const path of ['document', '1/version', 'qr', 'print-form']) {
        expect([path, (await desk().call('public', 'GET', `/v1/professional/${id}/${path}`)).status]).toEqual([path, 401]);
        for (const other of ['neighbour', 'licence-clerk', 'chief'] as const)
          expect([path, other, (await desk().call(other, 'GET', `/v1/professional/${id}/${path}`)).status]).toEqual([path, other, 403]);
      }
      const listed = await desk().call<ListResult<{ id: string }>>('chief', 'GET', '/v1/professional/search');
      expect(listed.body.records.map((r) => r.id)).not.toContain(id);
    });

    it('is listed for the person who stored it', async () => {
      const { id } = (await desk().call('neighbour', 'POST', '/v1/professional/actions/store', anApplication({ holderName: 'Draft Holder' }))).body.model;
      const mine = await desk().call<ListResult<object>>('neighbour', 'GET', '/v1/professional/mine');
      expect(mine.body.records).toContainEqual(
        expect.objectContaining({
          id,
          name: 'DRAFT HOLDER',
          documentStatus: 'STORED',
          statusLabel: 'Draft',
          screen: `/eservice/medical/professional/view/${id}`,
        }),
      );
      expect((await desk().call('public', 'GET', '/v1/professional/mine')).status).toBe(401);
    });

    it('belongs to the person who stored it', async () => {
      const { id } = (await desk().call('applicant', 'POST', '/v1/professional/actions/store', anApplication())).body.model;
      expect((await desk().act('public', id, 'submission')).status).toBe(401);
      expect((await desk().act('neighbour', id, 'edit')).status).toBe(403);
      expect((await desk().call('public', 'POST', '/v1/professional/', { ...anApplication(), id, version: 1 })).status).toBe(401);
      const posted = await desk().call('applicant', 'POST', '/v1/professional/', { ...anApplication(), id, version: 1 });
      expect([posted.status, posted.body.model.documentStatus]).toEqual([200, 'SUBMITTED']);
      expect((await desk().call('public', 'POST', '/v1/professional/actions/store', {})).status).toBe(401);
    });
  });
});

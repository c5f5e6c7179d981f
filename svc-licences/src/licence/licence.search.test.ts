import type { HistoryResponse, ListResult } from '@portal/contract-kit';
import { AuditSequencer, Database, formInKey, verifyAudit } from '@portal/service-kit';
import { codesOf, eq, messagesOf, q, testBackends } from '@portal/service-kit/testing';
import type { LicenceFinderRow } from '../../contract/index.ts';
import { anApplication } from '../testing/bodies.ts';
import { finder, useDesk } from '../testing/desk.ts';
import { licencePrints } from './licence.prints.ts';
import { LicenceService } from './licence.service.ts';

describe.each(testBackends())('finding and reading licences on %s', (_name, makeBackend) => {
  const { desk, clock } = useDesk(makeBackend);
  /** Returns the key of a stored print. The print of the licence shows its standing on a day, so its key contains the day. */
  const keyOf = (id: string, version: number, print: string, language = 'en'): string =>
    `licences/${id}/${version}/${formInKey(print, licencePrints[print])}.${language}${print === 'print' ? `.${clock.today()}` : ''}`;
  const messages = (topic: string): Promise<object[]> => messagesOf(desk().service, topic);

  describe('the public register', () => {
    it('requires all four criteria and names the missing one', async () => {
      const none = await desk().call('public', 'GET', `/v1/professional/find${q({ criteria: [] })}`);
      expect([none.status, none.body.errors.map((e) => e.message)]).toEqual([
        422,
        ['Please enter Full Name', 'Please enter Birth Date', 'Please select Indentity Type', 'Please Enter Holder Code'],
      ]);
      expect(codesOf(await desk().call('public', 'GET', `/v1/professional/find${finder({ birthDate: '', holderCode: ' ' })}`))).toEqual([
        'birthDate REQUIRED',
        'holderCode REQUIRED',
      ]);
      for (const holderName of ['ma', "a''", 'a--', 'a\u0301\u0301\u0301'])
        expect(codesOf(await desk().call('public', 'GET', `/v1/professional/find${finder({ holderName })}`))).toEqual(['holderName BAD_VALUE']);
      const short = await desk().call('public', 'GET', `/v1/professional/find${finder({ holderName: 'ma' })}`, undefined, { 'accept-language': 'pt' });
      expect(short.body.errors[0]?.message).toBe('Indique pelo menos 3 caracteres do nome');
      expect((await desk().call('public', 'GET', `/v1/professional/find${q({ criteria: [eq('holderMobile', '1')] })}`)).status).toBe(400);
    });

    it('shows only the published columns, and no drafts', async () => {
      await desk().call('licence-clerk', 'POST', '/v1/professional/actions/store', anApplication({ holderCode: 'draft-1' }));
      await desk().register('public', { holderCode: 'found-1' });
      const found = await desk().call<ListResult<LicenceFinderRow>>('public', 'GET', `/v1/professional/find${finder({ holderCode: 'found-1' })}`);
      expect(found.body.totalRecords).toBe(1);
      expect(Object.keys(found.body.records[0] as object).sort()).toEqual([
        'documentStatus',
        'holderCode',
        'holderName',
        'id',
        'indentityName',
        'serialReference',
      ]);
      expect(Object.keys((found.body.records[0] as LicenceFinderRow).serialReference).sort()).toEqual(['date', 'reference']);
      expect((await desk().call<ListResult<object>>('public', 'GET', `/v1/professional/find${finder({ holderCode: 'draft-1' })}`)).body.totalRecords).toBe(0);
      expect(
        (await desk().call<ListResult<object>>('public', 'GET', `/v1/professional/find${finder({ holderCode: 'found-1', birthDate: '1980-02-28' })}`)).body,
      ).toEqual({ records: [], totalRecords: 0 });
    });

    it('finds a name without its accents, in capitals or not', async () => {
      await desk().register('public', { holderName: 'João do Rosário', holderCode: 'accents-1' });
      for (const holderName of ['joao do rosario', 'ROSARIO', 'João do Rosário', 'Rosa\u0301rio']) {
        const found = await desk().call<ListResult<object>>('public', 'GET', `/v1/professional/find${finder({ holderName, holderCode: 'accents-1' })}`);
        expect([holderName, found.body.totalRecords]).toEqual([holderName, 1]);
      }
    });

    it('and the code on a print show the standing', async () => {
      const id = await desk().lead('ISSUED');
      const { reference, dateTime } = (await desk().load(id)).body.model.serialReference;
      const licences = desk().service.app.get(LicenceService);
      const token = licences.kit.signer.sign({ k: 'professional-licence', r: reference, iat: Math.floor(Date.parse(`${dateTime}Z`) / 1000) });
      const verified = await desk().call<{ standing: { code: string } }>('public', 'GET', `/v1/verify/${token}`);
      expect(verified.body).toMatchObject({ genuine: true, kind: 'professional-licence', reference, standing: { code: 'VALID', label: 'Valid licence' } });
      expect(verified.body).not.toHaveProperty('screen');
      await desk().act('licence-approver', id, 'suspension', { action: { details: 'x' } });
      expect((await desk().call<object>('licence-approver', 'GET', `/v1/verify/${token}`)).body).toMatchObject({
        standing: { code: 'SUSPENDED' },
        screen: `/licenser/professional/view/${id}`,
      });
      expect((await desk().call<object>('public', 'GET', '/v1/verify/forged')).body).toEqual({ genuine: false });
    });
  });

  describe('staff', () => {
    it('search, filter by status, pick columns and export', async () => {
      await desk().register();
      const found = await desk().call<ListResult<Record<string, unknown>>>(
        'licence-clerk',
        'GET',
        `/v1/professional/search${q({ criteria: [{ ...eq('documentStatus', ''), operation: 'IN', values: ['SUBMITTED', 'QUERIED'] }], paging: { page: 1, size: 5 } })}`,
      );
      expect(found.body.records.every((r) => ['SUBMITTED', 'QUERIED'].includes(String(r.documentStatus)))).toBe(true);
      expect(Object.keys(found.body.records[0] as object)).toEqual(
        expect.arrayContaining([
          'id',
          'documentName',
          'subDocumentName',
          'documentType',
          'serialReference',
          'holderName',
          'holderCode',
          'indentityName',
          'birthDate',
          'gender',
          'totalFee',
          'documentStatus',
          'documentCreatedAt',
          'agencyName',
        ]),
      );
      const csv = await desk().call<string>('licence-clerk', 'GET', '/v1/professional/search', undefined, { accept: 'text/csv' });
      expect(csv.body.split('\r\n')[0]).toContain('Reference,Date,Document');
      expect((await desk().call('licence-clerk', 'GET', `/v1/professional/search${q({ criteria: [eq('photoInstance', 'x')] })}`)).status).toBe(400);
    });

    it('see history and timeline', async () => {
      const id = await desk().lead('VERIFIED');
      const body = { isTimeline: false, isAscending: true, fillMissingTimelineStatuses: false, useDynamicPaths: false };
      const history = await desk().call<HistoryResponse>('licence-clerk', 'POST', `/v1/professional/${id}/history`, body);
      expect(history.body).toMatchObject({
        order: 'ASC',
        type: 'HISTORY',
        documentActions: [{ documentStatus: 'SUBMITTED' }, { documentAction: 'Verify', documentUserName: 'Vasco Verifier', documentVersion: 2 }],
      });
      const timeline = await desk().call<HistoryResponse>('licence-clerk', 'POST', `/v1/professional/${id}/history`, {
        ...body,
        isTimeline: true,
        fillMissingTimelineStatuses: true,
      });
      expect(timeline.body.documentActions.map((a) => a.documentStatus)).toEqual([
        'COMPLETED',
        'COMPLETED',
        'PROCESSING',
        'PENDING',
        'PENDING',
        'PENDING',
        'PENDING',
      ]);
    });

    it('see in the timeline that an approved licence is still to be issued', async () => {
      const steps = async (id: string) =>
        (
          await desk().call<HistoryResponse>('licence-clerk', 'POST', `/v1/professional/${id}/history`, {
            isTimeline: true,
            isAscending: true,
            fillMissingTimelineStatuses: true,
          })
        ).body.documentActions.map((a) => `${a.documentAction} ${a.documentStatus}`);
      expect((await steps(await desk().lead('APPROVED'))).at(-1)).toBe('Issue licence PROCESSING');
      expect((await steps(await desk().lead('ISSUED'))).at(-1)).toBe('Issue licence COMPLETED');
    });
  });

  describe('prints', () => {
    it.each(['print-form', 'print', 'print-invoice', 'print-identity-card'])('%s is fetched from the renders', async (print) => {
      const id = await desk().lead('ISSUED');
      const { version } = (await desk().load(id)).body.model;
      desk().around.renders.set(keyOf(id, version, print), Buffer.from('%PDF-1.7'));
      const pdf = await desk().call<string>('public', 'GET', `/v1/professional/${id}/${print}`);
      expect([pdf.status, pdf.headers.get('content-type'), pdf.body]).toEqual([200, 'application/pdf', '%PDF-1.7']);
      if (print === 'print-form') expect(pdf.headers.get('content-disposition')).toContain('form.pdf');
    });

    it('offers an identity card only for an issued licence', async () => {
      const id = await desk().lead('SUBMITTED');
      expect(codesOf(await desk().call('public', 'GET', `/v1/professional/${id}/print-identity-card`))).toEqual(['ACTION_NOT_ALLOWED']);
    });

    it('contain everything on file', async () => {
      const renders = (await messages('media.render')) as { key: string; layout: { page: string; title: string; blocks: unknown[] } }[];
      expect(renders.some((r) => r.key.endsWith('/print-form-2.en') && r.layout.page === 'form')).toBe(true);
      expect(renders.some((r) => r.key.endsWith('/print-identity-card.en') && r.layout.page === 'card')).toBe(true);
    });
  });

  it('leaves a valid audit chain', async () => {
    await desk().service.app.get(AuditSequencer).appendPending(-60_000);
    expect((await verifyAudit(desk().service.app.get(Database))).broken).toBeUndefined();
  });
});

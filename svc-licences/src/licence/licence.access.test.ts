import type { DocumentActionEntry, HistoryResponse, ListResult } from '@portal/contract-kit';
import { ReceiptConsumer, ServiceSettings } from '@portal/service-kit';
import { codesOf, sentFiles, testBackends, until } from '@portal/service-kit/testing';
import type { LicenceDocument, LicenceFinderRow } from '../../contract/index.ts';
import { type Envelope, finderQuery, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('what is seen of a licence on %s', (_name, makeBackend) => {
  const { desk, clock } = useDesk(makeBackend);

  const personal = {
    holderEmail: 'maria@example.com',
    holderPhone: '67033111111',
    villageName: 'Becora',
    directors: [{ name: 'Rui Belo', phoneNumber: '670771' }],
  };
  const contact = ['holderMobile', 'holderPhone', 'holderEmail', 'directors', 'villageName'];
  const files = ['medias', 'photoInstance', 'signature'];

  /** Registers an application with contacts and files, and returns its id and the key that the finder gives for it. */
  async function found(holderCode: string): Promise<{ id: string; key: string }> {
    const photoInstance = desk().addFile(`photo-${holderCode}`, { scope: 'profile' });
    const medias = [{ uid: desk().addFile(`scan-${holderCode}`), info: { code: 'DIPLOMA' } }];
    const { id } = (await desk().register('public', { ...personal, photoInstance, signature: photoInstance, medias, holderCode })).body.model;
    const { records } = (await desk().call<ListResult<LicenceFinderRow>>('public', 'POST', '/v1/professional/find', finderQuery({ holderCode }))).body;
    return { id, key: records[0]?.id as string };
  }

  describe('with the finder’s key', () => {
    it('a stranger reads the facts, but no contacts, files or office data', async () => {
      const { id, key } = await found('find-1');
      expect(key).not.toContain(id);
      const { model, actions } = (await desk().load(key)).body;
      expect(model).toMatchObject({ id: key, holderName: 'MARIA DA SILVA', holderCode: 'FIND-1', documentStatus: 'SUBMITTED' });
      for (const field of [...contact, ...files, 'renewalId', 'renewalOf', 'pendingChange']) expect(model).not.toHaveProperty(field);
      expect(JSON.stringify(model)).not.toContain(id);
      expect(actions.map((a) => a.name)).toEqual(['print-form']);
      const own = (await desk().load(id)).body.model;
      for (const field of [...contact, ...files]) expect(own).toHaveProperty(field);
    });

    it('a stranger cannot withdraw, reply or renew', async () => {
      const { id, key } = await found('find-2');
      for (const action of ['withdrawal', 'feedback', 'amendment', 'submission', 'renewal', 'print']) {
        const { status } = await desk().call('public', 'POST', `/v1/professional/${key}/actions/${action}`, { version: 1, comment: 'x' });
        expect([action, status]).toEqual([action, 401]);
      }
      for (const path of ['1/version', 'print', 'print-invoice', 'print-identity-card', 'export'])
        expect([path, (await desk().call('public', 'GET', `/v1/professional/${key}/${path}`)).status]).toEqual([path, 401]);
      expect((await desk().load(id)).body.model).toMatchObject({ version: 1, documentStatus: 'SUBMITTED' });
    });

    it('a stranger does not get the ids of receipts, which open these for good', async () => {
      const { id, key } = await found('find-6');
      const paid = {
        receiptId: 'paid-find-6',
        documentId: id,
        reference: 'R-6',
        year: 2026,
        number: 6,
        date: '2026-04-01',
        payer: 'MARIA',
        total: 2500,
        currencyCode: 'USD',
        lines: [{ code: 'MEDIB-APP', name: 'Application fee', amount: 2500 }],
      };
      const consumer = desk().service.app.get(ReceiptConsumer);
      await consumer.record(paid);
      await consumer.record({ ...paid, receiptId: 'void-find-6', reference: 'R-7', number: 7, total: -2500, voids: paid.receiptId });
      const shown = { date: paid.date, codes: ['MEDIB-APP'] };
      expect((await desk().load(key)).body.model.receipts).toEqual([
        { ...shown, reference: 'R-6', total: 2500 },
        { ...shown, reference: 'R-7', total: -2500 },
      ]);
      expect((await desk().load(id)).body.model.receipts).toMatchObject([{ receiptId: 'paid-find-6' }, { receiptId: 'void-find-6', voids: 'paid-find-6' }]);
    });

    it('the form is printed without contacts and files', async () => {
      const { key, id } = await found('find-3');
      await desk().call('public', 'GET', `/v1/professional/${key}/print-form`);
      const layouts = [...desk().around.awaited].filter(([name]) => name.includes(id));
      expect(layouts.map(([name]) => name)).toEqual([`licences/${id}/1/print-form-2.en.finder`]);
      const said = JSON.stringify(layouts);
      expect(said).toContain('MARIA DA SILVA');
      for (const hidden of ['67077000001', 'maria@example.com', '67033111111', 'BECORA', 'RUI BELO', 'photo-find-3', 'scan-find-3'])
        expect([hidden, said.includes(hidden)]).toEqual([hidden, false]);
    });

    it('a code sent to the e-mail address on the licence opens it to its applicant', async () => {
      const { id, key } = await found('find-4');
      const sent = await desk().call<{ sentTo: string[] }>('public', 'POST', '/v1/professional/find/code', { id: key });
      expect(sent.body.sentTo).toEqual(['m…@e…', '…01']);
      const { dataDir } = desk().service.app.get(ServiceSettings);
      const mail = () => sentFiles(dataDir).find(({ to, subject }) => to === 'maria@example.com' && subject.startsWith('Your code'));
      await until(() => mail() !== undefined);
      const code = /\b\d{6}\b/.exec(mail()?.text ?? '')?.[0];
      expect((await desk().call('public', 'POST', '/v1/professional/find/open', { id: key, code: '000000' })).status).toBe(code === '000000' ? 200 : 422);
      const opened = await desk().call('public', 'POST', '/v1/professional/find/open', { id: key, code });
      expect(opened.body.model).toMatchObject({ id, holderEmail: 'maria@example.com' });
      expect(opened.body.actions.map((a) => a.name)).toContain('withdrawal');
    });

    it('expires after 15 minutes', async () => {
      const { key } = await found('find-5');
      clock.pass(15 * 60_000 + 1);
      expect((await desk().load(key)).status).toBe(403);
    });
  });

  describe('of what was done', () => {
    const entry = ({ operation, details, user }: DocumentActionEntry) => [operation, details, user];
    const secret = 'Watchlist hit, do not tell';

    it('the public sees the office in place of the officer, and comments that are written to the applicant alone', async () => {
      const { id } = (await desk().register('applicant')).body.model;
      await desk().act('licence-verifier', id, 'query', { comment: 'Which hospital?' });
      await desk().act('applicant', id, 'feedback', { comment: 'Guido Valadares' });
      const { requirements } = (await desk().load(id)).body.model;
      await desk().act('licence-verifier', id, 'verification', {
        bankCode: 'BNU',
        requirements: requirements?.map((r) => ({ ...r, confirmed: true })),
        comment: secret,
      });
      await desk().act('licence-assessor', id, 'assessment', { comment: secret });
      await desk().act('licence-assessor', id, 'recommendation', { decision: 'RECOMMEND', comment: secret });
      await desk().act('licence-approver', id, 'approval', { comment: secret });
      await desk().act('licence-approver', id, 'rejection', { comment: 'The diploma is false' });
      const office = { name: 'Ministry of Health', mobile: '', email: '' };
      const own = { name: 'Ana Applicant', mobile: '', email: '' };
      for (const reader of ['public', 'neighbour', 'applicant'] as const)
        expect([reader, (await desk().load(id, reader)).body.model.actions.map(entry)]).toEqual([
          reader,
          [
            ['Submit application', '', own],
            ['Query', 'Which hospital?', office],
            ['Reply', 'Guido Valadares', own],
            ['Verify', '', office],
            ['Assess', '', office],
            ['Recommend or return', '', office],
            ['Approve', '', office],
            ['Reject', 'The diploma is false', office],
          ],
        ]);
      const pt = (await desk().load(id, 'applicant', 'pt')).body.model.actions;
      expect(pt.map((a) => a.operation)).toEqual([
        'Enviar o pedido',
        'Pedir esclarecimento',
        'Responder',
        'Verificar',
        'Avaliar',
        'Recomendar ou devolver',
        'Aprovar',
        'Rejeitar',
      ]);
      expect(pt[1]?.user.name).toBe('Ministério da Saúde');
      const staff = (await desk().load(id, 'licence-clerk')).body.model.actions;
      expect(staff.filter((a) => a.details === secret)).toHaveLength(4);
      expect(staff[1]?.user).toMatchObject({ name: 'Vasco Verifier', email: 'licence-verifier@example.org' });
      const history = await desk().call<HistoryResponse>('applicant', 'POST', `/v1/professional/${id}/history`, { isAscending: true });
      expect(JSON.stringify(history.body)).not.toMatch(/Watchlist|Vasco|Alda|Aurora/);
    });

    it('the public reads why an application was returned', async () => {
      const id = await desk().lead('ASSESSED');
      await desk().act('licence-assessor', id, 'recommendation', { decision: 'RETURN', comment: 'Diploma unreadable' });
      expect((await desk().load(id)).body.model.actions.at(-1)).toMatchObject({ details: 'Diploma unreadable', user: { name: 'Ministry of Health' } });
    });

    it('no digest of an officer leaves the service', async () => {
      const id = await desk().lead('SENT FOR APPROVAL');
      for (const reader of ['public', 'licence-clerk', 'licence-approver'] as const)
        expect(Object.keys((await desk().load(id, reader)).body.model)).not.toContain('doneBy');
    });
  });

  describe('staff', () => {
    it('cannot act as the applicant of what they did not register', async () => {
      const { id } = (await desk().register('public')).body.model;
      for (const officer of ['licence-clerk', 'licence-verifier', 'chief', 'other-ministry', 'border-officer', 'trip-agent'] as const)
        expect([officer, (await desk().act(officer, id, 'withdrawal')).status]).toEqual([officer, 403]);
      await desk().act('licence-verifier', id, 'query', { comment: 'Who are you?' });
      for (const officer of ['licence-verifier', 'chief'] as const) {
        expect([officer, (await desk().act(officer, id, 'amendment', { holderName: 'somebody else' })).status]).toEqual([officer, 403]);
        expect([officer, (await desk().act(officer, id, 'feedback', { comment: 'Me' })).status]).toEqual([officer, 403]);
        const { actions } = (await desk().load(id, officer)).body;
        expect(actions.map((a) => a.name).filter((name) => /withdrawal|feedback|amendment/.test(name))).toEqual([]);
      }
      expect((await desk().load(id)).body.model.holderName).toBe('MARIA DA SILVA');
    });

    it('act as the applicant of what they registered at the counter, and the history records it', async () => {
      const { id } = (await desk().register('licence-clerk')).body.model;
      expect((await desk().act('licence-clerk', id, 'withdrawal')).status).toBe(200);
      expect((await desk().load(id, 'licence-clerk')).body.model.actions.map((a) => a.capacity)).toEqual(['counter', 'counter']);
    });

    it('of another ministry, of none, or of another service cannot read or decide', async () => {
      const id = await desk().lead('ISSUED');
      for (const officer of ['other-ministry', 'no-agency', 'border-officer', 'trip-agent'] as const) {
        for (const path of ['document', '1/version', 'qr', 'print-form', 'print'])
          expect([officer, path, (await desk().call(officer, 'GET', `/v1/professional/${id}/${path}`)).status]).toEqual([officer, path, 403]);
        expect([officer, (await desk().call(officer, 'POST', `/v1/professional/${id}/history`, {})).status]).toEqual([officer, 403]);
        for (const action of ['suspension', 'adjustment', 'rejection', 'renewal', 'withdrawal'])
          expect([
            officer,
            action,
            (await desk().call(officer, 'POST', `/v1/professional/${id}/actions/${action}`, { version: 1, comment: 'x' })).status,
          ]).toEqual([officer, action, 403]);
      }
      for (const officer of ['other-ministry', 'no-agency'] as const)
        expect((await desk().call<ListResult<object>>(officer, 'GET', '/v1/professional/search')).body).toEqual({ records: [], totalRecords: 0 });
      expect((await desk().load(id)).body.model.documentStatus).toBe('APPROVED');
    });
  });

  it('an applicant changes an application twenty times a day and no more, and comments at length no longer than 2,000 characters', async () => {
    const { id } = (await desk().call('applicant', 'POST', '/v1/professional/actions/store', { holderName: 'x' })).body.model;
    let last = 200;
    let changes = 0;
    for (; last === 200 && changes < 30; changes++) last = (await desk().act('applicant', id, 'edit', { holderName: `x${changes}` })).status;
    expect([last, changes]).toEqual([429, 21]);
    const other = await desk().lead('SUBMITTED', 'applicant');
    await desk().act('licence-verifier', other, 'query', { comment: 'Which?' });
    expect(codesOf(await desk().act('applicant', other, 'feedback', { comment: 'x'.repeat(2_001) }))).toEqual(['action.details MAX_LENGTH']);
  });

  it('the verification of a card shows the holder and the photo for comparison', async () => {
    const { id: draft } = (await desk().register('public', { photoInstance: desk().addFile('photo-card', { type: 'image/jpeg' }) })).body.model;
    const tokenOf = async (id: string): Promise<string> => {
      const { reference, dateTime } = ((await desk().load(id)).body.model as LicenceDocument).serialReference;
      const { LicenceService } = await import('./licence.service.ts');
      return desk()
        .service.app.get(LicenceService)
        .kit.signer.sign({ k: 'professional-licence', r: reference, iat: Math.floor(Date.parse(`${dateTime}Z`) / 1000) });
    };
    const verify = async (id: string) => (await desk().call<Envelope & { holder?: object }>('public', 'GET', `/v1/verify/${await tokenOf(id)}`)).body;
    expect((await verify(draft)).holder).toEqual({ name: 'MARIA DA SILVA' });
    await desk().verify(draft);
    await desk().act('licence-assessor', draft, 'assessment');
    await desk().act('licence-assessor', draft, 'recommendation', { decision: 'RECOMMEND' });
    await desk().act('licence-approver', draft, 'approval');
    await desk().act('licence-approver-2', draft, 'approval');
    await desk().act('licence-approver', draft, 'issuance', { comment: 'Paid' });
    const answer = await verify(draft);
    expect(answer.holder).toEqual({ name: 'MARIA DA SILVA', photo: 'data:image/jpeg;base64,AAAA' });
    expect(JSON.stringify(answer)).not.toMatch(/photo-card|67077000001|BI-123/);
  });
});

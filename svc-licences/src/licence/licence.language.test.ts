import type { ListResult, Problem } from '@portal/contract-kit';
import { testBackends } from '@portal/service-kit/testing';
import type { LicenceFinderRow } from '../../contract/index.ts';
import { type Envelope, finderQuery, useDesk } from '../testing/desk.ts';

const pt = { 'accept-language': 'pt' };

describe.each(testBackends())('the language of licences on %s', (_name, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const messages = ({ body }: { body: Problem }): string[] => body.errors.map((e) => e.message);
  /** Checks that messages are in Portuguese only: no separator between languages, and no English words. */
  const expectPortuguese = (found: string[]): void => {
    expect(found.length).toBeGreaterThan(0);
    for (const message of found) {
      expect(message).not.toContain('\u001f');
      expect(message).toMatch(/[ãõçáéíóúâê]|deve|escolha|indique|confirme|diga|selecione|não|tem de/i);
    }
  };

  it('an application of a Portuguese reader is read in English by an English officer, and the other way round', async () => {
    const { id } = (await desk().call('public', 'POST', '/v1/professional/', { ...(await import('../testing/bodies.ts')).anApplication() }, pt)).body.model;
    const said = async (language: 'en' | 'pt'): Promise<unknown[]> => {
      const { model } = (await desk().load(id, 'licence-clerk', language)).body;
      return [model.documentName, model.agencyName, model.indentityName, model.genderName, model.requirements?.[1]?.description, model.fees?.[0]?.name];
    };
    expect(await said('en')).toEqual([
      'Medical practitioner licence',
      'Ministry of Health',
      'National identity card',
      'Name of F',
      'Certified copy of the diploma',
      'Application fee',
    ]);
    expect(await said('pt')).toEqual([
      'Licença de médico',
      'Ministério da Saúde',
      'Bilhete de identidade',
      'Nome de F',
      'Cópia autenticada do diploma',
      'Taxa de pedido',
    ]);
  });

  it('requirements and fees are in the reader’s language', async () => {
    const records = async (what: string, headers = {}): Promise<string[]> =>
      (
        await desk().call<ListResult<{ description?: string; name?: string }>>('public', 'GET', `/v1/professional/MEDIB/MED-BSC/${what}`, undefined, headers)
      ).body.records.map((r) => r.description ?? r.name ?? '');
    expect([await records('searchRequirement'), await records('searchRequirement', pt)]).toEqual([
      ['Copy of an identity document', 'Certified copy of the diploma'],
      ['Copy of an identity document', 'Cópia autenticada do diploma'],
    ]);
    expect([await records('searchFee'), await records('searchFee', pt)]).toEqual([
      ['Application fee', 'Licence card'],
      ['Taxa de pedido', 'Licence card'],
    ]);
  });

  it('actions are offered, done and recorded in the reader’s language', async () => {
    const id = await desk().lead('VERIFIED');
    const labels = async (language: 'en' | 'pt') => {
      const { model, actions } = (await desk().load(id, 'licence-assessor', language)).body;
      return [actions.find((a) => a.name === 'assessment')?.label, actions.find((a) => a.name === 'view')?.label, model.actions.at(-1)?.operation];
    };
    expect([await labels('en'), await labels('pt')]).toEqual([
      ['Assess', 'Back to the document', 'Verify'],
      ['Avaliar', 'Voltar ao documento', 'Verificar'],
    ]);
  });

  it('errors are in the reader’s language only', async () => {
    const { id, requirements } = (await desk().register()).body.model;
    const refuse = (user: Parameters<ReturnType<typeof desk>['call']>[0], action: string, body: object) =>
      desk().call<Envelope & Problem>(user, 'POST', `/v1/professional/${id}/actions/${action}`, { version: 1, ...body }, pt);
    const verification = await refuse('licence-verifier', 'verification', {});
    expect(messages(verification)[0]).toBe('Selecione a conta bancária');
    expectPortuguese(messages(verification));
    expect(messages(verification)).toContain('Confirme o requisito: Cópia autenticada do diploma');
    expect(requirements).toHaveLength(2);
    expectPortuguese(messages(await refuse('licence-verifier', 'verification', { bankCode: 'XXX' })));
    expectPortuguese(messages(await refuse('licence-verifier', 'query', {})));
    expectPortuguese(
      messages(
        await desk().call<Problem>('public', 'POST', '/v1/professional/', { birthDate: '2999-01-01', holderEmail: 'a', gender: 'Q', documentCode: 'NONE' }, pt),
      ),
    );
    expectPortuguese(
      messages(await desk().call<Problem>('licence-clerk', 'POST', '/v1/professional/actions/store', { holderName: 'x'.repeat(71), birthDate: 'soon' }, pt)),
    );
    for (const message of messages(await desk().call<Problem>('licence-verifier', 'POST', `/v1/professional/${id}/actions/verification`, { version: 1 })))
      expect(message).toMatch(/^(Select the bank account|Confirm the requirement: )/);
  });

  it('the messages of the finder are the published ones in English, and translated in Portuguese', async () => {
    const none = { criteria: [] };
    expect(messages(await desk().call<Problem>('public', 'POST', '/v1/professional/find', none))).toEqual([
      'Please enter Full Name',
      'Please enter Birth Date',
      'Please select Indentity Type',
      'Please Enter Holder Code',
    ]);
    expect(messages(await desk().call<Problem>('public', 'POST', '/v1/professional/find', none, pt))).toEqual([
      'Indique o nome completo',
      'Indique a data de nascimento',
      'Selecione o tipo de identificação',
      'Indique o código do titular',
    ]);
    await desk().register('public', { holderCode: 'lang-1' });
    const found = await desk().call<ListResult<LicenceFinderRow>>('public', 'POST', '/v1/professional/find', finderQuery({ holderCode: 'lang-1' }), pt);
    expect(found.body.records[0]?.indentityName).toBe('Bilhete de identidade');
  });

  it('the search over everything and earlier cases have the names of their reader', async () => {
    const { id } = (await desk().register('public', { holderCode: 'lang-2' })).body.model;
    const { id: earlier } = (await desk().register('public', { holderCode: 'lang-2' })).body.model;
    const subtitles = async (path: string, headers = {}) =>
      (await desk().call<ListResult<{ id: string; subtitle: string }>>('licence-clerk', 'GET', path, undefined, headers)).body.records
        .filter((record) => record.id === earlier)
        .map(({ subtitle }) => subtitle);
    for (const path of ['/v1/lookup?text=lang-2', `/v1/professional/${id}/related`]) {
      expect([path, await subtitles(path)]).toEqual([path, [expect.stringMatching(/ · Medical practitioner licence$/)]]);
      expect([path, await subtitles(path, pt)]).toEqual([path, [expect.stringMatching(/ · Licença de médico$/)]]);
    }
  });

  it('the export has the titles and the names of its reader', async () => {
    await desk().register();
    const csv = (await desk().call<string>('licence-clerk', 'GET', '/v1/professional/search', undefined, { ...pt, accept: 'text/csv' })).body.split('\r\n');
    expect(csv[0]).toContain('Referência,Data,Documento,Nível académico,Nome do titular');
    expect(csv[0]).toContain(',Criado em (UTC)');
    expect(csv[1]).toContain('Licença de médico');
    expect(csv[1]).toContain('Nome de F');
    expect(csv[1]).toContain(',Submetido,');
  });
});

import { testBackends } from '@portal/service-kit/testing';
import { aTrip } from '../testing/bodies.ts';
import { type Envelope, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('the language of a trip on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const read = async (id: string, language: string, user: 'public' | 'trip-verifier' = 'public') =>
    (await desk().call<Envelope>(user, 'GET', `/v1/triptic/trip/${id}/document`, undefined, { 'accept-language': language })).body;
  const register = async (language: string): Promise<string> => {
    const body = aTrip('TIBE', { colorCode: 'WHITE', requirements: [{ id: 'TIBE-REG', accepted: true }] });
    return (await desk().call('public', 'POST', '/v1/triptic/trip/', body, { 'accept-language': language })).body.model.id;
  };

  it.each([
    ['en', 'pt'],
    ['pt', 'en'],
  ])('is that of the reader, whoever registered it (%s, read in %s)', async (written, readIn) => {
    const id = await register(written);
    const { model, actions } = await read(id, readIn, 'trip-verifier');
    const pt = readIn === 'pt';
    expect(model).toMatchObject({
      documentDetails: { name: pt ? 'Saída temporária' : 'Temporary exit', movementName: pt ? 'Exportações' : 'Exports' },
      colorName: pt ? 'Nome de WHITE' : 'Name of WHITE',
      questions: [{ description: pt ? 'Transporta mercadorias?' : 'Does it carry goods?' }, {}],
      requirements: [{ description: pt ? 'Livrete' : 'Registration certificate' }, {}],
      fees: [{ name: pt ? 'Licença' : 'Permit' }, {}],
    });
    expect(model.actions[0]?.operation).toBe(pt ? 'Registar' : 'Register');
    expect(actions.find(({ name }) => name === 'verification')?.label).toBe(pt ? 'Verificar' : 'Verify');
  });

  it('is that of the reader in lists and exports', async () => {
    await register('en');
    const csv = await desk().call<string>('trip-agent', 'GET', '/v1/triptic/trip/search', undefined, { accept: 'text/csv', 'accept-language': 'pt' });
    const [titles, first] = csv.body.split('\r\n');
    expect(titles).toContain('Referência,Data,Documento,Subdocumento,Movimento,Matrícula');
    expect(first).toContain('Saída temporária');
  });

  it('applies to the title and serial of an authoriser in upper case', async () => {
    const id = await register('en');
    await desk().act('trip-verifier', id, 'verification', { authoriserDetails: { code: 'AUT-1' } });
    for (const language of ['en', 'pt'])
      expect((await read(id, language)).model.authoriserDetails).toMatchObject({ title: 'HEAD OF PERMITS', serial: 'DNTT-01' });
  });
});

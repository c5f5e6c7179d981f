import { codesOf, testBackends } from '@portal/service-kit/testing';
import { aTrip } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';

const newOwner = { ownerName: 'New Owner', ownerAddress: 'Baucau' };
const papers = { identityNumber: 'n-77', licenseNumber: 'nl-1', contactNumber: '+670 7711', foreignAddress: 'Jalan Kupang 4' };

describe.each(testBackends())('an owner who is the driver on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const asDriver = { driverName: 'Maria da Silva', localAddress: 'RUA DE DILI 1' };

  it("gives the driver the owner's name and address at registration, whatever is sent", async () => {
    for (const sent of [{}, { driverName: '', localAddress: '' }, { driverName: 'Somebody Else', localAddress: 'Elsewhere' }]) {
      const { body } = await desk().register('public', 'TIBE', { ownerDriver: true, ...sent });
      expect(body.model).toMatchObject({ ownerDriver: true, ...asDriver });
    }
  });

  it('gives them in every later change', async () => {
    const { id } = (await desk().register('public', 'TIBE', { ownerDriver: true })).body.model;
    const edited = await desk().act('public', id, 'edit', aTrip('TIBE', { ownerDriver: true, ownerName: 'Ana Costa', driverName: 'Maria da Silva' }));
    expect(edited.body.model).toMatchObject({ driverName: 'Ana Costa', localAddress: 'RUA DE DILI 1' });
    const amended = await desk().act('public', id, 'amendment', aTrip('TIBE', { ownerDriver: false, driverName: 'Rui Dias', localAddress: 'Liquica' }));
    expect(amended.body.model).toMatchObject({ ownerName: 'Maria da Silva', driverName: 'Rui Dias', localAddress: 'LIQUICA' });
  });

  it('gives them in a draft', async () => {
    const draft = { documentDetails: { code: 'TIBE' }, ownerDriver: true, ownerName: 'Maria da Silva', ownerAddress: 'Rua de Dili 1' };
    expect((await desk().call('trip-agent', 'POST', '/v1/triptic/trip/actions/store', draft)).body.model).toMatchObject(asDriver);
  });
});

describe.each(testBackends())('a transfer of ownership on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  it('requires the new owner', async () => {
    const id = await desk().lead('PAID FOR APPROVAL');
    expect(codesOf(await desk().act('trip-approver', id, 'transfer-ownership'))).toEqual(['ownerName REQUIRED', 'ownerAddress REQUIRED']);
  });

  it('requires the papers of an owner who drives', async () => {
    const id = await desk().lead('PAID FOR APPROVAL');
    expect(codesOf(await desk().act('trip-approver', id, 'transfer-ownership', { ...newOwner, ownerDriver: true }))).toEqual([
      'identityNumber REQUIRED',
      'licenseNumber REQUIRED',
      'contactNumber REQUIRED',
      'foreignAddress REQUIRED',
    ]);
  });

  it('keeps no data of the old driver for the new one', async () => {
    const { id } = (await desk().register('public', 'TIBE', { nationalityCode: 'TL' })).body.model;
    const { status, body } = await desk().act('trip-approver', id, 'transfer-ownership', { ...newOwner, ownerDriver: true, ...papers });
    expect([status, body.model]).toMatchObject([
      200,
      {
        ...newOwner,
        ownerDriver: true,
        driverName: 'New Owner',
        localAddress: 'BAUCAU',
        identityNumber: 'N-77',
        licenseNumber: 'NL-1',
        contactNumber: '+670 7711',
        foreignAddress: 'JALAN KUPANG 4',
      },
    ]);
    for (const old of ['nationalityCode', 'nationalityName']) expect(body.model).not.toHaveProperty(old);
    // The permit is still complete, so the applicant can change it.
    const { foreignAddress } = body.model;
    expect(codesOf(await desk().act('public', id, 'amendment', { ...body.model, foreignAddress: '' }))).toEqual(['foreignAddress REQUIRED']);
    expect((await desk().act('public', id, 'amendment', { ...body.model, foreignAddress })).status).toBe(200);
  });

  it('does not change the driver while the owner does not drive', async () => {
    const id = await desk().lead('PAID FOR APPROVAL');
    const { model } = (await desk().act('trip-approver', id, 'transfer-ownership', { ...newOwner, ...papers })).body;
    expect(model).toMatchObject({
      documentStatus: 'PAID FOR APPROVAL',
      ...newOwner,
      ownerDriver: false,
      driverName: 'Joao da Silva',
      identityNumber: 'C123456',
      licenseNumber: 'DL-9',
      localAddress: 'RUA DE DILI 1',
      vehicleNumber: 'TL 123-45',
    });
  });
});

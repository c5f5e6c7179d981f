import type { CatalogueRecord } from '@portal/contract-kit';
import { AuditSequencer, Database, verifyAudit } from '@portal/service-kit';
import { testBackends, withRecords } from '@portal/service-kit/testing';
import { publicTripFields, shortName, type TripDetails, tripDetailsFields } from '../../contract/index.ts';
import { catalogues, type UserName } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';

const day = 86_400_000;
const guarded = /C123456|DL-9|\+670 7700|RUA DE DILI|Rua de Dili|JALAN|JTD123|2GD-7|Maria|da Silva|Atambua/;

it.each([
  ['João da Silva', 'João S.'],
  ['  Maria   José de Araújo ', 'Maria A.'],
  ['suharto', 'suharto'],
  ['Ana élia', 'Ana É.'],
  ['', ''],
])('the name %j is shortened to %j', (name, short) => expect(shortName(name)).toBe(short));

describe.each(testBackends())('the details of a trip on %s', (_engine, makeBackend) => {
  const { clock, desk } = useDesk(makeBackend);
  const details = async (key: string, user: UserName = 'public', query = ''): Promise<TripDetails & Record<string, unknown>> =>
    (await desk().call<TripDetails & Record<string, unknown>>(user, 'GET', `/v1/triptic/trip/${key}/details${query}`)).body;
  const tokenOf = async (id: string): Promise<string> => desk().trips.kit.signer.sign(desk().trips.statement(await desk().stored(id)));
  const publicFacts = {
    vehicleNumber: 'TL 123-45',
    brandCode: 'TOYOTA',
    brandName: 'Name of TOYOTA',
    modelDetails: 'HILUX',
    colorCode: 'WHITE',
    colorName: 'Name of WHITE',
    movement: 'E',
    movementName: 'Exports',
    crossCode: 'BTG',
    crossName: 'Batugade',
    entryDate: '2026-05-10',
    expectedDate: '2026-06-10',
    returnCode: 'SAL',
    returnName: 'Salele',
    driverName: 'Joao S.',
  };
  const full = { brandCode: 'TOYOTA', colorCode: 'WHITE', crossCode: 'BTG', returnCode: 'SAL' };
  const approved = async (): Promise<string> => {
    const { id } = (await desk().register('public', 'TIBF', full)).body.model;
    await desk().act('trip-verifier', id, 'verification');
    await desk().act('trip-approver', id, 'approval');
    return id;
  };

  it('show the validity in every status of a trip', async () => {
    const of = async (id: string): Promise<string> => (await details(id)).tripStatus;
    expect(await of(await desk().lead('PAID FOR APPROVAL'))).toBe('N');
    expect(await of(await desk().lead('APPROVED TO EXIT'))).toBe('Y');
    expect(await of(await desk().lead('VALIDATED FOR RETURN'))).toBe('Y');
    expect(await of(await desk().lead('CONFIRMED FOR RETURN'))).toBe('X');
    expect(await of(await desk().lead('VALIDATED FOR EXIT', 'I'))).toBe('Y');
    expect(await of(await desk().lead('CONFIRMED FOR EXIT', 'I'))).toBe('X');
    expect(await details('00000000-0000-0000-0000-000000000000')).toEqual({ tripStatus: 'F' });
  });

  it('keep the movement of a registered trip when the catalogue has another', async () => {
    const id = await desk().lead('CONFIRMED FOR EXIT');
    const entry = { ...(catalogues.documents?.find(({ code }) => code === 'TIBE') as CatalogueRecord), movement: 'I' };
    await withRecords(catalogues, { documents: [entry] }, async () => {
      const shown = { movement: 'E', movementName: 'Exports' };
      expect(await details(id)).toMatchObject({ tripStatus: 'Y', ...shown });
      expect((await desk().load(id)).body.model.documentDetails).toMatchObject(shown);
    });
  });

  it.each<[string, UserName]>([
    ['the public', 'public'],
    ['somebody signed in', 'neighbour'],
    ['staff of something else', 'cashier'],
    ['staff without the read role', 'border-guard'],
  ])('show %s what can be compared with the vehicle and the driver, and nothing else', async (_who, user) => {
    const id = await approved();
    const { reference } = (await desk().stored(id)).serialReference;
    const keys = [
      [id],
      [await tokenOf(id)],
      [reference, '?vehicleNumber=tl12345'],
      [reference.toLowerCase(), '?vehicleNumber=TL%20123-45'],
      [reference.replaceAll('-', ' '), '?vehicleNumber=TL.123/45'],
    ] as const;
    for (const [key, query] of keys) {
      const shown = await details(key, user, query);
      expect(shown).toEqual({ tripStatus: 'Y', ...publicFacts });
      expect(JSON.stringify(shown)).not.toMatch(guarded);
    }
  });

  it('show the public nothing more before the approval and after the end', async () => {
    for (const id of [await desk().lead('SUBMITTED'), await desk().lead('CONFIRMED FOR RETURN')]) {
      const shown = await details(id);
      const allowed = new Set<string>(['tripStatus', 'movement', 'movementName', 'driverName', ...publicTripFields]);
      expect(Object.keys(shown).filter((key) => !allowed.has(key))).toEqual([]);
      expect(shown.driverName).toBe('Joao S.');
    }
  });

  it('show only the validity to a caller who guesses a reference', async () => {
    const { reference } = (await desk().stored(await approved())).serialReference;
    expect(await details(reference.toLowerCase())).toEqual({ tripStatus: 'Y' });
    expect(await details(reference, 'public', '?vehicleNumber=wrong')).toEqual({ tripStatus: 'Y' });
    expect(await details('TIBE-2026-9999999')).toEqual({ tripStatus: 'F' });
  });

  it("show the whole card to staff with the read role and the trip's agency, and to no others", async () => {
    const id = await approved();
    const card = await details(id, 'trip-border');
    expect(card).toMatchObject({
      identityNumber: 'C123456',
      licenseNumber: 'DL-9',
      contactNumber: '+670 7700',
      chasisNumber: 'JTD123',
      driverName: 'Joao da Silva',
    });
    const allowed = new Set<string>(['tripStatus', 'movement', 'movementName', ...Object.values(tripDetailsFields).flat()]);
    expect(Object.keys(card).filter((key) => !allowed.has(key))).toEqual([]);
    // This officer's agency is not the agency of the trip.
    expect(await details(id, 'customs-chief')).toEqual({ tripStatus: 'Y', ...publicFacts });
  });

  it("are in the reader's language", async () => {
    const id = await approved();
    const { body } = await desk().call<TripDetails>('public', 'GET', `/v1/triptic/trip/${id}/details?language=pt`);
    expect(body).toMatchObject({ colorName: 'Nome de WHITE', movementName: 'Exportações' });
  });

  it('do not reveal a draft, except to its author', async () => {
    const { id } = (await desk().call('applicant', 'POST', '/v1/triptic/trip/actions/store', { vehicleNumber: 'd-1' })).body.model;
    for (const user of ['public', 'neighbour', 'trip-agent'] as const) expect([user, await details(id, user)]).toEqual([user, { tripStatus: 'F' }]);
    expect(await details(id, 'applicant')).toMatchObject({ tripStatus: 'N', vehicleNumber: 'D-1' });
  });

  it('show only the validity to an expired code', async () => {
    const id = await approved();
    const token = await tokenOf(id);
    // The modification lets the vehicle stay longer than the code states.
    await desk().act('trip-verifier', id, 'modification', { expectedDate: '2026-12-31' });
    expect(await details(token)).toMatchObject({ tripStatus: 'Y', driverName: 'Joao S.' });
    clock.pass(60 * day);
    expect(await details(token)).toEqual({ tripStatus: 'Y' });
    expect(await details(await tokenOf(id))).toMatchObject({ tripStatus: 'Y', driverName: 'Joao S.' });
    clock.pass(-60 * day);
  });

  it('can be read with the code, and its verification says the same', async () => {
    const id = await approved();
    const token = await tokenOf(id);
    const { reference } = (await desk().stored(id)).serialReference;
    const verify = async (key: string, user: UserName = 'public') => (await desk().call<Record<string, unknown>>(user, 'GET', `/v1/verify/${key}`)).body;
    const verified = await verify(token);
    expect(verified).toMatchObject({
      genuine: true,
      kind: 'triptic-trip',
      reference,
      validFrom: '2026-05-10',
      validUntil: '2026-06-10',
      // The trip is valid before the entry date too: from its approval on.
      standing: { code: 'Y', label: 'Trip is Valid' },
      publicScreen: `/eservice/triptic/validity/${token}`,
    });
    expect(verified).not.toHaveProperty('screen');
    expect((await details(token)).tripStatus).toBe('Y');
    expect((await desk().call<object>('public', 'GET', `/v1/verify/${token}?language=pt`)).body).toMatchObject({ standing: { label: 'A viagem é válida' } });
    expect(await verify(token, 'trip-border')).toMatchObject({ screen: `/triptic/trip/view/${id}` });
    expect(await verify(token, 'customs-chief')).not.toHaveProperty('screen');
    const forged = desk().trips.kit.signer.sign({ ...desk().trips.statement(await desk().stored(id)), k: 'departure-declaration' });
    expect(await details(forged)).toEqual({ tripStatus: 'F' });
    expect(await verify(forged)).toEqual({ genuine: false });
  });

  it('say nothing of a trip that got the reference of another one, which a restore has lost, to whoever has the code of the lost one', async () => {
    const id = await approved();
    const statement = desk().trips.statement(await desk().stored(id));
    const ofLost = desk().trips.kit.signer.sign({ ...statement, iat: statement.iat - 3_600 });
    for (const user of ['public', 'trip-border'] as const) {
      expect(await details(ofLost, user)).toEqual({ tripStatus: 'F' });
      const { body } = await desk().call<Record<string, unknown>>(user, 'GET', `/v1/verify/${ofLost}`);
      expect(body).toMatchObject({ genuine: true, reference: statement.r, standing: { code: 'NOT_IN_REGISTER' } });
      for (const fact of ['screen', 'documentStatus', 'publicScreen']) expect(body).not.toHaveProperty(fact);
    }
  });

  it.each<[string, { entryDate?: string; expectedDate: string }]>([
    ['ends earlier', { expectedDate: '2026-05-20' }],
    ['was moved', { entryDate: '2026-05-12', expectedDate: '2026-07-10' }],
    ['has no last day any more', { expectedDate: '' }],
  ])('are the same as its verification with an old code says where the trip %s', async (_what, changes) => {
    const id = await approved();
    const token = await tokenOf(id);
    expect((await desk().act('trip-verifier', id, 'modification', changes)).status).toBe(200);
    const { entryDate, expectedDate } = await details(token);
    expect([entryDate, expectedDate]).toEqual([changes.entryDate ?? '2026-05-10', changes.expectedDate || undefined]);
    const verify = async () => (await desk().call<Record<string, unknown>>('public', 'GET', `/v1/verify/${token}`)).body;
    expect(await verify()).toMatchObject({ validFrom: entryDate, validUntil: expectedDate ?? null, expired: false });
    // After its last day the code states only its own days. They say nothing about the trip of today.
    clock.pass(60 * day);
    expect(await verify()).toMatchObject({ validFrom: '2026-05-10', validUntil: '2026-06-10', expired: true });
    clock.pass(-60 * day);
  });

  it('leave an audit record of staff who read them', async () => {
    await details(await approved(), 'trip-border');
    await desk().service.app.get(AuditSequencer).appendPending(-60_000);
    expect((await verifyAudit(desk().service.app.get(Database))).broken).toBeUndefined();
  });
});

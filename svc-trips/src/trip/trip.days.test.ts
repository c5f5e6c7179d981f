import { addDays, catalogueChanged } from '@portal/service-kit';
import { changing, codesOf, coming, ending, officesInDili, TestClock, testBackends } from '@portal/service-kit/testing';
import { answers, aTrip, catalogues } from '../testing/bodies.ts';
import { Desk } from '../testing/desk.ts';

/** The change of the catalogues takes effect on 1 June 2026 in Dili, which begins at 15:00 UTC on 31 May. */
const from = '2026-06-01';
const last = '2026-05-31';
const replace = (name: string, code: string, change: (record: (typeof catalogues)[string][number]) => object): void => {
  catalogues[name] = (catalogues[name] ?? []).map((record) => (record.code === code ? change(record) : record)) as never;
};
const add = (name: string, record: object): void => void (catalogues[name] as object[]).push(record);
replace('fees', 'TIBE-PERMIT', (record) => changing(record as never, from, { amount: 3000 }));
replace('questions', 'TIBE-Q1', (record) => changing(record as never, from, { name: 'Does it carry goods or animals?' }));
replace('requirements', 'TIBE-LICENCE', (record) => ending(record as never, last));
add('questions', coming({ code: 'TIBE-Q3', name: 'Is it insured?', documentCode: 'TIBE', rank: 3 }, from));
add('requirements', coming({ code: 'TIBE-INS', name: 'Insurance', documentCode: 'TIBE', subDocumentCode: '', rank: 3 }, from));
add('vehicle-fuels', coming({ code: 'HYDROGEN', name: 'Hydrogen' }, from));
add('vehicle-fuels', ending({ code: 'STEAM', name: 'Steam' }, last));
const deputy = { code: 'AUT-8', name: 'Rosa Deputy', title: 'Acting Head', serial: 'DNTT-08', type: 1, documentCode: 'TIBE', status: 1 };
add('authorisers', changing(deputy, from, { title: 'Head' }));
add('authorisers', coming({ code: 'AUT-9', name: 'New Head', title: 'Head', serial: 'DNTT-09', type: 1, documentCode: 'TIBE', status: 1 }, from));
const bnctl = { code: 'BNCTL', name: 'BNCTL, treasury', bankCode: 'BNCTL', bankName: 'Banco Nacional de Comércio', accountNumber: '0070' };
const closing = { code: 'ANZ', name: 'ANZ, treasury', bankCode: 'ANZ', bankName: 'ANZ', accountNumber: '0050' };
add('bank-accounts', ending(closing, last));
add('bank-accounts', coming(bnctl, from));
Object.assign(catalogues, { 'working-hours': officesInDili, holidays: [] });
const beforeMidnight = new Date('2026-05-31T14:59:58Z');
const newAnswer = { id: 'TIBE-Q3', accepted: true, declined: false };

describe.each(testBackends())('the day of a trip on %s', (_engine, makeBackend) => {
  let desk: Desk;
  const clock = new TestClock(beforeMidnight);
  beforeAll(async () => {
    desk = await Desk.open(await makeBackend(), clock);
  });
  afterAll(() => desk?.close());

  const asked = async (id: string) => {
    const { questions, requirements, accountDetails } = (await desk.load(id, 'trip-agent')).body.model;
    return {
      questions: questions?.map((row) => row.description),
      requirements: requirements?.map((row) => row.id),
      fee: accountDetails?.totalFee,
    };
  };
  const before = { questions: ['Does it carry goods?', 'Is the vehicle leased?'], requirements: ['TIBE-REG', 'TIBE-LICENCE'], fee: 1500 };
  const after = {
    questions: ['Does it carry goods or animals?', 'Is the vehicle leased?', 'Is it insured?'],
    requirements: ['TIBE-REG', 'TIBE-INS'],
    fee: 3500,
  };

  it('decides at midnight where the offices are, and stays when the trip is changed later', async () => {
    const old = (await desk.register('trip-agent')).body.model.id;
    expect(await asked(old)).toEqual(before);
    clock.pass(2_000);
    const added = { questions: [...answers('TIBE').filter(({ id }) => id !== 'TIBE-Q3'), newAnswer] };
    const fresh = (await desk.register('trip-agent', 'TIBE', added)).body.model.id;
    expect(await asked(fresh)).toEqual(after);
    // Both trips are changed four days later. Each keeps the questions, wording, requirements and fees of its own day.
    clock.pass(4 * 86_400_000);
    for (const [id, expected] of [
      [old, before],
      [fresh, after],
    ] as const) {
      const changed = await desk.act('trip-agent', id, 'amendment', { ...aTrip('TIBE', added), driverName: 'Another' });
      expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
      expect(await asked(id)).toEqual(expected);
      // The accounts are those of today, including one that was not open on the day of the trip.
      expect(changed.body.model?.accounts).toMatchObject([{ id: 'BNU' }, { id: 'BNCTL', bankName: bnctl.bankName, accountNumber: '0070' }]);
    }
    // The form that changes a trip gets the same rows as the service will require. The form of a new trip gets those of today.
    const told = async (path: string) =>
      (await desk.call<{ records: { id?: string; code?: string }[] }>('trip-agent', 'GET', `/v1/triptic/trip/${path}`)).body.records;
    expect((await told(`TIBE/TIBE-PRI/searchRequirement?of=${old}`)).map(({ id }) => id)).toEqual(before.requirements);
    expect((await told('TIBE/TIBE-PRI/searchRequirement')).map(({ id }) => id)).toEqual(after.requirements);
    expect(await told(`TIBE/searchDeclaration?of=${old}`)).toHaveLength(2);
    expect(await told(`${old}/searchDeclaration`)).toHaveLength(2);
    expect(await told('TIBE/searchDeclaration')).toHaveLength(3);
    expect((await told(`TIBE/TIBE-PRI/searchFee?of=${old}`))[0]).toMatchObject({ amount: 1000 });
    const nowhere = await desk.call('public', 'GET', '/v1/triptic/trip/TIBE/TIBE-PRI/searchFee?of=00000000-0000-7000-8000-000000000000');
    expect(nowhere.status).toBe(404);
    // The choices are also those of the trip's day.
    const chosen = async (id: string, fuelCode: string) =>
      codesOf((await desk.act('trip-agent', id, 'amendment', { ...aTrip('TIBE', added), fuelCode })) as never);
    expect(await chosen(old, 'HYDROGEN')).toEqual(['fuelCode CHOICE']);
    expect(await chosen(fresh, 'STEAM')).toEqual(['fuelCode CHOICE']);
    expect((await desk.act('trip-agent', old, 'amendment', { ...aTrip('TIBE', added), fuelCode: 'STEAM' })).status).toBe(200);
    expect((await desk.act('trip-agent', fresh, 'amendment', { ...aTrip('TIBE', added), fuelCode: 'HYDROGEN' })).status).toBe(200);
    // What an officer adds is judged by today: the new head signs the old permit.
    expect((await desk.act('trip-verifier', old, 'verification')).status).toBe(200);
    await desk.pay(old, 'permit');
    const signed = await desk.act('trip-approver', old, 'approval', { authoriserDetails: { code: 'AUT-9' } });
    expect([signed.status, signed.body.errors, signed.body.model?.authoriserDetails?.name]).toEqual([200, undefined, 'New Head']);
    expect(await asked(old)).toEqual(before);
  });

  it('does not decide for the authoriser: the permit has the title of the day on which it was signed', async () => {
    clock.pass(beforeMidnight.getTime() - clock.now().getTime());
    const { id } = (await desk.register('trip-agent')).body.model;
    clock.pass(4 * 86_400_000);
    await desk.act('trip-verifier', id, 'verification');
    await desk.pay(id, 'permit');
    expect((await desk.act('trip-approver', id, 'approval', { authoriserDetails: { code: 'AUT-8' } })).status).toBe(200);
    expect((await desk.load(id, 'trip-agent')).body.model.authoriserDetails).toMatchObject({ name: 'Rosa Deputy', title: 'HEAD' });
  });

  it('of each step decides for the bank accounts, until everything is paid', async () => {
    clock.pass(beforeMidnight.getTime() - clock.now().getTime());
    const { id, accounts } = (await desk.register('trip-agent')).body.model;
    expect(accounts?.map(({ accountNumber }) => accountNumber)).toEqual(['0060', '0050']);
    clock.pass(4 * 86_400_000);
    const numbers = async () => (await desk.load(id, 'trip-agent')).body.model.accounts?.map(({ accountNumber }) => accountNumber);
    expect((await desk.act('trip-verifier', id, 'verification')).status).toBe(200);
    expect(await numbers()).toEqual(['0060', '0070']);
    await desk.pay(id, 'permit');
    const open = catalogues['bank-accounts'] ?? [];
    catalogues['bank-accounts'] = open.slice(0, 1);
    catalogueChanged('bank-accounts');
    try {
      expect((await desk.act('trip-approver', id, 'approval')).body.model?.documentStatus).toBe('APPROVED TO EXIT');
      expect(await numbers()).toEqual(['0060']);
      await desk.pay(id, 'exit');
    } finally {
      catalogues['bank-accounts'] = open;
      catalogueChanged('bank-accounts');
    }
    expect((await desk.act('trip-border', id, 'validation')).status).toBe(200);
    expect(await numbers()).toEqual(['0060']);
  });

  it('is that of the country for a crossing, which may be a day ahead of UTC', async () => {
    clock.pass(3_600_000);
    const id = await desk.lead('VALIDATED FOR EXIT');
    const [utc, country, tomorrow] = [0, 1, 2].map((days) => addDays(clock.today(), days));
    expect(codesOf(await desk.act('trip-border', id, 'confirmation', { crossingDate: tomorrow }))).toEqual(['crossingDate DATE']);
    const crossed = await desk.act('trip-border', id, 'confirmation', { crossingDate: country });
    expect([crossed.status, crossed.body.model?.crossingDate]).toEqual([200, country]);
    // Without a day in the input, the day of the crossing is the UTC day.
    const other = await desk.lead('CONFIRMED FOR EXIT');
    expect((await desk.load(other)).body.model.crossingDate).toBe(utc);
  });

  it('is today for a draft, until it is registered', async () => {
    const draft = (await desk.call('trip-agent', 'POST', '/v1/triptic/trip/actions/store', aTrip('TIBE', { fuelCode: 'HYDROGEN' }))).body.model;
    expect(draft.accountDetails?.totalFee).toBe(after.fee);
  });

  it('refuses a draft that is submitted with what can no longer be chosen, and keeps it as a draft', async () => {
    clock.pass(beforeMidnight.getTime() - clock.now().getTime());
    const written = aTrip('TIBE', { fuelCode: 'STEAM', questions: [...answers('TIBE').filter(({ id }) => id !== 'TIBE-Q3'), newAnswer] });
    const { id } = (await desk.call('trip-agent', 'POST', '/v1/triptic/trip/actions/store', written)).body.model;
    clock.pass(2_000);
    expect((await desk.act('trip-agent', id, 'store', written)).body.model.fuelName).toBe('Steam');
    expect(codesOf((await desk.act('trip-agent', id, 'submission')) as never)).toEqual(['fuelCode CHOICE']);
    expect(await desk.statusOf(id)).toBe('STORED');
    const submitted = await desk.act('trip-agent', id, 'submission', { fuelCode: 'HYDROGEN' });
    expect([submitted.status, submitted.body.errors, submitted.body.model?.fuelName]).toEqual([200, undefined, 'Hydrogen']);
  });
});

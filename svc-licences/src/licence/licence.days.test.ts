import { changing, codesOf, coming, ending, officesInDili, TestClock, testBackends } from '@portal/service-kit/testing';
import { anApplication, catalogues } from '../testing/bodies.ts';
import { Desk } from '../testing/desk.ts';

/** The change of the catalogues takes effect on 1 June 2026 in Dili, which begins at 15:00 UTC on 31 May. */
const from = '2026-06-01';
const last = '2026-05-31';
const beforeMidnight = new Date('2026-05-31T14:59:58Z');
catalogues.fees = (catalogues.fees ?? []).map((record) => (record.code === 'MEDIB-APP' ? changing(record, from, { amount: 9900 }) : record));
catalogues.requirements = (catalogues.requirements ?? []).map((record) =>
  record.code === 'MEDIB-DIPLOMA' ? changing(record, from, { name: 'The diploma itself', names: {} }) : record,
);
catalogues.requirements.push(coming({ code: 'MEDIB-NEW', name: 'Police record', documentCode: 'MEDIB', subDocumentCode: '', rank: 9 }, from));
catalogues['institution-categories']?.push(coming({ code: 'NGO', name: 'Charity' }, from), ending({ code: 'GUILD', name: 'Guild' }, last));
catalogues['bank-accounts']?.push(
  coming({ code: 'NEW', name: 'New account', bankCode: 'NEW', bankName: 'New bank', accountNumber: '1' }, from),
  changing({ code: 'MOVED', name: 'Moved account', bankCode: 'MOVED', bankName: 'First bank', accountNumber: '3' }, from, {
    bankName: 'Second bank',
    bankNames: { pt: 'Segundo banco' },
    accountNumber: '4',
  }),
  ending({ code: 'OLD', name: 'Old account', bankCode: 'OLD', bankName: 'Old bank', accountNumber: '2' }, last),
);
Object.assign(catalogues, { 'working-hours': officesInDili, holidays: [] });

describe.each(testBackends())('the day of a licence on %s', (_engine, makeBackend) => {
  let desk: Desk;
  const clock = new TestClock(beforeMidnight);
  beforeAll(async () => {
    desk = await Desk.open(await makeBackend(), clock);
  });
  afterAll(() => desk?.close());
  const asked = async (id: string) => {
    const { requirements, fees } = (await desk.load(id, 'licence-verifier')).body.model;
    return { requirements: requirements?.map((row) => row.description), fee: fees?.find((row) => row.code === 'MEDIB-APP')?.amount };
  };

  it('decides at midnight where the offices are, and stays when the licence is changed later', async () => {
    const old = (await desk.register('applicant')).body.model.id;
    const before = await asked(old);
    expect(before).toMatchObject({ requirements: expect.not.arrayContaining(['Police record', 'The diploma itself']), fee: 2500 });
    clock.pass(2_000);
    const fresh = (await desk.register('applicant')).body.model.id;
    expect(await asked(fresh)).toMatchObject({ requirements: expect.arrayContaining(['Police record', 'The diploma itself']), fee: 9900 });
    clock.pass(4 * 86_400_000);
    await desk.act('licence-verifier', old, 'query', { comment: 'Where does she work?' });
    const reply = (workInstitution: string) => desk.act('applicant', old, 'amendment', { ...anApplication(), workInstitution });
    const institution = 'workInstitution';
    expect(codesOf((await reply('NGO')) as never)).toEqual([`${institution} CHOICE`]);
    const changed = await reply('GUILD');
    expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
    expect(await asked(old)).toEqual(before);
    // The verifier must choose an account that can receive money today.
    const { requirements } = (await desk.load(old, 'licence-verifier')).body.model;
    const verify = (bankCode: string) =>
      desk.act('licence-verifier', old, 'verification', { bankCode, requirements: requirements?.map((row) => ({ ...row, confirmed: true })) });
    expect(codesOf((await verify('OLD')) as never)).toEqual(['bankCode CHOICE']);
    const verified = await verify('NEW');
    expect([verified.status, verified.body.errors, verified.body.model?.bankName]).toEqual([200, undefined, 'New bank']);
    expect(await asked(old)).toEqual(before);
  });

  it('does not decide for the bank account: its bank and number are those of the day on which the officer chose it', async () => {
    clock.pass(beforeMidnight.getTime() - clock.now().getTime());
    const { id, requirements } = (await desk.register('applicant', { bankCode: 'MOVED' })).body.model;
    const account = async (language?: string) => {
      const { bankName, bankAccount } = (await desk.load(id, 'licence-verifier', language)).body.model;
      return [bankName, bankAccount];
    };
    expect(await account()).toEqual(['First bank', '3']);
    clock.pass(4 * 86_400_000);
    expect(await account()).toEqual(['First bank', '3']);
    const confirmed = requirements?.map((row) => ({ ...row, confirmed: true }));
    expect((await desk.act('licence-verifier', id, 'verification', { bankCode: 'MOVED', requirements: confirmed })).status).toBe(200);
    expect([await account(), await account('pt')]).toEqual([
      ['Second bank', '4'],
      ['Segundo banco', '4'],
    ]);
    // A change of the whole application, which is judged by its own day, does not bring the old account back.
    await desk.act('licence-assessor', id, 'query', { comment: 'Where does she work?' });
    expect((await desk.act('applicant', id, 'amendment', { workPlace: 'clinic' })).status).toBe(200);
    expect(await account()).toEqual(['Second bank', '4']);
  });

  it('refuses a draft that is submitted with what can no longer be chosen, and keeps it as a draft', async () => {
    clock.pass(beforeMidnight.getTime() - clock.now().getTime());
    const written = anApplication({ workInstitution: 'GUILD' });
    const { id } = (await desk.call('applicant', 'POST', '/v1/professional/actions/store', written)).body.model;
    clock.pass(2_000);
    expect((await desk.act('applicant', id, 'store', written)).body.model.workInstitution).toBe('GUILD');
    expect(codesOf((await desk.act('applicant', id, 'submission')) as never)).toEqual(['workInstitution CHOICE']);
    expect((await desk.load(id, 'applicant')).body.model.documentStatus).toBe('STORED');
    const submitted = await desk.act('applicant', id, 'submission', { workInstitution: 'NGO' });
    expect([submitted.status, submitted.body.errors, submitted.body.model?.documentStatus]).toEqual([200, undefined, 'SUBMITTED']);
  });
});

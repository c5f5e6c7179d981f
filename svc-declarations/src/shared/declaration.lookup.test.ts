import { formatDay } from '@portal/contract-kit';
import { AuditRow, Database, type Database as DatabaseType } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import type { UserName } from '../testing/bodies.ts';
import { arrival, day, departure, useDesk } from '../testing/desk.ts';

interface Found {
  kind: string;
  id: string;
  reference: string;
  title: string;
  url: string;
  date: string;
  documentStatus: string;
  groupKeys: { person: string | null; vehicle: string | null };
}
interface Reply {
  records: Found[];
  totalRecords: number;
  errors?: { field: string }[];
}

describe.each(testBackends())('the search over all declarations on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const lookUp = (text: string, user: UserName = 'border-officer') => desk().call<Reply>(user, 'GET', `/v1/lookup?text=${encodeURIComponent(text)}`);
  const found = async (text: string, user?: UserName): Promise<string[]> => (await lookUp(text, user)).body.records.map(({ reference }) => reference);
  const related = (path: string, id: string, user: UserName = 'border-officer') => desk().call<Reply>(user, 'GET', `${path}/${id}/related`);

  const numbered = (model: { serialReference?: { reference: string } }): string => model.serialReference?.reference ?? '';
  let came: { id: string; version: number; reference: string };
  let left: { id: string; reference: string };
  beforeAll(async () => {
    const traveller = {
      travellerCode: 'AB 12-34567',
      firstName: 'José Maria',
      lastName: "Do Rosário D'Ávila",
      phoneNumber: '+670 7788 9900',
      expiryDate: day(900),
    };
    const a = (await desk().register(arrival, traveller)).model;
    const d = (await desk().register(departure, { ...traveller, travellerCode: 'ab1234567', phoneNumber: '77889900' })).model;
    came = { id: a.id, version: a.version, reference: numbered(a) };
    left = { id: d.id, reference: numbered(d) };
    await desk().register(arrival, { travellerCode: 'ZZ999', firstName: 'Rosa', lastName: 'Maria', phoneNumber: '351912345678' });
  });

  it.each([
    ['a passport', 'AB1234567'],
    ['a passport as it is written', ' ab-1234 567 '],
    ['a last name without its accents', 'rosario'],
    ['a whole name', 'jose maria do rosario'],
    ['a name the other way round', 'ROSÁRIO José'],
    ['the beginning of a name', 'davil'],
    ['a telephone number', '77889900'],
    ['a telephone number as it is written', '+670 7788-9900'],
  ])('finds both declarations of a traveller by %s', async (_what, text) => {
    expect((await found(text)).sort()).toEqual([came.reference, left.reference].sort());
  });

  it('finds a declaration by its reference, and by a part of it', async () => {
    for (const text of [
      came.reference,
      came.reference.toLowerCase().replaceAll('-', ' '),
      came.reference.slice(4),
      came.reference.slice(-7),
      came.reference.slice(2),
    ])
      expect(await found(text)).toContain(came.reference);
    expect((await found(came.reference))[0]).toBe(came.reference);
  });

  it('says what was found, where it is shown, and what belongs together, without the number of the passport', async () => {
    const { body } = await lookUp('AB1234567');
    const record = body.records.find(({ kind }) => kind === 'arrival-declaration');
    expect(record).toMatchObject({
      id: came.id,
      title: "José Maria Do Rosário D'Ávila".toUpperCase(),
      subtitle: `Arrival declaration · ${formatDay(day(0), 'en')}`,
      documentStatus: 'CREATED',
      url: `/other/traveller/declaration/view/${came.id}`,
    });
    expect(body.totalRecords).toBe(2);
    expect(new Set(body.records.map(({ groupKeys }) => groupKeys.person)).size).toBe(1);
    expect(record?.groupKeys.person).toMatch(/^i1:.{22}$/);
    expect(record?.groupKeys.vehicle).toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/1234567(?!")/);
    const other = (await lookUp('ZZ999')).body.records[0];
    expect(other?.groupKeys.person).not.toBe(record?.groupKeys.person);
  });

  it.each([
    ['public', 401],
    ['applicant', 403],
    ['cashier', 403],
    ['licence-clerk', 403],
    ['superior', 200],
  ] as [UserName, number][])('answers the %s %i', async (user, status) => {
    expect((await lookUp('rosario', user)).status).toBe(status);
    expect((await related(arrival, came.id, user)).status).toBe(status);
  });

  it('finds no declaration by a telephone number that was erased', async () => {
    const phoneNumber = '+670 7744 1122';
    const { model } = await desk().register(departure, { phoneNumber }, 'applicant');
    const verified = await desk().done('border-officer', departure, model, 'verification');
    await desk().done('border-supervisor', departure, verified, 'approval');
    const reference = model.serialReference.reference;
    expect(await found(phoneNumber)).toEqual([reference]);
    const { id } = (await desk().call('applicant', 'POST', `${departure}/${model.id}/erasure`, {})).body.model;
    const decided = await desk().call('superior', 'POST', `${departure}/erasure/${id}`, { decision: 'GRANT', comment: 'yes' });
    expect([decided.status, decided.body.errors]).toEqual([200, undefined]);
    expect(await found(phoneNumber)).toEqual([]);
    expect(await found(reference)).toEqual([reference]);
  });

  it('finds nothing of another agency', async () => {
    expect(await found('rosario', 'foreign-supervisor')).toEqual([]);
    expect(await found(came.reference, 'foreign-supervisor')).toEqual([]);
    expect((await related(arrival, came.id, 'foreign-supervisor')).status).toBe(403);
  });

  it.each(['', 'a', 'ab', ' - a ', 'x'.repeat(101)])('refuses the text "%s"', async (text) => {
    const { status, body } = await lookUp(text);
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'text']);
  });

  it('takes signs of the database for letters', async () => {
    for (const text of ['%%%', '___', "'; drop", 'ros%rio', '|||||']) expect([text, await found(`${text}abc`)]).toEqual([text, []]);
  });

  it('shows the other declarations of the same traveller, newest first', async () => {
    const newest = (await desk().register(arrival, { travellerCode: 'ab 123 4567' })).model;
    const { body } = await related(departure, left.id);
    expect(body.records.map(({ id }) => id)).toEqual([newest.id, came.id]);
    expect((await related(arrival, newest.id)).body.records.map(({ kind }) => kind)).toEqual(['departure-declaration', 'arrival-declaration']);
    expect((await related(arrival, '00000000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('answers twenty at most', async () => {
    await Promise.all(Array.from({ length: 23 }, () => desk().register(arrival, { travellerCode: 'MANY1', lastName: 'Many' })));
    const year = came.reference.split('-')[1] as string;
    for (const text of ['many1', 'many', year]) expect([text, (await found(text)).length]).toEqual([text, 20]);
  });

  it('is recorded as a read of personal data, without the text', async () => {
    await lookUp('rosario');
    const db: DatabaseType = desk().service.app.get(Database);
    const records = await db.reader.find(AuditRow, { where: { action: 'lookup' } });
    expect(records.length).toBeGreaterThan(0);
    expect(JSON.stringify(records)).not.toMatch(/rosario/i);
    expect(await db.reader.countBy(AuditRow, { action: 'related', documentId: came.id })).toBeGreaterThan(0);
  });
});

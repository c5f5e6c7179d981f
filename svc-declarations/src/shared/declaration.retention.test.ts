import type { SerialReference } from '@portal/contract-kit';
import { addDays, Database, Outbox, Retention, type RunningService, Signer, startService } from '@portal/service-kit';
import { type StubServices, startStubServices, type TestBackend, TestClock, testBackends } from '@portal/service-kit/testing';
import type { ArrivalStatus, DepartureStatus, GroupEnvelope } from '../../contract/index.ts';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { DepartureRow } from '../departure/departure.row.ts';
import { GateCleaning } from '../gate/gate.cleaning.ts';
import { GateDecisionRow } from '../gate/gate.entities.ts';
import { GroupCleaning } from '../group/group.cleaning.ts';
import { DeclarationGroupRow } from '../group/group.row.ts';
import { describeService } from '../index.ts';
import { LaneHitRow } from '../lane-rules/lane-rules.entities.ts';
import { aDeparture, anArrival, catalogues } from '../testing/bodies.ts';
import { arrival, departure } from '../testing/desk.ts';

describe.each(testBackends())('how long declarations are kept on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let service: RunningService;
  const clock = new TestClock();

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices(catalogues);
    service = await startService({ ...describeService({ ...backend.env, ...around.env, RETENTION_DECLARATIONS_DAYS: '100' }), clock });
  });
  afterAll(async () => {
    await service?.close();
    await around.close();
    await backend.remove();
  });

  const ago = (days: number): string => addDays(clock.today(), -days);
  /** Returns what the verification page says of the code of a document or group. */
  const verified = async (k: string, { reference, dateTime }: SerialReference): Promise<object> => {
    const token = service.app.get(Signer).sign({ k, r: reference, iat: Date.parse(`${dateTime}Z`) / 1000 });
    return (await (await fetch(`${service.url}/v1/verify/${token}`)).json()) as object;
  };
  const erased = { genuine: true, standing: { code: 'NOT_IN_REGISTER', label: 'No longer in the register' } };
  const status = async (path: string): Promise<number> => (await fetch(`${service.url}${path}`)).status;

  it.each<[string, string, ArrivalStatus | DepartureStatus, number, number, boolean]>([
    ['an arrival is kept for the days of the setting', arrival, 'CLEARED', 100, 101, true],
    ['and then erased', arrival, 'CLEARED', 101, 101, false],
    ['also where nobody came', arrival, 'CREATED', 101, 101, false],
    ['not while somebody works on it', arrival, 'ARRIVED', 101, 100, true],
    ['never while the traveller is referred', arrival, 'REFERRED', 2_000, 2_000, true],
    ['nor while he is detained', arrival, 'DETAINED', 2_000, 2_000, true],
    ['a departure is erased alike', departure, 'APPROVED', 101, 101, false],
    ['and kept before', departure, 'APPROVED', 100, 101, true],
  ])('%s (%s %s, travelled %i, touched %i days ago)', async (_what, path, documentStatus, travelled, touched, kept) => {
    const leaves = path === departure;
    const body = JSON.stringify(leaves ? aDeparture() : anArrival());
    const answer = await fetch(`${service.url}${path}/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(answer.status).toBe(201);
    const { id, serialReference } = ((await answer.json()) as { model: { id: string; serialReference: SerialReference } }).model;
    const then = { documentStatus, updatedAt: new Date(`${ago(touched)}T10:00:00Z`), [leaves ? 'departureDate' : 'arrivalDate']: ago(travelled) };
    await service.app.get(Database).write((tx) => tx.update(leaves ? DepartureRow : ArrivalRow, { id }, then as never));
    await service.app.get(Retention).run();
    expect(await status(`${path}/${id}/document`)).toBe(kept ? 200 : 404);
    const shown = await verified(leaves ? 'departure-declaration' : 'arrival-declaration', serialReference);
    if (kept) expect(shown).not.toHaveProperty('standing');
    else expect(shown).toMatchObject(erased);
  });

  it('the rules of its lane go with an arrival', async () => {
    const database = service.app.get(Database);
    const body = JSON.stringify(anArrival({ hasMerchandise: 'YES', goods: [{ description: 'Wine' }] }));
    const answer = await fetch(`${service.url}${arrival}/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const documentId = ((await answer.json()) as { model: { id: string } }).model.id;
    const rules = () => database.reader.find(LaneHitRow, { where: { documentId } });
    expect(await rules()).toEqual([{ documentId, rule: 'SPECIFICATION', overridden: 'NO' }]);
    const since = { arrivalDate: ago(101), updatedAt: new Date(`${ago(101)}T10:00:00Z`) };
    await database.write((tx) => tx.update(ArrivalRow, { id: documentId }, since));
    await service.app.get(Retention).run();
    expect(await rules()).toEqual([]);
  });

  it.each([
    ['an arrival', arrival, ArrivalRow, anArrival, 'arrivalDate'],
    ['a departure', departure, DepartureRow, aDeparture, 'departureDate'],
  ] as const)('what was said of the traveller at a gate goes with %s', async (_what, path, row, body, day) => {
    const database = service.app.get(Database);
    const answer = await fetch(`${service.url}${path}/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body()) });
    const { id: documentId, serialReference } = ((await answer.json()) as { model: { id: string; serialReference: { reference: string } } }).model;
    const of = (key: string, of: string | null) => ({
      id: key.padEnd(16, path === arrival ? 'a' : 'd'),
      fingerprint: key,
      officerSub: 'bento',
      officerName: 'Bento',
      reference: serialReference.reference,
      documentId: of,
      decision: 'ARRIVAL' as const,
      words: {},
      decidedAt: clock.now(),
      receivedAt: clock.now(),
      outcome: 'RECORDED' as const,
    });
    await database.write((tx) => tx.insert(GateDecisionRow, [of('own', documentId), of('other', '0198c0de-0000-7000-8000-000000000009')]));
    await database.write((tx) => tx.update(row, { id: documentId }, { [day]: ago(101), updatedAt: new Date(`${ago(101)}T10:00:00Z`) } as never));
    await service.app.get(Retention).run();
    const left = await database.reader.find(GateDecisionRow, { where: { reference: serialReference.reference } });
    expect(left.map(({ fingerprint }) => fingerprint)).toEqual(['other']);
  });

  it.each<[string, GateDecisionRow['caseState'], number, boolean]>([
    ['is removed with time', 'CLOSED', 101, false],
    ['also where it made no case', null, 101, false],
    ['but not before', 'CLOSED', 100, true],
    ['nor while a supervisor has to look at it', 'OPEN', 101, true],
  ])('a decision at a gate without a declaration %s (%s, %i days ago)', async (_what, caseState, days, kept) => {
    const database = service.app.get(Database);
    const id = `without-${caseState}-${days}`;
    const at = new Date(`${ago(days)}T10:00:00Z`);
    const officer = { fingerprint: id, officerSub: 'bento', officerName: 'Bento' };
    const row = { ...officer, id, reference: 'ARR-2026-0', decision: 'ARRIVAL' as const, words: {}, decidedAt: at, receivedAt: at };
    await database.write((tx) => tx.insert(GateDecisionRow, { ...row, outcome: caseState ? 'CASE' : 'UNDONE', caseState }));
    await service.app.get(GateCleaning).run();
    expect(await database.reader.existsBy(GateDecisionRow, { id })).toBe(kept);
  });

  it('a group goes with its last member, and its prints with each', async () => {
    const database = service.app.get(Database);
    const body = JSON.stringify({ shared: anArrival(), travellers: [{ firstName: 'Ana' }, { firstName: 'Rui' }] });
    const answer = await fetch(`${service.url}${arrival}/group`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { id, members, serialReference } = ((await answer.json()) as GroupEnvelope).model;
    const [first, second] = members.map((member) => member.id) as [string, string];
    const travelled = (member: string): Promise<unknown> =>
      database.write((tx) => tx.update(ArrivalRow, { id: member }, { arrivalDate: ago(101), updatedAt: new Date(`${ago(101)}T10:00:00Z`) }));
    const registered = { ...serialReference, dateTime: `${ago(3)}T10:00:00` };
    const cleaned = async (): Promise<number> => {
      await service.app.get(Retention).run();
      await database.write((tx) => tx.update(DeclarationGroupRow, { id }, { createdAt: new Date(`${registered.dateTime}Z`) }));
      await service.app.get(GroupCleaning).run();
      return status(`${arrival}/group/${id}/document`);
    };
    const released = jest.spyOn(service.app.get(Outbox), 'add');
    await travelled(first);
    expect(await cleaned()).toBe(200);
    expect(released.mock.calls.map(([, topic, payload]) => [topic, (payload as { documentId: string }).documentId])).toEqual([
      ['media.released', first],
      ['media.released', id],
    ]);
    released.mockRestore();
    expect(await verified('arrival-group', registered)).not.toHaveProperty('standing');
    await travelled(second);
    expect(await cleaned()).toBe(404);
    expect(await verified('arrival-group', registered)).toMatchObject(erased);
  });
});

import { addDays, Reminders, ServiceSettings } from '@portal/service-kit';
import { sentFiles, testBackends, until } from '@portal/service-kit/testing';
import { useDesk } from '../testing/desk.ts';

const dayMs = 86_400_000;

describe.each(testBackends())('messages about a trip on %s', (_engine, makeBackend) => {
  const { desk, clock } = useDesk(makeBackend);
  /** Returns the messages that were sent to the telephone of a trip's applicant, with their subjects. */
  const sentTo = (to: string): string[] =>
    sentFiles(desk().service.app.get(ServiceSettings).dataDir)
      .filter((message) => message.to === to)
      .map(({ subject, text }) => `${subject}: ${text}`)
      .sort();
  let numbers = 0;
  const telephone = (): string => `+6707700${String(++numbers).padStart(4, '0')}`;
  const registered = async (change: object): Promise<string> => {
    const { status, body } = await desk().call('public', 'POST', '/v1/triptic/trip/', { ...(await aTripBody()), ...change }, { 'accept-language': 'en' });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.model.id;
  };
  const aTripBody = async (): Promise<object> => (await import('../testing/bodies.ts')).aTrip('TIBE', {});
  const inOrder = (to: string): string[] => sentTo(to).map((text) => text.split(':', 1)[0] as string);

  it('tell of the fee, of its payment and of the decision, by telephone where there is no e-mail address', async () => {
    const contactNumber = telephone();
    const id = await registered({ contactNumber });
    await desk().act('trip-verifier', id, 'verification');
    await desk().pay(id, 'permit');
    await desk().act('trip-approver', id, 'approval');
    await until(() => sentTo(contactNumber).length === 4);
    expect(inOrder(contactNumber)).toEqual([
      'A decision on your vehicle trip permit',
      'Payment received for your vehicle trip permit',
      'Registered',
      'To pay for your vehicle trip permit',
    ]);
    const [, paid, application, toPay] = sentTo(contactNumber);
    expect(application).toContain('Registered: your application for a vehicle trip permit: ');
    expect(application).toContain('Your application for a vehicle trip permit is registered.');
    expect(toPay).toContain(`/eservice/triptic/trip/view/${id}`);
    expect(paid).toContain('We have received your payment.');
  });

  it('do not say that the office wrote something where only officials may read it', async () => {
    const contactNumber = telephone();
    const id = await registered({ contactNumber });
    expect((await desk().act('trip-verifier', id, 'termination', { comment: 'The vehicle is stolen' })).status).toBe(200);
    await until(() => sentTo(contactNumber).length === 2);
    const [decided] = sentTo(contactNumber);
    expect(decided).toContain('The office has decided. The page of your document shows how things stand.');
  });

  it('to a telephone number that was replaced are short, and hold no key to the trip', async () => {
    const [before, after] = [telephone(), telephone()];
    const id = await registered({ contactNumber: before });
    expect((await desk().act('public', id, 'amendment', { ...(await aTripBody()), contactNumber: after })).status).toBe(200);
    await until(() => sentTo(before).length === 2 && sentTo(after).length === 1);
    expect(sentTo(before)[0]).toMatch(/: TIBE-\d{4}-\d+: messages now go elsewhere\. If you did not expect this, ask the office\.$/);
    expect(sentTo(after)[0]).toContain(id);
  });

  it('go to a telephone number once if only its spelling is changed', async () => {
    const before = telephone();
    const after = `00${before.slice(1, 4)} ${before.slice(4, 8)}-${before.slice(8)}`;
    const id = await registered({ contactNumber: before });
    expect((await desk().act('public', id, 'amendment', { ...(await aTripBody()), contactNumber: after })).status).toBe(200);
    const { body } = await desk().call<{ records: { event: string }[] }>('trip-verifier', 'GET', `/v1/triptic/trip/${id}/messages`);
    expect(body.records.map(({ event }) => event).sort()).toEqual(['changed', 'registered']);
    await until(() => sentTo(after).length === 1);
    expect(sentTo(after)[0]).toContain(id);
  });

  it('remind of the end of a permit, and of a vehicle that is not back, each once', async () => {
    const contactNumber = telephone();
    const expectedDate = addDays(clock.today(), 10);
    const id = await registered({ contactNumber, expectedDate });
    for (const [user, action] of [['trip-verifier', 'verification']] as const) await desk().act(user, id, action);
    await desk().pay(id, 'permit');
    await desk().act('trip-approver', id, 'approval');
    await desk().pay(id, 'exit');
    for (const action of ['validation', 'confirmation']) expect((await desk().act('trip-border', id, action)).status).toBe(200);
    const reminders = desk().service.app.get(Reminders);
    const subjects = async (days: number): Promise<string[]> => {
      clock.pass(days * dayMs);
      await reminders.run();
      await reminders.run();
      return inOrder(contactNumber).filter((subject) => /ends soon|Overdue/.test(subject));
    };
    expect(await subjects(6)).toEqual([]);
    await subjects(1);
    await until(() => inOrder(contactNumber).some((subject) => subject.includes('ends soon')));
    await subjects(3);
    await subjects(1);
    await until(() => inOrder(contactNumber).some((subject) => subject.startsWith('Overdue')));
    expect(await subjects(5)).toEqual(['Overdue', 'Your vehicle trip permit ends soon']);
    expect(sentTo(contactNumber).join()).toContain('The vehicle had to come back by 12 May 2026');
  });
});

import { AuditRow, Clock, Database, type MessageFile, Reminders, ServiceSettings } from '@portal/service-kit';
import { sentFiles, testBackends, until } from '@portal/service-kit/testing';
import type { GroupEnvelope } from '../../contract/index.ts';
import { anArrival } from '../testing/bodies.ts';
import { arrival, day, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('messages about declarations on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const sentTo = (address: string): MessageFile[] => sentFiles(desk().service.app.get(ServiceSettings).dataDir).filter(({ to }) => to === address);
  const { travellerCode: _code, firstName: _first, birthDate: _birth, ...shared } = anArrival();
  const traveller = (firstName: string, more: object = {}) => ({ travellerCode: `G${firstName}`, firstName, birthDate: '1980-02-03', ...more });
  const register = async (emailAddress: string | undefined, travellers: object[]): Promise<GroupEnvelope['model']> => {
    const { status, body } = await desk().call<GroupEnvelope & { errors?: object }>('public', 'POST', `${arrival}/group`, {
      // The day is that of the call, because midnight may pass between two tests.
      shared: { ...shared, arrivalDate: day(0), emailAddress },
      travellers,
    });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.model;
  };

  it('confirm a group once, with its code and those of all its members', async () => {
    const group = await register('family@example.org', [traveller('ANA'), traveller('RUI'), traveller('EVA')]);
    await until(() => sentTo('family@example.org').length > 0);
    const [{ text, html = '', subject }, ...more] = sentTo('family@example.org') as [MessageFile];
    expect(more).toEqual([]);
    expect(subject).toBe('Registered: your group arrival declaration');
    expect(text).toContain(`/eservice/traveller/declaration/group/${group.id}`);
    expect(text).toContain('You have registered 3 persons.');
    for (const { reference } of [group.members[0], group.members[1], group.members[2]] as { reference: string }[]) expect(text).toContain(reference);
    expect(html.match(/<img [^>]*src="data:image\/png/g)).toHaveLength(4);
    // Each person has a line, and no reference is broken across two lines.
    expect(html.match(/<span style="white-space:nowrap">(ARR|GRP)-[\d-]+<\/span>/g)).toHaveLength(8);
    expect(text).toMatch(/ANA \w+, ARR-[\d-]+\nRUI \w+, ARR-[\d-]+\nEVA \w+, ARR-[\d-]+\n/);
  });

  it('about a group count among those that calls without signing in cause to one address', async () => {
    const emailAddress = 'flooded@example.org';
    for (let n = 0; n < 100; n++) await desk().register(arrival, { emailAddress });
    const messagesOf = ({ id }: { id: string }): Promise<object[]> =>
      desk().service.app.get(Database).reader.query('select id from message where groupId = ?', [id]);
    expect(await messagesOf(await register(emailAddress, [traveller('ANA'), traveller('RUI')]))).toEqual([]);
    expect(await messagesOf(await register('other@example.org', [traveller('ANA'), traveller('RUI')]))).toHaveLength(1);
  });

  it('show the reference alone of a member whose name is no name', async () => {
    const names = ['ANA', 'Your fine: pay at https://evil.example/pay', 'CALL 77712345'];
    const group = await register(
      'victim@example.org',
      names.map((firstName, n) => traveller(firstName, { travellerCode: `V${n}` })),
    );
    await until(() => sentTo('victim@example.org').length > 0);
    const [{ text, html = '' }] = sentTo('victim@example.org') as [MessageFile];
    expect(group.members.map(({ name }) => name)).toEqual(names.map((name) => expect.stringContaining(name.toUpperCase())));
    expect(`${text}${html}`).not.toMatch(/evil|fine|call/i);
    const [first, ...others] = group.members.map(({ reference }) => reference);
    expect(text).toMatch(new RegExp(`ANA \\w+, ${first}\\n${others.join('\\n')}\\n`));
  });

  it('give a member with an address of its own no code but its own', async () => {
    const group = await register('parents@example.org', [traveller('ANA'), traveller('RUI', { emailAddress: 'rui@example.org' })]);
    await until(() => sentTo('parents@example.org').length === 1 && sentTo('rui@example.org').length === 1);
    const [own] = sentTo('rui@example.org') as [MessageFile];
    expect(own.text).toContain(String(group.members[1]?.reference));
    expect(own.text).not.toContain(String(group.members[0]?.reference));
    expect(own.text).not.toContain(group.id);
    expect(own.text).toContain('You have registered 1 person. Keep this message: it opens the declaration again, and holds its code.');
    expect(own.html?.match(/<img /g)).toHaveLength(1);
    expect(own.text).toMatch(new RegExp(`Open your document:\\n.*/qr/${group.members[1]?.id}\\n`));
  });

  it('open each declaration of the members that share an address, if others have another one', async () => {
    const group = await register('two@example.org', [traveller('ANA'), traveller('RUI'), traveller('EVA', { emailAddress: 'eva@example.org' })]);
    await until(() => sentTo('two@example.org').length === 1);
    const [{ text, html }, ...more] = sentTo('two@example.org') as [MessageFile];
    expect(more).toEqual([]);
    expect(text).toContain('You have registered 2 persons.');
    for (const { id, reference, name } of group.members.slice(0, 2)) {
      expect(text).toContain(`${name}, ${reference}:\nhttp://localhost:8080/eservice/traveller/declaration/qr/${id}\n`);
      expect(html).toContain(`<a href="http://localhost:8080/eservice/traveller/declaration/qr/${id}"`);
    }
    expect(text).not.toContain(group.id);
    expect(text).not.toContain(String(group.members[2]?.id));
  });

  it('go by telephone one for each of them, because a short message has one link', async () => {
    const [both, own] = ['67077000001', '67077000002'];
    const group = await register(undefined, [...['ANA', 'RUI'].map((name) => traveller(name, { phoneNumber: both })), traveller('EVA', { phoneNumber: own })]);
    await until(() => sentTo(both).length === 2 && sentTo(own).length === 1);
    expect([...sentTo(both), ...sentTo(own)].map(({ text }) => /: (ARR-\S+): 1 person is registered\.[\s\S]*\/qr\/(\S+)$/.exec(text)?.slice(1)).sort()).toEqual(
      group.members.map(({ reference, id }) => [reference, id]).sort(),
    );
  });

  it('go by telephone one for all of many, so that nobody gets dozens', async () => {
    const [many, own] = ['67077000003', '67077000004'];
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    await register(undefined, [...names.map((name) => traveller(`MANY ${name}`, { phoneNumber: many })), traveller('EVA', { phoneNumber: own })]);
    await until(() => sentTo(own).length === 1);
    await until(() => sentTo(many).length > 0);
    expect(sentTo(many).map(({ text }) => /: 6 persons are registered\./.test(text))).toEqual([true]);
  });

  it('confirm a declaration, with its code to show to the officer', async () => {
    await desk().register(arrival, { emailAddress: 'alone@example.org' });
    await until(() => sentTo('alone@example.org').length === 1);
    const [{ subject, text, html }] = sentTo('alone@example.org') as [MessageFile];
    expect(subject).toBe('Registered: your arrival declaration');
    expect(text).toContain('Your arrival declaration is registered.');
    expect(html).toContain('Show this code to the officer. It also works printed.');
  });

  it('say that the office wrote something only where it did', async () => {
    const decided = async (emailAddress: string, comment?: string): Promise<string> => {
      let { model } = await desk().register(arrival, { emailAddress });
      model = await desk().done('border-officer', arrival, model, 'arrival');
      await desk().done('border-supervisor', arrival, model, 'decision', { decision: 'REFERRED', comment });
      const decision = () => sentTo(emailAddress).find(({ subject }) => subject.startsWith('A decision'))?.text;
      await until(() => decision() !== undefined);
      return decision() as string;
    };
    expect(await decided('silent@example.org')).toContain('The office has decided. The page of your document shows how things stand.');
    expect(await decided('told@example.org', 'Go to counter 3')).toContain('The office has decided. What it wrote is on the page of your document.');
  });

  it('are promised for a day of travel that cannot be declared yet, and refused for one that can', async () => {
    const wish = (body: object) => desk().call<{ opensOn: string; errors: { field: string; code: string }[] }>('public', 'POST', `${arrival}/travel-day`, body);
    const asked = await wish({ emailAddress: 'later@example.org', travelDay: day(30) });
    expect([asked.status, asked.body.opensOn]).toEqual([202, day(23)]);
    expect((await wish({ emailAddress: 'later@example.org', travelDay: day(30) })).status).toBe(202);
    // The second call has written nothing.
    const recorded = await desk().service.app.get(Database).reader.findBy(AuditRow, { action: 'travel-day-wish' });
    expect(recorded.map(({ userSub, details }) => [userSub, details])).toEqual([[null, { travelDay: day(30) }]]);
    const faults = async (body: object) => (await wish(body)).body.errors.map(({ field, code }) => `${field} ${code}`);
    expect(await faults({ emailAddress: 'later@example.org', travelDay: day(3) })).toEqual(['travelDay CHOICE']);
    expect(await faults({ emailAddress: 'later@example.org', travelDay: day(900) })).toEqual(['travelDay CHOICE']);
    expect(await faults({ emailAddress: 'x' })).toEqual(expect.arrayContaining(['travelDay REQUIRED']));
  });

  it('are sent once, on the day from which the day of travel can be declared', async () => {
    const { app } = desk().service;
    await desk().call('public', 'POST', `${arrival}/travel-day`, { emailAddress: 'soon@example.org', travelDay: day(30) });
    const clock = jest.spyOn(app.get(Clock), 'now');
    const runOn = async (days: number): Promise<void> => {
      const now = Date.now() + days * 86_400_000;
      clock.mockImplementation(() => new Date(now));
      await Promise.all([app.get(Reminders).run(), app.get(Reminders).run()]);
    };
    try {
      await runOn(22);
      expect(sentTo('soon@example.org')).toEqual([]);
      await runOn(23);
      await until(() => sentTo('soon@example.org').length === 1);
      await runOn(24);
      const [{ subject, text }, ...more] = sentTo('soon@example.org') as [MessageFile];
      expect([subject, more]).toEqual([expect.stringContaining('now'), []]);
      expect(text).toMatch(/\/eservice\/traveller\/declaration(\s|$)/);
    } finally {
      clock.mockRestore();
    }
  });
});

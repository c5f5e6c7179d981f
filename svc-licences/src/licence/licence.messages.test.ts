import { type MessageFile, Reminders, ServiceSettings } from '@portal/service-kit';
import { sentFiles, testBackends, until } from '@portal/service-kit/testing';
import { useDesk } from '../testing/desk.ts';

const dayMs = 86_400_000;

describe.each(testBackends())('messages about a licence on %s', (_engine, makeBackend) => {
  const { desk, clock } = useDesk(makeBackend);
  const sentTo = (to: string): string[] =>
    sentFiles(desk().service.app.get(ServiceSettings).dataDir)
      .filter((message) => message.to === to)
      .map(({ subject, text }) => `${subject}: ${text}`)
      .sort();
  const remindedAfter = async (days: number): Promise<void> => {
    clock.pass(days * dayMs);
    const reminders = desk().service.app.get(Reminders);
    await reminders.run();
    await reminders.run();
  };
  const reminders = (to: string): string[] => sentTo(to).filter((text) => /ends soon|still waits/.test(text.split(':', 1)[0] as string));

  /** Takes an application of a holder along the main path to its issuance. @returns its id */
  const issued = async (holderEmail: string): Promise<string> => {
    const { id } = (await desk().register('applicant', { holderEmail })).body.model;
    await desk().verify(id);
    await desk().act('licence-assessor', id, 'assessment');
    await desk().act('licence-assessor', id, 'recommendation', { decision: 'RECOMMEND' });
    await desk().act('licence-approver', id, 'approval');
    await desk().act('licence-approver-2', id, 'approval');
    expect((await desk().act('licence-approver', id, 'issuance', { comment: 'Paid by the ministry' })).status).toBe(200);
    return id;
  };

  it('confirm an application, with its code, which is not for an officer yet', async () => {
    const holderEmail = 'new@example.org';
    await desk().register('applicant', { holderEmail });
    const mail = () => sentFiles(desk().service.app.get(ServiceSettings).dataDir).find(({ to }) => to === holderEmail);
    await until(() => mail() !== undefined);
    const { subject, text, html } = mail() as MessageFile;
    expect(subject).toBe('Registered: your application for a professional licence');
    expect(text).toContain('Your application for a professional licence is registered.');
    expect(html).toContain('alt="QR code: ');
    expect(html).not.toContain('Show this code to the officer');
  });

  it('say that the office wrote something only where the holder may read it', async () => {
    const second = (to: string) =>
      sentTo(to)
        .filter((text) => text.startsWith('A decision'))
        .map((text) => /The office has decided\. ([^.]+\.)/.exec(text)?.[1]);
    const [rejected, suspended] = ['rejected@example.org', 'stopped@example.org'];
    const { id } = (await desk().register('applicant', { holderEmail: rejected })).body.model;
    expect((await desk().act('licence-approver', id, 'rejection', { comment: 'No diploma' })).status).toBe(200);
    await until(() => second(rejected).length === 1);
    expect(second(rejected)).toEqual(['What it wrote is on the page of your document.']);
    expect((await desk().act('licence-approver', await issued(suspended), 'suspension', { comment: 'Under investigation' })).status).toBe(200);
    // The approval, the issuance and the suspension. Only officials may read their comments.
    await until(() => second(suspended).length === 3);
    expect(new Set(second(suspended))).toEqual(new Set(['The page of your document shows how things stand.']));
  });

  it.each(['adjustment', 'modification'])('tell of a change by an officer (%s), also at the address that it replaces', async (action) => {
    const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name}-${action}@example.org`) as [string, string, string];
    const id = await issued(first);
    const changes = (to: string) => sentTo(to).filter((text) => text.startsWith('Changed')).length;
    const change = async (body: object) => expect((await desk().act('licence-approver', id, action, body)).status).toBe(200);
    await change({ holderEmail: second });
    await until(() => changes(first) === 1 && changes(second) === 1);
    await change({ workPlace: 'another clinic' });
    await until(() => changes(second) === 2);
    // The change of the name waits for a second officer, and so does the address with it.
    await change({ holderName: 'SOMEBODY ELSE', holderEmail: third });
    expect((await desk().act('licence-approver-2', id, `${action}-confirmation`)).status).toBe(200);
    await until(() => changes(third) === 1 && changes(second) >= 3);
    expect([changes(first), changes(second), changes(third)]).toEqual([1, 3, 1]);
  });

  it('tell of an address that the applicant replaces with an answer, or with the changes of an application that was returned', async () => {
    const [first, second, third] = ['asked-first@example.org', 'asked-second@example.org', 'asked-third@example.org'];
    const { id } = (await desk().register('applicant', { holderEmail: first })).body.model;
    const done = async (...step: Parameters<ReturnType<typeof desk>['act']>) => expect((await desk().act(...step)).status).toBe(200);
    const changes = (to: string) => sentTo(to).filter((text) => text.startsWith('Changed')).length;
    await done('licence-verifier', id, 'query', { comment: 'Which school?' });
    await done('applicant', id, 'amendment', { holderEmail: second });
    await until(() => changes(first) === 1 && changes(second) === 1);
    expect((await desk().verify(id)).status).toBe(200);
    await done('licence-assessor', id, 'assessment');
    await done('licence-assessor', id, 'recommendation', { decision: 'RETURN', comment: 'A scan is missing' });
    await done('applicant', id, 'edit', { workPlace: 'another clinic' });
    await done('applicant', id, 'edit', { holderEmail: third });
    await until(() => changes(second) === 2 && changes(third) === 1);
    expect(changes(first)).toBe(1);
  });

  it('to a replaced address say so, and hold no key to the licence', async () => {
    const [first, second] = ['replaced@example.org', 'replacing@example.org'];
    const id = await issued(first);
    expect((await desk().act('licence-approver', id, 'adjustment', { holderEmail: second })).status).toBe(200);
    const changed = (to: string): MessageFile | undefined =>
      sentFiles(desk().service.app.get(ServiceSettings).dataDir).find((message) => message.to === to && message.subject.startsWith('Changed'));
    await until(() => changed(first) !== undefined && changed(second) !== undefined);
    const { text, html } = changed(first) as MessageFile;
    expect(text).toContain('Messages about your professional licence now go to another address or telephone number.');
    expect(text).toMatch(/Reference: \S+\d{5}/);
    expect(text).toMatch(/\/v\/[\w-]+\.[\w-]+\.[\w-]+/);
    expect(`${text}${html}`).not.toMatch(new RegExp(`${id}|/eservice/`));
    expect((changed(second) as MessageFile).text).toContain(id);
  });

  it('go to the address once if only its upper and lower case is changed', async () => {
    const [small, capital] = ['case@example.org', 'Case@Example.org'];
    const id = await issued(small);
    expect((await desk().act('licence-approver', id, 'adjustment', { holderEmail: capital })).status).toBe(200);
    const changes = (to: string) => sentTo(to).filter((text) => text.startsWith('Changed')).length;
    await until(() => changes(capital) === 1);
    expect(changes(small)).toBe(0);
  });

  it('remind once of the end of a licence, and not of one that is being renewed or suspended', async () => {
    const [ending, renewing, suspended] = ['ending@example.org', 'renewing@example.org', 'suspended@example.org'];
    const id = await issued(ending);
    const renewed = await issued(renewing);
    const stopped = await issued(suspended);
    await desk().act('licence-approver', stopped, 'suspension', { comment: 'Under investigation' });
    const { expiryNoticeDays } = desk().service.app.get(ServiceSettings) as ServiceSettings & { expiryNoticeDays: number };
    const daysLeft = Math.round((Date.parse(String((await desk().load(id)).body.model.endDate)) - clock.now().getTime()) / dayMs);
    await remindedAfter(daysLeft - expiryNoticeDays - 2);
    expect((await desk().act('applicant', renewed, 'renewal')).status).toBe(201);
    expect([reminders(ending), reminders(renewing)]).toEqual([[], []]);
    await remindedAfter(4);
    await until(() => reminders(ending).length === 1);
    await remindedAfter(2);
    expect(reminders(ending)).toEqual([expect.stringContaining('Your licence is valid until')]);
    expect(reminders(ending)[0]).toContain(`/eservice/medical/professional/view/${id}`);
    expect([reminders(renewing), reminders(suspended)]).toEqual([[], []]);
    // It is valid again, so its holder is told before it ends.
    await desk().act('licence-approver', stopped, 'activation');
    await remindedAfter(1);
    await until(() => reminders(suspended).length === 1);
  });

  it('remind once of an application with an open question, and not of one that was answered', async () => {
    const [asked, answered] = ['asked@example.org', 'answered@example.org'];
    const register = async (holderEmail: string) => (await desk().register('applicant', { holderEmail })).body.model.id;
    const [open, closed] = [await register(asked), await register(answered)];
    for (const id of [open, closed]) {
      const { status, body } = await desk().act('licence-verifier', id, 'query', { comment: 'Which school?' });
      expect([status, body.errors]).toEqual([200, undefined]);
    }
    expect((await desk().act('applicant', closed, 'feedback', { comment: 'The one in Dili' })).status).toBe(200);
    await remindedAfter(30);
    await until(() => reminders(asked).length === 1);
    await remindedAfter(30);
    expect([reminders(asked).length, reminders(answered)]).toEqual([1, []]);
  });
});

import { setTimeout as wait } from 'node:timers/promises';
import type { MailServer } from '@portal/service-kit/testing/mail-server';
import type { PortalProcesses } from '../processes/portal-processes.ts';
import { rowsOf } from '../service-database.ts';
import { until } from '../until.ts';
import type { Fault } from './experiment.ts';
import { redeliverAll } from './redeliver.ts';

/** Services that send messages. The first is killed. */
const services = ['declarations', 'licences', 'trips'] as const;
const [service] = services;
/** An hour in short: the pauses between two tries have doubled several times. */
const awaySeconds = 30;
const kills = 3;
/** Messages that a service hands over at once. */
const mostInFlight = 4;
/** Messages of a killed process are taken over when its claim has ended. */
const takeOverSeconds = 120;

/** Kills the service when the mail server has taken a message and has not answered yet: what it cannot record is handed over again. */
async function killAtHandOver(portal: PortalProcesses, mail: MailServer): Promise<void> {
  const killed = new Promise<void>((done) => {
    mail.beforeAnswer = async () => {
      mail.beforeAnswer = undefined;
      await portal.process(`svc-${service}`).kill('SIGKILL');
      done();
    };
  });
  await killed;
  await wait(300);
  await portal.process(`svc-${service}`).start();
}

/** The messages of a service in these words, by id. */
const messagesOf = async ({ env }: PortalProcesses, of: string, where: string): Promise<string[]> =>
  (await rowsOf<{ id: string }>(env, of, `select id from message where channel = 'email' and ${where}`)).map(({ id }) => id);

/** Compares the messages of the services with what arrived. @returns what is to be said of it @throws Error for a message that is in no mailbox, or for two of one event */
async function compare(portal: PortalProcesses, mail: MailServer): Promise<string> {
  const idOf = (of: string, messageId: string | undefined): string => new RegExp(`^<([^@]+)@${of}\\.`).exec(messageId ?? '')?.[1] ?? '';
  let [sent, again] = [0, 0];
  for (const of of services) {
    const rows = await messagesOf(portal, of, 'sentAt is not null');
    const handedOver = mail.taken.map((each) => idOf(of, each.mail.messageId)).filter(Boolean);
    const arrived = new Set(handedOver);
    const lost = rows.filter((id) => !arrived.has(id));
    if (lost.length) throw new Error(`svc-${of}: ${lost.length} messages count as sent and are in no mailbox: ${lost.slice(0, 3)}`);
    const known = new Set(await messagesOf(portal, of, 'true'));
    const unknown = [...arrived].filter((id) => !known.has(id));
    if (unknown.length) throw new Error(`svc-${of}: ${unknown.length} mails of no message: ${unknown.slice(0, 3)}`);
    sent += rows.length;
    again += handedOver.length - arrived.size;
  }
  if (again > kills * mostInFlight) throw new Error(`${again} messages were handed over a second time, more than were under way at ${kills} kills`);
  return `${sent} messages: each in its mailbox once; ${again} of them were handed over a second time, with the same Message-ID, because svc-${service} was killed between hand-over and record ${kills} times`;
}

/** Applicants are told of everything once, although the mail server is away and the service is killed at the worst moment. */
export const mailAway: Fault<PortalProcesses> = {
  name: `mail server down, ${awaySeconds} s; svc-${service} killed between hand-over and record, ${kills} times; every job delivered twice`,
  recovers: 10,
  // A client that waits for nothing registers more in a minute than an airport in an hour, and each registration is a mail with a picture.
  connections: 2,
  // A fast machine registers thousands while nothing can be sent.
  delivers: 300,
  alerts: ['PartDown of mail', `ProcessRestarted of svc-${service}`],
  async inject(portal, _ledger, _load, hold) {
    const { mail } = portal;
    if (!mail) throw new Error('There is no mail server');
    await portal.proxies.mail.cut();
    await hold(awaySeconds * 1000, ['PartDown of mail']);
    await portal.proxies.mail.open();
    for (let round = 0; round < kills; round++) await killAtHandOver(portal, mail);
    await redeliverAll(portal.env);
    // The load goes on meanwhile, so some messages always wait: only those that were there at the last kill count.
    const killedAt = new Date().toISOString().slice(0, 23).replace('T', ' ');
    const isSent = async (): Promise<boolean> => {
      const left = await Promise.all(services.map((of) => messagesOf(portal, of, `state = 0 and createdAt < '${killedAt}'`)));
      return left.flat().length === 0;
    };
    await until('the messages of the killed processes are sent', isSent, { seconds: takeOverSeconds });
    return compare(portal, mail);
  },
};

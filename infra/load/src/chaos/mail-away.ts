import { setTimeout as wait } from 'node:timers/promises';
import type { MailServer } from '@portal/service-kit/testing/mail-server';
import type { PortalProcesses } from '../processes/portal-processes.ts';
import { rowsOf } from '../service-database.ts';
import { until } from '../until.ts';
import type { Fault } from './experiment.ts';
import { redeliverAll } from './redeliver.ts';

/** Services that send messages. The first one is killed. */
const services = ['declarations', 'licences', 'trips'] as const;
const [service] = services;
/** Stands for an outage of an hour: in this time the pause between two tries doubles several times. */
const awaySeconds = 30;
const kills = 3;
/** The maximum number of messages that a service sends at the same time. */
const mostInFlight = 4;
/** Seconds within which the messages of a killed process must be sent: other processes take them over when its lease has expired. */
const takeOverSeconds = 120;

/**
 * Kills the service after the mail server has accepted a message and before it answers. The service cannot record this message as sent, so it sends it again.
 */
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

/** Returns the ids of the messages of a service that fulfil an SQL condition. */
const messagesOf = async ({ env }: PortalProcesses, of: string, where: string): Promise<string[]> =>
  (await rowsOf<{ id: string }>(env, of, `select id from message where channel = 'email' and ${where}`)).map(({ id }) => id);

/**
 * Compares the messages of the services with the mails that arrived. @returns a summary @throws Error if a message counts as sent and did not arrive, if a mail
 * belongs to no message, or if too many were sent twice
 */
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

/** Checks that applicants receive every message once, although the mail server is away and the service is killed at the worst moment. */
export const mailAway: Fault<PortalProcesses> = {
  name: `mail server down, ${awaySeconds} s; svc-${service} killed between hand-over and record, ${kills} times; every job delivered twice`,
  recovers: 10,
  // A client that never pauses registers more in a minute than an airport in an hour, and each registration sends a mail with a picture, so two clients are
  // enough.
  connections: 2,
  // A fast machine makes thousands of registrations while no mail can be sent.
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
    // The load continues meanwhile, so some messages are always waiting. Only messages that existed at the last kill count.
    const killedAt = new Date().toISOString().slice(0, 23).replace('T', ' ');
    const isSent = async (): Promise<boolean> => {
      const left = await Promise.all(services.map((of) => messagesOf(portal, of, `state = 0 and createdAt < '${killedAt}'`)));
      return left.flat().length === 0;
    };
    await until('the messages of the killed processes are sent', isSent, { seconds: takeOverSeconds });
    return compare(portal, mail);
  },
};

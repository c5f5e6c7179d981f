import { setTimeout as wait } from 'node:timers/promises';
import type { MailServer } from '@portal/service-kit/testing/mail-server';
import type { PortalProcesses } from '../processes/portal-processes.ts';
import { rowsOf } from '../service-database.ts';
import { until } from '../until.ts';
import type { Fault } from './experiment.ts';

const service = 'declarations';
const awaySeconds = 6;
const kills = 3;
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

/** Compares the messages of the service with what arrived. @returns what is to be said of it @throws Error for a message that is in no mailbox */
async function compare({ env }: PortalProcesses, mail: MailServer): Promise<string> {
  const rows = await rowsOf<{ id: string }>(env, service, "select id from message where channel = 'email' and state = 1");
  const idOf = (messageId: string | undefined): string => /^<([^@]+)@declarations\./.exec(messageId ?? '')?.[1] ?? '';
  const arrived = new Set(mail.mailbox().map((each) => idOf(each.mail.messageId)));
  const lost = rows.filter(({ id }) => !arrived.has(id));
  if (lost.length) throw new Error(`${lost.length} messages count as sent and are in no mailbox: ${lost.slice(0, 3).map(({ id }) => id)}`);
  const handedOver = mail.taken.map((each) => idOf(each.mail.messageId)).filter(Boolean);
  const again = handedOver.length - new Set(handedOver).size;
  return `${rows.length} messages: each in its mailbox once; ${again} of them were handed over a second time, with the same Message-ID, because svc-${service} was killed between hand-over and record ${kills} times`;
}

/** Applicants are told of everything once, although the mail server is away and the service is killed at the worst moment. */
export const mailAway: Fault<PortalProcesses> = {
  name: `mail server down, ${awaySeconds} s; svc-${service} killed between hand-over and record, ${kills} times`,
  recovers: 10,
  async inject(portal) {
    const { mail } = portal;
    if (!mail) throw new Error('There is no mail server');
    await portal.proxies.mail.cut();
    await wait(awaySeconds * 1000);
    await portal.proxies.mail.open();
    for (let round = 0; round < kills; round++) await killAtHandOver(portal, mail);
    // The load goes on meanwhile, so some messages always wait: only those that were there at the last kill count.
    const killedAt = new Date().toISOString().slice(0, 23).replace('T', ' ');
    const left = `select count(*) n from message where state = 0 and createdAt < '${killedAt}'`;
    const open = async (): Promise<number> => Number((await rowsOf<{ n: number }>(portal.env, service, left))[0].n);
    await until('the messages of the killed processes are sent', async () => (await open()) === 0, { seconds: takeOverSeconds });
    return compare(portal, mail);
  },
};

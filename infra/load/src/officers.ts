/** Measures the cost of live events and presence: many officers with an open stream, each looking at a case. */
import { randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { registerArrivals } from './calls.ts';
import { Client } from './client.ts';
import { Counts } from './counts.ts';

interface OfficersOptions {
  url: string;
  officers: number;
  seconds: number;
}

/** How often a page reports which case it shows, in ms. */
const LOOK_MS = 15_000;
const KIND = '/v1/traveller/declaration';
const AREA = '/api/declarations';
/** Number of cases. Several officers look at each of them. */
const CASES = 100;
/** Number of simultaneous sign-ins. */
const AT_ONCE = 8;

export interface OfficersFigures {
  /** The share of one processor that the portal uses while the officers are only signed in. `busy` is the share while their streams are open, too. */
  idle: number;
  busy: number;
  /** Milliseconds until an officer who looks at a case is told that another officer opened it. */
  delays: number[];
  /** Calls that failed, by reason. */
  refused: Counts;
}

interface Officer {
  client: Client;
  tab: string;
  caseId: string;
  /** Number of received presence events. `last` is the time of the last one. */
  events: number;
  last: number;
}

/** Returns the processor seconds that the portal's process has used. */
async function cpuSeconds(client: Client): Promise<number> {
  const text = (await client.send({ path: '/metrics' })).bytes.toString();
  const [, seconds] = /^process_cpu_seconds_total(?:\{[^}]*\})? ([\d.e+-]+)/m.exec(text) ?? [];
  if (!seconds) throw new Error('The portal tells no metrics. In production they need METRICS_TOKEN; measure a portal for development.');
  return Number(seconds);
}

/** Returns the share of one processor that the portal uses during this many seconds. */
async function shareOver(client: Client, seconds: number): Promise<number> {
  const [before, began] = [await cpuSeconds(client), Date.now()];
  await wait(seconds * 1000);
  return ((await cpuSeconds(client)) - before) / ((Date.now() - began) / 1000);
}

const sendPresence = ({ client, tab, caseId }: Officer, left = false) =>
  client.send({ method: 'POST', path: `${AREA}/presence`, body: { kind: KIND, id: caseId, tab, left }, headers: { 'x-background': '1' } });

/** Opens the event stream of an officer and counts the events. @returns a function that closes the stream */
async function listen(url: string, officer: Officer, agent: Agent): Promise<() => void> {
  const cookie = officer.client.cookieHeader();
  return new Promise((resolve, reject) => {
    const request = get(new URL('/events', url), { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the stream was refused: ${answer.statusCode}`));
      answer.on('data', (bytes: Buffer) => {
        if (!bytes.includes('event: presence')) return;
        officer.events++;
        officer.last = Date.now();
      });
      resolve(() => request.destroy());
    });
    request.on('error', (error) => (officer.events >= 0 ? undefined : reject(error)));
  });
}

/** Opens the streams, and measures their cost and how soon presence is reported to others. */
export async function measureOfficers({ url, officers: count, seconds }: OfficersOptions): Promise<OfficersFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const streams = new Agent({ keepAlive: true, maxSockets: count + 8 });
  const admin = new Client(url, 'border-supervisor', agent);
  await admin.session();
  const cases = await registerArrivals(new Client(url, undefined, agent), CASES, { lastName: 'PRESENCE' });

  const officers: Officer[] = Array.from({ length: count }, (_, n) => ({
    client: new Client(url, n % 2 ? 'border-officer' : 'border-supervisor', agent),
    tab: randomUUID(),
    caseId: cases[n % CASES] as string,
    events: 0,
    last: 0,
  }));
  for (let at = 0; at < count; at += AT_ONCE) await Promise.all(officers.slice(at, at + AT_ONCE).map(({ client }) => client.session()));
  const idle = await shareOver(admin, Math.min(seconds, 20));

  const closers = await Promise.all(officers.map((officer) => listen(url, officer, streams)));
  const refused = new Counts();
  const timers = officers.map((officer) => {
    const say = async (): Promise<void> => {
      const { status } = await sendPresence(officer);
      if (status !== 200) refused.add(String(status));
    };
    let timer = setTimeout(async function again(): Promise<void> {
      await say().catch((error: Error) => refused.add(error.message));
      timer = setTimeout(again, LOOK_MS);
    }, Math.random() * LOOK_MS);
    return () => clearTimeout(timer);
  });
  // After this time every officer has reported a case once.
  await wait(LOOK_MS);
  const busy = await shareOver(admin, seconds);

  const [one, two] = officers as [Officer, Officer];
  const delays: number[] = [];
  for (let turn = 0; turn < 10; turn++) {
    two.caseId = one.caseId;
    await sendPresence(two, true);
    await wait(200);
    const began = Date.now();
    one.last = 0;
    await sendPresence(two);
    while (one.last < began && Date.now() - began < 2_000) await wait(5);
    delays.push((one.last || Date.now()) - began);
  }
  for (const stop of timers) stop();
  for (const close of closers) close();
  agent.destroy();
  streams.destroy();
  return { idle, busy, delays, refused };
}

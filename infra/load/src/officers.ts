/** Measures what live events and presence cost: many officers with an open stream, each looking at a case. */
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

/** A page repeats what it looks at this often. */
const LOOK_MS = 15_000;
const KIND = '/v1/traveller/declaration';
const AREA = '/api/declarations';
/** Cases that are looked at, each by several officers. */
const CASES = 100;
/** Sign-ins at once. */
const AT_ONCE = 8;

export interface OfficersFigures {
  /** Shares of one processor that the portal uses: with the officers signed in, and with their streams open beside that. */
  idle: number;
  busy: number;
  /** Milliseconds until who looks at a case knows of another one who opens it. */
  delays: number[];
  /** Calls that were not answered, by reason. */
  refused: Counts;
}

interface Officer {
  client: Client;
  tab: string;
  caseId: string;
  /** Presence events received, and when the last came. */
  events: number;
  last: number;
}

/** Processor seconds that the portal's process has used. */
async function cpuSeconds(client: Client): Promise<number> {
  const text = (await client.send({ path: '/metrics' })).bytes.toString();
  const [, seconds] = /^process_cpu_seconds_total(?:\{[^}]*\})? ([\d.e+-]+)/m.exec(text) ?? [];
  if (!seconds) throw new Error('The portal tells no metrics. In production they need METRICS_TOKEN; measure a portal for development.');
  return Number(seconds);
}

/** The share of one processor that the portal uses over a time. */
async function shareOver(client: Client, seconds: number): Promise<number> {
  const [before, began] = [await cpuSeconds(client), Date.now()];
  await wait(seconds * 1000);
  return ((await cpuSeconds(client)) - before) / ((Date.now() - began) / 1000);
}

const look = ({ client, tab, caseId }: Officer, left = false) =>
  client.send({ method: 'POST', path: `${AREA}/presence`, body: { kind: KIND, id: caseId, tab, left }, headers: { 'x-background': '1' } });

/** Opens the stream and counts what comes. */
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

/** Opens the streams, and measures what they cost and how soon presence is told. */
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
      const { status } = await look(officer);
      if (status !== 200) refused.add(String(status));
    };
    let timer = setTimeout(async function again(): Promise<void> {
      await say().catch((error: Error) => refused.add(error.message));
      timer = setTimeout(again, LOOK_MS);
    }, Math.random() * LOOK_MS);
    return () => clearTimeout(timer);
  });
  // Everybody has looked once.
  await wait(LOOK_MS);
  const busy = await shareOver(admin, seconds);

  const [one, two] = officers as [Officer, Officer];
  const delays: number[] = [];
  for (let turn = 0; turn < 10; turn++) {
    two.caseId = one.caseId;
    await look(two, true);
    await wait(200);
    const began = Date.now();
    one.last = 0;
    await look(two);
    while (one.last < began && Date.now() - began < 2_000) await wait(5);
    delays.push((one.last || Date.now()) - began);
  }
  for (const stop of timers) stop();
  for (const close of closers) close();
  agent.destroy();
  streams.destroy();
  return { idle, busy, delays, refused };
}

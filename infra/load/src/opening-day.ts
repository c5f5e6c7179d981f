/**
 * Simulates the day on which a portal becomes mandatory: for minutes, many times as many people come as it can serve. They queue as browsers do: the waiting
 * page is loaded again when its header `Refresh` says so, with the cookie of their place in the queue.
 */
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { anArrival } from 'svc-declarations/testing';
import { Pool } from 'undici';
import { arrivals } from './calls.ts';
import { Client } from './client.ts';
import { Counts } from './counts.ts';
import { type PortalProcesses, startPortalProcesses } from './processes/portal-processes.ts';
import { quantile } from './quantile.ts';
import { table } from './report.ts';

/** The request headers with which a browser opens a page. */
const navigation = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' };
/** How long somebody reads and types before sending the form, in ms. */
const fillsInFor = 2_000;
/** Each browser has its own connections. With fewer connections, calls would wait in this client, where the portal cannot see them. */
const mostConnections = 4_096;
/** The numbers of people inside at the same time with which the best throughput is searched. */
const crowdsInside = [100, 200, 400];
/** Matches the cookie with a browser's place in the queue or its pass. In development its name ends with the port. */
const admission = /^[\w.-]*\.admission(\.\d+)?=/;
const isPass = /=in\./;
const officersAtWork = 4;
/** The interval between the calls of an officer, in ms. */
const officerEvery = 500;
/** Seconds after which a refused call is repeated if the refusal does not say when. */
const repeatAfter = 2;
/** How long to wait until an empty queue has ended, in ms. The queue ends 30 seconds after the last person has waited. */
const calmAfter = 40_000;

interface Page {
  status: number;
  cookie?: string;
  /** Seconds after which the page asks to be loaded again. */
  refresh?: number;
  bytes: number;
  ms: number;
}

/** What was counted in a period. */
export interface CrowdCounts {
  /** Calls of people inside that were answered as expected. */
  useful: number;
  visits: number;
  /** Number of newcomers. `wentAway` counts those who were told to wait and left, because the maximum number of people was already waiting. */
  came: number;
  wentAway: number;
  /** The durations of loading the waiting page, in ms. `largestPage` is its largest size in bytes. */
  waitingPages: number[];
  largestPage: number;
  /** The largest number of people who waited at the same time. */
  mostWaiting: number;
  /** Refused calls of people inside, by status. `putBack` counts people inside who were told to queue again. */
  refused: Counts;
  putBack: number;
  /** The durations of the officers' calls, in ms. */
  officers: number[];
}

const emptyCounts = (): CrowdCounts => ({
  useful: 0,
  visits: 0,
  came: 0,
  wentAway: 0,
  waitingPages: [],
  largestPage: 0,
  mostWaiting: 0,
  refused: new Counts(),
  putBack: 0,
  officers: [],
});

/** People who come to a portal, wait and make their declarations. */
export class Crowd {
  counted = emptyCounts();
  private waiting = 0;
  private closed = false;
  /** The load generator shares the machine with the portal, and this client needs half as much processor time as Node's own. */
  private readonly connections: Pool;

  /**
   * @param url of the portal
   * @param mostWaiting the maximum number of people who wait at the same time; whoever comes then leaves
   * @param fillsIn how long filling in the form takes, in ms
   */
  constructor(
    url: string,
    private readonly mostWaiting: number,
    private readonly fillsIn = fillsInFor,
  ) {
    this.connections = new Pool(url, { connections: mostConnections, headersTimeout: 60_000, bodyTimeout: 60_000 });
  }

  /** Starts new counts. @returns the previous counts */
  next(): CrowdCounts {
    const before = this.counted;
    this.counted = { ...emptyCounts(), mostWaiting: this.waiting };
    return before;
  }

  /** Stops everybody: nobody starts another call. */
  close(): void {
    this.closed = true;
    void this.connections.destroy();
  }

  /** Simulates one person, who comes, waits if there is a queue, and makes a declaration when let in. */
  async come(): Promise<void> {
    this.counted.came++;
    let isWaiting = false;
    for (let cookie: string | undefined; !this.closed; ) {
      const page = await this.page(cookie);
      cookie = page?.cookie ?? cookie;
      if (page?.status === 200) {
        if (isWaiting) this.waiting--;
        return this.visit(cookie);
      }
      if (page?.refresh) {
        this.counted.waitingPages.push(page.ms);
        this.counted.largestPage = Math.max(this.counted.largestPage, page.bytes);
      }
      if (!isWaiting) {
        if (this.waiting >= this.mostWaiting) {
          this.counted.wentAway++;
          return;
        }
        isWaiting = true;
        this.waiting++;
        this.counted.mostWaiting = Math.max(this.counted.mostWaiting, this.waiting);
      }
      await wait((page?.refresh ?? 10) * 1000, undefined, { ref: false });
    }
  }

  /** Keeps this many people inside at all times: whoever has finished is followed by another person with the same pass. */
  async stayInside(people: number, isOver: () => boolean): Promise<void> {
    const cookie = (await this.page())?.cookie;
    await Promise.all(
      Array.from({ length: people }, async () => {
        await wait(Math.random() * this.fillsIn);
        while (!isOver()) {
          if ((await this.page(cookie))?.status === 200) await this.visit(cookie);
        }
      }),
    );
  }

  /** Fills in the form, sends it, and opens the declaration and its QR code. */
  private async visit(cookie: string | undefined): Promise<void> {
    this.counted.useful++;
    await wait(this.fillsIn * (0.5 + Math.random()));
    const body = JSON.stringify(anArrival({ travellerCode: `P${randomBytes(6).toString('hex')}`.toUpperCase() }));
    const made = await this.call('POST', `${arrivals}/`, cookie, 201, body);
    const id = made && JSON.parse(made).model.id;
    if (!id) return;
    await this.call('GET', `${arrivals}/${id}/document`, cookie, 200);
    await this.call('GET', `${arrivals}/${id}/qr`, cookie, 200);
    this.counted.visits++;
  }

  /** Makes a call of a person inside. Repeats it with the same idempotency key until it is answered as expected. */
  private async call(method: 'GET' | 'POST', path: string, cookie: string | undefined, expected: number, body?: string): Promise<string | undefined> {
    const headers = { ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomBytes(12).toString('hex') } : {}) };
    for (let attempt = 0; attempt < 20 && !this.closed; attempt++) {
      const answer = await this.send(method, path, { ...headers, ...(cookie ? { cookie } : {}) }, body).catch(() => undefined);
      if (answer?.status === expected) {
        this.counted.useful++;
        return answer.text;
      }
      this.counted.refused.add(String(answer?.status ?? 'no answer'));
      // The screens of the portal wait in the same way.
      await wait((Number(answer?.headers['retry-after']) || repeatAfter) * 1000, undefined, { ref: false });
    }
    return undefined;
  }

  private async page(cookie?: string): Promise<Page | undefined> {
    const began = performance.now();
    const answer = await this.send('GET', '/', { ...navigation, ...(cookie ? { cookie } : {}) }).catch(() => undefined);
    if (!answer) return undefined;
    const { status, headers, text } = answer;
    const given = [headers['set-cookie'] ?? []]
      .flat()
      .find((line) => admission.test(line))
      ?.split(';')[0];
    const refresh = Number(headers.refresh) || undefined;
    // Somebody with a pass must never be told to queue.
    if (refresh && cookie && isPass.test(cookie)) this.counted.putBack++;
    return { status, refresh, bytes: Buffer.byteLength(text), ms: performance.now() - began, ...(given ? { cookie: given } : {}) };
  }

  private async send(method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: string) {
    const answer = await this.connections.request({ method, path, headers, body });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }
}

/** Starts officers who look through lists and open cases. @returns a function that ends their work */
function officersOf(portal: PortalProcesses, crowd: Crowd): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: officersAtWork });
  let ended = false;
  const working = Array.from({ length: officersAtWork }, async () => {
    const officer = new Client(portal.url, 'border-officer', agent);
    await officer.session();
    let ids: string[] = [];
    for (let turn = 0; !ended; turn++) {
      const began = performance.now();
      const id = ids.pop();
      const answer = await officer.send({ path: id && turn % 2 ? `${arrivals}/${id}/document` : `${arrivals}/search` }).catch(() => undefined);
      const took = performance.now() - began;
      if (answer?.status === 200) crowd.counted.officers.push(took);
      else crowd.counted.refused.add('an officer');
      if (answer?.body.records) ids = (answer.body.records as unknown as { id: string }[]).map((record) => record.id);
      await wait(Math.max(0, officerEvery - took));
    }
  });
  return async () => {
    ended = true;
    await Promise.all(working);
    agent.destroy();
  };
}

export interface OpeningDayOptions {
  /** How long the rush lasts, in minutes. */
  minutes: number;
  /** The number of people who come, as a multiple of what the portal can serve. */
  times: number;
  /** The maximum number of people who wait at the same time. */
  waiting: number;
  /** Seconds for which each number of people inside is measured, after a warm-up of half that time, in which postponed work such as prints has begun. */
  tryFor?: number;
}

export interface OpeningDay {
  /** The best throughput: useful calls and served people per second. */
  best: { calls: number; visits: number; inside: number; officers: number };
  rush: CrowdCounts & { calls: number; officersP95: number; seconds: number; byMinute: number[]; generatorShare: number };
}

const p95 = (values: readonly number[]): number => quantile(values, 0.95);

/** Searches for the best throughput of a newly started portal, and then lets many times as many people come. */
export async function measureOpeningDay({ minutes, times, waiting, tryFor = 40 }: OpeningDayOptions): Promise<OpeningDay> {
  const portal = await startPortalProcesses({ mysqlArguments: ['--innodb-buffer-pool-size=1G'], mysqlDirect: true, env: { ADMISSION: 'true' } });
  const crowd = new Crowd(portal.url, waiting);
  const officersEnd = officersOf(portal, crowd);
  try {
    let best: OpeningDay['best'] = { calls: 0, visits: 0, inside: 0, officers: Number.NaN };
    for (const inside of crowdsInside) {
      let isOver = false;
      const staying = crowd.stayInside(inside, () => isOver);
      // Warm-up: meanwhile the services find their limits.
      await wait((tryFor * 1000) / 2);
      crowd.next();
      await wait(tryFor * 1000);
      const { useful, visits, officers } = crowd.next();
      isOver = true;
      await staying;
      if (useful / tryFor > best.calls) best = { calls: useful / tryFor, visits: visits / tryFor, inside, officers: p95(officers) };
    }
    // The queue that this search has caused must end first.
    await wait(calmAfter);
    crowd.next();
    const [began, processor] = [Date.now(), process.cpuUsage()];
    const end = began + minutes * 60_000;
    const [perSecond, all, byMinute] = [best.visits * times, emptyCounts(), [] as number[]];
    for (let came = 0; Date.now() < end; ) {
      for (const due = ((Date.now() - began) / 1000) * perSecond; came < due; came++) void crowd.come();
      if (Date.now() >= began + (byMinute.length + 1) * 60_000) byMinute.push(add(all, crowd.next()) / 60);
      await wait(20);
    }
    add(all, crowd.next());
    const seconds = (Date.now() - began) / 1000;
    const { user, system } = process.cpuUsage(processor);
    const rush = { ...all, calls: all.useful / seconds, officersP95: p95(all.officers), seconds, byMinute, generatorShare: (user + system) / 1e6 / seconds };
    return { best, rush };
  } finally {
    await officersEnd();
    crowd.close();
    await portal.stop();
  }
}

/** Adds counts to others. @returns the number of useful calls that were added */
function add(all: CrowdCounts, more: CrowdCounts): number {
  for (const key of ['useful', 'visits', 'came', 'wentAway', 'putBack'] as const) all[key] += more[key];
  for (const key of ['largestPage', 'mostWaiting'] as const) all[key] = Math.max(all[key], more[key]);
  for (const key of ['waitingPages', 'officers'] as const) for (const value of more[key]) all[key].push(value);
  for (const [reason, times] of more.refused) all.refused.add(reason, times);
  return more.useful;
}

/**
 * Prints the figures. @returns whether the portal reached at least 85 % of its best throughput, calls of officers took at most 1.5 times as long, nobody inside
 * was put back, and the waiting page had at most 5,000 bytes
 */
export async function runOpeningDay(options: OpeningDayOptions): Promise<boolean> {
  const { best, rush } = await measureOpeningDay(options);
  const [share, slower] = [rush.calls / best.calls, rush.officersP95 / best.officers];
  const ms = (value: number): string => `${Math.round(value)} ms`;
  const rows = [
    ['useful calls a second', best.calls.toFixed(1), rush.calls.toFixed(1), `${(share * 100).toFixed(0)} % (85 %)`],
    ['people served a second', best.visits.toFixed(1), (rush.visits / rush.seconds).toFixed(1), ''],
    ['95 of 100 calls of officers', ms(best.officers), ms(rush.officersP95), `${slower.toFixed(2)} x (1.5 x)`],
    ['people who came', '', rush.came, ''],
    ['most who waited at the same time', '', rush.mostWaiting, ''],
    ['pages of those who wait, 95 of 100 within', '', `${rush.waitingPages.length}, ${ms(p95(rush.waitingPages))}`, `${rush.largestPage} bytes (5,000)`],
    ['put back from inside', '', rush.putBack, '(0)'],
  ];
  console.log(table(['', `best, with ${best.inside} inside`, `${options.times} x as many for ${options.minutes} min`, ''], rows));
  console.log(
    `\nuseful calls a second by minute: ${rush.byMinute.map((each) => each.toFixed(0)).join(', ')}; repeated by people inside after: ${rush.refused}`,
  );
  console.log(`what makes the load used ${(rush.generatorShare * 100).toFixed(0)} % of one processor of this machine`);
  return share >= 0.85 && slower <= 1.5 && rush.putBack === 0 && rush.largestPage <= 5_000;
}

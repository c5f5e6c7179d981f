import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { anArrival } from 'svc-declarations/testing';
import { arrivals } from '../calls.ts';
import { type Answer, type Call, Client, formOf, type Model } from '../client.ts';
import { Counts } from '../counts.ts';
import type { Ledger } from '../ledger.ts';
import type { PortalProcesses } from '../processes/portal-processes.ts';
import { median } from '../quantile.ts';
import { rowsOf } from '../service-database.ts';
import type { Fault } from './experiment.ts';
import { aNestedPdf, aPdfBomb, aPng } from './hostile-files.ts';

/** Rate limits count per address, so the attacker uses another address than the load does. */
const attackerAddress = '127.0.0.66';
/** The longest accepted duration of another caller's call: this many seconds, or this many times the median before the attack, whichever is longer. */
const slowest = { seconds: 5, times: 20 };
const secondsBefore = 2;

/** An HTTP status, or the message of the error if there was no answer. */
type Status = number | string | undefined;

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const registration = (fields: Record<string, unknown>): Call => ({
  method: 'POST',
  path: `${arrivals}/`,
  body: anArrival(fields),
  headers: { 'idempotency-key': randomUUID() },
});

/** A client that makes one call after another while an attack runs, and times them. */
class Bystander {
  stopped = false;
  private times: number[] = [];
  private readonly failed: Status[] = [];
  private readonly running: Promise<void>;
  private limit = 0;

  constructor(
    private readonly client: Client,
    private readonly call: (client: Client, turn: number) => Promise<Answer>,
    private readonly name: string,
  ) {
    this.running = this.run();
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.stopped; turn++) {
      const began = performance.now();
      const status = await this.call(this.client, turn).then(
        (answer): Status => answer.status,
        (error: Error) => error.message,
      );
      this.times.push(performance.now() - began);
      if (status !== 200 && status !== 201) this.failed.push(status);
      await wait(50);
    }
  }

  /** Measures how long the calls take without an attack. */
  async before(): Promise<void> {
    await wait(secondsBefore * 1000);
    this.limit = Math.max(slowest.seconds * 1000, slowest.times * median(this.times));
    this.times = [];
  }

  /** Stops the calls. @returns how the calls were served @throws Error if one of them failed or took too long */
  async end(): Promise<string> {
    this.stopped = true;
    await this.running;
    this.client.agent.destroy();
    const longest = Math.max(...this.times);
    if (this.failed.length) throw new Error(`${this.name} were not served meanwhile: ${Counts.of(this.failed)} of ${this.times.length} calls`);
    if (longest > this.limit) throw new Error(`${this.name} waited ${inSeconds(longest)} meanwhile`);
    return `${this.name} meanwhile: ${this.times.length} calls, all served, median ${inSeconds(median(this.times))}, slowest ${inSeconds(longest)}`;
  }
}

/** Registers an arrival and reads a catalogue, in turn. */
const ordinaryCalls =
  (ledger: Ledger) =>
  async (client: Client, turn: number): Promise<Answer> => {
    if (turn % 2 === 0) return client.send({ path: '/api/reference/v1/catalogue/countries/search' });
    const answer = await client.send(registration({ travellerCode: `P${randomUUID().slice(0, 8)}`.toUpperCase() }));
    if (answer.status === 201) ledger.registered(arrivals, answer.body.model);
    return answer;
  };

/** Uploads a photograph. */
const photographs = (client: Client): Promise<Answer> =>
  client.send({ method: 'POST', path: '/api/media/v1/default', ...formOf('me.png', 'image/png', aPng(300, 300)) });

/**
 * Returns a fault in which one caller attacks while other clients are served.
 * @param attack returns a text about the answers that the attacker received
 * @param withUploads also times uploads of another client
 */
const attackOf = (
  name: string,
  attack: (portal: PortalProcesses, client: Client, ledger: Ledger) => Promise<string>,
  withUploads = false,
): Fault<PortalProcesses> => ({
  name,
  recovers: 10,
  async inject(portal, ledger) {
    const client = new Client(portal.url, undefined, new Agent({ keepAlive: true, maxSockets: 64, localAddress: attackerAddress }));
    const bystanders = [new Bystander(new Client(portal.url), ordinaryCalls(ledger), 'other callers')];
    if (withUploads) bystanders.push(new Bystander(new Client(portal.url), photographs, 'uploads by other callers'));
    try {
      await Promise.all(bystanders.map((each) => each.before()));
      const notes = [await attack(portal, client, ledger)];
      for (const each of bystanders) notes.push(await each.end());
      return notes.join('; ');
    } finally {
      for (const each of bystanders) each.stopped = true;
      client.agent.destroy();
    }
  },
});

/** The result of a timed call; without an answer the status is the message of the error. */
interface Timed {
  status: Status;
  answer?: Answer;
  ms: number;
}

/** Checks the statuses of answers. @throws Error if a status is not one of the allowed ones */
function mustBe(answers: Pick<Timed, 'status'>[], allowed: number[], what: string): void {
  const wrong = answers.filter(({ status }) => typeof status !== 'number' || !allowed.includes(status));
  if (wrong.length) throw new Error(`${what} was answered ${Counts.of(wrong.map(({ status }) => status))}`);
}

async function timed(client: Client, call: Call): Promise<Timed> {
  const began = performance.now();
  const result = await client.send(call).then(
    (answer) => ({ answer, status: answer.status }),
    (error: Error) => ({ status: error.message }),
  );
  return { ...result, ms: performance.now() - began };
}

const upload = (client: Client, name: string, type: string, bytes: Buffer): Promise<Timed> =>
  timed(client, { method: 'POST', path: '/api/media/v1/default', ...formOf(name, type, bytes) });
const slowestOf = (answers: Timed[]): string => inSeconds(Math.max(...answers.map(({ ms }) => ms)));

/** Sends 128 bodies that never end. The gateway must not open a connection to a service for them. */
const slowBodies = attackOf('slow bodies: 128 forms, one byte every 4 s', async ({ url }) => {
  const { hostname, port } = new URL(url);
  const statuses: Status[] = [];
  const ends: Promise<unknown>[] = [];
  const sockets = Array.from({ length: 128 }, () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: attackerAddress });
    socket.on('error', () => undefined);
    socket.on('data', (data) => statuses.push(/HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1]));
    ends.push(new Promise((done) => socket.once('close', done)));
    socket.write(`POST ${arrivals}/ HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{`);
    return socket;
  });
  const began = Date.now();
  const drip = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write(' ');
  }, 4000);
  try {
    const all = await Promise.race([Promise.all(ends), wait(40_000)]);
    if (!all) throw new Error('slow bodies were still open after 40 s');
    return `answers: ${Counts.of(statuses)}, the last after ${inSeconds(Date.now() - began)}`;
  } finally {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  }
});

/** Texts for which a backtracking pattern needs time that grows with the square of their length. */
const hostileTexts = [
  `a@${'.'.repeat(150_000)}@`,
  `${'a.'.repeat(75_000)}@`,
  `+${'1 '.repeat(75_000)}x`,
  `x${' '.repeat(150_000)}x`,
  `${'A-'.repeat(75_000)}!`,
  `${'\u0301'.repeat(75_000)}`,
];

const hostilePatterns = attackOf('hostile patterns: 24 forms of 150,000 characters, and file names', async (_portal, client, ledger) => {
  const fields = ['emailAddress', 'phoneNumber', 'travellerCode', 'firstName'];
  const forms = await Promise.all(hostileTexts.flatMap((text) => fields.map((field) => timed(client, registration({ [field]: text })))));
  // The text that is one letter after trimming is a valid name, so it is registered.
  for (const { answer } of forms) if (answer?.status === 201) ledger.registered(arrivals, answer.body.model);
  mustBe(forms, [201, 422], 'a hostile text');
  // The headers of a part are limited to 16 kB, which the second name exceeds.
  const names = await Promise.all([
    upload(client, `${'.'.repeat(12_000)}x`, 'image/png', aPng(20, 20)),
    upload(client, '.'.repeat(78_000), 'image/png', aPng(20, 20)),
  ]);
  mustBe(names, [201, 400, 413, 415, 422, 431], 'a hostile name');
  return `answers: ${Counts.of([...forms, ...names].map(({ status }) => status))}, the slowest in ${slowestOf([...forms, ...names])}`;
});

const pictureBombs = attackOf(
  'picture bombs: 12 of 900 million pixels, 12 of 36 million',
  async (_portal, client) => {
    const [huge, large] = [aPng(30_000, 30_000), aPng(6_000, 6_000)];
    const refused = await Promise.all(Array.from({ length: 12 }, (_, i) => upload(client, `huge-${i}.png`, 'image/png', huge)));
    mustBe(refused, [413, 415], 'a picture of 900 million pixels');
    const taken = await Promise.all(Array.from({ length: 12 }, (_, i) => upload(client, `large-${i}.png`, 'image/png', large)));
    mustBe(taken, [201, 429, 503], 'a picture of 36 million pixels');
    return `answers: ${Counts.of(refused.map(({ status }) => status))} within ${slowestOf(refused)}, then ${Counts.of(taken.map(({ status }) => status))} within ${slowestOf(taken)}`;
  },
  true,
);

const pdfBombs = attackOf(
  'PDF bombs: 12 that unpack to 80 MB, 4 nested two million deep',
  async (_portal, client) => {
    const files = [...Array<Buffer>(12).fill(aPdfBomb()), ...Array<Buffer>(4).fill(aNestedPdf())];
    const answers = await Promise.all(files.map((bytes, i) => upload(client, `bomb-${i}.pdf`, 'application/pdf', bytes)));
    mustBe(answers, [415, 422], 'a PDF bomb');
    return `answers: ${Counts.of(answers.map(({ status }) => status))}, the slowest in ${slowestOf(answers)}`;
  },
  true,
);

/** One applicant updates one declaration again and again. */
const growth = attackOf('growth by updates: 150 updates of one declaration, with long comments', async ({ env }, client, ledger) => {
  const made = await client.send(registration({ travellerCode: 'PGROWTH1' }));
  mustBe([made], [201], 'a registration');
  let { model } = made.body;
  const acknowledged: Model[] = [];
  const statuses: number[] = [];
  for (let i = 0; i < 150; i++) {
    const body = { ...model, firstName: `Ana ${'x'.repeat(i % 20)}`, comment: 'c'.repeat(2_000) };
    const answer = await client.send({ method: 'POST', path: `${arrivals}/`, body, headers: { 'idempotency-key': randomUUID() } });
    statuses.push(answer.status);
    if (answer.status !== 200) continue;
    model = answer.body.model;
    acknowledged.push(model);
  }
  // The declaration is added to the ledger only now: the load takes declarations of the ledger for officers' actions, which would make the updates stale.
  ledger.registered(arrivals, made.body.model);
  for (const each of acknowledged) ledger.changed(each);
  mustBe(
    statuses.map((status) => ({ status })),
    [200, 429],
    'an update',
  );
  if (!statuses.includes(429)) throw new Error('all 150 updates of one declaration were accepted');
  const stored = `select sum(n) as bytes from (
      select sum(length(body)) as n from document_version where documentId = '${model.id}'
      union all select sum(coalesce(length(details), 0)) from document_action where documentId = '${model.id}'
      union all select sum(length(answer)) from idempotency where answer like '%${model.id}%') x`;
  const [{ bytes }] = await rowsOf<{ bytes: number | string }>(env, 'declarations', stored);
  const kilobytes = Math.round(Number(bytes) / 1024);
  if (kilobytes > 1024) throw new Error(`the updates of one declaration take ${kilobytes} kB`);
  return `answers: ${Counts.of(statuses)}; versions, history and stored answers take ${kilobytes} kB`;
});

/** Attacks by one caller that could affect all others. */
export const attacks = [slowBodies, hostilePatterns, pictureBombs, pdfBombs, growth];

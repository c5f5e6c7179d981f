import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { anArrival } from 'svc-declarations/testing';
import { Client } from '../../load/lib/client.mjs';
import { openDatabase } from '../../load/lib/databases.mjs';
import { arrivals } from '../../load/lib/kinds.mjs';
import { aPng, formOf } from './hostile-files.mjs';

/** Rate limits count per address, so the attacker uses another address than the load. */
const attacker = '127.0.0.66';
/** Longest accepted duration of another caller's call: this many seconds, or this many times the median before the attack, whichever is longer. */
const slowest = { seconds: 5, times: 20 };
const beforeSeconds = 2;

const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
function counted(statuses) {
  const counts = new Map();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}

/** Makes the calls of another caller, one after the other, until it is stopped. */
class Others {
  times = [];
  failed = [];
  stopped = false;

  constructor(portal, ledger, ask) {
    this.client = new Client(portal.url);
    this.ledger = ledger;
    this.ask = ask ?? ((turn) => (turn % 2 ? this.register() : this.client.ask({ path: '/api/reference/v1/catalogue/countries/search' })));
    this.running = this.run();
  }

  async register() {
    const travellerCode = `P${randomUUID().slice(0, 8)}`.toUpperCase();
    const answer = await this.client.ask({
      method: 'POST',
      path: `${arrivals}/`,
      body: anArrival({ travellerCode }),
      headers: { 'idempotency-key': randomUUID() },
    });
    if (answer.status === 201) this.ledger.registered(arrivals, answer.body.model);
    return answer;
  }

  async run() {
    for (let turn = 0; !this.stopped; turn++) {
      const began = performance.now();
      const { status } = await this.ask(turn).catch((error) => ({ status: error.message }));
      this.times.push(performance.now() - began);
      if (![200, 201].includes(status)) this.failed.push(status);
      await wait(50);
    }
  }

  /** Measures the calls without an attack. */
  async before() {
    await wait(beforeSeconds * 1000);
    this.limit = Math.max(slowest.seconds * 1000, slowest.times * (median(this.times) ?? 0));
    this.times = [];
  }

  /** @returns {Promise<string>} how they were served @throws if a call failed or took too long */
  async end(what = 'other callers') {
    this.stopped = true;
    await this.running;
    this.client.agent.destroy();
    const longest = Math.max(...this.times);
    if (this.failed.length) throw new Error(`${what} were not served meanwhile: ${counted(this.failed)} of ${this.times.length} calls`);
    if (longest > this.limit) throw new Error(`${what} waited ${inSeconds(longest)} meanwhile`);
    return `${what} meanwhile: ${this.times.length} calls, all served, median ${inSeconds(median(this.times))}, slowest ${inSeconds(longest)}`;
  }
}

/**
 * An attack by one caller while others are served.
 * @param {string} name
 * @param {(portal: import('./parts.mjs').Parts, client: Client, ledger: any) => Promise<string>} attack returns a summary of the answers
 * @param {(client: Client) => (turn: number) => Promise<any>} [also] further calls of other callers that are timed separately, with their name
 * @returns {import('./faults.mjs').Fault}
 */
const attackOf = (name, attack, also) => ({
  name,
  recovers: 10,
  async strike(portal, ledger) {
    const client = new Client(portal.url, undefined, new Agent({ keepAlive: true, maxSockets: 64, localAddress: attacker }));
    const others = new Others(portal, ledger);
    const special = also && new Others(portal, ledger, also.ask(new Client(portal.url)));
    try {
      await Promise.all([others.before(), special?.before()]);
      const said = await attack(portal, client, ledger);
      return [said, await others.end(), special && (await special.end(also.name))].filter(Boolean).join('; ');
    } finally {
      for (const each of [others, special]) if (each) each.stopped = true;
      client.agent.destroy();
    }
  },
});

/** @throws if an answer has a status that is not allowed */
function mustBe(answers, allowed, what) {
  const wrong = answers.filter(({ status }) => !allowed.includes(status));
  if (wrong.length) throw new Error(`${what} was answered ${counted(wrong.map(({ status }) => status))}`);
}

/** Sends, and measures. */
async function timed(client, ask) {
  const began = performance.now();
  const answer = await client.ask(ask).catch((error) => ({ status: error.message }));
  return { ...answer, ms: performance.now() - began };
}

const upload = (client, name, type, bytes) => timed(client, { method: 'POST', path: '/api/media/v1/default', ...formOf(name, type, bytes) });
const slowestOf = (answers) => inSeconds(Math.max(...answers.map(({ ms }) => ms)));

/** 128 bodies that never end: the gateway opens no connection to a service for them. */
const slowBodies = attackOf('slow bodies: 128 forms, one byte every 4 s', async ({ url }) => {
  const { hostname, port } = new URL(url);
  const statuses = [];
  const ends = [];
  const sockets = Array.from({ length: 128 }, () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: attacker });
    socket.on('error', () => undefined);
    socket.on('data', (data) => statuses.push(/HTTP\/1\.1 (\d+)/.exec(data)?.[1]));
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
    return `answers: ${counted(statuses)}, the last after ${inSeconds(Date.now() - began)}`;
  } finally {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  }
});

/** Texts on which a backtracking pattern needs time that grows with the square of their length. */
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
  const forms = await Promise.all(
    hostileTexts.flatMap((text) =>
      fields.map((field) =>
        timed(client, { method: 'POST', path: `${arrivals}/`, body: anArrival({ [field]: text }), headers: { 'idempotency-key': randomUUID() } }),
      ),
    ),
  );
  // A text that is one letter after trimming is a valid name.
  for (const { status, body } of forms) if (status === 201) ledger.registered(arrivals, body.model);
  mustBe(forms, [201, 422], 'a hostile text');
  // The headers of a part are limited to 16 kB.
  const names = await Promise.all([
    upload(client, `${'.'.repeat(12_000)}x`, 'image/png', aPng(20, 20)),
    upload(client, '.'.repeat(78_000), 'image/png', aPng(20, 20)),
  ]);
  mustBe(names, [201, 400, 413, 415, 422, 431], 'a hostile name');
  return `answers: ${counted([...forms, ...names].map(({ status }) => status))}, the slowest in ${slowestOf([...forms, ...names])}`;
});

/** Photographs that another caller uploads. */
const photographs = {
  name: 'uploads by other callers',
  ask: (client) => () => client.ask({ method: 'POST', path: '/api/media/v1/default', ...formOf('me.png', 'image/png', aPng(300, 300)) }),
};

const pictureBombs = attackOf(
  'picture bombs: 12 of 900 million pixels, 12 of 36 million',
  async (_portal, client) => {
    const [huge, large] = [aPng(30_000, 30_000), aPng(6_000, 6_000)];
    const refused = await Promise.all(Array.from({ length: 12 }, (_, i) => upload(client, `huge-${i}.png`, 'image/png', huge)));
    mustBe(refused, [413, 415], 'a picture of 900 million pixels');
    const taken = await Promise.all(Array.from({ length: 12 }, (_, i) => upload(client, `large-${i}.png`, 'image/png', large)));
    mustBe(taken, [201, 429, 503], 'a picture of 36 million pixels');
    return `answers: ${counted(refused.map(({ status }) => status))} within ${slowestOf(refused)}, then ${counted(taken.map(({ status }) => status))} within ${slowestOf(taken)}`;
  },
  photographs,
);

/** A PDF whose object stream unpacks to 80 MB. */
function pdfBomb() {
  const data = deflateSync(Buffer.alloc(80 * 1024 * 1024, '10 0 '));
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n4 0 obj<</Type/ObjStm/N 9/First 90/Filter/FlateDecode/Length ${data.length}>>stream\n`,
    ),
    data,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);
}
const nestedPdf = () => Buffer.from(`%PDF-1.7\n1 0 obj${'['.repeat(2_000_000)}endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);

const pdfBombs = attackOf(
  'PDF bombs: 12 that unpack to 80 MB, 4 nested two million deep',
  async (_portal, client) => {
    const files = [...Array(12).fill(pdfBomb()), ...Array(4).fill(nestedPdf())];
    const answers = await Promise.all(files.map((bytes, i) => upload(client, `bomb-${i}.pdf`, 'application/pdf', bytes)));
    mustBe(answers, [415, 422], 'a PDF bomb');
    return `answers: ${counted(answers.map(({ status }) => status))}, the slowest in ${slowestOf(answers)}`;
  },
  photographs,
);

/** One applicant changes one declaration again and again. */
const growth = attackOf('growth by updates: 150 updates of one declaration, with long comments', async ({ env }, client, ledger) => {
  const made = await client.ask({
    method: 'POST',
    path: `${arrivals}/`,
    body: anArrival({ travellerCode: 'PGROWTH1' }),
    headers: { 'idempotency-key': randomUUID() },
  });
  mustBe([made], [201], 'a registration');
  ledger.registered(arrivals, made.body.model);
  let { model } = made.body;
  const statuses = [];
  for (let i = 0; i < 150; i++) {
    const body = { ...model, firstName: `Ana ${'x'.repeat(i % 20)}`, comment: 'c'.repeat(2_000) };
    const answer = await client.ask({ method: 'POST', path: `${arrivals}/`, body, headers: { 'idempotency-key': randomUUID() } });
    statuses.push(answer.status);
    if (answer.status !== 200) continue;
    model = answer.body.model;
    ledger.changed(model);
  }
  mustBe(
    statuses.map((status) => ({ status })),
    [200, 429],
    'an update',
  );
  if (!statuses.includes(429)) throw new Error('all 150 updates of one declaration were accepted');
  const db = await openDatabase(env, 'declarations');
  try {
    const [{ bytes }] = await db.rows(`select sum(n) as bytes from (
      select sum(length(body)) as n from document_version where documentId = '${model.id}'
      union all select sum(coalesce(length(details), 0)) from document_action where documentId = '${model.id}'
      union all select sum(length(answer)) from idempotency where answer like '%${model.id}%') x`);
    const kilobytes = Math.round(Number(bytes) / 1024);
    if (kilobytes > 1024) throw new Error(`the updates of one declaration take ${kilobytes} kB`);
    return `answers: ${counted(statuses)}; versions, history and stored answers take ${kilobytes} kB`;
  } finally {
    await db.close();
  }
});

/** Attacks by one caller that could affect all others. @type {import('./faults.mjs').Fault[]} */
export const attacks = [slowBodies, hostilePatterns, pictureBombs, pdfBombs, growth];

import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { askCarefully, Client } from './client.mjs';
import { kinds } from './kinds.mjs';
import { Ledger } from './ledger.mjs';

/** Answers that are clear: not now, and when to come again. Anything else from 500 on is a fault of the portal. */
const clear = ({ status, headers, body }) => [502, 503, 504].includes(status) && Number(headers['retry-after']) > 0 && body?.status === status;

/** Counts and times of one kind of call. */
class Tally {
  times = [];
  calls = 0;
  acknowledged = 0;
  givenUp = 0;
}

/**
 * Drives the mix of kinds.mjs against a portal, from `connections` clients who each make one call after another.
 * `stop()` lets each finish the call it has begun, for at most `patience`.
 */
export class Load {
  /** @type {Map<string, Tally>} */
  tallies = new Map(kinds.map(({ name }) => [name, new Tally()]));
  /** Attempts that were not the final answer, by status or cause. @type {Map<string, number>} */
  repeats = new Map();
  /** Documents somebody is acting on. @type {Set<string>} */
  taken = new Set();
  /** @type {Map<string, { ids: string[], seen: number }>} */
  lists = new Map();
  /** @type {Map<string, Client>} */
  people = new Map();
  ending = false;
  calls = 0;

  /** @param {string} url @param {{ connections?: number, patience?: number, leaveOut?: string[], ledger?: Ledger }} [options] */
  constructor(url, { connections = 16, patience = 90_000, leaveOut = [], ledger = new Ledger() } = {}) {
    Object.assign(this, { url, connections, patience, ledger });
    this.agent = new Agent({ keepAlive: true, maxSockets: connections * 2 });
    this.nobody = new Client(url, undefined, this.agent);
    this.deck = kinds.filter(({ name }) => !leaveOut.includes(name)).flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  }

  start() {
    this.began = Date.now();
    this.workers = Array.from({ length: this.connections }, () => this.work());
  }

  async stop() {
    this.ending = true;
    this.ended = Date.now();
    await Promise.all(this.workers);
    this.agent.destroy();
  }

  async work() {
    while (!this.ending) {
      const kind = this.deck[randomInt(this.deck.length)];
      const tally = this.tallies.get(kind.name);
      try {
        await kind.run(this.desk(tally));
      } catch (error) {
        this.fault(`${kind.name}: ${error.stack}`);
      }
    }
  }

  fault(what) {
    this.ledger.fault(what);
  }

  /** What a kind of call needs. */
  desk(tally) {
    const { ledger, nobody } = this;
    const call = (client, ask, expected, enough) => this.call(tally, client, ask, expected, enough);
    const staff = (name) => this.person(name);
    const reserve = (id) => {
      this.taken.add(id);
      return () => this.taken.delete(id);
    };
    /** Somebody else's document, to be read. */
    const some = (path, use) => {
      const ids = this.idsOf(path);
      return ids.length ? use(ledger.documents.get(ids[randomInt(ids.length)]).model) : undefined;
    };
    /** A document in one of these states, for this caller alone. */
    const take = async (path, states, use) => {
      const ids = this.idsOf(path);
      for (let tries = 0; tries < 20 && ids.length; tries++) {
        const id = ids[randomInt(ids.length)];
        const { model } = ledger.documents.get(id);
        if (this.taken.has(id) || !states.includes(model.documentStatus)) continue;
        const free = reserve(id);
        return Promise.resolve(use(model)).finally(free);
      }
      return undefined;
    };
    const act = async (name, path, model, action, body = {}) => {
      const answer = await call(staff(name), { method: 'POST', path: `${path}/${model.id}/actions/${action}`, body: { version: model.version, ...body } }, 200);
      if (answer) ledger.changed(answer.body.model);
      else ledger.uncertain(model.id);
      return answer?.body.model;
    };
    return { ledger, nobody, call, staff, some, take, act, reserve, fault: (what) => this.fault(what) };
  }

  /** Ids of the documents of one kind that this load has registered. */
  idsOf(path) {
    const known = this.lists.get(path);
    // Documents are only ever added.
    if (known?.seen === this.ledger.documents.size) return known.ids;
    const ids = [...this.ledger.documents].filter(([, document]) => document.path === path && document.certain).map(([id]) => id);
    this.lists.set(path, { ids, seen: this.ledger.documents.size });
    return ids;
  }

  /** One of the staff, with one session, as in a browser. */
  person(name) {
    const known = this.people.get(name);
    const client = known ?? new Client(this.url, name, this.agent);
    this.people.set(name, client);
    return client;
  }

  async call(tally, client, ask, expected, enough = () => true) {
    this.calls++;
    tally.calls++;
    const began = performance.now();
    const end = Date.now() + this.patience;
    for (;;) {
      const answer = await askCarefully(client, ask, { note: (outcome, a) => this.note(ask, outcome, a), patience: end - Date.now() });
      if (answer?.status === expected && !enough(answer) && Date.now() < end) {
        await new Promise((done) => setTimeout(done, 100));
        continue;
      }
      if (answer?.status === expected) {
        tally.times.push(performance.now() - began);
        tally.acknowledged++;
        return answer;
      }
      tally.givenUp++;
      if (answer) this.fault(`${ask.method ?? 'GET'} ${ask.path.replace(/\?.*/, '')} gave ${answer.status}: ${answer.bytes.subarray(0, 300)}`);
      return undefined;
    }
  }

  note(ask, outcome, answer) {
    this.repeats.set(outcome, (this.repeats.get(outcome) ?? 0) + 1);
    if (answer && answer.status >= 500 && !clear(answer))
      this.fault(`${ask.method ?? 'GET'} ${ask.path.replace(/\?.*/, '')} gave an unclear ${answer.status}: ${answer.bytes.subarray(0, 300)}`);
  }
}

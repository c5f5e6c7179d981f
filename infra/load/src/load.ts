import { randomInt } from 'node:crypto';
import type { Agent } from 'node:http';
import { type CallContext, callKinds } from './calls.ts';
import { type Answer, agentFor, type Call, Client, sendWithRetry } from './client.ts';
import { Counts } from './counts.ts';
import type { Credentials } from './credentials.ts';
import { Ledger } from './ledger.ts';
import { Tally } from './tally.ts';

/** The durations of all calls that had ended at a moment, by kind of call. */
export class Times {
  constructor(private readonly lists: readonly number[][]) {}

  since(earlier: Times): number[] {
    return this.lists.flatMap((times, kind) => times.slice(earlier.lists[kind]?.length ?? 0));
  }
}

/** Returns whether an answer clearly asks the client to try again and says when. Any other status of 500 or more is a fault of the portal. */
const saysComeAgain = ({ status, headers, body }: Answer): boolean =>
  [502, 503, 504].includes(status) && Number(headers['retry-after']) > 0 && body.status === status;

export interface LoadOptions {
  /** What the members of staff sign in with. */
  credentials?: Credentials;
  connections?: number;
  /** Milliseconds after which a client gives up a call. */
  patience?: number;
  /** Names of kinds of calls that are not made. */
  leaveOut?: string[];
  ledger?: Ledger;
}

/**
 * Makes the mix of calls of calls.ts against a portal, from `connections` clients that each make one call after another.
 * `stop()` lets each client finish the call it has begun, for at most `patience`.
 */
export class Load {
  readonly tallies = new Map(callKinds.map(({ name }) => [name, new Tally()]));
  /** Attempts that were not the final answer, by status or cause. */
  readonly retries = new Counts();
  readonly ledger: Ledger;
  readonly agent: Agent;
  readonly anonymous: Client;
  calls = 0;
  began = 0;
  ended = 0;
  /** The longest time in which no write was acknowledged to any client, in milliseconds. */
  longestPause = 0;
  private lastWrite = 0;
  /** Documents that a client is acting on. */
  private readonly taken = new Set<string>();
  private readonly lists = new Map<string, { ids: string[]; seen: number }>();
  private readonly staff = new Map<string, Client>();
  private readonly deck: typeof callKinds;
  private readonly connections: number;
  private readonly patience: number;
  private readonly credentials?: Credentials;
  private workers: Promise<void>[] = [];
  private stopping = false;

  constructor(
    readonly url: string,
    { connections = 16, patience = 90_000, leaveOut = [], ledger = new Ledger(), credentials }: LoadOptions = {},
  ) {
    this.connections = connections;
    this.patience = patience;
    this.credentials = credentials;
    this.ledger = ledger;
    this.agent = agentFor(url, connections * 2);
    this.anonymous = new Client(url, undefined, this.agent);
    this.deck = callKinds.filter(({ name }) => !leaveOut.includes(name)).flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  }

  /** Returns the durations in ms of all calls that have ended. With `since` these are compared with an earlier moment. */
  times(): Times {
    return new Times([...this.tallies.values()].map(({ times }) => times.slice()));
  }

  start(): void {
    this.began = Date.now();
    this.lastWrite = this.began;
    this.workers = Array.from({ length: this.connections }, () => this.work());
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.ended = Date.now();
    await Promise.all(this.workers);
    this.agent.destroy();
  }

  private async work(): Promise<void> {
    while (!this.stopping) {
      const kind = this.deck[randomInt(this.deck.length)];
      try {
        await kind.run(this.callContext(kind.name));
      } catch (error) {
        this.ledger.fault(`${kind.name}: ${(error as Error).stack}`);
      }
    }
  }

  /** Returns what the code of a kind of call can use. */
  callContext(kind: string): CallContext {
    const { ledger, anonymous } = this;
    const tally = this.tallies.get(kind) ?? new Tally();
    const call: CallContext['call'] = (client, what, expected, enough) => this.call(tally, client, what, expected, enough);
    const reserve = (id: string) => {
      this.taken.add(id);
      return () => this.taken.delete(id);
    };
    return {
      ledger,
      anonymous,
      call,
      reserve,
      staff: (name) => this.staffMember(name),
      fault: (what) => ledger.fault(what),
      some: async (path, use) => {
        const ids = this.idsOf(path);
        if (ids.length) await use(ledger.known(ids[randomInt(ids.length)]).model);
      },
      take: async (path, states, use) => {
        const ids = this.idsOf(path);
        for (let tries = 0; tries < 20 && ids.length; tries++) {
          const id = ids[randomInt(ids.length)];
          const { model } = ledger.known(id);
          if (this.taken.has(id) || !states.includes(model.documentStatus)) continue;
          const free = reserve(id);
          await use(model).finally(free);
          return;
        }
      },
      act: async (name, path, model, action, body = {}) => {
        const what = { method: 'POST', path: `${path}/${model.id}/actions/${action}`, body: { version: model.version, ...body } };
        const answer = await call(this.staffMember(name), what, 200);
        if (answer) ledger.changed(answer.body.model);
        else ledger.uncertain(model.id);
        return answer?.body.model;
      },
    };
  }

  /** Returns the ids of the documents of one kind whose state is known. */
  private idsOf(path: string): string[] {
    const listed = this.lists.get(path);
    // Documents are never removed, so an equal number means that the documents are the same.
    if (listed?.seen === this.ledger.documents.size) return listed.ids;
    const ids = [...this.ledger.documents].filter(([, document]) => document.path === path && document.certain).map(([id]) => id);
    this.lists.set(path, { ids, seen: this.ledger.documents.size });
    return ids;
  }

  /** Returns the client of a member of staff, with a single session as in a browser. */
  private staffMember(name: string): Client {
    const client = this.staff.get(name) ?? new Client(this.url, name, this.agent, this.credentials);
    this.staff.set(name, client);
    return client;
  }

  private async call(tally: Tally, client: Client, what: Call, expected: number, enough = (_answer: Answer) => true): Promise<Answer | undefined> {
    this.calls++;
    tally.calls++;
    const began = performance.now();
    const end = Date.now() + this.patience;
    const name = `${what.method ?? 'GET'} ${what.path.replace(/\?.*/, '')}`;
    for (;;) {
      const answer = await sendWithRetry(client, what, { note: (outcome, attempt) => this.note(name, outcome, attempt), patience: end - Date.now() });
      if (answer?.status === expected) {
        if (!enough(answer) && Date.now() < end) {
          await new Promise((done) => setTimeout(done, 100));
          continue;
        }
        tally.times.push(performance.now() - began);
        tally.acknowledged++;
        if (what.method === 'POST') this.wrote();
        return answer;
      }
      tally.givenUp++;
      if (answer) this.ledger.fault(`${name} gave ${answer.status}: ${answer.bytes.subarray(0, 300)}`);
      return undefined;
    }
  }

  private wrote(): void {
    const now = Date.now();
    this.longestPause = Math.max(this.longestPause, now - this.lastWrite);
    this.lastWrite = now;
  }

  private note(name: string, outcome: string, answer?: Answer): void {
    this.retries.add(outcome);
    if (answer && answer.status >= 500 && !saysComeAgain(answer))
      this.ledger.fault(`${name} gave an unclear ${answer.status}: ${answer.bytes.subarray(0, 300)}`);
  }
}

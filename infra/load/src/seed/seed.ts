import { Agent } from 'node:http';
import { type Call, Client, type Due, type Model, sendWithRetry } from '../client.ts';
import { Counts } from '../counts.ts';
import { dueAt, numberOf } from '../payment.ts';
import { type Case, day, hour, type SeedContext, type Step, staff } from './case.ts';
import { aDepartureCase, anArrivalCase } from './declaration-cases.ts';
import { aLicenceCase } from './licence-cases.ts';
import { withNotesAndQuestions } from './notes-and-questions.ts';
import { Random } from './random.ts';
import { aTripCase } from './trip-cases.ts';

const payments = '/api/reference/v1/payment';

export interface SeedOptions {
  url: string;
  /** Number of cases. */
  cases: number;
  /** Sets the clock of the portal, which the services of a seeded portal use. */
  setTime(at: number): void;
  /** The number of days over which the cases are spread; they end now. */
  days?: number;
  connections?: number;
  seed?: number;
  now?: number;
  report?: (line: string) => void;
}

export interface Seeded {
  cases: number;
  calls: number;
  receipts: number;
  voided: number;
  /** Refused calls, by reason. A case ends when a call is refused. */
  refused: Counts;
  seconds: number;
}

/** Returns the cases, with the shares of kinds that a country has in a year. */
export function plannedCases({ cases, days = 75, seed = 2026, now = Date.now() }: Pick<SeedOptions, 'cases' | 'days' | 'seed' | 'now'>): Case[] {
  const random = new Random(seed);
  const words = new Random(seed + 1);
  const shares = { arrivals: 62, departures: 14, licences: 12, trips: 12 };
  const make = { arrivals: anArrivalCase, departures: aDepartureCase, licences: aLicenceCase, trips: aTripCase };
  return Array.from({ length: cases }, () => {
    const kind = random.named(shares);
    // The last days have the most cases, as in a queue that is being worked off.
    const ago = random.chance(0.3) ? random.next() * 4 : random.next() * days;
    return withNotesAndQuestions(make[kind](random, now - ago * day, now), words, kind);
  }).sort((a, b) => a.at - b.at);
}

/**
 * Fills a portal with cases by calling its API: every case is registered, worked on and paid by the rules of the portal, in chronological order, with the
 * portal's clock set to the time of each step.
 */
export async function seed(options: SeedOptions): Promise<Seeded> {
  const { setTime, connections = 24, now = Date.now(), report = () => undefined } = options;
  const began = Date.now();
  const desk = new SeedClient(options);
  const work = plannedCases({ ...options, now }).flatMap((each) => stepsOf(each, desk));
  const first = Math.min(...work.map(({ at }) => at));
  for (let at = Math.floor(first / day) * day; at < now; at += day) work.push(...tillOf(at, now, desk));
  const due = work.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  const running = new Map<Promise<void>, number>();
  let told = Date.now();
  for (const [done, { at, run }] of due.entries()) {
    // The portal has a single clock, so a step is not started while an earlier one that is more than an hour older is still running.
    while (running.size >= connections || [...running.values()].some((began) => began < at - hour)) await Promise.race(running.keys());
    setTime(at);
    const step = run().finally(() => running.delete(step));
    running.set(step, at);
    if (Date.now() - told < 10_000) continue;
    told = Date.now();
    report(`${done} of ${due.length} steps`);
  }
  await Promise.all(running.keys());
  await desk.claimSome();
  desk.agent.destroy();
  return { cases: options.cases, calls: desk.calls, receipts: desk.receipts, voided: desk.voided, refused: desk.refused, seconds: (Date.now() - began) / 1000 };
}

interface Timed {
  at: number;
  run(): Promise<void>;
}

/** Returns the timed steps of a case. They run one after another, while other cases are worked on. */
function stepsOf(each: Case, desk: SeedClient): Timed[] {
  let model: Promise<Model | undefined> = Promise.resolve(undefined);
  const register = async (): Promise<void> => {
    model = each.register(desk);
    await model;
  };
  const step = ({ at, run }: Step): Timed => ({
    at,
    run: async () => {
      const before = model;
      model = before.then((known) => (known ? run(desk, known) : undefined));
      const after = await model;
      if (after) desk.known(after);
    },
  });
  return [{ at: each.at, run: register }, ...each.steps.map(step)];
}

/** Returns the steps of a day at the till: each cashier opens a shift with a float and closes it in the evening. */
function tillOf(at: number, now: number, desk: SeedClient): Timed[] {
  const weekday = new Date(at).getUTCDay();
  if (weekday === 0 || weekday === 6) return [];
  return [
    ...staff.cashier.map((cashier) => ({ at, run: () => desk.openShift(cashier) })),
    ...(at + day < now ? staff.cashier.map((cashier) => ({ at: at + 9.5 * hour, run: () => desk.closeShift(cashier) })) : []),
  ];
}

interface Shift {
  id: string;
  version: number;
  sums?: { method: string; currencyCode: string; expected: number }[];
}

class SeedClient implements SeedContext {
  readonly random = new Random(7);
  readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });
  readonly refused = new Counts();
  calls = 0;
  receipts = 0;
  voided = 0;
  private readonly clients = new Map<string, Client>();
  private readonly tills = new Map<string, Promise<unknown>>();
  /** Documents whose receipt has not arrived yet, with their version before it. The next step waits for the receipt. */
  private readonly paid = new Map<string, number>();
  /** Documents that officers may be working on now. */
  private readonly open = new Map<string, Model>();

  constructor(private readonly options: Pick<SeedOptions, 'url'>) {}

  known(model: Model): void {
    this.open.set(model.id, model);
    if (this.open.size > 400) this.open.delete(this.open.keys().next().value as string);
  }

  async register(path: string, body: object): Promise<Model | undefined> {
    const model = (await this.call(undefined, { method: 'POST', path: `${path}/`, body }, 201))?.body.model;
    if (model) this.known(model);
    return model;
  }

  async act(user: string | undefined, path: string, model: Model, action: string, body: object = {}): Promise<Model | undefined> {
    const before = this.paid.get(model.id);
    if (before !== undefined) {
      const arrived = (await this.changed(user, path, { ...model, version: before })) ?? this.note('the receipt did not arrive');
      this.paid.delete(model.id);
      return arrived && this.act(user, path, arrived, action, body);
    }
    const what = { method: 'POST', path: `${path}/${model.id}/actions/${action}`, body: { version: model.version, ...body } };
    return (await this.call(user, what, 200))?.body.model;
  }

  async pay(cashier: string, reader: string, path: string, model: Model): Promise<Model | undefined> {
    // What is due arrives through the queue, a moment after the step that causes it.
    const due = await this.until(async () => {
      const found = await this.call(cashier, { path: dueAt(model) });
      return (found?.body as unknown as { records: Due[] } | undefined)?.records[0];
    });
    if (!due) return this.note('nothing is due');
    const method = this.random.named({ CASH: 6, CARD: 3, BANK: 1 });
    const slip = method === 'CASH' ? {} : { slip: `${method === 'CARD' ? 'T' : 'B'}${this.random.text(7)}` };
    const body = { ...numberOf(model), total: due.total, method, ...slip };
    const answer = await this.atTill(cashier, () => this.call(cashier, { method: 'POST', path: `${payments}/receipt/`, body }, 201));
    if (!answer) return undefined;
    this.receipts++;
    if (!this.random.chance(0.01)) {
      this.paid.set(model.id, model.version);
      return model;
    }
    const paid = (await this.changed(reader, path, model)) ?? this.note('the receipt did not arrive');
    if (!paid) return undefined;
    // In these cases the receipt was recorded wrongly: the supervisor voids it, and the document is paid again.
    const what = { method: 'POST', path: `${payments}/receipt/${answer.body.model.id}/actions/void`, body: { version: 1, comment: 'Wrong method of payment' } };
    if (!(await this.atTill(cashier, () => this.call('cashier-supervisor', what)))) return paid;
    this.voided++;
    const again = (await this.changed(reader, path, paid)) ?? this.note('the void did not arrive');
    return again && this.pay(cashier, reader, path, again);
  }

  /** Returns the document as soon as it has a later version. */
  private changed(reader: string | undefined, path: string, { id, version }: Model): Promise<Model | undefined> {
    return this.until(async () => {
      const now = (await this.call(reader, { path: `${path}/${id}/document` }))?.body.model;
      return now && now.version > version ? now : undefined;
    });
  }

  /** Runs work at a cashier's till one after another, so that nobody pays while the shift is counted. */
  private atTill<T>(cashier: string, what: () => Promise<T>): Promise<T> {
    const done = (this.tills.get(cashier) ?? Promise.resolve()).then(what);
    this.tills.set(
      cashier,
      done.catch(() => undefined),
    );
    return done;
  }

  private async until<T>(found: () => Promise<T | undefined>): Promise<T | undefined> {
    // Each attempt is a call that delays others, so the pauses grow.
    for (let pause = 50; pause < 10_000; pause *= 1.5) {
      const value = await found();
      if (value) return value;
      await new Promise((done) => setTimeout(done, pause));
    }
    return undefined;
  }

  openShift(cashier: string): Promise<void> {
    return this.atTill(cashier, async () => {
      // A payment late in the evening may have opened another shift, which is closed first.
      await this.close(cashier);
      await this.call(cashier, { method: 'POST', path: `${payments}/shift/`, body: { floats: [{ currencyCode: 'USD', amount: 5000 }] } }, 201);
    });
  }

  closeShift(cashier: string): Promise<void> {
    return this.atTill(cashier, () => this.close(cashier));
  }

  private async close(cashier: string): Promise<void> {
    const missing = this.random.chance(0.06) ? this.random.pick([-500, -100, 200]) : 0;
    const found = await this.call(cashier, { path: `${payments}/shift/open` });
    const shift = (found?.body as unknown as { records: Shift[] } | undefined)?.records[0];
    if (!shift) return;
    const counted = (shift.sums ?? []).map((sum) => ({ ...sum, amount: Math.max(0, sum.expected + (sum.method === 'CASH' ? missing : 0)) }));
    const body = { version: shift.version, counted, ...(missing ? { comment: 'Wrong change was given in the morning' } : {}) };
    await this.call(cashier, { method: 'POST', path: `${payments}/shift/${shift.id}/actions/close`, body });
  }

  /** Claims some of the newest cases, so that officers are working on them now. */
  async claimSome(): Promise<void> {
    const places: Record<string, [path: string, users: readonly string[]]> = {
      ARR: ['/api/declarations/v1/traveller/declaration', staff.officer],
      DEP: ['/api/declarations/v1/departure/declaration', staff.officer],
      TIB: ['/api/trips/v1/triptic/trip', staff.tripVerifier],
      IB: ['/api/licences/v1/professional', staff.verifier],
    };
    for (const model of [...this.open.values()].slice(-40)) {
      const code = numberOf(model).documentCode;
      const place = places[code] ?? (code.startsWith('TIB') ? places.TIB : places.IB);
      if (!place || !this.random.chance(0.5)) continue;
      const [user, address] = [this.random.pick(place[1]), `${place[0]}/${model.id}`];
      // Only a case that waits for an officer of the agency can be claimed.
      const found = await this.call(user, { path: `${address}/document` }, 200, [403, 404]);
      const { stepSince, dueAt } = found?.body.model ?? {};
      if (stepSince && dueAt) await this.call(user, { method: 'POST', path: `${address}/claim`, body: {} });
    }
  }

  /** Makes a call and counts refusals. @param alsoFine further statuses that are not counted as refusals */
  async call(user: string | undefined, what: Call, expected = 200, alsoFine: readonly number[] = []): Promise<{ body: { model: Model } } | undefined> {
    this.calls++;
    const answer = await sendWithRetry(this.clientOf(user), what, { patience: 30_000 });
    if (answer?.status === expected) return answer;
    if (alsoFine.includes(answer?.status ?? 0)) return undefined;
    const name = what.path.replace(/\/[0-9a-f]{8}-[\w-]+/, '').replace(/\?.*|^\/api/g, '');
    this.note(`${name}: ${answer?.status} ${answer?.body.errors?.[0]?.message ?? ''}`.slice(0, 160));
    return undefined;
  }

  private note(reason: string): undefined {
    this.refused.add(reason);
    return undefined;
  }

  private clientOf(user = ''): Client {
    const client = this.clients.get(user) ?? new Client(this.options.url, user || undefined, this.agent);
    this.clients.set(user, client);
    return client;
  }
}

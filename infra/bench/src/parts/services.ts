/** Runs the services that are measured, all in this process. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { PrintLayout } from '@portal/contract-kit';
import { type Documents, type SeededKind, seedDocuments } from '@portal/load/seed/seed-documents';
import type { Call, DocumentKit, DocumentRow, Environment, RunningService } from '@portal/service-kit';
import { type StubServices, startStubServices } from '@portal/service-kit/testing';
import { anArrival } from 'svc-declarations/testing';
import { measureDurations } from '../measure.ts';
import { serve } from '../part.ts';
import { seedReceipts } from './seed-receipts.ts';

/** The fields of a registered arrival that the benchmarks use. */
interface Model {
  id: string;
  [field: string]: unknown;
}

/** The members of the arrival service that the benchmarks use, including private ones. */
interface Arrivals {
  readonly kit: DocumentKit;
  readonly definition: {
    row: new () => DocumentRow;
    prints: Record<string, { layout(model: Model, context: object): PrintLayout }>;
  };
  register(mode: string, body: object, call: Call): Promise<{ body: { model: Model } }>;
  modelOf(row: DocumentRow | null): Model;
  statement(model: Model): never;
}

const running: { close(): Promise<unknown> }[] = [];
let identity: StubServices;
let declarations: RunningService;
let reference: RunningService;
const others = new Map<SeededKind, RunningService>();
let urls: Environment;
let common: Environment;

async function service(name: string, more: Environment = {}): Promise<RunningService> {
  const { createService } = await import(name);
  const started = await createService({ ...common, ...more });
  running.push(started);
  return started;
}

async function start(env: Environment) {
  identity = await startStubServices();
  running.push(identity);
  common = { ...env, ...identity.env, PORT: '0' };
  const media = await service('svc-media');
  reference = await service('svc-reference', { MEDIA_URL: media.url });
  urls = { REFERENCE_URL: reference.url, MEDIA_URL: media.url };
  declarations = await service('svc-declarations', urls);
  const { createGateway } = await import('shell/server');
  const gateway = await createGateway({ ...common, ...urls, DECLARATIONS_URL: declarations.url, WEB_DIR: path.resolve('shell/dist/web') });
  running.push(gateway);
  return { declarations: declarations.url, reference: reference.url, media: media.url, gateway: gateway.url, settings: { ...common, ...urls } };
}

async function arrivalService(): Promise<Arrivals> {
  const { ArrivalService } = await import(path.resolve('svc-declarations/dist/src/arrival/arrival.service.js'));
  return declarations.app.get(ArrivalService);
}

/** Returns the service of a kind. Services of licences and of trips are started only when a measurement of lists needs them. */
async function serviceOf(kind: SeededKind): Promise<RunningService> {
  if (kind === 'arrival' || kind === 'departure') return declarations;
  const known = others.get(kind) ?? (await service(`svc-${kind}s`, urls));
  others.set(kind, known);
  return known;
}

/** Writes documents of a kind into its table. @returns the table's name */
async function seed(kind: SeededKind | 'receipt', from: number, to: number, mostWritten?: number): Promise<string> {
  if (kind !== 'receipt') return seedDocuments(kind, await documentsOf(kind), from, to, mostWritten);
  await seedReceipts(reference, to, mostWritten ?? to);
  return kind;
}

async function documentsOf(kind: SeededKind): Promise<Documents> {
  const area = kind === 'arrival' || kind === 'departure' ? 'declaration' : kind;
  const services = await import(path.resolve(`svc-${area}s/dist/src/${kind}/${kind}.service.js`));
  return (await serviceOf(kind)).app.get(services[`${kind[0]?.toUpperCase()}${kind.slice(1)}Service`]);
}

/**
 * Writes documents of a kind, unless a kept database already has them. @param mostWritten how many are written as the service writes them; the others are
 * copies
 */
async function fill(kind: SeededKind | 'receipt', rows: number, mostWritten: number): Promise<void> {
  const { Database } = await import('@portal/service-kit');
  const { ReceiptRow } = await import(path.resolve('svc-reference/dist/src/database/payment.entities.js'));
  const row = kind === 'receipt' ? ReceiptRow : (await documentsOf(kind)).definition.row;
  const { app } = kind === 'receipt' ? reference : await serviceOf(kind);
  const have = await app.get(Database).reader.getRepository(row).count();
  if (have === 0) await seed(kind, 0, rows, mostWritten);
  else if (have < rows) throw new Error(`The kept database has ${have} rows of ${kind}, not ${rows}: measure with --sizes ${have}, or in another place`);
}

/**
 * Prepares the service of a kind to read copied rows. Copies share the encrypted fields of their original, so all rows are read with one encryption context.
 * @returns its address
 */
async function startForCopies(kind: SeededKind): Promise<string> {
  const { url } = await serviceOf(kind);
  (await documentsOf(kind)).rows.context = () => kind;
  return url;
}

const aCall = (): Call => ({ actor: { sub: null, name: 'bench', roles: [], agencies: [] }, requestId: randomUUID(), language: 'en' }) as unknown as Call;

/** Waits until the prints of earlier registrations are drawn and their messages are sent. This takes minutes after thousands of registrations. */
async function settle(): Promise<void> {
  const { kit } = await arrivalService();
  for (const end = Date.now() + 300_000; Date.now() < end; ) {
    const [{ n }] = await kit.db.reader.query('select (select count(*) from outbox where state = 0) + (select count(*) from message where state = 0) as n');
    if (Number(n) === 0) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error('Messages of registrations are still open after five minutes');
}

/** The members of the lane decision that the benchmarks use. */
interface Lanes {
  rulesWith(table: object, number: number, day: string): Promise<unknown>;
  decideBy(rules: unknown, model: object): { reasons: unknown[] };
}

/**
 * Decides the lanes of declarations with one additional table, one declaration after the other.
 * @returns milliseconds of each decision, and of the same comparisons written by hand
 */
async function decideLanes(table: { rules: { when: string[] }[] }, count: number): Promise<{ ours: number[]; byHand: number[] }> {
  const { LanesInForce } = await import(path.resolve('svc-declarations/dist/src/lane-rules/lanes-in-force.js'));
  const lanes: Lanes = declarations.app.get(LanesInForce);
  const rules = await lanes.rulesWith(table, 1, '2026-11-23');
  const wanted = table.rules.map(({ when }) => JSON.parse(when.at(-1) ?? '""') as string);
  const model = (turn: number) =>
    anArrival({ travellerCode: `P${turn}`, birthDate: '1980-03-27', gender: 'F' }) as Record<string, string> & { birthDate: string };
  const hits = (m: ReturnType<typeof model>): number => {
    const age = Number(m.arrivalDate?.slice(0, 4)) - Number(m.birthDate.slice(0, 4));
    let found = 0;
    for (const passport of wanted)
      if (
        m.gender !== 'X' &&
        !(age < 0) &&
        !m.flightNumber?.startsWith('ZZ') &&
        !['XX', 'YY', 'ZZ'].includes(m.entryPointCode ?? '') &&
        m.travellerCode === passport
      )
        found++;
    return found;
  };
  let found = 0;
  const ours = await measureDurations(count, (turn) => {
    found += lanes.decideBy(rules, model(turn)).reasons.length;
  });
  const byHand = await measureDurations(count, (turn) => {
    found += hits(model(turn));
  });
  if (found > 0) throw new Error('A rule applied that names nobody');
  return { ours, byHand };
}

/** Registers an arrival. @returns its id, and the layout of its print in the form in which svc-media receives it */
async function aPrint(): Promise<{ id: string; layout: PrintLayout }> {
  const arrivals = await arrivalService();
  const { definition, kit } = arrivals;
  const { model } = (await arrivals.register('register', anArrival(), aCall())).body;
  const [form] = Object.values(definition.prints);
  const { productName, portalName } = kit.settings as unknown as Record<string, unknown>;
  const context = { language: 'en', today: kit.clock.today(), qrUrl: kit.signer.url(arrivals.statement(model)), productName, portalName };
  return { id: model.id, layout: form.layout(model, context) };
}

const functions = {
  start,
  /** Returns the `Authorization` header of an officer. */
  authorization: (roles: string[], agencies: string[] = ['CUSTOMS', 'IMMIGRATION']) => identity.token({ sub: 'bench', roles, agencies }),
  seed,
  fill,
  startForCopies,
  settle,
  /** Returns the milliseconds of processor time that the services have used. */
  processorTime: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  aPrint,
  decideLanes,
  async end() {
    for (const part of running.splice(0).reverse()) await part.close();
  },
};
export type ServicesPart = typeof functions;
serve(functions);

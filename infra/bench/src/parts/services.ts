/** The services that are measured, all in this process. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { PrintLayout } from '@portal/contract-kit';
import { Random } from '@portal/load/seed/random';
import type { Call, DocumentKit, DocumentRow, Environment, RunningService } from '@portal/service-kit';
import { type StubServices, startStubServices } from '@portal/service-kit/testing';
import { anArrival } from 'svc-declarations/testing';
import { serve } from '../part.ts';

/** What is used of a registered arrival. */
interface Model {
  id: string;
  [field: string]: unknown;
}

/** What is used of the service of arrivals. Rows are written without its actions, so this includes what it keeps to itself. */
interface Arrivals {
  readonly kit: DocumentKit;
  readonly rows: { close(row: DocumentRow): DocumentRow };
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

async function start(env: Environment) {
  identity = await startStubServices();
  running.push(identity);
  const common = { ...env, ...identity.env, PORT: '0' };
  const service = async (name: string, more: Environment = {}): Promise<RunningService> => {
    const { createService } = await import(name);
    const started = await createService({ ...common, ...more });
    running.push(started);
    return started;
  };
  const media = await service('svc-media');
  const reference = await service('svc-reference', { MEDIA_URL: media.url });
  const urls = { REFERENCE_URL: reference.url, MEDIA_URL: media.url };
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

const aCall = (): Call => ({ actor: { sub: null, name: 'bench', roles: [], agencies: [] }, requestId: randomUUID(), language: 'en' }) as unknown as Call;

const statuses = ['CREATED', 'ARRIVED', 'CLEARED', 'REFERRED'];
const countries = ['TL', 'TL', 'TL', 'ID', 'ID', 'AU', 'PT', 'CN', 'PH', 'SG'];
/** Two thirds land at the airport. */
const posts = ['DIL', 'DIL', 'DIL', 'DIL', 'BTG', 'SAL'];
const flights = ['QG500', 'TL512', 'TL514', 'QF1991', '8G102', 'OD310', 'ID7621', 'MF8671'];
const syllables = [
  'MA',
  'RI',
  'JO',
  'SE',
  'LU',
  'CIA',
  'NO',
  'TE',
  'DO',
  'MIN',
  'GA',
  'BRI',
  'EL',
  'AN',
  'TO',
  'FI',
  'LO',
  'ME',
  'NA',
  'CAR',
  'VA',
  'LEN',
  'XI',
  'PE',
];
const common = ['MARIA', 'JOSÉ', 'ANA', 'PEDRO', 'LÚCIA', 'MANUEL', 'TERESA', 'CARLOS'];
const families = ['DA SILVA', 'PEREIRA', 'XIMENES', 'SOARES', 'GUTERRES', 'BELO', 'FERNANDES', 'DO ROSÁRIO', 'RAMOS', 'DA COSTA'];

/** Names as they are in a register: some that very many have, and many that few have. */
function aName(random: Random, names: readonly string[]): string {
  const one = (): string => (random.chance(0.5) ? random.pick(names) : Array.from({ length: random.between(2, 3) }, () => random.pick(syllables)).join(''));
  return random.chance(0.5) ? one() : `${one()} ${one()}`;
}

/** The fields in which the arrival number `n` differs from others: spread over days, statuses, lanes, places and names. */
function arrivalNumber(n: number, at: Date, history: object): object {
  const random = new Random(n);
  const isRed = n % 7 === 0;
  const [date, dateTime] = [at.toISOString().slice(0, 10), at.toISOString().slice(0, 19)];
  const documentStatus = statuses[n % 11 === 0 ? 0 : n % 4];
  const post = random.pick(posts);
  return {
    version: 1,
    documentStatus,
    firstName: aName(random, common),
    lastName: aName(random, families),
    nationalityCode: random.pick(countries),
    flightDetails: { code: post, description: post },
    entryPointCode: post,
    flightNumber: random.pick(flights),
    travellerCode: `P${String(n).padStart(8, '0')}`,
    hasMerchandise: isRed ? 'YES' : 'NO',
    lane: isRed ? 'RED' : 'GREEN',
    arrivalDate: new Date(at.getTime() + random.below(6) * 86_400_000).toISOString().slice(0, 10),
    serialReference: { year: 2026, number: n, date, dateTime, reference: `SEED-2026-${String(n).padStart(7, '0')}` },
    documentCreatedAt: dateTime,
    actions: [{ ...history, dateTime, status: documentStatus }],
  };
}

/** Writes arrivals into the table as the service writes them: encrypted, with their columns, counted. @returns the table's name */
async function seed(from: number, to: number): Promise<string> {
  const arrivals = await arrivalService();
  const { insertRow, insertTogether, rowFor } = await import('@portal/service-kit');
  const { kit, definition } = arrivals;
  const call = aCall();
  const { model: registered } = (await arrivals.register('register', anArrival(), call)).body;
  const base = arrivals.modelOf(await kit.db.findById(definition.row, registered.id));
  const began = Date.now() - 200 * 86_400_000;
  for (let n = from; n < to; ) {
    const rows: DocumentRow[] = [];
    for (; rows.length < 500 && n < to; n++) {
      const at = new Date(began + n * 10_000);
      const model = { ...base, id: kit.ids.next(), ...arrivalNumber(n, at, (base.actions as object[])[0] as object) };
      rows.push(arrivals.rows.close(rowFor(arrivals as never, model as never, call, at, 'register', { ownerSub: null, createdAt: at })));
    }
    await kit.db.write(async (tx) => {
      await insertTogether(tx, async () => {
        for (const row of rows) await insertRow(tx, definition.row, row);
      });
      await kit.counts.changed(definition as never, tx, [], rows);
    });
  }
  // The statistics count the rows as they count those of an earlier release.
  await kit.statistics.check.compare(definition as never);
  const { tableName } = kit.db.reader.getRepository(definition.row).metadata;
  if (kit.db.engine === 'mysql') await kit.db.reader.query(`analyze table ${tableName}`);
  return tableName;
}

/** Waits until the prints of earlier registrations are drawn: after thousands of them that takes minutes. */
async function settle(): Promise<void> {
  const { kit } = await arrivalService();
  for (const end = Date.now() + 300_000; Date.now() < end; ) {
    const [{ n }] = await kit.db.reader.query('select count(*) as n from outbox where state = 0');
    if (Number(n) === 0) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error('Messages of registrations are still open after five minutes');
}

/** A registered arrival and the layout of its print, as svc-media is asked to draw it. */
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
  /** The `Authorization` header of an officer. */
  authorization: (roles: string[]) => identity.token({ sub: 'bench', roles, agencies: ['CUSTOMS', 'IMMIGRATION'] }),
  seed,
  settle,
  aPrint,
  async end() {
    for (const part of running.splice(0).reverse()) await part.close();
  },
};
export type ServicesPart = typeof functions;
serve(functions);

/** The services that are measured, all in this process. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { PrintLayout } from '@portal/contract-kit';
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

const firstNames = ['MARIA', 'JOSE', 'ANA', 'PEDRO', 'LUCIA', 'MANUEL', 'TERESA', 'CARLOS'];
const lastNames = ['DA SILVA', 'PEREIRA', 'XIMENES', 'SOARES', 'GUTERRES', 'BELO', 'FERNANDES', 'RAMOS'];
const statuses = ['CREATED', 'ARRIVED', 'CLEARED', 'REFERRED'];
const pick = (list: string[], n: number): string => list[n % list.length];

/** The fields in which the arrival number `n` differs from others: spread over days, statuses, lanes and names. */
function arrivalNumber(n: number, at: Date): object {
  const isRed = n % 7 === 0;
  const [date, dateTime] = [at.toISOString().slice(0, 10), at.toISOString().slice(0, 19)];
  return {
    version: 1,
    documentStatus: statuses[n % 11 === 0 ? 0 : n % 4],
    firstName: `${pick(firstNames, n)} ${pick(firstNames, n >> 3)}`,
    lastName: pick(lastNames, n >> 5),
    travellerCode: `P${String(n).padStart(8, '0')}`,
    hasMerchandise: isRed ? 'YES' : 'NO',
    lane: isRed ? 'RED' : 'GREEN',
    serialReference: { year: 2026, number: n, date, dateTime, reference: `SEED-2026-${String(n).padStart(7, '0')}` },
    documentCreatedAt: dateTime,
    actions: [],
  };
}

/** Writes arrivals into the table as the service writes them: encrypted, with their columns, counted. @returns the table's name */
async function seed(from: number, to: number): Promise<string> {
  const arrivals = await arrivalService();
  const { rowFor } = await import('@portal/service-kit');
  const { kit, definition } = arrivals;
  const call = aCall();
  const { model: registered } = (await arrivals.register('register', anArrival(), call)).body;
  const base = arrivals.modelOf(await kit.db.findById(definition.row, registered.id));
  const began = Date.now() - 200 * 86_400_000;
  for (let n = from; n < to; ) {
    const rows: DocumentRow[] = [];
    for (; rows.length < 500 && n < to; n++) {
      const at = new Date(began + n * 10_000);
      const model = { ...structuredClone(base), id: kit.ids.next(), ...arrivalNumber(n, at) };
      rows.push(arrivals.rows.close(rowFor(arrivals as never, model as never, call, at, 'register', { ownerSub: null, createdAt: at })));
    }
    await kit.db.write(async (tx) => {
      await tx
        .createQueryBuilder()
        .insert()
        .into(definition.row)
        .values(rows as object[])
        .updateEntity(false)
        .execute();
      await kit.counts.changed(definition as never, tx, [], rows);
    });
  }
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

/** For tests only: a trip service with its neighbours, and people who act on it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DocumentEnvelope, MediaDescription, Problem, ReceiptRecorded } from '@portal/contract-kit';
import { type Clock, ReceiptConsumer, type RunningService } from '@portal/service-kit';
import { type Neighbours, neighbours, places, TestClock, type TestPlace } from '@portal/service-kit/testing';
import type { Movement, TripDocument, TripDocumentStatus } from '../../contract/index.ts';
import { createService } from '../index.ts';
import { dueOf, type Stage } from '../trip/trip.receipt.ts';
import { TripService } from '../trip/trip.service.ts';
import { aTrip, catalogues, type DocumentCode, type UserName, users } from './bodies.ts';

export type Envelope = DocumentEnvelope<TripDocument>;
export interface Reply<T = Envelope & Problem> {
  status: number;
  body: T;
  headers: Headers;
}

let receipts = 0;

/** What a block of tests has at hand: a desk and the clock of its service, which stands on 2 May 2026. */
export interface At {
  desk: Desk;
  clock: TestClock;
}

/** A block of tests that runs on each database engine, each time with a trip service of its own. */
export function describeTrips(title: string, tests: (at: At) => void): void {
  describe.each(places())(`${title} on %s`, (_engine, makePlace) => {
    const at = { clock: new TestClock(new Date('2026-05-02T08:00:00Z')) } as At;
    beforeAll(async () => {
      at.desk = await Desk.open(await makePlace(), at.clock);
    });
    afterAll(() => at.desk?.close());
    tests(at);
  });
}

export class Desk {
  private readonly tokens = new Map<UserName, string>();

  private constructor(
    readonly service: RunningService,
    readonly around: Neighbours,
    private readonly place: TestPlace,
    private readonly media: Server,
    readonly files: Map<string, MediaDescription>,
  ) {}

  static async open(place: TestPlace, clock?: Clock): Promise<Desk> {
    const around = await neighbours(catalogues);
    const files = new Map<string, MediaDescription>();
    const media = await mediaServer(files, around);
    const mediaUrl = `http://127.0.0.1:${(media.address() as AddressInfo).port}`;
    return new Desk(await createService({ ...place.env, ...around.env, MEDIA_URL: mediaUrl }, clock), around, place, media, files);
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.around.close();
    await new Promise((done) => this.media.close(done));
    await this.place.remove();
  }

  get trips(): TripService {
    return this.service.app.get(TripService);
  }

  /** What hears the receipts that svc-reference announces. */
  get receipts(): ReceiptConsumer {
    return this.service.app.get(ReceiptConsumer);
  }

  private async authorization(user: UserName): Promise<Record<string, string>> {
    if (user === 'public') return {};
    let token = this.tokens.get(user);
    if (!token) {
      token = await this.around.token(users[user]);
      this.tokens.set(user, token);
    }
    return { authorization: token };
  }

  async call<T = Envelope & Problem>(user: UserName, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply<T>> {
    const response = await fetch(`${this.service.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(await this.authorization(user)), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const json = response.headers.get('content-type')?.includes('json');
    const answer = json ? await response.json() : await response.text();
    return { status: response.status, headers: response.headers, body: answer as T };
  }

  register(user: UserName = 'public', documentCode: DocumentCode = 'TIBE', change: object = {}): Promise<Reply> {
    return this.call(user, 'POST', '/v1/triptic/trip/', aTrip(documentCode, change));
  }

  load(id: string, user: UserName = 'public'): Promise<Reply> {
    return this.call(user, 'GET', `/v1/triptic/trip/${id}/document`);
  }

  /** The trip as it is stored, whoever may see it. */
  async stored(id: string): Promise<TripDocument> {
    return this.trips.modelOf(await this.trips.rowOf(id)) as TripDocument;
  }

  async statusOf(id: string): Promise<TripDocumentStatus> {
    return (await this.stored(id)).documentStatus;
  }

  /** Does an action on the present version. */
  async act(user: UserName, id: string, action: string, body: object = {}): Promise<Reply> {
    const { version } = await this.stored(id);
    return this.call(user, 'POST', `/v1/triptic/trip/${id}/actions/${action}`, { version, ...body });
  }

  /** The receipt that svc-reference would announce for all that is due at a stage. */
  async receiptFor(id: string, stage: Stage): Promise<ReceiptRecorded> {
    const lines = dueOf(await this.stored(id), stage).map(({ code = '', name = '', amount = 0 }) => ({ code, name, amount }));
    receipts += 1;
    return {
      receiptId: `receipt-${receipts}`,
      documentId: id,
      reference: `REC-2026-${receipts}`,
      year: 2026,
      number: receipts,
      date: '2026-05-02',
      payer: 'MARIA',
      total: lines.reduce((sum, l) => sum + l.amount, 0),
      currencyCode: 'USD',
      lines,
    };
  }

  async pay(id: string, stage: Stage): Promise<void> {
    await this.receipts.record(await this.receiptFor(id, stage));
  }

  /** Leads a trip along its path. @returns its id */
  async lead(to: TripDocumentStatus, movement: Movement = 'E', by: UserName = 'public'): Promise<string> {
    const { id } = (await this.register(by, movement === 'E' ? 'TIBE' : 'TIBI')).body.model;
    const act = (user: UserName, action: string) => (): Promise<unknown> => this.act(user, id, action);
    const border = (action: string): (() => Promise<unknown>) => act('trip-border', action);
    const steps: Record<Movement, [TripDocumentStatus, () => Promise<unknown>][]> = {
      E: [
        ['VERIFIED FOR EXIT', act('trip-verifier', 'verification')],
        ['PAID FOR APPROVAL', () => this.pay(id, 'permit')],
        ['APPROVED TO EXIT', act('trip-approver', 'approval')],
        ['PAID TO EXIT', () => this.pay(id, 'exit')],
        ['VALIDATED FOR EXIT', border('validation')],
        ['CONFIRMED FOR EXIT', border('confirmation')],
        ['VALIDATED FOR RETURN', border('return-validation')],
        ['CONFIRMED FOR RETURN', border('return-confirmation')],
      ],
      I: [
        ['VERIFIED FOR ENTRY', act('trip-verifier', 'verification')],
        ['PAID FOR APPROVAL', () => this.pay(id, 'permit')],
        ['APPROVED TO ENTER', act('trip-approver', 'approval')],
        ['VALIDATED FOR ENTRY', border('validation')],
        ['CONFIRMED FOR ENTRY', border('confirmation')],
        ['VALIDATED FOR EXIT', border('return-validation')],
        ['CONFIRMED FOR EXIT', border('return-confirmation')],
      ],
    };
    for (const [status, step] of to === 'SUBMITTED' ? [] : steps[movement]) {
      await step();
      const reached = await this.statusOf(id);
      if (reached !== status) throw new Error(`${reached} instead of ${status}`);
      if (status === to) break;
    }
    return id;
  }
}

/** svc-media's part: the files it knows, and the prints that the neighbours hold. */
async function mediaServer(files: Map<string, MediaDescription>, around: Neighbours): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] as string);
    const send = (status: number, body: unknown): void => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const pdf = path.startsWith('/internal/renders/') ? around.renders.get(path.slice('/internal/renders/'.length)) : undefined;
    if (pdf) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    if (path !== '/internal/media/describe') return send(404, {});
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const records = (JSON.parse(text) as { uids: string[] }).uids.flatMap((uid) => files.get(uid) ?? []);
      send(200, { records, totalRecords: records.length });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

/** One criterion of a staff search. */
export const eq = (fieldName: string, value: string, dataType = 'TEXT', operation = 'EQ') => ({
  expressionType: 'SearchCriterion',
  operation,
  dataType,
  fieldName,
  values: [value],
});
/** A search query as it is written into an address. */
export const q = (query: object): string => `?q=${encodeURIComponent(JSON.stringify(query))}`;

export const codesOf = (reply: Reply<Problem>): string[] => reply.body.errors.map((e) => [e.field, e.code].filter(Boolean).join(' '));

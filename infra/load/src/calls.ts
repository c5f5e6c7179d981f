import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { eq, q } from '@portal/service-kit/testing';
import { anArrival } from 'svc-declarations/testing';
import { type Answer, type Call, type Client, formOf, type Model, sendWithRetry } from './client.ts';
import { type Ledger, sha256 } from './ledger.ts';
import { dueAt, receiptFor, receipts } from './payment.ts';
import { smallPdf } from './small-pdf.ts';

export const arrivals = '/api/declarations/v1/traveller/declaration';
const gate = '/api/declarations/v1/gate';
export const trips = '/api/trips/v1/triptic/trip';

/** Returns the date of the day that is so many days from now. */
export const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const one = <T>(list: T[]): T => list[randomInt(list.length)];
const criteria = (fields: Record<string, string | undefined>): string =>
  q({ criteria: Object.entries(fields).map(([name, value = '']) => eq(name, value, name === 'birthDate' ? 'DATE' : 'TEXT')) });

/** Returns the input of an officer who confirms every requirement. */
export const confirmed = ({ requirements = [] }: Model): object[] => requirements.map((each) => ({ ...each, accepted: true, confirmed: true }));

/** Returns a trip as the public registers it: for a vehicle that leaves the country (`TIBE`), or for a foreign vehicle that enters (`TIBI`). */
export const aTrip = (type: 'TIBE' | 'TIBI' = 'TIBE', changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  documentDetails: { code: type },
  subDocumentDetails: { code: `${type}-PRI` },
  vehicleNumber: `TL ${randomInt(10_000, 99_999)}`,
  chasisNumber: randomBytes(6).toString('hex'),
  engineNumber: '2GD-7',
  categoryCode: 'CAR',
  manufactureYear: 2019,
  modelDetails: 'Hilux',
  engineCapacity: '2400',
  ownerName: 'Maria da Silva',
  ownerAddress: 'Rua de Dili 1',
  entryDate: dayFrom(2),
  expectedDate: dayFrom(30),
  destinationCode: type === 'TIBE' ? 'TIBE-ATB' : 'TIBI-DIL',
  driverName: 'João da Silva',
  identityNumber: `C${randomInt(1e6, 1e7)}`,
  licenseNumber: 'DL-9',
  contactNumber: '+670 7700 0001',
  localAddress: 'Rua de Dili 1',
  foreignAddress: 'Jalan Atambua 2',
  questions: [1, 2, 3, 4, 5].map((rank) => ({ id: `${type}-Q${rank}`, accepted: false, declined: true })),
  ...changes,
});

/** Registers arrivals that wait for an officer. @returns their ids */
export async function registerArrivals(client: Client, count: number, fields: Record<string, unknown>): Promise<string[]> {
  const call: Call = { method: 'POST', path: `${arrivals}/`, body: anArrival(fields) };
  const answers = await Promise.all(Array.from({ length: count }, () => sendWithRetry(client, call)));
  return answers.map((answer) => {
    if (answer?.status !== 201) throw new Error(`An arrival was not registered: ${answer?.status} ${answer?.bytes}`);
    return answer.body.model.id;
  });
}

/** What the code of a kind of call can use. */
export interface CallContext {
  ledger: Ledger;
  anonymous: Client;
  /** Returns the client of a signed-in member of staff. */
  staff(name: string): Client;
  /**
   * Repeats a call until its answer has the expected status and `enough` returns true. Returns undefined if that takes longer than the patience of the client.
   */
  call(client: Client, call: Call, expected: number, enough?: (answer: Answer) => boolean): Promise<Answer | undefined>;
  /** Calls `use` with any registered document of a kind, for reading. */
  some(path: string, use: (model: Model) => unknown): Promise<void>;
  /** Calls `use` with a document in one of these states. No other client takes the document meanwhile. */
  take(path: string, states: string[], use: (model: Model) => Promise<unknown>): Promise<void>;
  /** Reserves a document, so that no other client takes it. @returns a function that releases it */
  reserve(id: string): () => void;
  /** Does an action on a document as a member of staff. @returns the changed document; undefined if the client gave up */
  act(name: string, path: string, model: Model, action: string, body?: object): Promise<Model | undefined>;
  fault(what: string): void;
}

interface CallKind {
  name: string;
  /** The share of all calls, in per cent. */
  share: number;
  /** Makes the call, and records in the ledger what was acknowledged. */
  run(desk: CallContext): Promise<unknown>;
}

/** The kinds of calls of a busy day. */
export const callKinds: CallKind[] = [
  {
    name: 'register an arrival',
    share: 57,
    async run({ ledger, call, anonymous }) {
      const travellerCode = `P${randomBytes(6).toString('hex')}`.toUpperCase();
      const answer = await call(
        anonymous,
        { method: 'POST', path: `${arrivals}/`, body: anArrival({ travellerCode, emailAddress: `${travellerCode}@example.org` }) },
        201,
      );
      if (!answer) return ledger.unknown++;
      const { model } = answer.body;
      ledger.registered(arrivals, model);
      // Every fourth traveller opens the declaration at once.
      if (randomInt(4) === 0) await call(anonymous, { path: `${arrivals}/${model.id}/document` }, 200);
    },
  },
  {
    name: 'QR code',
    share: 8,
    run: ({ some, call, anonymous }) => some(arrivals, ({ id }) => call(anonymous, { path: `${arrivals}/${id}/qr` }, 200)),
  },
  {
    name: 'PDF',
    share: 6,
    run: ({ some, call, anonymous, fault }) =>
      some(arrivals, async ({ id }) => {
        const answer = await call(anonymous, { path: `${arrivals}/${id}/print-form` }, 200);
        if (answer && !answer.bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) fault(`the print of ${id} is no PDF`);
      }),
  },
  {
    name: 'load a declaration',
    share: 4,
    run: ({ some, call, anonymous, fault }) =>
      some(arrivals, async ({ id, version }) => {
        const answer = await call(anonymous, { path: `${arrivals}/${id}/document` }, 200);
        if (answer && answer.body.model.version < version) fault(`stale read: version ${answer.body.model.version} of ${id} after ${version}`);
      }),
  },
  {
    name: 'finder',
    share: 5,
    run: ({ some, call, anonymous, fault }) =>
      some(arrivals, async ({ id, serialReference, travellerCode, birthDate, nationalityCode }) => {
        const answer = await call(anonymous, { path: `${arrivals}/find${criteria({ travellerCode, birthDate, nationalityCode })}` }, 200);
        const found = answer?.body.records[0]?.serialReference.reference;
        if (answer && (answer.body.totalRecords !== 1 || found !== serialReference.reference)) fault(`the finder gives ${answer.body.totalRecords} for ${id}`);
      }),
  },
  {
    name: 'staff list',
    share: 7,
    run: ({ call, staff }) =>
      call(
        staff('border-officer'),
        { path: `${arrivals}/search${criteria(one<Record<string, string>>([{ documentStatus: 'CREATED' }, { lane: 'GREEN' }, {}]))}` },
        200,
      ),
  },
  {
    // Each person needs two calls: the identification and the arrival. The code is sent as text, because reading it from pictures would measure this machine.
    name: 'traveller at the gate',
    share: 6,
    run: ({ ledger, call, anonymous, staff, take, fault }) =>
      take(arrivals, ['CREATED'], async ({ id, serialReference: { reference } }) => {
        const officer = staff('border-officer');
        const verdict = await call(officer, { method: 'POST', path: `${gate}/check`, body: { text: reference } }, 200);
        if (!verdict) return;
        if (verdict.body.id !== id) fault(`the gate takes ${reference} for ${verdict.body.id}`);
        const decision = { key: randomUUID(), decision: 'ARRIVAL', reference, reason: 'Came before the day', at: new Date().toISOString() };
        const decided = await call(officer, { method: 'POST', path: `${gate}/decisions`, body: decision }, 200);
        const now = decided && (await call(anonymous, { path: `${arrivals}/${id}/document` }, 200));
        if (!now) return ledger.uncertain(id);
        if (decided.body.outcome !== 'RECORDED' || now.body.model.documentStatus !== 'ARRIVED') fault(`${reference} did not pass the gate`);
        ledger.changed(now.body.model);
      }),
  },
  {
    name: 'officer’s action',
    share: 4,
    run: ({ take, act }) =>
      take(arrivals, ['CREATED', 'ARRIVED'], async (model) =>
        model.documentStatus === 'CREATED'
          ? act('border-officer', arrivals, model, 'arrival', { comment: 'Came before the day' })
          : act('border-supervisor', arrivals, model, 'decision', { decision: 'CLEARED' }),
      ),
  },
  {
    name: 'trip, to its payment',
    share: 2,
    async run({ ledger, call, anonymous, act, staff, reserve }) {
      // A recipient gets at most a hundred messages a day of calls without signing in.
      const contactNumber = `+670 77${randomInt(1e6).toString().padStart(6, '0')}`;
      const made = await call(anonymous, { method: 'POST', path: `${trips}/`, body: aTrip('TIBE', { contactNumber }) }, 201);
      if (!made) return ledger.unknown++;
      ledger.registered(trips, made.body.model);
      const free = reserve(made.body.model.id);
      try {
        const input = { authoriserDetails: { code: 'AUT-01' }, requirements: confirmed(made.body.model) };
        const verified = await act('trip-verifier', trips, made.body.model, 'verification', input);
        if (!verified) return undefined;
        // What is due arrives through the queue, which may take a moment.
        const due = await call(staff('cashier'), { path: dueAt(verified) }, 200, (answer) => answer.body.totalRecords === 1);
        if (!due) return undefined;
        const body = receiptFor(verified, due.body.records[0]);
        const paid = await call(staff('cashier'), { method: 'POST', path: `${receipts}/`, body }, 201);
        if (paid) ledger.paid(paid.body.model.id, made.body.model.id);
        else ledger.uncertain(made.body.model.id);
      } finally {
        free();
      }
    },
  },
  {
    name: 'upload',
    share: 1,
    async run({ ledger, call, anonymous }) {
      const pdf = smallPdf(randomBytes(24).toString('hex'));
      const answer = await call(anonymous, { method: 'POST', path: '/api/media/v1/default', ...formOf('a.pdf', 'application/pdf', pdf) }, 201);
      if (answer) ledger.uploaded(answer.body.uid, sha256(pdf));
    },
  },
];

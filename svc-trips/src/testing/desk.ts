/** For tests only: a trip service with stubs of the services around it, and users who call it. */
import type { DocumentEnvelope, Problem, ReceiptRecorded } from '@portal/contract-kit';
import { type Clock, ReceiptConsumer } from '@portal/service-kit';
import { openDesk, type Reply, type TestBackend, TestDesk, useTestDesk } from '@portal/service-kit/testing';
import { dueOf, type Movement, type Stage, type TripDocument, type TripDocumentStatus } from '../../contract/index.ts';
import { createService } from '../index.ts';
import { TripService } from '../trip/trip.service.ts';
import { aTrip, catalogues, type DocumentCode, type UserName, users } from './bodies.ts';

export type Envelope = DocumentEnvelope<TripDocument>;
type Answer = Envelope & Problem;

let receipts = 0;

export class Desk extends TestDesk<Exclude<UserName, 'public'>, Answer> {
  static async open(backend: TestBackend, clock?: Clock): Promise<Desk> {
    return new Desk(await openDesk({ backend, createService: (settings) => createService(settings, clock), catalogues, users }));
  }

  get trips(): TripService {
    return this.service.app.get(TripService);
  }

  /** The consumer of receipts, which svc-reference publishes. */
  get receipts(): ReceiptConsumer {
    return this.service.app.get(ReceiptConsumer);
  }

  register(user: UserName = 'public', documentCode: DocumentCode = 'TIBE', change: object = {}): Promise<Reply<Answer>> {
    return this.call(user, 'POST', '/v1/triptic/trip/', aTrip(documentCode, change));
  }

  load(id: string, user: UserName = 'public'): Promise<Reply<Answer>> {
    return this.call(user, 'GET', `/v1/triptic/trip/${id}/document`);
  }

  /** Returns the trip as it is stored, without any check of rights. */
  async stored(id: string): Promise<TripDocument> {
    return this.trips.modelOf(await this.trips.rowOf(id)) as TripDocument;
  }

  async statusOf(id: string): Promise<TripDocumentStatus> {
    return (await this.stored(id)).documentStatus;
  }

  /** Performs an action on the current version of a trip. */
  async act(user: UserName, id: string, action: string, body: object = {}): Promise<Reply<Answer>> {
    const { version } = await this.stored(id);
    return this.call(user, 'POST', `/v1/triptic/trip/${id}/actions/${action}`, { version, ...body });
  }

  /** Returns the receipt that svc-reference would publish for everything due at a stage. */
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

  /** Takes a trip along its main path to a status. @returns its id */
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

/** Opens a desk for the tests of a `describe`, and closes it after them. Its clock starts on 2 May 2026. */
export const useDesk = (makeBackend: () => Promise<TestBackend>) =>
  useTestDesk(async (clock) => Desk.open(await makeBackend(), clock), new Date('2026-05-02T08:00:00Z'));

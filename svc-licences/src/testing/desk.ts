/** For tests only: a licence service with stubs of the services around it, and users who call it. */
import type { DocumentEnvelope, MediaDescription, Problem } from '@portal/contract-kit';
import type { Clock, Environment } from '@portal/service-kit';
import { eq, openDesk, q, type Reply, type TestBackend, TestDesk, useTestDesk } from '@portal/service-kit/testing';
import type { LicenceDocument } from '../../contract/index.ts';
import { createService } from '../index.ts';
import { anApplication, catalogues, everybody, type UserName } from './bodies.ts';

export type Envelope = DocumentEnvelope<LicenceDocument>;
type Answer = Envelope & Problem;

export class Desk extends TestDesk<Exclude<UserName, 'public'>, Answer> {
  static async open(backend: TestBackend, clock?: Clock, env?: Environment): Promise<Desk> {
    return new Desk(await openDesk({ backend, createService: (settings) => createService(settings, clock), catalogues, users: everybody, env }));
  }

  register(user: UserName = 'public', change: object = {}): Promise<Reply<Answer>> {
    return this.call(user, 'POST', '/v1/professional/', anApplication(change));
  }

  load(id: string, user: UserName = 'public', language?: string): Promise<Reply<Answer>> {
    return this.call(user, 'GET', `/v1/professional/${id}/document`, undefined, language ? { 'accept-language': language } : {});
  }

  /** Performs an action on the current version of a document. */
  async act(user: UserName, id: string, action: string, body: object = {}): Promise<Reply<Answer>> {
    const { version } = (await this.load(id, user)).body.model ?? (await this.load(id)).body.model ?? { version: 1 };
    return this.call(user, 'POST', `/v1/professional/${id}/actions/${action}`, { version, ...body });
  }

  /** Adds an image for licences to the stub of svc-media. @returns its uid */
  override addFile(uid: string, change: Partial<MediaDescription> = {}): string {
    return super.addFile(uid, { scope: 'professional', ...change });
  }

  /** Verifies an application: confirms every requirement and chooses the bank account. */
  async verify(id: string): Promise<Reply<Answer>> {
    const { requirements } = (await this.load(id)).body.model;
    return this.act('licence-verifier', id, 'verification', { bankCode: 'BNU', requirements: requirements?.map((r) => ({ ...r, confirmed: true })) });
  }

  /** Takes an application along the main path to a status. @returns its id */
  async lead(
    to: 'SUBMITTED' | 'VERIFIED' | 'ASSESSED' | 'RECOMMENDED' | 'SENT FOR APPROVAL' | 'APPROVED' | 'ISSUED',
    by: UserName = 'public',
  ): Promise<string> {
    const { id } = (await this.register(by)).body.model;
    const steps: [string, () => Promise<Reply<Answer>>][] = [
      ['VERIFIED', () => this.verify(id)],
      ['ASSESSED', () => this.act('licence-assessor', id, 'assessment')],
      ['RECOMMENDED', () => this.act('licence-assessor', id, 'recommendation', { decision: 'RECOMMEND' })],
      ['SENT FOR APPROVAL', () => this.act('licence-approver', id, 'approval')],
      ['APPROVED', () => this.act('licence-approver-2', id, 'approval')],
      // The fees are unpaid, so the issuance needs a comment.
      ['ISSUED', () => this.act('licence-approver', id, 'issuance', { comment: 'Paid by the ministry' })],
    ];
    for (const [status, step] of to === 'SUBMITTED' ? [] : steps) {
      const reply = await step();
      if (reply.status !== 200) throw new Error(`${status}: ${JSON.stringify(reply.body)}`);
      if (status === to) break;
    }
    return id;
  }
}

/** Opens a desk for the tests of a `describe`, and closes it after them. */
export const useDesk = (makeBackend: () => Promise<TestBackend>) => useTestDesk(async (clock) => Desk.open(await makeBackend(), clock));

/** Returns a search with the four criteria of the public finder. */
export const finderQuery = (change: Record<string, string> = {}) => {
  const v = { holderName: 'maria da', birthDate: '1980-02-29', indentityCode: 'BI', holderCode: 'bi-123', ...change };
  return {
    criteria: [
      eq('holderName', v.holderName, 'TEXT', 'CONTAINS'),
      eq('birthDate', v.birthDate, 'DATE'),
      eq('indentityCode', v.indentityCode),
      eq('holderCode', v.holderCode),
    ],
  };
};
/** Returns the same search, encoded for a URL. */
export const finder = (change: Record<string, string> = {}) => q(finderQuery(change));

/** For tests only: a sample service with the other services that it needs, and users who call it. */
import type { DocumentEnvelope, Problem } from '@portal/contract-kit';
import { openDesk, type Reply, type TestBackend, TestDesk, useTestDesk } from '@portal/service-kit/testing';
import type { SampleDocument } from '../../contract/index.ts';
import { createService } from '../index.ts';
import { aSample, catalogues, users } from './bodies.ts';

type Answer = DocumentEnvelope<SampleDocument> & Problem;

export class Desk extends TestDesk<string, Answer> {
  static async open(backend: TestBackend): Promise<Desk> {
    return new Desk(await openDesk({ backend, createService, catalogues, users }));
  }

  register(changes: object = {}): Promise<Reply<Answer>> {
    return this.call('public', 'POST', '/v1/sample/', aSample(changes));
  }

  load(id: string, user = 'public'): Promise<Reply<Answer>> {
    return this.call(user, 'GET', `/v1/sample/${id}/document`);
  }

  act(user: string, id: string, action: string, version: number): Promise<Reply<Answer>> {
    return this.call(user, 'POST', `/v1/sample/${id}/actions/${action}`, { version });
  }
}

/** Opens a desk for the tests of a `describe`, and closes it after them. */
export const useDesk = (makeBackend: () => Promise<TestBackend>) => useTestDesk(async () => Desk.open(await makeBackend()));

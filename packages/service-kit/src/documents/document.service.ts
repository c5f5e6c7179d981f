import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { DocumentEnvelope } from '@portal/contract-kit';
import { type Call, systemCall, systemRole } from '../auth/actor.ts';
import { NameWordsFill } from '../lookup/name-words-fill.ts';
import { WorkColumnsFill } from '../work/work-columns-fill.ts';
import type { ServerFields } from './document-definition.ts';
import { DocumentReader } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import type { Answer } from './idempotency.ts';
import { performAction } from './perform-action.ts';
import { registerDocument } from './register-document.ts';
import { isStale } from './stale-version.ts';

/** Maximum number of attempts for an action of the product itself that collides with another write. */
const collisions = 5;

/**
 * Registers, changes and reads one kind of document. Every write is one transaction, which contains the row, its version, its history entry, the audit record,
 * the side effects and the answer for a repeated call.
 */
export class DocumentService<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>
  extends DocumentReader<Body, Model, Status, Row>
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private filling?: WorkColumnsFill;
  private nameWords?: NameWordsFill;

  /** Whether every document can be found by its names. Documents of an earlier release get their words only after an upgrade. */
  isFoundByNames(): Promise<boolean> {
    return this.nameWords?.isComplete() ?? Promise.resolve(true);
  }

  /** Whether the values stored beside the words of names are certain to agree with the documents. They are from an hour after an upgrade. */
  areNameWordValuesSettled(): Promise<boolean> {
    return this.nameWords?.isSettled() ?? Promise.resolve(true);
  }

  onApplicationBootstrap(): void {
    this.filling = new WorkColumnsFill(this);
    this.nameWords = new NameWordsFill(this);
    this.filling.begin();
    this.nameWords.begin();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.filling?.stop(), this.nameWords?.stop()]);
  }

  /**
   * Registers a document with an action that does not need an existing document (`register`, `store`, `direct-submit`).
   * @throws 401, 403, 409, 422 with every broken rule
   */
  register(action: string, body: unknown, call: Call): Promise<Answer<DocumentEnvelope<Model>>> {
    return registerDocument(this, action, body, call);
  }

  /**
   * Performs an action on a document.
   * @throws 404, 401, 403, 409 (stale version, not allowed now), 422 with every broken rule
   */
  perform(asked: string, action: string, body: unknown, call: Call): Promise<Answer<DocumentEnvelope<Model>>> {
    return performAction(this, asked, action, body, call);
  }

  /**
   * Performs an action of the product itself on the present version, for example when a receipt arrives or a nightly run finds something. The action's rule
   * must name `systemRole`.
   * @param input returns the action and its input for this document, or null when nothing is left to do; called again after a collision
   * @returns whether the document exists
   */
  async performForSystem(id: string, requestId: string, input: (model: Model) => { action: string; body: object } | null): Promise<boolean> {
    const call = systemCall(requestId);
    for (let attempt = 1; ; attempt++) {
      const row = await this.kit.db.findById<Row>(this.definition.row, id);
      if (!row) return false;
      const next = input(this.modelOf(row as Row));
      if (!next) return true;
      try {
        await this.perform(id, next.action, { ...next.body, version: row.version }, { ...call, actor: { ...call.actor, roles: [systemRole] } });
        return true;
      } catch (error) {
        if (!isStale(error) || attempt >= collisions) throw error;
      }
    }
  }
}

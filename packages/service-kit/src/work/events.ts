/** Announces changes of cases to the gateway after each commit, so that the screens of officials show them at once. */
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { afterCommit } from '../database/after-commit.ts';
import type { AnyDefinition } from '../documents/document-definition.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import type { EventBus } from './event-bus.ts';

/** DI token of the bus. */
export const EVENT_BUS = Symbol('EventBus');

/** The channel of the bus that carries `CaseEvent[]`. */
export const CASE_EVENTS = 'cases';

/** Kinds of changes of a case. */
export type CaseChange = 'changed' | 'claimed' | 'released' | 'assigned' | 'noted' | 'answered' | 'escalated';

/** One change of a case. It contains no names of people, and nothing of the document except its id, reference and agency. */
export interface CaseEvent {
  what: CaseChange;
  /** The path of the kind, such as `/v1/professional`. */
  kind: string;
  id: string;
  reference: string | null;
  rolePrefix: string;
  agencyCode: string | null;
  /** The account that made the change; null for the public and the portal itself. */
  by: string | null;
  /** The accounts that the change concerns: those that a note mentions, or the one to which a case was assigned. */
  to?: string[];
}

/** Maximum number of changes in one message. */
const most = 500;

@Injectable()
export class CaseEvents {
  private readonly pending: CaseEvent[] = [];

  constructor(@Inject(EVENT_BUS) private readonly bus: EventBus) {}

  /** Announces a change once its transaction has committed. Only its author sees a draft, so a draft is not announced. */
  announce(
    tx: EntityManager,
    { path, rolePrefix }: Pick<AnyDefinition, 'path' | 'rolePrefix'>,
    { id, reference, agencyCode }: Pick<DocumentRow, 'id' | 'reference' | 'agencyCode'>,
    what: CaseChange,
    { actor }: Pick<Call, 'actor'>,
    to?: readonly (string | null)[] | null,
  ): void {
    if (reference === null) return;
    const event: CaseEvent = { what, kind: path, id, reference, rolePrefix, agencyCode, by: actor.isPortal ? null : actor.sub };
    if (to?.length) event.to = to.map(String);
    afterCommit(tx, () => this.tell(event));
  }

  /** Announces a change that needed no transaction. */
  tell(event: CaseEvent): void {
    this.pending.push(event);
    // Changes that are committed at the same time, such as those of a bulk action, are sent together.
    if (this.pending.length === 1) setImmediate(() => this.send());
  }

  private send(): void {
    while (this.pending.length) this.bus.publish(CASE_EVENTS, this.pending.splice(0, most));
  }
}

/** Registers a document, with an action that does not need an existing document. */
import { type DocumentEnvelope, fullName } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import { newDocumentAccess } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { insertRow, insertTogether } from '../database/insert.ts';
import { asObject, commentOf, type Plain, readInput, requiresContract } from './action-body.ts';
import { completeDocument, statusAfter } from './complete-document.ts';
import type { ServerFields } from './document-definition.ts';
import type { DocumentReader } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import { doneBy, historyEntry } from './history-entry.ts';
import type { Answer, StoredAnswer } from './idempotency.ts';
import { type ActionRule, NEW } from './workflow.ts';
import { refusalOf } from './workflow-evaluator.ts';
import { recordAction, rowFor } from './write-version.ts';

/** A document that an action registers, completed and checked. It has no id and no reference yet. */
export interface CheckedRegistration<Status extends string, Model> {
  action: string;
  rule: ActionRule<Status, Model>;
  draft: Model;
  body: Plain;
  comment: string;
}

/** A document with its reference, ready to be written. */
export interface PreparedRegistration<Model, Row> {
  model: Model;
  /** The row with its personal fields in clear, for the response. */
  row: Row;
  /** Writes the document and everything that belongs to it. */
  write(tx: EntityManager): Promise<void>;
}

/**
 * Builds and checks a document that an action registers (`register`, `store`, `direct-submit`).
 * @param add fields that the server adds to those in the body
 * @throws 401, 403, 409, 422 with every broken rule
 */
export async function checkRegistration<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  action: string,
  body: unknown,
  call: Call,
  add: Partial<Model> = {},
): Promise<CheckedRegistration<Status, Model>> {
  const { definition: d, kit } = documents;
  const refusal = refusalOf(d.workflow, d, action, null, call.actor);
  if (refusal) throw refusal;
  await Promise.all([kit.catalogues.warm(d.contract), kit.calendar.ready()]);
  const plain = asObject(body);
  const rule = d.workflow.actions[action] as ActionRule<Status, Model>;
  const { input, faults } = readInput(d.contract, plain, requiresContract(rule, d.contract));
  const draft = { ...(await d.blank(call)), ...input, ...add } as Model;
  draft.applicantUser = { name: call.actor.sub ? call.actor.name : fullName(draft as { firstName?: string; lastName?: string }) };
  await completeDocument(documents, draft, undefined, action, rule, plain, call, faults);
  return { action, rule, draft, body: plain, comment: commentOf(plain) };
}

/**
 * Gives a checked document its id and its reference.
 * @param options `printsLater`: its prints are drawn only when somebody asks for them; `toldTogether`: its applicant gets one message about several documents
 */
export async function prepareRegistration<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  { action, rule, draft, body, comment }: CheckedRegistration<Status, Model>,
  call: Call,
  { printsLater = false, toldTogether = false }: { printsLater?: boolean; toldTogether?: boolean } = {},
): Promise<PreparedRegistration<Model, Row>> {
  const { definition: d, kit } = documents;
  const now = kit.clock.now();
  const id = kit.ids.unguessable();
  const serial = rule.draft ? {} : { serialReference: await kit.serials.next(d.documentCode(draft), d.series?.(draft)) };
  const status = statusAfter(rule, draft, body, call, NEW) as Status;
  const model: Model = {
    ...draft,
    id,
    version: 1,
    documentStatus: status,
    ...serial,
    documentCreatedAt: dateTime(now),
    actions: [historyEntry(documents, action, 1, status, comment, call, now, newDocumentAccess(call.actor))],
    doneBy: doneBy(undefined, id, action, call),
  };
  const row = rowFor(documents, model, call, now, action, { ownerSub: call.actor.sub, createdAt: now });
  const storedRow = documents.rows.toStoredRow(row);
  return {
    model,
    row,
    write: async (tx) => {
      await insertRow(tx, d.row, storedRow);
      const recorded = printsLater ? { ...rule, render: [] } : rule;
      await recordAction(documents, tx, { model, before: null, storedRow, rule: recorded, comment, call, toldTogether });
    },
  };
}

/**
 * Registers a document with an action that does not need an existing document (`register`, `store`, `direct-submit`).
 * @throws 401, 403, 409, 422 with every broken rule
 */
export async function registerDocument<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  action: string,
  body: unknown,
  call: Call,
): Promise<Answer<DocumentEnvelope<Model>>> {
  const { definition: d, kit } = documents;
  const refusal = refusalOf(d.workflow, d, action, null, call.actor);
  if (refusal) throw refusal;
  const work = async (remember: (tx: EntityManager, made: StoredAnswer) => Promise<void>): Promise<Answer<DocumentEnvelope<Model>>> => {
    const { model, row, write } = await prepareRegistration(documents, await checkRegistration(documents, action, body, call), call);
    return kit.db.write(async (tx) => {
      await remember(tx, { status: 201, documentId: model.id, version: 1 });
      await insertTogether(tx, () => write(tx));
      return { status: 201, body: documents.envelope(row, call) };
    });
  };
  return kit.idempotency.once(call, body, work, (made) => documents.rebuildAnswer(made, call));
}

/** Writes one version of a document and everything that belongs to it, in one transaction. */
import type { SerialReference } from '@portal/contract-kit';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { usedCodes } from '../catalogue/used-codes.ts';
import { insertRow } from '../database/insert.ts';
import { DocumentActionRow, DocumentVersionRow } from '../database/kit.entities.ts';
import { nameWordsChanged } from '../lookup/name-words.ts';
import { tellApplicant } from '../messages/tell-applicant.ts';
import { tellAsker } from '../thread/thread-mail.ts';
import { hasLeftStep, workColumns } from '../work/work-step.ts';
import type { Plain } from './action-body.ts';
import { announcementsOf } from './announcements.ts';
import type { ServerFields } from './document-definition.ts';
import { beginPrint } from './document-prints.ts';
import type { AnyReader, DocumentReader } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import { lostUpdateError } from './stale-version.ts';
import type { ActionRule } from './workflow.ts';
import { lastStep } from './workflow-evaluator.ts';

/** Returns the row of a document, in clear. @param kept values that are the same in every version of the row */
export function rowFor<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  { definition, kit }: DocumentReader<Body, Model, Status, Row>,
  model: Model,
  call: Call,
  now: Date,
  action: string,
  kept: { ownerSub: string | null; createdAt: Date },
): Row {
  const { id, version, documentStatus, ...body } = model;
  return {
    agencyCode: null,
    ...definition.project(model),
    id,
    version,
    documentStatus,
    ownerSub: kept.ownerSub,
    reference: (model.serialReference as SerialReference | undefined)?.reference ?? null,
    documentCode: definition.documentCode(model),
    ...workColumns(definition, model, kit.calendar.hours),
    createdAt: kept.createdAt,
    updatedAt: now,
    updatedBy: call.actor.name,
    lastAction: action,
    body,
  } as unknown as Row;
}

/** A version of a document that an action has made. */
interface NewVersion<Status extends string, Model, Row> {
  model: Model;
  /** The row as it was before; null for a new document. */
  before: Row | null;
  /** The row as it is stored, with its personal fields encrypted. */
  storedRow: Row;
  rule: ActionRule<Status, Model>;
  comment: string;
  call: Call;
  /** Set if the applicant gets one message about several documents. */
  toldTogether?: boolean;
}

/** Writes the next version of a row and everything that belongs to it. @throws 409 where the stored version is not the version of `before` */
export async function replaceVersion<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  tx: EntityManager,
  made: NewVersion<Status, Model, Row> & { before: Row },
): Promise<void> {
  const { before, storedRow, call } = made;
  const { id, ...columns } = storedRow;
  const { affected } = await tx.update(documents.definition.row, { id, version: before.version } as FindOptionsWhere<Row>, columns as never);
  if (affected !== 1) throw await lostUpdateError(documents, tx, id, call);
  await documents.kit.claims.applyAction(tx, documents.definition, before, storedRow, call);
  await recordAction(documents, tx, made);
}

/**
 * Writes everything that belongs to a version of a document, in the transaction of its row: the stored version, the history entry, the audit record, prints,
 * messages and counts.
 */
export async function recordAction<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  tx: EntityManager,
  { model, before, storedRow, rule, comment, call, toldTogether = false }: NewVersion<Status, Model, Row>,
): Promise<void> {
  const { definition: d, kit } = documents;
  const { id, version, documentStatus, lastAction: action, updatedAt: at } = storedRow;
  const { actor } = call;
  // Only the row holds the history. If each version repeated it, its size would grow with the square of the number of changes.
  const { actions: _history, ...body } = storedRow.body;
  await insertRow(tx, DocumentVersionRow, { documentId: id, version, documentStatus, action, at, userName: actor.name, body });
  const entryId = model.actions.at(-1)?.id as string;
  const entry = {
    id: entryId,
    documentId: id,
    action,
    label: rule.label.en,
    documentStatus,
    at,
    userSub: actor.sub,
    userName: actor.name,
    version,
    details: comment,
    // A step has ended if the document now waits for another one. An undo ends no step: it leads back into one.
    dueAt: before && !rule.undoes && hasLeftStep(before, storedRow) ? before.dueAt : null,
  };
  await insertRow(tx, DocumentActionRow, entry);
  const undone = before && rule.undoes ? lastStep(d.workflow as never, model.actions.slice(0, -1))?.id : undefined;
  if (before && undone) await kit.statistics.stepUndone(d, tx, before, undone);
  await kit.audit.add(tx, call, {
    action,
    kind: d.kind,
    documentId: id,
    reference: model.serialReference?.reference ?? null,
    details: { version, documentStatus },
  });
  for (const print of rule.render ?? []) await beginPrint(documents, tx, model, print, call);
  const messages = { tx, add: async (topic: string, payload: object) => void (await kit.outbox.add(tx, topic, payload, call.requestId)) };
  const other = before?.documentStatus === documentStatus ? undefined : d.takesOut?.(model);
  if (other) await takeOut(documents, tx, other, action, call);
  const was = before ? documents.modelOf(before) : undefined;
  await d.announce?.(messages, model, action, call, was);
  for (const { topic, payload } of announcementsOf(d, model)) await messages.add(topic, payload);
  await nameWordsChanged(d, tx, before, storedRow);
  await kit.uses.changed(d, tx, id, before && was ? usedCodes(d.contract, was, before) : null, usedCodes(d.contract, model, storedRow));
  await kit.statistics.changed(d, tx, before, storedRow, entry, call, {
    before: (was && d.marksOf?.(was)) ?? [],
    after: d.marksOf?.(model) ?? [],
  });
  await kit.counts.changed(d, tx, before ? [before] : [], [storedRow]);
  kit.events.announce(tx, d, storedRow, 'changed', call);
  if (!toldTogether) await tellApplicant(documents, tx, model, before, rule, call);
  await tellAsker(documents, tx, model, rule, call);
}

/**
 * Removes fields from another document, as a new version of it. A write that is based on the earlier version is then refused and cannot restore the fields. The
 * fields are not personal, so the encrypted part of the body stays as it is.
 */
async function takeOut(
  { definition, kit }: AnyReader,
  tx: EntityManager,
  { id, fields }: { id: string; fields: readonly string[] },
  action: string,
  call: Call,
): Promise<void> {
  const row = (await kit.db.findForUpdate(tx, definition.row, id)) as DocumentRow | null;
  if (!row) return;
  const body = Object.fromEntries(Object.entries(row.body as Plain).filter(([field]) => !fields.includes(field)));
  // Only the row holds the history.
  const { actions: _history, ...versionBody } = body;
  const [version, at, userName] = [row.version + 1, kit.clock.now(), call.actor.name];
  // The search columns do not change: where they belonged to the earlier version, they belong to this one.
  const searchVersion = row.searchVersion === null ? null : row.searchVersion + 1;
  await tx.update(definition.row, { id }, { body, version, searchVersion, updatedAt: at, updatedBy: userName } as never);
  await insertRow(tx, DocumentVersionRow, { documentId: id, version, documentStatus: row.documentStatus, action, at, userName, body: versionBody });
  const details = { version, documentStatus: row.documentStatus };
  await kit.audit.add(tx, call, { action, kind: definition.kind, documentId: id, reference: row.reference, details });
  kit.events.announce(tx, definition, row, 'changed', call);
}

/** Optimistic locking: refuses a write that is based on an earlier version of the document than the stored one. */
import { type Bilingual, L, sentence } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { DocumentVersionRow } from '../database/kit.entities.ts';
import { conflict, localise, notFound, ProblemError } from '../http/problems.ts';
import type { AnyReader } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import { doerShown, officeName, shownName } from './visible-document.ts';

/** Whether an error is a refusal because of a stale version. */
export const isStale = (error: unknown): boolean => error instanceof ProblemError && error.errors.some((e) => e.code === 'STALE_VERSION');

/** Names of the changes that are no actions of the workflow. */
const otherChanges: Readonly<Record<string, Bilingual>> = { 'erasure-granted': L('Erase contact details', 'Apagar os dados de contacto') };

/**
 * Returns the refusal. It tells what was done in the meantime, and by whom if the caller may know. An erasure of contact addresses and the removal of fields
 * are versions without an entry in the history, so the version tells who wrote it.
 * @param from reads the version: the transaction, in one
 */
export async function staleVersion(documents: AnyReader, row: DocumentRow, access: Access, call: Call, from: EntityManager = documents.kit.db.reader) {
  const { language } = call;
  const { id: documentId, version, documentStatus } = row;
  const written = await from.findOneBy(DocumentVersionRow, { documentId, version });
  const { action, at, userName } = written ?? { action: row.lastAction, at: row.updatedAt, userName: row.updatedBy };
  const changedBy = access.seesOfficers ? userName : publicName(documents, row, userName, call);
  const message = sentence('{{changedBy}} changed this document since you opened it', '{{changedBy}} alterou este documento desde que o abriu', { changedBy });
  const label = documents.definition.workflow.actions[action]?.label ?? otherChanges[action];
  return conflict('STALE_VERSION', message, {
    version,
    changedBy,
    changedAt: dateTime(at),
    action: label ? localise(label, language) : action,
    documentStatus,
  });
}

/** Returns the name that the public sees for the person who wrote the version of a row. */
function publicName(documents: AnyReader, row: DocumentRow, userName: string, { actor, language }: Call): string {
  const model = documents.modelOf(row);
  const last = model.actions.at(-1);
  if (last && (last.version ?? model.actions.length) === row.version) return doerShown(documents, model, last, language);
  return userName === actor.name ? shownName(userName, language) : officeName(documents, model, language);
}

/** Returns the refusal of a write that did not find the version it had read: the document was changed in the meantime (409) or erased (404). */
export async function lostUpdateError(documents: AnyReader, tx: EntityManager, id: string, call: Call): Promise<ProblemError> {
  const row = (await tx.findOneBy(documents.definition.row, { id })) as DocumentRow | null;
  return row ? staleVersion(documents, row, documents.accessOf(row, 'id', call), call, tx) : notFound();
}

/** Optimistic locking: refuses a write that is based on an earlier version of the document than the stored one. */
import { sentence } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { conflict, localise, notFound, ProblemError } from '../http/problems.ts';
import type { AnyReader } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import { doerShown } from './visible-document.ts';

/** Whether an error is a refusal because of a stale version. */
export const isStale = (error: unknown): boolean => error instanceof ProblemError && error.errors.some((e) => e.code === 'STALE_VERSION');

/** Returns the refusal. It tells what was done in the meantime, and by whom if the caller may know. */
export function staleVersion(documents: AnyReader, row: DocumentRow, access: Access, { language }: Call) {
  const model = documents.modelOf(row);
  const last = model.actions.at(-1);
  const changedBy = access.seesOfficers || !last ? row.updatedBy : doerShown(documents, model, last, language);
  const message = sentence('{{changedBy}} changed this document since you opened it', '{{changedBy}} alterou este documento desde que o abriu', { changedBy });
  const label = documents.definition.workflow.actions[row.lastAction]?.label;
  return conflict('STALE_VERSION', message, {
    version: row.version,
    changedBy,
    changedAt: dateTime(row.updatedAt),
    action: label ? localise(label, language) : row.lastAction,
    documentStatus: row.documentStatus,
  });
}

/** Returns the refusal of a write that did not find the version it had read: the document was changed in the meantime (409) or erased (404). */
export async function lostUpdateError(documents: AnyReader, tx: EntityManager, id: string, call: Call): Promise<ProblemError> {
  const row = (await tx.findOneBy(documents.definition.row, { id })) as DocumentRow | null;
  return row ? staleVersion(documents, row, documents.accessOf(row, 'id', call), call) : notFound();
}

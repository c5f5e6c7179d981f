/** The history of a document, limited to what the caller may know. */
import type { HistoryResponse } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { DocumentActionRow } from '../database/kit.entities.ts';
import { historyOf, historyRequest } from './document-history.ts';
import type { AnyDocuments } from './documents.ts';
import { officeName, visibleActions } from './visible-document.ts';

/** Returns the history or timeline, for staff with the read role and for the signed-in person who registered the document. @throws 404, 401, 403 */
export async function historyForCaller(documents: AnyDocuments, asked: string, body: unknown, call: Call): Promise<HistoryResponse> {
  const found = await documents.find(asked, call, 'history');
  const { row, access } = found;
  await documents.recordRead(found, call, 'history');
  const rows = await documents.kit.db.reader.find(DocumentActionRow, { where: { documentId: row.id }, order: { at: 'ASC', id: 'ASC' } });
  const { workflow } = documents.definition;
  const model = documents.modelOf(row);
  const mainPath = workflow.pathOf?.(model) ?? workflow.mainPath;
  const shown = new Map(visibleActions(documents, model, access, call.language).map((entry) => [entry.id, entry]));
  // `visibleActions` alone decides what the public may know about an action, both in the document and in its history.
  const visible = rows.map((done) => {
    const entry = shown.get(done.id);
    return Object.assign({}, done, {
      userName: entry?.user.name ?? (access.seesOfficers ? done.userName : officeName(documents, model, call.language)),
      details: entry?.details ?? (access.seesOfficers ? done.details : ''),
    });
  });
  return historyOf({ ...workflow, mainPath }, row.documentStatus, visible, historyRequest(body), documents.kit.clock.now(), call.language);
}

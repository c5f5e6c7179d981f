/** The PDFs of several documents that earlier releases stored with the prints of the newest of these documents. */
import { type EntityManager, In, MoreThanOrEqual, Not } from 'typeorm';
import { AuditRow } from '../database/kit.entities.ts';
import type { DocumentKind } from '../documents/document-kind.ts';
import type { DocumentRow } from '../documents/document-row.ts';

/** The most documents that such a PDF has besides one of them. */
const mostOthers = 199;
const action = 'export-own';

/**
 * Returns the ids of the documents with whose prints a PDF may be stored that shows this document too: of each request that exported it, the newest document. It
 * must be called before the document is erased.
 */
export async function documentsExportedWith({ row: entity }: DocumentKind, tx: EntityManager, id: string): Promise<string[]> {
  const exports = await tx.find(AuditRow, { select: { requestId: true }, where: { documentId: id, action } });
  if (exports.length === 0) return [];
  const row = await tx.findOne<DocumentRow>(entity, { select: { id: true, ownerSub: true, createdAt: true }, where: { id } });
  if (!row?.ownerSub) return [];
  const newer = await tx.find<DocumentRow>(entity, {
    select: { id: true },
    where: { ownerSub: row.ownerSub, createdAt: MoreThanOrEqual(row.createdAt), id: Not(id) },
    order: { createdAt: 'ASC', id: 'ASC' },
    take: mostOthers,
  });
  if (newer.length === 0) return [];
  const together = await tx.find(AuditRow, {
    select: { documentId: true, requestId: true },
    where: { documentId: In(newer.map((each) => each.id)), action, requestId: In([...new Set(exports.map(({ requestId }) => requestId))]) },
  });
  const newest = new Map<string, string>();
  for (const each of newer) for (const { documentId, requestId } of together) if (documentId === each.id) newest.set(requestId, each.id);
  return [...new Set(newest.values())];
}

/** The messages between the office and the applicant of a document, in one thread. Notes among officials are not part of it. */
import { type DocumentActionEntry, type ListResult, listResult, type ThreadEntry } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { visibleActions } from '../documents/visible-document.ts';
import { isToApplicant } from '../documents/workflow.ts';

/**
 * Returns the thread of a document, oldest first: what the office wrote to the applicant, and what the applicant answered. The thread is made from the history
 * of the document, so it holds nothing that its reader could not see there.
 * @throws 404; 401 or 403 for a finder's key, and for officials who may not read the document
 */
export async function threadOf(documents: AnyDocuments, asked: string, call: Call): Promise<ListResult<ThreadEntry>> {
  const found = await documents.find(asked, call, 'thread');
  await documents.recordRead(found, call, 'thread');
  await documents.kit.catalogues.records('requirements').catch(() => undefined);
  const shown = visibleActions(documents, documents.modelOf(found.row), found.access, call.language);
  return listResult(shown.flatMap((entry) => entryOf(documents, entry, call)));
}

/** Returns the number of entries of a document's thread that its applicant sees. */
export const threadLength = ({ definition: { workflow } }: AnyDocuments, { actions }: { actions: readonly DocumentActionEntry[] }): number =>
  actions.filter(({ action, status, details }) => {
    const rule = workflow.actions[action ?? ''];
    return rule && (rule.thread === 'answer' || (isToApplicant(rule, status) && details));
  }).length;

function entryOf({ definition, kit }: AnyDocuments, entry: DocumentActionEntry, { language }: Call): ThreadEntry[] {
  const rule = definition.workflow.actions[entry.action ?? ''];
  if (!rule) return [];
  const fromApplicant = rule.thread === 'answer';
  if (!fromApplicant && !(isToApplicant(rule, entry.status) && entry.details)) return [];
  const { id, dateTime: at, details: text, operation, requirementCode, files = [] } = entry;
  const requirement = requirementCode && (kit.catalogues.cachedNameOf('requirements', requirementCode, language) ?? requirementCode);
  return [
    {
      id,
      at,
      by: entry.user.name,
      from: fromApplicant ? 'applicant' : 'office',
      operation,
      text,
      ...(requirementCode ? { requirementCode, requirement } : {}),
      files,
    },
  ];
}

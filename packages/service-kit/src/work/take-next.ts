/** Claims the next case that nobody has claimed. */
import type { DocumentEnvelope, SearchCriterion } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { asObject } from '../documents/action-body.ts';
import type { AnySearch } from '../documents/document-export.ts';
import type { Remember } from '../documents/idempotency.ts';
import { notFound, ProblemError } from '../http/problems.ts';
import { claimDocument, claimOnce } from './claim-calls.ts';

/** Number of cases that are read at once. Up to this many officials may claim a case at the same time. */
const atOnce = 50;
/** Number of batches that are tried before the answer is that no case waits. */
const turns = 4;

/**
 * Claims the first case of a filter that nobody has claimed and that the caller may take on: the one with the earliest due date, unless the filter has another
 * order. Two callers at the same moment get different cases, and a repeated call with the same idempotency key gets the same case.
 * @throws 401, 403, 400 where the filter cannot be read; 404 where no case waits
 */
export async function takeNext(list: AnySearch, body: unknown, call: Call): Promise<DocumentEnvelope<object>> {
  const { criteria = [], sorting } = asObject(body);
  const asked = Array.isArray(criteria)
    ? criteria.filter((each) => !['queue', 'assignee'].includes((each as SearchCriterion | null)?.fieldName ?? ''))
    : criteria;
  const unassigned = { expressionType: 'SearchCriterion', operation: 'EQ', dataType: 'TEXT', fieldName: 'queue', values: ['UNASSIGNED'] };
  const order = Array.isArray(sorting) && sorting.length > 0 ? sorting : [{ fieldName: 'dueAt', direction: 'ASC' }];
  const q = JSON.stringify({ criteria: Array.isArray(asked) ? [...asked, unassigned] : asked, sorting: order, paging: { page: 1, size: atOnce } });
  return claimOnce(list.documents, body, call, (remember) => claimFirst(list, q, call, remember));
}

/** Claims the first case of a list that can be claimed. @throws 404 */
async function claimFirst(list: AnySearch, q: string, call: Call, remember: Remember): Promise<DocumentEnvelope<object>> {
  const tried = new Set<string>();
  for (let turn = 0; turn < turns; turn++) {
    const fresh = (await list.idsOf(q, call)).filter((id) => !tried.has(id));
    if (fresh.length === 0) break;
    for (const id of fresh) {
      tried.add(id);
      try {
        return await claimDocument(list.documents, id, undefined, call, remember);
      } catch (error) {
        // Another officer was faster, or the case has moved on, so try the next one.
        if (!(error instanceof ProblemError) || error.status >= 500) throw error;
      }
    }
  }
  throw notFound('case');
}

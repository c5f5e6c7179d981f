/** Performs one action on many documents, each in its own transaction and by the same rules as a single call. */
import { createHash } from 'node:crypto';
import { L, type ListResult, listResult, type Problem, sentence } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { asObject, knownInput, type Plain } from '../documents/action-body.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { asProblem } from '../http/problem.filter.ts';
import { type Fault, forbidden, unauthenticated, unprocessable } from '../http/problems.ts';
import { log } from '../logging.ts';

/** Maximum number of documents in one call. */
export const most = 500;
/** Number of documents that are processed at the same time. */
const atOnce = 8;

interface Item {
  id: string;
  version: number;
}

/** The result for one document, as the single call would have answered it. */
export interface BulkResult {
  id: string;
  status: number;
  errors: { code: string; field: string; message: string }[];
  /** With `CLAIMED`: the officer who has the case, and since when. */
  claim?: Problem['claim'];
  /** With `STALE_VERSION`: the latest change of the document, with its author and time. */
  current?: Problem['current'];
}

/**
 * Performs an action on every named document. If a call with an Idempotency-Key is repeated, documents that the first call did not reach are processed, and the
 * others are answered as the first time.
 * @throws 401, 403, 409 where the key came with another body, 422 where the call itself is invalid
 */
export async function performOnMany(documents: AnyDocuments, body: unknown, call: Call): Promise<ListResult<BulkResult>> {
  const { definition: d, kit } = documents;
  if (!call.actor.roles.some((role) => role.startsWith(`${d.rolePrefix}-`))) throw call.actor.sub === null ? unauthenticated() : forbidden();
  const { action, items, input: sent } = readBulk(body);
  // Every document gets a copy.
  const input = knownInput(d.workflow.actions[action], sent);
  await kit.idempotency.claimKey(call, body);
  await kit.audit.read(call, { action: 'bulk', kind: d.kind, details: { action, documents: items.length } });
  const { idempotencyKey } = call;
  const results: BulkResult[] = [];
  const each = async (index: number): Promise<void> => {
    const { id, version } = items[index] as Item;
    const key = idempotencyKey && createHash('sha256').update(`${idempotencyKey} ${index}`).digest('base64url');
    const one: Call = { ...call, idempotencyKey: key, path: `${d.path}/${id}/actions/${action}` };
    results[index] = await resultOf(id, one, () => documents.perform(id, action, { ...input, version }, one));
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < items.length) await each(next++);
    }),
  );
  return listResult(results);
}

async function resultOf(id: string, call: Call, perform: () => Promise<{ status: number }>): Promise<BulkResult> {
  try {
    return { id, status: (await perform()).status, errors: [] };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status >= 500) log().error({ err: error, requestId: call.requestId }, 'one of many documents failed');
    const { status, errors, claim, current } = problem.toProblem(call.requestId, call.language);
    return { id, status, errors, ...(claim ? { claim } : {}), ...(current ? { current } : {}) };
  }
}

/** Maximum length of a document's id and of an action's name. */
export const longestName = 2_000;

function readBulk(body: unknown): { action: string; items: Item[]; input: Plain } {
  const { action, items, body: input } = asObject(body);
  const faults: Fault[] = [];
  if (typeof action !== 'string' || action === '' || action.length > longestName)
    faults.push({ code: 'REQUIRED', field: 'action', message: L('Name the action', 'Indique a ação') });
  if (!Array.isArray(items) || items.length === 0)
    faults.push({ code: 'MIN_ITEMS', field: 'items', message: L('Name at least one document', 'Indique pelo menos um documento') });
  else if (items.length > most)
    faults.push({ code: 'MAX_ITEMS', field: 'items', message: sentence('Name at most {{most}} documents', 'Indique no máximo {{most}} documentos', { most }) });
  else
    for (const [i, item] of items.entries()) {
      const { id, version } = asObject(item);
      if (typeof id !== 'string' || id === '' || id.length > longestName)
        faults.push({ code: 'REQUIRED', field: `items[${i}].id`, message: L('Name the document', 'Indique o documento') });
      if (!Number.isSafeInteger(version) || (version as number) < 1)
        faults.push({
          code: version === undefined ? 'REQUIRED' : 'INTEGER',
          field: `items[${i}].version`,
          message: L('Send the version of the document that you have seen', 'Envie a versão do documento que viu'),
        });
    }
  if (input !== undefined && input !== null && asObject(input) !== input)
    faults.push({ code: 'OBJECT', field: 'body', message: L('The body must be an object', 'O corpo tem de ser um objeto') });
  if (faults.length) throw unprocessable(faults);
  return { action: action as string, items: items as Item[], input: asObject(input) };
}

/**
 * The model of a document: its state after each step of a trace, and the answers that a call may get. It is derived from the printed tables alone, not from
 * code that the portal runs.
 */
import type { PrintedAction } from './workflow-table.ts';

/** The maker of a call. */
export interface Caller {
  /** The signed-in user; undefined for the public. */
  username?: string;
  roles: readonly string[];
  agencies: readonly string[];
}

/** The expected state of a document after all acknowledged steps. */
export interface ExpectedDocument {
  id: string;
  status: string;
  version: number;
  agency: string;
  /** The status of each version; the first version has index 0. */
  statuses: string[];
  /** The status to which an undo leads: the status before the last step that did more than add a question or an answer. */
  previous: string | undefined;
  /** The user who did each action last. */
  doneBy: Map<string, string | undefined>;
}

/** The answers that fulfil the promise: a refusal for one of the reasons, or success with one of the statuses. */
export interface AllowedAnswers {
  refusals: number[];
  /** The possible statuses of the document after success; empty if the call must be refused. */
  statuses: string[];
  /** Whether the call may also be refused because the content or earlier events do not fit: with 422, or with 409 or 403. */
  mayNotFit: boolean;
}

/**
 * Returns the answers that a call may get. @param version the version that the caller has read @param chosen the status that the body chooses @param mayNotFit
 * whether the action needs more than the table says
 */
export function allowedAnswers(
  rule: PrintedAction,
  caller: Caller,
  document: ExpectedDocument,
  version: number,
  chosen: string | undefined,
  mayNotFit: boolean,
): AllowedAnswers {
  const isStaff = caller.roles.length > 0;
  const isOfAgency = caller.agencies.includes(document.agency);
  const hasRole = isOfAgency && rule.roles.some((role) => caller.roles.includes(role));
  // The public has registered the document, so a caller who knows its id and has no role is the applicant.
  const isApplicant = !isStaff;
  const refusals: number[] = [];
  if (!(hasRole || (isApplicant && (rule.isForOwner || rule.isForEveryone)))) refusals.push(caller.username ? 403 : 401);
  if (!rule.from.includes('any') && !rule.from.includes(document.status)) refusals.push(409);
  if (rule.notAfter.some((action) => caller.username !== undefined && document.doneBy.get(action) === caller.username)) refusals.push(403);
  if (version !== document.version) refusals.push(409);
  if (refusals.length) return { refusals, statuses: [], mayNotFit };
  return { refusals: [], statuses: statusesAfter(rule, document, chosen), mayNotFit };
}

function statusesAfter({ to }: PrintedAction, document: ExpectedDocument, chosen: string | undefined): string[] {
  if (to.includes('unchanged')) return [document.status];
  if (to.includes('previous')) return [document.previous ?? document.status];
  return chosen ? to.filter((status) => status === chosen) : [...to];
}

/** Actions that only add a question or an answer to a document. */
const words = new Set(['query', 'feedback']);

/** Records an acknowledged step in the model. */
export function recordStep(document: ExpectedDocument, rule: PrintedAction, caller: Caller, status: string): void {
  if (!words.has(rule.action)) document.previous = document.status;
  document.version++;
  document.status = status;
  document.statuses.push(status);
  document.doneBy.set(rule.action, caller.username);
}

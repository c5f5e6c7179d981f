/** What a document must be like after each step of a trace, and which answers a call may get: from the printed table, and from nothing that the portal runs. */
import type { PrintedAction } from './workflow-table.ts';

/** Who makes a call. */
export interface Caller {
  /** Nobody is signed in where it is left out. */
  username?: string;
  roles: readonly string[];
  agencies: readonly string[];
}

/** A document as all acknowledged steps have left it. */
export interface Expected {
  id: string;
  status: string;
  version: number;
  agency: string;
  /** The status of each version, the first one at 0. */
  statuses: string[];
  /** The status before the last step that changed more than the words with the applicant: an undo leads to it. */
  previous: string | undefined;
  /** Who did an action last. */
  doneBy: Map<string, string | undefined>;
}

/** The answers that keep the promise: a refusal for each reason that there is, or success and the status after it. */
export interface Promised {
  refusals: number[];
  /** Statuses of the document after success; empty where it must be refused. */
  statuses: string[];
  /** The content, or what happened before, may not fit all the same: refused with 422, or with 409 and 403 as not possible now. */
  mayNotFit: boolean;
}

/** @param version that the caller has read @param chosen the status that the body chooses @param mayNotFit whether the action needs more than the table prints */
export function promised(rule: PrintedAction, caller: Caller, document: Expected, version: number, chosen: string | undefined, mayNotFit: boolean): Promised {
  const isStaff = caller.roles.length > 0;
  const isOfAgency = caller.agencies.includes(document.agency);
  const hasRole = isOfAgency && rule.roles.some((role) => caller.roles.includes(role));
  // The public has registered the document: who has its id and no role is its applicant.
  const isApplicant = !isStaff;
  const refusals: number[] = [];
  if (!(hasRole || (isApplicant && (rule.isForOwner || rule.isForEveryone)))) refusals.push(caller.username ? 403 : 401);
  if (!rule.from.includes('any') && !rule.from.includes(document.status)) refusals.push(409);
  if (rule.notAfter.some((action) => caller.username !== undefined && document.doneBy.get(action) === caller.username)) refusals.push(403);
  if (version !== document.version) refusals.push(409);
  if (refusals.length) return { refusals, statuses: [], mayNotFit };
  return { refusals: [], statuses: statusesAfter(rule, document, chosen), mayNotFit };
}

function statusesAfter({ to }: PrintedAction, document: Expected, chosen: string | undefined): string[] {
  if (to.includes('unchanged')) return [document.status];
  if (to.includes('previous')) return [document.previous ?? document.status];
  return chosen ? to.filter((status) => status === chosen) : [...to];
}

/** Actions that add a question or an answer to a document, and nothing else. */
const words = new Set(['query', 'feedback']);

/** Notes a step that was acknowledged. */
export function changed(document: Expected, rule: PrintedAction, caller: Caller, status: string): void {
  if (!words.has(rule.action)) document.previous = document.status;
  document.version++;
  document.status = status;
  document.statuses.push(status);
  document.doneBy.set(rule.action, caller.username);
}

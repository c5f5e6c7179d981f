/** History and timeline of a document (contract section 11). */
import type { HistoryEntry, HistoryRequest, HistoryResponse } from '@portal/contract-kit';
import { dateTime } from '../clock.ts';
import type { DocumentActionRow } from '../database/kit.entities.ts';
import type { Workflow } from './workflow.ts';

const minutesBetween = (from: Date, to: Date): number => Math.max(0, Math.round((to.getTime() - from.getTime()) / 60_000));

/** The four flags; anything but `true` is false. */
export function historyRequest(body: unknown): HistoryRequest {
  const b = (body ?? {}) as Record<string, unknown>;
  return { isTimeline: b.isTimeline === true, isAscending: b.isAscending === true, fillMissingTimelineStatuses: b.fillMissingTimelineStatuses === true, useDynamicPaths: b.useDynamicPaths === true };
}

/** The steps still to come from a status: the rest of the main path, or, where the document has left it, the shortest way back to it. */
function stepsAhead<S extends string, M>(workflow: Workflow<S, M>, status: string, dynamic: boolean, done: ReadonlySet<string>): { action: string; status: string }[] {
  // Several steps may end in one status: the last of them that was done is where the document stands.
  const reached = workflow.mainPath.findLastIndex((s) => s.status === status && done.has(s.action));
  const at = reached >= 0 ? reached : workflow.mainPath.findLastIndex((s) => s.status === status);
  if (!dynamic) return workflow.mainPath.filter((s, i) => (at >= 0 ? i > at : !done.has(s.action)));
  if (at >= 0) return workflow.mainPath.slice(at + 1);
  const queue: { status: string; way: { action: string; status: string }[] }[] = [{ status, way: [] }];
  const seen = new Set([status]);
  while (queue.length) {
    const { status: from, way } = queue.shift() as (typeof queue)[number];
    const joined = workflow.mainPath.findLastIndex((s) => s.status === from);
    if (way.length && joined >= 0) return [...way, ...workflow.mainPath.slice(joined + 1)];
    for (const [action, rule] of Object.entries(workflow.actions)) {
      if (typeof rule.to !== 'string' || rule.to === 'unchanged' || rule.from === '*' || !rule.from.includes(from as S) || seen.has(rule.to)) continue;
      seen.add(rule.to);
      queue.push({ status: rule.to, way: [...way, { action, status: rule.to }] });
    }
  }
  return [];
}

/**
 * Builds the answer.
 * @param rows the document's actions, oldest first
 */
export function historyOf<S extends string, M>(workflow: Workflow<S, M>, documentStatus: string, rows: readonly DocumentActionRow[], request: HistoryRequest, now: Date): HistoryResponse {
  const order = request.isAscending ? 'ASC' : 'DES';
  const estimate = (action: string): number => workflow.actions[action]?.estimatedMinutes ?? 0;
  const done = rows.map((row, i): HistoryEntry => ({
    documentActionId: row.id,
    documentAction: row.label,
    documentStatus: request.isTimeline ? 'COMPLETED' : row.documentStatus,
    documentUpdatedAt: dateTime(row.at),
    documentUserName: row.userName,
    documentVersion: row.version,
    estimatedTimeMinutes: estimate(row.action),
    actualTimeMinutes: i === 0 ? 0 : minutesBetween((rows[i - 1] as DocumentActionRow).at, row.at),
    ...(row.details ? { details: row.details } : {}),
  }));
  if (!request.isTimeline) return { order, type: 'HISTORY', documentActions: done };
  const names = new Set(rows.map((r) => r.action));
  const onPath = done.filter((_, i) => workflow.mainPath.some((s) => s.action === rows[i]?.action) || request.useDynamicPaths);
  const last = rows.at(-1);
  const ahead = stepsAhead(workflow, documentStatus, request.useDynamicPaths, names).map((step, i): HistoryEntry => ({
    documentActionId: '',
    documentAction: workflow.actions[step.action]?.label ?? step.action,
    documentStatus: i === 0 ? 'PROCESSING' : 'PENDING',
    documentUpdatedAt: null,
    documentUserName: null,
    documentVersion: null,
    estimatedTimeMinutes: estimate(step.action),
    actualTimeMinutes: i === 0 && last ? minutesBetween(last.at, now) : -1,
  }));
  const next = request.fillMissingTimelineStatuses ? ahead : ahead.slice(0, 1);
  return { order, type: 'TIMELINE', documentActions: [...onPath, ...next] };
}

/** Builds the history and the timeline of a document (contract section 11). */
import type { HistoryEntry, HistoryRequest, HistoryResponse, Language } from '@portal/contract-kit';
import { dateTime } from '../clock.ts';
import type { DocumentActionRow } from '../database/kit.entities.ts';
import { localise } from '../http/problems.ts';
import type { Workflow } from './workflow.ts';
import { standingActions } from './workflow-evaluator.ts';

const minutesBetween = (from: Date, to: Date): number => Math.max(0, Math.round((to.getTime() - from.getTime()) / 60_000));

/** Reads the four flags of a request; any value except `true` counts as false. */
export function historyRequest(body: unknown): HistoryRequest {
  const b = (body ?? {}) as Record<string, unknown>;
  return {
    isTimeline: b.isTimeline === true,
    isAscending: b.isAscending === true,
    fillMissingTimelineStatuses: b.fillMissingTimelineStatuses === true,
    useDynamicPaths: b.useDynamicPaths === true,
  };
}

type Step<S extends string> = Workflow<S, never>['mainPath'][number];

/** Returns the position of a document on the main path; -1 if it is not on it. If several steps end in the same status, the last step that was done counts. */
function placeOf<S extends string, M>({ mainPath }: Workflow<S, M>, status: string, done: ReadonlySet<string>): number {
  const reached = mainPath.findLastIndex((s) => s.status === status && done.has(s.action));
  return reached >= 0 ? reached : mainPath.findLastIndex((s) => s.status === status);
}

/**
 * Returns the steps that still follow a status: the rest of the main path. If the document has left the main path, these are the shortest way back to it and
 * the steps from there. Returns none if no action leads on.
 */
function stepsAhead<S extends string, M>(workflow: Workflow<S, M>, status: string, done: ReadonlySet<string>): Step<S>[] {
  const { mainPath, actions } = workflow;
  const queue: { status: string; way: Step<S>[] }[] = [{ status, way: [] }];
  const seen = new Set([status]);
  while (queue.length) {
    const { status: from, way } = queue.shift() as (typeof queue)[number];
    const place = placeOf(workflow, from, done);
    if (place >= 0) return [...way, ...mainPath.slice(place + 1)];
    const joined = mainPath.findIndex(({ action }) => (actions[action]?.from as readonly string[] | undefined)?.includes(from));
    if (joined >= 0) return [...way, ...mainPath.slice(joined)];
    for (const [action, rule] of Object.entries(actions)) {
      if (
        typeof rule.to !== 'string' ||
        rule.to === 'unchanged' ||
        rule.to === 'previous' ||
        rule.from === '*' ||
        !rule.from.includes(from as S) ||
        seen.has(rule.to)
      )
        continue;
      seen.add(rule.to);
      queue.push({ status: rule.to, way: [...way, { action, status: rule.to }] });
    }
  }
  return [];
}

/** Returns the next step of a document; undefined where no action leads on, or none is due. */
export const nextStepOf = <S extends string, M>(
  workflow: Workflow<S, M>,
  status: string,
  done: ReadonlySet<string>,
): { action: string; status: S } | undefined => (workflow.resting?.includes(status as S) ? undefined : stepsAhead(workflow, status, done)[0]);

/**
 * Returns the action that completed a step: the last action with the name of the step, if possible one that ended in its status, or else the first other action
 * that led to the status. An action that leaves the status as it is leads to it only as the first of the document, like the renewal that made it.
 *
 * Returns undefined if no action completed the step: a fee of zero is not paid, and a referral at the gate skips the arrival. The action that skipped the step
 * belongs to another step of the path.
 */
function rowOf<S extends string, M>(
  { mainPath, actions }: Workflow<S, M>,
  rows: readonly DocumentActionRow[],
  standing: readonly DocumentActionRow[],
  { action, status }: Step<S>,
): DocumentActionRow | undefined {
  return (
    standing.findLast((r) => r.action === action && r.documentStatus === status) ??
    standing.findLast((r) => r.action === action) ??
    standing.find(
      (r) => r.documentStatus === status && (actions[r.action]?.to !== 'unchanged' || r === rows[0]) && !mainPath.some((step) => step.action === r.action),
    )
  );
}

/**
 * Builds the response.
 * @param rows the document's actions, oldest first
 */
export function historyOf<S extends string, M>(
  workflow: Workflow<S, M>,
  documentStatus: string,
  rows: readonly DocumentActionRow[],
  request: HistoryRequest,
  now: Date,
  language: Language = 'en',
): HistoryResponse {
  const labelOf = (action: string, otherwise = action): string => {
    const rule = workflow.actions[action];
    return rule ? localise(rule.label, language) : otherwise;
  };
  const order = request.isAscending ? 'ASC' : 'DES';
  const estimate = (action: string): number => workflow.actions[action]?.estimatedMinutes ?? 0;
  const done = rows.map(
    (row, i): HistoryEntry => ({
      documentActionId: row.id,
      documentAction: labelOf(row.action, row.label),
      documentStatus: request.isTimeline ? 'COMPLETED' : row.documentStatus,
      documentUpdatedAt: dateTime(row.at),
      documentUserName: row.userName,
      documentVersion: row.version,
      estimatedTimeMinutes: estimate(row.action),
      actualTimeMinutes: i === 0 ? 0 : minutesBetween((rows[i - 1] as DocumentActionRow).at, row.at),
      ...(row.details ? { details: row.details } : {}),
    }),
  );
  if (!request.isTimeline) return { order, type: 'HISTORY', documentActions: done };
  const toCome = (step: Step<S>, status: 'PROCESSING' | 'PENDING'): HistoryEntry => ({
    documentActionId: '',
    documentAction: labelOf(step.action),
    documentStatus: status,
    documentUpdatedAt: null,
    documentUserName: null,
    documentVersion: null,
    estimatedTimeMinutes: estimate(step.action),
    actualTimeMinutes: status === 'PROCESSING' ? minutesBetween(rows.at(-1)?.at ?? now, now) : -1,
  });
  const { mainPath } = workflow;
  const standing = standingActions(workflow, rows, (words, { documentStatus }) => ({ ...words, documentStatus }));
  const way = stepsAhead(workflow, documentStatus, new Set(standing.map((r) => r.action)));
  const isReached = ({ status }: Step<S>): boolean => standing.some((row) => row.documentStatus === status);
  // A step that leads onto the main path stands for the first step there: the submission of a draft for the registration.
  const onPath = (step: Step<S>): Step<S> | undefined =>
    mainPath.includes(step) ? step : mainPath.find((other) => other.status === step.status && !isReached(other));
  const open = request.useDynamicPaths ? way : way.flatMap((step) => onPath(step) ?? []);
  // A document that ended off the main path has completed the steps it took. The other steps will not follow, so none of them is in progress.
  const ended = way.length === 0 && placeOf(workflow, documentStatus, new Set()) < 0;
  const closed = mainPath.filter((step) => !open.includes(step));
  // A step before these was completed or skipped. A step that was skipped is not shown, because nobody has done it.
  const reached = open.length ? closed.length : closed.findLastIndex(isReached) + 1;
  const passed = closed.slice(0, reached).flatMap((step) => {
    const row = rowOf(workflow, rows, standing, step);
    return row ? (done[rows.indexOf(row)] as HistoryEntry) : [];
  });
  const missed = ended && !request.useDynamicPaths ? closed.slice(reached) : [];
  const ahead = [...open.map((step, i) => toCome(step, i === 0 ? 'PROCESSING' : 'PENDING')), ...missed.map((step) => toCome(step, 'PENDING'))];
  return {
    order,
    type: 'TIMELINE',
    documentActions: [
      ...(request.useDynamicPaths ? done : passed),
      ...(request.fillMissingTimelineStatuses ? ahead : ahead.filter((e) => e.documentStatus === 'PROCESSING')),
    ],
  };
}

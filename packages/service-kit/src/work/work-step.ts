/** The queue columns of a document: since when it waits for its next step, and when that step is due. They are computed from the document alone. */
import type { DocumentActionEntry } from '@portal/contract-kit';
import { dateTime } from '../clock.ts';
import type { AnyDefinition } from '../documents/document-definition.ts';
import { nextStepOf } from '../documents/document-history.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import type { ActionRule, Workflow } from '../documents/workflow.ts';
import { standingActions } from '../documents/workflow-evaluator.ts';
import type { DocumentClaimRow } from './work.entities.ts';
import type { OfficeHours } from './work-calendar.ts';

type Model = { documentStatus: string; actions: readonly DocumentActionEntry[]; serialReference?: unknown };

/** The queue columns. Only a kind whose workflow has `secondOfficer` has `heldStep`: the decision of a second officer that the document waits for. */
type WorkColumns = Pick<DocumentRow, 'stepSince' | 'dueAt'> & { heldStep?: string | null };

/** Returns the next step of a document by its workflow, on the document's own path; undefined where no step follows. */
export function nextStepFor(definition: AnyDefinition, model: Model, status = model.documentStatus, actions = model.actions) {
  const workflow = definition.workflow as Workflow<string, unknown>;
  const mainPath = workflow.pathOf?.(model) ?? workflow.mainPath;
  return nextStepOf({ ...workflow, mainPath }, status, new Set(actions.flatMap(({ action }) => action ?? [])));
}

/** Returns the action by which a second officer decides on a change that waits; undefined where no change waits. */
function heldStepOf(definition: AnyDefinition, model: Model): string | undefined {
  const { secondOfficer, actions } = definition.workflow as Workflow<string, unknown>;
  return secondOfficer?.find((action) => actions[action]?.from.includes(model.documentStatus) && actions[action].available?.(model));
}

/** Returns the action that a document waits for: the decision of a second officer, or else the next step of its path. */
export const currentStepOf = (definition: AnyDefinition, model: Model): string | undefined =>
  heldStepOf(definition, model) ?? nextStepFor(definition, model)?.action;

const timeOf = ({ dateTime: at }: DocumentActionEntry): Date => new Date(`${at}Z`);

/** Returns the time since when a change waits for a second officer: that of the action which this officer must not have done. */
function askedAt({ actions }: Model, { differentFrom }: ActionRule<string, unknown>): Date | null {
  const asked = actions.findLast(({ action }) => differentFrom?.includes(action ?? ''));
  return asked ? timeOf(asked) : null;
}

/**
 * Returns the time since when the document waits for the next step of its path. It is the first of the last actions that led to the step, or the last message to or from
 * the applicant after it. An undo leads back into a step that began earlier.
 */
function sinceOf(definition: AnyDefinition, model: Model, action: string): Date | null {
  const { documentStatus } = model;
  const actions = standingActions(definition.workflow, model.actions, (words, { status }) => ({ ...words, status }));
  let since = actions.length;
  while (
    since > 0 &&
    actions[since - 1]?.status === documentStatus &&
    nextStepFor(definition, model, documentStatus, actions.slice(0, since))?.action === action
  ) {
    since--;
    // A question stops the clock of the office, and an answer starts it again.
    if (definition.workflow.actions[actions[since]?.action ?? '']?.thread) break;
  }
  const first = actions[Math.min(since, actions.length - 1)];
  return first ? timeOf(first) : null;
}

/** Returns the queue columns. A document that waits for its applicant has `stepSince`, but no due date for the office. */
export function workColumns(definition: AnyDefinition, model: Model, hours: OfficeHours): WorkColumns {
  const { actions, secondOfficer } = definition.workflow;
  const held = model.serialReference ? heldStepOf(definition, model) : undefined;
  const heldStep = secondOfficer ? { heldStep: held ?? null } : {};
  const step = model.serialReference ? currentStepOf(definition, model) : undefined;
  const rule = actions[step ?? ''];
  const stepSince = !step || !rule ? null : held ? askedAt(model, rule) : sinceOf(definition, model, step);
  if (!step || !rule || !stepSince) return { stepSince: null, dueAt: null, ...heldStep };
  const waits = (held ? undefined : definition.nextStep?.(model as never)?.waitsForApplicant) ?? rule.who.owner === true;
  if (waits || !rule.estimatedMinutes) return { stepSince, dueAt: null, ...heldStep };
  const day = definition.notBefore?.(model as never, step);
  const from = day ? new Date(Math.max(stepSince.getTime(), hours.startOf(day).getTime())) : stepSince;
  return { stepSince, dueAt: hours.after(from, rule.estimatedMinutes), ...heldStep };
}

/** Returns whether a document has left its step: it has another status, or waits for something new. */
export const hasLeftStep = (before: DocumentRow & Partial<WorkColumns>, after: DocumentRow & Partial<WorkColumns>): boolean =>
  before.documentStatus !== after.documentStatus ||
  before.stepSince?.getTime() !== after.stepSince?.getTime() ||
  (before.heldStep ?? null) !== (after.heldStep ?? null);

/** Returns what officials see of the work on a document, in lists and on the document itself. */
export const workFields = ({ stepSince, dueAt }: DocumentRow, claim: DocumentClaimRow | null | undefined) => ({
  stepSince: stepSince ? dateTime(stepSince) : null,
  dueAt: dueAt ? dateTime(dueAt) : null,
  assignee: claim ? { name: claim.name } : null,
});

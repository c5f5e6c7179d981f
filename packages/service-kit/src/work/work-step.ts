/** The queue columns of a document: since when it waits for its next step, and when that step is due. They are computed from the document alone. */
import type { DocumentActionEntry } from '@portal/contract-kit';
import { dateTime } from '../clock.ts';
import type { AnyDefinition } from '../documents/document-definition.ts';
import { nextStepOf } from '../documents/document-history.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import type { Workflow } from '../documents/workflow.ts';
import type { DocumentClaimRow } from './work.entities.ts';
import type { OfficeHours } from './work-calendar.ts';

type Model = { documentStatus: string; actions: readonly DocumentActionEntry[]; serialReference?: unknown };

/** Returns the next step of a document by its workflow, on the document's own path; undefined where no step follows. */
export function nextStepFor(definition: AnyDefinition, model: Model, status = model.documentStatus, actions = model.actions) {
  const workflow = definition.workflow as Workflow<string, unknown>;
  const mainPath = workflow.pathOf?.(model) ?? workflow.mainPath;
  return nextStepOf({ ...workflow, mainPath }, status, new Set(actions.flatMap(({ action }) => action ?? [])));
}

/**
 * Returns the time since when the document waits for its current step. It is the first of the last actions that led to the step, or the last message to or from
 * the applicant after it.
 */
function sinceOf(definition: AnyDefinition, model: Model, action: string): Date | null {
  const { actions, documentStatus } = model;
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
  return first ? new Date(`${first.dateTime}Z`) : null;
}

/** Returns the two queue columns. A document that waits for its applicant has `stepSince`, but no due date for the office. */
export function workColumns(definition: AnyDefinition, model: Model, hours: OfficeHours): Pick<DocumentRow, 'stepSince' | 'dueAt'> {
  const step = model.serialReference ? nextStepFor(definition, model) : undefined;
  const rule = step && definition.workflow.actions[step.action];
  const stepSince = step && rule ? sinceOf(definition, model, step.action) : null;
  if (!step || !rule || !stepSince) return { stepSince: null, dueAt: null };
  const waits = definition.nextStep?.(model as never)?.waitsForApplicant ?? rule.who.owner === true;
  if (waits || !rule.estimatedMinutes) return { stepSince, dueAt: null };
  const day = definition.notBefore?.(model as never, step.action);
  const from = day ? new Date(Math.max(stepSince.getTime(), hours.startOf(day).getTime())) : stepSince;
  return { stepSince, dueAt: hours.after(from, rule.estimatedMinutes) };
}

/** Returns whether a document has left its step: it has another status, or waits for something new. */
export const hasLeftStep = (before: DocumentRow, after: DocumentRow): boolean =>
  before.documentStatus !== after.documentStatus || before.stepSince?.getTime() !== after.stepSince?.getTime();

/** Returns what officials see of the work on a document, in lists and on the document itself. */
export const workFields = ({ stepSince, dueAt }: DocumentRow, claim: DocumentClaimRow | null | undefined) => ({
  stepSince: stepSince ? dateTime(stepSince) : null,
  dueAt: dueAt ? dateTime(dueAt) : null,
  assignee: claim ? { name: claim.name } : null,
});

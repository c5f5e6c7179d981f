/** Decides which actions of a workflow table a caller may do. The same rules decide which actions are offered and which are accepted. */
import { createHash } from 'node:crypto';
import {
  type ActionKind,
  type Bilingual,
  type BlockedAction,
  type DocumentActionEntry,
  dayOf,
  L,
  type Language,
  type OfferedAction,
  sentence,
} from '@portal/contract-kit';
import type { Access } from '../access/access.ts';
import { type Actor, hasRole, isStaff } from '../auth/actor.ts';
import { conflict, forbidden, localise, type ProblemError, unauthenticated } from '../http/problems.ts';
import { type ActionRule, NEW, type Workflow, type WorkflowPlace } from './workflow.ts';

/** Number of minutes during which a decision can be undone. */
export const undoMinutes = 10;

/** The state of a document at the time of a call. */
export interface DocumentState<Model> {
  /** The id by which the caller named the document: its own id, or a key for it. */
  id: string;
  documentStatus: string;
  model: Model;
  access: Access;
  now: Date;
}

/** The fields of a model that the evaluator reads. */
interface Evaluated {
  id: string;
  actions?: readonly DocumentActionEntry[];
  doneBy?: Readonly<Record<string, string>>;
}

/** Returns a digest that identifies who did an action. It serves only for comparison and does not reveal the person. */
export const doerDigest = (documentId: string, sub: string): string => createHash('sha256').update(`${documentId} ${sub}`).digest('base64url').slice(0, 24);

/** Returns the roles that allow an action. Any one of them is enough. */
export const rolesOf = (rule: { who: { role?: true | string | readonly string[] } }, action: string, prefix: string): readonly string[] =>
  rule.who.role === undefined ? [] : rule.who.role === true ? [`${prefix}-${action}`] : typeof rule.who.role === 'string' ? [rule.who.role] : rule.who.role;

/** Whether the caller has a role that allows any action of the workflow, in whatever status. */
export const holdsAnyRole = <S extends string, M>(workflow: Workflow<S, M>, { rolePrefix }: Pick<WorkflowPlace, 'rolePrefix'>, actor: Actor): boolean =>
  Object.entries<ActionRule<S, M>>(workflow.actions).some(
    ([name, rule]) => (rule.kind ?? 'submit') !== 'navigate' && rule.kind !== 'download' && hasRole(actor, ...rolesOf(rule, name, rolePrefix)),
  );

/** Whether this caller may do the action at all, according to role, agency and relation to the document. */
function isCallerAllowed<M>(rule: ActionRule<string, M>, action: string, prefix: string, state: DocumentState<M> | null, actor: Actor): boolean {
  const { who } = rule;
  const hasTheRole = actor.roles.length > 0 && hasRole(actor, ...rolesOf(rule, action, prefix));
  if (state === null) return who.public !== undefined || hasTheRole || (who.owner === true && actor.sub !== null && !isStaff(actor));
  const { access } = state;
  if (who.public === true && (who.finder ? access.any : access.relations.some((r) => r !== 'finder'))) return true;
  if (hasTheRole && (access.acts('roles') || access.acts('portal'))) return true;
  return who.owner === true && access.acts('applicant');
}

/** Whether an action only adds words to the thread, without changing the content or the status of the document. */
const addsOnlyWords = (rule: ActionRule<string, never> | undefined): boolean =>
  rule?.thread !== undefined && rule.to === 'unchanged' && !rule.input && !rule.change;

/** Returns the last action on a document that changed more than its thread. This is the action that can be undone. */
export const lastStep = <Done extends Pick<DocumentActionEntry, 'action'> = DocumentActionEntry>(
  workflow: Workflow<string, never>,
  actions: readonly Done[] = [],
): Done | undefined => actions.findLast(({ action }) => !addsOnlyWords(workflow.actions[action ?? '']));

/**
 * Returns the actions that stand: without the steps that were undone, and without the undos.
 * @param actions oldest first
 * @param moved returns the words that were written in the thread between a step and its undo, in the status to which the undo led back
 */
export function standingActions<S extends string, M, Done extends Pick<DocumentActionEntry, 'action'>>(
  workflow: Workflow<S, M>,
  actions: readonly Done[],
  moved: (words: Done, undo: Done) => Done,
): Done[] {
  const remaining: Done[] = [];
  for (const one of actions) {
    const undone = workflow.actions[one.action ?? '']?.undoes ? lastStep(workflow as never, remaining) : undefined;
    if (undone) {
      const [, ...words] = remaining.splice(remaining.indexOf(undone));
      remaining.push(...words.map((said) => moved(said, one)));
    } else remaining.push(one);
  }
  return remaining;
}

/** Whether the last step of a document can still be undone by this rule. */
function isUndoable<S extends string, M>(workflow: Workflow<S, M>, rule: ActionRule<S, M>, { model, now }: DocumentState<M>): boolean {
  const last = lastStep(workflow as never, (model as Evaluated).actions);
  const undoes = rule.undoes as readonly string[];
  return last?.action !== undefined && undoes.includes(last.action) && now.getTime() - Date.parse(`${last.dateTime}Z`) <= undoMinutes * 60_000;
}

/** Whether the action is possible in the present status of the document. */
const isStatusAllowed = <M>({ from }: ActionRule<string, M>, state: DocumentState<M> | null): boolean =>
  from === '*' ? state !== null : from.includes(state?.documentStatus ?? NEW);

/** Whether the action is possible in the present state of the document. */
function isPossible<S extends string, M>(workflow: Workflow<S, M>, rule: ActionRule<S, M>, state: DocumentState<M> | null): boolean {
  return isStatusAllowed(rule, state) && (!state || ((!rule.available || rule.available(state.model)) && (!rule.undoes || isUndoable(workflow, rule, state))));
}

/** Returns why an action is not possible in the present state of the document: the status does not allow it, or something else. */
function whyNotPossible<M>({ statusLabels = {} }: WorkflowPlace, rule: ActionRule<string, M>, state: DocumentState<M> | null): Bilingual {
  const { label } = rule;
  if (isStatusAllowed(rule, state))
    return rule.undoes
      ? L('This can no longer be undone', 'Isto já não pode ser anulado')
      : sentence('"{{label}}" is not possible now', '"{{label}}" não é possível agora', { label });
  const status = state ? (statusLabels[state.documentStatus] ?? state.documentStatus) : L('not registered', 'por registar');
  return sentence(
    '"{{label}}" is not possible while the status of the document is "{{status}}"',
    '"{{label}}" não é possível enquanto o estado do documento for "{{status}}"',
    { label, status },
  );
}

/** Whether the caller was the last to do this action on the document. */
function hasDone(model: Evaluated, action: string, actor: Actor): boolean {
  return actor.sub !== null && model.doneBy?.[action] === doerDigest(model.id, actor.sub);
}

/** Returns the action in `differentFrom` that the caller was the last to do, if any. Another officer must then do the present action. */
function ownAction<M>(rule: ActionRule<string, M>, state: DocumentState<M>, actor: Actor): string | undefined {
  return rule.differentFrom?.find((action) => hasDone(state.model as Evaluated, action, actor));
}

const fourEyes = (workflow: Workflow<string, never>, own: string): Bilingual => {
  const label = workflow.actions[own]?.label ?? L(own, own);
  return sentence('"{{label}}" was done by you: another officer must do this.', '"{{label}}" foi feito por si: outro funcionário tem de o fazer.', { label });
};

/** Whether the caller may undo: the officer who did the last step, or a supervisor. */
function mayUndo<S extends string, M>(workflow: Workflow<S, M>, prefix: string, state: DocumentState<M>, actor: Actor): boolean {
  const model = state.model as Evaluated;
  return hasRole(actor, `${prefix}-supervise`) || hasDone(model, lastStep(workflow as never, model.actions)?.action ?? '', actor);
}

/** Whether the caller who does an action may undo it afterwards. */
function canBeUndone<S extends string, M>({ actions }: Workflow<S, M>, prefix: string, action: string, state: DocumentState<M> | null, actor: Actor): boolean {
  return state !== null && Object.entries(actions).some(([undo, rule]) => rule.undoes?.includes(action) && isCallerAllowed(rule, undo, prefix, state, actor));
}

/**
 * Returns why the action is refused now, or null when it is allowed.
 * @param state null before registration
 */
export function refusalOf<S extends string, M>(
  workflow: Workflow<S, M>,
  place: WorkflowPlace,
  action: string,
  state: DocumentState<M> | null,
  actor: Actor,
): ProblemError | null {
  const rule = Object.hasOwn(workflow.actions, action) ? (workflow.actions[action] as ActionRule<S, M>) : undefined;
  if (state && !state.access.any) return actor.sub === null ? unauthenticated() : forbidden();
  if (!rule) return conflict('ACTION_NOT_ALLOWED', sentence('There is no action {{action}}', 'Não existe a ação {{action}}', { action }));
  if (!isCallerAllowed(rule, action, place.rolePrefix, state, actor)) return actor.sub === null ? unauthenticated() : forbidden();
  if (!isPossible(workflow, rule, state)) return conflict('ACTION_NOT_ALLOWED', whyNotPossible(place, rule, state));
  if (!state) return null;
  if (rule.undoes && !mayUndo(workflow, place.rolePrefix, state, actor)) return forbidden();
  const own = ownAction(rule, state, actor);
  if (own) return forbidden(fourEyes(workflow as never, own), 'FOUR_EYES');
  return rule.refuse?.(state.model, actor) ?? null;
}

/** Returns the address of an action, of a download, or of the document that a navigation shows. */
function defaultUrl({ path, registerAction = 'register' }: WorkflowPlace, name: string, kind: ActionKind | undefined, registered: boolean): string {
  if (kind === 'download') return `${path}/{id}/${name}`;
  if (kind === 'navigate') return `${path}/{id}/document`;
  return registered ? `${path}/{id}/actions/${name}` : name === registerAction ? `${path}/` : `${path}/actions/${name}`;
}

/** Returns whether the action needs a comment in the present state of the document, or which of its decisions need one. */
function commentsOf<M>(rule: ActionRule<string, M>, state: DocumentState<M> | null): Pick<OfferedAction, 'commentRequired' | 'commentRequiredFor'> {
  const { comment, decisions = [] } = rule;
  if (typeof comment !== 'function' || !state) return { commentRequired: comment === true || rule.undoes !== undefined };
  const today = dayOf(state.now);
  if (decisions.length === 0) return { commentRequired: comment(state.model, {}, today) };
  const needing = decisions.filter((decision) => comment(state.model, { decision }, today));
  return { commentRequired: needing.length === decisions.length, ...(needing.length > 0 ? { commentRequiredFor: needing } : {}) };
}

/** Returns the actions that this actor may do now, in the reader's language. */
export function offeredActions<S extends string, M>(
  workflow: Workflow<S, M>,
  place: WorkflowPlace,
  state: DocumentState<M> | null,
  actor: Actor,
  language: Language = 'en',
): OfferedAction[] {
  return Object.entries(workflow.actions).flatMap(([name, rule]) => {
    // These are the same checks as in `refusalOf`, without creating the error.
    if (!isCallerAllowed(rule, name, place.rolePrefix, state, actor) || !isPossible(workflow, rule, state)) return [];
    if (state && ((rule.undoes && !mayUndo(workflow, place.rolePrefix, state, actor)) || ownAction(rule, state, actor) || rule.refuse?.(state.model, actor)))
      return [];
    const url = rule.url ?? defaultUrl(place, name, rule.kind, state !== null);
    return [
      {
        name,
        label: localise(rule.label, language),
        method: rule.method ?? (rule.kind === 'download' || rule.kind === 'navigate' ? ('GET' as const) : ('POST' as const)),
        url: url.replace('{id}', state?.id ?? ''),
        modes: [...rule.modes],
        // An action that only adds words to the thread is not a step: screens lead to the thread, where the words are written.
        kind: rule.kind ?? (rule.thread && rule.to === 'unchanged' ? 'navigate' : 'submit'),
        hideOnSubmit: rule.hideOnSubmit ?? false,
        ...commentsOf(rule, state),
        ...(rule.toApplicant ? { toApplicant: true } : {}),
        ...(rule.thread && rule.kind === undefined ? { thread: rule.thread } : {}),
        ...(canBeUndone(workflow, place.rolePrefix, name, state, actor) ? { canBeUndone: true as const } : {}),
      },
    ];
  });
}

/** Returns the actions that this actor's role allows but that another officer must do. */
export function blockedActions<S extends string, M>(
  workflow: Workflow<S, M>,
  place: WorkflowPlace,
  state: DocumentState<M>,
  actor: Actor,
  language: Language = 'en',
): BlockedAction[] {
  return Object.entries(workflow.actions).flatMap(([name, rule]) => {
    if (!rule.differentFrom || !isCallerAllowed(rule, name, place.rolePrefix, state, actor) || !isPossible(workflow, rule, state)) return [];
    const own = ownAction(rule, state, actor);
    if (!own) return [];
    const message = localise(fourEyes(workflow as never, own), language);
    return [{ name, label: localise(rule.label, language), modes: [...rule.modes], code: 'FOUR_EYES' as const, message }];
  });
}

import type { FieldError, OfferedAction } from '@portal/contract-kit';

/** Actions that end or stop something: they are confirmed and look like it. */
const ending = new Set(['rejection', 'termination', 'suspension', 'withdrawal', 'deletion']);

/** @param name of an action, or of the way to its page: `open-…` */
export const isEndingName = (name: string): boolean => ending.has(name.replace(/^open-/, ''));
export const isEnding = (action: OfferedAction): boolean => action.kind === 'delete' || isEndingName(action.name);

/** Actions beside the way of a document: they keep it in its step, or take it back. */
const aside = new Set(['store', 'query', 'update', 'amendment', 'adjustment', 'modification', 'transfer-ownership', 'lane', 'undo']);

/** First what takes the document on, last what ends it. */
const rank = (action: OfferedAction): number => (isEnding(action) ? 2 : aside.has(action.name) ? 1 : 0);

/** The action that takes the document on; `open-…` leads to the page of one. */
export const leading = (actions: readonly OfferedAction[]): OfferedAction | undefined =>
  actions.find(
    (action) => rank({ ...action, name: action.name.replace(/^open-/, '') }) === 0 && (action.kind !== 'navigate' || action.name.startsWith('open-')),
  );

/** Actions and the ways to their pages as they are shown: first the one that leads, last those that end the document. */
export const inOrder = (actions: readonly OfferedAction[], lead: OfferedAction | undefined): OfferedAction[] => {
  const place = (action: OfferedAction): number => (action === lead ? 0 : isEndingName(action.name) || isEnding(action) ? 2 : 1);
  return [...actions].sort((one, two) => place(one) - place(two));
};

/** Whether the server asks for a comment with an action. @param choice what is chosen for its decision */
export const needsComment = ({ commentRequired, commentRequiredFor }: OfferedAction, choice?: string): boolean =>
  commentRequired || (choice !== undefined && (commentRequiredFor ?? []).includes(choice));

/** Changes of what somebody has declared or applied for. */
const changes = new Set(['amendment', 'adjustment', 'modification', 'transfer-ownership']);

export const isChange = ({ name }: OfferedAction): boolean => changes.has(name);

/** The action as an officer's screen offers it: a change needs a reason there, also where the call can do without. */
export const withReason = (action: OfferedAction): OfferedAction => (isChange(action) ? { ...action, commentRequired: true } : action);

/** A document is submitted once it has a status other than that of a draft. */
export const isSubmitted = (status: unknown): boolean => typeof status === 'string' && status !== '' && status !== 'STORED';

/**
 * The actions to show in a mode: those of the mode or of all modes; once the document is submitted, not those that are for drafts alone.
 * What takes the document on comes first, what ends it last.
 */
export const shownActions = (actions: readonly OfferedAction[], mode: string, submitted: boolean): OfferedAction[] =>
  actions
    .filter((action) => (action.modes.includes(mode) || action.modes.includes('*')) && !(submitted && (action.hideOnSubmit || action.kind === 'delete')))
    .sort((one, two) => rank(one) - rank(two));

/** Whether a refused field is the comment, however its contract names it. */
export const isComment = (field: string | undefined): boolean => /(^|\.)(comment|details)$/.test(field ?? '');

/** The inputs that are missing before anything is sent: a comment or a choice. */
export function missing(action: OfferedAction, comment: string, choice: { asked: boolean; value: string }): ('comment' | 'choice')[] {
  const lines: ('comment' | 'choice')[] = [];
  if (choice.asked && !choice.value) lines.push('choice');
  if (needsComment(action, choice.value) && comment.trim() === '') lines.push('comment');
  return lines;
}

/** The errors with the comment's under the name of the panel's own box. */
export const towardsBox = <Line extends Partial<FieldError>>(errors: readonly Line[]): Line[] =>
  errors.map((line) => (isComment(line.field) ? { ...line, field: 'comment' } : line));

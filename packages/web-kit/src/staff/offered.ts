import type { FieldError, OfferedAction } from '@portal/contract-kit';

/** Actions that end or stop something. They ask for confirmation and have a warning style. */
const ending = new Set(['rejection', 'termination', 'suspension', 'withdrawal', 'deletion']);

/** Whether an action ends or stops something. @param name name of the action, or of the link to its page: `open-…` */
export const isEndingName = (name: string): boolean => ending.has(name.replace(/^open-/, ''));
export const isEnding = (action: OfferedAction): boolean => action.kind === 'delete' || isEndingName(action.name);

/** Actions that do not advance a document: they keep it in its step or take it back. */
const aside = new Set(['store', 'query', 'update', 'amendment', 'adjustment', 'modification', 'transfer-ownership', 'lane', 'undo']);

/** Returns the rank of an action: first actions that advance the document, last actions that end it. */
const rank = (action: OfferedAction): number => (isEnding(action) ? 2 : aside.has(action.name) ? 1 : 0);

/** Returns the main action, which advances the document. An action named `open-…` leads to the page of one. */
export const mainActionOf = (actions: readonly OfferedAction[]): OfferedAction | undefined =>
  actions.find(
    (action) => rank({ ...action, name: action.name.replace(/^open-/, '') }) === 0 && (action.kind !== 'navigate' || action.name.startsWith('open-')),
  );

/** Sorts actions and links to action pages for display: the main action first, actions that end the document last. */
export const sortActions = (actions: readonly OfferedAction[], lead: OfferedAction | undefined): OfferedAction[] => {
  const place = (action: OfferedAction): number => (action === lead ? 0 : isEndingName(action.name) || isEnding(action) ? 2 : 1);
  return [...actions].sort((one, two) => place(one) - place(two));
};

/** Whether the server requires a comment for an action. @param choice the code that is chosen for its decision */
export const needsComment = ({ commentRequired, commentRequiredFor }: OfferedAction, choice?: string): boolean =>
  commentRequired || (choice !== undefined && (commentRequiredFor ?? []).includes(choice));

/** Actions that change what somebody has declared or applied for. */
const changes = new Set(['amendment', 'adjustment', 'modification', 'transfer-ownership']);

export const isChange = ({ name }: OfferedAction): boolean => changes.has(name);

/** Returns the action as an officer's screen offers it: a change requires a reason there, even if the call does not. */
export const withReason = (action: OfferedAction): OfferedAction => (isChange(action) ? { ...action, commentRequired: true } : action);

/** Whether a document is submitted: its status is set and is not that of a draft. */
export const isSubmitted = (status: unknown): boolean => typeof status === 'string' && status !== '' && status !== 'STORED';

/**
 * Returns the actions to show in a mode: those of the mode or of all modes. For a submitted document, actions that are only for drafts are left out. Actions
 * that advance the document come first, actions that end it last.
 */
export const shownActions = (actions: readonly OfferedAction[], mode: string, submitted: boolean): OfferedAction[] =>
  actions
    .filter((action) => (action.modes.includes(mode) || action.modes.includes('*')) && !(submitted && (action.hideOnSubmit || action.kind === 'delete')))
    .sort((one, two) => rank(one) - rank(two));

/** Whether a field that was refused is the comment, whatever its name in the contract. */
export const isComment = (field: string | undefined): boolean => /(^|\.)(comment|details)$/.test(field ?? '');

/** Returns the inputs that are missing: a comment or a choice. Checked before anything is sent. */
export function missingInputs(action: OfferedAction, comment: string, choice: { asked: boolean; value: string }): ('comment' | 'choice')[] {
  const lines: ('comment' | 'choice')[] = [];
  if (choice.asked && !choice.value) lines.push('choice');
  if (needsComment(action, choice.value) && comment.trim() === '') lines.push('comment');
  return lines;
}

/** Returns the errors, with those of the comment moved to the panel's own comment field. */
export const moveCommentErrors = <Line extends Partial<FieldError>>(errors: readonly Line[]): Line[] =>
  errors.map((line) => (isComment(line.field) ? { ...line, field: 'comment' } : line));

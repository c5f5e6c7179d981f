import type { FieldError, OfferedAction } from '@portal/contract-kit';
import { Card, type Label } from '@portal/web-kit';
import { TextareaField } from '@portal/web-kit/forms';
import { shared } from './texts.ts';

/** Why an officer changes what a traveller has declared, where the action requires a reason. */
export function ReasonField({ action }: { action: OfferedAction }) {
  if (!action.commentRequired) return null;
  return (
    <Card title={shared.reason}>
      <TextareaField name="comment" label={shared.reason} hint={shared.reasonHint} maxLength={2000} />
    </Card>
  );
}

/** The error of a required reason that is missing. */
export function reasonMissing(action: OfferedAction, values: object, text: (label: Label) => string): FieldError[] {
  const { comment } = values as { comment?: unknown };
  const isGiven = typeof comment === 'string' && comment.trim() !== '';
  return action.commentRequired && !isGiven ? [{ code: 'REQUIRED', field: 'comment', message: text(shared.enterReason) }] : [];
}

import type { FieldError, OfferedAction } from '@portal/contract-kit';
import { Card, type Label } from '@portal/web-kit';
import { TextareaField } from '@portal/web-kit/forms';
import { withReason } from '@portal/web-kit/staff';
import { shared } from './texts.ts';

const asksWhy = (action: OfferedAction): boolean => withReason(action).commentRequired;

/**
 * Asks an officer for the reason of a change to what a traveller has declared. An officer who corrects a declaration that the same officer registered is not
 * asked.
 */
export function ReasonField({ action }: { action: OfferedAction }) {
  if (!asksWhy(action)) return null;
  return (
    <Card title={shared.reason}>
      <TextareaField name="comment" label={shared.reason} hint={shared.reasonHint} maxLength={2000} />
    </Card>
  );
}

/** Returns the error of a required reason that is missing. */
export function reasonMissing(action: OfferedAction, values: object, text: (label: Label) => string): FieldError[] {
  const { comment } = values as { comment?: unknown };
  const isGiven = typeof comment === 'string' && comment.trim() !== '';
  return asksWhy(action) && !isGiven ? [{ code: 'REQUIRED', field: 'comment', message: text(shared.enterReason) }] : [];
}

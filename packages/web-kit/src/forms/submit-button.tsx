import { useId } from 'react';
import { useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';

/**
 * The form's own button. While `blocked` gives a reason, it is marked as unavailable; pressing it then shows what is missing
 * instead of leaving the reader to guess.
 */
export function SubmitButton({ label, busy, blocked }: { label: Label; busy?: boolean; blocked?: Label }) {
  const text = useText();
  const id = useId();
  return (
    <div>
      <p id={id} className="govuk-hint portal-submit__reason" role="status">
        {blocked ? text(blocked) : ''}
      </p>
      <button
        type="submit"
        className="govuk-button"
        aria-disabled={blocked || busy ? true : undefined}
        aria-busy={busy || undefined}
        aria-describedby={blocked ? id : undefined}
      >
        {text(label)}
      </button>
    </div>
  );
}

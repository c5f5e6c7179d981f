import { useId } from 'react';
import { useOnline } from '../components/states.tsx';
import { useKeeping } from '../draft/keeping.ts';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';

/**
 * The form's submit button. While `blocked` gives a reason, the button is marked as unavailable, and pressing it shows what is missing instead of leaving the
 * user to guess.
 * @param waits whether the form is kept on the device without a network and sent later; the button then says so
 */
export function SubmitButton({ label, busy, blocked, waits }: { label: Label; busy?: boolean; blocked?: Label; waits?: boolean }) {
  const text = useText();
  const kit = useKitText();
  const online = useOnline();
  const keeps = useKeeping();
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
        {waits && !online && keeps ? kit('action.keepAndSend') : text(label)}
      </button>
    </div>
  );
}

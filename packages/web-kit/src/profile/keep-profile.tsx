import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { useKitText } from '../language/i18n.ts';

const KeepDialog = lazyPart(() => import('./keep-dialog.tsx'), { failure: 'dialog' });

/** Offers to store the details of a traveller on the device. @param values returns the details; called when they are stored */
export function KeepProfile({ values }: { values(): Record<string, unknown> }) {
  const text = useKitText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className="govuk-body portal-no-print">
        <Button variant="link" onClick={() => setOpen(true)}>
          {text('profile.keep')}
        </Button>
      </p>
      {open ? <KeepDialog values={values} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

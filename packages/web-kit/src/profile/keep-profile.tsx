import { lazy, Suspense, useState } from 'react';
import { Button } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';

const KeepDialog = lazy(() => import('./keep-dialog.tsx'));

/** Offers to keep the details of a traveller on the device. @param values asked for when they are kept */
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
      {open ? (
        <Suspense>
          <KeepDialog values={values} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

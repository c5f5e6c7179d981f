import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { useKitText } from '../language/i18n.ts';
import type { FillFromProfileProps } from './fill-in.ts';

// Lazy-loaded when the user asks for it, because the form works without it.
const FillDialog = lazyPart(() => import('./fill-dialog.tsx'), { failure: 'dialog' });

/** Offers to fill a form in from the details stored on the device, or from an earlier document of the user's account. */
export function FillFromProfile(props: FillFromProfileProps) {
  const text = useKitText();
  const [open, setOpen] = useState(false);
  const [filled, setFilled] = useState(false);
  return (
    <>
      <Button variant="link" onClick={() => setOpen(true)}>
        {text('profile.fill')}
      </Button>
      <span role="status">{filled ? ` ${text('profile.filled')}` : ''}</span>
      {open ? (
        <FillDialog
          {...props}
          onFill={async (values) => {
            setFilled(false);
            // The dialog is closed first, because the form may ask before it replaces its answers.
            setOpen(false);
            setFilled(await props.onFill(values));
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

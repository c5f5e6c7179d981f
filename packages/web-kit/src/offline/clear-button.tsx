import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/modal.tsx';
import { addTexts, KIT, useKitText } from '../language/i18n.ts';
import { clearDevice } from './clear-device.ts';
import { clearTexts } from './texts.ts';

addTexts(KIT, clearTexts);

/** A button that deletes what the portal keeps of a person on this device, after a confirmation. */
export function ClearDeviceButton() {
  const text = useKitText();
  const [asked, setAsked] = useState(false);
  const [outcome, setOutcome] = useState<'cleared' | 'notCleared'>();
  const clear = async (): Promise<void> => {
    setAsked(false);
    setOutcome(undefined);
    setOutcome(
      await clearDevice().then(
        () => 'cleared' as const,
        () => 'notCleared' as const,
      ),
    );
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setAsked(true)}>
        {text('device.clear')}
      </Button>
      <p className="govuk-hint" role="status">
        {outcome === 'cleared' ? text('device.cleared') : ''}
      </p>
      <p className="govuk-error-message" role="alert" hidden={outcome !== 'notCleared'}>
        {outcome === 'notCleared' ? text('device.notCleared') : ''}
      </p>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={() => void clear()}
        title={text('device.clearSure')}
        confirmLabel={text('device.clear')}
        variant="warning"
      />
    </>
  );
}

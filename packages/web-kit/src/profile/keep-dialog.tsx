import { type FormEvent, useId, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Modal } from '../components/modal.tsx';
import { TextLine } from '../components/text-box.tsx';
import { useFirstFocus } from '../components/use-first-focus.ts';
import { addTexts, KIT, useKitText } from '../language/i18n.ts';
import { productName } from '../page-settings.ts';
import { ProfileVault, pinFault } from './profile-vault.ts';
import { isLockPossible, newLock } from './screen-lock.ts';
import { profileTexts } from './texts.ts';

addTexts(KIT, profileTexts);

const vault = new ProfileVault();

/** A dialog that asks for a PIN and stores the details with it. */
export default function KeepDialog({ values, onClose }: { values(): Record<string, unknown>; onClose(): void }) {
  const text = useKitText();
  const id = useId();
  const field = useFirstFocus<HTMLInputElement>();
  const [pin, setPin] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [isKept, setKept] = useState(false);
  const [lockPossible, setLockPossible] = useState(false);
  const [lockTold, setLockTold] = useState('');
  const addLock = async () => {
    try {
      const { lock, secret } = await newLock(productName());
      await vault.addLock(pin, lock, secret);
      setLockTold(text('profile.lockAdded'));
    } catch {
      setLockTold(text('profile.lockRefused'));
    }
  };
  const [isAgain] = useState(() => vault.isPossible && vault.keptAt() !== undefined);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = vault.isPossible ? pinFault(pin) : undefined;
    if (wrong || !vault.isPossible) {
      setFault(text(wrong ? `profile.${wrong}` : 'profile.impossible'));
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await vault.keep(pin, values());
      setKept(true);
      setLockPossible(await isLockPossible());
    } catch {
      setFault(text('profile.noRoom'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={text('profile.keep')}
      footer={
        isKept ? (
          <Button onClick={onClose}>{text('action.close')}</Button>
        ) : (
          <>
            <Button type="submit" form={`${id}-form`} busy={busy}>
              {text('profile.keepNow')}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {text('action.cancel')}
            </Button>
          </>
        )
      }
    >
      <div role="status">
        {isKept ? <p className="govuk-body">{text('profile.kept')}</p> : null}
        {lockTold ? <p className="govuk-body">{lockTold}</p> : null}
      </div>
      {isKept && lockPossible && !lockTold ? (
        <>
          <p className="govuk-body">{text('profile.lockText')}</p>
          <Button variant="secondary" onClick={addLock}>
            {text('profile.addLock')}
          </Button>
        </>
      ) : null}
      {isKept ? null : (
        <form id={`${id}-form`} noValidate onSubmit={keep}>
          <p className="govuk-body">{text('profile.keepText')}</p>
          {isAgain ? <p className="govuk-body">{text('profile.keepAgain')}</p> : null}
          <TextLine
            ref={field}
            id={`${id}-pin`}
            type="password"
            autoComplete="off"
            label={text('profile.choose')}
            hint={text('profile.chooseHint')}
            error={fault}
            value={pin}
            onChange={({ target }) => {
              setPin(target.value);
              setFault('');
            }}
          />
        </form>
      )}
    </Modal>
  );
}

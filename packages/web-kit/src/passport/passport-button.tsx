import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '../components/button.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { useKitText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import type { CountryRecords, NotFilled, PassportFields } from './fill-form.ts';
import type { DocumentField, TravelDocument } from './zone/document.ts';

const searchLabel: Label = { en: 'Scan a passport', pt: 'Ler um passaporte' };
const searchUse: Label = { en: 'Search for this number', pt: 'Procurar este número' };

// Everything except this button is lazy-loaded when the button is pressed.
const PassportDialog = lazyPart(() => import(/* webpackChunkName: "passport" */ './passport-dialog.tsx'), { failure: 'dialog' });

interface PassportScanProps {
  label?: Label;
  /** Label of the button that confirms. */
  use?: Label;
  /** The field without which the document cannot be used. */
  needs?: DocumentField;
  /** Receives the document after the user has confirmed it. */
  onRead(document: TravelDocument, countries: CountryRecords): void | Promise<void>;
}

/** A button that reads a passport, identity card or visa on this device, by camera, photo or typed lines. */
export function PassportScan({ label = 'field.scanPassport', ...dialog }: PassportScanProps) {
  const text = useKitText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {text(label)}
      </Button>
      {open ? <PassportDialog {...dialog} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** A passport scan button for officers. It searches for the number of the document. */
export function PassportSearch({ onNumber }: { onNumber(number: string): void }) {
  return (
    <PassportScan
      label={searchLabel}
      use={searchUse}
      needs="number"
      onRead={({ number }) => {
        if (number) onNumber(number);
      }}
    />
  );
}

/** A passport scan button that fills in the form around it, and says which fields are still empty, and which keep the value from before. */
export function PassportFill({ fields, label }: { fields: PassportFields; label?: Label }) {
  const form = useFormContext();
  const text = useKitText();
  const [notFilled, setNotFilled] = useState<NotFilled>();
  const listOf = (of: readonly DocumentField[]) => of.map((field) => text(`passport.fields.${field}`)).join(', ');
  const fill = async (document: TravelDocument, countries: CountryRecords) => {
    const { fillForm } = await import(/* webpackChunkName: "passport" */ './fill-form.ts');
    setNotFilled(fillForm(form, document, fields, countries));
  };
  return (
    <>
      <PassportScan label={label} onRead={fill} />
      <div role="status">
        {notFilled ? (
          <p className="govuk-hint">
            {notFilled.empty.length > 0 ? text('passport.filledPart', { fields: listOf(notFilled.empty) }) : text('passport.filled')}
            {notFilled.kept.length > 0 ? ` ${text('passport.keptPart', { fields: listOf(notFilled.kept) })}` : ''}
          </p>
        ) : null}
      </div>
    </>
  );
}

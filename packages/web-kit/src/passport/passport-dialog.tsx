import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { recordName } from '../catalogue/criteria.ts';
import { useAllRecords } from '../catalogue/use-catalogue.ts';
import { Button, ButtonGroup } from '../components/button.tsx';
import { SummaryList } from '../components/content.tsx';
import { Modal } from '../components/modal.tsx';
import { Text } from '../components/text.tsx';
import { useFormat } from '../language/format.ts';
import { addTexts, KIT, useKitText, useLanguage } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { CameraView } from './camera-view.tsx';
import { type CountryRecords, countryIn } from './fill-form.ts';
import { pixelsOfPhoto } from './picture.ts';
import { texts } from './texts.ts';
import { TypedLines } from './typed-lines.tsx';
import { usePassportReader } from './use-passport-reader.ts';
import { type DocumentField, documentFields, type TravelDocument } from './zone/document.ts';

addTexts(KIT, texts);

type Step = { at: 'choose' | 'camera' | 'reading' | 'type'; problem?: Problem } | { at: 'check'; document: TravelDocument };
type Problem = 'noCamera' | 'notFound' | 'noPicture' | 'notLoaded';

interface PassportDialogProps {
  onRead(document: TravelDocument, countries: CountryRecords): void | Promise<void>;
  onClose(): void;
  /** Label of the button that confirms. */
  use?: Label;
  /** The field without which the document cannot be used. */
  needs?: DocumentField;
}

/** Reads a document by camera, photo or typed lines, shows what was read, and passes it on when the user confirms. No data leaves the device. */
export default function PassportDialog({ onRead, onClose, use = 'passport.fill', needs }: PassportDialogProps) {
  const text = useKitText();
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const read = usePassportReader();
  const { records: countries } = useAllRecords({ catalogue: 'countries' });
  const choose = (problem?: Problem) => setStep({ at: 'choose', problem });

  const readPhoto = async (file: File) => {
    setStep({ at: 'reading' });
    let picture: ImageData | undefined;
    try {
      picture = await pixelsOfPhoto(file);
    } catch {
      // The file is not a picture, or its format is unknown to this browser.
    }
    if (!picture) return choose('noPicture');
    try {
      const document = await read(picture, 4);
      if (document && documentFields.some((field) => document[field])) setStep({ at: 'check', document });
      else choose('notFound');
    } catch {
      choose('notLoaded');
    }
  };

  // Rendered outside the form of the page, because a form cannot contain another form.
  return createPortal(
    <Modal open onClose={onClose} title={step.at === 'check' ? 'passport.check' : 'passport.title'}>
      {step.at === 'choose' || step.at === 'type' ? (
        <Choice
          problem={step.problem}
          typed={step.at === 'type' ? <TypedLines onRead={(document) => setStep({ at: 'check', document })} /> : undefined}
          onCamera={() => setStep({ at: 'camera' })}
          onType={() => setStep({ at: 'type' })}
          onPhoto={readPhoto}
        />
      ) : null}
      {step.at === 'camera' ? (
        <CameraView
          read={(picture) => read(picture, 1)}
          onRead={(document) => setStep({ at: 'check', document })}
          onFailure={(reason) => choose(reason === 'camera' ? 'noCamera' : 'notLoaded')}
          onStop={() => choose()}
        />
      ) : null}
      {step.at === 'reading' ? (
        <p className="govuk-body" role="status">
          {text('passport.reading')}
        </p>
      ) : null}
      {step.at === 'check' ? (
        <Found
          document={step.document}
          countries={countries}
          use={needs && !step.document[needs] ? undefined : use}
          fillsIn={!needs}
          onUse={async () => {
            await onRead(step.document, countries);
            onClose();
          }}
          onAgain={() => choose()}
        />
      ) : null}
    </Modal>,
    globalThis.document.body,
  );
}

interface ChoiceProps {
  problem?: Problem;
  /** The field for typed lines, which is shown before the other ways. */
  typed?: ReactNode;
  onCamera(): void;
  onType(): void;
  onPhoto(file: File): void;
}

/** The ways to read a document. The first one is the main button, unless there is no camera. */
function Choice({ problem, typed, onCamera, onType, onPhoto }: ChoiceProps) {
  const text = useKitText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const leads = typed ? undefined : problem === 'noCamera' ? 'photo' : 'camera';
  const variant = (way: string) => (way === leads ? 'primary' : 'secondary');
  return (
    <>
      <div role="alert">{problem ? <p className="govuk-error-message">{text(`passport.${problem}`)}</p> : null}</div>
      <p className="govuk-body">{text('passport.where')}</p>
      {typed ?? (
        <p className="govuk-body">
          <strong>{text('passport.private')}</strong>
        </p>
      )}
      <ButtonGroup>
        <Button variant={variant('camera')} onClick={onCamera}>
          {text('passport.camera')}
        </Button>
        <Button variant={variant('photo')} onClick={() => input.current?.click()}>
          {text('passport.photo')}
        </Button>
        {typed ? null : (
          <Button variant="secondary" onClick={onType}>
            {text('passport.type')}
          </Button>
        )}
      </ButtonGroup>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        hidden
        aria-label={text('passport.photo')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) onPhoto(file);
        }}
      />
    </>
  );
}

/** The data that was read, for the user to compare with the document. */
function Found({
  document,
  countries,
  use,
  fillsIn,
  onUse,
  onAgain,
}: {
  document: TravelDocument;
  countries: CountryRecords;
  use: Label | undefined;
  /** Whether the data goes into a form, where fields that were not read stay empty. */
  fillsIn: boolean;
  onUse(): Promise<void>;
  onAgain(): void;
}) {
  const text = useKitText();
  const format = useFormat();
  const { language } = useLanguage();
  const list = useRef<HTMLDivElement>(null);
  // The list may be higher than the screen, so it is scrolled to its heading.
  useEffect(() => {
    list.current?.focus({ preventScroll: true });
    list.current?.closest('dialog')?.scrollTo(0, 0);
  }, []);
  const country = (code: string) => {
    const record = countryIn(countries, code);
    return record ? recordName(record, language) : text('passport.notListed', { code });
  };
  const show = (field: DocumentField) => {
    const value = document[field];
    if (!value) return <span className="portal-muted">{text('passport.notRead')}</span>;
    if (field === 'birthDate' || field === 'expiryDate') return format.date(value);
    if (field === 'sex') return text(value === 'X' ? 'passport.noSex' : value === 'F' ? 'passport.female' : 'passport.male');
    return field === 'nationality' || field === 'issuer' ? country(value) : value;
  };
  return (
    <>
      <div ref={list} tabIndex={-1} className="portal-passport__found">
        <p className="govuk-body">
          {text('passport.checkHint')} {fillsIn && documentFields.some((field) => !document[field]) ? text('passport.someNotRead') : ''}
        </p>
        <SummaryList compact rows={documentFields.map((field) => ({ label: `passport.fields.${field}`, value: show(field) }))} />
      </div>
      <ButtonGroup>
        {use ? (
          <Button onClick={onUse}>
            <Text label={use} />
          </Button>
        ) : null}
        <Button variant={use ? 'secondary' : 'primary'} onClick={onAgain}>
          {text('passport.again')}
        </Button>
      </ButtonGroup>
    </>
  );
}

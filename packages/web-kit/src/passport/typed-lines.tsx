import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { ErrorText } from '../forms/field.tsx';
import { type TextFunction, useKitText } from '../language/i18n.ts';
import { typedDocument } from './use-passport-reader.ts';
import { faultsOf, type TravelDocument, typedLines, type ZoneFault } from './zone/document.ts';

const wordsOf = (fault: ZoneFault, text: TextFunction): string => {
  const line = fault.line + 1;
  if (fault.fault === 'check') return text(`passport.faults.check.${fault.field}`, { line });
  if (fault.fault === 'length') return text('passport.faults.length', { line, found: fault.found, wanted: fault.wanted });
  return text(`passport.faults.${fault.fault}`, { line });
};

/** A field for the lines of the zone, typed by hand. It says what is wrong with each line. */
export function TypedLines({ onRead }: { onRead(document: TravelDocument): void }) {
  const text = useKitText();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [errors, setErrors] = useState<string[]>([]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // Keeps the event from submitting the page's form around the dialog.
    event.stopPropagation();
    const lines = typedLines(field.current?.value ?? '');
    const found = lines.length === 0 ? [text('passport.faults.empty')] : faultsOf(lines).map((fault) => wordsOf(fault, text));
    const document = found.length === 0 ? typedDocument(lines) : undefined;
    setErrors(document || found.length > 0 ? found : [text('passport.faults.kind')]);
    if (document) onRead(document);
    else field.current?.focus();
  };
  return (
    <form noValidate method="dialog" onSubmit={send}>
      <div className={`govuk-form-group${errors.length > 0 ? ' govuk-form-group--error' : ''}`}>
        <label className="govuk-label" htmlFor={id}>
          {text('passport.linesLabel')}
        </label>
        <div className="govuk-hint" id={`${id}-hint`}>
          {text('passport.linesHint')}
        </div>
        <div role="alert" id={`${id}-error`}>
          {errors.map((line) => (
            <ErrorText key={line} id={`${id}-${line}`} message={line} />
          ))}
        </div>
        <textarea
          ref={field}
          id={id}
          className={`govuk-textarea portal-passport__lines${errors.length > 0 ? ' govuk-textarea--error' : ''}`}
          rows={4}
          maxLength={400}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={errors.length > 0 || undefined}
        />
      </div>
      <Button type="submit">{text('passport.useLines')}</Button>
    </form>
  );
}

import { asProblem, Button, type PageError, problemErrors, useApi, useFormat, useLanguage, useText } from '@portal/web-kit';
import { ListFileField, listFileField, listFileIn, sendFile, UploadProgress, useUpload } from '@portal/web-kit/media';
import { type FormEvent, useState } from 'react';
import type { ImportModel } from 'svc-declarations/contract';
import { importPath, mostBytes } from './import.api.ts';
import { t } from './texts.ts';

type Mode = ImportModel['mode'];

/**
 * Form that sends a list: the file, what to do when a row is wrong, and the progress of the upload. The errors of a refused file are shown at the file field.
 */
export function UploadForm({ onErrors, onSent }: { onErrors: (errors: PageError[]) => void; onSent: (sent: ImportModel) => void }) {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const api = useApi();
  const [mode, setMode] = useState<Mode>('valid');
  const [fault, setFault] = useState('');
  const upload = useUpload<{ model: ImportModel }>(({ model }) => onSent(model));
  const sending = upload.state.at === 'sending';

  const refuse = (lines: PageError[]) => {
    const ofFile = lines.map((line) => ({ ...line, field: listFileField }));
    setFault(ofFile.map(({ message }) => message).join(' '));
    onErrors(ofFile);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = listFileIn(event.currentTarget);
    upload.reset();
    setFault('');
    onErrors([]);
    if (!file) return refuse([{ code: 'REQUIRED', message: text(t.chooseFile) }]);
    // Check the size first: on a slow line a file of a hundred megabytes would take an hour to send, and then the service would refuse it.
    if (file.size > mostBytes)
      return refuse([{ code: 'FILE_TOO_LARGE', message: text(t.tooLarge(`${format.number(Math.ceil(file.size / 1024 / 1024))} MB`)) }]);
    void upload.start(file.name, async (options) => {
      try {
        return await sendFile<{ model: ImportModel }>(api, `${importPath}?mode=${mode}`, file, file.name, {}, options);
      } catch (error) {
        if (!options.signal?.aborted) refuse(problemErrors(asProblem(error), language));
        throw error;
      }
    });
  };

  return (
    <form noValidate onSubmit={send}>
      <ListFileField label={t.file} hint={t.fileHint} fault={fault} disabled={sending} />
      <fieldset className="govuk-fieldset govuk-form-group">
        <legend className="govuk-fieldset__legend govuk-fieldset__legend--s">{text(t.mode)}</legend>
        <div className="govuk-radios govuk-radios--small">
          {(['valid', 'all'] as const).map((each) => (
            <div key={each} className="govuk-radios__item">
              <input
                className="govuk-radios__input"
                type="radio"
                name="mode"
                id={`mode-${each}`}
                checked={mode === each}
                disabled={sending}
                aria-describedby={each === 'valid' ? 'mode-valid-hint' : undefined}
                onChange={() => setMode(each)}
              />
              <label className="govuk-label govuk-radios__label" htmlFor={`mode-${each}`}>
                {text(t[each])}
              </label>
              {each === 'valid' ? (
                <div className="govuk-hint govuk-radios__hint" id="mode-valid-hint">
                  {text(t.validHint)}
                </div>
              ) : null}
            </div>
          ))}
        </div>
      </fieldset>
      <Button type="submit" busy={sending}>
        {text(t.sendButton)}
      </Button>
      <UploadProgress state={upload.state} onCancel={upload.cancel} onRetry={upload.retry} />
    </form>
  );
}

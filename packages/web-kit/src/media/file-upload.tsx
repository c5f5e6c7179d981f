import type { CatalogueRecord } from '@portal/contract-kit';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApi } from '../api/api.ts';
import { asProblem } from '../api/problem.ts';
import { recordName } from '../catalogue/criteria.ts';
import type { ListState } from '../catalogue/use-catalogue.ts';
import { Button } from '../components/button.tsx';
import { focusElement } from '../components/errors.tsx';
import { Text } from '../components/text.tsx';
import { ListFailed } from '../forms/choice-fields.tsx';
import { useKitText, useLanguage } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { FILE_TYPES, fileErrorLines, MEDIA_API, type UploadedFile, uploadErrorLines } from './media-files.ts';
import { UploadProgress } from './upload-progress.tsx';
import { usePendingUpload } from './use-pending-upload.ts';
import { sendFile, useUpload } from './use-upload.ts';

export interface FileUploadProps {
  /** The media service's prefix. */
  api?: string;
  scope?: string;
  label?: Label;
  hint?: Label;
  /** The kinds of attachment to choose from. */
  codes?: readonly CatalogueRecord[];
  /** The state of the list that `codes` come from, if they are loaded. */
  listState?: ListState;
  /** The kind of attachment, if there is nothing to choose. */
  attachmentCode?: string;
  /** The uid of a file that the new file replaces. The new file gets the same uid. */
  replaces?: string;
  onUploaded: (file: UploadedFile, code: CatalogueRecord | undefined) => void;
}

/**
 * Uploads one file: the user chooses its kind and the file, sees the progress in per cent, and can cancel the upload or retry it. If a file was chosen but not
 * uploaded, the form around it uploads it before it is sent (`afterUploads`).
 */
export function FileUpload({
  api: prefix = MEDIA_API,
  scope = 'default',
  label,
  hint,
  codes,
  listState,
  attachmentCode,
  replaces,
  onUploaded,
}: FileUploadProps) {
  const text = useKitText();
  const { language } = useLanguage();
  const api = useApi(prefix);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<string[]>([]);
  const chosen = codes?.find((record) => record.code === (attachmentCode ?? code));
  const upload = useUpload((file) => {
    onUploaded(file, chosen ?? (attachmentCode ? { code: attachmentCode, name: attachmentCode } : undefined));
    if (input.current) input.current.value = '';
  });
  const failed = upload.state.at === 'failed' ? uploadErrorLines(asProblem(upload.state.error), text) : [];
  const errors = refused.length > 0 ? refused : failed;
  const sending = upload.state.at === 'sending';

  const send = async (): Promise<boolean> => {
    const file = input.current?.files?.[0];
    upload.reset();
    // The file is checked before it is sent: on a slow line, ten megabytes take minutes before the server refuses them.
    const objections = fileErrorLines(file, text);
    setRefused(objections);
    if (!file || objections.length > 0) {
      input.current?.focus();
      return false;
    }
    return upload.start(file.name, (options) =>
      replaces
        ? sendFile(api, `/v1/${replaces}`, file, file.name, {}, { ...options, method: 'PUT' })
        : sendFile(api, `/v1/${scope}`, file, file.name, {}, { ...options, inNobodysName: true }),
    );
  };

  usePendingUpload({
    chosen: () => !!input.current?.files?.[0],
    running: upload.running,
    send,
    failed: errors.length > 0,
    focus: () => {
      if (input.current) focusElement(input.current);
    },
  });

  const cancel = () => {
    // The button that has the focus disappears, so the file input takes the focus.
    flushSync(upload.cancel);
    input.current?.focus();
  };

  return (
    <div className={`portal-upload govuk-form-group${errors.length > 0 ? ' govuk-form-group--error' : ''}`}>
      {codes && !attachmentCode ? (
        <div className="govuk-form-group">
          <label className="govuk-label" htmlFor={`${id}-code`}>
            {text('media.type')}
          </label>
          <select
            className="govuk-select"
            id={`${id}-code`}
            value={code}
            aria-busy={listState?.loading || undefined}
            onChange={(event) => setCode(event.target.value)}
          >
            <option value="">{text(listState?.loading ? 'field.loading' : 'field.select')}</option>
            {codes.map((record) => (
              <option key={record.code} value={record.code}>
                {recordName(record, language)}
              </option>
            ))}
          </select>
          {listState?.problem ? <ListFailed retry={listState.retry} /> : null}
        </div>
      ) : null}
      <label className="govuk-label" htmlFor={`${id}-file`}>
        {label ? <Text label={label} /> : text('media.choose')}
      </label>
      <div className="govuk-hint" id={`${id}-hint`}>
        {hint ? <Text label={hint} /> : text('media.hint')}
      </div>
      <div id={`${id}-error`} role="alert">
        {errors.map((line) => (
          <p key={line} className="govuk-error-message">
            <span className="govuk-visually-hidden">{text('errors.prefix')}</span> {line}
          </p>
        ))}
      </div>
      <div className="portal-upload__row">
        <input
          ref={input}
          className="govuk-file-upload"
          type="file"
          id={`${id}-file`}
          accept={FILE_TYPES.join(',')}
          disabled={sending}
          aria-describedby={`${id}-hint${errors.length > 0 ? ` ${id}-error` : ''}`}
          aria-invalid={errors.length > 0 || undefined}
          onChange={() => {
            // The messages about the previous file do not apply to this one.
            upload.reset();
            setRefused([]);
          }}
        />
        <Button variant="secondary" busy={sending} onClick={send}>
          {text('media.upload')}
        </Button>
      </div>
      <UploadProgress state={upload.state} onCancel={cancel} onRetry={upload.retry} />
    </div>
  );
}

import type { CatalogueRecord } from '@portal/contract-kit';
import { useId, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useApi } from '../api/api.ts';
import { useDownload } from '../api/download.ts';
import { asProblem } from '../api/problem.ts';
import { recordName } from '../catalogue/criteria.ts';
import type { ListState } from '../catalogue/use-catalogue.ts';
import { Button } from '../components/button.tsx';
import { ErrorAlert } from '../components/errors.tsx';
import { ErrorText, useField } from '../forms/field.tsx';
import { useKitText, useLanguage } from '../language/i18n.ts';
import { FilePreview } from './file-preview.tsx';
import { FileUpload } from './file-upload.tsx';
import {
  type Attachment,
  attachmentOf,
  codeOf,
  deleteErrorLines,
  formatSize,
  isAmong,
  kindOf,
  MEDIA_API,
  replacedBy,
  type UploadedFile,
  withoutFile,
} from './media-files.ts';

export interface AttachmentTableProps {
  /** Path of the list in the form. */
  name: string;
  scope?: string;
  readOnly?: boolean;
  /** Whether rows can be deleted. They cannot be deleted in modes that only view or decide. */
  deletable?: boolean;
  /** Files that the stored document must keep. They can be replaced but not deleted. */
  kept?: readonly Attachment[];
  /** Files that another stored document holds, such as the licence that is renewed. They can be taken out of the list, but stay stored. */
  held?: readonly Attachment[];
  /** The kinds of attachment, to choose from and to show by name. */
  codes?: readonly CatalogueRecord[];
  /** The state of the list that `codes` come from, if they are loaded. */
  listState?: ListState;
  api?: string;
}

/** The attachments of a form: the list of files, and unless read-only the upload above it. */
export function AttachmentTable({
  name,
  scope = 'default',
  readOnly,
  deletable = !readOnly,
  kept = [],
  held,
  codes,
  listState,
  api = MEDIA_API,
}: AttachmentTableProps) {
  const form = useFormContext();
  const rows: Attachment[] = useWatch({ name }) ?? [];
  const field = useField(name);
  const put = (next: Attachment[]) => form.setValue(name, next, { shouldDirty: true });
  // Read the list at the moment of writing: another upload may have ended since this was rendered.
  const now = (): Attachment[] => form.getValues(name) ?? [];
  const add = (file: UploadedFile, record: CatalogueRecord | undefined) => put([...now(), attachmentOf(file, record?.code, scope)]);
  return (
    <div className={`govuk-form-group${field.message ? ' govuk-form-group--error' : ''}`} id={field.id} tabIndex={-1}>
      <ErrorText id={field.errorId} message={field.message} />
      {readOnly ? null : <FileUpload api={api} scope={scope} codes={codes} listState={listState} onUploaded={add} />}
      <AttachmentList
        rows={rows}
        codes={codes}
        api={api}
        kept={kept}
        held={held}
        onDelete={deletable ? (gone) => put(withoutFile(now(), gone, kept)) : undefined}
        onReplace={readOnly ? undefined : (old, file) => put(replacedBy(now(), old, attachmentOf(file, codeOf(old), scope)))}
        scope={scope}
      />
    </div>
  );
}

/** The list of files, 200 pixels high and scrollable. It shows kind, name and size, and buttons for preview, download and delete. */
export function AttachmentList({
  rows,
  codes,
  api: prefix = MEDIA_API,
  scope = 'default',
  kept = [],
  held = [],
  onDelete,
  onReplace,
}: {
  rows: readonly Attachment[];
  codes?: readonly CatalogueRecord[];
  api?: string;
  scope?: string;
  /** Files that can be replaced but not deleted. */
  kept?: readonly Attachment[];
  /** Files that another stored document holds. */
  held?: readonly Attachment[];
  onDelete?: (row: Attachment) => void;
  onReplace?: (old: Attachment, file: UploadedFile) => void;
}) {
  const text = useKitText();
  const { language } = useLanguage();
  const api = useApi(prefix);
  const file = useDownload(api);
  const captionId = useId();
  const region = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<Attachment>();
  const [replaced, setReplaced] = useState<Attachment>();
  const [errors, setErrors] = useState<string[]>([]);

  const remove = async (row: Attachment) => {
    setErrors([]);
    try {
      if (!isAmong(row, held)) await api.delete(`/v1/${row.uid}`);
    } catch (error) {
      const problem = asProblem(error);
      // With status 404 the file has already been deleted, so its row is removed too.
      if (problem.status !== 404) {
        setErrors(deleteErrorLines(problem, text));
        return;
      }
    }
    if (shown?.uid === row.uid) setShown(undefined);
    onDelete?.(row);
    // The button that had the focus is gone, so the region takes the focus.
    region.current?.focus();
  };

  const columns = [text('media.code'), text('media.name'), text('media.size'), text('list.actions')];
  return (
    <div className="portal-attachments">
      <ErrorAlert
        errors={file.failed ? [...errors, text('errors.download')] : errors}
        onDismiss={() => {
          setErrors([]);
          file.dismiss();
        }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={region} className="portal-attachments__list" aria-labelledby={captionId} tabIndex={0}>
        <table className="govuk-table">
          <caption className="govuk-visually-hidden" id={captionId}>
            {text('media.table')}
          </caption>
          <thead className="govuk-table__head">
            <tr className="govuk-table__row">
              {columns.map((title) => (
                <th key={title} scope="col" className="govuk-table__header">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="govuk-table__body">
            {rows.length === 0 ? (
              <tr className="govuk-table__row">
                <td className="govuk-table__cell portal-muted" colSpan={columns.length}>
                  {text('media.empty')}
                </td>
              </tr>
            ) : null}
            {rows.map((row) => {
              const name = row.name ?? row.uid;
              return (
                <tr key={row.uid} className="govuk-table__row">
                  <td data-title={columns[0]} className="govuk-table__cell">
                    {kindOf(row, codes ?? [], (record) => recordName(record, language))}
                  </td>
                  <td data-title={columns[1]} className="govuk-table__cell portal-attachments__name">
                    {name}
                  </td>
                  <td data-title={columns[2]} className="govuk-table__cell">
                    {formatSize(row.size, language)}
                  </td>
                  <td className="govuk-table__cell portal-attachments__actions">
                    <Button variant="link" onClick={() => setShown(row)}>
                      {text('media.previewTitle')}
                      <span className="govuk-visually-hidden"> {name}</span>
                    </Button>{' '}
                    <Button variant="link" onClick={() => file.download({ url: `/v1/${row.uid}` }, name)}>
                      {text('action.download')}
                      <span className="govuk-visually-hidden"> {name}</span>
                    </Button>{' '}
                    {onReplace ? (
                      <Button variant="link" onClick={() => setReplaced(row)}>
                        {text('media.replace')}
                        <span className="govuk-visually-hidden"> {name}</span>
                      </Button>
                    ) : null}
                    {onDelete && !isAmong(row, kept) ? (
                      <Button variant="link" onClick={() => remove(row)}>
                        {text('action.delete')}
                        <span className="govuk-visually-hidden"> {name}</span>
                      </Button>
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {replaced && onReplace ? (
        <FileUpload
          key={replaced.uid}
          api={prefix}
          scope={scope}
          label={text('media.replaceTitle', { name: replaced.name ?? replaced.uid })}
          // A file that no stored document holds yet is replaced under its uid. A file that a stored document holds stays with that version of the document.
          replaces={isAmong(replaced, [...kept, ...held]) ? undefined : replaced.uid}
          onUploaded={(file) => {
            onReplace(replaced, file);
            setReplaced(undefined);
            region.current?.focus();
          }}
        />
      ) : null}
      {shown ? <FilePreview api={api} uid={shown.uid} name={shown.name ?? shown.uid} onClose={() => setShown(undefined)} /> : null}
    </div>
  );
}

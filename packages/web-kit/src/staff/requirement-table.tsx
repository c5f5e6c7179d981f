import type { ReactNode } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../components/button.tsx';
import { SimpleTable } from '../components/content.tsx';
import { fieldId } from '../components/page-error.ts';
import { Text } from '../components/text.tsx';
import { ErrorText, useField } from '../forms/field.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useCommand } from './work/commands.ts';
import { Key, useShortcut } from './work/key.tsx';

export interface RequirementEntry {
  id?: string;
  description?: string | null;
  quantity?: number | null;
  accepted?: boolean | null;
  confirmed?: boolean | null;
}

export interface RequirementTableProps {
  /** The path of the rows in the form (`requirements`). */
  name: string;
  /** The official confirms requirements, anyone else reads them. */
  mode: 'confirm' | 'read';
  /** The rows, if there is no form around the table. */
  rows?: readonly RequirementEntry[] | null;
}

/** A table of all requirements of a document: what the applicant accepted and what the official confirmed. */
export function RequirementTable({ name, mode, rows }: RequirementTableProps) {
  return rows === undefined ? <LiveTable name={name} mode={mode} /> : <Table name={name} mode="read" rows={rows ?? []} />;
}

function LiveTable({ name, mode }: Omit<RequirementTableProps, 'rows'>) {
  const { control } = useFormContext();
  const rows: RequirementEntry[] = useWatch({ control, name }) ?? [];
  const { message, errorId } = useField(name);
  return (
    <div className={message ? 'govuk-form-group govuk-form-group--error' : undefined} id={fieldId(name)}>
      <ErrorText id={errorId} message={message} />
      {mode === 'confirm' && rows.length > 0 ? <ConfirmAll name={name} /> : null}
      <Table name={name} mode={mode} rows={rows} />
    </div>
  );
}

/** A button that confirms all requirements of a form at once, or none of them. */
export function ConfirmAll({ name }: { name: string }) {
  const { control, setValue, clearErrors } = useFormContext();
  const kit = useKitText();
  const rows: RequirementEntry[] = useWatch({ control, name }) ?? [];
  const all = rows.every(({ confirmed }) => confirmed);
  const confirmAll = () => {
    for (const index of rows.keys()) setValue(`${name}.${index}.confirmed`, !all, { shouldDirty: true, shouldValidate: false });
    clearErrors(name);
  };
  useCommand('confirmAll', kit('keys.confirmAll'), confirmAll);
  return (
    <Button variant="link" aria-keyshortcuts={useShortcut('confirmAll')} onClick={confirmAll}>
      {kit(all ? 'requirements.confirmNone' : 'requirements.confirmAll')}
      <Key of="confirmAll" />
    </Button>
  );
}

/** The requirements as checkboxes beside the decision: what is required, whether the applicant has it, and the official's tick. */
export function RequirementChecks({ name, legend }: { name: string; legend: Label }) {
  const { control } = useFormContext();
  const kit = useKitText();
  const rows: RequirementEntry[] = useWatch({ control, name }) ?? [];
  const { message, errorId } = useField(name);
  if (rows.length === 0) return null;
  return (
    <fieldset className={`govuk-fieldset portal-checks${message ? ' govuk-form-group--error' : ''}`} id={fieldId(name)}>
      <legend className="govuk-fieldset__legend govuk-fieldset__legend--s">
        <Text label={legend} />
      </legend>
      <ErrorText id={errorId} message={message} />
      <ConfirmAll name={name} />
      {rows.map((row, index) => (
        <Tick
          key={row.id ?? index}
          name={`${name}.${index}.confirmed`}
          label={`${kit('requirements.confirmed')}: `}
          shown={
            <>
              {row.description}
              {row.quantity ? ` (${row.quantity})` : ''}
              {row.accepted ? <span className="portal-muted"> · {kit('requirements.accepted')}</span> : null}
            </>
          }
        />
      ))}
    </fieldset>
  );
}

function Table({ name, mode, rows }: { name: string; mode: RequirementTableProps['mode']; rows: readonly RequirementEntry[] }) {
  const text = useKitText();
  const format = useFormat();
  const answer = (given: boolean | null | undefined) => text(given ? 'action.yes' : 'action.no');
  return (
    <SimpleTable
      caption={text('requirements.title')}
      captionHidden
      empty={text('requirements.empty')}
      rows={rows}
      rowKey={(row, index) => row.id ?? String(index)}
      columns={[
        { title: text('requirements.description'), render: (row) => <span className="portal-lines">{row.description}</span> },
        { title: text('requirements.quantity'), numeric: true, render: (row) => format.number(row.quantity) },
        { title: text('requirements.accepted'), render: (row) => answer(row.accepted) },
        {
          title: text('requirements.confirmed'),
          render: (row, index) =>
            mode === 'confirm' ? (
              <Tick name={`${name}.${index}.confirmed`} label={`${text('requirements.confirmed')}: ${row.description ?? ''}`} />
            ) : (
              answer(row.confirmed)
            ),
        },
      ]}
    />
  );
}

function Tick({ name, label, shown }: { name: string; label: string; shown?: ReactNode }) {
  const { clearErrors } = useFormContext();
  const { field } = useController({ name });
  const { id, message, errorId } = useField(name);
  return (
    <>
      <ErrorText id={errorId} message={message} />
      <div className="govuk-checkboxes govuk-checkboxes--small">
        <div className="govuk-checkboxes__item">
          <input
            ref={field.ref}
            className="govuk-checkboxes__input"
            id={id}
            type="checkbox"
            name={name}
            checked={field.value === true}
            aria-describedby={message ? errorId : undefined}
            aria-invalid={message ? true : undefined}
            onBlur={field.onBlur}
            onChange={(event) => {
              field.onChange(event.target.checked);
              if (message) clearErrors(name);
            }}
          />
          <label className="govuk-label govuk-checkboxes__label" htmlFor={id}>
            <span className="govuk-visually-hidden">{label}</span>
            {shown}
          </label>
        </div>
      </div>
    </>
  );
}

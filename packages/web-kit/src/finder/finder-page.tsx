import {
  chooseFromList,
  inBoth,
  isDay,
  type ListResult,
  realDayMessage,
  type SearchCriterion,
  type SearchOperation,
  type SearchQuery,
  unlistedText,
  valueAt,
} from '@portal/contract-kit';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Api, useApi } from '../api/api.ts';
import { findDocuments } from '../api/documents.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { any } from '../catalogue/criteria.ts';
import { Button, ButtonGroup } from '../components/button.tsx';
import { type SimpleColumn, SimpleTable } from '../components/content.tsx';
import { PublicPage } from '../components/page.tsx';
import { type PageError, problemErrors } from '../components/page-error.ts';
import { SpecField } from '../document/document-form.tsx';
import type { FieldSpec } from '../document/field-spec.ts';
import { FormProvider } from '../forms/form-provider.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText, useLanguage, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';

/** An input for one criterion of a finder. */
export interface FinderField
  extends Pick<FieldSpec, 'name' | 'label' | 'hint' | 'records' | 'catalogue' | 'enumName' | 'criteria' | 'upperCase' | 'maxLength' | 'autoComplete'> {
  type: 'text' | 'date' | 'select' | 'combobox';
  operation?: SearchOperation;
  /** The message when the field is empty. */
  message: Label;
}

export interface FinderColumn<Row> {
  title: Label;
  field?: string;
  type?: 'date';
  render?: (row: Row) => ReactNode;
}

export interface FinderPageProps<Row> {
  title: Label;
  intro?: ReactNode;
  back?: string | true;
  actions?: ReactNode;
  /** The prefix of the service, if it is not the area's own. */
  api?: string;
  search: string;
  fields: readonly FinderField[];
  columns: readonly FinderColumn<Row>[];
  viewColumns?: string[];
  rowActions?: (row: Row) => ReactNode;
  tableCaption?: Label;
  /** Errors of the row actions, such as a failed download. */
  errors?: readonly PageError[];
  onDismissErrors?: () => void;
}

/** Documents keep records that can no longer be chosen, so a finder offers these too. */
const allRecords = [any('standing')];

/** Makes the search criteria from the entered values. A date is compared as a date. */
export const finderCriteria = (fields: readonly FinderField[], values: Record<string, unknown>): SearchCriterion[] =>
  fields.map((field) => ({
    expressionType: 'SearchCriterion',
    operation: field.operation ?? 'EQ',
    dataType: field.type === 'date' ? 'DATE' : 'TEXT',
    fieldName: field.name,
    values: [String(values[field.name] ?? '').trim()],
  }));

/** Makes the search query for the entered values. It asks for as many rows as one answer may hold. */
export const finderQuery = (fields: readonly FinderField[], values: Record<string, unknown>, viewColumns?: string[]): SearchQuery => ({
  criteria: finderCriteria(fields, values),
  paging: { page: 1, size: 200 },
  ...(viewColumns ? { viewColumns } : {}),
});

/** What a search has found so far. */
interface Found<Row> extends ListResult<Row> {
  query: SearchQuery;
}

/** Loads the next rows of a search, and adds them to those that are there. */
export async function findNext<Row>(api: Api, path: string, { query, records }: Found<Row>, signal?: AbortSignal): Promise<Found<Row>> {
  const { size } = query.paging;
  const next = await findDocuments<Row>(api, path, { ...query, paging: { page: Math.floor(records.length / size) + 1, size } }, signal);
  return { query, records: [...records, ...next.records], totalRecords: next.totalRecords };
}

interface FinderFault {
  name: string;
  code: 'REQUIRED' | 'DATE' | 'CHOICE';
}

/** Returns what keeps the entered values from being sent: an empty field, a value that is not a date, or a text that is not in the list. */
export const finderFaults = (fields: readonly FinderField[], values: Record<string, unknown>): FinderFault[] =>
  fields.flatMap(({ name, type }): FinderFault[] => {
    const value = String(values[name] ?? '').trim();
    if (value === '') return [{ name, code: 'REQUIRED' }];
    if (type === 'combobox' && unlistedText(value) !== undefined) return [{ name, code: 'CHOICE' }];
    return type === 'date' && !isDay(value) ? [{ name, code: 'DATE' }] : [];
  });

type Outcome = { faults: readonly FinderFault[] } | { none: true } | { problem: ApiProblem } | undefined;

/**
 * A public finder. All criteria are required, and it shows the documents that match all of them. The criteria are sent in the body, never in an address. A
 * row's `id` is a key that shows the document for 15 minutes and cannot change it; see `FinderAccess`.
 */
export function FinderPage<Row extends object>({
  title,
  intro,
  back,
  actions,
  api: prefix,
  search,
  fields,
  columns,
  viewColumns,
  rowActions,
  tableCaption,
  errors = [],
  onDismissErrors,
}: FinderPageProps<Row>) {
  const text = useText();
  const kit = useKitText();
  const { language } = useLanguage();
  const format = useFormat();
  const api = useApi(prefix);
  const form = useForm<Record<string, string>>({ defaultValues: Object.fromEntries(fields.map((field) => [field.name, ''])) });
  // Stores the error and not its text, so that the text can follow a change of language.
  const [outcome, setOutcome] = useState<Outcome>();
  const [result, setResult] = useState<Found<Row> | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);

  const load = async (before: Found<Row>) => {
    const control = new AbortController();
    running.current = control;
    setBusy(true);
    try {
      const found = await findNext(api, search, before, control.signal);
      setResult(found);
      if (found.totalRecords === 0) setOutcome({ none: true });
    } catch (error) {
      if (!control.signal.aborted) setOutcome({ problem: asProblem(error) });
    } finally {
      if (running.current === control) setBusy(false);
    }
  };

  const find = async (event: FormEvent) => {
    event.preventDefault();
    const values = form.getValues();
    form.clearErrors();
    const faults = finderFaults(fields, values);
    setOutcome(faults.length > 0 ? { faults } : undefined);
    setResult(null);
    // Aborts an earlier search, so that its results are not shown for the current one.
    running.current?.abort();
    if (faults.length > 0) return;
    await load({ query: finderQuery(fields, values, viewColumns), records: [], totalRecords: 0 });
  };

  const asked = useRef(fields);
  asked.current = fields;
  // Memoised, so that the list stays the same object while the outcome is unchanged: a new list would take the focus again.
  const own = useMemo<PageError[]>(() => {
    if (!outcome) return [];
    if ('none' in outcome) return [{ code: 'NONE', message: kit('finder.noRecords') }];
    if ('faults' in outcome) {
      return outcome.faults.flatMap(({ name, code }) => {
        const field = asked.current.find((each) => each.name === name);
        if (!field) return [];
        const label = inBoth(field.label);
        const message = { REQUIRED: field.message, DATE: realDayMessage(label), CHOICE: chooseFromList(label) }[code];
        return [{ field: name, code, message: text(message) }];
      });
    }
    const { problem } = outcome;
    const explained = [0, 400, 403, 422, 429].includes(problem.status);
    return explained ? problemErrors(problem, language) : [{ code: problem.code, message: kit('finder.failed') }];
  }, [outcome, kit, text, language]);

  const { setError } = form;
  useEffect(() => {
    for (const { field, code, message } of own) if (field) setError(field, { type: code, message });
  }, [own, setError]);

  const shown: SimpleColumn<Row>[] = columns.map((column) => ({
    title: column.title,
    render: (row) => {
      if (column.render) return column.render(row);
      const value = valueAt(row, column.field ?? '');
      return column.type === 'date' ? format.date(value as string) : String(value ?? '');
    },
  }));
  if (rowActions) shown.push({ title: kit('list.actions'), render: rowActions });

  return (
    <PublicPage
      title={title}
      back={back}
      actions={actions}
      wide
      alerts={errors.length > 0 ? [...own, ...errors] : own}
      onDismissAlerts={() => {
        setOutcome(undefined);
        form.clearErrors();
        onDismissErrors?.();
      }}
    >
      {intro}
      <FormProvider {...form}>
        <form noValidate method="post" onSubmit={find} className="portal-finder" role="search">
          <div className="portal-form-grid">
            {fields.map((field) => (
              <SpecField key={field.name} field={{ criteria: allRecords, ...field }} model={{}} mode="search" />
            ))}
          </div>
          <ButtonGroup>
            <Button type="submit" busy={busy}>
              {kit('action.search')}
            </Button>
          </ButtonGroup>
        </form>
      </FormProvider>
      <FinderStatus busy={busy} total={result?.totalRecords} />
      {result && result.records.length > 0 ? (
        <FinderResults
          caption={tableCaption ?? kit('finder.resultsTitle')}
          columns={shown}
          records={result.records}
          total={result.totalRecords}
          onMore={() => {
            setOutcome(undefined);
            return load(result);
          }}
        />
      ) : null}
    </PublicPage>
  );
}

/** The rows that were found, and a button that loads more of them until all are shown. */
export function FinderResults<Row>({
  caption,
  columns,
  records,
  total,
  onMore,
}: {
  caption: Label;
  columns: readonly SimpleColumn<Row>[];
  records: readonly Row[];
  total: number;
  onMore(): Promise<void>;
}) {
  const kit = useKitText();
  const results = useRef<HTMLDivElement>(null);
  const { length } = records;
  const before = useRef(length);
  useEffect(() => {
    // The button disappears with the last rows, so the first new row takes the focus.
    const firstNew = results.current?.querySelectorAll('tbody tr')[before.current];
    firstNew?.querySelector<HTMLElement>('a, button')?.focus();
    before.current = length;
  }, [length]);
  return (
    <div ref={results}>
      <SimpleTable caption={caption} captionHidden columns={columns} rows={records} />
      {length < total ? (
        <ButtonGroup>
          <Button variant="secondary" onClick={onMore}>
            {kit('finder.more')}
          </Button>
        </ButtonGroup>
      ) : null}
    </div>
  );
}

/** The state of a search: it is running, how many records it found, or what to do if it found none. */
export function FinderStatus({ busy, total }: { busy: boolean; total: number | undefined }) {
  const kit = useKitText();
  return (
    <div role="status">
      {busy ? (
        <p className="govuk-body">{kit('page.loading')}</p>
      ) : total ? (
        <p className="govuk-body govuk-!-font-weight-bold">{kit('finder.results', { count: total })}</p>
      ) : total === 0 ? (
        <p className="govuk-body">{kit('finder.checkAgain')}</p>
      ) : null}
    </div>
  );
}

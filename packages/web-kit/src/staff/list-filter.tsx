import { chooseFromList, inBoth, type SearchCriterion } from '@portal/contract-kit';
import { type FormEvent, useId } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { any, recordName } from '../catalogue/criteria.ts';
import { useAllRecords } from '../catalogue/use-catalogue.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Modal } from '../components/modal.tsx';
import { SpecField } from '../document/document-form.tsx';
import type { FieldSpec } from '../document/field-spec.ts';
import { FormProvider } from '../forms/form-provider.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText, useLanguage, useText } from '../language/i18n.ts';
import { beginningOf, criteriaOf, type FilterLine, type LineOperation, type ListFilter, linesOf, relativeDays } from './list-state.ts';

interface FilterDialogProps {
  /** The one field that is edited from its chip; without it, all fields are shown. */
  only?: string;
  filters: readonly ListFilter[];
  criteria: readonly SearchCriterion[];
  open: boolean;
  onClose: () => void;
  onApply: (criteria: SearchCriterion[]) => void;
}

/** The filter of a list: one line for each field, with its condition and value. */
export function FilterDialog({ open, ...props }: FilterDialogProps) {
  return open ? <OpenFilter {...props} /> : null;
}

function OpenFilter({ only, filters: all, criteria: active, onClose, onApply }: Omit<FilterDialogProps, 'open'>) {
  const filters = all.filter(({ field, tab }) => !tab && (!only || field === only));
  const isShown = ({ fieldName }: SearchCriterion) => filters.some(({ field }) => field === fieldName);
  const criteria = active.filter(isShown);
  const kit = useKitText();
  const text = useText();
  const id = useId();
  const form = useForm<{ filter: FilterLine[] }>({ defaultValues: { filter: linesOf(filters, criteria) } });

  const apply = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree the dialog is inside the page's form, so the event is stopped: otherwise it would submit the page's form.
    event.stopPropagation();
    form.clearErrors();
    const { criteria: entered, wrong } = criteriaOf(filters, form.getValues('filter'), criteria);
    for (const index of wrong) {
      const filter = filters[index] as ListFilter;
      form.setError(
        `filter.${index}.value`,
        {
          type: filter.dataType,
          message: filter.leastLetters
            ? kit('list.wrong.letters', { label: text(filter.label), count: filter.leastLetters })
            : filter.catalogue
              ? text(chooseFromList(inBoth(text(filter.label))))
              : kit(`list.wrong.${filter.dataType}`, { label: text(filter.label), digits: filter.leastDigits ?? 0 }),
        },
        { shouldFocus: index === wrong[0] },
      );
    }
    // Criteria that the dialog does not show are kept.
    if (wrong.length === 0) onApply([...active.filter((line) => !isShown(line)), ...entered]);
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={only && filters[0] ? filters[0].label : kit('list.filter')}
      wide={!only}
      footer={
        <>
          <Button type="submit" form={id}>
            {kit('list.apply')}
          </Button>
          <Button variant="secondary" onClick={() => form.reset({ filter: linesOf(filters, []) })}>
            {kit('action.clear')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {kit('action.cancel')}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={id} noValidate onSubmit={apply}>
          {filters.map((filter, index) => (
            <FilterRow key={filter.field} filter={filter} index={index} />
          ))}
        </form>
      </FormProvider>
    </Modal>
  );
}

function FilterRow({ filter, index }: { filter: ListFilter; index: number }) {
  const kit = useKitText();
  const text = useText();
  const id = useId();
  const { field } = useController({ name: `filter.${index}.operation` });
  const operation: LineOperation = field.value;
  // Date filters also offer days counted from today, which links and views use. ANY removes the restriction. An operation that a preset uses is listed as long
  // as it is active.
  const days: LineOperation[] = filter.type === 'date' ? ['BETWEEN', 'TODAY', 'LAST', 'NEXT'] : [];
  const operations = [...new Set<LineOperation>([...filter.operations, ...days, operation])];
  return (
    <fieldset className="govuk-fieldset portal-filter__row">
      <legend className="govuk-fieldset__legend govuk-fieldset__legend--s">{text(filter.label)}</legend>
      <div className="govuk-form-group portal-filter__operation">
        <label className="govuk-label" htmlFor={id}>
          {kit('list.operation')}
        </label>
        <select className="govuk-select" id={id} ref={field.ref} name={field.name} value={operation} onBlur={field.onBlur} onChange={field.onChange}>
          {operations.map((each) => (
            <option key={each} value={each}>
              {kit(`list.op.${each}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="portal-filter__value">{withoutValue.has(operation) ? null : <FilterValue filter={filter} index={index} operation={operation} />}</div>
    </fieldset>
  );
}

/** Where the values of a filter come from. Documents keep records that can no longer be chosen, so the filter has these too. */
const sourceOf = ({ records, catalogue, criteria = [], enumName }: ListFilter) => ({ records, catalogue, criteria: [...criteria, any('standing')], enumName });

/** Conditions that need no value. */
const withoutValue: ReadonlySet<LineOperation> = new Set<LineOperation>(['ANY', 'EMPTY', 'TODAY']);

function FilterValue({ filter, index, operation }: { filter: ListFilter; index: number; operation: LineOperation }) {
  if (operation === 'LAST' || operation === 'NEXT')
    return <SpecField key={operation} field={{ name: `filter.${index}.value`, type: 'integer', label: 'list.days' }} model={{}} mode="search" />;
  if (operation === 'BETWEEN')
    return (
      <>
        <SpecField key="from" field={{ name: `filter.${index}.value`, type: filter.type, label: 'list.op.GTE' }} model={{}} mode="search" />
        <SpecField key="until" field={{ name: `filter.${index}.until`, type: filter.type, label: 'list.op.LTE' }} model={{}} mode="search" />
      </>
    );
  const many = operation === 'IN';
  if (many && filter.type === 'select') return <ChosenValues filter={filter} index={index} />;
  // A long catalogue gets a search field, a short list a plain select.
  const select = filter.catalogue ? 'combobox' : 'select';
  const type: FieldSpec['type'] = many ? 'text' : filter.type === 'select' ? select : filter.type;
  const field: FieldSpec = { name: `filter.${index}.value`, type, label: many ? 'list.values' : 'list.value', ...sourceOf(filter) };
  return <SpecField key={type} field={field} model={{}} mode="search" />;
}

function ChosenValues({ filter, index }: { filter: ListFilter; index: number }) {
  const kit = useKitText();
  const { language } = useLanguage();
  const id = useId();
  const { records } = useAllRecords(sourceOf(filter));
  const { field } = useController({ name: `filter.${index}.chosen` });
  const chosen: string[] = useWatch({ name: `filter.${index}.chosen` }) ?? [];
  const toggle = (code: string, on: boolean) => field.onChange(on ? [...chosen, code] : chosen.filter((each) => each !== code));
  return (
    <fieldset className="govuk-fieldset">
      <legend className="govuk-label">{kit('list.values')}</legend>
      <div className="govuk-checkboxes govuk-checkboxes--small portal-filter__choices">
        {records.map((record, place) => (
          <div key={record.code} className="govuk-checkboxes__item">
            <input
              ref={place === 0 ? field.ref : undefined}
              className="govuk-checkboxes__input"
              type="checkbox"
              id={`${id}-${place}`}
              checked={chosen.includes(record.code)}
              onChange={(event) => toggle(record.code, event.target.checked)}
            />
            <label className="govuk-label govuk-checkboxes__label" htmlFor={`${id}-${place}`}>
              {recordName(record, language)}
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** The active filters as chips, each with a button that edits it and one that removes it. */
export function FilterChips({
  filters,
  criteria,
  onEdit,
  onChange,
}: {
  filters: readonly ListFilter[];
  criteria: readonly SearchCriterion[];
  onEdit: (field: string) => void;
  onChange: (criteria: SearchCriterion[]) => void;
}) {
  const kit = useKitText();
  const chips = criteria.flatMap((line) => {
    const filter = filters.find(({ field }) => field === line.fieldName);
    return filter && !filter.tab ? [{ line, filter }] : [];
  });
  if (chips.length === 0) return null;
  return (
    <div className="portal-chips">
      <h2 className="govuk-visually-hidden">{kit('list.filters')}</h2>
      <ul className="portal-chips__list">
        {chips.map(({ line, filter }) => (
          <li key={line.fieldName}>
            <Chip filter={filter} criterion={line} onEdit={() => onEdit(line.fieldName)} onRemove={() => onChange(criteria.filter((each) => each !== line))} />
          </li>
        ))}
      </ul>
      <Button variant="link" onClick={() => onChange(criteria.filter((line) => !chips.some((chip) => chip.line === line)))}>
        {kit('list.clearAll')}
      </Button>
    </div>
  );
}

function Chip({ filter, criterion, onEdit, onRemove }: { filter: ListFilter; criterion: SearchCriterion; onEdit: () => void; onRemove: () => void }) {
  const kit = useKitText();
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const { records } = useAllRecords(sourceOf(filter));
  const name = (value: string | number) => {
    const record = filter.type === 'select' ? records.find(({ code }) => code === value) : undefined;
    if (record) return recordName(record, language);
    return filter.dataType === 'DATE' ? dayOrTime(String(value)) : String(value);
  };
  /** Shows a day as a day, and a time or hour (which comes from a link) with the time. */
  const dayOrTime = (value: string) => {
    if (!value.includes('T') || value.startsWith('TODAY')) return format.date(value);
    const at = value.length === 13 ? `${value}:00:00` : value;
    return `${format.shortDate(at)} ${format.time(at)}`;
  };
  const label = text(filter.label);
  const relative = relativeDays(criterion);
  const values = criterion.values.map(name);
  const beginning = beginningOf(criterion);
  const words = beginning
    ? `${label} ${kit('list.op.BEGINS')} ${beginning}`
    : relative
      ? `${label}: ${kit(`list.chip.${relative.operation}`, { count: relative.days })}`
      : criterion.operation === 'BETWEEN'
        ? `${label}: ${values.join(' – ')}`
        : `${label} ${kit(`list.op.${criterion.operation}`)} ${listed(values, kit)}`.trim();
  return (
    <span className="portal-chip">
      <button type="button" className="portal-chip__edit" aria-haspopup="dialog" title={kit('list.editFilter')} onClick={onEdit}>
        {words}
      </button>
      <button type="button" className="portal-chip__remove" aria-label={kit('list.removeFilter', { filter: words })} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

const mostListed = 4;

/** Returns the values of a chip. If there are many, returns the first one and the number of the others. */
function listed(values: readonly string[], kit: ReturnType<typeof useKitText>): string {
  if (values.length <= mostListed) return values.join(', ');
  return kit('list.chip.more', { first: values[0] ?? '', count: values.length - 1 });
}

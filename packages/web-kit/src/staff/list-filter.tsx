import type { SearchCriterion, SearchOperation } from '@portal/contract-kit';
import { type FormEvent, useId } from 'react';
import { FormProvider, useController, useForm, useWatch } from 'react-hook-form';
import { recordName } from '../catalogue/criteria.ts';
import { useAllRecords } from '../catalogue/use-catalogue.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Modal } from '../components/modal.tsx';
import { SpecField } from '../document/document-form.tsx';
import type { FieldSpec } from '../document/field-spec.ts';
import { useFormat } from '../language/format.ts';
import { useKitText, useLanguage, useText } from '../language/i18n.ts';
import { criteriaOf, type FilterLine, type ListFilter, linesOf } from './list-state.ts';

interface FilterDialogProps {
  filters: readonly ListFilter[];
  criteria: readonly SearchCriterion[];
  open: boolean;
  onClose: () => void;
  onApply: (criteria: SearchCriterion[]) => void;
}

/** The filter of a list: one line per field, each with its condition and value. */
export function FilterDialog({ open, ...props }: FilterDialogProps) {
  return open ? <OpenFilter {...props} /> : null;
}

function OpenFilter({ filters, criteria, onClose, onApply }: Omit<FilterDialogProps, 'open'>) {
  const kit = useKitText();
  const text = useText();
  const id = useId();
  const form = useForm<{ filter: FilterLine[] }>({ defaultValues: { filter: linesOf(filters, criteria) } });

  const apply = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree the dialog is inside the page's form: stop the event, so that the page's form is not submitted.
    event.stopPropagation();
    form.clearErrors();
    const { criteria: entered, wrong } = criteriaOf(filters, form.getValues('filter'));
    for (const index of wrong) {
      const filter = filters[index] as ListFilter;
      form.setError(
        `filter.${index}.value`,
        { type: filter.dataType, message: kit(`list.wrong.${filter.dataType}`, { label: text(filter.label) }) },
        { shouldFocus: index === wrong[0] },
      );
    }
    if (wrong.length === 0) onApply(entered);
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={kit('list.filter')}
      wide
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
  const operation: SearchOperation = field.value;
  // ANY removes the restriction. The operation of a preset stays in the list while it is active.
  const operations = [...new Set<SearchOperation>([...filter.operations, operation])];
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
      <div className="portal-filter__value">{operation === 'ANY' ? null : <FilterValue filter={filter} index={index} operation={operation} />}</div>
    </fieldset>
  );
}

function FilterValue({ filter, index, operation }: { filter: ListFilter; index: number; operation: SearchOperation }) {
  const many = operation === 'IN';
  if (many && filter.type === 'select') return <ChosenValues filter={filter} index={index} />;
  const { records, catalogue, enumName } = filter;
  // A long catalogue gets a search field; a short list is a plain select.
  const select = catalogue ? 'combobox' : 'select';
  const type: FieldSpec['type'] = many ? 'text' : filter.type === 'select' ? select : filter.type;
  const field: FieldSpec = { name: `filter.${index}.value`, type, label: many ? 'list.values' : 'list.value', records, catalogue, enumName };
  return <SpecField key={type} field={field} model={{}} mode="search" />;
}

function ChosenValues({ filter, index }: { filter: ListFilter; index: number }) {
  const kit = useKitText();
  const { language } = useLanguage();
  const id = useId();
  const { records } = useAllRecords(filter);
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

/** The active filters, each with a button that removes it. */
export function FilterChips({
  filters,
  criteria,
  onChange,
}: {
  filters: readonly ListFilter[];
  criteria: readonly SearchCriterion[];
  onChange: (criteria: SearchCriterion[]) => void;
}) {
  const kit = useKitText();
  if (criteria.length === 0) return null;
  return (
    <div className="portal-chips">
      <h2 className="govuk-visually-hidden">{kit('list.filters')}</h2>
      <ul className="portal-chips__list">
        {criteria.map((line) => {
          const filter = filters.find(({ field }) => field === line.fieldName);
          return filter ? (
            <li key={line.fieldName}>
              <Chip filter={filter} criterion={line} onRemove={() => onChange(criteria.filter((each) => each !== line))} />
            </li>
          ) : null;
        })}
      </ul>
      <Button variant="link" onClick={() => onChange([])}>
        {kit('list.clearAll')}
      </Button>
    </div>
  );
}

function Chip({ filter, criterion, onRemove }: { filter: ListFilter; criterion: SearchCriterion; onRemove: () => void }) {
  const kit = useKitText();
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const { records } = useAllRecords(filter);
  const name = (value: string | number) => {
    const record = filter.type === 'select' ? records.find(({ code }) => code === value) : undefined;
    if (record) return recordName(record, language);
    return filter.dataType === 'DATE' ? format.date(String(value)) : String(value);
  };
  const words = `${text(filter.label)} ${kit(`list.op.${criterion.operation}`)} ${criterion.values.map(name).join(', ')}`;
  return (
    <button type="button" className="portal-chip" aria-label={kit('list.removeFilter', { filter: words })} onClick={onRemove}>
      <span>{words}</span>
      <Icon name="close" />
    </button>
  );
}

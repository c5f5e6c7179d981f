import { type CatalogueRecord, type FieldError, unlistedText, valueAt } from '@portal/contract-kit';
import { createContext, Fragment, memo, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { recordName } from '../catalogue/criteria.ts';
import { useRecords } from '../catalogue/use-catalogue.ts';
import { Card, Heading, SummaryList } from '../components/content.tsx';
import { Text } from '../components/text.tsx';
import { errorsOf } from '../contract/use-contract-errors.ts';
import { CheckboxField, RadiosField, SelectField } from '../forms/choice-fields.tsx';
import { ComboboxField } from '../forms/combobox-field.tsx';
import { DateField } from '../forms/date-field.tsx';
import { IntegerField, MoneyField, TextareaField, TextField } from '../forms/text-fields.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText, useLanguage } from '../language/i18n.ts';
import type { Language } from '../language/labels.ts';
import { PassportFill } from '../passport/passport-button.tsx';
import type { FieldSpec, Model, SectionSpec } from './field-spec.ts';
import { pathsOf, shownFields, shownSections, yesOrNo } from './sections.ts';

export interface DocumentFormProps {
  sections: readonly SectionSpec[];
  mode: string;
  /** The values to show. Without it, the values of the surrounding form are used. */
  model?: Model;
  /** Whether sections and fields without an `editable` rule of their own can be filled in. Default true. */
  editable?: boolean;
  headingLevel?: 2 | 3;
  /** Collapses each section to one line with its answers, except sections that hold one of these errors. For a form in which a single answer is changed. */
  foldedBut?: readonly Pick<FieldError, 'field'>[];
}

/**
 * A long form described by data: sections with fields, or their read-only view. Editing needs a `FormProvider` around it. It does not render again while its
 * properties stay the same.
 */
export const DocumentForm = memo(function DocumentForm({ model, ...props }: DocumentFormProps) {
  return model ? <Sections {...props} model={model} /> : <LiveSections {...props} />;
});

function LiveSections(props: Omit<DocumentFormProps, 'model'>) {
  const { control } = useFormContext();
  return <Sections {...props} model={useWatch({ control }) as Model} />;
}

/** The number of fields that are rendered; all by default (`useFirstPart`). */
export const FieldLimit = createContext(Number.POSITIVE_INFINITY);

/** Whether the sections of a read-only document are collapsed, as `foldedBut` collapses those of a form. */
export const FoldsSections = createContext(false);
const nothingWrong: readonly never[] = [];

function Sections({ sections, mode, model, editable = true, headingLevel = 2, ...props }: Omit<DocumentFormProps, 'model'> & { model: Model }) {
  let left = useContext(FieldLimit);
  const folds = useContext(FoldsSections);
  const foldedBut = props.foldedBut ?? (folds && !editable ? nothingWrong : undefined);
  return (
    <>
      {shownSections(sections, model, mode).map((section, index) => {
        if (left <= 0) return null;
        const open = section.editable ? section.editable(model, mode) : editable;
        const fields = shownFields([section], model, mode).slice(0, left);
        left -= fields.length;
        const content = (
          <>
            {open && section.passport ? <SectionPassport passport={section.passport} model={model} /> : null}
            <SectionFields fields={fields} model={model} mode={mode} open={open} />
            {left > 0 ? section.render?.({ mode, model, editable: open }) : null}
          </>
        );
        if (foldedBut) {
          const wrong = errorsOf(foldedBut as FieldError[], pathsOf([section])).length > 0;
          return (
            <FoldedSection key={section.id ?? index} section={section} fields={fields} model={model} mode={mode} level={headingLevel} wrong={wrong}>
              {content}
            </FoldedSection>
          );
        }
        return (
          <Card key={section.id ?? index} id={section.id} title={section.title} level={headingLevel}>
            {content}
          </Card>
        );
      })}
    </>
  );
}

interface FoldedSectionProps {
  section: SectionSpec;
  fields: readonly FieldSpec[];
  model: Model;
  mode: string;
  level: 2 | 3;
  /** Whether the section holds an error. It is then opened. */
  wrong: boolean;
  children: ReactNode;
}

/** A section that collapses to one line with its title and its answers. */
function FoldedSection({ section: { id, title }, fields, model, mode, level, wrong, children }: FoldedSectionProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const [open] = useState(wrong);
  useEffect(() => {
    if (wrong && box.current) box.current.open = true;
  }, [wrong]);
  const said = fields.filter(({ name }) => ![undefined, null, ''].includes(valueAt(model, name) as undefined));
  return (
    <details ref={box} className="portal-fold portal-fold--section" id={id} open={open}>
      <summary>
        <Heading level={level} id={id ? `${id}-title` : undefined}>
          <Text label={title} />
        </Heading>
        <span className="portal-fold__said">
          {said.map((field, index) => (
            <Fragment key={field.name}>
              {index > 0 ? ' · ' : null}
              <bdi>
                <FieldValue field={field} model={model} mode={mode} />
              </bdi>
            </Fragment>
          ))}
        </span>
      </summary>
      <div className="portal-fold__body">{children}</div>
    </details>
  );
}

/** The button that fills in a section from a passport. */
export function SectionPassport({ passport: { fields, label }, model }: { passport: NonNullable<SectionSpec['passport']>; model: Model }) {
  return <PassportFill fields={typeof fields === 'function' ? fields(model) : fields} label={label} />;
}

/** The fields of a section, with read-only fields before and after those to fill in. */
export function SectionFields({ fields, model, mode, open }: { fields: readonly FieldSpec[]; model: Model; mode: string; open: boolean }) {
  const isOpen = (field: FieldSpec) => field.type !== 'static' && (field.editable ? field.editable(model, mode) : open);
  const first = fields.findIndex(isOpen);
  const facts = (closed: readonly FieldSpec[]) =>
    closed.length > 0 ? (
      <SummaryList compact rows={closed.map((field) => ({ label: field.label, value: <FieldValue field={field} model={model} mode={mode} /> }))} />
    ) : null;
  if (first < 0) return facts(fields);
  return (
    <>
      {facts(fields.slice(0, first))}
      <div className="portal-form-grid">
        {fields.filter(isOpen).map((field) => (
          <SpecField key={field.name} field={field} model={model} mode={mode} />
        ))}
      </div>
      {/* Read-only values that depend on an answer stand below it: they may appear when the answer is given, and must not move its field. */}
      {facts(fields.slice(first).filter((field) => !isOpen(field)))}
    </>
  );
}

const criteriaOf = (field: FieldSpec, model: Model, mode: string) => (typeof field.criteria === 'function' ? field.criteria(model, mode) : field.criteria);

/** The control for a field described by data. It is memoised, because a form has many fields and most do not change. */
export const SpecField = memo(function SpecField({ field, model, mode }: { field: FieldSpec; model: Model; mode: string }) {
  const required = typeof field.required === 'function' ? field.required(model, mode) : field.required;
  const common = { name: field.name, label: field.label, hint: field.hint, required, autoComplete: field.autoComplete };
  const choice = {
    ...common,
    records: field.records,
    listState: field.listState,
    catalogue: field.catalogue,
    enumName: field.enumName,
    criteria: criteriaOf(field, model, mode),
    nameField: field.nameField,
    onPick: field.onPick,
    freeText: field.freeText,
  };
  switch (field.type) {
    case 'integer':
      return <IntegerField {...common} width={field.width} />;
    case 'money':
      return <MoneyField {...common} currency={field.currency} minor={field.minor} width={field.width} />;
    case 'date':
      return <DateField {...common} />;
    case 'select':
      return <SelectField {...choice} />;
    case 'combobox':
      return <ComboboxField {...choice} />;
    case 'radios':
      return <RadiosField {...choice} booleans={field.booleans} />;
    case 'checkbox':
      return (
        <CheckboxField {...common} value={field.value} onPick={(checked, form) => field.onPick?.(checked ? { code: 'YES', name: 'YES' } : undefined, form)} />
      );
    case 'textarea':
      return <TextareaField {...common} maxLength={field.maxLength} upperCase={field.upperCase} />;
    default:
      return <TextField {...common} upperCase={field.upperCase} maxLength={field.maxLength} width={field.width} type={field.inputType} />;
  }
});

/** A field's value for reading: dates in words, and names in place of codes. */
export function FieldValue({ field, model, mode }: { field: FieldSpec; model: Model; mode: string }): ReactNode {
  const format = useFormat();
  const text = useKitText();
  const { language } = useLanguage();
  const value = valueAt(model, field.name);
  const name = field.nameField ? valueAt(model, field.nameField) : undefined;
  if (field.format) return field.format(value, model);
  if (value === undefined || value === null || value === '') return <span className="portal-muted">{text('field.notGiven')}</span>;
  const answer = yesOrNo(field, value);
  if (answer !== undefined) return text(answer ? 'action.yes' : 'action.no');
  if (field.type === 'date') return format.date(String(value));
  if (field.type === 'money' && typeof value === 'number')
    return field.currency || field.minor ? format.money(value, field.currency ?? '', field.minor ?? 0) : format.number(value);
  if (field.type === 'integer' && typeof value === 'number') return format.number(value);
  const unlisted = field.type === 'combobox' && !field.freeText ? unlistedText(value) : undefined;
  if (unlisted !== undefined) return unlisted;
  if (field.records) return nameIn(field.records, value, name, language);
  if (!field.catalogue && !field.enumName) return String(value);
  return name ? String(name) : <CodeName field={field} model={model} mode={mode} code={String(value)} />;
}

const nameIn = (records: readonly CatalogueRecord[], value: unknown, name: unknown, language: Language): string => {
  const record = records.find((each) => each.code === value);
  return record ? recordName(record, language) : String(name || value);
};

/**
 * The name of a code that must be looked up in its catalogue. It is a component of its own, because a document has many fields and only a few need this query.
 */
export function CodeName({ field, model, mode, code }: { field: FieldSpec; model: Model; mode: string; code: string }): ReactNode {
  const { language } = useLanguage();
  const { records } = useRecords({ catalogue: field.catalogue, enumName: field.enumName, criteria: criteriaOf(field, model, mode), code });
  return nameIn(records, code, undefined, language);
}

import { unlistedText, valueAt } from '@portal/contract-kit';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { recordName } from '../catalogue/criteria.ts';
import { Card } from '../components/content.tsx';
import { CodeName } from '../document/document-form.tsx';
import type { FieldSpec, Model, SectionSpec } from '../document/field-spec.ts';
import { shownFields, shownSections, yesOrNo } from '../document/sections.ts';
import { useFormat } from '../language/format.ts';
import { useKitText, useLanguage, useText } from '../language/i18n.ts';

interface ChangesProps {
  sections: readonly SectionSpec[];
  mode: string;
  /** The values of the form before any change. */
  initial: Model;
}

/** Returns the fields whose values differ from those of the form before any change. */
export const changedFields = (sections: readonly SectionSpec[], values: Model, mode: string, initial: Model): FieldSpec[] =>
  shownFields(sections, values, mode).filter(({ name, type }) => type !== 'static' && (valueAt(values, name) ?? '') !== (valueAt(initial, name) ?? ''));

/** Returns the sections whose lists differ. Rows are not compared one by one. */
export const changedLists = (sections: readonly SectionSpec[], now: Model, mode: string, before: Model): SectionSpec[] =>
  shownSections(sections, now, mode).filter(({ lists = [] }) =>
    lists.some((path) => JSON.stringify(valueAt(now, path) ?? []) !== JSON.stringify(valueAt(before, path) ?? [])),
  );

/** The value of a field in words. */
function FieldWords({ field, model, mode }: { field: FieldSpec; model: Model; mode: string }): ReactNode {
  const kit = useKitText();
  const format = useFormat();
  const { language } = useLanguage();
  const value = valueAt(model, field.name);
  if (value === undefined || value === null || value === '') return kit('work.blank');
  const answer = yesOrNo(field, value);
  if (answer !== undefined) return kit(answer ? 'action.yes' : 'action.no');
  const named = field.nameField ? valueAt(model, field.nameField) : undefined;
  if (typeof named === 'string' && named) return named;
  const record = field.records?.find(({ code }) => code === value);
  if (record) return recordName(record, language);
  if (field.type === 'date') return format.date(String(value));
  const unlisted = field.type === 'combobox' && !field.freeText ? unlistedText(value) : undefined;
  if (unlisted !== undefined) return unlisted;
  return field.catalogue || field.enumName ? <CodeName field={field} model={model} mode={mode} code={String(value)} /> : String(value);
}

/** What a field held before and holds now. */
export function FieldChange({ field, before, now, mode }: { field: FieldSpec; before: Model; now: Model; mode: string }) {
  const text = useText();
  return (
    <li>
      {text(field.label)}:{' '}
      <del>
        <FieldWords field={field} model={before} mode={mode} />
      </del>{' '}
      →{' '}
      <ins>
        <FieldWords field={field} model={now} mode={mode} />
      </ins>
    </li>
  );
}

/** Lists, field by field, what an official has changed so far and not yet sent. */
export function Changes({ sections, mode, initial }: ChangesProps) {
  const kit = useKitText();
  const text = useText();
  const values = useWatch() as Model;
  const changed = changedFields(sections, values, mode, initial);
  const lists = changedLists(sections, values, mode, initial);
  return (
    <Card title={kit('work.changes')}>
      <div role="status">
        {changed.length + lists.length === 0 ? (
          <p className="govuk-body">{kit('work.noChanges')}</p>
        ) : (
          <ul className="govuk-list portal-changes">
            {changed.map((field) => (
              <FieldChange key={field.name} field={field} before={initial} now={values} mode={mode} />
            ))}
            {lists.map((section) => (
              <li key={section.lists?.join()}>
                {text(section.title)}: {kit('work.listChanged')}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

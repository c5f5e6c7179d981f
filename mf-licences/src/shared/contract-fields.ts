import { type ContractClass, type FieldMeta, fieldAt, fieldsOf } from '@portal/contract-kit';
import { eq } from '@portal/web-kit';
import { type FieldSpec, type FieldType, valueAt } from '@portal/web-kit/forms';

/** Catalogues whose lists are long: found by typing. The others are short enough for a plain list. */
const searched = new Set(['countries']);

function typeOf(meta: FieldMeta): FieldType {
  if (meta.catalogue) return searched.has(meta.catalogue.name) ? 'combobox' : 'select';
  if (meta.kind === 'integer') return 'integer';
  if (meta.kind === 'date') return 'date';
  return meta.kind === 'boolean' ? 'checkbox' : 'text';
}

/**
 * Makes screen fields out of a contract's fields: label, limits, catalogue, whether it is required and what is copied from its
 * record are the contract's; `more` says what only a screen knows.
 */
export function fieldMaker(cls: ContractClass) {
  return (name: string, more: Partial<FieldSpec> = {}): FieldSpec => {
    const meta = fieldAt(cls, name);
    if (!meta) throw new Error(`${cls.name} has no field ${name}`);
    const copies = Object.entries(meta.catalogue?.copy ?? {});
    const named = copies.find(([, from]) => from === 'name')?.[0];
    const { within, where } = meta.catalogue ?? {};
    const fixed = Object.entries(where ?? {}).map(([field, value]) => eq(field, String(value)));
    // What is chosen within this field's choice is no answer any more once this one changes.
    const dependents = fieldsOf(cls).filter((other) => other.catalogue?.within?.field === name);
    const chosenWithin = within && ((model: Record<string, unknown>) => [...fixed, eq(within.key, String(valueAt(model, within.field) ?? ''))]);
    return {
      name,
      type: typeOf(meta),
      label: meta.label ?? name,
      required: meta.required ? undefined : false,
      upperCase: meta.upper,
      maxLength: meta.kind === 'text' && !meta.catalogue ? meta.max : undefined,
      catalogue: meta.catalogue?.name,
      criteria: chosenWithin ?? (fixed.length > 0 ? fixed : undefined),
      nameField: named,
      onPick: (record, form) => {
        for (const [target, from] of copies) if (target !== named) form.setValue(target, record?.[from] ?? '', { shouldDirty: true });
        for (const other of dependents) {
          for (const target of [other.name, ...Object.keys(other.catalogue?.copy ?? {})]) form.setValue(target, '', { shouldDirty: true });
        }
      },
      ...more,
    };
  };
}

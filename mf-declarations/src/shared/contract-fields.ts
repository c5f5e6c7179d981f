import { type ContractClass, type FieldMeta, fieldAt, fieldsOf } from '@portal/contract-kit';
import { eq } from '@portal/web-kit';
import { type FieldSpec, type FieldType, valueAt } from '@portal/web-kit/forms';
import { isSet } from 'svc-declarations/contract';

/** Catalogues whose lists are long: found by typing. The others are short enough for a plain list. */
const searched = new Set(['countries', 'airports', 'flights', 'currencies', 'entry-points']);

function typeOf(meta: FieldMeta): FieldType {
  if (meta.catalogue) return searched.has(meta.catalogue.name) ? 'combobox' : 'select';
  switch (meta.kind) {
    case 'integer':
      return 'integer';
    case 'date':
      return 'date';
    case 'boolean':
      return 'checkbox';
    case 'choice':
      return meta.values?.join() === 'YES' ? 'checkbox' : 'radios';
    default:
      return 'text';
  }
}

/** Path of a field that stands beside the named one. */
const beside = (path: string, sibling: string): string => [...path.split('.').slice(0, -1), sibling].join('.');

/** The class that holds the named field. */
function holderOf(cls: ContractClass, path: string): ContractClass {
  const parent = path.split('.').slice(0, -1).join('.');
  return (parent && fieldAt(cls, parent)?.type?.()) || cls;
}

/**
 * Makes screen fields out of a contract's fields: label, limits, catalogue and what is copied from it are the contract's;
 * `more` says what only a screen knows. A field is marked optional only where `more` says so, since a field that is shown
 * under a condition is required under the same one.
 */
export function fieldMaker(cls: ContractClass) {
  return (name: string, more: Partial<FieldSpec> = {}): FieldSpec => {
    const meta = fieldAt(cls, name);
    if (!meta) throw new Error(`${cls.name} has no field ${name}`);
    const copies = Object.entries(meta.catalogue?.copy ?? {});
    const named = copies.find(([, from]) => from === 'name')?.[0];
    const { within, where } = meta.catalogue ?? {};
    const fixed = Object.entries(where ?? {}).map(([field, value]) => eq(field, String(value)));
    // What is chosen within this field's choice (a sub-district of a district) is no answer any more once this one changes.
    const dependents = fieldsOf(holderOf(cls, name)).filter((other) => other.catalogue?.within?.field === meta.name);
    const copied = (target: string, value: unknown) => (fieldAt(cls, beside(name, target))?.kind === 'boolean' ? isSet(value) : (value ?? ''));
    const type = typeOf(meta);
    return {
      name,
      type,
      value: type === 'checkbox' && meta.kind === 'choice' ? 'YES' : undefined,
      label: meta.label ?? name,
      upperCase: meta.upper,
      catalogue: meta.catalogue?.name,
      criteria: within ? (model) => [...fixed, eq(within.key, String(valueAt(model, beside(name, within.field)) ?? ''))] : fixed.length > 0 ? fixed : undefined,
      nameField: named && beside(name, named),
      onPick: (record, form) => {
        for (const [target, from] of copies) if (target !== named) form.setValue(beside(name, target), copied(target, record?.[from]), { shouldDirty: true });
        for (const other of dependents) {
          form.setValue(beside(name, other.name), '', { shouldDirty: true });
          for (const target of Object.keys(other.catalogue?.copy ?? {})) form.setValue(beside(name, target), '', { shouldDirty: true });
        }
      },
      ...more,
    };
  };
}

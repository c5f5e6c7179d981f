import { type ContractClass, type FieldMeta, fieldAt, fieldsOf, isSet, valueAt } from '@portal/contract-kit';
import { eq } from '../catalogue/criteria.ts';
import type { FieldSpec, FieldType } from './field-spec.ts';

export interface FieldMakerOptions {
  /** Whether fields that the contract does not require are marked as optional. Set to false where fields are required under conditions. */
  markOptional?: boolean;
  /** Whether the control accepts no more characters than the contract's longest length. Set to false where the rules shall say that a text is too long. */
  limitLength?: boolean;
}

/** Makes the screen's field for a field of a contract; `more` holds what only the screen knows. */
export type FieldMaker = (name: string, more?: Partial<FieldSpec>) => FieldSpec;

/** Catalogues with long lists: the user types to find a record. Other catalogues are shown as plain lists. */
const longCatalogues = new Set(['countries', 'airports', 'currencies', 'commodities', 'vehicle-makes', 'travel-destinations']);

function typeOf(meta: FieldMeta): FieldType {
  if (meta.catalogue) return longCatalogues.has(meta.catalogue.name) ? 'combobox' : 'select';
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

/** Returns the path of a field next to the given one: the sibling `name` of `flightDetails.code` is `flightDetails.name`. */
const siblingOf = (path: string, sibling: string): string => [...path.split('.').slice(0, -1), sibling].join('.');

/** Returns the class that declares the field at a path. */
function classAt(cls: ContractClass, path: string): ContractClass {
  const parent = path.split('.').slice(0, -1).join('.');
  return (parent && fieldAt(cls, parent)?.type?.()) || cls;
}

/**
 * Makes screen fields from a contract class: label, limits, catalogue and copied values come from the contract.
 * Choosing a record copies its values to the fields next to the code, empties every field whose choices depend on this one,
 * and then calls the screen's own `onPick`.
 */
export function fieldMaker(cls: ContractClass, { markOptional = true, limitLength = true }: FieldMakerOptions = {}): FieldMaker {
  return (name, { onPick, ...more } = {}) => {
    const meta = fieldAt(cls, name);
    if (!meta) throw new Error(`${cls.name} has no field ${name}`);
    const { copy = {}, within, where = {} } = meta.catalogue ?? {};
    const copies = Object.entries(copy);
    const nameField = copies.find(([, from]) => from === 'name')?.[0];
    const fixed = Object.entries(where).map(([field, value]) => eq(field, value as string | number));
    const dependents = fieldsOf(classAt(cls, name)).filter((other) => other.catalogue?.within?.field === meta.name);
    const type = typeOf(meta);
    return {
      name,
      type,
      value: type === 'checkbox' && meta.kind === 'choice' ? 'YES' : undefined,
      label: meta.label ?? name,
      required: markOptional && !meta.required ? false : undefined,
      upperCase: meta.upper,
      maxLength: limitLength && meta.kind === 'text' && !meta.catalogue ? meta.max : undefined,
      catalogue: meta.catalogue?.name,
      criteria: within
        ? (model) => [...fixed, eq(within.key, String(valueAt(model, siblingOf(name, within.field)) ?? ''))]
        : fixed.length > 0
          ? fixed
          : undefined,
      nameField: nameField && siblingOf(name, nameField),
      onPick: (record, form) => {
        const put = (sibling: string, value: unknown) => form.setValue(siblingOf(name, sibling), value, { shouldDirty: true });
        for (const [target, from] of copies) {
          if (target === nameField) continue;
          const isFlag = fieldAt(cls, siblingOf(name, target))?.kind === 'boolean';
          put(target, isFlag ? isSet(record?.[from]) : (record?.[from] ?? ''));
        }
        for (const other of dependents) for (const target of [other.name, ...Object.keys(other.catalogue?.copy ?? {})]) put(target, '');
        onPick?.(record, form);
      },
      ...more,
    };
  };
}

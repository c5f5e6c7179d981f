import { type ContractClass, type FieldMeta, fieldAt } from '@portal/contract-kit';
import { eq } from '@portal/web-kit';
import type { FieldSpec, FieldType } from '@portal/web-kit/forms';

/** Catalogues whose lists are long: found by typing. The others are short enough for a plain list. */
const searched = new Set(['countries', 'commodities', 'vehicle-makes', 'travel-destinations']);

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
    // What is copied stands beside the code, inside the same part.
    const beside = (target: string): string => [...name.split('.').slice(0, -1), target].join('.');
    const copies = Object.entries(meta.catalogue?.copy ?? {}).map(([target, from]) => [beside(target), from] as const);
    const named = copies.find(([, from]) => from === 'name')?.[0];
    const fixed = Object.entries(meta.catalogue?.where ?? {}).map(([field, value]) => eq(field, value as string | number));
    const { onPick, ...rest } = more;
    return {
      name,
      type: typeOf(meta),
      label: meta.label ?? name,
      required: meta.required ? undefined : false,
      upperCase: meta.upper,
      maxLength: meta.kind === 'text' && !meta.catalogue ? meta.max : undefined,
      catalogue: meta.catalogue?.name,
      criteria: fixed.length > 0 ? fixed : undefined,
      nameField: named,
      onPick: (record, form) => {
        for (const [target, from] of copies) if (target !== named) form.setValue(target, record?.[from] ?? '', { shouldDirty: true });
        onPick?.(record, form);
      },
      ...rest,
    };
  };
}

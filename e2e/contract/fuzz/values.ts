/** Generates values from the schemas of an OpenAPI document: valid ones, and ones that break exactly one rule. */
import fc from 'fast-check';
import type { Schema } from './routes.ts';

type Named = (ref: string) => Schema;

/** Returns a schema without references on its top level; parts of `allOf` are merged. */
export function flat(schema: Schema, named: Named): Schema {
  if (schema.$ref) return flat(named(schema.$ref), named);
  if (!schema.allOf) return schema;
  const { allOf, ...rest } = schema;
  const parts = [rest as Schema, ...allOf.map((part) => flat(part, named))];
  return Object.assign({}, ...parts, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }) as Schema;
}

/** Generates plain words: every text field accepts them, and they do not trigger the rules of a catalogue or form by chance. */
const word = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ'), minLength: 1, maxLength: Math.min(maxLength, 30) });
const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true }).map((date) => date.toISOString());

function textOf({ format, pattern, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return days.map((text) => text.slice(0, 10));
  if (format === 'utc-date-time') return days.map((text) => text.slice(0, 19));
  if (format === 'date-time') return days;
  if (format === 'email') return word(20).map((name) => `${name.toLowerCase()}@example.com`);
  if (format === 'uuid') return fc.uuid();
  if (pattern === '^[0-9]+$') return fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: Math.min(Number(maxLength), 15) });
  return word(Number(maxLength ?? 30));
}

/** Generates a value that is valid by its schema: with all required fields, and sometimes further ones. Fields that only the server sets are left out. */
export function validOf(given: Schema, named: Named, depth = 0): fc.Arbitrary<unknown> {
  const schema = flat(given, named);
  if (schema.oneOf) return fc.oneof(...(schema.oneOf as Schema[]).map((one) => validOf(one, named, depth)));
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: Number(schema.minimum ?? 0), max: Math.min(Number(schema.maximum ?? 50), Number(schema.minimum ?? 0) + 50) });
    case 'number':
      return fc.integer({ min: Number(schema.minimum ?? 0), max: Number(schema.maximum ?? 100) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(validOf(schema.items ?? {}, named, depth + 1), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Number(schema.minItems ?? 0) + (depth > 2 ? 0 : 1),
      });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => !flat(field, named).readOnly);
      return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, validOf(field, named, depth + 1)])), { requiredKeys: schema.required ?? [] });
    }
    default:
      return fc.constant('x');
  }
}

export interface Breakage {
  /** The path of the field that breaks the rule. */
  path: (string | number)[];
  rule: string;
  value: unknown;
}

const wrongType: Record<string, unknown> = { string: { x: 1 }, integer: 'many', number: 'many', boolean: 'perhaps', array: 'none', object: 'none' };

/**
 * Returns the ways to break one rule of a value that is valid by its schema. Fields that the value does not have are broken too, if they are on its top level.
 */
export function breakagesOf(given: Schema, value: unknown, named: Named, path: (string | number)[] = []): Breakage[] {
  const schema = flat(given, named);
  if (schema.readOnly) return [];
  const found: Breakage[] = [];
  const broken = (rule: string, bad: unknown) => found.push({ path, rule, value: bad });
  const isRow = typeof path.at(-1) === 'number';
  const { id } = schema.properties ?? {};
  // Rows that come from a catalogue are matched by their ids, and an invalid answer counts as no answer, so nothing in them can be broken.
  if (isRow && id?.['x-catalogue']) return [];
  if (path.length && typeof schema.type === 'string') broken('type', wrongType[schema.type]);
  if (schema.enum) broken('enum', 'Z-NONE');
  else if (schema.type === 'string' && Number(schema.maxLength) < 100_000) broken('maxLength', 'X'.repeat(Number(schema.maxLength) + 1));
  if (schema.format === 'date' || schema.format === 'utc-date-time') broken('format', '2026-02-30');
  if (schema.format === 'email') broken('format', 'nobody');
  if (schema.type === 'integer' && schema.minimum !== undefined) broken('minimum', Number(schema.minimum) - 1);
  if (schema.type === 'integer' && Number(schema.maximum) < Number.MAX_SAFE_INTEGER) broken('maximum', Number(schema.maximum) + 1);
  if (schema.type === 'array' && Number(schema.maxItems) <= 500 && Array.isArray(value) && value.length && !flat(schema.items ?? {}, named).properties?.id)
    broken('maxItems', Array(Number(schema.maxItems) + 1).fill(value[0]));
  if (schema.type === 'array' && schema.minItems) broken('minItems', []);
  if (schema.type === 'array' && Array.isArray(value) && value.length) found.push(...breakagesOf(schema.items ?? {}, value[0], named, [...path, 0]));
  if (schema.type === 'object' && value && typeof value === 'object' && !Array.isArray(value)) {
    for (const name of schema.required ?? [])
      if (!(isRow && name === 'id') && !flat(schema.properties?.[name] ?? {}, named).readOnly)
        found.push({ path: [...path, name], rule: 'required', value: undefined });
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      if (name in value && !(isRow && name === 'id')) found.push(...breakagesOf(field, (value as Record<string, unknown>)[name], named, [...path, name]));
  }
  return found;
}

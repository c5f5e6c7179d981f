/** Creates the JSON schema of a contract class, for the OpenAPI documents. */
import { type ContractClass, type FieldMeta, fieldsOf } from './fields.ts';

export type JsonSchema = Record<string, unknown>;

/** A date-time as every service writes it: in UTC, without a time zone. */
export const momentSchema: JsonSchema = {
  type: 'string',
  format: 'utc-date-time',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$',
  maxLength: 19,
};
/** A day: `YYYY-MM-DD`. */
export const daySchema: JsonSchema = { type: 'string', format: 'date', maxLength: 10 };
/** A whole number in a range that JavaScript can represent. */
export const integerSchema = (minimum = 0, maximum = Number.MAX_SAFE_INTEGER): JsonSchema => ({ type: 'integer', format: 'int64', minimum, maximum });

/** Maximum length of a text that the server sets, in a field without a limit of its own. */
const longest = 2_000;

function schemaOf(meta: FieldMeta, collect: Map<string, JsonSchema>, part: boolean): JsonSchema {
  const ref = (): JsonSchema => ({ $ref: `#/components/schemas/${collectSchemas((meta.type as () => ContractClass)(), collect, part)}` });
  const about = { ...(meta.label ? { description: meta.label.en } : {}), ...(meta.serverSet ? { readOnly: true } : {}) };
  switch (meta.kind) {
    case 'text':
      return {
        type: 'string',
        ...about,
        ...(meta.form === 'email' ? { format: 'email' } : {}),
        maxLength: meta.max ?? longest,
        ...(meta.catalogue ? { 'x-catalogue': meta.catalogue.name } : {}),
      };
    case 'digits':
      return { type: 'string', pattern: '^[0-9]+$', ...about, maxLength: meta.max };
    case 'choice':
      return { type: 'string', enum: [...(meta.values ?? [])], ...about };
    case 'integer':
      return { ...integerSchema(meta.min, meta.max), ...about };
    case 'boolean':
      return { type: 'boolean', ...about };
    case 'date':
      return { ...daySchema, ...about };
    case 'dateTime':
      return { ...momentSchema, ...about };
    case 'object':
      return meta.serverSet ? { allOf: [ref()], readOnly: true } : ref();
    case 'list':
      return { type: 'array', items: ref(), ...(meta.min ? { minItems: meta.min } : {}), maxItems: meta.max, ...about };
  }
}

/**
 * Adds the schema of a class, and of every class it contains, to the map.
 * @param part makes every field optional: for a draft, a blank form, or a change of some fields
 * @returns the name of the schema in the map
 */
export function collectSchemas(cls: ContractClass, collect: Map<string, JsonSchema>, part = false): string {
  const name = part ? `${cls.name}Part` : cls.name;
  if (collect.has(name)) return name;
  const schema: JsonSchema = { type: 'object' };
  collect.set(name, schema);
  const fields = fieldsOf(cls);
  schema.properties = Object.fromEntries(fields.map((f) => [f.name, schemaOf(f, collect, part)]));
  const required = part ? [] : fields.filter((f) => f.required).map((f) => f.name);
  if (required.length) schema.required = required;
  return name;
}

/** JSON schema of a contract class, for the OpenAPI documents. */
import { type ContractClass, type FieldMeta, fieldsOf } from './fields.ts';

export type JsonSchema = Record<string, unknown>;

function schemaOf(meta: FieldMeta, collect: Map<string, JsonSchema>, part: boolean): JsonSchema {
  const ref = (): JsonSchema => ({ $ref: `#/components/schemas/${collectSchemas((meta.type as () => ContractClass)(), collect, part)}` });
  const about = { ...(meta.label ? { description: meta.label.en } : {}), ...(meta.serverSet ? { readOnly: true } : {}) };
  switch (meta.kind) {
    case 'text':
      return {
        type: 'string',
        ...about,
        ...(meta.form === 'email' ? { format: 'email' } : {}),
        ...(meta.max ? { maxLength: meta.max } : {}),
        ...(meta.catalogue ? { 'x-catalogue': meta.catalogue.name } : {}),
      };
    case 'digits':
      return { type: 'string', pattern: '^[0-9]+$', ...about, maxLength: meta.max };
    case 'choice':
      return { type: 'string', enum: [...(meta.values ?? [])], ...about };
    case 'integer':
      return { type: 'integer', minimum: meta.min, ...(meta.max !== Number.MAX_SAFE_INTEGER ? { maximum: meta.max } : {}), ...about };
    case 'boolean':
      return { type: 'boolean', ...about };
    case 'date':
      return { type: 'string', format: 'date', ...about };
    case 'dateTime':
      return { type: 'string', ...about };
    case 'object':
      return ref();
    case 'list':
      return { type: 'array', items: ref(), ...(meta.min ? { minItems: meta.min } : {}), maxItems: meta.max };
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

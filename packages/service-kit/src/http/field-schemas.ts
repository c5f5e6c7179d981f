/** The schemas of single fields, from which the schemas of bodies and answers are built. Every schema of a text, list or file has a maximum length. */
import { daySchema, integerSchema, type JsonSchema, momentSchema } from '@portal/contract-kit';

const text = { type: 'string', maxLength: 2_000 };
const listOf = (items: JsonSchema, maxItems = 10_000): JsonSchema => ({ type: 'array', items, maxItems });
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length ? { required } : {}),
});

export const fieldSchemas = {
  /** For names, labels, messages, codes and keys of documents. */
  text,
  /** Returns the schema of a text with the given maximum length. */
  textOf: (maxLength: number): JsonSchema => ({ type: 'string', maxLength }),
  /** Returns the schema of a text that is one of these values. */
  oneOf: (...values: readonly string[]): JsonSchema => ({ type: 'string', enum: [...values] }),
  moment: momentSchema,
  day: daySchema,
  /** A date-time with its zone. */
  time: { type: 'string', format: 'date-time', maxLength: 35 },
  count: integerSchema(),
  /** The version of a document or record. */
  version: integerSchema(1),
  flag: { type: 'boolean' },
  words: object({ en: text, pt: text }),
  listOf,
  object,
  /** An object whose fields depend on the kind of document. */
  fields: { type: 'object' },
  records: (items: JsonSchema, more: Record<string, JsonSchema> = {}, maxItems?: number): JsonSchema =>
    object({ records: listOf(items, maxItems), totalRecords: integerSchema(), ...more }, ['records', 'totalRecords']),
  /** A file or stream. Its length is limited where it is received or made. */
  bytes: { type: 'string', format: 'binary', maxLength: 2 ** 31 - 1 },
  /** Returns a schema that also allows null, for a value that may be missing. */
  maybe: (schema: JsonSchema): JsonSchema => ({ ...schema, nullable: true, ...(schema.enum ? { enum: [...(schema.enum as unknown[]), null] } : {}) }),
} as const;

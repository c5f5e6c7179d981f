/** The schemas of single fields, of which those of bodies and answers are made. Each has its limits. */
import { daySchema, integerSchema, type JsonSchema, momentSchema } from '@portal/contract-kit';

const text = { type: 'string', maxLength: 2_000 };
const listOf = (items: JsonSchema, maxItems = 10_000): JsonSchema => ({ type: 'array', items, maxItems });
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length ? { required } : {}),
});

export const fieldSchemas = {
  /** Names, labels, messages, codes, keys to documents. */
  text,
  /** A text of which the caller chooses the length. */
  textOf: (maxLength: number): JsonSchema => ({ type: 'string', maxLength }),
  /** One of these values. */
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
  /** A file or stream: its length is limited where it is taken or made. */
  bytes: { type: 'string', format: 'binary', maxLength: 2 ** 31 - 1 },
  /** The value is null where there is none. */
  maybe: (schema: JsonSchema): JsonSchema => ({ ...schema, nullable: true, ...(schema.enum ? { enum: [...(schema.enum as unknown[]), null] } : {}) }),
} as const;

/** Lists every published operation of the five services, from their OpenAPI documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { root } from '../portal-under-test.ts';

export const areas = ['reference', 'declarations', 'licences', 'trips', 'media'] as const;
export type Area = (typeof areas)[number];

export type Schema = Record<string, unknown> & { $ref?: string; allOf?: Schema[]; properties?: Record<string, Schema>; items?: Schema; required?: string[] };
type Content = Record<string, { schema?: Schema }>;
type Response = { $ref?: string; content?: Content };
interface Operation {
  parameters?: Route['parameters'];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
}

export interface Route {
  area: Area;
  method: string;
  /** The path with the area's prefix; parameters are in braces. */
  path: string;
  query: string[];
  /** Media type, schema and an example of the body. */
  takes?: { type: string; schema: Schema; example: unknown };
  /** Returns the schema with the name in a reference. */
  named: (ref: string) => Schema;
  parameters: { name: string; in: string; schema?: Schema }[];
  /** Top-level fields of the body that accept any text, with their maximum length. */
  texts: { name: string; max: number }[];
  /** The documented responses by status and media type. For JSON, a function that returns where a response differs from its description. */
  answers: Record<string, Record<string, ((answer: unknown) => string | undefined) | undefined>>;
}

/** Creates a body from its schema, with every field that a client may set. */
function exampleOf(schema: Schema, named: (ref: string) => Schema, depth = 0): unknown {
  if (schema.$ref) return exampleOf(named(schema.$ref), named, depth);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, named, depth)));
  if (schema.oneOf) return exampleOf((schema.oneOf as Schema[])[0] as Schema, named, depth);
  switch (schema.type) {
    case 'array':
      return depth > 4 ? [] : [exampleOf(schema.items ?? {}, named, depth + 1)];
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return (schema.enum as string[] | undefined)?.[0] ?? (schema.format === 'date' ? '2026-05-17' : schema.pattern ? '6707700001' : 'text');
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([, field]) => !field.readOnly)
          .map(([name, field]) => [name, exampleOf(field, named, depth + 1)]),
      );
  }
}

const isFreeText = ({ type, enum: values, format, pattern, readOnly, ...more }: Schema): boolean =>
  type === 'string' && !values && !format && !pattern && !readOnly && !more['x-catalogue'];

function textsOf(schema: Schema | undefined, named: (ref: string) => Schema): { name: string; max: number }[] {
  if (!schema) return [];
  if (schema.$ref) return textsOf(named(schema.$ref), named);
  if (schema.allOf) return schema.allOf.flatMap((part) => textsOf(part, named));
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => (isFreeText(field) ? [{ name, max: Number(field.maxLength ?? 500) }] : []));
}

function routesOf(area: Area): Route[] {
  const document = JSON.parse(readFileSync(join(root, `svc-${area}/openapi.json`), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
  };
  const ajv = addFormats(new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true, keywords: ['x-catalogue'] }));
  // The schema also has a pattern, which checks the format; this checks that such a moment exists.
  ajv.addFormat('utc-date-time', (text) => !Number.isNaN(Date.parse(`${text}Z`)));
  const plain = (schema: Schema): Schema => JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '')) as Schema;
  for (const [name, schema] of Object.entries(document.components.schemas)) ajv.addSchema(plain(schema), name);
  const named = (ref: string): Schema => document.components.schemas[ref.split('/').at(-1) as string] as Schema;
  const contentOf = ({ $ref, content = {} }: Response): Content =>
    $ref ? (document.components.responses[$ref.split('/').at(-1) as string]?.content ?? {}) : content;
  const check = (schema: Schema | undefined): Route['answers'][string][string] => {
    if (!schema) return undefined;
    // The schema is compiled with the first response, because most of the time would be spent on schemas of responses that no request gets.
    let validate: ValidateFunction | undefined;
    return (answer) => {
      validate ??= ajv.compile(plain(schema));
      return validate(answer)
        ? undefined
        : validate.errors
            ?.map(({ instancePath, message }) => `${instancePath} ${message}`)
            .slice(0, 3)
            .join(', ');
    };
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Route => {
      const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      return {
        area,
        method: method.toUpperCase(),
        path: `/api/${area}${path}`,
        query: (operation.parameters ?? []).filter((p) => p.in === 'query').map((p) => p.name),
        ...(type ? { takes: { type, schema: content?.schema ?? {}, example: exampleOf(content?.schema ?? {}, named) } } : {}),
        named,
        parameters: operation.parameters ?? [],
        texts: textsOf(content?.schema, named),
        answers: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [
            status,
            Object.fromEntries(Object.entries(contentOf(response)).map(([media, { schema }]) => [media, /json$/.test(media) ? check(schema) : undefined])),
          ]),
        ),
      };
    }),
  );
}

export const routes: readonly Route[] = areas.flatMap(routesOf);

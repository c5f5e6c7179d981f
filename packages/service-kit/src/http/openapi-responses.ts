/** What all operations of all services have in common: their limits, their error answers, and the headers of their answers. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { integerSchema, type JsonSchema } from '@portal/contract-kit';
import { fieldSchemas } from './field-schemas.ts';
import { ref } from './openapi-parts.ts';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Components = NonNullable<OpenAPIObject['components']>;

/** The version of the interfaces of the five services, by semantic versioning. The first number is the `/v1` in the paths. */
export const API_VERSION = '1.0.0';

const header = (description: string, schema: JsonSchema) => ({ description, schema });
const headerRef = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });

const headers = {
  'API-Version': header('The version of this interface', { ...fieldSchemas.textOf(20), pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+$' }),
  'X-Request-Id': header('Names the call in the logs', fieldSchemas.textOf(80)),
  'X-RateLimit-Limit': header('How many such calls one caller may make in the window', integerSchema()),
  'X-RateLimit-Remaining': header('How many of them are left', integerSchema()),
  'X-RateLimit-Reset': header('Seconds until the window ends', integerSchema()),
  'Access-Control-Allow-Origin': header('The origin of the portal: pages of other sites cannot read the answer', fieldSchemas.text),
  'Retry-After': header('Seconds after which the call may succeed', integerSchema(1)),
};

const usual = Object.assign(
  {},
  ...['API-Version', 'X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Access-Control-Allow-Origin'].map(headerRef),
) as object;
const later = { ...usual, ...headerRef('Retry-After') };
const problem = { 'application/problem+json': { schema: ref('Problem') } };

/** The error answers by status: the name of the component, and its description. */
const refusals: Record<number, [name: string, description: string]> = {
  400: ['BadRequest', 'BAD_REQUEST, UNKNOWN_FIELD or BAD_VALUE: the request cannot be understood'],
  401: ['Unauthenticated', 'UNAUTHENTICATED: sign in first; STEP_UP_REQUIRED: sign in again with a second factor'],
  403: ['Forbidden', 'FORBIDDEN: the roles of the caller do not allow it'],
  404: ['NotFound', 'NOT_FOUND: there is no such document, version, file or address'],
  409: ['Conflict', 'The state of the document does not allow it, or it has changed since it was read'],
  413: ['TooLarge', 'FILE_TOO_LARGE: the body is too large'],
  415: ['WrongType', 'FILE_TYPE: the body is of a type that is not taken here'],
  422: ['Unprocessable', 'The body or the query breaks rules: each is an error with its field'],
  429: ['TooManyRequests', 'TOO_MANY_REQUESTS: wait as long as Retry-After says'],
  500: ['Fault', 'INTERNAL: a fault of the portal'],
  503: ['Unavailable', 'UNAVAILABLE: a part does not answer, or a file is not ready yet'],
};
const ofBodies = new Set(['413', '415']);

/** Components for the answers of every operation. */
export const sharedComponents: Pick<Components, 'headers' | 'responses'> = {
  headers: headers as Components['headers'],
  responses: Object.fromEntries(
    Object.entries(refusals).map(([status, [name, description]]) => [
      name,
      { description, headers: status === '429' || status === '503' ? later : usual, content: problem },
    ]),
  ) as Components['responses'],
};

/** Adds the length limits that the server has for all parameters: one for a path parameter, and one for the whole URL. */
function limited(parameter: { in: string; name: string; schema?: JsonSchema }): void {
  const { schema } = parameter;
  if (!schema) return;
  if (schema.type === 'number') parameter.schema = integerSchema(1);
  else if (!schema.enum && !schema.maxLength) parameter.schema = { type: 'string', ...schema, maxLength: parameter.in === 'path' ? 2_000 : 16_000 };
}

/** Completes an operation with what applies to all operations of the kit. */
export function complete(operation: Operation): void {
  for (const parameter of operation.parameters ?? []) limited(parameter as Parameters<typeof limited>[0]);
  const responses = operation.responses as Record<string, object>;
  for (const [status, [name]] of Object.entries(refusals)) {
    if (ofBodies.has(status) && !operation.requestBody) continue;
    responses[status] ??= { $ref: `#/components/responses/${name}` };
  }
  for (const [status, response] of Object.entries(responses)) {
    if (!('$ref' in response)) Object.assign(response, { headers: status === '429' || status === '503' ? later : usual });
  }
  // Signing in is optional where the operation does not demand it: a token only gives access to more.
  operation.security ??= [{}, { bearer: [] }];
}

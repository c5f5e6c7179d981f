import type { ApiResponseOptions, OpenAPIObject } from '@nestjs/swagger';
import { ref } from '@portal/service-kit';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type SchemaObject = Exclude<Schemas[string], { $ref: string }>;

/** A form with one file and any other fields. */
export const fileForm = (fields: Record<string, SchemaObject> = {}): SchemaObject => ({
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary', description: 'At most 10 MB' }, ...fields },
});

export const uploadAnswer: SchemaObject = {
  type: 'object',
  required: ['uid', 'id', 'name', 'size', 'data'],
  properties: {
    uid: { type: 'string', format: 'uuid' },
    id: { type: 'string', format: 'uuid', description: 'The same as uid' },
    name: { type: 'string', description: 'The name the file is kept under: made safe, with the extension of what it is' },
    size: { type: 'integer', description: 'Bytes stored' },
    data: { type: 'string', nullable: true, description: 'A small picture as base64 JPEG; null for a file' },
  },
};

export const problem = (status: number, description: string): ApiResponseOptions => ({
  status,
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
});

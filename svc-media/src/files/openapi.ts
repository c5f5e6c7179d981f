import type { ApiResponseOptions, OpenAPIObject } from '@nestjs/swagger';
import { fieldSchemas, ref } from '@portal/service-kit';
import { MAX_FILE_BYTES } from './multipart-upload.ts';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type SchemaObject = Exclude<Schemas[string], { $ref: string }>;

/** Returns the schema of a form with one file and any other fields. */
export const fileForm = (fields: Record<string, SchemaObject> = {}): SchemaObject => ({
  type: 'object',
  required: ['file'],
  properties: { file: { ...fieldSchemas.bytes, maxLength: MAX_FILE_BYTES, description: 'At most 10 MB' }, ...fields },
});

const uid = { type: 'string', format: 'uuid', maxLength: 36 };

export const uploadAnswer: SchemaObject = {
  type: 'object',
  required: ['uid', 'id', 'name', 'size', 'data'],
  properties: {
    uid,
    id: { ...uid, description: 'The same as uid' },
    name: { ...fieldSchemas.text, description: 'The name the file is kept under: made safe, with the extension of what it is' },
    size: { ...fieldSchemas.count, description: 'Bytes stored' },
    data: { ...fieldSchemas.textOf(1_000_000), nullable: true, description: 'A small picture as base64 JPEG; null for a file' },
  },
};

export const problem = (status: number, description: string): ApiResponseOptions => ({
  status,
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
});

/** What the calls of lists answer, for the OpenAPI document. */
import type { JsonSchema } from '@portal/contract-kit';

const text = { type: 'string' };
const count = { type: 'integer' };

export const importSchemas: Record<string, JsonSchema> = {
  ImportAnswer: {
    type: 'object',
    properties: {
      model: {
        type: 'object',
        properties: {
          id: text,
          status: { ...text, enum: ['PROCESSING', 'DONE', 'REFUSED'] },
          total: { ...count, description: 'Rows of the list' },
          accepted: count,
          refused: count,
          fileName: text,
          mode: { ...text, enum: ['valid', 'all'] },
          createdAt: text,
          finishedAt: text,
          checked: { ...count, description: 'Rows that were looked at, while all or none are to be registered' },
          repeated: { type: 'boolean', description: 'The same file was sent before: this is that import' },
        },
        required: ['id', 'status', 'total', 'accepted', 'refused'],
      },
    },
    required: ['model'],
  },
};

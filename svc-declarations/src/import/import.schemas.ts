/** JSON schemas of what the calls about lists return, for the OpenAPI document. */
import type { JsonSchema } from '@portal/contract-kit';
import { fieldSchemas } from '@portal/service-kit';

const { text, count, flag, moment } = fieldSchemas;

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
          createdAt: moment,
          finishedAt: moment,
          checked: { ...count, description: 'Rows that were looked at, while all or none are to be registered' },
          repeated: { ...flag, description: 'The same file was sent before: this is that import' },
        },
        required: ['id', 'status', 'total', 'accepted', 'refused'],
      },
    },
    required: ['model'],
  },
};

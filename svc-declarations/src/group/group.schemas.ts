/** What the calls of groups take and answer, for the OpenAPI document. */
import type { JsonSchema } from '@portal/contract-kit';
import { ref } from '@portal/service-kit';
import { mostTravellers } from '../../contract/index.ts';

const text = { type: 'string' };
const count = { type: 'integer' };
const fields = { type: 'object', additionalProperties: true };

export const groupSchemas: Record<string, JsonSchema> = {
  GroupRegistration: {
    type: 'object',
    properties: {
      shared: { ...fields, description: 'What all travellers share' },
      travellers: {
        type: 'array',
        minItems: 1,
        maxItems: mostTravellers,
        items: { ...fields, properties: { answeredBy: { ...count, minimum: 0, description: 'Place in this list of the adult who answers for a child' } } },
        description: 'The own fields of each',
      },
    },
    required: ['travellers'],
  },
  GroupMemberFields: {
    ...fields,
    properties: {
      version: { ...count, description: 'The version of the group that the sender has seen' },
      answeredBy: { ...count, minimum: 0, description: 'Place among the members of the adult who answers for a child' },
    },
  },
  GroupAction: {
    type: 'object',
    properties: {
      version: { ...count, description: 'The version of the group that the sender has seen' },
      members: { type: 'array', items: text, minItems: 1, maxItems: mostTravellers, description: 'Ids of the members' },
      comment: text,
    },
    required: ['version', 'members'],
  },
  GroupMember: {
    type: 'object',
    properties: {
      id: text,
      version: count,
      reference: text,
      name: text,
      lane: { ...text, enum: ['RED', 'GREEN'], description: 'Of an arrival alone' },
      documentStatus: text,
      answeredBy: { ...text, description: 'The adult who answered the questions for this child' },
      mayAnswer: { type: 'boolean', description: 'An adult who answers in person, and may answer for a child of the group' },
      flightNumber: text,
      travelDate: { ...text, description: 'The declared day of arrival or departure' },
      flags: { type: 'array', items: { ...text, enum: ['MERCHANDISE', 'MONEY', 'ANSWERS'] }, description: 'For officials alone, as what follows' },
      actions: { type: 'array', items: text, description: "The group's actions that may be done on this person now" },
      assignee: { ...text, description: "The officer who has this person's case" },
      travellerCode: text,
      nationalityName: text,
      birthDate: text,
    },
    required: ['id', 'version', 'reference', 'name', 'documentStatus', 'mayAnswer'],
  },
  GroupAnswer: {
    type: 'object',
    properties: {
      model: {
        type: 'object',
        properties: {
          id: { ...text, description: 'The key to the group' },
          version: count,
          serialReference: ref('SerialReference'),
          documentCreatedAt: text,
          name: { ...text, description: 'Of the first member, as flight and day' },
          flightNumber: text,
          travelDate: text,
          size: { ...count, description: 'How many members there are' },
          members: { type: 'array', items: ref('GroupMember') },
        },
        required: ['id', 'version', 'serialReference', 'documentCreatedAt', 'name', 'size', 'members'],
      },
      actions: { type: 'array', items: ref('OfferedAction') },
    },
    required: ['model', 'actions'],
  },
};

/** JSON schemas of what the calls of groups accept and return, for the OpenAPI document. */
import type { JsonSchema } from '@portal/contract-kit';
import { fieldSchemas, ref } from '@portal/service-kit';
import { mostTravellers } from '../../contract/index.ts';

const { text, count, version, flag, day, moment, fields, listOf, object } = fieldSchemas;
const answeredBy = { ...count, maximum: mostTravellers - 1 };

export const groupSchemas: Record<string, JsonSchema> = {
  GroupRegistration: {
    ...object(
      {
        shared: { ...fields, description: 'What all travellers share' },
        travellers: {
          ...listOf(
            { ...fields, properties: { answeredBy: { ...answeredBy, description: 'Place in this list of the adult who answers for a child' } } },
            mostTravellers,
          ),
          minItems: 1,
          description: 'The own fields of each',
        },
      },
      ['travellers'],
    ),
  },
  GroupMemberFields: {
    ...fields,
    properties: {
      version: { ...version, description: 'The version of the group that the sender has seen' },
      answeredBy: { ...answeredBy, description: 'Place among the members of the adult who answers for a child' },
    },
  },
  GroupAction: object(
    {
      version: { ...version, description: 'The version of the group that the sender has seen' },
      members: { ...listOf(text, mostTravellers), minItems: 1, description: 'Ids of the members' },
      comment: text,
    },
    ['version', 'members'],
  ),
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
      mayAnswer: { ...flag, description: 'An adult who answers in person, and may answer for a child of the group' },
      flightNumber: text,
      travelDate: { ...day, description: 'The declared day of arrival or departure' },
      flags: { ...listOf({ ...text, enum: ['MERCHANDISE', 'MONEY', 'ANSWERS'] }, 3), description: 'For officials alone, as what follows' },
      actions: { ...listOf(text), description: "The group's actions that may be done on this person now" },
      assignee: { ...text, description: "The officer who has this person's case" },
      travellerCode: text,
      nationalityName: text,
      birthDate: day,
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
          documentCreatedAt: moment,
          name: { ...text, description: 'Of the first member, as flight and day' },
          flightNumber: text,
          travelDate: day,
          size: { ...count, description: 'How many members there are' },
          over: { ...flag, description: 'Every member is cleared or detained: nobody presents the code any more' },
          members: listOf(ref('GroupMember'), mostTravellers),
        },
        required: ['id', 'version', 'serialReference', 'documentCreatedAt', 'name', 'size', 'members'],
      },
      actions: listOf(ref('OfferedAction')),
    },
    required: ['model', 'actions'],
  },
};

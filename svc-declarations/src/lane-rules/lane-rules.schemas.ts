/** JSON schemas of what the calls about lane rules accept and return, for the OpenAPI document. */
import type { JsonSchema } from '@portal/contract-kit';
import { fieldSchemas, ref } from '@portal/service-kit';
import { hitPolicies } from '../../contract/index.ts';

const { text, textOf, count, version, flag, day, moment, words, listOf, records } = fieldSchemas;
const percent = { type: 'number', minimum: 0, maximum: 100 };
const lane = { ...text, enum: ['RED', 'GREEN'] };
const answer = (name: string): JsonSchema => ({ type: 'object', properties: { model: ref(name) }, required: ['model'] });

const table = {
  code: { ...textOf(40), description: 'Identifies the table through all its versions' },
  name: words,
  hitPolicy: { ...text, enum: [...hitPolicies], description: 'FIRST takes the first rule that applies, COLLECT all of them' },
  inputs: { ...listOf(text), description: 'What the conditions look at: a field, `questions.<id>`, `declarations.<id>` or `watchList.<code>`' },
  rules: listOf({
    type: 'object',
    properties: {
      when: { ...listOf(text), description: 'A FEEL unary test for each input; `-` for any value' },
      lane,
      reason: words,
      share: { ...percent, description: 'Per cent of the declarations for which the rule counts, drawn at random' },
    },
    required: ['when', 'lane', 'reason'],
  }),
  order: count,
  effectiveFrom: { ...day, description: 'The first day on which it decides; not before the day on which it was put in force' },
  expectedRed: percent,
};
const sample = { type: 'object', properties: { id: text, reference: text, from: lane, to: lane } };
const person = { passport: text, name: text, birthDate: day, note: text };
const required = ['code', 'name', 'inputs', 'rules', 'effectiveFrom'];

export const laneRulesSchemas: Record<string, JsonSchema> = {
  LaneTable: { type: 'object', properties: { ...table, version: { ...version, description: 'Of a draft that is changed' } }, required },
  LaneTableVersion: {
    type: 'object',
    properties: {
      ...table,
      id: text,
      version,
      number: count,
      status: { ...text, enum: ['DRAFT', 'IN_FORCE', 'WITHDRAWN'] },
      deciding: flag,
      mine: { ...flag, description: 'Whether the caller has written on it' },
      changedBy: text,
      changedAt: moment,
      approvedBy: text,
      approvedAt: moment,
      withdrawnBy: text,
      withdrawnAt: moment,
      withdrawal: text,
      always: { ...flag, description: 'The rule of the specification, which nobody changes' },
    },
    required: [...required, 'id', 'version', 'number', 'status', 'deciding', 'mine'],
  },
  LaneTableAnswer: answer('LaneTableVersion'),
  LaneTables: records(ref('LaneTableVersion'), {
    today: { ...day, description: 'Where the offices are: a table put in force now does not decide about earlier days' },
  }),
  LaneTableAction: { type: 'object', properties: { version, reason: text }, required: ['version'] },
  LaneTrialRequest: { type: 'object', properties: { from: day, to: day }, required: ['from'] },
  LaneTrial: {
    type: 'object',
    properties: {
      id: text,
      tableId: text,
      tableVersion: count,
      from: day,
      to: day,
      status: { ...text, enum: ['RUNNING', 'DONE'] },
      total: count,
      examined: count,
      changed: { ...count, description: 'How many declarations would change lane' },
      toRed: count,
      toGreen: count,
      redBefore: count,
      redAfter: count,
      finds: { ...count, description: 'Declarations whose traveller was referred or detained' },
      findsBefore: count,
      findsAfter: count,
      hours: { ...listOf(listOf(count)), description: 'Hour of the day where the offices are; red lane before; red lane after; all' },
      redByTable: { ...count, description: 'How many the table alone would send to the red lane' },
      hits: { ...listOf(listOf(count)), description: 'Rule; how often it applied' },
      samples: listOf(sample),
      caught: { ...listOf(sample), description: 'Finds that were in the green lane and would have been in the red one' },
      startedBy: text,
      startedAt: moment,
      finishedAt: moment,
    },
    required: ['id', 'status', 'total', 'examined', 'changed'],
  },
  LaneTrialAnswer: answer('LaneTrial'),
  LaneTrials: records(ref('LaneTrial')),
  WatchLists: records({ type: 'object', properties: { code: text, entries: count } }),
  WatchListAddition: { type: 'object', properties: { entries: listOf({ type: 'object', properties: person }) }, required: ['entries'] },
  WatchListEntries: records({
    type: 'object',
    properties: { id: text, list: text, knownBy: listOf({ ...text, enum: ['passport', 'name'] }), note: text, addedBy: text, addedAt: moment },
  }),
  WatchListRemoval: { type: 'object', properties: { model: { type: 'object', properties: { removed: count } } }, required: ['model'] },
};

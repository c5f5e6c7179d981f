/** What the calls of gates take and answer, for the OpenAPI document. */
import type { JsonSchema } from '@portal/contract-kit';
import { ref } from '@portal/service-kit';
import { gateDecisions, mostGateDecisions } from '../../contract/index.ts';

const text = { type: 'string' };
const count = { type: 'integer' };
const time = { type: 'string', format: 'date-time' };
const texts = { type: 'array', items: text };
const fields = { type: 'object', additionalProperties: true };
const decision = {
  key: { ...text, description: 'Made by the device; the same key again is the same decision' },
  decision: { ...text, enum: [...gateDecisions] },
  code: { ...text, description: 'The code that was shown; without it the reference was typed' },
  reference: text,
  reason: text,
  at: time,
  undone: { type: 'boolean' },
};
const outcome = {
  key: text,
  outcome: { ...text, enum: ['RECORDED', 'CASE', 'UNDONE'] },
  case: { ...text, enum: ['TWO_LANES', 'OVERTAKEN', 'OUT_OF_DATE', 'NOT_GENUINE', 'UNKNOWN', 'REFUSED'] },
  id: text,
  version: count,
};
const listOf = (name: string): JsonSchema => ({ type: 'object', properties: { records: { type: 'array', items: ref(name) }, totalRecords: count } });

export const gateSchemas: Record<string, JsonSchema> = {
  GateQuestion: { type: 'object', properties: { text }, required: ['text'] },
  GateVerdict: {
    ...fields,
    properties: {
      finding: { ...text, enum: ['GENUINE', 'NOT_GENUINE', 'TYPED', 'NOT_FOUND'] },
      warnings: { type: 'array', items: { ...text, enum: ['WRONG_DAY', 'SECOND_SCAN', 'RED_LANE', 'OUT_OF_DATE', 'ANOTHER_DOCUMENT', 'TYPED'] } },
      decisions: { type: 'array', items: { ...text, enum: [...gateDecisions] } },
    },
  },
  GatePassRequest: { type: 'object', properties: { key: { ...fields, description: 'Public key of P-256, as JWK' } }, required: ['key'] },
  GatePass: {
    type: 'object',
    properties: {
      pass: text,
      asOf: time,
      endsAt: time,
      outOfDate: {
        type: 'array',
        items: { type: 'array', items: {} },
        description: 'Reference, and the second since 1970 before which its codes are out of date',
      },
      recorded: texts,
      expected: { type: 'array', items: fields },
    },
  },
  GateDecision: { type: 'object', properties: decision, required: ['key', 'decision', 'reference', 'at'] },
  GateReconciliation: {
    type: 'object',
    properties: {
      pass: text,
      sentAt: { ...time, description: "The device's clock now: how far it is off" },
      decisions: {
        type: 'array',
        maxItems: mostGateDecisions,
        items: { type: 'object', properties: { ...decision, signature: text }, required: ['key', 'decision', 'reference', 'at', 'signature'] },
      },
    },
    required: ['pass', 'sentAt', 'decisions'],
  },
  GateOutcome: { type: 'object', properties: outcome },
  GateOutcomes: listOf('GateOutcome'),
  GateCase: {
    ...fields,
    properties: { ...outcome, reference: text, decision: decision.decision, reason: text, officer: text, decidedAt: text, receivedAt: text },
  },
  GateCases: listOf('GateCase'),
  GateClosing: { type: 'object', properties: { comment: text }, required: ['comment'] },
};

/** JSON schemas of what the gate's calls accept and return, for the OpenAPI document. */
import type { JsonSchema } from '@portal/contract-kit';
import { fieldSchemas, ref } from '@portal/service-kit';
import { gateDecisions, mostGateDecisions } from '../../contract/index.ts';

const { text, count, flag, moment, time, listOf, fields, object, records } = fieldSchemas;
const decision = {
  key: { ...text, description: 'Made by the device; the same key again is the same decision' },
  decision: { ...text, enum: [...gateDecisions] },
  code: { ...text, description: 'The code that was shown; without it the reference was typed' },
  reference: text,
  reason: text,
  at: time,
  undone: flag,
};
const outcome = {
  key: text,
  outcome: { ...text, enum: ['RECORDED', 'CASE', 'UNDONE'] },
  case: { ...text, enum: ['TWO_LANES', 'OVERTAKEN', 'CLAIMED', 'OUT_OF_DATE', 'NOT_GENUINE', 'UNKNOWN', 'REFUSED'] },
  id: text,
  version: count,
};

export const gateSchemas: Record<string, JsonSchema> = {
  GateQuestion: object({ text }),
  GateVerdict: {
    ...fields,
    properties: {
      finding: { ...text, enum: ['GENUINE', 'NOT_GENUINE', 'TYPED', 'NOT_FOUND'] },
      warnings: listOf({ ...text, enum: ['WRONG_DAY', 'SECOND_SCAN', 'RED_LANE', 'OUT_OF_DATE', 'ANOTHER_DOCUMENT', 'NOT_IN_REGISTER', 'TYPED'] }),
      decisions: listOf({ ...text, enum: [...gateDecisions] }),
    },
  },
  GatePassRequest: object({ key: { ...fields, description: 'Public key of P-256, as JWK' } }),
  GatePass: object(
    {
      pass: text,
      asOf: time,
      endsAt: time,
      outOfDate: {
        ...listOf(listOf({}, 2), 100_000),
        description: 'Reference, and the second since 1970 before which its codes are out of date',
      },
      recorded: listOf(text, 100_000),
      expected: listOf(fields, 100_000),
    },
    [],
  ),
  GateDecision: object(decision, ['key', 'decision', 'reference', 'at']),
  GateReconciliation: object({
    pass: text,
    sentAt: { ...time, description: "The device's clock now: how far it is off" },
    decisions: listOf(object({ ...decision, signature: text }, ['key', 'decision', 'reference', 'at', 'signature']), mostGateDecisions),
  }),
  GateOutcome: object(outcome, []),
  GateOutcomes: records(ref('GateOutcome')),
  GateCase: {
    ...fields,
    properties: { ...outcome, reference: text, decision: decision.decision, reason: text, officer: text, decidedAt: moment, receivedAt: moment },
  },
  GateCases: records(ref('GateCase')),
  GateClosing: object({ comment: text }),
};

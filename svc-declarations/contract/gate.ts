/** The gate: what an officer is told of a code, and what the officer decides on it. */
import type { GroupFlag } from './group.ts';
import type { Lane } from './lane.ts';

/** What was shown or typed: a code whose signature is right, one whose signature is wrong, a reference, or neither. */
export type GateFinding = 'GENUINE' | 'NOT_GENUINE' | 'TYPED' | 'NOT_FOUND';

/** Why an officer looks twice. `TYPED` proves nothing; each of the others asks for a reason. */
export type GateWarning = 'WRONG_DAY' | 'SECOND_SCAN' | 'RED_LANE' | 'OUT_OF_DATE' | 'ANOTHER_DOCUMENT' | 'TYPED';

export const gateDecisions = ['ARRIVAL', 'REFERRAL'] as const;
export type GateDecisionKind = (typeof gateDecisions)[number];

/** Most decisions in one call. */
export const mostGateDecisions = 200;

/** The facts that decide the warnings. A gate without a connection knows those of the seal. */
export interface GateFacts {
  kind: string;
  day?: string;
  lane?: Lane;
  documentStatus?: string;
  superseded?: boolean;
  typed?: boolean;
}

/** Why to look twice at this code on this day (`YYYY-MM-DD`). */
export function gateWarnings({ kind, day, lane, documentStatus, superseded, typed }: GateFacts, today: string): GateWarning[] {
  return [
    ...(kind !== 'arrival-declaration' ? (['ANOTHER_DOCUMENT'] as const) : []),
    ...(documentStatus && documentStatus !== 'CREATED' ? (['SECOND_SCAN'] as const) : []),
    ...(lane === 'RED' ? (['RED_LANE'] as const) : []),
    ...(day && day !== today ? (['WRONG_DAY'] as const) : []),
    ...(superseded ? (['OUT_OF_DATE'] as const) : []),
    ...(typed ? (['TYPED'] as const) : []),
  ];
}

/** Whether a decision in spite of these warnings needs a reason. */
export const needsReason = (warnings: readonly GateWarning[]): boolean => warnings.some((warning) => warning !== 'TYPED');

/** What the gate shows of a code or a reference. */
export interface GateVerdict {
  finding: GateFinding;
  warnings: GateWarning[];
  kind?: string;
  reference?: string;
  id?: string;
  version?: number;
  lane?: Lane;
  name?: string;
  travellerCode?: string;
  nationalityName?: string;
  birthDate?: string;
  flightNumber?: string;
  travelDate?: string;
  flags?: GroupFlag[];
  documentStatus?: string;
  /** Who travels together: the group's page for officers. */
  group?: { screen: string };
  /** When the traveller was recorded, and by whom. */
  last?: { at: string; by: string };
  /** What the officer may decide now. */
  decisions: GateDecisionKind[];
  /** The officer's page of the document. */
  screen?: string;
}

/** A decision of an officer at a gate. */
export interface GateDecision {
  /** Made by the device: the same key again is the same decision. */
  key: string;
  decision: GateDecisionKind;
  /** The code that was shown; without it the reference was typed. */
  code?: string;
  reference: string;
  reason?: string;
  /** The device's clock, ISO 8601. */
  at: string;
  /** Taken back on the device before it was sent. */
  undone?: boolean;
}

/** How a decision and the document did not agree, for a supervisor to look at. */
export type GateCaseKind = 'TWO_LANES' | 'OVERTAKEN' | 'OUT_OF_DATE' | 'NOT_GENUINE' | 'UNKNOWN' | 'REFUSED';

export interface GateOutcome {
  key: string;
  outcome: 'RECORDED' | 'CASE' | 'UNDONE';
  case?: GateCaseKind;
  /** The document, where its status was changed: for the undo. */
  id?: string;
  version?: number;
}

/** A case of a gate, as supervisors see it. */
export interface GateCase extends GateOutcome {
  reference: string;
  decision: GateDecisionKind;
  reason: string;
  officer: string;
  /** When it was decided, by the server's clock as far as that is known. */
  decidedAt: string;
  receivedAt: string;
  /** The other officer's decision on the same code. */
  other?: { officer: string; decidedAt: string };
  closedBy?: string;
  closedAt?: string;
  closing?: string;
  screen?: string;
}

/** What a device takes along, so that its lane goes on without a connection. */
export interface GatePass {
  /** Sealed by the server; comes back with the decisions. */
  pass: string;
  asOf: string;
  /** The end of the shift: the device forgets everything then, except decisions that were not sent. */
  endsAt: string;
  /** References whose codes from before a time, in seconds since 1970, are out of date. */
  outOfDate: [reference: string, before: number][];
  /** References that were recorded already. */
  recorded: string[];
  /** Those who are expected, where the ministry allows it. */
  expected: GateExpected[];
}

export type GateExpected = Pick<
  GateVerdict,
  'reference' | 'lane' | 'name' | 'travellerCode' | 'nationalityName' | 'birthDate' | 'flightNumber' | 'travelDate' | 'flags'
>;

/** What a device signs of a decision, always in the same order. */
export const signedText = ({ key, decision, code = '', reference, reason = '', at, undone = false }: GateDecision): string =>
  JSON.stringify([key, decision, code, reference, reason, at, undone]);

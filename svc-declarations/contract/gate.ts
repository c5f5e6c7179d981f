/** The gate: what an officer learns about a scanned code, and what the officer decides. */
import type { Problem } from '@portal/contract-kit';
import type { GroupFlag } from './group.ts';
import type { Lane } from './lane.ts';

/**
 * What the officer scanned or typed: a code with a valid signature, a code with an invalid one, a reference, or a reference of no declaration that the officer
 * may see.
 */
export type GateFinding = 'GENUINE' | 'NOT_GENUINE' | 'TYPED' | 'NOT_FOUND';

/** Why an officer should look twice. A typed reference proves nothing (`TYPED`), but only the other warnings require a reason. */
export type GateWarning = 'WRONG_DAY' | 'SECOND_SCAN' | 'RED_LANE' | 'OUT_OF_DATE' | 'ANOTHER_DOCUMENT' | 'NOT_IN_REGISTER' | 'TYPED';

export const gateDecisions = ['ARRIVAL', 'REFERRAL'] as const;
export type GateDecisionKind = (typeof gateDecisions)[number];

/** Maximum number of decisions in one call. */
export const mostGateDecisions = 200;

/** The facts from which the warnings follow. A gate that is offline knows only those in the sealed code. */
export interface GateFacts {
  kind: string;
  day?: string;
  lane?: Lane;
  documentStatus?: string;
  superseded?: boolean;
  /** Whether the register no longer has the declaration of the code: it was erased, or lost by a restore. */
  missing?: boolean;
  typed?: boolean;
}

/** Returns the warnings for a code on a day (`YYYY-MM-DD`). */
export function gateWarnings({ kind, day, lane, documentStatus, superseded, missing, typed }: GateFacts, today: string): GateWarning[] {
  return [
    ...(kind !== 'arrival-declaration' ? (['ANOTHER_DOCUMENT'] as const) : []),
    ...(missing ? (['NOT_IN_REGISTER'] as const) : []),
    ...(documentStatus && documentStatus !== 'CREATED' ? (['SECOND_SCAN'] as const) : []),
    ...(lane === 'RED' ? (['RED_LANE'] as const) : []),
    ...(day && day !== today ? (['WRONG_DAY'] as const) : []),
    ...(superseded ? (['OUT_OF_DATE'] as const) : []),
    ...(typed ? (['TYPED'] as const) : []),
  ];
}

/** Whether an officer who decides in spite of these warnings must give a reason. */
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
  /** The group that the traveller belongs to: its page for officers. */
  group?: { screen: string };
  /** When an officer last recorded the traveller, and who it was. */
  last?: { at: string; by: string };
  /** The decisions that the officer may take now. */
  decisions: GateDecisionKind[];
  /** The officer whose claim keeps the caller from a decision, and since when. */
  claim?: Problem['claim'];
  /** The page of the document for officers. */
  screen?: string;
}

/** A decision of an officer at a gate. */
export interface GateDecision {
  /** Idempotency key that the device makes: the same key always means the same decision. */
  key: string;
  decision: GateDecisionKind;
  /** The code that was scanned; missing if the reference was typed. */
  code?: string;
  reference: string;
  reason?: string;
  /** The time of the decision by the device's clock, ISO 8601. */
  at: string;
  /** Whether the officer undid the decision on the device before the device sent it. */
  undone?: boolean;
}

/** Why a decision did not fit the document, so that a supervisor must look at it. */
export type GateCaseKind = 'TWO_LANES' | 'OVERTAKEN' | 'CLAIMED' | 'OUT_OF_DATE' | 'NOT_GENUINE' | 'UNKNOWN' | 'REFUSED';

export interface GateOutcome {
  key: string;
  outcome: 'RECORDED' | 'CASE' | 'UNDONE';
  case?: GateCaseKind;
  /** Id of the document whose status the decision changed. With `version`, it lets the officer undo the decision. */
  id?: string;
  version?: number;
}

/** A decision that needs a supervisor, as supervisors see it. */
export interface GateCase extends GateOutcome {
  reference: string;
  decision: GateDecisionKind;
  reason: string;
  officer: string;
  /** When the officer decided, by the server's clock as well as the server can work it out. */
  decidedAt: string;
  receivedAt: string;
  /** The earlier decision of another officer on the same document, if the case is `TWO_LANES`. */
  other?: { officer: string; decidedAt: string };
  closedBy?: string;
  closedAt?: string;
  closing?: string;
  screen?: string;
}

/** What a device stores at the start of a shift, so that its lane can work offline. */
export interface GatePass {
  /** The session of the officer, encrypted by the server. The device sends it back with the decisions. */
  pass: string;
  asOf: string;
  /** The end of the shift. The device then deletes everything except the decisions that it has not sent. */
  endsAt: string;
  /** References whose older codes are out of date: those issued before the given time, in seconds since 1970. */
  outOfDate: [reference: string, before: number][];
  /** References of travellers who are already recorded. */
  recorded: string[];
  /** The travellers who are expected, if the ministry allows devices to store them. */
  expected: GateExpected[];
}

export type GateExpected = Pick<
  GateVerdict,
  'reference' | 'lane' | 'name' | 'travellerCode' | 'nationalityName' | 'birthDate' | 'flightNumber' | 'travelDate' | 'flags'
>;

/** Returns the text of a decision that a device signs. The order of its parts is fixed. */
export const signedText = ({ key, decision, code = '', reference, reason = '', at, undone = false }: GateDecision): string =>
  JSON.stringify([key, decision, code, reference, reason, at, undone]);

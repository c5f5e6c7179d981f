/** The documents as the service returns them: the declaration, and the fields that the server adds. */
import { type Bilingual, type ServerFields } from '@portal/contract-kit';
import type { ArrivalDeclarationBody } from './arrival.ts';
import type { DepartureDeclarationBody } from './departure.ts';
import type { Lane } from './lane.ts';
import type { LaneDecision, LaneOverride, LaneReason } from './lane-rules.ts';
import type { ArrivalStatus, Decision, DepartureStatus } from './statuses.ts';

/** What the members of a group have. */
export interface GroupFields {
  /** The group that it was registered with. */
  groupId?: string;
  /** The adult who answered the questions for a child. */
  answeredBy?: string;
}

export type DepartureDeclaration = DepartureDeclarationBody & ServerFields<DepartureStatus> & GroupFields;

export type ArrivalDeclaration = ArrivalDeclarationBody &
  ServerFields<ArrivalStatus> &
  GroupFields & {
    lane: Lane;
    /** Whether something was declared of which an officer must hear in either lane: money, or a question answered yes. */
    tellsOfficer?: true;
    /** Why it is in the red lane, what decided, and an officer's change of the lane: for staff alone. */
    laneReasons?: LaneReason[];
    laneDecision?: LaneDecision;
    laneOverride?: LaneOverride;
    /** The officer's last decision; missing before the first one. */
    decision?: Decision;
  };

/** A question or declaration as `{id}/searchDeclaration` returns it. */
export interface QuestionRecord {
  id: string;
  rank: number;
  /** In the language of the call. */
  description: string;
  descriptions: Bilingual;
  /** What it is about (`QuestionTopic`), where the catalogue says so. */
  about?: string;
}

/** A day that `getDates` offers. */
export interface DateOption {
  code: string;
  name: string;
}

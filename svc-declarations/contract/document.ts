/** The declarations as the service returns them: the traveller's answers, and the fields that the server adds. */
import { type Bilingual, type ServerFields } from '@portal/contract-kit';
import type { ArrivalDeclarationBody } from './arrival.ts';
import type { DepartureDeclarationBody } from './departure.ts';
import type { Lane } from './lane.ts';
import type { LaneDecision, LaneOverride, LaneReason } from './lane-rules.ts';
import type { ArrivalStatus, Decision, DepartureStatus } from './statuses.ts';

/** The fields that a declaration has as a member of a group. */
export interface GroupFields {
  /** The id of the group that the declaration was registered with. */
  groupId?: string;
  /** The name of the adult who answered the questions for a child. */
  answeredBy?: string;
}

export type DepartureDeclaration = DepartureDeclarationBody & ServerFields<DepartureStatus> & GroupFields;

export type ArrivalDeclaration = ArrivalDeclarationBody &
  ServerFields<ArrivalStatus> &
  GroupFields & {
    lane: Lane;
    /** Whether the traveller must speak to an officer in either lane, because of declared money or a question answered with yes. */
    tellsOfficer?: true;
    /** Why the declaration is in the red lane. This field and the next two (what decided the lane, and an officer's change of it) are only for staff. */
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
  /** The text in the language of the call. */
  description: string;
  descriptions: Bilingual;
  /** The topic of the question (`QuestionTopic`), if the catalogue names one. */
  about?: string;
}

/** A day in the answer of `getDates`. */
export interface DateOption {
  code: string;
  name: string;
}

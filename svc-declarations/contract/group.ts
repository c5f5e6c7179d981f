/** Persons who travel together and declare together: each has a declaration of their own, and all share one code. */
import type { OfferedAction, SerialReference } from '@portal/contract-kit';
import type { Lane } from './lane.ts';

/** Document code in the references of groups. */
export const GROUP_CODE = 'GRP';
/** Most persons of a group. */
export const mostTravellers = 40;
/** From this age on a person may answer for a child. */
export const adultAge = 18;

/** Why an officer looks at a member: merchandise, money, or a question answered with yes. */
export type GroupFlag = 'MERCHANDISE' | 'MONEY' | 'ANSWERS';

/** A member of a group, as far as the group's screen needs it. */
export interface GroupMember {
  /** The id of the member's own declaration. */
  id: string;
  version: number;
  reference: string;
  name: string;
  /** Of an arrival alone. */
  lane?: Lane;
  documentStatus: string;
  /** The adult who answered the questions for this child. */
  answeredBy?: string;
  /** An adult who answers in person, and may answer for a child of the group. */
  mayAnswer: boolean;
  flightNumber?: string;
  /** The declared day of arrival or departure. */
  travelDate?: string;
  /** For officials alone, as everything below. */
  flags?: GroupFlag[];
  /** The group's actions that may be done on this person now. */
  actions?: string[];
  /** The officer who has this person's case. */
  assignee?: string;
  travellerCode?: string;
  nationalityName?: string;
  birthDate?: string;
}

export interface DeclarationGroup {
  id: string;
  version: number;
  serialReference: SerialReference;
  documentCreatedAt: string;
  /** Of the first member, as flight and day. */
  name: string;
  flightNumber?: string;
  travelDate?: string;
  /** How many members there are. */
  size: number;
  /** In the order in which they were registered. */
  members: GroupMember[];
}

/** What every call on a group answers. */
export interface GroupEnvelope {
  model: DeclarationGroup;
  actions: OfferedAction[];
}

/** The fields with which a person answers the questions and confirms the answers. */
export const answerFields = ['questions', 'questionsConfirmed', 'declarations', 'declarationsConfirmed', 'declaredStatus'] as const;

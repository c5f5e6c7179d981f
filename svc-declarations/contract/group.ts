/** Groups: persons who travel together and declare together. Each person has a declaration, and the group has one code for all of them. */
import type { OfferedAction, SerialReference } from '@portal/contract-kit';
import type { Lane } from './lane.ts';

/** Document code in the references of groups. */
export const GROUP_CODE = 'GRP';
/** Maximum number of persons in a group. */
export const mostTravellers = 40;

/** Why an officer should look at a member: the red lane (`MERCHANDISE`), declared money, or a question answered with yes. */
export type GroupFlag = 'MERCHANDISE' | 'MONEY' | 'ANSWERS';

/** A member of a group, with the fields that the group's screen needs. */
export interface GroupMember {
  /** The id of the member's own declaration. */
  id: string;
  version: number;
  reference: string;
  name: string;
  /** Only on arrivals. */
  lane?: Lane;
  documentStatus: string;
  /** The name of the adult who answered the questions for this child. */
  answeredBy?: string;
  /** Whether the person is an adult who answers in person, and so may answer for a child of the group. */
  mayAnswer: boolean;
  flightNumber?: string;
  /** The declared day of arrival or departure. */
  travelDate?: string;
  /** This field and all below are only for officials. */
  flags?: GroupFlag[];
  /** The group's actions that the caller may perform on this person now. */
  actions?: string[];
  /** The name of the officer who has claimed this person's case. */
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
  /** Name of the first member; flight and day are those of the first member too. */
  name: string;
  flightNumber?: string;
  travelDate?: string;
  /** Number of members. */
  size: number;
  /** Set if it is over for every member (`isOver`), so that nobody presents the code any more. */
  over?: true;
  /** The members in the order of their registration. */
  members: GroupMember[];
}

/** The answer of every call on a group. */
export interface GroupEnvelope {
  model: DeclarationGroup;
  actions: OfferedAction[];
}

/** The fields with which a person answers the questions and confirms the answers. */
export const answerFields = ['questions', 'questionsConfirmed', 'declarations', 'declarationsConfirmed', 'declaredStatus'] as const;

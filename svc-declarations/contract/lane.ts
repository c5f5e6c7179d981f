/** The lane of an arrival: when it is red or green, and its label. */
import { type Bilingual, formWords, isYes, L } from '@portal/contract-kit';
import { isDecided } from './statuses.ts';

export type Lane = 'RED' | 'GREEN';
export const laneNames: Record<Lane, Bilingual> = { RED: L('Red lane', 'Canal vermelho'), GREEN: L('Green lane', 'Canal verde') };
/** Applies the rule of the specification, which always holds: red when merchandise is declared, green otherwise. Tables can only add reasons for red. */
export const laneOf = (body: { hasMerchandise?: string }): Lane => (body.hasMerchandise === 'YES' ? 'RED' : 'GREEN');

interface Declared {
  currencyStatus?: string;
  questions?: readonly object[];
  declarations?: readonly object[];
}
/** Whether the traveller must speak to an officer in either lane. */
export const mustSpeakToOfficer = ({ currencyStatus, questions = [], declarations = [] }: Declared): boolean =>
  currencyStatus === 'YES' || [...questions, ...declarations].some(isYes);

/**
 * Returns what to do in the lane, until there is a decision. A traveller who declared money, or answered a question with yes, speaks to an officer in the green
 * lane too.
 */
export const laneHelp = ({
  lane,
  tellsOfficer: tells,
  documentStatus,
}: {
  lane?: Lane;
  tellsOfficer?: true;
  documentStatus?: string;
}): Bilingual | undefined => {
  if (isDecided(documentStatus)) return undefined;
  return lane === 'RED' ? formWords.redHelp : tells ? formWords.greenDeclaredHelp : formWords.greenHelp;
};

/** The reason for the red lane under the rule of the specification. */
export const merchandiseReason = L('Merchandise is declared', 'Foram declaradas mercadorias');

/** The lane of an arrival: when it is red or green, and its label. */
import { type Bilingual, formWords, isYes, L } from '@portal/contract-kit';

export type Lane = 'RED' | 'GREEN';
export const laneNames: Record<Lane, Bilingual> = { RED: L('Red lane', 'Canal vermelho'), GREEN: L('Green lane', 'Canal verde') };
/** The rule of the specification, which always holds: red when merchandise is declared, green otherwise. Tables add further reasons for red. */
export const laneOf = (body: { hasMerchandise?: string }): Lane => (body.hasMerchandise === 'YES' ? 'RED' : 'GREEN');

interface Declared {
  currencyStatus?: string;
  questions?: readonly object[];
  declarations?: readonly object[];
}
/** Whether something was declared of which an officer must hear in either lane. */
export const tellsOfficer = ({ currencyStatus, questions = [], declarations = [] }: Declared): boolean =>
  currencyStatus === 'YES' || [...questions, ...declarations].some(isYes);

/** What to do in the lane. Whoever declared money, or ticked a question, speaks to an officer also in the green lane. */
export const laneHelp = ({ lane, tellsOfficer: tells }: { lane?: Lane; tellsOfficer?: true }): Bilingual =>
  lane === 'RED' ? formWords.redHelp : tells ? formWords.greenDeclaredHelp : formWords.greenHelp;

/** Why the rule of the specification gives the red lane. */
export const merchandiseReason = L('Merchandise is declared', 'Foram declaradas mercadorias');

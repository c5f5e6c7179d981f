import type { DocumentKind } from '../../area.ts';
import type { AreaNumbers } from './board-data.ts';
import { actionsLink, between, type Criterion, equals, listLink } from './list-link.ts';

/** What all charts of a kind of document use. */
export interface KindData {
  kind: DocumentKind;
  /** Title of the kind, in the language of the page. */
  title: string;
  numbers: AreaNumbers;
  /** Whether the board counts only the officer's own actions and cases. */
  isOwn: boolean;
  /** Time at which the queues were counted. */
  counted: string;
  /** Condition for what was registered in the period. */
  registered: Criterion | null;
  /** Condition for the officer's own cases, because an officer's board counts only these. */
  mine: Criterion | null;
  /** Returns the rows of this kind. */
  own<T extends { kind: string }>(rows: readonly T[]): T[];
  /** Returns the address of the kind's list with these criteria; undefined if the kind has no list. */
  to(...criteria: (Criterion | null)[]): string | undefined;
  /** Returns the address of the list of actions in the period. */
  toActions(questions: Readonly<Record<string, string | undefined>>): string;
}

/** Returns the data of a kind; undefined when its area does not count it. */
export function kindData(kind: DocumentKind, title: string, numbers: AreaNumbers): KindData | undefined {
  const { span, kinds } = numbers.statuses;
  const standing = kinds.find((each) => each.kind === kind.statistics);
  if (!standing) return undefined;
  const isOwn = standing.officers === 'ME';
  return {
    kind,
    title,
    numbers,
    isOwn,
    counted: numbers.office.at ?? new Date().toISOString().slice(0, 19),
    registered: between('documentCreatedAt', span),
    mine: isOwn ? equals('assignee', 'ME') : null,
    own: (rows) => rows.filter((row) => row.kind === kind.statistics),
    to: (...criteria) =>
      listLink(
        kind,
        criteria.filter((each) => each !== null),
      ),
    toActions: (questions) => actionsLink(kind, { ...span, ...questions }),
  };
}

/** Returns a share in per cent, as a text; a dash if there is nothing. */
export const shareOf = (part: number, whole: number): string => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : '–');

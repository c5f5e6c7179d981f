import type { Bilingual } from '@portal/contract-kit';
import type { ImportModel } from 'svc-declarations/contract';
import { t } from './texts.ts';

type Counts = Pick<ImportModel, 'status' | 'total' | 'accepted' | 'refused'>;

/**
 * Whether only some people of a list that should register all or nobody are registered: an earlier list registered them, or other rows became invalid after
 * the check.
 */
const isPart = ({ status, accepted }: Pick<Counts, 'status' | 'accepted'>): boolean => status === 'REFUSED' && accepted > 0;

/** Returns the name of a list's status. */
export const stateOf = (list: Pick<Counts, 'status' | 'accepted'>): Bilingual => t.states[isPart(list) ? 'PART' : list.status];

/** Returns the sentence about the outcome of a finished list. @param number writes a count in the reader's format */
export function outcomeOf(list: Counts, number: (count: number) => string): Bilingual {
  const [total, accepted, refused] = [list.total, list.accepted, list.refused].map(number) as [string, string, string];
  if (isPart(list)) return t.partRegistered(accepted, total, refused);
  if (list.status === 'REFUSED') return t.noneRegistered(refused);
  return list.refused > 0 ? t.someRefused(accepted, refused) : t.allDone(accepted);
}

import type { HistoryEntry, HistoryResponse } from '@portal/contract-kit';

/** Returns the entries in the order to show. The server lists the oldest first; `DES` asks for the newest first. */
export const inOrder = ({ order, documentActions }: HistoryResponse): HistoryEntry[] => (order === 'DES' ? [...documentActions].reverse() : documentActions);

export type Duration = { unit: 'hours' | 'minutes'; value: number } | null;

/** Returns planned time in hours, rounded to two decimals. */
export const plannedTime = (minutes: number): Duration => ({ unit: 'hours', value: Math.round((minutes / 60) * 100) / 100 });

/** Returns the time taken: minutes if it is under an hour, otherwise rounded hours; null for a step that was not reached. */
export function takenTime(minutes: number): Duration {
  if (!(minutes >= 0)) return null;
  return minutes < 60 ? { unit: 'minutes', value: Math.round(minutes) } : { unit: 'hours', value: Math.round(minutes / 60) };
}

/** The text that is shown for a step that was not reached. */
export const NOT_REACHED = '---';

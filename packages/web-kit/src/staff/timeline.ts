import type { HistoryEntry, HistoryResponse } from '@portal/contract-kit';

/** The entries in the order to show: the server lists the oldest first, `DES` asks for the newest first. */
export const inOrder = ({ order, documentActions }: HistoryResponse): HistoryEntry[] => (order === 'DES' ? [...documentActions].reverse() : documentActions);

export type Duration = { unit: 'hours' | 'minutes'; value: number } | null;

/** Planned time is told in hours, to the quarter of an hour where it is not whole. */
export const plannedTime = (minutes: number): Duration => ({ unit: 'hours', value: Math.round((minutes / 60) * 100) / 100 });

/** Time taken: minutes under an hour, rounded hours from there; null for a step not reached. */
export function takenTime(minutes: number): Duration {
  if (!(minutes >= 0)) return null;
  return minutes < 60 ? { unit: 'minutes', value: Math.round(minutes) } : { unit: 'hours', value: Math.round(minutes / 60) };
}

/** The value of a step that is not reached. */
export const NOT_REACHED = '---';

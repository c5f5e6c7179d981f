import type { Tone } from '@portal/web-kit';
import type { LaneTableVersion } from 'svc-declarations/contract';

type State = 'DRAFT' | 'DECIDING' | 'COMING' | 'REPLACED' | 'WITHDRAWN';

/** Returns the state of a version. @param today the day of the offices, as the service tells it with the tables */
export function stateOf({ status, deciding, effectiveFrom }: LaneTableVersion, today: string): State {
  if (status !== 'IN_FORCE') return status;
  if (deciding) return 'DECIDING';
  return effectiveFrom > today ? 'COMING' : 'REPLACED';
}

export const tones: Record<State, Tone> = { DRAFT: 'blue', DECIDING: 'green', COMING: 'amber', REPLACED: 'grey', WITHDRAWN: 'grey' };

/** Returns the version with which a version is compared at first: the version that decides now, otherwise the one before it. */
export function comparedWith(table: LaneTableVersion, all: readonly LaneTableVersion[]): LaneTableVersion | undefined {
  const others = all.filter(({ code, id }) => code === table.code && id !== table.id);
  return others.find(({ deciding }) => deciding) ?? others.find(({ number }) => number < table.number) ?? others[0];
}

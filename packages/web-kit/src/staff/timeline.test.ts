import type { HistoryEntry } from '@portal/contract-kit';
import { inOrder, plannedTime, takenTime } from './timeline.ts';

const entry = (documentAction: string): HistoryEntry => ({
  documentActionId: documentAction,
  documentAction,
  documentStatus: 'COMPLETED',
  documentUpdatedAt: null,
  documentUserName: null,
  documentVersion: 1,
  estimatedTimeMinutes: 0,
  actualTimeMinutes: 0,
});

describe('a history', () => {
  it('is turned round where the newest is asked for first, and leaves the answer as it was', () => {
    const documentActions = [entry('register'), entry('verify')];
    expect(inOrder({ order: 'ASC', type: 'HISTORY', documentActions }).map((each) => each.documentAction)).toEqual(['register', 'verify']);
    expect(inOrder({ order: 'DES', type: 'HISTORY', documentActions }).map((each) => each.documentAction)).toEqual(['verify', 'register']);
    expect(documentActions[0]?.documentAction).toBe('register');
  });

  it('tells planned time in hours', () => {
    expect(plannedTime(90)).toEqual({ unit: 'hours', value: 1.5 });
    expect(plannedTime(20)).toEqual({ unit: 'hours', value: 0.33 });
  });

  it('tells time taken in minutes under an hour and in rounded hours from there', () => {
    expect(takenTime(0)).toEqual({ unit: 'minutes', value: 0 });
    expect(takenTime(59)).toEqual({ unit: 'minutes', value: 59 });
    expect(takenTime(60)).toEqual({ unit: 'hours', value: 1 });
    expect(takenTime(100)).toEqual({ unit: 'hours', value: 2 });
  });

  it('tells no time of a step that was not reached', () => {
    expect(takenTime(-1)).toBeNull();
  });
});

import type { LaneTableVersion } from 'svc-declarations/contract';
import { comparedWith, stateOf } from './states.ts';

const version = (changes: Partial<LaneTableVersion>): LaneTableVersion => ({
  id: '1',
  version: 1,
  code: 'RISK',
  number: 1,
  status: 'IN_FORCE',
  deciding: false,
  mine: false,
  name: { en: 'Risk', pt: 'Risco' },
  hitPolicy: 'FIRST',
  inputs: ['bags'],
  rules: [],
  order: 1,
  effectiveFrom: '2026-11-01',
  changedBy: 'Ana',
  changedAt: '2026-10-01T10:00:00',
  ...changes,
});

it.each([
  ['DRAFT', { status: 'DRAFT' }],
  ['WITHDRAWN', { status: 'WITHDRAWN' }],
  ['DECIDING', { deciding: true }],
  ['COMING', { effectiveFrom: '2026-12-01' }],
  ['REPLACED', { effectiveFrom: '2026-10-01' }],
] as const)('a version is %s', (state, changes) => expect(stateOf(version(changes), '2026-11-23')).toBe(state));

it('a version is compared with the one that decides, otherwise with the one before it, and with no other table', () => {
  const [one, two, three] = [version({ id: '1', number: 1, deciding: true }), version({ id: '2', number: 2 }), version({ id: '3', number: 3 })];
  const other = version({ id: '9', code: 'OTHER', deciding: true });
  expect(comparedWith(three, [other, three, two, one])?.id).toBe('1');
  expect(comparedWith(three, [other, three, two, { ...one, deciding: false }])?.id).toBe('2');
  expect(comparedWith({ ...one, deciding: false }, [three, two, one])?.id).toBe('3');
  expect(comparedWith(one, [one, other])).toBeUndefined();
});

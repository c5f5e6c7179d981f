import type { AnyDefinition } from '../documents/document-definition.ts';
import { currentStepOf, workColumns } from './work-step.ts';

const workflow = {
  statuses: ['APPROVED', 'ISSUED', 'SUSPENDED'],
  mainPath: [
    { action: 'approval', status: 'APPROVED' },
    { action: 'issuance', status: 'ISSUED' },
  ],
  resting: ['SUSPENDED'],
  secondOfficer: ['confirmation'],
  actions: {
    approval: { from: ['NEW'], to: 'APPROVED', who: {} },
    issuance: { from: ['APPROVED'], to: 'ISSUED', who: {}, estimatedMinutes: 10 },
    change: { from: ['APPROVED', 'ISSUED'], to: 'unchanged', who: {} },
    confirmation: {
      from: ['APPROVED', 'ISSUED'],
      to: 'unchanged',
      who: {},
      differentFrom: ['change'],
      available: ({ waits }: { waits: boolean }) => waits,
      estimatedMinutes: 20,
    },
  },
};
// A reminder for the applicant, which does not stop the clock of the second officer.
const definition = { workflow, nextStep: () => ({ text: 'Renew', waitsForApplicant: true }) } as unknown as AnyDefinition;
const hours = { after: (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000) } as never;
const at = (minute: number) => `2026-05-04T09:${minute}:00`;
const model = (documentStatus: string, waits: boolean) => ({
  documentStatus,
  waits,
  serialReference: {},
  actions: [
    { action: 'approval', status: 'APPROVED', dateTime: at(10) },
    { action: 'change', status: 'APPROVED', dateTime: at(20) },
    { action: 'receipt', status: 'APPROVED', dateTime: at(30) },
  ] as never,
});

it.each([
  ['APPROVED', true, 'confirmation', [20, 40, 'confirmation']],
  ['ISSUED', true, 'confirmation', [20, 40, 'confirmation']],
  ['SUSPENDED', true, undefined, [null, null, null]],
  ['APPROVED', false, 'issuance', [10, null, null]],
  ['ISSUED', false, undefined, [null, null, null]],
])('a document that is %s, with a change that waits for a second officer (%s), waits for: %s', (status, waits, step, [since, due, heldStep]) => {
  expect(currentStepOf(definition, model(status, waits))).toBe(step);
  const time = (minute: unknown) => (minute === null ? null : new Date(`${at(minute as number)}Z`));
  expect(workColumns(definition, model(status, waits), hours)).toEqual({ stepSince: time(since), dueAt: time(due), heldStep });
});

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

describe('after an undo', () => {
  const undoable = {
    workflow: {
      statuses: ['CREATED', 'VERIFIED', 'APPROVED'],
      mainPath: [
        { action: 'register', status: 'CREATED' },
        { action: 'verification', status: 'VERIFIED' },
        { action: 'approval', status: 'APPROVED' },
      ],
      actions: {
        verification: { from: ['CREATED'], to: 'VERIFIED', who: {}, estimatedMinutes: 5 },
        approval: { from: ['VERIFIED'], to: 'APPROVED', who: {}, estimatedMinutes: 5 },
        amendment: { from: ['CREATED', 'VERIFIED'], to: 'unchanged', who: {} },
        feedback: { from: ['CREATED', 'VERIFIED'], to: 'unchanged', who: {}, thread: 'answer' },
        undo: { from: ['VERIFIED', 'APPROVED'], to: 'previous', who: {}, undoes: ['verification', 'approval'] },
      },
    },
  } as unknown as AnyDefinition;
  const verified = ['verification', 'VERIFIED'];
  const back = ['undo', 'CREATED'];

  it.each([
    ['its step counts since it began', [['register', 'CREATED'], verified, back], 10],
    ['of the same action twice, its step counts since it began', [['register', 'CREATED'], verified, back, verified, back], 10],
    ['and a change, its step counts since it began', [['register', 'CREATED'], verified, back, ['amendment', 'CREATED']], 10],
    ['the step counts since the answer before the decision', [['register', 'CREATED'], ['feedback', 'CREATED'], verified, back], 11],
    ['the step counts since the answer after the decision', [['register', 'CREATED'], verified, ['feedback', 'VERIFIED'], back], 12],
    ['of a later step, that step counts since it began', [['register', 'CREATED'], verified, ['approval', 'APPROVED'], ['undo', 'VERIFIED']], 11],
    ['and the decision anew, the next step counts since the new decision', [['register', 'CREATED'], verified, back, verified], 13],
  ])('%s', (_what, history, minute) => {
    const actions = history.map(([action, status], i) => ({ action, status, dateTime: at(10 + i) })) as never;
    const { stepSince, dueAt } = workColumns(undoable, { documentStatus: String(history.at(-1)?.[1]), serialReference: {}, actions }, hours);
    expect([stepSince, dueAt]).toEqual([minute, minute + 5].map((each) => new Date(`${at(each)}Z`)));
  });
});

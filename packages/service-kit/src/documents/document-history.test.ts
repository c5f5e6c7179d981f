import { L } from '@portal/contract-kit';
import type { DocumentActionRow } from '../database/kit.entities.ts';
import { historyOf } from './document-history.ts';
import type { ActionRule, Workflow } from './workflow.ts';

const rule = (label: string, from: string[], to: string) =>
  ({ label: L(label, label), from, to, who: { role: true }, modes: [] }) as ActionRule<string, object>;

const workflow: Workflow<string, object> = {
  statuses: ['STORED', 'CREATED', 'VERIFIED', 'PAID', 'REFERRED', 'CLEARED', 'REJECTED', 'SUSPENDED'],
  mainPath: [
    { action: 'register', status: 'CREATED' },
    { action: 'verification', status: 'VERIFIED' },
    { action: 'payment', status: 'PAID' },
    { action: 'decision', status: 'CLEARED' },
  ],
  actions: {
    store: rule('Save', ['NEW', 'STORED'], 'STORED'),
    submission: rule('Submit', ['STORED'], 'CREATED'),
    register: rule('Register', ['NEW'], 'CREATED'),
    renewal: rule('Renew', ['CLEARED'], 'unchanged'),
    note: { ...rule('Note', ['CREATED', 'VERIFIED'], 'unchanged'), thread: 'answer' },
    undo: { ...rule('Undo', ['VERIFIED'], 'previous'), undoes: ['verification'] },
    verification: rule('Verify', ['CREATED'], 'VERIFIED'),
    payment: rule('Pay', ['VERIFIED'], 'PAID'),
    void: rule('Void', ['PAID'], 'VERIFIED'),
    referral: rule('Refer', ['CREATED'], 'REFERRED'),
    rejection: rule('Reject', ['CREATED'], 'REJECTED'),
    decision: rule('Decide', ['PAID', 'REFERRED'], 'CLEARED'),
    suspension: rule('Suspend', ['CLEARED'], 'SUSPENDED'),
    activation: rule('Activate', ['SUSPENDED'], 'CLEARED'),
  },
};

/** Returns the timeline of a document after these actions, one minute apart, each with the status to which it led. */
function timeline(actions: [action: string, status: string][], fillMissingTimelineStatuses = true) {
  const at = (i: number) => new Date(Date.UTC(2026, 4, 4, 8, i));
  const rows = actions.map(
    ([action, documentStatus], i) =>
      ({ id: `${i}`, action, label: action, documentStatus, version: i + 1, userName: `Officer ${i}`, at: at(i) }) as DocumentActionRow,
  );
  const request = { isTimeline: true, isAscending: true, fillMissingTimelineStatuses, useDynamicPaths: false };
  const { documentActions } = historyOf(workflow, rows.at(-1)?.documentStatus ?? '', rows, request, at(actions.length));
  return documentActions.map((step) => [step.documentAction, step.documentStatus, step.documentUserName].filter(Boolean).join(' '));
}

describe('the timeline of a document', () => {
  it('leaves out the steps that a referral skipped, because nobody has done them', () => {
    const referred: [string, string][] = [
      ['register', 'CREATED'],
      ['note', 'CREATED'],
      ['referral', 'REFERRED'],
    ];
    expect(timeline(referred)).toEqual(['Register COMPLETED Officer 0', 'Decide PROCESSING']);
    expect(timeline(referred, false)).toEqual(['Register COMPLETED Officer 0', 'Decide PROCESSING']);
    expect(timeline([...referred, ['decision', 'CLEARED']])).toEqual(['Register COMPLETED Officer 0', 'Decide COMPLETED Officer 3']);
  });

  it('begins with the renewal that made the document, although that leaves the status of the old document unchanged', () => {
    const renewed: [string, string][] = [['renewal', 'CREATED']];
    expect(timeline(renewed, false)).toEqual(['Renew COMPLETED Officer 0', 'Verify PROCESSING']);
    expect(timeline([...renewed, ['verification', 'VERIFIED']], false)).toEqual(['Renew COMPLETED Officer 0', 'Verify COMPLETED Officer 1', 'Pay PROCESSING']);
  });

  it('does not say of a step that another one skipped that it was done', () => {
    const free: [string, string][] = [
      ['register', 'CREATED'],
      ['verification', 'PAID'],
    ];
    expect(timeline(free)).toEqual(['Register COMPLETED Officer 0', 'Verify COMPLETED Officer 1', 'Decide PROCESSING']);
    // Nor that a note which was written afterwards did it.
    expect(timeline([...free, ['note', 'PAID']])).toEqual(['Register COMPLETED Officer 0', 'Verify COMPLETED Officer 1', 'Decide PROCESSING']);
    expect(timeline([...free, ['decision', 'CLEARED']])).toEqual(['Register COMPLETED Officer 0', 'Verify COMPLETED Officer 1', 'Decide COMPLETED Officer 2']);
    // The payment that was recorded early is voided: the verification stays done, and the payment is due.
    expect(timeline([...free, ['void', 'VERIFIED']])).toEqual([
      'Register COMPLETED Officer 0',
      'Verify COMPLETED Officer 1',
      'Pay PROCESSING',
      'Decide PENDING',
    ]);
  });

  it('does not say of a step that was undone that it was done, unless it was done again', () => {
    const undone: [string, string][] = [
      ['register', 'CREATED'],
      ['verification', 'VERIFIED'],
      ['note', 'VERIFIED'],
      ['undo', 'CREATED'],
    ];
    expect(timeline(undone, false)).toEqual(['Register COMPLETED Officer 0', 'Verify PROCESSING']);
    expect(timeline([...undone, ['referral', 'REFERRED']])).toEqual(['Register COMPLETED Officer 0', 'Decide PROCESSING']);
    expect(timeline([...undone, ['rejection', 'REJECTED']], false)).toEqual(['Register COMPLETED Officer 0']);
    expect(timeline([...undone, ['verification', 'VERIFIED']], false)).toEqual([
      'Register COMPLETED Officer 0',
      'Verify COMPLETED Officer 4',
      'Pay PROCESSING',
    ]);
  });

  it('says of a draft that it is not registered yet', () => {
    const drafted: [string, string][] = [
      ['store', 'STORED'],
      ['store', 'STORED'],
    ];
    const ahead = ['Verify PENDING', 'Pay PENDING', 'Decide PENDING'];
    expect(timeline(drafted)).toEqual(['Register PROCESSING', ...ahead]);
    expect(timeline(drafted, false)).toEqual(['Register PROCESSING']);
    const submitted: [string, string][] = [...drafted, ['submission', 'CREATED']];
    expect(timeline(submitted)).toEqual(['Submit COMPLETED Officer 2', 'Verify PROCESSING', ...ahead.slice(1)]);
  });

  it('does not repeat a completed step to which another action leads back', () => {
    const suspended: [string, string][] = [
      ['register', 'CREATED'],
      ['verification', 'VERIFIED'],
      ['payment', 'PAID'],
      ['decision', 'CLEARED'],
      ['suspension', 'SUSPENDED'],
    ];
    expect(timeline(suspended).at(-1)).toBe('Decide COMPLETED Officer 3');
  });

  it('leaves the steps open that a document will not reach', () => {
    const rejected: [string, string][] = [
      ['register', 'CREATED'],
      ['rejection', 'REJECTED'],
    ];
    expect(timeline(rejected)).toEqual(['Register COMPLETED Officer 0', 'Verify PENDING', 'Pay PENDING', 'Decide PENDING']);
    expect(timeline(rejected, false)).toEqual(['Register COMPLETED Officer 0']);
  });
});

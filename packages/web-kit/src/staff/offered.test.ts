import type { OfferedAction } from '@portal/contract-kit';
import { totalOf } from '../document/fees-table.tsx';
import { isEnding, isSubmitted, missingInputs, moveCommentErrors, needsComment, shownActions, sortActions, withReason } from './offered.ts';
import { newestFirst } from './table-rows.ts';

const action = (name: string, more: Partial<OfferedAction> = {}): OfferedAction => ({
  name,
  label: name,
  method: 'POST',
  url: `/v1/x/${name}`,
  modes: ['*'],
  kind: 'submit',
  hideOnSubmit: false,
  commentRequired: false,
  ...more,
});
const names = (actions: OfferedAction[]) => actions.map(({ name }) => name);

describe('the actions of a document', () => {
  it('shows those of the mode and those of all modes', () => {
    expect(
      names(
        shownActions([action('verification', { modes: ['verification'] }), action('print'), action('approval', { modes: ['approval'] })], 'verification', true),
      ),
    ).toEqual(['verification', 'print']);
  });

  it('hides what is for drafts, and deleting, once the document is submitted', () => {
    const offered = [action('store', { hideOnSubmit: true }), action('remove', { kind: 'delete' }), action('withdrawal')];
    expect(names(shownActions(offered, 'edit', isSubmitted('STORED')))).toEqual(['store', 'remove', 'withdrawal']);
    expect(names(shownActions(offered, 'edit', isSubmitted('SUBMITTED')))).toEqual(['withdrawal']);
    expect(isSubmitted(undefined)).toBe(false);
  });

  it('asks an officer for the reason of each change, whether or not the call needs one', () => {
    const asked = ['amendment', 'adjustment', 'modification', 'transfer-ownership', 'update', 'verification'].filter((name) =>
      needsComment(withReason(action(name))),
    );
    expect(asked).toEqual(['amendment', 'adjustment', 'modification', 'transfer-ownership']);
  });

  it('leads with what takes the document on, and ends with what ends it', () => {
    const offered = ['query', 'rejection', 'verification', 'termination', 'modification', 'approval'].map((name) => action(name));
    expect(names(shownActions(offered, 'view', true))).toEqual(['verification', 'approval', 'query', 'modification', 'rejection', 'termination']);
  });

  it('shows what leads first and what ends the document last, also where one is a button and the other a link', () => {
    const verify = action('open-verification', { kind: 'navigate' });
    const offered = [action('query'), action('rejection'), verify, action('open-termination', { kind: 'navigate' })];
    expect(names(sortActions(offered, verify))).toEqual(['open-verification', 'query', 'rejection', 'open-termination']);
  });

  it('asks before what ends a document', () => {
    expect([action('termination'), action('retire', { kind: 'delete' }), action('approval')].map(isEnding)).toEqual([true, true, false]);
  });

  it('misses a required comment and a choice that was not made', () => {
    const rejection = action('rejection', { commentRequired: true });
    expect(missingInputs(rejection, '  ', { asked: false, value: '' })).toEqual(['comment']);
    expect(missingInputs(rejection, 'Blurred', { asked: true, value: '' })).toEqual(['choice']);
    expect(missingInputs(rejection, 'Blurred', { asked: true, value: 'RETURN' })).toEqual([]);
  });

  it('leads a refused comment to the box, however the contract names it', () => {
    expect(moveCommentErrors([{ field: 'action.details' }, { field: 'comment' }, { field: 'bankCode' }]).map(({ field }) => field)).toEqual([
      'comment',
      'comment',
      'bankCode',
    ]);
  });
});

describe('the tables of a document', () => {
  it('lists the latest action first, also of two in the same second', () => {
    const entries = [
      { id: 1, dateTime: '2026-03-27T10:00:00' },
      { id: 2, dateTime: '2026-03-27T11:00:00' },
      { id: 3, dateTime: '2026-03-27T11:00:00' },
    ];
    expect(newestFirst(entries).map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it('adds up fees in minor units', () => {
    expect(totalOf([{ amount: 1050 }, { amount: null }, {}, { amount: 1 }])).toBe(1051);
  });
});

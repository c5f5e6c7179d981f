import { Access, type ActionRule, type Actor, accessTo, type DocumentState, offeredActions, publicActor, refusalOf, systemRole } from '@portal/service-kit';
import fc from 'fast-check';
import { type Movement, paths, type TripDocument, type TripDocumentStatus, tripModes, tripStatuses } from '../../contract/index.ts';
import { users } from '../testing/bodies.ts';
import { tripPlace as place, tripWorkflow as workflow } from './trip.workflow.ts';

const { rolePrefix } = place;
const actions = Object.keys(workflow.actions);
const rule = (name: string): ActionRule<TripDocumentStatus, TripDocument> => workflow.actions[name] as ActionRule<TripDocumentStatus, TripDocument>;

const actorOf = (user: { sub: string; name: string; roles?: string[]; agencies?: string[] }): Actor => ({ ...publicActor, roles: [], agencies: [], ...user });
const allRoles = [...new Set([...Object.values(users).flatMap((u) => actorOf(u).roles), ...actions.map((a) => `${rolePrefix}-${a}`), systemRole])];

const unpaid = [
  { code: 'P', amount: 1000, stage: 'permit', status: 'DUE' },
  { code: 'X', amount: 500, stage: 'exit', status: 'DUE' },
];
const aTrip = (documentStatus: TripDocumentStatus, movement: Movement = 'E', fees: object[] = unpaid): TripDocument =>
  ({ id: 'x', version: 1, documentStatus, documentDetails: { movement }, fees, actions: [] }) as unknown as TripDocument;
/** Returns the status that an action leads to. */
function statusAfter(action: string, trip: TripDocument): string {
  const { to } = rule(action);
  return typeof to === 'function' ? to(trip, {}, publicActor) : to;
}
/** Returns the trip as an actor sees it. */
const seenBy = (actor: Actor, model: TripDocument, ownerSub: string | null = null): DocumentState<TripDocument> => ({
  id: model.id,
  documentStatus: model.documentStatus,
  model,
  access: actor.roles.includes(systemRole)
    ? new Access(['system'])
    : accessTo({ ownerSub, agencyCode: 'DNTT', isDraft: model.documentStatus === 'STORED' }, 'id', actor, rolePrefix),
  now: new Date('2026-05-02T08:00:00Z'),
});

const anActor = fc
  .record({ sub: fc.constantFrom('applicant', 'a', 'b', null), roles: fc.subarray(allRoles), agencies: fc.constantFrom(['DNTT'], ['OTHER'], []) })
  .map(({ sub, roles, agencies }): Actor => ({ ...publicActor, sub, roles: sub ? roles : [], agencies }));
const aTripOf = fc.record({
  status: fc.constantFrom(...tripStatuses),
  movement: fc.constantFrom<Movement>('E', 'I'),
  ownerSub: fc.constantFrom('applicant', 'a', null),
});

describe('the workflow of a trip', () => {
  it('accepts exactly what it offers, in every status of both movements, to every actor, in every mode', () => {
    fc.assert(
      fc.property(fc.option(aTripOf, { nil: null }), anActor, fc.constantFrom(...tripModes), (trip, actor, mode) => {
        const at = trip && seenBy(actor, aTrip(trip.status, trip.movement), trip.ownerSub);
        const offered = offeredActions(workflow, place, at, actor);
        const shown = offered.filter((o) => o.modes.includes(mode) || o.modes.includes('*'));
        const accepted = actions.filter((action) => refusalOf(workflow, place, action, at, actor) === null);
        expect(offered.map(({ name }) => name)).toEqual(accepted);
        expect(shown.map(({ name }) => name)).toEqual(accepted.filter((action) => rule(action).modes.some((m) => m === mode || m === '*')));
      }),
      { numRuns: 600 },
    );
  });

  it.each(['E', 'I'] as const)('allows the steps of movement %s only in their order', (movement) => {
    const steps = paths[movement].slice(1);
    for (const [i, { action, status }] of steps.entries()) {
      const before = (paths[movement][i] as { status: TripDocumentStatus }).status;
      const payment = action.endsWith('payment');
      const able = actorOf({ sub: 's', name: 'S', agencies: ['DNTT'], roles: [payment ? systemRole : `${rolePrefix}-${action}`] });
      for (const at of tripStatuses) {
        const refused = refusalOf(workflow, place, action, seenBy(able, aTrip(at, movement)), able)?.errors[0]?.code ?? null;
        expect([action, at, refused]).toEqual([action, at, at === before ? null : at === 'STORED' && !payment ? 'FORBIDDEN' : 'ACTION_NOT_ALLOWED']);
      }
      expect(statusAfter(action, aTrip(before, movement))).toBe(status);
    }
  });

  it('skips a paying step without a fee', () => {
    const free = (movement: Movement, action: string, before: TripDocumentStatus): string =>
      statusAfter(action, aTrip(before, movement, [{ code: 'P', amount: 0, stage: 'permit' }]));
    expect(free('E', 'verification', 'SUBMITTED')).toBe('PAID FOR APPROVAL');
    expect(free('I', 'verification', 'SUBMITTED')).toBe('PAID FOR APPROVAL');
    expect(free('E', 'approval', 'PAID FOR APPROVAL')).toBe('PAID TO EXIT');
    expect(free('I', 'approval', 'PAID FOR APPROVAL')).toBe('APPROVED TO ENTER');
  });

  it('allows each action only for the people it is meant for', () => {
    const who = (name: string, status: TripDocumentStatus, ownerSub = 'applicant'): string[] =>
      Object.entries(users)
        .filter(([, user]) => refusalOf(workflow, place, name, seenBy(actorOf(user), aTrip(status), ownerSub), actorOf(user)) === null)
        .map(([user]) => user);
    expect({
      store: who('store', 'STORED'),
      submission: who('submission', 'STORED'),
      edit: who('edit', 'SUBMITTED'),
      'edit of what was registered at the counter': who('edit', 'SUBMITTED', 'trip-agent'),
      amendment: who('amendment', 'SUBMITTED'),
      verification: who('verification', 'SUBMITTED'),
      payment: who('payment', 'VERIFIED FOR EXIT'),
      approval: who('approval', 'PAID FOR APPROVAL'),
      validation: who('validation', 'PAID TO EXIT'),
      confirmation: who('confirmation', 'VALIDATED FOR EXIT'),
      'return-validation': who('return-validation', 'CONFIRMED FOR EXIT'),
      'return-confirmation': who('return-confirmation', 'VALIDATED FOR RETURN'),
      modification: who('modification', 'SUBMITTED'),
      'transfer-ownership': who('transfer-ownership', 'SUBMITTED'),
      termination: who('termination', 'SUBMITTED'),
      'open-termination': who('open-termination', 'SUBMITTED'),
      receipt: who('receipt', 'SUBMITTED'),
    }).toEqual({
      store: ['applicant'],
      submission: ['applicant'],
      edit: ['applicant'],
      'edit of what was registered at the counter': ['trip-agent'],
      amendment: ['applicant'],
      verification: ['trip-verifier'],
      payment: [],
      approval: ['trip-approver'],
      validation: ['trip-border', 'border-guard'],
      confirmation: ['trip-border'],
      'return-validation': ['trip-border'],
      'return-confirmation': ['trip-border'],
      modification: ['trip-verifier'],
      'transfer-ownership': ['trip-approver'],
      termination: ['trip-verifier'],
      'open-termination': ['trip-verifier'],
      receipt: [],
    });
  });

  it('requires two officers where an action gives a right', () => {
    const rules = Object.entries(workflow.actions).filter(([name, { differentFrom }]) => differentFrom && !name.startsWith('open-'));
    expect(Object.fromEntries(rules.map(([name, { differentFrom }]) => [name, differentFrom]))).toEqual({
      approval: ['verification'],
      modification: ['approval'],
      'transfer-ownership': ['register', 'direct-submit', 'submission'],
    });
  });

  it.each(['E', 'I'] as const)('of movement %s may be changed, passed on, terminated and asked about until it is closed', (movement) => {
    const able = actorOf({ sub: 's', name: 'S', agencies: ['DNTT'], roles: allRoles.filter((role) => role !== systemRole) });
    const open = paths[movement].slice(0, -1).map(({ status }) => status);
    for (const action of ['modification', 'transfer-ownership', 'termination', 'query']) {
      const possible = tripStatuses.filter((at) => refusalOf(workflow, place, action, seenBy(able, aTrip(at, movement)), able) === null);
      expect([action, possible]).toEqual([action, tripStatuses.filter((at) => open.includes(at))]);
    }
  });

  it('takes an answer of its applicant to a question, and only one', () => {
    const applicant = actorOf({ sub: 'applicant', name: 'A' });
    const refused = (...done: string[]) => {
      const trip = { ...aTrip('SUBMITTED'), actions: done.map((action) => ({ action })) } as TripDocument;
      return refusalOf(workflow, place, 'feedback', seenBy(applicant, trip, 'applicant'), applicant)?.errors[0]?.code ?? null;
    };
    expect([refused(), refused('query'), refused('query', 'feedback'), refused('query', 'feedback', 'query')]).toEqual([
      'ACTION_NOT_ALLOWED',
      null,
      'ACTION_NOT_ALLOWED',
      null,
    ]);
  });

  it('writes no comment to the applicant but a question', () => {
    expect(actions.filter((name) => rule(name).toApplicant)).toEqual(['query']);
  });

  it.each([
    ['E', 'CONFIRMED FOR RETURN'],
    ['I', 'CONFIRMED FOR EXIT'],
    ['E', 'TERMINATED'],
    ['I', 'TERMINATED'],
  ] as const)('is over for movement %s when %s', (movement, status) => {
    const all = actorOf({ sub: 's', name: 'S', agencies: ['DNTT'], roles: allRoles });
    const left = offeredActions(workflow, place, seenBy(all, aTrip(status, movement)), all)
      .filter((o) => o.kind === 'submit')
      .map((o) => o.name);
    expect(left).toEqual(['receipt-void', 'receipt']);
  });
});

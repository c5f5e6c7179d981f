import { type ActionRule, type Actor, offeredActions, publicActor, refusalOf, type Standing } from '@portal/service-kit';
import fc from 'fast-check';
import { type Movement, paths, type TripDocument, type TripDocumentStatus, tripModes, tripStatuses } from '../../contract/index.ts';
import { users } from '../testing/bodies.ts';
import { path, rolePrefix, systemRole, tripWorkflow as workflow } from './trip.workflow.ts';

const place = { path, rolePrefix };
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
const standing = (model: TripDocument, ownerSub: string | null = null): Standing<TripDocument> => ({
  id: model.id,
  documentStatus: model.documentStatus,
  ownerSub,
  model,
});

const anActor = fc
  .record({ sub: fc.constantFrom('applicant', 'a', 'b', null), roles: fc.subarray(allRoles) })
  .map(({ sub, roles }): Actor => ({ ...publicActor, sub, roles: sub ? roles : [] }));
const aStanding = fc
  .record({ status: fc.constantFrom(...tripStatuses), movement: fc.constantFrom<Movement>('E', 'I'), ownerSub: fc.constantFrom('applicant', 'a', null) })
  .map(({ status, movement, ownerSub }) => standing(aTrip(status, movement), ownerSub));

describe('the workflow of a trip', () => {
  it('accepts exactly what it offers, in every status of both movements, to every actor, in every mode', () => {
    fc.assert(
      fc.property(fc.option(aStanding, { nil: null }), anActor, fc.constantFrom(...tripModes), (at, actor, mode) => {
        const offered = offeredActions(workflow, place, at, actor);
        const shown = offered.filter((o) => o.modes.includes(mode) || o.modes.includes('*'));
        for (const action of actions) {
          const accepted = refusalOf(workflow, place, action, at, actor) === null;
          expect([action, offered.some((o) => o.name === action)]).toEqual([action, accepted]);
          const inMode = rule(action).modes.some((m) => m === mode || m === '*');
          expect([action, shown.some((o) => o.name === action)]).toEqual([action, accepted && inMode]);
        }
      }),
      { numRuns: 600 },
    );
  });

  it.each(['E', 'I'] as const)('opens the steps of movement %s in their turn and at no other time', (movement) => {
    const steps = paths[movement].slice(1);
    for (const [i, { action, status }] of steps.entries()) {
      const before = (paths[movement][i] as { status: TripDocumentStatus }).status;
      const able = actorOf({ sub: 's', name: 'S', roles: [`${rolePrefix}-${action}`, systemRole] });
      for (const at of tripStatuses) {
        const refused = refusalOf(workflow, place, action, standing(aTrip(at, movement)), able)?.errors[0]?.code ?? null;
        expect([action, at, refused]).toEqual([action, at, at === before ? null : 'ACTION_NOT_ALLOWED']);
      }
      const { to } = rule(action);
      expect(typeof to === 'function' && to(aTrip(before, movement), {}, able)).toBe(status);
    }
  });

  it('passes over a paying step without a fee', () => {
    const free = (movement: Movement, action: string, before: TripDocumentStatus): unknown => {
      const { to } = rule(action);
      return typeof to === 'function' && to(aTrip(before, movement, [{ code: 'P', amount: 0, stage: 'permit' }]), {}, publicActor);
    };
    expect(free('E', 'verification', 'SUBMITTED')).toBe('PAID FOR APPROVAL');
    expect(free('I', 'verification', 'SUBMITTED')).toBe('PAID FOR APPROVAL');
    expect(free('E', 'approval', 'PAID FOR APPROVAL')).toBe('PAID TO EXIT');
    expect(free('I', 'approval', 'PAID FOR APPROVAL')).toBe('APPROVED TO ENTER');
  });

  it('opens each action to the people it is for, and to nobody else', () => {
    const who = (name: string, status: TripDocumentStatus): string[] =>
      Object.entries(users)
        .filter(([, user]) => refusalOf(workflow, place, name, standing(aTrip(status), 'applicant'), actorOf(user)) === null)
        .map(([user]) => user);
    expect({
      store: who('store', 'STORED'),
      submission: who('submission', 'STORED'),
      edit: who('edit', 'SUBMITTED'),
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
      store: ['applicant', 'trip-agent'],
      submission: ['applicant', 'trip-agent'],
      edit: ['applicant', 'trip-agent'],
      amendment: ['applicant', 'trip-agent'],
      verification: ['trip-verifier'],
      payment: [],
      approval: ['trip-approver'],
      validation: ['trip-border'],
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

  it.each([
    ['E', 'CONFIRMED FOR RETURN'],
    ['I', 'CONFIRMED FOR EXIT'],
    ['E', 'TERMINATED'],
    ['I', 'TERMINATED'],
  ] as const)('is over for movement %s when %s', (movement, status) => {
    const all = actorOf({ sub: 's', name: 'S', roles: allRoles });
    const left = offeredActions(workflow, place, standing(aTrip(status, movement)), all)
      .filter((o) => o.kind === 'submit')
      .map((o) => o.name);
    expect(left).toEqual(['receipt']);
  });
});

import { type Actor, accessTo, type DocumentState, doerDigest, newDocumentAccess, offeredActions, publicActor, refusalOf } from '@portal/service-kit';
import fc from 'fast-check';
import { type LicenceDocument, type LicenceStatus, licenceModes, licenceStatuses } from '../../contract/index.ts';
import { users } from '../testing/bodies.ts';
import { lastDay, validityErrors } from './licence.validity.ts';
import { licencePlace as place, licenceWorkflow as workflow } from './licence.workflow.ts';

const { rolePrefix } = place;
const actions = Object.keys(workflow.actions);
const now = new Date('2026-05-01T08:00:00Z');

const actorOf = (user: { sub: string; name: string; roles?: string[]; agencies?: string[] }): Actor => ({ ...publicActor, roles: [], agencies: [], ...user });
const people: Actor[] = [publicActor, ...Object.values(users).map(actorOf)];
const allRoles = [...new Set([...people.flatMap((p) => p.roles), ...actions.map((a) => `${rolePrefix}-${a}`)])];

const aLicence = (documentStatus: LicenceStatus, more: Partial<LicenceDocument> & { doneBy?: Record<string, string> } = {}): LicenceDocument =>
  ({
    id: 'x',
    version: 1,
    documentStatus,
    actions: [],
    applicantUser: { name: '' },
    documentCreatedAt: '',
    totalFee: 0,
    action: {},
    ...more,
  }) as unknown as LicenceDocument;
const standing = (model: LicenceDocument, actor: Actor, ownerSub: string | null = 'applicant', agencyCode = 'MOH'): DocumentState<LicenceDocument> => ({
  id: model.id,
  documentStatus: model.documentStatus,
  access: accessTo({ ownerSub, agencyCode, isDraft: model.documentStatus === 'STORED' }, 'id', actor, rolePrefix),
  now,
  model,
});
const codeOf = (action: string, at: DocumentState<LicenceDocument> | null, actor: Actor): string | null =>
  refusalOf(workflow, place, action, at, actor)?.errors[0]?.code ?? null;

const issued = { beginDate: '2026-01-01', endDate: '2027-01-01' };
const number = { storageReference: { year: 2026, number: 1, date: '2026-05-01', reference: 'L-1' } };
const pending = (action: 'adjustment' | 'modification') => ({ pendingChange: { action, values: {} as never } });

const anActor = fc
  .record({ sub: fc.constantFrom('applicant', 'a', 'b', null), roles: fc.subarray(allRoles), agencies: fc.subarray(['MOH', 'MOE']) })
  .map(({ sub, roles, agencies }): Actor => ({ ...publicActor, sub, roles: sub ? roles : [], agencies: sub ? agencies : [] }));
const aCase = fc
  .record({
    status: fc.constantFrom(...licenceStatuses),
    ownerSub: fc.constantFrom('applicant', 'a', null),
    more: fc.constantFrom({}, issued, { ...issued, renewalId: 'y' }, { ...issued, ...pending('adjustment') }, { ...issued, ...pending('modification') }),
    doneBy: fc.dictionary(
      fc.constantFrom('verification', 'approval', 'adjustment', 'modification'),
      fc.constantFrom(doerDigest('x', 'a'), doerDigest('x', 'b')),
    ),
  })
  .map(({ status, ownerSub, more, doneBy }) => ({ licence: aLicence(status, { ...more, doneBy }), ownerSub }));

/** Section 6 of the contract, written by hand: source status, target status, and the development users who may perform the action. */
const approvers = ['licence-approver', 'licence-approver-2'];
const table: Record<string, { from: string[] | '*'; to: string[]; who: string[]; given?: Partial<LicenceDocument> }> = {
  store: { from: ['NEW', 'STORED'], to: ['STORED'], who: ['applicant', 'licence-clerk'] },
  register: { from: ['NEW', 'STORED', 'RETURNED'], to: ['SUBMITTED'], who: ['applicant', 'licence-clerk'] },
  submission: { from: ['NEW', 'STORED', 'RETURNED'], to: ['SUBMITTED'], who: ['applicant', 'licence-clerk'] },
  edit: { from: ['STORED', 'RETURNED'], to: ['unchanged'], who: ['applicant', 'licence-clerk'] },
  withdrawal: { from: ['SUBMITTED', 'QUERIED', 'REPLIED', 'RETURNED'], to: ['WITHDRAWN'], who: ['applicant'] },
  query: { from: ['SUBMITTED', 'REPLIED', 'VERIFIED', 'ASSESSED'], to: ['QUERIED'], who: ['licence-verifier', 'licence-assessor'] },
  feedback: { from: ['QUERIED'], to: ['REPLIED'], who: ['applicant'] },
  amendment: { from: ['QUERIED'], to: ['REPLIED'], who: ['applicant'] },
  verification: { from: ['SUBMITTED', 'REPLIED'], to: ['VERIFIED'], who: ['licence-verifier'] },
  assessment: { from: ['VERIFIED'], to: ['ASSESSED'], who: ['licence-assessor'] },
  recommendation: { from: ['ASSESSED'], to: ['RECOMMENDED', 'RETURNED'], who: ['licence-assessor'] },
  approval: { from: ['RECOMMENDED', 'SENT FOR APPROVAL'], to: ['SENT FOR APPROVAL', 'APPROVED'], who: approvers },
  rejection: {
    from: ['SUBMITTED', 'REPLIED', 'VERIFIED', 'ASSESSED', 'RECOMMENDED', 'SENT FOR APPROVAL'],
    to: ['REJECTED'],
    who: ['licence-verifier', 'licence-assessor', ...approvers],
  },
  issuance: { from: ['APPROVED'], to: ['unchanged'], who: approvers },
  adjustment: { from: ['APPROVED'], to: ['unchanged'], who: approvers },
  'adjustment-confirmation': { from: ['APPROVED'], to: ['unchanged'], who: approvers, given: pending('adjustment') },
  'adjustment-refusal': { from: ['APPROVED'], to: ['unchanged'], who: approvers, given: pending('adjustment') },
  modification: { from: ['APPROVED'], to: ['unchanged'], who: approvers },
  'modification-confirmation': { from: ['APPROVED'], to: ['unchanged'], who: approvers, given: pending('modification') },
  'modification-refusal': { from: ['APPROVED'], to: ['unchanged'], who: approvers, given: pending('modification') },
  renewal: { from: ['APPROVED'], to: ['unchanged'], who: ['applicant', 'licence-clerk'], given: issued },
  suspension: { from: ['APPROVED'], to: ['SUSPENDED'], who: approvers },
  activation: { from: ['SUSPENDED'], to: ['APPROVED'], who: approvers },
  'print-form': { from: '*', to: ['unchanged'], who: ['applicant', 'neighbour', 'licence-clerk', 'licence-verifier', 'licence-assessor', ...approvers] },
  print: { from: '*', to: ['unchanged'], who: ['applicant', 'neighbour', 'licence-clerk', 'licence-verifier', 'licence-assessor', ...approvers] },
  'print-invoice': { from: '*', to: ['unchanged'], who: ['applicant', 'neighbour', 'licence-clerk', 'licence-verifier', 'licence-assessor', ...approvers] },
  'print-identity-card': {
    from: ['APPROVED'],
    to: ['unchanged'],
    who: ['applicant', 'neighbour', 'licence-clerk', 'licence-verifier', 'licence-assessor', ...approvers],
    given: issued,
  },
};

describe('the workflow of a licence', () => {
  it('accepts exactly what it offers, in every status, to every actor, in every mode', () => {
    fc.assert(
      fc.property(fc.option(aCase, { nil: null }), anActor, fc.constantFrom(...licenceModes), (given, actor, mode) => {
        const at = given && standing(given.licence, actor, given.ownerSub);
        const offered = offeredActions(workflow, place, at, actor);
        const shown = offered.filter((o) => o.modes.includes(mode) || o.modes.includes('*'));
        const accepted = actions.filter((action) => refusalOf(workflow, place, action, at, actor) === null);
        expect(offered.map(({ name }) => name)).toEqual(accepted);
        expect(shown.map(({ name }) => name)).toEqual(accepted.filter((action) => workflow.actions[action]?.modes.some((m) => m === mode || m === '*')));
      }),
      { numRuns: 600 },
    );
  });

  it.each(Object.entries(table))('%s leads from and to where the contract says, for whom it says', (name, { from, to, who, given = {} }) => {
    const rule = workflow.actions[name];
    expect([rule?.from].flat()).toEqual([from].flat());
    if (typeof rule?.to === 'string') expect([rule.to]).toEqual(to);
    for (const status of licenceStatuses) {
      for (const [user, facts] of Object.entries(users)) {
        const actor = actorOf(facts);
        // Only the author may act on a draft, even if other users may perform the action on registered documents.
        const may = status === 'STORED' ? user === 'applicant' && who.includes('applicant') : who.includes(user);
        const open = from === '*' || from.includes(status);
        const expected = may ? (open ? null : 'ACTION_NOT_ALLOWED') : 'FORBIDDEN';
        expect([status, user, codeOf(name, standing(aLicence(status, given), actor), actor)]).toEqual([status, user, expected]);
      }
    }
  });

  it('shows its actions only in known modes, and has an action for every mode', () => {
    const shown = new Set(Object.values(workflow.actions).flatMap(({ modes }) => modes));
    expect([...shown].filter((mode) => mode !== '*').sort()).toEqual([...licenceModes].sort());
    expect(licenceModes.slice(2)).toHaveLength(20);
  });

  it('has two approvals, and a recommendation that follows its decision', () => {
    const to = (action: 'approval' | 'recommendation', status: LicenceStatus, input = {}): string => {
      const rule = workflow.actions[action];
      return typeof rule?.to === 'function' ? rule.to(aLicence(status), input, publicActor) : '';
    };
    expect([to('approval', 'RECOMMENDED'), to('approval', 'SENT FOR APPROVAL')]).toEqual(['SENT FOR APPROVAL', 'APPROVED']);
    expect(['RECOMMEND', 'RETURN'].map((decision) => to('recommendation', 'ASSESSED', { decision }))).toEqual(['RECOMMENDED', 'RETURNED']);
  });

  it.each<[string, LicenceStatus, string, Partial<LicenceDocument>]>([
    ['approval', 'RECOMMENDED', 'verification', {}],
    ['approval', 'SENT FOR APPROVAL', 'verification', {}],
    ['approval', 'SENT FOR APPROVAL', 'approval', {}],
    ['issuance', 'APPROVED', 'approval', {}],
    ['open-issuance', 'APPROVED', 'approval', {}],
    ['adjustment-confirmation', 'APPROVED', 'adjustment', pending('adjustment')],
    ['adjustment-refusal', 'APPROVED', 'adjustment', pending('adjustment')],
    ['modification-confirmation', 'APPROVED', 'modification', pending('modification')],
    ['modification-refusal', 'APPROVED', 'modification', pending('modification')],
  ])('four eyes: %s in %s is not for who did the %s', (action, status, done, given) => {
    const roles = ['read', 'approval', 'issuance', 'adjustment', 'modification', 'verification'].map((r) => `${rolePrefix}-${r}`);
    const [own, other] = ['own', 'other'].map((sub) => actorOf({ sub, name: sub, roles, agencies: ['MOH'] })) as [Actor, Actor];
    const licence = aLicence(status, { ...given, doneBy: { [done]: doerDigest('x', 'own') } });
    expect([codeOf(action, standing(licence, own), own), codeOf(action, standing(licence, other), other)]).toEqual(['FOUR_EYES', null]);
  });

  it('offers to confirm only the change that waits, and takes no other change meanwhile', () => {
    const actor = actorOf(users['licence-approver']);
    const may = (action: string, given: Partial<LicenceDocument>): boolean => codeOf(action, standing(aLicence('APPROVED', given), actor), actor) === null;
    expect(['adjustment', 'modification', 'adjustment-confirmation', 'modification-confirmation'].map((a) => may(a, {}))).toEqual([true, true, false, false]);
    expect(['adjustment', 'modification', 'adjustment-confirmation', 'modification-confirmation'].map((a) => may(a, pending('adjustment')))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('is issued once, and not while a change waits for its confirmation', () => {
    const actor = actorOf(users['licence-approver']);
    const refusal = (given: Partial<LicenceDocument>) => codeOf('issuance', standing(aLicence('APPROVED', given), actor), actor);
    const given = [{}, { ...number, ...issued }, pending('adjustment'), pending('modification')];
    expect(given.map(refusal)).toEqual([null, 'ACTION_NOT_ALLOWED', 'ACTION_NOT_ALLOWED', 'ACTION_NOT_ALLOWED']);
  });

  it('allows nothing to an officer of another agency', () => {
    for (const user of Object.values(users).filter((u) => 'roles' in u)) {
      const actor = actorOf({ ...user, agencies: ['DNTT'] });
      for (const action of actions)
        for (const status of licenceStatuses) expect([action, codeOf(action, standing(aLicence(status, issued), actor), actor)]).toEqual([action, 'FORBIDDEN']);
    }
  });

  it('reaches every status from a new application', () => {
    const reached = new Set<string>(['NEW']);
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const { from, to } of Object.values(table))
        if (from !== '*' && from.some((s) => reached.has(s))) for (const status of to) if (status !== 'unchanged') reached.add(status);
    }
    expect([...reached].sort()).toEqual(['NEW', ...licenceStatuses].sort());
    expect(newDocumentAccess(publicActor).any).toBe(true);
  });
});

it.each([
  ['2026-03-01', 36, '2029-02-28'],
  ['2026-01-01', 12, '2026-12-31'],
  ['2024-02-29', 12, '2025-02-27'],
  ['2026-01-31', 1, '2026-02-27'],
])('a licence from %s for %i months ends on %s', (begin, months, end) => expect(lastDay(begin, months)).toBe(end));

describe('the dates of a licence', () => {
  const faults = (before: object, after: object): string[] =>
    validityErrors(before, aLicence('APPROVED', { ...number, ...after }), '2026-05-01', 36).map((e) => `${e.field} ${e.code}`);
  const old = { beginDate: '2020-01-01', endDate: '2022-12-31' };

  it.each<[string, object, object, string[]]>([
    ['30 days ago', {}, { beginDate: '2026-04-01', endDate: '2026-12-31' }, []],
    ['31 days ago', {}, { beginDate: '2026-03-31', endDate: '2026-12-31' }, ['beginDate DATE']],
    ['a year ahead', {}, { beginDate: '2027-05-01', endDate: '2027-12-31' }, []],
    ['a day more than a year ahead', {}, { beginDate: '2027-05-02', endDate: '2027-12-31' }, ['beginDate DATE']],
    ['the day after the licence it renews', {}, { previousEndDate: '2028-12-31', beginDate: '2029-01-01', endDate: '2029-12-31' }, []],
    ['another day that far ahead', {}, { previousEndDate: '2028-12-31', beginDate: '2029-01-02', endDate: '2029-12-31' }, ['beginDate DATE']],
    ['as long as it may last', {}, { beginDate: '2026-05-01', endDate: '2029-04-30' }, []],
    ['a day longer', {}, { beginDate: '2026-05-01', endDate: '2029-05-01' }, ['endDate DATE']],
    ['until a day before it begins', {}, { beginDate: '2026-05-01', endDate: '2026-04-30' }, ['endDate DATE']],
    ['until today', {}, { beginDate: '2026-04-20', endDate: '2026-05-01' }, []],
    ['and over already', {}, { beginDate: '2026-04-20', endDate: '2026-04-30' }, ['endDate DATE']],
    ['in 1990 until 2199', {}, { beginDate: '1990-01-01', endDate: '2199-12-31' }, ['beginDate DATE', 'endDate DATE']],
    ['as it always did', old, old, []],
    ['as it always did, ending earlier', old, { ...old, endDate: '2021-06-30' }, []],
    ['as it always did, ending after its validity', old, { ...old, endDate: '2023-01-01' }, ['endDate DATE']],
    ['nowhere', old, { beginDate: undefined, endDate: undefined }, ['beginDate REQUIRED', 'endDate REQUIRED']],
    ['before it is issued', {}, { storageReference: undefined, beginDate: '2026-05-01' }, ['beginDate DATE']],
  ])('beginning %s', (_what, before, after, expected) => expect(faults(before, after)).toEqual(expected));
});

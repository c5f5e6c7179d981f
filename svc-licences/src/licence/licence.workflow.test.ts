import { type Actor, offeredActions, publicActor, refusalOf, type Standing } from '@portal/service-kit';
import fc from 'fast-check';
import {
  type LicenceAction,
  type LicenceActionName,
  type LicenceDocument,
  type LicenceStatus,
  licenceActions,
  licenceModes,
  licenceStatuses,
} from '../../contract/index.ts';
import { users } from '../testing/bodies.ts';
import { lastDay } from './issuance.ts';
import { licenceWorkflow, path, rolePrefix } from './licence.workflow.ts';

const workflow = licenceWorkflow(36);
const place = { path, rolePrefix };
const actions = Object.keys(workflow.actions);

const actorOf = (user: { sub: string; name: string; roles?: string[]; agencies?: string[] }): Actor => ({ ...publicActor, roles: [], agencies: [], ...user });
const people: Actor[] = [publicActor, ...Object.values(users).map(actorOf)];
const allRoles = [...new Set([...people.flatMap((p) => p.roles), ...actions.map((a) => `${rolePrefix}-${a}`)])];

const aLicence = (documentStatus: LicenceStatus, more: Partial<LicenceDocument> = {}): LicenceDocument =>
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
const standing = (model: LicenceDocument, ownerSub: string | null = null): Standing<LicenceDocument> => ({
  id: model.id,
  documentStatus: model.documentStatus,
  ownerSub,
  model,
});

const anActor = fc
  .record({ sub: fc.constantFrom('applicant', 'a', 'b', null), roles: fc.subarray(allRoles) })
  .map(({ sub, roles }): Actor => ({ ...publicActor, sub, roles: sub ? roles : [] }));
const aStanding = fc
  .record({
    status: fc.constantFrom(...licenceStatuses),
    ownerSub: fc.constantFrom('applicant', 'a', null),
    beginDate: fc.option(fc.constant('2026-01-01'), { nil: undefined }),
    renewalId: fc.option(fc.constant('y'), { nil: undefined }),
  })
  .map(({ status, ownerSub, beginDate, renewalId }) => standing(aLicence(status, { beginDate, endDate: beginDate && '2027-01-01', renewalId }), ownerSub));

describe('the workflow of a licence', () => {
  it('accepts exactly what it offers, in every status, to every actor, in every mode', () => {
    fc.assert(
      fc.property(fc.option(aStanding, { nil: null }), anActor, fc.constantFrom(...licenceModes), (at, actor, mode) => {
        const offered = offeredActions(workflow, place, at, actor);
        const shown = offered.filter((o) => o.modes.includes(mode) || o.modes.includes('*'));
        for (const action of actions) {
          const accepted = refusalOf(workflow, place, action, at, actor) === null;
          expect([action, offered.some((o) => o.name === action)]).toEqual([action, accepted]);
          const inMode = workflow.actions[action]?.modes.some((m) => m === mode || m === '*') ?? false;
          expect([action, shown.some((o) => o.name === action)]).toEqual([action, accepted && inMode]);
        }
      }),
      { numRuns: 600 },
    );
  });

  it.each(Object.entries<LicenceAction>(licenceActions))('%s follows the published table', (name, published) => {
    const rule = workflow.actions[name];
    expect(rule?.from).toEqual(published.from);
    expect(rule?.label).toBe(published.label.en);
    if (typeof published.to === 'string') expect(rule?.to).toBe(published.to);
    const owner = actorOf(users.applicant);
    for (const status of licenceStatuses) {
      const ready = aLicence(status, published.condition === 'issued' ? { beginDate: '2026-01-01', endDate: '2027-01-01' } : {});
      const open = published.from === '*' || published.from.includes(status);
      const able =
        published.who.public === true || published.who.owner
          ? owner
          : actorOf({ sub: 's', name: 'S', roles: (published.who.roles ?? []).map((r) => `${rolePrefix}-${r}`) });
      expect([status, refusalOf(workflow, place, name, standing(ready, 'applicant'), able)?.errors[0]?.code ?? null]).toEqual([
        status,
        open ? null : 'ACTION_NOT_ALLOWED',
      ]);
    }
  });

  it('opens each action to the people it is for, and to nobody else', () => {
    const who = (name: LicenceActionName, status: LicenceStatus, more: Partial<LicenceDocument> = {}): string[] =>
      Object.entries(users)
        .filter(([, user]) => refusalOf(workflow, place, name, standing(aLicence(status, more), 'applicant'), actorOf(user)) === null)
        .map(([user]) => user);
    const issued = { beginDate: '2026-01-01', endDate: '2027-01-01' };
    const approvers = ['licence-approver', 'licence-approver-2'];
    expect({
      store: who('store', 'STORED'),
      submission: who('submission', 'STORED'),
      edit: who('edit', 'RETURNED'),
      withdrawal: who('withdrawal', 'SUBMITTED'),
      query: who('query', 'SUBMITTED'),
      feedback: who('feedback', 'QUERIED'),
      amendment: who('amendment', 'QUERIED'),
      verification: who('verification', 'SUBMITTED'),
      assessment: who('assessment', 'VERIFIED'),
      recommendation: who('recommendation', 'ASSESSED'),
      approval: who('approval', 'RECOMMENDED'),
      rejection: who('rejection', 'SUBMITTED'),
      issuance: who('issuance', 'APPROVED'),
      adjustment: who('adjustment', 'APPROVED'),
      modification: who('modification', 'APPROVED'),
      renewal: who('renewal', 'APPROVED', issued),
      suspension: who('suspension', 'APPROVED'),
      activation: who('activation', 'SUSPENDED'),
    }).toEqual({
      store: ['applicant', 'licence-clerk'],
      submission: ['applicant', 'licence-clerk'],
      edit: ['applicant', 'licence-clerk'],
      withdrawal: ['applicant'],
      query: ['licence-verifier', 'licence-assessor'],
      feedback: ['applicant'],
      amendment: ['applicant'],
      verification: ['licence-verifier'],
      assessment: ['licence-assessor'],
      recommendation: ['licence-assessor'],
      approval: approvers,
      rejection: ['licence-verifier', 'licence-assessor', ...approvers],
      issuance: approvers,
      adjustment: approvers,
      modification: approvers,
      renewal: ['applicant', 'licence-clerk'],
      suspension: approvers,
      activation: approvers,
    });
  });

  it('reaches every status from a new application', () => {
    const reached = new Set<string>(['NEW']);
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const action of Object.values<LicenceAction>(licenceActions))
        if (action.from !== '*' && action.from.some((s) => reached.has(s))) for (const to of [action.to].flat()) if (to !== 'unchanged') reached.add(to);
    }
    expect([...reached].sort()).toEqual(['NEW', ...licenceStatuses].sort());
  });
});

it.each([
  ['2026-03-01', 36, '2029-02-28'],
  ['2026-01-01', 12, '2026-12-31'],
  ['2024-02-29', 12, '2025-02-27'],
  ['2026-01-31', 1, '2026-02-27'],
])('a licence from %s for %i months ends on %s', (begin, months, end) => expect(lastDay(begin, months)).toBe(end));

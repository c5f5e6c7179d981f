import 'reflect-metadata';
import { type HelpAction, type HelpKind, L, type ListResult } from '@portal/contract-kit';
import type { Actor } from '../auth/actor.ts';
import type { AnyDefinition } from '../documents/document-definition.ts';
import { CaseDesk, type CaseUser, caseUsers, everybody, testBackends } from '../testing/index.ts';
import { kindHelp } from './kind-help.ts';

describe.each(testBackends().slice(0, 1))('the manual of a service on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend());
  });
  afterAll(() => desk?.close());

  const helpFor = async (by: CaseUser) => {
    const { status, body } = await desk.call<ListResult<HelpKind>>(by, 'GET', '/v1/help');
    return { status, actions: body.records?.[0]?.actions.map(({ name }) => name) ?? [] };
  };

  it.each<[CaseUser, number, string[]]>([
    ['public', 401, []],
    ['applicant', 403, []],
    ['auditor', 403, []],
    ['officer of other documents', 403, []],
    ['reader', 200, []],
    ['officer without the read role', 200, ['verification', 'undo']],
    ['officer', 200, ['query', 'verification', 'approval', 'rejection', 'undo']],
  ])('for %s has the actions that the roles open', async (by, status, actions) => {
    expect(await helpFor(by)).toEqual({ status, actions });
  });

  it('answers every caller', async () => {
    for (const by of everybody) expect([200, 401, 403]).toContain((await helpFor(by)).status);
  });

  describe('is made from the workflow', () => {
    const actor: Actor = { ...({ email: null, phone: null } as object), ...caseUsers.officer, isSystem: false } as unknown as Actor;
    const definition = () => desk.cases.definition as AnyDefinition;
    const of = (name: string, d = definition()): HelpAction | undefined => kindHelp(d, actor).actions.find((action) => action.name === name);

    it('says from where to where, by whom not, how fast, what it asks for and what the applicant is told', () => {
      expect(of('approval')).toEqual({
        name: 'approval',
        label: L('Approve', 'Aprovar'),
        from: [L('Verified', 'Verificado')],
        to: [L('Approved', 'Aprovado')],
        asks: [],
        notBy: [L('Verify', 'Verificar')],
        minutes: 2_910,
        tells: [L('Decision', 'Decisão')],
      });
      expect(of('verification')).toMatchObject({ asks: [L('Decision', 'Decisão')], minutes: 60 });
      expect(of('query')).toMatchObject({ comment: 'always', applicantReads: true });
    });

    it('says the way of a document, and which steps are the reader’s', () => {
      expect(kindHelp(definition(), actor).ways).toEqual([
        [
          { label: L('Register', 'Registar'), status: L('Registered', 'Registado') },
          { label: L('Verify', 'Verificar'), status: L('Verified', 'Verificado'), minutes: 60, mine: true },
          { label: L('Approve', 'Aprovar'), status: L('Approved', 'Aprovado'), minutes: 2_910, mine: true },
        ],
      ]);
    });

    it('changes when the workflow does, without a hand edit', () => {
      const before = definition();
      const { approval } = before.workflow.actions;
      const changed = {
        ...before,
        workflow: {
          ...before.workflow,
          actions: {
            ...before.workflow.actions,
            approval: { ...approval, label: L('Grant', 'Conceder'), from: ['CREATED'], differentFrom: ['rejection'], comment: true },
          },
        },
      } as AnyDefinition;
      expect(of('approval', changed)).toMatchObject({
        label: L('Grant', 'Conceder'),
        from: [L('Registered', 'Registado')],
        notBy: [L('Reject', 'Rejeitar')],
        comment: 'always',
      });
    });
  });
});

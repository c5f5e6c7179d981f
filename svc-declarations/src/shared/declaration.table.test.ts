import {
  type ActionRule,
  type Actor,
  accessTo,
  type DocumentState,
  doerDigest,
  offeredActions,
  publicActor,
  refusalOf,
  type Workflow,
  workflowLines,
} from '@portal/service-kit';
import type { QuestionRow, RequirementRow } from '../../contract/index.ts';
import { arrivalStatuses, departureStatuses } from '../../contract/index.ts';
import { arrivalWorkflow } from '../arrival/arrival.workflow.ts';
import { departureWorkflow } from '../departure/departure.workflow.ts';

/** The workflow actions, written by hand: name | from | to | role | modes | kind | other conditions. Every change of a rule must change this table too. */
const published = {
  departure: `
    register | NEW | CREATED | public | register new | submit | input DepartureDeclarationBody; needs contract; begins print-declaration
    update | CREATED | unchanged | owner | update edit | submit | input DepartureDeclarationBody; needs contract
    leave | CREATED | unchanged | owner |  | submit | changes by its own rule; where available
    verification | CREATED | VERIFIED | -verification | verification view | submit | input VerificationInput; needs its rules and its rules; changes by its own rule
    amendment | CREATED, VERIFIED | CREATED | -amendment | amendment edit | submit | input DepartureDeclarationBody; needs contract
    approval | VERIFIED | APPROVED | -approval | view verification | submit | not who did verification
    query | CREATED, VERIFIED | unchanged | -verification -approval | query | submit | comment; to the applicant
    feedback | CREATED, VERIFIED | unchanged | owner | feedback | submit | where available; comment
    undo | VERIFIED | previous | -verification -supervise | verification view | submit | undoes verification
    view | * | unchanged | -read | print | navigate |
    return-view | * | unchanged | -read | edit update verification amendment | navigate |
    edit | CREATED, VERIFIED | unchanged | -amendment owner | view | navigate | may be refused
    print | * | unchanged | -read | view | navigate |
    print-declaration | * | unchanged | public finder | * | download |`,
  arrival: `
    register | NEW | CREATED | public | register new | submit | input ArrivalDeclarationBody; needs contract; begins print-form
    update | CREATED | unchanged | owner | update edit | submit | input ArrivalDeclarationBody; needs contract
    leave | CREATED | unchanged | owner |  | submit | changes by its own rule; where available
    amendment | CREATED, ARRIVED | unchanged | -amendment | amendment edit | submit | input ArrivalDeclarationBody; needs contract; comment
    arrival | CREATED | ARRIVED | -arrival | arrival view | submit | input ArrivalInput; changes by its own rule; comment by its own rule
    referral | CREATED, ARRIVED | REFERRED | -arrival -decision | gate | submit | input ArrivalInput; changes by its own rule
    decision | ARRIVED, REFERRED, DETAINED | by its own rule | -decision | arrival view | submit | input DecisionInput; changes by its own rule; comment by its own rule; to the applicant
    lane | CREATED, ARRIVED, REFERRED, DETAINED | unchanged | -decision -supervise | view | submit | input LaneInput; needs its rules; changes by its own rule; comment
    query | CREATED, ARRIVED, REFERRED, DETAINED | unchanged | -arrival -decision | query | submit | comment; to the applicant
    feedback | CREATED, ARRIVED, REFERRED, DETAINED | unchanged | owner | feedback | submit | where available; comment
    undo | ARRIVED, CLEARED, REFERRED, DETAINED | previous | -arrival -decision -supervise | arrival view | submit | undoes arrival, referral, decision
    view | * | unchanged | -read | print | navigate |
    return-view | * | unchanged | -read | edit update arrival | navigate |
    edit | CREATED, ARRIVED | unchanged | -amendment owner | view | navigate | may be refused
    print | * | unchanged | -read | view arrival | navigate |
    print-form | * | unchanged | public finder | * | download |`,
};
const linesOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

const now = new Date('2026-05-02T08:00:00Z');
const officer = (sub: string, prefix: string, ...roles: string[]): Actor => ({
  ...publicActor,
  sub,
  roles: roles.map((role) => `${prefix}-${role}`),
  agencies: ['CUSTOMS'],
});

describe.each([
  ['departure', departureWorkflow, departureStatuses, 'departure-declaration', ['CREATED', 'VERIFIED', 'APPROVED']],
  ['arrival', arrivalWorkflow, arrivalStatuses, 'traveller-declaration', ['CREATED', 'ARRIVED', 'CLEARED']],
] as const)('the workflow of a %s', (kind, table, statuses, prefix, mainPath) => {
  const workflow = table as unknown as Workflow<string, object>;
  const place = { path: `/v1/${kind}`, rolePrefix: prefix };
  const standing = (actor: Actor, model: object, ownerSub: string | null = null): DocumentState<object> => {
    const whole = { id: 'x', version: 1, documentStatus: 'CREATED', actions: [], ...model };
    return {
      id: 'x',
      documentStatus: whole.documentStatus,
      model: whole,
      access: accessTo({ ownerSub, agencyCode: 'CUSTOMS', isDraft: false }, 'id', actor, prefix),
      now,
    };
  };
  const codeOf = (action: string, actor: Actor, model: object, ownerSub?: string): string | null =>
    refusalOf(workflow, place, action, standing(actor, model, ownerSub), actor)?.errors[0]?.code ?? null;

  it('equals the published table', () => {
    expect(workflowLines(workflow, prefix)).toEqual(linesOf(published[kind]));
    expect(workflow.statuses).toBe(statuses);
    expect(workflow.mainPath.map(({ status }) => status)).toEqual(mainPath);
    for (const { action } of workflow.mainPath) expect(workflow.actions).toHaveProperty(action);
  });

  it('lets whoever registered it change it while CREATED, and after that only those who may amend', () => {
    const later = kind === 'departure' ? 'VERIFIED' : 'ARRIVED';
    const counter = officer('counter', prefix, 'read');
    const amender = officer('amender', prefix, 'read', 'amendment');
    expect([codeOf('edit', counter, {}, 'counter'), codeOf('edit', counter, { documentStatus: later }, 'counter')]).toEqual([null, 'FORBIDDEN']);
    expect([codeOf('edit', amender, {}), codeOf('edit', amender, { documentStatus: later })]).toEqual([null, null]);
    expect(codeOf('edit', counter, {})).toBe('FORBIDDEN');
  });

  it('allows each action only for its role', () => {
    for (const [name, rule] of Object.entries(workflow.actions).filter(([action]) => action !== 'register')) {
      const roles = rule.who.role === true ? [name] : [rule.who.role ?? []].flat().map((role) => role.replace(`${prefix}-`, ''));
      const from = rule.from === '*' ? 'CREATED' : (rule.from.at(-1) as string);
      const last = rule.undoes
        ? { actions: [{ action: rule.undoes[0], dateTime: '2026-05-02T07:55:00' }], doneBy: { [rule.undoes[0] as string]: doerDigest('x', 'o') } }
        : {};
      for (const role of ['read', 'search', 'create', 'verification', 'amendment', 'approval', 'arrival', 'decision', 'supervise']) {
        const actor = officer('o', prefix, role);
        const may = roles.includes(role);
        const everyone = rule.who.public === true;
        expect([name, role, codeOf(name, actor, { documentStatus: from, ...last }) === null]).toEqual([name, role, may || everyone]);
      }
    }
  });

  it('is undone within ten minutes by who acted or by a supervisor, with a comment', () => {
    const action = kind === 'departure' ? 'verification' : 'decision';
    const done = kind === 'departure' ? 'VERIFIED' : 'CLEARED';
    const model = (dateTime: string) => ({ documentStatus: done, actions: [{ action, dateTime }], doneBy: { [action]: doerDigest('x', 'one') } });
    const one = officer('one', prefix, 'read', action);
    const other = officer('other', prefix, 'read', action);
    const superior = officer('superior', prefix, 'read', 'supervise');
    const recent = model('2026-05-02T07:50:00');
    expect([one, other, superior].map((actor) => codeOf('undo', actor, recent))).toEqual([null, 'FORBIDDEN', null]);
    const late = standing(one, model('2026-05-02T07:49:59'));
    expect(refusalOf(workflow, place, 'undo', late, one)?.errors[0]).toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
      message: { en: 'This can no longer be undone', pt: 'Isto já não pode ser anulado' },
    });
    const offered = offeredActions(workflow, place, standing(one, recent), one);
    expect(offered.find(({ name }) => name === 'undo')?.commentRequired).toBe(true);
  });

  it('changes only the ticks of the requirements that an official names', () => {
    const { change } = workflow.actions[kind === 'departure' ? 'verification' : 'arrival'] as ActionRule<string, object>;
    const model = {
      requirements: [
        { id: 'a', description: 'A', confirmed: false },
        { id: 'b', confirmed: true },
        { id: 'c', confirmed: true },
      ],
    };
    const input = { requirements: [{ id: 'a', confirmed: true, description: 'other' }, { id: 'b' }, { id: 'd', confirmed: true }] };
    const changed = change?.(model, input, { actor: publicActor, now, settings: {} as never }) as { requirements: RequirementRow[] };
    expect(changed).toEqual({
      requirements: [
        { id: 'a', description: 'A', confirmed: true },
        { id: 'b', confirmed: false },
        { id: 'c', confirmed: true },
      ],
    });
  });
});

describe('the verification of a departure', () => {
  const { verification } = departureWorkflow.actions as unknown as Record<string, ActionRule<string, never>>;

  it('takes answers where they are given, and leaves those of the traveller where none are', () => {
    const given: QuestionRow[] = [{ id: 'q', accepted: true }];
    const model = { questions: [{ id: 'q', declined: true }] } as never;
    expect(verification?.change?.(model, { questions: given }, { actor: publicActor, now, settings: {} as never })).toMatchObject({ questions: given });
    expect(verification?.change?.(model, {}, { actor: publicActor, now, settings: {} as never })).toMatchObject({ questions: [{ id: 'q', declined: true }] });
  });

  it('refuses a missing or contradicting answer', () => {
    const [check] = (verification?.require ?? []) as unknown as ((model: never, input: object) => { code: string }[])[];
    expect(
      check?.({} as never, { questions: [{ rank: 1 }, { rank: 2, accepted: true, declined: true }, { rank: 3, declined: true }] }).map((e) => e.code),
    ).toEqual(['QUESTION_UNANSWERED', 'QUESTION_BOTH']);
  });
});

describe('the decision on an arrival', () => {
  const { arrival, decision } = arrivalWorkflow.actions as unknown as Record<string, ActionRule<string, never>>;
  const needs = (rule: ActionRule<string, never> | undefined, model: object, input: object): unknown =>
    typeof rule?.comment === 'function' && rule.comment(model as never, input as never, '2026-05-02');

  it('is the status of its decision, and is kept with the requirements that were confirmed', () => {
    const model = { requirements: [{ id: 'a', confirmed: false }] } as never;
    const input = { decision: 'DETAINED', requirements: [{ id: 'a', confirmed: true }] };
    expect(typeof decision?.to === 'function' && decision.to(model, input, publicActor)).toBe('DETAINED');
    expect(decision?.change?.(model, input, { actor: publicActor, now, settings: {} as never })).toEqual({
      decision: 'DETAINED',
      requirements: [{ id: 'a', confirmed: true }],
    });
  });

  it('clears, refers or detains', () => {
    const each = ['CLEARED', 'REFERRED', 'DETAINED'];
    expect([decision?.decisions, decision?.outcomes]).toEqual([each, each]);
  });

  it('requires the inspection note only to clear a red lane', () => {
    const asked = ['RED', 'GREEN'].flatMap((lane) => ['CLEARED', 'REFERRED', 'DETAINED'].map((chosen) => needs(decision, { lane }, { decision: chosen })));
    expect(asked).toEqual([true, false, false, false, false, false]);
  });

  it('comes after the arrival, which requires a comment before its date', () => {
    expect(['2026-05-03', '2026-05-02', '2026-05-01', undefined].map((arrivalDate) => needs(arrival, { arrivalDate }, {}))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

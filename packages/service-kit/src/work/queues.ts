/** The queues of officials: what one has, what nobody has, what is late. A list and its count ask the same query. */
import { type ListResult, listResult, type SearchCriterion, type SearchQuery } from '@portal/contract-kit';
import type { ObjectLiteral } from 'typeorm';
import { type Actor, type Call, hasRole } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import type { AnyDefinition } from '../documents/document-definition.ts';
import { type ActionRule, NEW, type Workflow } from '../documents/workflow.ts';
import { rolesOf } from '../documents/workflow-evaluator.ts';
import { badRequest } from '../http/problems.ts';
import { oneOf, type SearchField, scopeFields } from '../search/search-query.ts';

/**
 * `MINE`: what the caller has claimed or been given. `UNASSIGNED`, `TEAM`, `OVERDUE`: what the caller may take on by its next step; with nobody, with
 * anybody, and late. `APPLICANT`: what waits for its applicant.
 */
export const queueNames = ['MINE', 'UNASSIGNED', 'TEAM', 'OVERDUE', 'APPLICANT'] as const;
export type QueueName = (typeof queueNames)[number];

/** Before every document. */
export const everSince = '1970-01-01T00:00:00';

/** The search field of queues. It is no column: `inQueue` puts criteria in its place. */
export const queueField: SearchField = { column: 'queue', type: 'TEXT', operations: ['EQ'] };

/** How many documents are in a queue. */
export interface QueueCount {
  code: QueueName;
  count: number;
}

/** A condition that no criterion expresses, on the documents as `d`. */
export type WorkCondition = [sql: string, parameters: ObjectLiteral];

/** What an official may take on, where the status alone does not decide. */
export interface Work {
  condition: WorkCondition;
  /** The same as lists of which none has a document of another, but with what the official's own earlier steps keep from them; undefined where no criteria say it. */
  lists?: SearchCriterion[][];
  /** The earlier steps: whoever did one of these last may not go on. */
  ownSteps: string[];
}

/** A query after its queue was put into criteria. */
export interface QueuedQuery extends SearchQuery {
  work?: Work;
}

/** The steps of the main path that the caller's roles allow. */
function stepsOf({ workflow, rolePrefix }: AnyDefinition, actor: Actor): { path?: string; rule: ActionRule<string, unknown>; from: string[] }[] {
  const whole = workflow as Workflow<string, unknown>;
  const paths = whole.paths ? Object.entries(whole.paths) : [[undefined, whole] as const];
  return paths.flatMap(([path, { actions, mainPath }]) =>
    [...new Set(mainPath.map(({ action }) => action))].flatMap((action) => {
      const rule = actions[action];
      if (!rule?.who.role || rule.from === '*' || !hasRole(actor, ...rolesOf(rule, action, rolePrefix))) return [];
      return [{ ...(path ? { path } : {}), rule, from: rule.from.filter((status) => status !== NEW) }];
    }),
  );
}

/**
 * The work of these steps as lists, whoever did the steps before: all that has the statuses, or what has them on each path. Which step is possible by the
 * document itself (`available`) no criterion says.
 */
function listsOf({ countedBy, search }: AnyDefinition, steps: ReturnType<typeof stepsOf>): SearchCriterion[][] | undefined {
  if (steps.some(({ rule }) => rule.available)) return undefined;
  const paths = new Set(steps.map(({ path }) => path));
  const [pathField] = Object.entries(search).find(([, { column }]) => column === countedBy) ?? [];
  if (paths.has(undefined)) return paths.size === 1 ? [[]] : undefined;
  return pathField === undefined
    ? undefined
    : [...paths].map((path) => [
        oneOf(pathField, [path as string]),
        oneOf(scopeFields.status, [...new Set(steps.flatMap((step) => (step.path === path ? step.from : [])))]),
      ]);
}

/** Who did one of these actions last. */
const didLast = (p: string): string =>
  `exists (select 1 from document_action a where a.documentId = d.id and a.action in (:...${p}actions) and a.userSub = :${p}sub and not exists
  (select 1 from document_action b where b.documentId = a.documentId and b.action = a.action and b.version > a.version))`;

/** The statuses before a step that the caller may do; and a condition where the status alone does not decide. */
function workOf(definition: AnyDefinition, actor: Actor): { statuses: string[]; work?: Work } {
  const steps = stepsOf(definition, actor).filter(({ from }) => from.length > 0);
  const statuses = [...new Set(steps.flatMap(({ from }) => from))];
  // The paths of a kind are counted apart: the column of the counters says on which a document is.
  const byStatus = steps.every(({ path, rule }) => path === undefined && !rule.available && !rule.differentFrom);
  if (byStatus) return { statuses };
  const parameters: ObjectLiteral = {};
  const any = steps.map(({ path, rule, from }, n) => {
    const p = `k${n}`;
    parameters[`${p}from`] = from;
    const all = [`d.documentStatus in (:...${p}from)`];
    if (path !== undefined && definition.countedBy) {
      parameters[`${p}path`] = path;
      all.push(`d.${definition.countedBy} = :${p}path`);
    }
    // The step was made from the whole document: it has none where the step is not possible.
    if (rule.available) all.push('d.stepSince is not null');
    if (rule.differentFrom) {
      Object.assign(parameters, { [`${p}actions`]: [...rule.differentFrom], [`${p}sub`]: actor.sub });
      all.push(`not ${didLast(p)}`);
    }
    return `(${all.join(' and ')})`;
  });
  const ownSteps = [...new Set(steps.flatMap(({ rule }) => [...(rule.differentFrom ?? [])]))];
  const lists = listsOf(definition, steps);
  return { statuses, work: { condition: [`(${any.join(' or ')})`, parameters], ...(lists ? { lists } : {}), ownSteps } };
}

const criterion = (fieldName: string, operation: SearchCriterion['operation'], dataType: SearchCriterion['dataType'], value?: string): SearchCriterion => ({
  expressionType: 'SearchCriterion',
  operation,
  dataType,
  fieldName,
  values: value === undefined ? [] : [value],
});

/** Puts the criteria of a queue in its place. @throws 400 for a queue that there is not, or two */
export function inQueue(definition: AnyDefinition, query: SearchQuery, { actor }: Call, now: Date): QueuedQuery {
  const named = query.criteria.filter(({ fieldName, operation }) => fieldName === 'queue' && operation !== 'ANY');
  const others = query.criteria.filter(({ fieldName }) => fieldName !== 'queue');
  if (named.length === 0) return { ...query, criteria: others };
  const queue = queueNames.find((name) => named.every(({ values }) => values[0] === name));
  if (!queue) throw badRequest('BAD_VALUE', 'queue', `queue must be one of ${queueNames.join(', ')}`);
  const withCriteria = (...criteria: SearchCriterion[]): SearchQuery => ({ ...query, criteria: [...others, ...criteria] });
  if (queue === 'MINE') return withCriteria(criterion('assignee', 'EQ', 'TEXT', 'ME'));
  if (queue === 'APPLICANT') return withCriteria(criterion('dueAt', 'EMPTY', 'DATE'), criterion('stepSince', 'GTE', 'DATE', everSince));
  const { statuses, work } = workOf(definition, actor);
  // No document has the status '-'.
  const status = oneOf(scopeFields.status, statuses.length ? statuses : ['-']);
  const further: Record<typeof queue, SearchCriterion[]> = {
    UNASSIGNED: [criterion('assignee', 'EQ', 'TEXT', 'NONE')],
    TEAM: [],
    OVERDUE: [criterion('dueAt', 'LTE', 'DATE', dateTime(now))],
  };
  return { ...withCriteria(status, ...further[queue]), ...(work ? { work } : {}) };
}

/** How many documents are in each queue of the caller. @param count how many a query finds */
export async function queueCounts(criteria: readonly SearchCriterion[], count: (query: SearchQuery) => Promise<number>): Promise<ListResult<QueueCount>> {
  const others = criteria.filter(({ fieldName }) => fieldName !== 'queue');
  const counts = queueNames.map(async (code) => ({
    code,
    count: await count({ criteria: [...others, criterion('queue', 'EQ', 'TEXT', code)], paging: { page: 1, size: 1 } }),
  }));
  return listResult(await Promise.all(counts));
}

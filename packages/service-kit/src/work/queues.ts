/** The queues of officials: their own cases, unassigned cases, overdue cases. A list and its count use the same query. */
import { type ListResult, listResult, type SearchCriterion, type SearchQuery, sentence } from '@portal/contract-kit';
import type { ObjectLiteral } from 'typeorm';
import { type Actor, type Call, hasRole } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import type { AnyDefinition } from '../documents/document-definition.ts';
import { type ActionRule, NEW, type Workflow } from '../documents/workflow.ts';
import { rolesOf } from '../documents/workflow-evaluator.ts';
import { badRequest } from '../http/problems.ts';
import { oneOf, type SearchField, scopeFields } from '../search/search-query.ts';

/**
 * `MINE`: documents that the caller has claimed or was assigned. `UNASSIGNED`, `TEAM`, `OVERDUE`: documents whose next step the caller may take: those that
 * nobody has claimed, all of them, and those that are overdue. `APPLICANT`: documents that wait for their applicant.
 */
export const queueNames = ['MINE', 'UNASSIGNED', 'TEAM', 'OVERDUE', 'APPLICANT'] as const;
export type QueueName = (typeof queueNames)[number];

/** A time before every document. */
export const everSince = '1970-01-01T00:00:00';

/** The search field of queues. It has no column: `inQueue` replaces it with other criteria. */
export const queueField: SearchField = { column: 'queue', type: 'TEXT', operations: ['EQ'] };

/** Number of documents in a queue. */
export interface QueueCount {
  code: QueueName;
  count: number;
}

/** An SQL condition that no search criterion expresses. The documents have the alias `d`. */
export type WorkCondition = [sql: string, parameters: ObjectLiteral];

/** The documents that an official may take on, where the status alone does not decide. */
export interface WorkFilter {
  condition: WorkCondition;
  /**
   * The same documents as lists that do not overlap, but including those that the official's own earlier steps exclude; undefined where criteria cannot express
   * them.
   */
  lists?: SearchCriterion[][];
  /** Earlier actions that exclude an official: whoever was the last to perform one of these may not take the next step. */
  ownSteps: string[];
}

/** A query in which the queue was replaced by criteria. */
export interface QueuedQuery extends SearchQuery {
  work?: WorkFilter;
}

/** A step that an official may take. */
interface OwnStep {
  path?: string;
  rule: ActionRule<string, unknown>;
  from: string[];
  /** The name of the action, if it decides on a change that waits for a second officer. */
  held?: string;
}

/** Returns the steps of the main paths, and the decisions of a second officer, that the caller's roles allow. */
function stepsOf({ workflow, rolePrefix }: AnyDefinition, actor: Actor): OwnStep[] {
  const whole = workflow as Workflow<string, unknown>;
  const paths = whole.paths ? Object.entries(whole.paths) : [[undefined, whole] as const];
  return paths.flatMap(([path, { actions, mainPath, secondOfficer = [] }]) =>
    [...new Set([...mainPath.map(({ action }) => action), ...secondOfficer])].flatMap((action) => {
      const rule = actions[action];
      if (!rule?.who.role || rule.from === '*' || !hasRole(actor, ...rolesOf(rule, action, rolePrefix))) return [];
      const held = secondOfficer.includes(action) ? { held: action } : {};
      return [{ ...(path ? { path } : {}), rule, from: rule.from.filter((status) => status !== NEW), ...held }];
    }),
  );
}

/**
 * Returns the documents that wait for these steps as lists, without regard to who took the steps before: one list of all, or one list with the statuses of each
 * path. Returns undefined where a step depends on the content of the document (`available`), because no criterion expresses that.
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

/** Returns the SQL condition that an official was the last to perform one of these actions. */
const didLast = (p: string): string =>
  `exists (select 1 from document_action a where a.documentId = d.id and a.action in (:...${p}actions) and a.userSub = :${p}sub and not exists
  (select 1 from document_action b where b.documentId = a.documentId and b.action = a.action and b.version > a.version))`;

/** Returns the statuses before the steps that the caller may take, and a condition where the status alone does not decide. */
function workOf(definition: AnyDefinition, actor: Actor): { statuses: string[]; work?: WorkFilter } {
  const steps = stepsOf(definition, actor).filter(({ from }) => from.length > 0);
  const statuses = [...new Set(steps.flatMap(({ from }) => from))];
  // If a kind has several paths, the path decides too. The column that the kind is counted by (`countedBy`) holds the path of a document.
  const byStatus = steps.every(({ path, rule }) => path === undefined && !rule.available && !rule.differentFrom);
  if (byStatus) return { statuses };
  const parameters: ObjectLiteral = {};
  const any = steps.map(({ path, rule, from, held }, n) => {
    const p = `k${n}`;
    parameters[`${p}from`] = from;
    const all = [`d.documentStatus in (:...${p}from)`];
    if (path !== undefined && definition.countedBy) {
      parameters[`${p}path`] = path;
      all.push(`d.${definition.countedBy} = :${p}path`);
    }
    // `stepSince` was computed from the whole document, and is null where the step is not possible.
    if (rule.available) all.push('d.stepSince is not null');
    // While a change waits for a second officer, the next step of the path is not possible.
    if (held) {
      parameters[`${p}held`] = held;
      all.push(`d.heldStep = :${p}held`);
    } else if (rule.available && definition.workflow.secondOfficer) all.push('d.heldStep is null');
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

/** Replaces the queue in a query by the criteria of that queue. @throws 400 for an unknown queue, or for two queues */
export function replaceQueueCriterion(definition: AnyDefinition, query: SearchQuery, { actor }: Call, now: Date): QueuedQuery {
  const named = query.criteria.filter(({ fieldName, operation }) => fieldName === 'queue' && operation !== 'ANY');
  const others = query.criteria.filter(({ fieldName }) => fieldName !== 'queue');
  if (named.length === 0) return { ...query, criteria: others };
  const queue = queueNames.find((name) => named.every(({ values }) => values[0] === name));
  if (!queue)
    throw badRequest(
      'BAD_VALUE',
      'queue',
      sentence('{{field}} must be one of {{names}}', '{{field}} deve ser um de {{names}}', { field: 'queue', names: queueNames.join(', ') }),
    );
  const withCriteria = (...criteria: SearchCriterion[]): SearchQuery => ({ ...query, criteria: [...others, ...criteria] });
  if (queue === 'MINE') return withCriteria(criterion('assignee', 'EQ', 'TEXT', 'ME'));
  if (queue === 'APPLICANT') return withCriteria(criterion('dueAt', 'EMPTY', 'DATE'), criterion('stepSince', 'GTE', 'DATE', everSince));
  const { statuses, work } = workOf(definition, actor);
  // No document has the status '-', so nothing is found.
  const status = oneOf(scopeFields.status, statuses.length ? statuses : ['-']);
  const further: Record<typeof queue, SearchCriterion[]> = {
    UNASSIGNED: [criterion('assignee', 'EQ', 'TEXT', 'NONE')],
    TEAM: [],
    OVERDUE: [criterion('dueAt', 'LTE', 'DATE', dateTime(now))],
  };
  return { ...withCriteria(status, ...further[queue]), ...(work ? { work } : {}) };
}

/** Returns the number of documents in each queue of the caller. @param count returns how many documents a query finds */
export async function queueCounts(criteria: readonly SearchCriterion[], count: (query: SearchQuery) => Promise<number>): Promise<ListResult<QueueCount>> {
  const others = criteria.filter(({ fieldName }) => fieldName !== 'queue');
  const counts = queueNames.map(async (code) => ({
    code,
    count: await count({ criteria: [...others, criterion('queue', 'EQ', 'TEXT', code)], paging: { page: 1, size: 1 } }),
  }));
  return listResult(await Promise.all(counts));
}

/** Builds a workflow from its table. The table of a kind of document is in its `<kind>.workflow.ts` and has one entry for each action. */
import type { Bilingual, ContractClass } from '@portal/contract-kit';
import { type ActionRule, NEW, type Workflow, type WorkflowPlace } from './workflow.ts';

/**
 * A value for each path, for a kind of document that has several paths: `{ E: 'APPROVED TO EXIT', I: 'APPROVED TO ENTER' }`. A path without a value does not
 * have the step.
 */
export type ByPath<Path extends string, Value> = [Path] extends [never] ? never : Readonly<Partial<Record<Path, Value>>>;

/** An action as the table defines it. */
export interface ActionEntry<Status extends string, Model, Path extends string = never> extends Omit<ActionRule<Status, Model>, 'from' | 'to'> {
  /** Statuses in which the action may be done, for all paths or for each path; see ActionRule. */
  from: ActionRule<Status, Model>['from'] | ByPath<Path, readonly Status[]>;
  /** The status after the action, for all paths or for each path; see ActionRule. */
  to: ActionRule<Status, Model>['to'] | ByPath<Path, Status>;
  /** The status that replaces `to` for a document that does not need to wait in `to`. */
  skipTo?: { status: Status; when: (model: Model) => boolean };
  /**
   * Set where the action has its own form. The view then also offers `open-<action>`, which opens the form, to everybody who may do the action. `label` and
   * `from` override those of the action for this offer.
   */
  form?: true | { label?: Bilingual; from?: readonly Status[] };
}

type Step<Status extends string> = Readonly<{ action: string; status: Status }>;

export interface WorkflowTable<Status extends string, Model, Path extends string = never> {
  statuses: readonly Status[];
  /** The main path: actions in order, each with the status in which it ends. */
  mainPath: [Path] extends [never] ? readonly Step<Status>[] : Readonly<Record<Path, readonly Step<Status>[]>>;
  /** Statuses in which a document waits for nobody; see Workflow. */
  resting?: readonly Status[];
  /** Actions by which a second officer decides on a change that waits; see Workflow. Only for a kind with one path. */
  secondOfficer?: [Path] extends [never] ? readonly string[] : never;
  /** Returns the path of a document, where the kind has several paths. */
  pathOf?(model: Model): Path;
  actions: Readonly<Record<string, ActionEntry<Status, Model, Path>>>;
}

type AnyEntry = ActionEntry<string, unknown, string>;
type AnyRule = ActionRule<string, unknown>;
interface AnyTable extends Omit<WorkflowTable<string, unknown, string>, 'actions' | 'mainPath' | 'secondOfficer'> {
  secondOfficer?: readonly string[];
  actions: Readonly<Record<string, AnyEntry>>;
  mainPath: readonly Step<string>[] | Readonly<Record<string, readonly Step<string>[]>>;
}

const isByPath = <Value>(value: unknown): value is Readonly<Record<string, Value | undefined>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the rule of an entry, for all paths together. */
function ruleOf(table: AnyTable, { from, to, skipTo, form: _form, ...rest }: AnyEntry): AnyRule {
  const pathOf = (model: unknown): string => table.pathOf?.(model) ?? '';
  const rule = { ...rest, from, to } as AnyRule;
  if (isByPath<readonly string[]>(from)) {
    rule.from = [...new Set(Object.values(from).flatMap((statuses) => statuses ?? []))];
    rule.available = (model) =>
      (from[pathOf(model)] ?? []).includes((model as { documentStatus: string }).documentStatus) && (!rest.available || rest.available(model));
  }
  if (isByPath<string>(to)) rule.to = (model) => to[pathOf(model)] ?? (model as { documentStatus: string }).documentStatus;
  if (skipTo) {
    const { to: next } = rule;
    rule.to = (model, input, actor) => (skipTo.when(model) ? skipTo.status : typeof next === 'function' ? next(model, input, actor) : next);
  }
  return rule;
}

/** Returns the rule of an entry on one path, with statuses instead of functions; null if the path does not have the action. */
function ruleOnPath(statuses: readonly string[], path: string, { from, to, skipTo, form: _form, ...rest }: AnyEntry): AnyRule | null {
  const before = isByPath<readonly string[]>(from) ? (from[path] ?? []) : from;
  const open = before === '*' ? before : before.filter((status) => status === NEW || statuses.includes(status));
  const after = isByPath<string>(to) ? to[path] : to;
  if (open.length === 0 || after === undefined) return null;
  if (!skipTo || typeof after === 'function') return { ...rest, from: open, to: after };
  return { ...rest, from: open, to: () => after, outcomes: [after, ...(statuses.includes(skipTo.status) ? [skipTo.status] : [])] };
}

/** Returns the `open-<action>` entry, which leads from the view to the form of an action. It changes nothing. */
function openForm({ rolePrefix }: WorkflowPlace, name: string, entry: AnyEntry): AnyEntry {
  const { label, from, who, available, differentFrom, form } = entry;
  const own = typeof form === 'object' ? form : {};
  // People who may do the action only before registration do not open its form afterwards.
  const { public: everyone, ...others } = who;
  const openers = everyone === 'new' ? others : who;
  return {
    label: own.label ?? label,
    from: own.from ?? (Array.isArray(from) ? from.filter((status) => status !== NEW) : from),
    to: 'unchanged',
    who: openers.role === true ? { ...openers, role: `${rolePrefix}-${name}` } : openers,
    ...(available ? { available } : {}),
    ...(differentFrom ? { differentFrom } : {}),
    modes: ['view'],
    kind: 'navigate',
  };
}

/** Adds `open-<action>` for each action that has a form. These entries come before the navigations that the table itself defines. */
function withForms(place: WorkflowPlace, actions: Readonly<Record<string, AnyEntry>>): [string, AnyEntry][] {
  const entries = Object.entries(actions);
  const forms = entries.filter(([, { form }]) => form).map(([name, entry]): [string, AnyEntry] => [`open-${name}`, openForm(place, name, entry)]);
  const at = entries.findIndex(([, { kind }]) => kind === 'navigate');
  return at < 0 ? [...entries, ...forms] : [...entries.slice(0, at), ...forms, ...entries.slice(at)];
}

/** Returns these actions of a workflow, for a rule that applies to several of them. @throws if the workflow has no action of this name */
export function actionsOf(workflow: { actions: object }, ...names: readonly string[]): ReadonlySet<string> {
  for (const name of names) if (!Object.hasOwn(workflow.actions, name)) throw new Error(`The workflow has no action ${name}`);
  return new Set(names);
}

/** Returns the actions of a workflow whose body is read with this contract. */
export const actionsWithInput = <Status extends string, Model>({ actions }: Workflow<Status, Model>, contract: ContractClass): ReadonlySet<string> =>
  new Set(Object.keys(actions).filter((name) => actions[name]?.input === contract));

/** Checks that each action which the table names is one of its entries. @throws if one is not */
function checkNames({ mainPath, secondOfficer = [], actions }: AnyTable): void {
  const steps = isByPath<readonly Step<string>[]>(mainPath) ? Object.values(mainPath).flatMap((list) => list ?? []) : mainPath;
  const rules = Object.values(actions).flatMap(({ differentFrom = [], undoes = [] }) => [...differentFrom, ...undoes]);
  actionsOf({ actions }, ...steps.map(({ action }) => action), ...secondOfficer, ...rules);
}

/**
 * Builds the workflow of a table: its entries, and `open-<action>` for each action with its own form.
 * @param place where the calls of the kind are, and the prefix of its roles
 * @throws if the table names an action that it does not define
 */
export function defineWorkflow<Status extends string, Model, Path extends string = never>(
  place: WorkflowPlace,
  table: WorkflowTable<Status, Model, Path>,
): Workflow<Status, Model> {
  const { statuses, mainPath, resting, secondOfficer, pathOf, actions } = table as unknown as AnyTable;
  checkNames(table as unknown as AnyTable);
  const entries = withForms(place, actions);
  const whole = (list: readonly Step<string>[]): AnyWorkflow => ({
    statuses,
    actions: Object.fromEntries(entries.map(([name, entry]) => [name, ruleOf(table as unknown as AnyTable, entry)])),
    mainPath: list,
    ...(resting ? { resting } : {}),
    ...(secondOfficer ? { secondOfficer } : {}),
  });
  if (!isByPath<readonly Step<string>[]>(mainPath)) return whole(mainPath) as never;
  const paths = Object.entries(mainPath) as [string, readonly Step<string>[]][];
  const onPath = ([path, steps]: [string, readonly Step<string>[]]): [string, AnyWorkflow] => {
    const elsewhere = new Set(paths.filter(([other]) => other !== path).flatMap(([, list]) => list.map(({ status }) => status)));
    const own = new Set(steps.map(({ status }) => status));
    const reached = statuses.filter((status) => own.has(status) || !elsewhere.has(status));
    const rules = entries.flatMap(([name, entry]): [string, AnyRule][] => {
      const rule = ruleOnPath(reached, path, entry);
      return rule ? [[name, rule]] : [];
    });
    return [path, { statuses: reached, actions: Object.fromEntries(rules), mainPath: steps }];
  };
  return {
    ...whole((paths[0] as (typeof paths)[number])[1]),
    pathOf: (model: unknown) => mainPath[pathOf?.(model) ?? ''] ?? [],
    paths: Object.fromEntries(paths.map(onPath)),
  } as never;
}

type AnyWorkflow = Workflow<string, unknown>;

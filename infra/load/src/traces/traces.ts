/** Makes random traces of actions on a running portal, and compares each answer with the printed workflow tables. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Answer, agentFor, type Call, Client, type Due, type Model, sendWithRetry } from '../client.ts';
import { Counts } from '../counts.ts';
import type { Credentials } from '../credentials.ts';
import { dueAt, receiptFor, receipts } from '../payment.ts';
import { until } from '../until.ts';
import { type Kind, kinds } from './kinds.ts';
import { allowedAnswers, type Caller, type ExpectedDocument, recordStep } from './model.ts';
import { type PrintedAction, printedActions } from './workflow-table.ts';

/** How an action is called: once, with an outdated version, twice with the same idempotency key, or by two callers at the same moment. */
type Way = 'once' | 'outdated' | 'twice' | 'together';

interface Step {
  document: number;
  action: number;
  caller: number;
  other: number;
  way: Way;
  /**
   * The choice of action and caller: any action by anybody; an action that the table allows now, by a caller who may do it; or the next action of the main
   * path, by a caller with its role.
   */
  aim: 'any' | 'allowed' | 'onward';
  pick: number;
}

/** The results of the traces. */
export interface TraceReport {
  steps: number;
  calls: number;
  /** Number of answers by status. */
  answers: Counts;
  /** Number of steps by the way in which they were called. */
  ways: Counts;
  /** Number of successful steps by the status to which they led. */
  reached: Counts;
  /** Answers that were not as promised. */
  faults: string[];
}

interface TraceOptions {
  url: string;
  /** What the staff of the portal signs in with; the development users if left out. */
  credentials?: Credentials;
  /** The minimum number of steps. */
  steps: number;
  /** Number of traces that run at the same time. */
  hands?: number;
  /** The seed of the random choices: the same seed gives the same traces. */
  seed?: number;
}

/** Number of documents in a trace. */
const documentsOfTrace = 2;
const stepsOfTrace = 25;

const aStep: fc.Arbitrary<Step> = fc.record({
  document: fc.nat(documentsOfTrace - 1),
  action: fc.nat(99),
  caller: fc.nat(99),
  other: fc.nat(99),
  way: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Way>('once') },
    ...(['outdated', 'twice', 'together'] as const).map((way) => ({ weight: 1, arbitrary: fc.constant<Way>(way) })),
  ),
  aim: fc.constantFrom<Step['aim']>('any', 'allowed', 'onward', 'onward'),
  pick: fc.nat(2),
});

/** The portal as the callers reach it. */
class Portal {
  readonly agent;
  private readonly clients = new Map<string | undefined, Client>();

  constructor(
    private readonly url: string,
    readonly report: TraceReport,
    private readonly credentials?: Credentials,
  ) {
    this.agent = agentFor(url);
  }

  /** Makes a call as a user or as the public. @throws Error if the portal does not answer, or only with 429 or 5xx, until the client gives up */
  async send(username: string | undefined, call: Call): Promise<Answer> {
    this.report.calls++;
    const client = this.clients.get(username) ?? new Client(this.url, username, this.agent, this.credentials);
    this.clients.set(username, client);
    const answer = await sendWithRetry(client, call);
    if (!answer) throw new Error(`${call.method} ${call.path} was not answered`);
    this.report.answers.add(String(answer.status));
    return answer;
  }
}

interface Case extends ExpectedDocument {
  kind: Kind;
  rules: PrintedAction[];
  /** The document as it was last read. */
  model: Model;
}

/** One step of a trace as a command of fast-check, which shrinks a failing trace. */
class TraceStep implements fc.AsyncCommand<Case[], Portal> {
  constructor(private readonly step: Step) {}

  check = (): boolean => true;

  async run(cases: Case[], portal: Portal): Promise<void> {
    const document = cases[this.step.document] as Case;
    const { way } = this.step;
    portal.report.steps++;
    if (this.step.aim === 'onward' && document.kind.paid[document.status]) {
      await this.pay(document, portal);
      return;
    }
    const { rule, caller } = this.aimed(document);
    portal.report.ways.add(way);
    const version = way === 'outdated' ? document.version - 1 : document.version;
    const { body, status } = document.kind.choice(rule.action, document.model, this.step.pick, document.status);
    const call: Call = {
      method: 'POST',
      path: `${document.kind.path}/${document.id}/actions/${rule.action}`,
      headers: { 'idempotency-key': randomUUID() },
      body: { ...body, version, comment: 'As the trace has it' },
    };
    if (way === 'together') await this.together({ document, rule, chosen: status }, caller, portal, call);
    else {
      const answer = await portal.send(caller.username, call);
      this.checkAnswer({ document, rule, chosen: status }, caller, version, answer, portal);
      if (way === 'twice') await this.again(caller, portal, call, answer);
    }
    await this.read(document, portal);
  }

  toString = (): string => JSON.stringify(this.step);

  /** Returns the action and the caller that this step chooses for the current state of the document. */
  private aimed(document: Case): { rule: PrintedAction; caller: Caller } {
    const { rules, status, doneBy, kind } = document;
    const { aim, action, caller } = this.step;
    const fitting = rules.filter(({ from }) => from.includes(status) || from.includes('any'));
    const onward = fitting.filter(({ isOnMainPath }) => isOnMainPath);
    const list = [aim === 'onward' ? onward : [], aim === 'any' ? [] : fitting, rules].find((each) => each.length) as PrintedAction[];
    const rule = list[action % list.length] as PrintedAction;
    const isExcluded = ({ username }: Caller): boolean => username !== undefined && rule.notAfter.some((before) => doneBy.get(before) === username);
    // With the aim `onward` the caller may also be somebody who is excluded because of an earlier action: that call must be refused.
    const able = kind.callers
      .filter((one) => rule.roles.some((role) => one.roles.includes(role)) || (!one.roles.length && rule.isForOwner))
      .filter((one) => aim === 'onward' || !isExcluded(one));
    const from = aim === 'any' || !able.length ? kind.callers : able;
    return { rule, caller: from[caller % from.length] as Caller };
  }

  /** Compares an answer with the table, and records the change in the model. */
  private checkAnswer({ document, rule, chosen }: IntendedAction, who: Caller, version: number, answer: Answer, portal: Portal): void {
    const { refusals, statuses, mayNotFit } = allowedAnswers(rule, who, document, version, chosen, document.kind.needsMore.has(rule.action));
    const what = `${document.kind.title} ${document.id}, ${document.status}: ${rule.action} by ${who.username ?? 'the public'} of version ${version} of ${document.version}`;
    const says = `${answer.status} ${answer.bytes.subarray(0, 300)}`;
    if (answer.status === 200) {
      const { model } = answer.body;
      if (refusals.length) throw new Error(`${what} was done, and should be refused with ${refusals.join(' or ')}: ${model.documentStatus}`);
      if (!statuses.includes(model.documentStatus)) throw new Error(`${what} led to ${model.documentStatus}, and should lead to ${statuses.join(' or ')}`);
      if (model.version !== document.version + 1) throw new Error(`${what} made version ${model.version}`);
      recordStep(document, rule, who, model.documentStatus);
      portal.report.reached.add(model.documentStatus);
      return;
    }
    const fits = refusals.includes(answer.status) || (mayNotFit && [403, 409, 422].includes(answer.status));
    if (!fits) throw new Error(`${what} should give ${refusals.join(' or ') || '200'}, and gave ${says}`);
  }

  /** Repeats a call with the same idempotency key: the answer must be the same, and there must be no second effect. */
  private async again({ username }: Caller, portal: Portal, call: Call, first: Answer): Promise<void> {
    const second = await portal.send(username, call);
    const [one, other] = [first, second].map(({ status, body }) => `${status} ${body.model?.version ?? ''} ${body.model?.documentStatus ?? ''}`);
    if (first.status === 200 && one !== other) throw new Error(`${call.path}: one key gave ${one}, and then ${other}`);
  }

  /** Calls as two callers who have read the same version: at most one of them may change the document. */
  private async together(meant: IntendedAction, caller: Caller, portal: Portal, call: Call): Promise<void> {
    const { document } = meant;
    const { callers } = document.kind;
    const both = [caller, callers[this.step.other % callers.length] as Caller];
    const { version } = document;
    const before = { ...document, statuses: [...document.statuses], doneBy: new Map(document.doneBy) };
    const answers = await Promise.all(both.map(({ username }) => portal.send(username, { ...call, headers: { 'idempotency-key': randomUUID() } })));
    const done = answers.filter(({ status }) => status === 200).length;
    if (done > 1) throw new Error(`${call.path}: two callers changed version ${version}`);
    for (const [i, each] of both.entries()) {
      const answer = answers[i] as Answer;
      if (answer.status === 200) this.checkAnswer(meant, each, version, answer, portal);
      // If the other caller was first, the version is outdated or the status is different.
      else if (!(done === 1 && answer.status === 409)) this.checkAnswer({ ...meant, document: { ...before } }, each, version, answer, portal);
    }
  }

  /** Pays as a cashier. The portal must then move the document by itself, once. */
  private async pay(document: Case, portal: Portal): Promise<void> {
    // What is due arrives through the queue.
    const found = (await until<Due | undefined>('something is to be paid', async () => {
      const { body } = await portal.send('cashier', { path: dueAt(document.model) });
      return body.totalRecords === 1 && body.records[0] && body.records[0].total > 0 ? body.records[0] : undefined;
    })) as Due;
    const body = receiptFor(document.model, found);
    const answer = await portal.send('cashier', { method: 'POST', path: `${receipts}/`, body, headers: { 'idempotency-key': randomUUID() } });
    if (answer.status !== 201)
      throw new Error(`A receipt for ${document.model.serialReference.reference} gave ${answer.status} ${answer.bytes.subarray(0, 300)}`);
    await until('the payment arrives', async () => (await portal.send(undefined, this.document(document))).body.model.version > document.version);
    const status = document.kind.paid[document.status] as string;
    recordStep(document, { action: 'payment' } as PrintedAction, { roles: [], agencies: [] }, status);
    portal.report.reached.add(status);
    await this.read(document, portal);
  }

  private document = ({ kind, id }: Case): Call => ({ path: `${kind.path}/${id}/document` });

  /** Reads the document, which must show the latest change. */
  private async read(document: Case, portal: Portal): Promise<void> {
    const { status, body } = await portal.send(undefined, this.document(document));
    const [found, expected] = [`${status} ${body.model?.version} ${body.model?.documentStatus}`, `200 ${document.version} ${document.status}`];
    if (found !== expected) throw new Error(`${document.kind.title} ${document.id} is read as ${found}, and should be ${expected}`);
    document.model = body.model;
  }
}

/** The action that a step does on a document, and the status that its body chooses. */
interface IntendedAction {
  document: Case;
  rule: PrintedAction;
  chosen: string | undefined;
}

async function register(portal: Portal, kind: Kind, rules: PrintedAction[]): Promise<Case> {
  const { status, bytes, body: answer } = await portal.send(undefined, { method: 'POST', path: `${kind.path}/`, body: kind.body() });
  if (status !== 201) throw new Error(`${kind.title}: a registration gave ${status} ${bytes.subarray(0, 300)}`);
  const { model } = answer;
  const { id, version, documentStatus } = model;
  return {
    id,
    version,
    status: documentStatus,
    agency: kind.agency(model),
    statuses: [documentStatus],
    previous: undefined,
    doneBy: new Map(),
    kind,
    rules,
    model,
  };
}

/** Checks the history: it must contain each version once, with the status with which it was acknowledged. */
async function checkHistory(portal: Portal, document: Case): Promise<void> {
  const path = `${document.kind.path}/${document.id}/history`;
  const { status, body } = await portal.send(document.kind.reader, { method: 'POST', path, body: { order: 'ASC', type: 'HISTORY' } });
  const found = ((body.documentActions ?? []) as { documentStatus?: string }[]).map((entry) => entry.documentStatus).join(', ');
  if (status !== 200 || found !== document.statuses.join(', '))
    throw new Error(`The history of ${document.id} is ${found}, and should be ${document.statuses.join(', ')}`);
}

/**
 * Makes random traces on a portal. Each trace has two documents of a kind and some steps on them: any action, including actions
 * that must be refused, by any caller. A failing trace is made as short as possible and reported.
 */
export async function runTraces({ url, credentials, steps, hands = 4, seed = Date.now() % 1_000_000 }: TraceOptions): Promise<TraceReport> {
  const report: TraceReport = { steps: 0, calls: 0, answers: new Counts(), ways: new Counts(), reached: new Counts(), faults: [] };
  const tables = kinds.map((kind) => ({ kind, rules: printedActions(kind.service, kind.title).filter(({ action }) => !kind.leftOut.has(action)) }));
  const portal = new Portal(url, report, credentials);
  const work = async (hand: number): Promise<void> => {
    for (let turn = 0; report.steps < steps && report.faults.length === 0; turn++) {
      const { kind, rules } = tables[(hand + turn) % tables.length] as (typeof tables)[number];
      const trace = fc.asyncProperty(fc.commands([aStep.map((step) => new TraceStep(step))], { maxCommands: stepsOfTrace, size: 'max' }), async (commands) => {
        const documents = await Promise.all(Array.from({ length: documentsOfTrace }, () => register(portal, kind, rules)));
        await fc.asyncModelRun(() => ({ model: documents, real: portal }), commands);
        for (const document of documents) await checkHistory(portal, document);
      });
      const result = await fc.check(trace, { seed: seed + hand * 1_000_003 + turn, numRuns: 4, interruptAfterTimeLimit: 60_000 });
      // On a slow machine a trace may be interrupted before its end, which is not a counterexample.
      if (result.counterexample)
        report.faults.push(`seed ${result.seed}, path ${result.counterexamplePath}: ${String(result.errorInstance)}\n${String(result.counterexample)}`);
    }
  };
  await Promise.all(Array.from({ length: hands }, (_, hand) => work(hand)));
  portal.agent.destroy();
  return report;
}

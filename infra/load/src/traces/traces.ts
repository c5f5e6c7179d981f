/** Random traces of actions against a running portal, each answer held against the printed workflow tables. */
import { randomBytes, randomUUID } from 'node:crypto';
import { developmentUsers } from '@portal/identity';
import fc from 'fast-check';
import { aDeparture, anArrival } from 'svc-declarations/testing';
import { type Answer, agentFor, type Call, Client, sendWithRetry } from '../client.ts';
import { type Caller, changed, type Expected, promised } from './model.ts';
import { type PrintedAction, printedActions } from './workflow-table.ts';

interface Kind {
  title: string;
  path: string;
  body: (changes: Record<string, unknown>) => Record<string, unknown>;
}

const kinds: Kind[] = [
  { title: 'Arrival declaration', path: '/api/declarations/v1/traveller/declaration', body: anArrival },
  { title: 'Departure declaration', path: '/api/declarations/v1/departure/declaration', body: aDeparture },
];

/** The public, and everybody whose roles matter to these documents or must not. */
const callers: Caller[] = [
  { roles: [], agencies: [] },
  ...['applicant', 'border-officer', 'border-supervisor', 'agent', 'trip-border', 'licence-approver'].map((name) => {
    const user = developmentUsers.find(({ username }) => username === name);
    if (!user) throw new Error(`There is no development user ${name}`);
    return user;
  }),
];

/** How an action is called: once, with the version before, twice with one key, or by two at the same moment. */
type Way = 'once' | 'outdated' | 'twice' | 'together';

interface Step {
  document: number;
  action: number;
  caller: number;
  other: number;
  way: Way;
  decision: string;
}

/** What the traces have done. */
export interface TraceReport {
  steps: number;
  calls: number;
  /** Answers by status. */
  answers: Record<string, number>;
  /** Steps by how they were called. */
  ways: Record<string, number>;
  /** What was not as promised. */
  faults: string[];
}

interface TraceOptions {
  url: string;
  /** At least so many steps. */
  steps: number;
  /** Traces at the same time. */
  hands?: number;
  /** The same seed gives the same traces. */
  seed?: number;
}

/** Documents of one trace. */
const documentsOfTrace = 2;
const stepsOfTrace = 25;

const aStep: fc.Arbitrary<Step> = fc.record({
  document: fc.nat(documentsOfTrace - 1),
  action: fc.nat(99),
  caller: fc.nat(callers.length - 1),
  other: fc.nat(callers.length - 1),
  way: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Way>('once') },
    ...(['outdated', 'twice', 'together'] as const).map((way) => ({ weight: 1, arbitrary: fc.constant<Way>(way) })),
  ),
  decision: fc.constantFrom('CLEARED', 'REFERRED', 'DETAINED'),
});

/** A portal, as the callers reach it. */
class Portal {
  readonly agent;
  private readonly clients: Client[];

  constructor(
    url: string,
    readonly report: TraceReport,
  ) {
    this.agent = agentFor(url);
    this.clients = callers.map(({ username }) => new Client(url, username, this.agent));
  }

  /** Makes a call as one of the callers. @throws Error where the portal does not answer, or with a fault of its own */
  async send(caller: number, call: Call): Promise<Answer> {
    this.report.calls++;
    const answer = await sendWithRetry(this.clients[caller] as Client, call);
    if (!answer) throw new Error(`${call.method} ${call.path} was not answered`);
    this.report.answers[answer.status] = (this.report.answers[answer.status] ?? 0) + 1;
    return answer;
  }
}

interface Case extends Expected {
  kind: Kind;
  rules: PrintedAction[];
}

/** One step of a trace as a command of fast-check, which makes a trace that fails shorter. */
class Act implements fc.AsyncCommand<Case[], Portal> {
  constructor(private readonly step: Step) {}

  check = (): boolean => true;

  async run(cases: Case[], portal: Portal): Promise<void> {
    const document = cases[this.step.document] as Case;
    const rule = document.rules[this.step.action % document.rules.length] as PrintedAction;
    const { way, caller } = this.step;
    portal.report.steps++;
    portal.report.ways[way] = (portal.report.ways[way] ?? 0) + 1;
    const call = this.call(document, rule, way === 'outdated' ? document.version - 1 : document.version);
    if (way === 'together') await this.together(document, rule, portal, call);
    else {
      const answer = await portal.send(caller, call);
      this.hold(document, rule, caller, way === 'outdated' ? document.version - 1 : document.version, answer);
      if (way === 'twice') await this.again(caller, portal, call, answer);
    }
    await this.read(document, portal);
  }

  toString = (): string => JSON.stringify(this.step);

  private call(document: Case, { action }: PrintedAction, version: number): Call {
    const whole = ['update', 'amendment'].includes(action) ? document.kind.body({ occupation: `Trade ${randomBytes(3).toString('hex')}` }) : {};
    const lane = action === 'lane' ? { lane: this.step.decision === 'CLEARED' ? 'GREEN' : 'RED' } : {};
    const decision = action === 'decision' ? { decision: this.step.decision } : {};
    return {
      method: 'POST',
      path: `${document.kind.path}/${document.id}/actions/${action}`,
      headers: { 'idempotency-key': randomUUID() },
      body: { ...whole, ...lane, ...decision, version, comment: 'As the trace has it' },
    };
  }

  /** Holds an answer against the table, and notes what it changed. @returns whether it changed the document */
  private hold(document: Case, rule: PrintedAction, caller: number, version: number, answer: Answer): boolean {
    const who = callers[caller] as Caller;
    const { refusals, statuses, mayNotFit } = promised(rule, who, document, version, this.step.decision);
    const what = `${document.kind.title} ${document.id}, ${document.status}: ${rule.action} by ${who.username ?? 'the public'} of version ${version} of ${document.version}`;
    const says = `${answer.status} ${answer.bytes.subarray(0, 200)}`;
    if (answer.status === 200) {
      const { model } = answer.body;
      if (refusals.length) throw new Error(`${what} was done, and should be refused with ${refusals.join(' or ')}: ${model.documentStatus}`);
      if (!statuses.includes(model.documentStatus)) throw new Error(`${what} led to ${model.documentStatus}, and should lead to ${statuses.join(' or ')}`);
      if (model.version !== document.version + 1) throw new Error(`${what} made version ${model.version}`);
      changed(document, rule, who, model.documentStatus);
      return true;
    }
    const fits = refusals.includes(answer.status) || (mayNotFit && [403, 409, 422].includes(answer.status));
    if (!fits) throw new Error(`${what} should give ${refusals.join(' or ') || '200'}, and gave ${says}`);
    return false;
  }

  /** The same call with the same key once more: the same answer, and no second effect. */
  private async again(caller: number, portal: Portal, call: Call, first: Answer): Promise<void> {
    const second = await portal.send(caller, call);
    const [one, other] = [first, second].map(({ status, body }) => `${status} ${body.model?.version ?? ''} ${body.model?.documentStatus ?? ''}`);
    if (first.status === 200 && one !== other) throw new Error(`${call.path}: one key gave ${one}, and then ${other}`);
  }

  /** Two callers who have read the same version: at most one of them changes the document. */
  private async together(document: Case, rule: PrintedAction, portal: Portal, call: Call): Promise<void> {
    const { caller, other } = this.step;
    const version = document.version;
    const before = { ...document, statuses: [...document.statuses], doneBy: new Map(document.doneBy) };
    const answers = await Promise.all([caller, other].map((each) => portal.send(each, { ...call, headers: { 'idempotency-key': randomUUID() } })));
    const done = [caller, other].filter((_, i) => answers[i]?.status === 200);
    if (done.length > 1) throw new Error(`${call.path}: two callers changed version ${version}`);
    for (const [i, each] of [caller, other].entries()) {
      const answer = answers[i] as Answer;
      if (answer.status === 200) this.hold(document, rule, each, version, answer);
      // The other one may have come first, and then the version is outdated or the status another.
      else if (!(done.length === 1 && answer.status === 409)) this.hold({ ...before }, rule, each, version, answer);
    }
  }

  /** Whoever reads after a change reads it. */
  private async read(document: Case, portal: Portal): Promise<void> {
    const { status, body } = await portal.send(0, { path: `${document.kind.path}/${document.id}/document` });
    const [found, expected] = [`${status} ${body.model?.version} ${body.model?.documentStatus}`, `200 ${document.version} ${document.status}`];
    if (found !== expected) throw new Error(`${document.kind.title} ${document.id} is read as ${found}, and should be ${expected}`);
  }
}

async function register(portal: Portal, kind: Kind, rules: PrintedAction[]): Promise<Case> {
  const travellerCode = `P${randomBytes(6).toString('hex')}`.toUpperCase();
  const body = kind.body({ travellerCode });
  const { status, bytes, body: answer } = await portal.send(0, { method: 'POST', path: `${kind.path}/`, body });
  if (status !== 201) throw new Error(`${kind.title}: a registration gave ${status} ${bytes.subarray(0, 300)}`);
  const { id, version, documentStatus } = answer.model;
  return { id, version, status: documentStatus, agency: String(body.agencyCode), statuses: [documentStatus], doneBy: new Map(), kind, rules };
}

/** Each version is in the history once, with the status that it was acknowledged with. */
async function checkHistory(portal: Portal, document: Case): Promise<void> {
  const officer = callers.findIndex(({ username }) => username === 'border-supervisor');
  const path = `${document.kind.path}/${document.id}/history`;
  const { status, body } = await portal.send(officer, { method: 'POST', path, body: { order: 'ASC', type: 'HISTORY' } });
  const found = ((body.documentActions ?? []) as { documentStatus?: string }[]).map((entry) => entry.documentStatus).join(', ');
  if (status !== 200 || found !== document.statuses.join(', '))
    throw new Error(`The history of ${document.id} is ${found}, and should be ${document.statuses.join(', ')}`);
}

/**
 * Makes random traces against a portal with the development sign-in. Each trace has two documents of a kind and some steps on them: any action, also one
 * that must be refused, by any caller. What fails is made as short as it can be, and reported.
 */
export async function runTraces({ url, steps, hands = 4, seed = Date.now() % 1_000_000 }: TraceOptions): Promise<TraceReport> {
  const report: TraceReport = { steps: 0, calls: 0, answers: {}, ways: {}, faults: [] };
  const tables = kinds.map((kind) => ({ kind, rules: printedActions('svc-declarations', kind.title) }));
  const portal = new Portal(url, report);
  const work = async (hand: number): Promise<void> => {
    for (let turn = 0; report.steps < steps && report.faults.length === 0; turn++) {
      const { kind, rules } = tables[(hand + turn) % tables.length] as (typeof tables)[number];
      const trace = fc.asyncProperty(fc.commands([aStep.map((step) => new Act(step))], { maxCommands: stepsOfTrace, size: 'max' }), async (commands) => {
        const documents = await Promise.all(Array.from({ length: documentsOfTrace }, () => register(portal, kind, rules)));
        await fc.asyncModelRun(() => ({ model: documents, real: portal }), commands);
        for (const document of documents) await checkHistory(portal, document);
      });
      const result = await fc.check(trace, { seed: seed + hand * 1_000_003 + turn, numRuns: 4, endOnFailure: false });
      if (result.failed)
        report.faults.push(`seed ${result.seed}, path ${result.counterexamplePath}: ${String(result.errorInstance)}\n${String(result.counterexample)}`);
    }
  };
  await Promise.all(Array.from({ length: hands }, (_, hand) => work(hand)));
  portal.agent.destroy();
  return report;
}

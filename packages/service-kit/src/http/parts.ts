/** What a service or the gateway depends on, and whether it works now. */
export interface PartState {
  part: 'database' | 'queue' | 'mail' | 'sms' | 'storage' | 'virus-scanner' | 'sessions' | 'sign-in' | 'remotes';
  /** `off`: this deployment does without. */
  state: 'up' | 'down' | 'off';
  /** Which kind it is, such as `mysql`; no address. */
  detail: string;
  /** How long the answer took. */
  milliseconds?: number;
}

/** DI token of further parts of a service: a list of checks. */
export const PARTS = Symbol('Parts');

export interface PartCheck {
  part: PartState['part'];
  detail: string;
  /** Throws where the part does not work. Missing where the deployment does without it. */
  check?: () => Promise<unknown>;
  /** However often it is asked, the part is asked at most once in this time. Five seconds if left out. */
  rememberMs?: number;
}

const REMEMBER_MS = 5_000;

/** A part that does not answer within this time is down. */
const LONGEST_MS = 3_000;

/** Asks one part. Whatever is wrong with it is for the log. */
export async function stateOfPart({ part, detail, check }: PartCheck, log: (part: string, reason: string) => void): Promise<PartState> {
  if (!check) return { part, state: 'off', detail };
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LONGEST_MS} ms`)), LONGEST_MS);
  });
  try {
    await Promise.race([check(), late]);
    return { part, state: 'up', detail, milliseconds: Math.round(performance.now() - begun) };
  } catch (error) {
    log(part, error instanceof Error ? error.message : String(error));
    return { part, state: 'down', detail };
  } finally {
    clearTimeout(timer);
  }
}

/** The states of several parts, for people and for Prometheus alike. */
export class PartStates {
  private readonly last = new Map<PartCheck, { at: number; state: Promise<PartState> }>();

  constructor(
    private readonly checks: readonly PartCheck[],
    private readonly log: (part: string, reason: string) => void,
  ) {}

  current(): Promise<PartState[]> {
    return Promise.all(this.checks.map((check) => this.stateOf(check)));
  }

  private stateOf(check: PartCheck): Promise<PartState> {
    const known = this.last.get(check);
    if (known && Date.now() - known.at <= (check.rememberMs ?? REMEMBER_MS)) return known.state;
    const state = stateOfPart(check, this.log);
    this.last.set(check, { at: Date.now(), state });
    return state;
  }
}

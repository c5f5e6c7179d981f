/** The state of one part that a service or the gateway depends on. */
export interface PartState {
  part: 'database' | 'queue' | 'mail' | 'sms' | 'storage' | 'virus-scanner' | 'sessions' | 'sign-in' | 'remotes';
  /** `off`: this deployment does not use the part. */
  state: 'up' | 'down' | 'off';
  /** Which product or protocol the part uses, such as `mysql`. It never contains an address. */
  detail: string;
  /** How long the answer took, in milliseconds. */
  milliseconds?: number;
}

/** DI token of a list of checks for further parts of a service. */
export const PART_CHECKS = Symbol('Parts');

export interface PartCheck {
  part: PartState['part'];
  detail: string;
  /** Checks the part, and throws where it does not work. Missing where the deployment does not use the part. */
  check?: () => Promise<unknown>;
  /** How long the result of a check is cached, in milliseconds. Five seconds by default. */
  rememberMs?: number;
}

const REMEMBER_MS = 5_000;

/** Milliseconds after which a part that does not answer is down. */
const LONGEST_MS = 3_000;

/** Checks one part. The reason of a failure only goes to the log. */
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

/** The states of several parts, cached, for people and for Prometheus alike. */
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

/** HTTP client of a witness. */
import { type HeadSubmission, readTreeHead, type SignedTreeHead, type WitnessAnswer } from './tree-head.ts';

const timeoutMs = 10_000;

/** Everything that a witness knows about a log, for verification. */
export interface WitnessedLog {
  heads: SignedTreeHead[];
  /** The times when an operator rolled the log back to an older state, and the reasons. */
  restored: { at: string; size: number; reason: string }[];
}

export class WitnessClient {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Returns the last head that the witness keeps. @throws Error where the answer is not that of a witness */
  async latest(log: string): Promise<SignedTreeHead | null> {
    const { head } = (await this.call('GET', `${log}/heads/latest`)) as WitnessAnswer;
    return head ? this.checked(head) : null;
  }

  /** Sends a head. @returns the head that the witness now keeps, and an error code where it rejects this one */
  async submit(submission: HeadSubmission): Promise<WitnessAnswer> {
    const answer = (await this.call('POST', `${submission.head.log}/heads`, submission)) as WitnessAnswer;
    return { ...answer, head: answer.head ? this.checked(answer.head) : null };
  }

  /** Returns all heads that the witness keeps. */
  async log(log: string): Promise<WitnessedLog> {
    const { heads, restored } = (await this.call('GET', `${log}/heads`)) as WitnessedLog;
    return { heads: heads.map((head) => this.checked(head)), restored };
  }

  private checked(value: unknown): SignedTreeHead {
    const head = readTreeHead(value);
    if (!head) throw new Error('it answered with something that is no head');
    return head;
  }

  private async call(method: 'GET' | 'POST', path: string, body?: object): Promise<object> {
    const response = await fetch(`${this.url.replace(/\/$/, '')}/v1/logs/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok && response.status !== 409) throw new Error(`it answered ${response.status}`);
    return (await response.json()) as object;
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FieldError, HistoryEntry, OfferedAction, SerialReference } from '@portal/contract-kit';

/** Number of requests that a caller in the queue for newcomers makes before it accepts that it is not admitted. */
const mostTurns = 20;

export type Plain = Record<string, unknown>;

export interface Model extends Plain {
  id: string;
  version: number;
  documentStatus: string;
  serialReference: SerialReference;
}

/** The JSON of a response. Each call has some of these fields. */
export interface Answered extends Plain {
  model: Model;
  actions: OfferedAction[];
  records: (Plain & { id: string; code: string; name: string })[];
  totalRecords: number;
  errors: FieldError[];
  documentActions: HistoryEntry[];
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The parsed body. Empty if the response is not JSON. */
  body: Answered;
  /** `422 REQUIRED firstName`, one for each error; or only the status. */
  said: string[];
}

/** Acts as a browser without JavaScript, or as a client of the API. It keeps cookies by name and follows redirects only when asked to. */
export class Caller {
  readonly cookies = new Map<string, string>();
  csrfToken = '';

  constructor(readonly origin: string) {}

  /** Signs in with the plain form of the identity provider, as the contract describes it. */
  static async signedIn(origin: string, username: string): Promise<Caller> {
    const caller = new Caller(origin);
    await caller.signIn(username);
    const { body } = await caller.get('/auth/session');
    caller.csrfToken = String(body.csrfToken);
    return caller;
  }

  /**
   * Signs in and follows all redirects.
   * @returns the last address
   */
  async signIn(username: string, { password = username, returnTo = '/' } = {}): Promise<string> {
    const form = await this.follow(`${this.origin}/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
    const html = form.answer.bytes.toString();
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
    if (!action) throw new Error(`There is no form at ${form.address}: ${form.answer.status}`);
    const target = new URL(action.replaceAll('&#38;', '&').replaceAll('&amp;', '&'), form.address).href;
    return (await this.follow(target, { method: 'POST', body: new URLSearchParams({ username, password }) })).address;
  }

  async follow(address: string, init: RequestInit = {}): Promise<{ address: string; answer: Answer }> {
    let at = address;
    let answer = await this.open(at, init);
    while (answer.status >= 300 && answer.status < 400) {
      at = new URL(answer.headers.get('location') ?? '', at).href;
      answer = await this.open(at);
    }
    return { address: at, answer };
  }

  /**
   * Sends a request. If a busy portal puts newcomers into a queue, the request is repeated with the place in the queue until it is admitted, as browsers do.
   */
  async open(address: string, init: RequestInit = {}): Promise<Answer> {
    for (let turns = 1; ; turns += 1) {
      const answer = await this.sendOnce(address, init);
      const isQueued = answer.status === 503 && answer.headers.getSetCookie().some((line) => /^[\w.-]*admission=new\./.test(line));
      if (!isQueued || turns === mostTurns) return answer;
      await wait(Number(answer.headers.get('retry-after')) * 1000);
    }
  }

  private async sendOnce(address: string, init: RequestInit): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const json = /json/.test(response.headers.get('content-type') ?? '');
    const body = (json ? JSON.parse(bytes.toString()) : {}) as Answered;
    const said = Array.isArray(body.errors)
      ? body.errors.map(({ code, field }) => [response.status, code, field].filter(Boolean).join(' '))
      : [String(response.status)];
    return { status: response.status, headers: response.headers, bytes, body, said };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.open(this.origin + path, { headers });
  }

  /** Sends JSON with the CSRF token of the session and with a new idempotency key, unless a key is given. */
  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, typeof body === 'string' ? body : JSON.stringify(body), {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...headers,
    });
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  send(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}): Promise<Answer> {
    return this.open(this.origin + path, { method, body, headers: { ...(this.csrfToken ? { 'x-csrf-token': this.csrfToken } : {}), ...headers } });
  }
}

export type Criterion = [fieldName: string, operation: string, values: unknown[], dataType?: string];

/** Returns the query string of a search. */
export const q = (criteria: Criterion[], more: Plain = {}): string =>
  `?q=${encodeURIComponent(
    JSON.stringify({
      criteria: criteria.map(([fieldName, operation, values, dataType = 'TEXT']) => ({
        expressionType: 'SearchCriterion',
        operation,
        dataType,
        fieldName,
        values,
      })),
      ...more,
    }),
  )}`;

export const day = (after = 0): string => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);
export const aDate = /^\d{4}-\d\d-\d\d$/;
export const aDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
export const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

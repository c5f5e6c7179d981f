import { randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** The fields of a document that are read here. */
export interface Model {
  id: string;
  version: number;
  documentStatus: string;
  serialReference: { reference: string; year: number; serial: string; number: number };
  travellerCode?: string;
  birthDate?: string;
  nationalityCode?: string;
  requirements?: object[];
  receipts?: { receiptId: string }[];
  /** To officers: since when a step is waited for, and by when it is due. */
  stepSince?: string | null;
  dueAt?: string | null;
}

/** What may be due at the cashier. */
export interface Due {
  total: number;
  lines: { code: string; amount: number; status: string }[];
  serialReference: { reference: string };
}

/** The fields of answers that are read here. An answer that is no JSON has none of them. */
export interface Body {
  model: Model;
  records: Due[];
  totalRecords: number;
  uid: string;
  status?: number;
  csrfToken: string;
  user?: object;
  errors?: { message: string }[];
  documentActions?: object[];
  /** Of a verdict of the gate, and of a decision there. */
  id?: string;
  outcome?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  body: Body;
}

export interface Call {
  method?: string;
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: Buffer;
  headers?: Record<string, string>;
  /** Milliseconds of silence after which the call is given up. */
  timeout?: number;
}

/** No answer came: the connection was refused, lost or silent. `code` says which. */
export class NoAnswer extends Error {
  constructor(readonly code: string) {
    super(`No answer: ${code}`);
  }
}

const codeOf = (error: Error, otherwise: string): string => (error as NodeJS.ErrnoException).code ?? otherwise;

/** A client of the API: it keeps cookies, the session's CSRF token and open connections. */
export class Client {
  private readonly cookies = new Map<string, string>();
  private readonly origin: URL;
  private csrfToken = '';
  private signingIn?: Promise<void>;

  /** @param username a development user, signed in when first needed; nobody when left out */
  constructor(
    origin: string,
    readonly username?: string,
    readonly agent = new Agent({ keepAlive: true, maxSockets: 64 }),
  ) {
    this.origin = new URL(origin);
  }

  /** Makes one call. @returns the answer, whatever its status @throws NoAnswer */
  send({ method = 'GET', path, body, raw, headers = {}, timeout = 40_000 }: Call): Promise<Answer> {
    const bytes = raw ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    const cookie = this.cookieHeader();
    const allHeaders = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bytes ? { 'content-length': bytes.length } : {}),
      ...(cookie ? { cookie } : {}),
      ...(this.csrfToken && method !== 'GET' ? { 'x-csrf-token': this.csrfToken } : {}),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const call = request(new URL(path, this.origin), { method, agent: this.agent, timeout, headers: allHeaders }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', (error) => reject(new NoAnswer(codeOf(error, 'cut off'))));
        response.on('end', () => {
          for (const line of response.headers['set-cookie'] ?? []) this.keepCookie(line);
          const all = Buffer.concat(chunks);
          try {
            const isJson = /json/.test(response.headers['content-type'] ?? '');
            resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: all, body: isJson ? JSON.parse(all.toString()) : {} });
          } catch {
            reject(new NoAnswer('cut off'));
          }
        });
      });
      call.on('timeout', () => call.destroy(Object.assign(new Error(), { code: 'silent' })));
      call.on('error', (error) => reject(new NoAnswer(codeOf(error, 'lost'))));
      call.end(bytes);
    });
  }

  /** The cookies as a request carries them. */
  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value) this.cookies.set(name, value);
    else this.cookies.delete(name);
  }

  /** Makes sure that there is a session; callers at the same moment share one sign-in. @returns its CSRF token */
  async session(): Promise<string> {
    if (!this.csrfToken) {
      this.signingIn ??= this.signIn().finally(() => {
        this.signingIn = undefined;
      });
      await this.signingIn;
    }
    return this.csrfToken;
  }

  /** The session with this token has ended. */
  sessionLost(token: string): void {
    if (this.csrfToken === token) this.csrfToken = '';
  }

  /** Signs in through the provider's plain form. */
  private async signIn(): Promise<void> {
    this.cookies.clear();
    this.csrfToken = '';
    const form = await this.follow({ path: '/auth/login?returnTo=/health/live' });
    const action = /<form[^>]* action="([^"]+)"/.exec(form.bytes.toString())?.[1];
    if (!action) throw new NoAnswer('no sign-in form');
    const path = action.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
    const name = this.username ?? '';
    const raw = Buffer.from(new URLSearchParams({ username: name, password: name }).toString());
    await this.follow({ method: 'POST', path, raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    const { body } = await this.send({ path: '/auth/session' });
    if (!body.user) throw new NoAnswer('not signed in');
    this.csrfToken = body.csrfToken;
  }

  private async follow(call: Call): Promise<Answer> {
    let answer = await this.send(call);
    for (let steps = 0; answer.status >= 300 && answer.status < 400 && steps < 10; steps++) {
      const { pathname, search } = new URL(answer.headers.location ?? '/', this.origin);
      answer = await this.send({ path: pathname + search });
    }
    return answer;
  }
}

/** Answers after which the same call may be repeated. */
const retriable = new Set([429, 502, 503, 504]);

interface RetryOptions {
  /** Receives every attempt that was not the final answer. */
  note?: (outcome: string, answer?: Answer) => void;
  /** Milliseconds. */
  patience?: number;
}

/**
 * Makes a call as a careful client does: it repeats the call with the same idempotency key after 503 or a lost connection,
 * and signs in again when the session has ended.
 * @returns undefined when patience ran out: nobody knows whether the call had an effect
 */
export async function sendWithRetry(client: Client, call: Call, { note = () => undefined, patience = 60_000 }: RetryOptions = {}): Promise<Answer | undefined> {
  const key = randomUUID();
  const end = Date.now() + patience;
  for (let attempt = 0; ; attempt++) {
    let pause = Math.min(100 * 2 ** attempt, 1000);
    try {
      const token = client.username ? await client.session() : '';
      const answer = await client.send({ ...call, headers: { ...call.headers, ...(call.method === 'POST' ? { 'idempotency-key': key } : {}) } });
      const { status, body, headers } = answer;
      const sessionLost = client.username && (status === 401 || (status === 403 && /token of your session/.test(body.errors?.[0]?.message ?? '')));
      if (sessionLost) {
        client.sessionLost(token);
        pause = 50;
      } else if (!retriable.has(status) && status !== 500) return answer;
      note(String(status), answer);
      if (retriable.has(status)) pause = Math.max(pause, Math.min(Number(headers['retry-after'] ?? 0) * 1000, 2000));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      note(error.code);
    }
    if (Date.now() + pause > end) return undefined;
    await wait(pause);
  }
}

/** A file as a browser's form sends it. */
export function formOf(name: string, type: string, bytes: Buffer): Pick<Call, 'raw' | 'headers'> {
  const boundary = 'portal-load';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    raw: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

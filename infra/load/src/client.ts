import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { type Credentials, credentialsOf, type SignIn } from './credentials.ts';

/** The fields of a document that the load uses. */
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
  /** Since when the current step is waited for. `dueAt` is when it is due. Only officers receive both. */
  stepSince?: string | null;
  dueAt?: string | null;
}

/** What may have to be paid at the cashier. */
export interface Due {
  total: number;
  lines: { code: string; amount: number; status: string }[];
  serialReference: { reference: string };
}

/** The fields of answers that the load uses. An answer that is not JSON has none of them. */
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
  /** In verdicts of the gate: the id of the declaration. `outcome` is in the answers to decisions. */
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
  /** The body to send as JSON. */
  body?: unknown;
  /** The body to send unchanged. */
  raw?: Buffer;
  headers?: Record<string, string>;
  /** Milliseconds without any data after which the call is given up. */
  timeout?: number;
}

/** Thrown if no answer came: the connection was refused, lost or silent. `code` says which. */
export class NoAnswer extends Error {
  constructor(readonly code: string) {
    super(`No answer: ${code}`);
  }
}

const codeOf = (error: Error, otherwise: string): string => (error as NodeJS.ErrnoException).code ?? otherwise;

/** Returns an agent that keeps connections to a portal open. NODE_EXTRA_CA_CERTS adds a trusted certificate authority, as in every Node program. */
export const agentFor = (url: string, maxSockets = 64): Agent => new (url.startsWith('https:') ? TlsAgent : Agent)({ keepAlive: true, maxSockets });

/** A client of the API. It keeps cookies, the session's CSRF token and open connections. */
export class Client {
  /** Cookies by origin, because the sign-in may have another origin than the portal. */
  private readonly cookies = new Map<string, Map<string, string>>();
  private readonly origin: URL;
  private csrfToken = '';
  private signingIn?: Promise<void>;

  /**
   * @param username a member of staff, who is signed in when first needed; nobody if left out
   * @param credentials what the members of staff sign in with; those of the development users if left out
   */
  constructor(
    origin: string,
    readonly username?: string,
    readonly agent = agentFor(origin),
    private readonly credentials?: Credentials,
  ) {
    this.origin = new URL(origin);
  }

  /** Makes one call. @returns the answer, whatever its status @throws NoAnswer if no answer came */
  send({ method = 'GET', path, body, raw, headers = {}, timeout = 40_000 }: Call): Promise<Answer> {
    const bytes = raw ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    const url = new URL(path, this.origin);
    const cookie = this.cookieHeader(url.origin);
    const allHeaders = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bytes ? { 'content-length': bytes.length } : {}),
      ...(cookie ? { cookie } : {}),
      ...(this.csrfToken && method !== 'GET' ? { 'x-csrf-token': this.csrfToken } : {}),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const request = url.protocol === 'https:' ? tlsRequest : httpRequest;
      const call = request(url, { method, agent: this.agent, timeout, headers: allHeaders }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', (error) => reject(new NoAnswer(codeOf(error, 'cut off'))));
        response.on('end', () => {
          for (const line of response.headers['set-cookie'] ?? []) this.keepCookie(url.origin, line);
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

  /** Returns the cookies in the form of a request header. */
  cookieHeader(origin = this.origin.origin): string {
    return [...(this.cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keepCookie(origin: string, line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const known = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, known);
    if (value) known.set(name, value);
    else known.delete(name);
  }

  /** Makes sure that there is a session. Simultaneous callers share one sign-in. @returns the CSRF token of the session */
  async session(): Promise<string> {
    if (!this.csrfToken) {
      this.signingIn ??= this.signIn().finally(() => {
        this.signingIn = undefined;
      });
      await this.signingIn;
    }
    return this.csrfToken;
  }

  /** Forgets the session with this CSRF token, because it has ended. */
  sessionLost(token: string): void {
    if (this.csrfToken === token) this.csrfToken = '';
  }

  /** Signs in through the plain forms of the provider: user name and password, then the code of a second factor if one is asked for. */
  private async signIn(): Promise<void> {
    this.cookies.clear();
    this.csrfToken = '';
    const person = credentialsOf(this.username ?? '', this.credentials);
    let { answer, url } = await this.follow({ path: '/auth/login?returnTo=/health/live' });
    for (let forms = 0; forms < 4 && /<form/.test(answer.bytes.toString()); forms++) {
      const form = filledIn(answer.bytes.toString(), person);
      if (!form) break;
      const path = new URL(form.action, url).href;
      ({ answer, url } = await this.follow({ method: 'POST', path, raw: form.raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } }));
    }
    const { body } = await this.send({ path: '/auth/session' });
    if (!body.user) throw new NoAnswer('not signed in');
    this.csrfToken = body.csrfToken;
  }

  private async follow(call: Call): Promise<{ answer: Answer; url: URL }> {
    let url = new URL(call.path, this.origin);
    let answer = await this.send(call);
    for (let steps = 0; answer.status >= 300 && answer.status < 400 && steps < 10; steps++) {
      url = new URL(answer.headers.location ?? '/', url);
      answer = await this.send({ path: url.href });
    }
    return { answer, url };
  }
}

const text = (html: string): string => html.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&');

/** Fills in the first form of a page if it asks for a password or a code; returns undefined if it does not. */
function filledIn(html: string, person: SignIn): { action: string; raw: Buffer } | undefined {
  const [, action, inside = ''] = /<form[^>]*\saction="([^"]+)"[^>]*>(.*?)<\/form>/s.exec(html) ?? [];
  const fields = new URLSearchParams();
  const answers = { username: person.username, password: person.password, otp: person.otp() };
  for (const [name, value] of Object.entries(answers)) if (inside.includes(`name="${name}"`)) fields.set(name, value);
  return action && fields.size ? { action: text(action), raw: Buffer.from(fields.toString()) } : undefined;
}

/** Statuses after which the same call may be repeated. */
const retriable = new Set([429, 502, 503, 504]);

interface RetryOptions {
  /** Called for every attempt that was not the final answer. */
  note?: (outcome: string, answer?: Answer) => void;
  /** Milliseconds after which the call is given up. */
  patience?: number;
}

/**
 * Makes a call as a careful client does: it repeats the call with the same idempotency key after 429, 5xx or a lost connection, and signs in again if the
 * session has ended.
 * @returns undefined if the patience has run out: it is unknown whether the call had an effect
 */
export async function sendWithRetry(client: Client, call: Call, { note = () => undefined, patience = 60_000 }: RetryOptions = {}): Promise<Answer | undefined> {
  const key = call.headers?.['idempotency-key'] ?? randomUUID();
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

/** Returns a file in the form in which a browser's form sends it. */
export function formOf(name: string, type: string, bytes: Buffer): Pick<Call, 'raw' | 'headers'> {
  const boundary = 'portal-load';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    raw: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

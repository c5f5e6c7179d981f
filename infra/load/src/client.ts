import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, bytes: Buffer, body: any }} Answer
 * @typedef {{ method?: string, path: string, body?: unknown, raw?: Buffer, headers?: Record<string, string>, timeout?: number }} Ask
 */

/** No answer came: the connection was refused, lost or silent. `code` says which. */
export class NoAnswer extends Error {
  constructor(code) {
    super(`No answer: ${code}`);
    this.code = code;
  }
}

/** A client of the API: cookies by name, the session's CSRF token, connections kept open. */
export class Client {
  cookies = new Map();
  csrfToken = '';

  /** @param {string} origin @param {string} [username] a development user, signed in when first needed; nobody when left out */
  constructor(origin, username, agent = new Agent({ keepAlive: true, maxSockets: 64 })) {
    Object.assign(this, { origin: new URL(origin), username, agent });
  }

  /** One call and its answer, whatever it is. @param {Ask} ask @returns {Promise<Answer>} throws NoAnswer */
  ask({ method = 'GET', path, body, raw, headers = {}, timeout = 40_000 }) {
    const bytes = raw ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const call = request(
        new URL(path, this.origin),
        {
          method,
          agent: this.agent,
          timeout,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(bytes ? { 'content-length': bytes.length } : {}),
            ...(cookie ? { cookie } : {}),
            ...(this.csrfToken && method !== 'GET' ? { 'x-csrf-token': this.csrfToken } : {}),
            ...headers,
          },
        },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', (error) => reject(new NoAnswer(error.code ?? 'cut off')));
          response.on('end', () => {
            for (const line of response.headers['set-cookie'] ?? []) this.keep(line);
            const all = Buffer.concat(chunks);
            const json = /json/.test(response.headers['content-type'] ?? '');
            try {
              resolve({ status: response.statusCode, headers: response.headers, bytes: all, body: json ? JSON.parse(all.toString()) : undefined });
            } catch {
              reject(new NoAnswer('cut off'));
            }
          });
        },
      );
      call.on('timeout', () => call.destroy(Object.assign(new Error(), { code: 'silent' })));
      call.on('error', (error) => reject(new NoAnswer(error.code ?? 'lost')));
      call.end(bytes);
    });
  }

  keep(line) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
    if (value) this.cookies.set(name, value);
    else this.cookies.delete(name);
  }

  /** A session, if there is none; callers at the same moment share one sign-in. @returns {Promise<string>} its CSRF token */
  async session() {
    if (!this.csrfToken) {
      this.signingIn ??= this.signIn().finally(() => {
        this.signingIn = undefined;
      });
      await this.signingIn;
    }
    return this.csrfToken;
  }

  /** The session with this token is gone. */
  sessionLost(token) {
    if (this.csrfToken === token) this.csrfToken = '';
  }

  /** Through the provider's plain form. */
  async signIn() {
    this.cookies.clear();
    this.csrfToken = '';
    const form = await this.follow({ path: '/auth/login?returnTo=/health/live' });
    const action = /<form[^>]* action="([^"]+)"/.exec(form.bytes.toString())?.[1];
    if (!action) throw new NoAnswer('no sign-in form');
    const path = action.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
    const raw = Buffer.from(new URLSearchParams({ username: this.username, password: this.username }).toString());
    await this.follow({ method: 'POST', path, raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    const { body } = await this.ask({ path: '/auth/session' });
    if (!body?.user) throw new NoAnswer('not signed in');
    this.csrfToken = body.csrfToken;
  }

  async follow(ask) {
    let answer = await this.ask(ask);
    for (let steps = 0; answer.status >= 300 && answer.status < 400 && steps < 10; steps++) {
      const { pathname, search } = new URL(answer.headers.location, this.origin);
      answer = await this.ask({ path: pathname + search });
    }
    return answer;
  }
}

/** Answers that say: not now, the same call may be made again. */
const notNow = new Set([429, 502, 503, 504]);

/**
 * Makes a call as a careful client does: with an idempotency key of its own, again with the same key after 503 or a lost connection,
 * as long as `patience` lasts, and signing in again when the session is gone.
 * @param {Client} client
 * @param {Ask} ask
 * @param {{ note: (outcome: string, answer?: Answer) => void, patience?: number, stop?: AbortSignal }} options
 *   `note` is told of every attempt that was not the final answer
 * @returns {Promise<Answer | undefined>} undefined when patience ran out: nobody knows whether the call had an effect
 */
export async function askCarefully(client, ask, { note, patience = 60_000 }) {
  const key = randomUUID();
  const end = Date.now() + patience;
  for (let attempt = 0; ; attempt++) {
    let pause = Math.min(100 * 2 ** attempt, 1000);
    try {
      const token = client.username && (await client.session());
      const answer = await client.ask({ ...ask, headers: { ...ask.headers, ...(ask.method === 'POST' ? { 'idempotency-key': key } : {}) } });
      const sessionLost =
        client.username && (answer.status === 401 || (answer.status === 403 && /token of your session/.test(answer.body?.errors?.[0]?.message)));
      if (sessionLost) {
        client.sessionLost(token);
        pause = 50;
      } else if (!notNow.has(answer.status) && answer.status !== 500) return answer;
      note(String(answer.status), answer);
      if (notNow.has(answer.status)) pause = Math.max(pause, Math.min(Number(answer.headers['retry-after'] ?? 0) * 1000, 2000));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      note(error.code);
    }
    if (Date.now() + pause > end) return undefined;
    await wait(pause);
  }
}

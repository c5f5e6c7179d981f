import { sendWithoutCookies } from '../api/anonymous-call.ts';
import type { Api } from '../api/api.ts';
import { asProblem } from '../api/problem.ts';
import type { Send, WaitingForm } from './waiting.ts';

/** Sends with the user's session, through a client that the service accepts. */
const withSession =
  (api: Api, person: string): Send =>
  async (url, { method = 'GET', headers, body, signal }) => {
    const { 'idempotency-key': idempotencyKey } = headers;
    const options = { signal: signal ?? undefined };
    try {
      if (method === 'GET') return new Response(await api.blob(url, options));
      return new Response(JSON.stringify(await api.send('POST', url, JSON.parse(String(body)), { ...options, idempotencyKey, person })), { status: 200 });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status <= 0) throw problem;
      return new Response(JSON.stringify({ errors: problem.errors }), { status: problem.status });
    }
  };

/** Sends anonymously: without a cookie, so that no session is used by mistake. */
export const sendAnonymously: Send = (url, request) => sendWithoutCookies(fetch, url, request);

/** Returns the sender for a waiting form: with the session of the person who signed the form, or anonymously. */
export const senderOf = (api: Api, { owner }: Pick<WaitingForm, 'owner'>): Send => (owner === null ? sendAnonymously : withSession(api, owner));

import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A page waits this long for what a service says; then it is sent without, and asks by itself. */
const LONGEST_WAIT = 2500;
/** A document is far below this. */
const MOST_BYTES = 512 * 1024;

/** The answer of a call: an object, or the reason why there is none. */
export interface Told {
  answer?: object;
  /** The status of a refusal or a failure, and what the service wrote. */
  problem?: { status: number; body: string };
}

const noAnswer: Told = { problem: { status: 503, body: '' } };

/**
 * Makes a call that the page of this visitor would make, before the page is sent. It takes the way of every call, from the first hook on: the
 * visitor's session or none, the limits of the visitor's address, the service's own decision.
 * @param app the gateway
 * @param path of the call, as `/api/trips/v1/verify/<token>`
 */
export async function ownCall(app: FastifyInstance, request: FastifyRequest, path: string, language: string): Promise<Told> {
  const { cookie, 'user-agent': agent, 'x-forwarded-for': forwarded } = request.headers;
  const headers = {
    accept: 'application/json',
    'accept-language': language,
    ...(cookie ? { cookie } : {}),
    ...(agent ? { 'user-agent': agent } : {}),
    // Read only where it comes from a trusted load balancer.
    ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LONGEST_WAIT);
  });
  try {
    const call = app.inject({ method: 'GET', url: path, headers, remoteAddress: request.socket.remoteAddress });
    const answer = await Promise.race([call.catch(() => undefined), late]);
    if (!answer || answer.rawPayload.length > MOST_BYTES) return noAnswer;
    if (answer.statusCode !== 200) return { problem: { status: answer.statusCode, body: answer.payload } };
    const body: unknown = JSON.parse(answer.payload);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { answer: body } : noAnswer;
  } catch {
    return noAnswer;
  } finally {
    clearTimeout(timer);
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Milliseconds that a page waits for the answer of a service. After that the page is sent without it, and asks by itself. */
const LONGEST_WAIT = 2500;
/** Maximum size of an answer in bytes. A document is far smaller. */
const MOST_BYTES = 512 * 1024;

/** The answer of a call: an object, or the reason why there is none. */
export interface ApiCallResult {
  answer?: object;
  /** The status of a refusal or a failure, and the body that the service sent. */
  problem?: { status: number; body: string };
}

const noAnswer: ApiCallResult = { problem: { status: 503, body: '' } };

/**
 * Makes an API call on behalf of a visitor before the page is sent, which the page would otherwise make itself. The call passes through all hooks of the
 * gateway, as every call does: the visitor's session if there is one, the rate limits of the visitor's address, and the service's own decision.
 * @param app the gateway
 * @param path path of the call, such as `/api/trips/v1/verify/<token>`
 */
export async function callApiForVisitor(app: FastifyInstance, request: FastifyRequest, path: string, language: string): Promise<ApiCallResult> {
  const { cookie, 'user-agent': agent, 'x-forwarded-for': forwarded } = request.headers;
  const headers = {
    accept: 'application/json',
    'accept-language': language,
    ...(cookie ? { cookie } : {}),
    ...(agent ? { 'user-agent': agent } : {}),
    // The gateway uses this header only when the request comes from a trusted load balancer.
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

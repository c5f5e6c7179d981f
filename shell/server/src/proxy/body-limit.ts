import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyTooLarge } from '../problems.ts';

const MB = 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when a body without a declared length turned out too large on its way. */
    bodyOverLimit: number;
  }
}

const isJson = (contentType = 'application/json'): boolean => /^application\/(.+\+)?json/i.test(contentType);

/** JSON may have 1 MB; a file 10 MB and what its form adds. */
export const limitFor = (area: string, contentType: string | undefined): number => (area !== 'media' && isJson(contentType) ? MB : 11 * MB);

/**
 * The body on its way to a service, counted. It is a stream of its own: when the service breaks off, its end of the body is destroyed, and
 * with the caller's own stream the caller's connection would be, who then never sees an answer.
 * @throws ProblemError 413 when its declared length is over the limit
 */
export function limited(request: FastifyRequest, payload: NodeJS.ReadableStream, limit: number): Transform {
  if (Number(request.headers['content-length']) > limit) {
    throw bodyTooLarge(limit);
  }
  let seen = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > limit) {
        request.bodyOverLimit = limit;
        done(bodyTooLarge(limit));
      } else {
        done(null, chunk);
      }
    },
  });
  payload.pipe(counter);
  // Who breaks off has broken off at the service too.
  request.raw.once('close', () => request.raw.complete || counter.destroy());
  // A service that answers early reads no more.
  counter.once('close', () => payload.resume());
  return counter;
}

/** How long an answer waits for the end of what it refuses. */
const HEAR_OUT_MS = 10_000;

/**
 * Waits until the caller has sent all of its body. An answer given before ends the connection, and who is still sending then
 * sees a broken connection instead of the answer.
 */
export async function heardOut({ raw, bodyOverLimit }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isEmpty = raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined;
  if (isEmpty || raw.complete || raw.readableEnded || raw.destroyed || bodyOverLimit) {
    return;
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, HEAR_OUT_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    raw.once('end', done).once('close', done);
    // Refused before anybody began to read it.
    if (raw.readableFlowing === null) {
      raw.resume();
    }
  });
  if (raw.complete) {
    reply.removeHeader('connection');
  }
}

import { Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { bodyTooLarge } from '../problems.ts';

const MB = 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when a body without a declared length turned out too large on its way. */
    bodyOverLimit: number;
  }
}

/** JSON may have 1 MB; a file 10 MB and what its form adds. */
export const limitFor = (area: string, contentType: string | undefined): number =>
  area !== 'media' && /^application\/(.+\+)?json/i.test(contentType ?? 'application/json') ? MB : 11 * MB;

/**
 * The body on its way to a service, counted.
 * @throws ProblemError 413 when its declared length is over the limit
 */
export function limited<Payload extends NodeJS.ReadableStream>(request: FastifyRequest, payload: Payload, limit: number): Payload | Transform {
  const declared = Number(request.headers['content-length']);
  if (declared > limit) {
    throw bodyTooLarge(limit);
  }
  if (request.headers['content-length'] !== undefined) {
    return payload;
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
  return payload.pipe(counter);
}

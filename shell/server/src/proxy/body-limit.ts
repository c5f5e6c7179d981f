import { Readable, Transform } from 'node:stream';
import { isUpload } from '@portal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyTooLarge, serviceUnavailable } from '../problems.ts';

const MB = 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when a body without a declared length turned out too large on its way. */
    bodyOverLimit: number;
  }
}

/** JSON may have 1 MB; a file 10 MB and what its form adds. */
const limitFor = (contentType: string | undefined): number => (isUpload(contentType) ? 11 * MB : MB);

/** Bodies that are being read, of all callers together: a flood of them must not take the memory of everything else. */
const MOST_BUFFERED = 128 * MB;
let buffered = 0;

/**
 * The body on its way to a service. JSON is read whole first, so that nobody holds a connection to a service by sending slowly; an upload is
 * passed on as it comes.
 * @throws ProblemError 413 for a body over the limit, 503 while too much is being read
 */
export async function bodyFor(request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<NodeJS.ReadableStream> {
  const type = request.headers['content-type'];
  return isUpload(type) ? limited(request, payload, limitFor(type)) : whole(request, payload, limitFor(type));
}

/** Reads all of a body. Its length is then known, also where the caller did not say it. */
async function whole(request: FastifyRequest, payload: NodeJS.ReadableStream, limit: number): Promise<Readable> {
  const { raw } = request;
  if (Number(raw.headers['content-length']) > limit) {
    throw bodyTooLarge(limit);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (problem: Error): void => {
        payload.removeListener('data', take);
        // What still comes is read and forgotten, so that the caller sees the answer.
        payload.resume();
        reject(problem);
      };
      const take = (chunk: Buffer): void => {
        length += chunk.length;
        buffered += chunk.length;
        if (length > limit) {
          request.bodyOverLimit = limit;
          refuse(bodyTooLarge(limit));
        } else if (buffered > MOST_BUFFERED) {
          refuse(serviceUnavailable());
        } else {
          chunks.push(chunk);
        }
      };
      payload.on('data', take).once('end', resolve).once('error', reject);
      raw.once('close', () => reject(new Error('the caller went away')));
    });
  } finally {
    buffered -= length;
  }
  raw.headers['content-length'] = String(length);
  return Readable.from(length ? [Buffer.concat(chunks)] : [], { objectMode: false });
}

/**
 * The body on its way to a service, counted. It is a stream of its own: when the service breaks off, its end of the body is destroyed, and
 * with the caller's own stream the caller's connection would be, who then never sees an answer.
 * @throws ProblemError 413 when its declared length is over the limit
 */
function limited(request: FastifyRequest, payload: NodeJS.ReadableStream, limit: number): Transform {
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

/** How long a refusal waits for the rest of the body. */
const WAIT_FOR_BODY_MS = 10_000;

/**
 * Waits until the caller has sent its whole body. An earlier answer would end the connection, and a caller that still sends would see a
 * broken connection instead of the answer.
 */
export async function waitForBody({ raw, bodyOverLimit }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isEmpty = raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined;
  if (isEmpty || raw.complete || raw.readableEnded || raw.destroyed || bodyOverLimit) {
    return;
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, WAIT_FOR_BODY_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    raw.once('end', done).once('close', done);
    // The body was refused before anything read it.
    if (raw.readableFlowing === null) {
      raw.resume();
    }
  });
  if (raw.complete) {
    reply.removeHeader('connection');
  }
}

import { Readable, Transform } from 'node:stream';
import { isUpload } from '@portal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyTooLarge, serviceUnavailable } from '../problems.ts';

const MB = 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The limit in bytes that a body without a declared length has exceeded; 0 for other bodies. */
    bodyOverLimit: number;
  }
}

/** A body that was read completely before it is forwarded, so that it can be sent again. */
export class WholeBody extends Readable {
  constructor(private readonly bytes: Buffer) {
    super({
      read() {
        this.push(bytes.length ? bytes : null);
        if (bytes.length) this.push(null);
      },
    });
  }

  /** The body as text. */
  get text(): string {
    return this.bytes.toString('utf8');
  }

  /** The same body from its beginning. */
  again(): WholeBody {
    return new WholeBody(this.bytes);
  }
}

/** Returns the size limit of a body: 1 MB for JSON; for an upload 10 MB plus the overhead of its form. */
const limitFor = (contentType: string | undefined): number => (isUpload(contentType) ? 11 * MB : MB);

/** Maximum total size in bytes of the JSON bodies that are being read, for all callers together. It protects the memory against a flood of requests. */
const MOST_BUFFERED = 128 * MB;
let buffered = 0;

/**
 * Prepares the body for a service. JSON is read completely first, so that slow callers do not occupy connections to a service; an upload is streamed.
 * @throws ProblemError 413 for a body over the limit, 503 when too many bodies are being read
 */
export async function bodyFor(request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<NodeJS.ReadableStream> {
  const type = request.headers['content-type'];
  return isUpload(type) ? limited(request, payload, limitFor(type)) : whole(request, payload, limitFor(type));
}

/** Reads the whole body. Its length is then known, even where the caller did not declare it. */
async function whole(request: FastifyRequest, payload: NodeJS.ReadableStream, limit: number): Promise<WholeBody> {
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
        // The rest is read and discarded, so that the caller receives the response.
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
  return new WholeBody(Buffer.concat(chunks));
}

/**
 * Passes the body on to a service and counts its bytes. It is a separate stream: when the service disconnects, only this stream is destroyed. If the caller's
 * own stream were destroyed, the caller's connection would be closed too, and the caller would receive no response.
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
  // When the caller disconnects, the request to the service is aborted too.
  request.raw.once('close', () => request.raw.complete || counter.destroy());
  // A service that answers early stops reading. The rest of the body is then read and discarded.
  counter.once('close', () => payload.resume());
  return counter;
}

/** Milliseconds that an error response waits for the rest of the body. */
const WAIT_FOR_BODY_MS = 10_000;

/**
 * Waits until the caller has sent its whole body. An earlier response would close the connection, and a caller that is still sending
 * would see a broken connection instead of the response.
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
    // The request was refused before anything read its body, so the body is discarded here.
    if (raw.readableFlowing === null) {
      raw.resume();
    }
  });
  if (raw.complete) {
    reply.removeHeader('connection');
  }
}

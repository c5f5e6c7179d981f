import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sets headers that keep a file from running in the page's origin: no content sniffing, no loading, no scripts, no shared cache. */
export function setFileHeaders(reply: FastifyReply): void {
  reply
    .header('Cache-Control', 'no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'self'")
    .header('Cross-Origin-Resource-Policy', 'same-origin');
}

/** Streams the JSON `{ "model": { …, "fileBlob": base64 } }`. The file is encoded while it is read, so that a large file is never in memory as a whole. */
export function fileModelStream(model: { id: string; name: string; type: string }, content: Readable): Readable {
  const text = async function* () {
    yield `{"model":${JSON.stringify(model).slice(0, -1)},"fileBlob":"`;
    let rest = Buffer.alloc(0);
    for await (const chunk of content as AsyncIterable<Buffer>) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const whole = bytes.length - (bytes.length % 3);
      yield bytes.toString('base64', 0, whole);
      rest = Buffer.from(bytes.subarray(whole));
    }
    yield `${rest.toString('base64')}"}}`;
  };
  return Readable.from(text(), { objectMode: false });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Maximum size of a form in bytes. A form of text fields is far smaller. */
const FORM_LIMIT = 256 * 1024;
/** Maximum size in bytes of the call by which a mail program unsubscribes. It has one short field. */
const UNSUBSCRIBE_LIMIT = 8 * 1024;

/** The fields of a form as they were sent. */
export type Pairs = [name: string, value: string][];

const pairsIn = (body: string): Pairs => [...new URLSearchParams(body)];

/** Accepts forms, and nothing else. */
export function acceptForms(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
    done(null, pairsIn(String(body))),
  );
}

/** Also accepts the content type with which mail programs should unsubscribe (RFC 8058, 3.2). Forms are not sent with it. */
export function acceptUnsubscribing(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: UNSUBSCRIBE_LIMIT }, async ({ headers }: FastifyRequest, body: Buffer) => {
    const fields = await new Response(new Uint8Array(body), { headers: { 'content-type': String(headers['content-type']) } })
      .formData()
      .catch((error: Error) => {
        throw Object.assign(error, { statusCode: 400 });
      });
    return [...fields].filter(([, value]) => typeof value === 'string');
  });
}

/**
 * Reads the form of a request that was refused before its body was read, as by a rate limit.
 * @returns nothing if the body is no form, is too large, or does not arrive
 */
export async function unreadForm({ headers, raw }: FastifyRequest): Promise<Pairs | undefined> {
  const length = Number(headers['content-length']);
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '') || !(length > 0 && length <= FORM_LIMIT)) return undefined;
  const parts: Buffer[] = [];
  try {
    for await (const part of raw) parts.push(part as Buffer);
  } catch {
    return undefined;
  }
  return pairsIn(Buffer.concat(parts).toString('utf8'));
}

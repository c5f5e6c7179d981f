import type { FastifyReply } from 'fastify';
import type { CodeImage } from '../qr/signing.ts';
import type { PrintedForm } from './printed-form.ts';

/** Returns a file name that is safe in a header and on every file system. */
const safeFileName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 120) || 'document.pdf';

/** Sends a PDF as a download with its name. For handlers that take over the reply with `@Res()`. */
export function sendPdf(reply: FastifyReply, { fileName, pdf }: PrintedForm): void {
  const name = safeFileName(fileName);
  void reply
    .type('application/pdf')
    .header('Cache-Control', 'private, no-store')
    .header('Content-Disposition', `attachment; filename="${name.replace(/[^\x20-\x7e]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(pdf);
}

/** Sends a QR image, or 304 where the caller already has it. @param known the caller's `If-None-Match` */
export function sendCodeImage(reply: FastifyReply, { bytes, etag }: CodeImage, format: 'png' | 'svg', known?: string): void {
  reply.header('Cache-Control', 'private, no-cache').header('ETag', etag);
  if (known === etag) void reply.status(304).send();
  else void reply.type(format === 'svg' ? 'image/svg+xml' : 'image/png').send(bytes);
}

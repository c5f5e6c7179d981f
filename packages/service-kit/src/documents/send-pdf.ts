import type { FastifyReply } from 'fastify';
import type { PrintedForm } from './printed-form.ts';

/** A file name that is safe in a header and on every disk. */
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

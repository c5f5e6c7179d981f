/** Receives uploaded files: as the body of a request, or in a form. */
import multipart from '@fastify/multipart';
import { L } from '@portal/contract-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, ProblemError, unprocessable } from '../http/problems.ts';

/** The media type of a spreadsheet. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const types = ['text/csv', XLSX_TYPE, 'application/octet-stream'];

/**
 * Lets the service accept files at one route. All other routes accept only JSON.
 * @param place the route, as its controller writes it
 * @param mostRead maximum number of bytes that are read. It is more than the gateway lets through: a file that is too large is read to its end, so that its
 * sender gets the error and the connection stays open
 */
export async function takeFiles(fastify: FastifyInstance, place: string, mostRead: number): Promise<void> {
  await fastify.register(multipart, {});
  fastify.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: mostRead }, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type'] ?? '';
    const isFile = [...types, 'multipart/form-data'].some((each) => type.startsWith(each));
    done(isFile && request.routeOptions.url !== place ? Object.assign(new Error('a file where JSON is taken'), { statusCode: 415 }) : undefined);
  });
}

/** Returns the file of a request: its body, or the one file of a form. @throws 400, 413, 415, 422 */
export async function fileOf(request: FastifyRequest, mostBytes: number): Promise<{ bytes: Buffer; name: string }> {
  if (Buffer.isBuffer(request.body)) return { bytes: request.body, name: '' };
  if (!request.isMultipart())
    throw new ProblemError(415, [{ code: 'FILE_TYPE', field: 'file', message: L('Send a CSV or XLSX file', 'Envie um ficheiro CSV ou XLSX') }]);
  try {
    const file = await request.file({ limits: { fileSize: mostBytes, files: 1, fields: 10, fieldSize: 1_000, parts: 12 } });
    if (file) {
      const bytes = await file.toBuffer();
      return { bytes, name: file.filename ?? '' };
    }
  } catch (error) {
    request.raw.resume();
    if ((error as { statusCode?: number }).statusCode === 413) throw error;
    throw badRequest('BAD_REQUEST', '', L('The upload cannot be read to its end', 'O envio não pode ser lido até ao fim'));
  }
  throw unprocessable([{ code: 'REQUIRED', field: 'file', message: L('Choose a file', 'Escolha um ficheiro') }]);
}

import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { XLSX_TYPE } from './import.controller.ts';
import { mostBytes } from './import.file.ts';

const place = '/v1/traveller/declaration/import';
/** More than the gateway lets through: a file that is too large is read to its end, so that its sender is told and the connection lasts. */
const mostRead = mostBytes + 2 * 1024 * 1024;
const types = ['text/csv', XLSX_TYPE, 'application/octet-stream'];

/** Lets the service take files where lists are taken: as the body of a request, or in a form. All other calls take JSON alone. */
export async function takeLists(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, {});
  fastify.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: mostRead }, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type'] ?? '';
    const isFile = [...types, 'multipart/form-data'].some((each) => type.startsWith(each));
    done(isFile && request.routeOptions.url !== place ? Object.assign(new Error('a file where JSON is taken'), { statusCode: 415 }) : undefined);
  });
}

import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { XLSX_TYPE } from './import.controller.ts';
import { mostBytes } from './import.file.ts';

/** Lets the service take files: as the body of a request, or in a form. */
export async function takeLists(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, {});
  const types = ['text/csv', XLSX_TYPE, 'application/octet-stream'];
  fastify.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) => done(null, body));
}

import { takeFiles } from '@portal/service-kit/files';
import type { FastifyInstance } from 'fastify';
import { mostBytes } from './import.file.ts';

/** Enables file uploads on the address that receives lists. */
export const enableListUploads = (fastify: FastifyInstance): Promise<void> =>
  takeFiles(fastify, '/v1/traveller/declaration/import', mostBytes + 2 * 1024 * 1024);

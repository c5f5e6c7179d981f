import { takeFiles } from '@portal/service-kit/files';
import type { FastifyInstance } from 'fastify';
import { mostBytes } from './import.file.ts';

/** Lets the service take files where lists are taken. */
export const takeLists = (fastify: FastifyInstance): Promise<void> => takeFiles(fastify, '/v1/traveller/declaration/import', mostBytes + 2 * 1024 * 1024);

import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { ListResult } from '@portal/contract-kit';
import type { FastifyReply } from 'fastify';
import { acceptedIn } from './accepted.ts';

/**
 * Answers a search with one page of its list, or with all its rows as a CSV file.
 * @param accept the `Accept` header of the call: `text/csv` asks for the file
 * @param name of the file, without `.csv`
 */
export async function listOrCsv(
  reply: FastifyReply,
  accept: string | undefined,
  name: string,
  search: { list(): Promise<ListResult<object>>; csv(): Promise<Readable> },
): Promise<ListResult<object> | StreamableFile> {
  reply.header('Cache-Control', 'no-store').header('Vary', 'Accept');
  if (!asksForCsv(accept)) return search.list();
  return new StreamableFile(await search.csv(), { type: 'text/csv; charset=utf-8', disposition: `attachment; filename="${name}.csv"` });
}

/** Returns whether the caller prefers CSV to JSON, or accepts both equally. */
export function asksForCsv(accept = ''): boolean {
  const accepted = acceptedIn(accept);
  const wishFor = (type: string): number => accepted.find(({ name }) => name === type)?.weight ?? 0;
  return wishFor('text/csv') > 0 && wishFor('text/csv') >= wishFor('application/json');
}

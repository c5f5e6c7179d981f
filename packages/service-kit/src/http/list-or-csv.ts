import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { ListResult } from '@portal/contract-kit';
import type { FastifyReply } from 'fastify';

/**
 * Answers a search with a page of its list, or with all its rows as a CSV file.
 * @param accept the header of the call: `text/csv` asks for the file
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

/** How much the caller wants a media type, from 0 to 1: the `q` of its range in an `Accept` header (RFC 9110). @returns undefined where it is not named */
function wishFor(type: string, accept: string): number | undefined {
  for (const range of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return undefined;
}

/** Whether the caller wants the list as CSV at least as much as in JSON. */
export function asksForCsv(accept = ''): boolean {
  const csv = wishFor('text/csv', accept) ?? 0;
  return csv > 0 && csv >= (wishFor('application/json', accept) ?? 0);
}

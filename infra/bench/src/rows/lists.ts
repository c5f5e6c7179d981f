import type { Environment } from '@portal/service-kit';
import { anArrival } from 'svc-declarations/testing';
import { fetchBytes, measureDurations, median, postJson, quantile, requestsPerSecond } from '../measure.ts';
import { startPart } from '../part.ts';
import type { IdleServicePart } from '../parts/idle-service.ts';
import { begins, text } from './offered.ts';
import { arrivalsAt, type EngineRun } from './run.ts';

const callsEach = 40;

interface List {
  what: string;
  criteria: object[];
  /** The condition as one would write it by hand; undefined if it cannot be written as a single statement. */
  where?: string;
  values?: string[];
  page?: number;
  sorting?: object[];
}

/** Searches that officers make. */
const searches = (rows: number): List[] => [
  { what: 'newest first', criteria: [], where: '', values: [] },
  { what: 'by status', criteria: [text('documentStatus', 'EQ', 'CREATED')], where: 'where documentStatus = ?', values: ['CREATED'] },
  {
    what: 'by status and lane',
    criteria: [text('documentStatus', 'IN', 'CREATED', 'ARRIVED'), text('lane', 'EQ', 'RED')],
    where: 'where documentStatus in (?, ?) and lane = ?',
    values: ['CREATED', 'ARRIVED', 'RED'],
  },
  { what: 'by passport', criteria: [text('travellerCode', 'EQ', 'P00000777')], where: 'where travellerCode in (?, ?)', values: ['-', 'P00000777'] },
  { what: 'last page', criteria: [], where: '', values: [], page: Math.floor(rows / 25) },
  { what: 'reference begins with', criteria: [begins('serialReference.reference', 'ARR-2025-00123')] },
  { what: 'by last name', criteria: [text('lastName', 'EQ', 'Belo')] },
  { what: 'last name begins with', criteria: [begins('lastName', 'do ros')] },
  { what: 'a word of a name that many have', criteria: [text('name', 'CONTAINS', 'rosario')] },
  { what: 'a word of a name that few have', criteria: [text('name', 'CONTAINS', 'lucian')] },
  { what: 'a name that nobody has', criteria: [text('name', 'CONTAINS', 'zzz')] },
  { what: 'by nationality', criteria: [text('nationalityCode', 'EQ', 'PT')] },
  { what: 'with nobody', criteria: [text('assignee', 'EQ', 'NONE')] },
  { what: 'with me', criteria: [text('assignee', 'EQ', 'ME')] },
  { what: 'waits for its applicant', criteria: [text('queue', 'EQ', 'APPLICANT')] },
  { what: 'the team’s queue, by when it is due', criteria: [text('queue', 'EQ', 'TEAM')], sorting: [{ fieldName: 'dueAt', direction: 'ASC' }] },
  { what: 'sorted by last name', criteria: [], sorting: [{ fieldName: 'lastName', direction: 'ASC' }] },
];

/** Exports all rows from a newly started instance of the service, so that its memory is used by the export alone. */
async function exportCsv(settings: Environment, headers: Record<string, string>): Promise<{ perSecond: number; memory: number; lines: number }> {
  const instance = startPart<IdleServicePart>('idle-service');
  const url = await instance.call('start', 'svc-declarations', settings);
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, instance.memory());
  }, 50);
  const began = performance.now();
  const { body } = await fetch(`${arrivalsAt(url)}/search`, { headers: { ...headers, accept: 'text/csv' } });
  let lines = -1; // Starts at -1 because the first line contains the titles.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) for (const byte of chunk) if (byte === 10) lines++;
  clearInterval(watch);
  const perSecond = lines / ((performance.now() - began) / 1000);
  await instance.end();
  return { perSecond, memory, lines };
}

/** Measures staff lists and the export, on growing tables. */
export async function lists({ report, engine, backend, services, limits, urls, seconds }: EngineRun, sizes: number[]): Promise<void> {
  const arrivals = arrivalsAt(urls.declarations);
  const registrations = (): Promise<number> => requestsPerSecond({ url: `${arrivals}/`, ...postJson(anArrival()) }, 16, seconds);
  const medianOfThree = async (): Promise<number> => median([await registrations(), await registrations(), await registrations()]);
  await registrations();
  await services.call('settle');
  const empty = await medianOfThree();
  let have = 0;
  for (const size of sizes) {
    report.section(
      `Lists of ${size.toLocaleString('en')} arrivals, ${engine}`,
      `95th percentile of ${callsEach} sequential calls, in milliseconds. Baseline: the same SQL statements alone, without HTTP, roles or audit.`,
    );
    const table = await services.call('seed', 'arrival', have, size);
    have = size;
    await services.call('settle');
    const headers = {
      authorization: await services.call('authorization', ['traveller-declaration-search', 'traveller-declaration-read', 'traveller-declaration-arrival']),
    };
    for (const { what, criteria, where, values = [], page = 1, sorting = [] } of searches(size)) {
      const url = `${arrivals}/search?q=${encodeURIComponent(JSON.stringify({ criteria, paging: { page, size: 25 }, sorting }))}`;
      await fetchBytes(url, { headers });
      const ours = quantile(await measureDurations(callsEach, () => fetchBytes(url, { headers })), 0.95);
      const limit =
        where === undefined
          ? undefined
          : await limits.call('handWrittenList', backend.env, { table, where, values, offset: (page - 1) * 25, count: callsEach });
      report.add({ what, engine, ours, limit, unit: 'ms', target: size < 1_000_000 ? undefined : { ratio: limit && 2, value: 60 } });
    }
    // Only one process may have the embedded database open.
    if (backend.env.MYSQL_URL) {
      const { perSecond, memory, lines } = await exportCsv(urls.settings, headers);
      report.add({
        what: `CSV export of all ${lines.toLocaleString('en')}`,
        engine,
        ours: perSecond,
        unit: 'rows/s',
        target: size < 1_000_000 ? undefined : { value: 40_000 },
      });
      report.add({ what: 'memory of the service during the export', engine, ours: memory, unit: 'MiB', target: { value: 256 } });
    }
    report.add({
      what: 'register an arrival at this size, 16 connections',
      engine,
      ours: await medianOfThree(),
      limit: empty,
      unit: '/s',
      target: size >= 1_000_000 ? { ratio: 0.9 } : undefined,
    });
  }
}

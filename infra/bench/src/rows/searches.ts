/** Measures the searches that officials make, on many rows: every filter and order of the lists, their tabs, the search over everything, and the board. */
import type { SeededKind } from '@portal/load/seed/seed-documents';
import type { TestBackend } from '@portal/service-kit/testing';
import { createConnection } from 'mysql2/promise';
import { processorTimeOf, quantile, serverPid } from '../measure.ts';
import { startPart } from '../part.ts';
import type { ServicesPart } from '../parts/services.ts';
import { machineLoadNote, type Report } from '../report.ts';
import { type Criterion, listSearches, type SearchedKind, workSorts } from './offered.ts';

const runs = 20;
/** A call that takes longer than this, in ms, is repeated only `slowRuns` times. */
const slowMs = 400;
const slowRuns = 5;
/** The maximum number of calls beyond the target that the report names, the slowest first. */
const mostShown = 30;
/** The number of documents of a kind that are written as the services write them; the others are copies. */
const written = 20_000;

/** The sorts of calls that are measured, with the target for each in milliseconds at the 95th percentile. */
const sorts = { lists: 60, 'totals that follow their rows': 2_000, 'searches over everything': 200, 'numbers of the board': 300 };
type Sort = keyof typeof sorts;
/** The number up to which a search counts its matches, as the screens ask for it. The exact total is requested after the rows are shown. */
const totalUpTo = 1_000;

interface Call {
  sort: Sort;
  what: string;
  /** Path and query of the call. */
  path: string;
  /** The call that returns the number of all matches, for answers that do not contain it. */
  total?: string;
}

interface Order {
  fieldName: string;
  direction: 'ASC' | 'DESC';
}

const named = ({ fieldName, operation, values }: Criterion): string => [fieldName, operation, values.join('…').replace(/…(.*)~$/, '…')].join(' ').trim();

/** Returns the calls for every filter, every order, every tab with its orders, and every filter in the tab from which officers take their cases. */
function listsOf({ path, always = [], filters, sorts, tabs = [] }: (typeof listSearches)[SearchedKind]): Call[] {
  const asked = (criteria: Criterion[], more: object): string => encodeURIComponent(JSON.stringify({ criteria: [...always, ...criteria], ...more }));
  const address = `${path}${tabs.length ? '/search' : ''}?q=`;
  const list = (what: string, criteria: Criterion[] = [], sorting: Order[] = []): Call => ({
    sort: 'lists',
    what: what + sorting.map(({ fieldName, direction }) => `, by ${fieldName} ${direction}`).join(''),
    path: address + asked(criteria, { paging: { page: 1, size: 25 }, sorting, totalUpTo }),
    total: address + asked(criteria, { paging: { page: 1, size: 1 }, viewColumns: ['id'] }),
  });
  const inEachOrder = (fields: string[], what: string, criteria: Criterion[] = []): Call[] =>
    fields.flatMap((fieldName) => (['ASC', 'DESC'] as const).map((direction) => list(what, criteria, [{ fieldName, direction }])));
  const filtered = (each: Criterion, tab?: Criterion): Call => {
    // If a filter limits a day of the document from above, the screens sort by that day, latest first.
    const beginsWithIt = each.operation === 'LTE' && /^(arrival|departure|entry|expected|end)Date$/.test(each.fieldName);
    return list(
      [...(tab ? [tab] : []), each].map(named).join(' + '),
      [...(tab ? [tab] : []), each],
      beginsWithIt ? [{ fieldName: each.fieldName, direction: 'DESC' }] : [],
    );
  };
  const unassigned = tabs.find(({ values }) => values[0] === 'UNASSIGNED');
  return [
    list('all'),
    ...inEachOrder(sorts, 'all'),
    ...filters.map((each) => filtered(each)),
    ...tabs.flatMap((tab) => [list(named(tab), [tab]), ...inEachOrder(workSorts, named(tab), [tab])]),
    ...(unassigned ? filters.map((each) => filtered(each, unassigned)) : []),
    ...(unassigned ? [{ sort: 'lists' as const, what: 'the counts of all tabs', path: `${path}/queues?q=${asked([], {})}` }] : []),
  ];
}

/** Returns the calls of the search over everything in one service. */
const lookUpsOf = ({ texts }: (typeof listSearches)[SearchedKind]): Call[] =>
  texts.map((text) => ({ sort: 'searches over everything', what: text, path: `/v1/lookup?text=${encodeURIComponent(text)}` }));

/** Returns the calls that the board of a supervisor makes to an area, over its longest period and over all time. */
function boardCalls(): Call[] {
  const numbers = (what: string, path: string): Call => ({ sort: 'numbers of the board', what, path: `/v1/statistics${path}` });
  const by = ['hour,lane', 'status', 'entryPoint', 'officer', 'age', 'hour,entryPoint'];
  return [
    ...['TODAY-89', 'TODAY-300'].flatMap((from) => by.map((each) => numbers(`by ${each} from ${from}`, `?by=${each}&from=${from}`))),
    numbers('of the office', '/office?from=TODAY-89'),
  ];
}

/** The result for a call: its median and 95th percentile in ms, and the processor time in ms that the database and the services used for it. */
interface Measured extends Call {
  /** Whether the answer contained the number of all matches. */
  isWhole: boolean;
  p50: number;
  p95: number;
  processor: number;
}

/** Returns whether the data of a kind of list is in the till, that is, in svc-reference. */
const isOfTill = (kind: SearchedKind): kind is 'receipt' | 'due' => kind === 'receipt' || kind === 'due';

interface SearchOptions {
  backend: TestBackend;
  rows: number;
  kinds: SearchedKind[];
}

/** Measures the searches that the lists of these kinds offer, on the given number of rows. Databases that are already filled are not filled again. */
export async function searches(report: Report, { backend, rows, kinds }: SearchOptions): Promise<void> {
  const services = startPart<ServicesPart>('services');
  try {
    const urls = await services.call('start', backend.env);
    const pid = await serverPid(backend.env.MYSQL_URL);
    const processorTime = async (): Promise<number> => (await services.call('processorTime')) + processorTimeOf(pid);
    for (const kind of kinds) {
      const known = listSearches[kind];
      const service = isOfTill(kind) ? urls.reference : await services.call('startForCopies', kind as SeededKind);
      // Unpaid documents are seeded together with the receipts.
      await services.call('fill', kind === 'due' ? 'receipt' : kind, rows, Math.min(written, rows));
      const headers = { authorization: await services.call('authorization', known.roles, known.agencies) };
      const measure = async (call: Call): Promise<Measured> => {
        let isWhole = true;
        const once = async (): Promise<number> => {
          const began = performance.now();
          const answer = await fetch(`${service}${call.path}`, { headers });
          const { atLeast } = (await answer.json()) as { atLeast?: true };
          if (answer.status === 503) return Number.POSITIVE_INFINITY;
          if (answer.status !== 200) throw new Error(`${kind}: ${call.what}: ${answer.status}`);
          isWhole = !atLeast;
          return performance.now() - began;
        };
        // The first call is not counted: it reads from the disk what no call has read before.
        const first = await once();
        const all: number[] = [];
        const before = await processorTime();
        while (all.length < (first > slowMs ? slowRuns : runs)) all.push(await once());
        return { ...call, isWhole, p50: quantile(all, 0.5), p95: quantile(all, 0.95), processor: ((await processorTime()) - before) / all.length };
      };
      report.section(
        `Every filter and order of ${rows.toLocaleString('en')} ${known.name}`,
        `MariaDB with a buffer pool of ${await bufferPool(backend.env.MYSQL_URL)}. Each filter that the screens offer, each order, each tab in its orders and with each filter: ${runs} calls one after the other. Milliseconds of elapsed time at the 95th percentile; the baseline is the processor time of database and services for a call, which other work on the machine affects less. If more than ${totalUpTo.toLocaleString('en')} rows match and no counter has their number, the screens show the rows first and request the total afterwards. The table names the calls that miss the target, the slowest first. ${machineLoadNote()}`,
      );
      const calls = [...listsOf(known), ...lookUpsOf(known), ...(isOfTill(kind) ? [] : boardCalls())];
      const found: Measured[] = [];
      for (const call of calls) {
        const measured = await measure(call);
        found.push(measured);
        if (call.total && !measured.isWhole) found.push(await measure({ sort: 'totals that follow their rows', what: call.what, path: call.total }));
      }
      for (const sort of Object.keys(sorts) as Sort[]) summarise(report, sort, found);
    }
  } finally {
    await services.end();
  }
}

/** Reports how many calls of a sort meet its target, and the slowest that do not. */
function summarise(report: Report, sort: Sort, measured: readonly Measured[]): void {
  const most = sorts[sort];
  const all = measured.filter((each) => each.sort === sort);
  if (all.length === 0) return;
  const within = (of: 'p95' | 'processor'): number => all.filter((each) => each[of] <= most).length;
  const median = (of: 'p50' | 'processor'): number =>
    quantile(
      all.map((each) => each[of]),
      0.5,
    );
  const engine = 'MariaDB';
  report.add({
    what: `of ${all.length} ${sort}, within ${most} ms`,
    engine,
    ours: within('p95'),
    limit: within('processor'),
    unit: '',
    target: { value: all.length, least: true },
  });
  report.add({ what: `the median of ${sort}`, engine, ours: median('p50'), limit: median('processor'), unit: 'ms' });
  const slow = all.filter(({ p95 }) => p95 > most).sort((a, b) => b.processor - a.processor);
  for (const { what, p95, processor } of slow.slice(0, mostShown))
    report.add({ what, engine, ours: p95, limit: processor, unit: 'ms', target: { value: most } });
}

/** Returns the size of the buffer pool, the memory in which a database server caches pages of tables and indexes. */
async function bufferPool(url = ''): Promise<string> {
  const connection = await createConnection(url);
  const [[found]] = (await connection.query('select @@innodb_buffer_pool_size as bytes')) as unknown as [[{ bytes: number }]];
  await connection.end();
  return `${(found.bytes / 2 ** 30).toPrecision(2)} GiB`;
}

import { startPart } from '../lib/child.mjs';
import { ask, median, quantile, requestsPerSecond, times } from '../lib/measure.mjs';

const CALLS = 40;
const criterion = (fieldName, operation, ...values) => ({ expressionType: 'SearchCriterion', operation, dataType: 'TEXT', fieldName, values });

/** What officers ask for, with the statement one would write by hand. */
const lists = (rows) => [
  { what: 'newest first', criteria: [], where: '', values: [] },
  { what: 'by status', criteria: [criterion('documentStatus', 'EQ', 'CREATED')], where: 'where documentStatus = ?', values: ['CREATED'] },
  {
    what: 'by status and lane',
    criteria: [criterion('documentStatus', 'IN', 'CREATED', 'ARRIVED'), criterion('lane', 'EQ', 'RED')],
    where: 'where documentStatus in (?, ?) and lane = ?',
    values: ['CREATED', 'ARRIVED', 'RED'],
  },
  { what: 'by passport', criteria: [criterion('travellerCode', 'EQ', 'P00000777')], where: 'where travellerCode in (?, ?)', values: ['-', 'P00000777'] },
  { what: 'last page', criteria: [], where: '', values: [], page: Math.floor(rows / 25) },
];

/** The export by an instance of the service that has done nothing else, so that its memory is the export's. */
async function csv(settings, headers) {
  const instance = startPart(new URL('../parts/one-service.mjs', import.meta.url));
  const url = await instance.call('start', 'svc-declarations', settings);
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, instance.memory());
  }, 50);
  const began = performance.now();
  const response = await fetch(`${url}/v1/traveller/declaration/search`, { headers: { ...headers, accept: 'text/csv' } });
  let lines = 0;
  for await (const chunk of response.body) for (const byte of chunk) if (byte === 10) lines++;
  clearInterval(watch);
  const perSecond = (lines - 1) / ((performance.now() - began) / 1000);
  await instance.end();
  return { perSecond, most, lines: lines - 1 };
}

/** Staff lists and the export, on tables that grow. */
export async function listRows({ report, engine, place, services, limits, urls, sizes, seconds }) {
  const path = `${urls.declarations}/v1/traveller/declaration`;
  const headers = { authorization: `Bearer ${await services.call('token', ['traveller-declaration-search', 'traveller-declaration-read'])}` };
  const body = JSON.stringify(await services.call('body'));
  const registrations = () => requestsPerSecond({ url: `${path}/`, method: 'POST', headers: { 'content-type': 'application/json' }, body }, 16, seconds);
  await registrations();
  await services.call('settle');
  const empty = median([await registrations(), await registrations(), await registrations()]);
  let have = 0;
  for (const size of sizes) {
    report.section(
      `Lists of ${size.toLocaleString('en')} arrivals, ${engine.name}`,
      `95th percentile of ${CALLS} sequential calls, in milliseconds. Baseline: the same SQL statements alone, without HTTP, roles or audit.`,
    );
    const table = await services.call('seed', have, size);
    have = size;
    await services.call('settle');
    for (const { what, criteria, where, values, page = 1 } of lists(size)) {
      const url = `${path}/search?q=${encodeURIComponent(JSON.stringify({ criteria, paging: { page, size: 25 } }))}`;
      await ask(url, { headers });
      const all = await times(CALLS, () => ask(url, { headers }));
      const limit = await limits.call('handWrittenList', {
        env: engine.env,
        dataDir: place.dataDir,
        prefix: place.prefix,
        table,
        where,
        values,
        offset: (page - 1) * 25,
        count: CALLS,
      });
      report.add({
        what,
        engine: engine.name,
        ours: quantile(all, 0.95),
        limit: limit.p95,
        unit: 'ms',
        target: size >= 1_000_000 ? '2.0 and 60 ms' : undefined,
      });
    }
    // The embedded database is one process's.
    if (engine.env.MYSQL_URL) {
      const exported = await csv(urls.settings, headers);
      report.add({ what: `CSV export of all ${exported.lines.toLocaleString('en')}`, engine: engine.name, ours: exported.perSecond, unit: 'rows/s' });
      report.add({ what: 'memory of the service during the export', engine: engine.name, ours: exported.most, unit: 'MiB', target: '256' });
    }
    const full = median([await registrations(), await registrations(), await registrations()]);
    report.add({
      what: `register an arrival at this size, 16 connections`,
      engine: engine.name,
      ours: full,
      limit: empty,
      unit: '/s',
      target: size >= 1_000_000 ? '0.80' : undefined,
    });
  }
}

import 'reflect-metadata';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { ServiceParts } from '../http/service-parts.ts';
import {
  Audit,
  AuditMonitor,
  AuditRow,
  AuditSequencer,
  Clock,
  DailyJobs,
  Database,
  Inbox,
  type JobQueue,
  loadSettings,
  Metrics,
  Outbox,
  QUEUE,
  type RunningService,
  ServiceSettings,
  startService,
  systemCall,
  unprocessable,
  watchParts,
} from '../index.ts';
import { type TestBackend, testBackends, until, workingTime } from '../testing/index.ts';

@Controller('v1/thing')
class ThingController {
  @Get(':id/part')
  part(@Param('id') id: string): object {
    if (id === 'bad') throw unprocessable([]);
    if (id === 'broken') throw new Error('broken');
    return { id };
  }
}
@Module({ controllers: [ThingController] })
class ThingModule {}

const start = (backend: TestBackend, service: string, more = {}): Promise<RunningService> =>
  startService({
    service,
    title: service,
    settings: loadSettings(ServiceSettings, { ...backend.env, LOG_LEVEL: 'silent', ...more }),
    module: ThingModule,
    entities: [],
    migrations: [],
  });

const scrape = async (url: string, headers = {}): Promise<string> => {
  const answer = await fetch(`${url}/metrics`, { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  return answer.text();
};
/** Returns the value of the first series whose line contains all of these parts. */
const figure = (text: string, ...parts: string[]): number | undefined => {
  const line = text.split('\n').find((l) => !l.startsWith('#') && parts.every((part) => l.includes(part)));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
};

describe.each(testBackends())('the metrics of a service, %s', (engine, makeBackend) => {
  let backend: TestBackend;
  let one: RunningService;
  let other: RunningService;
  let begins: number;
  beforeAll(async () => {
    begins = Date.now() / 1_000;
    backend = await makeBackend();
    // Only the tests walk the audit log: a walk of the service that began before a change ends with what was there before.
    const byItself = jest.spyOn(AuditMonitor.prototype, 'onApplicationBootstrap').mockImplementation(() => undefined);
    one = await start(backend, 'one');
    other = await start(backend, 'other', { METRICS_TOKEN: 'a-token-of-the-scraper' });
    byItself.mockRestore();
  });
  afterAll(async () => {
    await one?.close();
    await other?.close();
    await backend?.remove();
  });

  it('say when daily work was done last, and since when it is waited for until then', async () => {
    const daily = one.app.get(DailyJobs);
    const name = 'portal_daily_last_success_timestamp_seconds';
    let fail: (error: Error) => void = () => undefined;
    let tries = 0;
    daily.each('one.sweeping', () => (++tries === 1 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve()));
    const waits = figure(await scrape(one.url), name, 'topic="one.sweeping"') ?? 0;
    expect(waits).toBeGreaterThanOrEqual(begins);
    await until(() => tries === 1);
    fail(new Error('not today'));
    await until(() => tries > 1);
    await until(async () => (figure(await scrape(one.url), name, 'topic="one.sweeping"') ?? 0) > waits);
    // Another process of the service, which has just started, says the same.
    const next = new DailyJobs(one.app.get(QUEUE), one.app.get(Database), one.app.get(Inbox), one.app.get(Outbox), one.app.get(Clock));
    (next as unknown as { since: Map<string, Date> }).since.set('one.sweeping', new Date());
    expect(await next.lastSuccess()).toEqual(await daily.lastSuccess());
  });

  it('count calls by method, route pattern and status class, and never show an id or a query', async () => {
    for (const id of ['first-id', 'second-id', 'bad', 'broken']) await fetch(`${one.url}/v1/thing/${id}/part?passport=C123`);
    await fetch(`${one.url}/v1/nowhere/secret-path`);
    const text = await scrape(one.url);
    const count = (...labels: string[]) => figure(text, 'http_request_duration_seconds_count', 'service="one"', 'method="GET"', ...labels);
    expect(count('route="/v1/thing/:id/part"', 'status="2xx"')).toBe(2);
    expect(count('route="/v1/thing/:id/part"', 'status="4xx"')).toBe(1);
    expect(count('route="/v1/thing/:id/part"', 'status="5xx"')).toBe(1);
    expect(count('route="none"', 'status="4xx"')).toBe(1);
    expect(text).not.toMatch(/first-id|second-id|C123|secret-path/);
    // The scrape itself counts as a request in progress.
    expect(figure(text, 'http_requests_in_flight{service="one"}')).toBe(1);
  });

  it('of two services in one process are separate, and are together at the address of the process', async () => {
    expect(await scrape(one.url)).not.toContain('service="other"');
    const all = await Metrics.scrapeProcess();
    for (const service of ['one', 'other']) expect(figure(all, 'http_requests_in_flight', `service="${service}"`)).toBeDefined();
    // Each name must have one group only: Prometheus rejects a second one.
    const groups = all.split('\n').filter((line) => line.startsWith('# TYPE'));
    expect(new Set(groups).size).toBe(groups.length);
    expect(figure(all, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();
  });

  it('require the token if one is set', async () => {
    for (const authorization of ['', 'Bearer wrong', 'Bearer a-token-of-the-scraper-and-more', 'a-token-of-the-scraper'])
      expect((await fetch(`${other.url}/metrics`, { headers: { authorization } })).status).toBe(404);
    expect(await scrape(other.url, { authorization: 'Bearer a-token-of-the-scraper' })).toContain('service="other"');
  });

  it('show what waits in outbox and queue and for how long, and how long the job took', async () => {
    const [db, outbox, queue] = [one.app.get(Database), one.app.get(Outbox), one.app.get<JobQueue>(QUEUE)];
    await db.write((tx) => outbox.add(tx, 'one.counted', {}));
    await until(async () => (figure(await scrape(one.url), 'portal_jobs_oldest_waiting_seconds', 'topic="one.counted"') ?? 0) > 0);
    let text = await scrape(one.url);
    expect(figure(text, 'portal_jobs_waiting', 'topic="one.counted"')).toBe(1);
    expect(figure(text, 'portal_outbox_rows', 'state="waiting"')).toBe(1);
    expect(figure(text, 'portal_outbox_lag_seconds')).toBeGreaterThan(0);
    let tries = 0;
    queue.consume('one.counted', async () => {
      if (++tries === 1) throw new Error('not yet');
    });
    await until(async () => figure(await scrape(one.url), 'portal_outbox_rows', 'state="waiting"') === 0);
    text = await scrape(one.url);
    expect(figure(text, 'portal_job_duration_seconds_count', 'topic="one.counted"', 'outcome="failed"')).toBe(1);
    expect(figure(text, 'portal_job_duration_seconds_count', 'topic="one.counted"', 'outcome="done"')).toBe(1);
    expect(figure(text, 'portal_outbox_lag_seconds')).toBe(0);
    expect(figure(text, 'portal_outbox_rows', 'state="given-up"')).toBe(0);
  });

  it('show how many records are not yet in the audit log', async () => {
    const sequencer = one.app.get(AuditSequencer);
    expect(figure(await scrape(one.url), 'portal_audit_unsealed_records')).toBe((await sequencer.lag()).records);
    expect(figure(await scrape(one.url), 'portal_audit_sealing_lag_seconds')).toBe(0);
  });

  it('show whether the audit log is intact, also while it grows', async () => {
    const [db, audit, sequencer, watch] = [one.app.get(Database), one.app.get(Audit), one.app.get(AuditSequencer), one.app.get(AuditMonitor)];
    const broken = async (): Promise<number | undefined> => figure(await scrape(one.url), 'portal_audit_chain_broken');
    const record = () => audit.read(systemCall('request-1'), { action: 'view', kind: 'thing' });
    // From here on only the test adds records to the log: of two that add at the same time, one adds nothing.
    for (const service of [one, other]) await service.app.get(AuditSequencer).stop();
    for (let i = 0; i < 3; i++) await record();
    await sequencer.appendPending(0);
    await record();
    await Promise.all([watch.walk(), sequencer.appendPending(0)]);
    expect(await broken()).toBe(0);
    const recordAt = async (leafIndex: number): Promise<AuditRow> => {
      const [{ recordId }] = (await db.reader.query('select recordId from audit_leaf where leafIndex = ?', [leafIndex])) as [{ recordId: string }];
      return db.reader.findOneByOrFail(AuditRow, { id: recordId });
    };
    const { id, action } = await recordAt(1);
    await db.write((tx) => tx.update(AuditRow, { id }, { action: 'print' }));
    await watch.walk();
    expect(await broken()).toBe(1);
    await db.write((tx) => tx.update(AuditRow, { id }, { action }));
    const last = await recordAt(3);
    await db.write((tx) => tx.delete(AuditRow, { id: last.id }));
    await watch.walk();
    expect(await broken()).toBe(1);
    await db.write((tx) => tx.insert(AuditRow, last));
    await watch.walk();
    expect(await broken()).toBe(0);
  });

  it('show how much of the disk is free', async () => {
    const text = await scrape(one.url);
    const [free, size] = ['portal_data_free_bytes', 'portal_data_size_bytes'].map((name) => figure(text, name) as number) as [number, number];
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThanOrEqual(free);
  });

  it('show which parts answer and how quickly, when it started, and what time it has', async () => {
    const asked = Date.now() / 1_000;
    const text = await scrape(one.url);
    for (const part of ['database', 'queue']) {
      expect([part, figure(text, 'portal_part_up', 'service="one"', `part="${part}"`)]).toEqual([part, 1]);
      expect(figure(text, 'portal_part_answer_seconds', `part="${part}"`)).toBeLessThan(3);
    }
    // Mail is off here, which is not a fault.
    expect(figure(text, 'portal_part_up', 'part="mail"')).toBeUndefined();
    const [started, now] = ['portal_started_timestamp_seconds', 'portal_clock_timestamp_seconds'].map((name) => figure(text, name) as number) as [
      number,
      number,
    ];
    expect([begins <= started, started <= asked, asked <= now, now <= Date.now() / 1_000]).toEqual([true, true, true, true]);
    const parts = new ServiceParts(
      { engine: 'mysql', reading: { query: () => Promise.reject(new Error('away')) } } as unknown as Database,
      loadSettings(ServiceSettings, { ...backend.env }),
      one.app.get(QUEUE),
    );
    const metrics = new Metrics('sample');
    watchParts(metrics, parts);
    const away = await metrics.scrape();
    metrics.close();
    expect([figure(away, 'portal_part_up', 'part="database"'), figure(away, 'portal_part_up', 'part="queue"')]).toEqual([0, 1]);
  });

  it('show how the database is used', async () => {
    const db = one.app.get(Database);
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const writes = [1, 2, 3].map(() => db.write(async (tx) => void (await Promise.all([held, tx.query('select 1')]))));
    if (engine === 'embedded') {
      // The relay and the sequencer may be waiting too.
      expect(figure(await scrape(one.url), 'portal_database_writers_waiting')).toBeGreaterThanOrEqual(2);
    } else {
      await until(async () => (figure(await scrape(one.url), 'portal_database_connections', 'state="used"') ?? 0) >= 3);
      expect(figure(await scrape(one.url), 'portal_database_connections', 'state="limit"')).toBe(16);
    }
    go();
    await Promise.all(writes);
    await until(async () => !figure(await scrape(one.url), ...(engine === 'embedded' ? ['portal_database_writers_waiting'] : ['connections', 'state="used"'])));
  });
});

it('leave out a figure that cannot be read, and show the others', async () => {
  const metrics = new Metrics('sample');
  metrics.gauge('sample_away', 'a part that is away', [], () => Promise.reject(new Error('away')));
  metrics.gauge('sample_there', 'a part that is there', ['kind'], () => [{ labels: { kind: 'a' }, value: 3 }]);
  const text = await metrics.scrape();
  metrics.close();
  expect(figure(text, 'sample_away')).toBeUndefined();
  expect(figure(text, 'sample_there', 'kind="a"')).toBe(3);
  expect(await Metrics.scrapeProcess()).not.toContain('sample_there');
});

it('do not wait for a figure that takes longer than four seconds, and do not ask for it again before it has come', async () => {
  const metrics = new Metrics('sample');
  let [asked, answer] = [0, (): void => undefined];
  metrics.gauge('sample_late', 'a part that hangs', [], async () => {
    asked++;
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return [{ value: asked }];
  });
  metrics.gauge('sample_there', 'a part that is there', [], () => [{ value: 3 }]);
  const passed = workingTime();
  for (const text of await Promise.all([metrics.scrape(), metrics.scrape()]))
    expect([figure(text, 'sample_late'), figure(text, 'sample_there')]).toEqual([undefined, 3]);
  expect([asked, passed() < 8_000]).toEqual([1, true]);
  const next = metrics.scrape();
  answer();
  expect([figure(await next, 'sample_late'), asked]).toEqual([1, 1]);
  metrics.close();
});

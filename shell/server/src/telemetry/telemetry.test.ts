import { percentile } from './percentile.ts';
import type { TelemetryEvent } from './report.ts';
import { Telemetry } from './telemetry.ts';
import { visitorOf } from './visitors.ts';

const MINUTE = 60_000;
const trips = { area: 'mf-trips', version: '1.0.0-aa' };
const load = (failed?: 'entry' | 'mount'): TelemetryEvent => ({ kind: 'load', ...trips, ...(failed && { failed }) });
const vital = (metric: 'LCP' | 'CLS', value: number, prefix = '/triptic'): TelemetryEvent => ({ kind: 'vital', ...trips, metric, value, prefix });

describe('telemetry', () => {
  let now: number;
  let telemetry: Telemetry;
  const text = (): Promise<string> => telemetry.registry.metrics();

  beforeEach(() => {
    now = Date.UTC(2026, 0, 1, 12);
    telemetry = new Telemetry(undefined, () => now);
    telemetry.know([{ name: 'mf-trips', versions: ['1.0.0-aa', '1.0.0-bb'], prefixes: ['/triptic'] }]);
  });

  it('sums attempts and failures of each version', () => {
    telemetry.record([load(), load(), load('entry'), load('mount'), { kind: 'load', area: 'mf-trips', version: '1.0.0-bb' }]);
    expect(telemetry.lastHour()).toMatchObject([
      { area: 'mf-trips', version: '1.0.0-aa', loads: 4, failures: 2 },
      { area: 'mf-trips', version: '1.0.0-bb', loads: 1, failures: 0 },
    ]);
    expect(telemetry.lastHour()[0].stages).toEqual({ entry: 1, mount: 1 });
  });

  it('counts a visitor once for and once against a version, however often it reports, and forgets it after an hour', () => {
    const by = (visitor: string | undefined) => () => visitor;
    telemetry.record(Array(40).fill(load('entry')), by('ana'));
    telemetry.record([load(), load('entry')], by('ana'));
    telemetry.record([load()], by('bento'));
    telemetry.record(Array(40).fill(load('entry')), by(undefined));
    expect(telemetry.areaVisitors()).toEqual([{ ...trips, visitors: 2, failed: 1 }]);
    now += 60 * MINUTE;
    telemetry.record([load()], by('bento'));
    expect(telemetry.areaVisitors()).toEqual([{ ...trips, visitors: 1, failed: 0 }]);
  });

  it('counts the visitors of one network address as one, which failed for the share of them', () => {
    const tell = (address: string, bucket: number, failed?: 'mount') => telemetry.record([load(failed)], () => visitorOf(address, bucket));
    for (let bucket = 0; bucket < 100; bucket++) tell('192.0.2.1', bucket, 'mount');
    expect(telemetry.areaVisitors()).toEqual([{ ...trips, visitors: 1, failed: 1 }]);
    for (let bucket = 0; bucket < 100; bucket++) tell('192.0.2.2', bucket, bucket < 25 ? 'mount' : undefined);
    expect(telemetry.areaVisitors()).toEqual([{ ...trips, visitors: 2, failed: 1.25 }]);
  });

  it('forgets after an hour, minute by minute', () => {
    telemetry.record([load('entry')]);
    now += 30 * MINUTE;
    telemetry.record([load()]);
    now += 29 * MINUTE;
    expect(telemetry.lastHour()).toMatchObject([{ loads: 2, failures: 1 }]);
    now += MINUTE;
    expect(telemetry.lastHour()).toMatchObject([{ loads: 1, failures: 0 }]);
    now += 30 * MINUTE;
    expect(telemetry.lastHour()).toEqual([]);
  });

  it('drops what names no area, version or prefix that is deployed, and counts that', async () => {
    const strangers = Array.from({ length: 500 }, (_, index): TelemetryEvent => ({ kind: 'load', area: `mf-${index}`, version: '1' }));
    telemetry.record([...strangers, { kind: 'load', area: 'mf-trips', version: '9.9.9' }, vital('LCP', 100, '/triptic/trip/123')]);
    expect(telemetry.lastHour()).toEqual([]);
    const metrics = await text();
    expect(metrics).not.toContain('mf-1');
    expect(metrics).not.toContain('/triptic/trip');
    expect(metrics).toContain('portal_telemetry_dropped_total 502');
  });

  it('still hears of a version that was replaced, and of twenty at most', async () => {
    telemetry.record([load('entry'), vital('LCP', 700)]);
    for (let version = 0; version < 18; version += 1) {
      telemetry.know([{ name: 'mf-trips', versions: [`2.0.${version}`], prefixes: ['/triptic'] }]);
    }
    telemetry.record([load()]);
    expect(telemetry.lastHour()).toMatchObject([{ version: '1.0.0-aa', loads: 2 }]);
    expect(await text()).toContain('version="1.0.0-aa"');
    telemetry.know([{ name: 'mf-trips', versions: ['3.0.0'], prefixes: ['/triptic'] }]);
    telemetry.record([load()]);
    expect(telemetry.lastHour()).toMatchObject([{ version: '1.0.0-aa', loads: 2 }]);
    expect(await text()).not.toContain('version="1.0.0-aa"');
  });

  it('hears the same deployment a thousand times without forgetting any version', () => {
    for (let time = 0; time < 1000; time += 1) {
      telemetry.know([{ name: 'mf-trips', versions: ['1.0.0-aa', '1.0.0-bb'], prefixes: ['/triptic'] }]);
    }
    telemetry.record([load(), { kind: 'load', area: 'mf-trips', version: '1.0.0-bb' }]);
    expect(telemetry.lastHour()).toHaveLength(2);
  });

  it('gives the 75th percentile of what pages measured, and Prometheus the seconds', async () => {
    telemetry.record([400, 600, 700, 5000].map((value) => vital('LCP', value)));
    telemetry.record([vital('CLS', 0)]);
    const { vitals } = telemetry.lastHour()[0];
    expect(vitals.LCP).toBeCloseTo(1000);
    expect(vitals.CLS).toBeLessThan(0.001);
    expect(vitals.INP).toBeUndefined();
    expect(await text()).toMatch(/portal_page_lcp_seconds_bucket\{le="0.5",area="mf-trips",version="1.0.0-aa",prefix="\/triptic"\} 1/);
  });

  it('tells known errors apart by name and keeps no other name', async () => {
    telemetry.record([
      { kind: 'error', ...trips, name: 'TypeError' },
      { kind: 'error', ...trips, name: 'Maria Pereira' },
    ]);
    expect(telemetry.lastHour()[0].errors).toBe(2);
    expect(await text()).toContain('name="TypeError"');
    expect(await text()).toContain('name="other"');
    expect(await text()).not.toContain('Maria');
  });
});

describe('percentile', () => {
  it.each([
    ['one value in the first step', [1], 7.5],
    ['four values over two steps', [2, 2], 15],
    ['a step that nothing fell into', [1, 0, 3], 20 + (10 * 2) / 3],
    ['values beyond the last step', [0, 0, 0, 5], 30],
  ])('of %s', (_name, counts, expected) => {
    expect(percentile(0.75, counts, [10, 20, 30])).toBeCloseTo(expected);
  });
});

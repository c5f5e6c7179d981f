import { Registry } from 'prom-client';
import type { AreaVisitors } from '../page/canary.ts';
import { LastHour } from './last-hour.ts';
import { inUnit, steps, telemetryMetrics } from './metrics.ts';
import { percentile } from './percentile.ts';
import { stages, type TelemetryEvent, type Vital, type VitalEvent, vitals } from './report.ts';
import { addressOf } from './visitors.ts';

/** The area and version that reports contain for screens of the shell itself. */
export const shell = { name: 'shell', version: 'current' };
const shellPrefixes = new Set(['/', '/my', '/staff', '/sign-in', '/v', '/accessibility', '/privacy', '/contact', '/open-data']);

/** Error names that are counted separately; all others are counted together. */
const errorNames = new Set(
  'Error TypeError ReferenceError RangeError SyntaxError URIError EvalError AggregateError ChunkLoadError ApiProblem AbortError TimeoutError NetworkError NotFoundError NotAllowedError NotSupportedError InvalidStateError QuotaExceededError SecurityError DataCloneError'.split(
    ' ',
  ),
);

/** The parts of a deployed area that reports may refer to. */
export interface KnownArea {
  name: string;
  versions: string[];
  prefixes: string[];
}

/** Figures of one version of an area for the last hour. */
export interface AreaHour {
  area: string;
  version: string;
  loads: number;
  failures: number;
  /** Number of failures, by loading step. */
  stages: Record<string, number>;
  errors: number;
  /** The 75th percentile of each web vital: milliseconds, for CLS its score. Missing when nothing was reported. */
  vitals: Partial<Record<Vital, number>>;
}

/** The figures of a version, together with the number of values in each histogram bucket. */
type Counted = AreaHour & { steps: Map<Vital, number[]> };

/** Maximum number of versions of an area whose reports are accepted. It includes earlier versions that may still be open in old tabs. */
const MOST_VERSIONS = 20;
/** Maximum number of stored visitor names. When it is reached, every version has long had enough visitors to be judged. */
const MOST_VISITORS = 100_000;
const BREAK = '\n';

/**
 * Collects the reports of pages as sums by area and version. For an hour it also remembers which pseudonymous visitors have reported, so that each visitor
 * counts once. Each instance of the gateway collects its own reports; `GatewayFigures` and Prometheus add up the instances.
 */
export class Telemetry {
  private readonly metrics: ReturnType<typeof telemetryMetrics>;
  private readonly hour: LastHour;
  private readonly visitors: LastHour;
  private readonly versions = new Map<string, string[]>();
  private readonly prefixes = new Map<string, Set<string>>();

  constructor(
    readonly registry: Registry = new Registry(),
    now: () => number = Date.now,
  ) {
    this.metrics = telemetryMetrics(registry);
    this.hour = new LastHour(now);
    this.visitors = new LastHour(now);
    this.versions.set(shell.name, [shell.version]);
    this.prefixes.set(shell.name, shellPrefixes);
  }

  /** Sets the known areas and versions; earlier versions are still accepted, for tabs that are still open. */
  know(areas: KnownArea[]): void {
    for (const { name, versions, prefixes } of areas) {
      const known = this.versions.get(name) ?? [];
      const order = [...known.filter((version) => !versions.includes(version)), ...versions];
      this.versions.set(name, order.slice(-MOST_VERSIONS));
      this.prefixes.set(name, new Set(prefixes));
      for (const version of order.slice(0, -MOST_VERSIONS)) {
        this.forget(name, version);
      }
    }
  }

  /**
   * Counts the events of a report. Events that name an area, version or prefix that is not deployed are dropped; otherwise anybody could fill the memory.
   * @param visitor returns the pseudonym of the reporter; undefined for a report that must not count for or against its version
   */
  record(events: TelemetryEvent[], visitor: (event: TelemetryEvent) => string | undefined = () => undefined): void {
    for (const event of events) {
      if (this.versions.get(event.area)?.includes(event.version) && (event.kind !== 'vital' || this.prefixes.get(event.area)?.has(event.prefix))) {
        this.count(event);
        this.countVisitor(event, visitor(event));
      } else {
        this.metrics.dropped.inc();
      }
    }
  }

  /**
   * Returns, for each version of an area, how many visitors tried to open it during the last hour, and for how many of them it failed at least once. A visitor
   * counts once, however often it reports. Visitors with the same network address count as one, which failed for the share of them for whom it failed, because
   * one machine can pretend to be many visitors.
   */
  areaVisitors(): AreaVisitors[] {
    const addresses = new Map<string, AreaVisitors>();
    for (const [name] of this.visitors.sums()) {
      const [area, version, what, visitor] = name.split(BREAK);
      const one = entryOf(addresses, area, version, addressOf(visitor));
      one[what as 'visitors' | 'failed'] += 1;
    }
    const found = new Map<string, AreaVisitors>();
    for (const { area, version, visitors, failed } of addresses.values()) {
      const one = entryOf(found, area, version);
      one.visitors += 1;
      one.failed += failed / visitors;
    }
    return [...found.values()];
  }

  /** Returns what this process has counted during the last hour, by name. The counts of several processes can be added up. */
  hourCounts(): Map<string, number> {
    return this.hour.sums();
  }

  /**
   * Returns all figures of the last hour, by area and version.
   * @param counts the counts of this process, or the added counts of several processes
   */
  lastHour(counts: ReadonlyMap<string, number> = this.hourCounts()): AreaHour[] {
    const found = new Map<string, Counted>();
    for (const [name, count] of counts) {
      const [area, version, what, detail] = name.split(BREAK);
      const key = `${area}${BREAK}${version}`;
      const one: Counted = found.get(key) ?? { area, version, loads: 0, failures: 0, stages: {}, errors: 0, vitals: {}, steps: new Map() };
      found.set(key, one);
      if (what === 'load') {
        one.loads += count;
      } else if (what === 'failure') {
        one.failures += count;
        one.stages[detail] = count;
      } else if (what === 'error') {
        one.errors += count;
      } else {
        const counts = one.steps.get(what as Vital) ?? [];
        counts[Number(detail)] = count;
        one.steps.set(what as Vital, counts);
      }
    }
    return [...found.values()].map(({ steps: counted, ...one }) => {
      for (const vital of vitals) {
        const counts = counted.get(vital);
        if (counts) {
          one.vitals[vital] = percentile(0.75, counts, steps[vital]);
        }
      }
      return one;
    });
  }

  private countVisitor({ kind, area, version, ...event }: TelemetryEvent, visitor: string | undefined): void {
    if (kind !== 'load' || visitor === undefined || this.visitors.size > MOST_VISITORS) {
      return;
    }
    this.visitors.add([area, version, 'visitors', visitor].join(BREAK));
    if ('failed' in event) {
      this.visitors.add([area, version, 'failed', visitor].join(BREAK));
    }
  }

  private count(event: TelemetryEvent): void {
    const { area, version } = event;
    const add = (...what: string[]): void => this.hour.add([area, version, ...what].join(BREAK));
    if (event.kind === 'load') {
      this.metrics.loads.inc({ area, version });
      add('load');
      if (event.failed) {
        this.metrics.failures.inc({ area, version, stage: event.failed });
        add('failure', event.failed);
      }
    } else if (event.kind === 'error') {
      this.metrics.errors.inc({ area, version, name: errorNames.has(event.name) ? event.name : 'other' });
      add('error');
    } else {
      this.metrics.vitals[event.metric].observe({ area, version, prefix: event.prefix }, inUnit(event.metric, event.value));
      add(event.metric, String(stepOf(event)));
    }
  }

  private forget(area: string, version: string): void {
    const { loads, failures, errors, vitals: histograms } = this.metrics;
    loads.remove({ area, version });
    for (const stage of stages) {
      failures.remove({ area, version, stage });
    }
    for (const name of [...errorNames, 'other']) {
      errors.remove({ area, version, name });
    }
    for (const histogram of Object.values(histograms)) {
      for (const prefix of this.prefixes.get(area) ?? []) {
        histogram.remove({ area, version, prefix });
      }
    }
  }
}

/** Returns the entry of a version, or of one of its network addresses. Adds it if it is missing. */
function entryOf(entries: Map<string, AreaVisitors>, area: string, version: string, address = ''): AreaVisitors {
  const key = [area, version, address].join(BREAK);
  const entry = entries.get(key) ?? { area, version, visitors: 0, failed: 0 };
  entries.set(key, entry);
  return entry;
}

/** Returns the index of the histogram bucket for a value. Values above all bounds belong to the bucket after the last one. */
function stepOf({ metric, value }: VitalEvent): number {
  const index = steps[metric].findIndex((end) => value <= end);
  return index < 0 ? steps[metric].length : index;
}

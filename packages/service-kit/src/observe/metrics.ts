/** Prometheus metrics: one registry per part, because the embedded portal runs all parts in one process. */
import {
  AggregatorRegistry,
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

/** Media type of the result of `scrape`. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const live = new Set<Metrics>();
let ofProcess: Registry | undefined;

/**
 * Returns the registry of memory, CPU, garbage collection and event-loop lag. Measuring starts with the first scrape, so that it costs nothing in an
 * unmonitored process.
 */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/**
 * Milliseconds after which a gauge is omitted from a scrape. A hanging database must not block the whole scrape, because Prometheus gives up after ten seconds.
 */
const GAUGE_MS = 4_000;

const none = (ms: number): Promise<never[]> => new Promise((done) => setTimeout(done, ms, []).unref());

/** Asks again only after the previous question was answered, so that questions to something that hangs do not pile up. A failure gives no samples. */
function oneAtATime<Label extends string>(ask: () => Promise<Sample<Label>[]> | Sample<Label>[]): () => Promise<Sample<Label>[]> {
  let asked: Promise<Sample<Label>[]> | undefined;
  return () => {
    asked ??= Promise.resolve()
      .then(ask)
      .catch(() => [])
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
}

const textOf = async (registries: Registry[]): Promise<string> =>
  AggregatorRegistry.aggregate(await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))).metrics();

/** The metrics of one part (a service or the gateway); each has the part's name as the label `service`. */
export class Metrics {
  /** The registry, for code that registers its own metrics. */
  readonly registry = new Registry();

  /** @param service short name of the part: `declarations`, `gateway` */
  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    live.add(this);
  }

  counter<Label extends string>(options: Omit<CounterConfiguration<Label>, 'registers'>): Counter<Label> {
    return new Counter({ ...options, registers: [this.registry] });
  }

  histogram<Label extends string>(options: Omit<HistogramConfiguration<Label>, 'registers'>): Histogram<Label> {
    return new Histogram({ ...options, registers: [this.registry] });
  }

  /**
   * Adds a gauge that is computed at each scrape.
   * @param ask returns the values. Where it fails, or takes longer than four seconds, the scrape omits this gauge. It is called again only after it has ended
   */
  gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[], ask: () => Promise<Sample<Label>[]> | Sample<Label>[]): void {
    const current = oneAtATime(ask);
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        this.reset();
        // A failing gauge, such as one that queries an unreachable database, must not break the others. `reset` leaves a gauge without labels at 0, so remove
        // its value.
        const samples = await Promise.race([current(), none(GAUGE_MS)]);
        if (samples.length === 0 && labelNames.length === 0) this.remove();
        for (const { labels, value } of samples) this.set((labels ?? {}) as Record<Label, string>, value);
      },
    });
  }

  /** Returns the metrics of this part and of the process, in Prometheus format. */
  scrape(): Promise<string> {
    return textOf([this.registry, processRegistry()]);
  }

  /** Returns the metrics of every part in this process. */
  static scrapeProcess(): Promise<string> {
    return textOf([...[...live].map(({ registry }) => registry), processRegistry()]);
  }

  /** Removes the part's metrics when the part stops. */
  close(): void {
    live.delete(this);
  }
}

export interface Sample<Label extends string> {
  labels?: Partial<Record<Label, string>>;
  value: number;
}

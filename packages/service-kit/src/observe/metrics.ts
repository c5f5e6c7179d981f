/** Prometheus metrics: a registry per part, because the embedded portal runs all parts in one process. */
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

/** Media type of what `scrape` gives. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const live = new Set<Metrics>();
let ofProcess: Registry | undefined;

/** Memory, CPU, garbage collection and event-loop lag. They are measured from the first scrape on: who is not watched does not pay. */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

const textOf = async (registries: Registry[]): Promise<string> =>
  AggregatorRegistry.aggregate(await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))).metrics();

/** What one part (a service or the gateway) counts; every figure carries its name as the label `service`. */
export class Metrics {
  /** For those who bring metrics of their own. */
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
   * A figure that is asked for when somebody scrapes.
   * @param ask its values; where it fails the figure is left out of that scrape
   */
  gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[], ask: () => Promise<Sample<Label>[]> | Sample<Label>[]): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        this.reset();
        // A database that is away must not take the other figures with it: `reset` leaves a gauge without labels at 0.
        const samples = await Promise.resolve()
          .then(ask)
          .catch(() => []);
        if (samples.length === 0 && labelNames.length === 0) this.remove();
        for (const { labels, value } of samples) this.set((labels ?? {}) as Record<Label, string>, value);
      },
    });
  }

  /** This part's figures and the process's, as Prometheus reads them. */
  scrape(): Promise<string> {
    return textOf([this.registry, processRegistry()]);
  }

  /** The figures of every part that runs in this process. */
  static scrapeProcess(): Promise<string> {
    return textOf([...[...live].map(({ registry }) => registry), processRegistry()]);
  }

  /** Ends with its part. */
  close(): void {
    live.delete(this);
  }
}

export interface Sample<Label extends string> {
  labels?: Partial<Record<Label, string>>;
  value: number;
}

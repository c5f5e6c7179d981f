import { Counter, Histogram, type Registry } from 'prom-client';
import { type Vital, vitals } from './report.ts';

/** Upper bounds of the histogram buckets, in milliseconds; for layout shifts (CLS) the score. */
export const steps: Record<Vital, number[]> = {
  LCP: [250, 500, 1000, 1500, 2000, 2500, 3000, 4000, 6000, 10_000],
  INP: [16, 50, 100, 150, 200, 300, 500, 1000, 2000],
  TTFB: [50, 100, 200, 400, 800, 1200, 1800, 3000, 6000],
  CLS: [0.001, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
};

const help: Record<Vital, string> = {
  LCP: 'Largest contentful paint of pages, in seconds',
  INP: 'Interaction to next paint of pages, in seconds',
  TTFB: 'Time to the first byte of pages, in seconds',
  CLS: 'Cumulative layout shift of pages, as its score',
};
const names: Record<Vital, string> = {
  LCP: 'portal_page_lcp_seconds',
  INP: 'portal_page_inp_seconds',
  TTFB: 'portal_page_ttfb_seconds',
  CLS: 'portal_page_cls_score',
};

/** Converts a value to Prometheus units: times in seconds. */
export const inUnit = (vital: Vital, value: number): number => (vital === 'CLS' ? value : value / 1000);

/** Creates the metrics of the pages in the gateway's metrics registry. */
export function telemetryMetrics(registry: Registry) {
  const registers = [registry];
  const origin = ['area', 'version'] as const;
  const histogram = (vital: Vital) =>
    new Histogram({
      name: names[vital],
      help: help[vital],
      labelNames: [...origin, 'prefix'],
      buckets: steps[vital].map((step) => inUnit(vital, step)),
      registers,
    });
  return {
    loads: new Counter({ name: 'portal_area_loads_total', help: 'Attempts of pages to show an area', labelNames: origin, registers }),
    failures: new Counter({
      name: 'portal_area_load_failures_total',
      help: 'Attempts that failed, by the stage they failed in',
      labelNames: [...origin, 'stage'],
      registers,
    }),
    errors: new Counter({ name: 'portal_page_errors_total', help: 'Errors in pages that nothing caught, by name', labelNames: [...origin, 'name'], registers }),
    dropped: new Counter({ name: 'portal_telemetry_dropped_total', help: 'Reported events that name no area, version or address of this portal', registers }),
    vitals: Object.fromEntries(vitals.map((vital) => [vital, histogram(vital)])) as Record<Vital, Histogram>,
  };
}

import { fetchBytes, measureDurations, median, requestsPerSecond, sideBySide } from '../measure.ts';
import { arrivalsAt, type EngineRun, registerArrival } from './run.ts';

const forms = 20;

/** Measures the first print of a form, and the same print from the store. @param limit address of the bare fastify */
export async function prints({ report, engine, services, limits, urls, rounds, seconds }: EngineRun, limit: string): Promise<void> {
  report.section(
    'Prints',
    `Drawing: milliseconds per form, warm, ${forms} forms. Baseline: pdf-lib alone, which writes the same words in the same fonts. Baseline of a stored print: a file of 40 kB sent by fastify alone.`,
  );
  const { id, layout } = await services.call('aPrint');
  await limits.call('ourPdf', layout, 5);
  await limits.call('barePdf', layout, 5);
  const drawn = await sideBySide(
    rounds,
    async () => median(await limits.call('ourPdf', layout, forms)),
    async () => median(await limits.call('barePdf', layout, forms)),
  );
  report.add({ what: 'draw a form', ...drawn, unit: 'ms', target: { ratio: 1.5 } });

  const arrivals = arrivalsAt(urls.declarations);
  const first = await measureDurations(forms, async () => {
    await fetchBytes(`${arrivals}/${(await registerArrival(urls.declarations)).id}/print-form`);
  });
  report.add({ what: 'register an arrival and download its PDF, over HTTP', engine, ours: median(first), unit: 'ms' });
  const stored = `${arrivals}/${id}/print-form`;
  await fetchBytes(stored);
  const sent = await sideBySide(
    rounds,
    () => requestsPerSecond({ url: stored }, 16, seconds),
    () => requestsPerSecond({ url: `${limit}/file` }, 16, seconds),
  );
  report.add({ what: 'stored print', engine, ...sent, unit: '/s', target: { ratio: 0.5 } });
}

import { ask, median, requestsPerSecond, sideBySide, times } from '../lib/measure.mjs';

const FORMS = 20;

/** The first print of a form, and the same print from the store. */
export async function prints({ report, engine, services, limits, urls, rounds, seconds }) {
  report.section(
    'Prints',
    `Drawing: milliseconds per form, warm, ${FORMS} forms. Baseline: pdf-lib alone, writing the same words in the same fonts. Baseline of a stored print: a file of 40 kB sent by fastify alone.`,
  );
  const { id, layout } = await services.call('aPrint');
  await limits.call('ourPdf', layout, 5);
  await limits.call('barePdf', layout, 5);
  const pair = await sideBySide(
    rounds,
    async () => median(await limits.call('ourPdf', layout, FORMS)),
    async () => median(await limits.call('barePdf', layout, FORMS)),
  );
  report.add({ what: 'draw a form', ...pair, unit: 'ms', target: '1.5' });

  const register = `${urls.declarations}/v1/traveller/declaration/`;
  const body = JSON.stringify(await services.call('body'));
  const first = await times(FORMS, async () => {
    const { model } = JSON.parse(await ask(register, { method: 'POST', headers: { 'content-type': 'application/json' }, body }));
    await ask(`${register}${model.id}/print-form`);
  });
  report.add({ what: 'register an arrival and download its PDF, over HTTP', engine: engine.name, ours: median(first), unit: 'ms' });
  const stored = `${register}${id}/print-form`;
  await ask(stored);
  const sent = await sideBySide(
    rounds,
    () => requestsPerSecond({ url: stored }, 16, seconds),
    () => requestsPerSecond({ url: `${limits.url}/file` }, 16, seconds),
  );
  report.add({ what: 'stored print', engine: engine.name, ...sent, unit: '/s', target: '0.50' });
}

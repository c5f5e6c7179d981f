import { fetchJson, median, postJson, quantile } from '../measure.ts';
import type { EngineRun } from './run.ts';

const rules = 1_000;
const declarations = 3_000;
const trials = 4;
/** Target: a trial on `mostRows` declarations takes at most `mostSeconds`. */
const [mostRows, mostSeconds] = [1_000_000, 120];

/** Returns the worst case of a table: every declaration meets all conditions of each rule except the last, so no comparison ends early. */
const aTable = (code: string, count: number) => ({
  code,
  name: { en: 'Measured', pt: 'Medida' },
  hitPolicy: 'COLLECT',
  inputs: ['gender', 'age', 'flight', 'entryPoint', 'passport'],
  rules: Array.from({ length: count }, (_, i) => ({
    when: ['not("X")', 'not(< 0)', 'not(starts with(?, "ZZ"))', 'not("XX", "YY", "ZZ")', `"NOBODY-${i}"`],
    lane: 'RED',
    reason: { en: 'Measured', pt: 'Medida' },
  })),
  effectiveFrom: '2026-01-01',
});

interface Trial {
  id: string;
  status: string;
  examined: number;
}

/**
 * Measures how long a thousand rules take on one declaration, and how many past declarations a trial decides per second.
 * @param have number of declarations that exist already @param size number of declarations that a trial needs
 */
export async function laneRules({ report, engine, backend, services, limits, urls, rounds }: EngineRun, have: number, size: number): Promise<void> {
  report.section(
    `Lane rules, ${engine}`,
    `One declaration: ${rules.toLocaleString('en')} rules of five conditions, all of which are evaluated. Baseline: the same comparisons in hand-written JavaScript. A trial: ${Math.max(have, size).toLocaleString('en')} past declarations, a table of 20 such rules. Baseline: reading the same rows with the driver alone, in batches as large.`,
  );
  const ours: number[] = [];
  const byHand: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const times = await services.call('decideLanes', aTable('MEASURED', rules), declarations);
    ours.push(quantile(times.ours, 0.95));
    byHand.push(quantile(times.byHand, 0.95));
  }
  report.add({
    what: `${rules.toLocaleString('en')} rules on one declaration, p95`,
    engine,
    ours: median(ours),
    limit: median(byHand),
    unit: 'ms',
    target: { value: 2 },
  });

  const table = await services.call('seed', 'arrival', have, Math.max(have, size));
  const at = `${urls.declarations}/v1/lane-rules`;
  const headers = { authorization: await services.call('authorization', ['reference-admin']) };
  const { model: draft } = await fetchJson<{ model: { id: string } }>(at, postJson(aTable('TRIED', 20), headers));
  const [rates, read]: number[][] = [[], []];
  /** The highest memory use of the services during each trial, in MiB. */
  const memory: number[] = [];
  for (let round = 0; round < trials; round++) {
    memory.push(0);
    const watch = setInterval(() => {
      memory[round] = Math.max(memory[round] ?? 0, services.memory());
    }, 100);
    const began = performance.now();
    let { model: trial } = await fetchJson<{ model: Trial }>(`${at}/${draft.id}/trial`, postJson({ from: '2020-01-01' }, headers));
    for (; trial.status !== 'DONE'; await new Promise((resolve) => setTimeout(resolve, 200)))
      trial = (await fetchJson<{ model: Trial }>(`${at}/${draft.id}/trial/${trial.id}`, { headers })).model;
    rates.push(trial.examined / ((performance.now() - began) / 1000));
    clearInterval(watch);
    read.push(await limits.call('readBodies', backend.env, table));
  }
  report.add({
    what: 'trial on past declarations',
    engine,
    ours: median(rates),
    limit: median(read),
    unit: 'rows/s',
    target: { value: Math.ceil(mostRows / mostSeconds) },
  });
  report.add({
    what: `memory of all services during trial ${trials}, beside the first`,
    engine,
    ours: memory.at(-1) ?? 0,
    limit: memory[0],
    unit: 'MiB',
    target: { ratio: 1.1 },
  });
}

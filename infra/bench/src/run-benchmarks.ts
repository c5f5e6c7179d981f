import { type Engine, engines, keptBackend } from './engines.ts';
import { startPart } from './part.ts';
import type { BaselinesPart } from './parts/limits.ts';
import type { ServicesPart } from './parts/services.ts';
import { startPortal } from './portal.ts';
import { Report } from './report.ts';
import { calls, prepareCalls } from './rows/calls.ts';
import { desk } from './rows/desk.ts';
import { files } from './rows/files.ts';
import { gate } from './rows/gate.ts';
import { groups } from './rows/groups.ts';
import { keptCode } from './rows/kept-code.ts';
import { laneRules } from './rows/lane-rules.ts';
import { lists } from './rows/lists.ts';
import { messages } from './rows/messages.ts';
import type { SearchedKind } from './rows/offered.ts';
import { bulk, presence } from './rows/officers.ts';
import { pages } from './rows/pages.ts';
import { type PassportTrial, passport } from './rows/passport.ts';
import { prints } from './rows/prints.ts';
import { seals } from './rows/seals.ts';
import { searches } from './rows/searches.ts';
import { starts } from './rows/starts.ts';

interface Options {
  /** Names of the sections to measure; empty means all. */
  only: string[];
  rounds: number;
  /** Seconds of each round that measures a rate. */
  seconds: number;
  /** The row counts with which the lists are measured. */
  sizes: number[];
  /** Kinds whose searches are measured. */
  kinds: SearchedKind[];
  /** A folder for keys. If it is set, the databases of the searches are kept for the next run. */
  keep?: string;
  /** Reads photos of passports; undefined if that section is not measured. */
  passports?: Iterable<PassportTrial>;
}

/** Measures the sections, prints them and writes docs/benchmarks.md. */
export async function runBenchmarks({ only, rounds, seconds, sizes, kinds, keep, passports }: Options): Promise<void> {
  const wanted = (name: string): boolean => only.length === 0 || only.includes(name);
  const report = new Report(rounds, seconds);
  const present = engines();
  if (present.length === 1) console.log('MySQL or Redis does not answer: only the embedded engine is measured');

  const onEngine = async (engine: Engine, isLast: boolean): Promise<void> => {
    const backend = await engine.backend();
    const services = startPart<ServicesPart>('services');
    const limits = startPart<BaselinesPart>('limits');
    try {
      const urls = await services.call('start', backend.env);
      const run = { report, engine: engine.name, backend, services, limits, urls, rounds, seconds };
      const prepared = await prepareCalls(run);
      // Prints are measured before the thousands of registrations, because otherwise a form would wait until all of their prints are drawn.
      if (isLast && wanted('prints')) await prints(run, prepared.limit);
      if (isLast && wanted('files')) await files(run);
      if (wanted('calls')) await calls(run, prepared);
      if (wanted('groups')) await groups(run);
      if (wanted('officers')) await bulk(run);
      // A million rows take gigabytes, so they are measured on the server database only.
      const listSizes = sizes.filter((size) => backend.env.MYSQL_URL || size <= 100_000);
      if (wanted('lists')) await lists(run, listSizes);
      if (wanted('lanes')) await laneRules(run, wanted('lists') ? Math.max(...listSizes) : 0, Math.max(...listSizes));
    } finally {
      await services.end();
      await limits.end();
      await backend.remove();
    }
  };

  if (['calls', 'groups', 'officers', 'lanes', 'lists', 'prints', 'files'].some(wanted))
    for (const [i, engine] of present.entries()) await onEngine(engine, i === present.length - 1);
  // Millions of rows of each kind take an hour, so the searches are measured only on request.
  if (only.includes('searches') && present.length > 1) {
    const backend = keep ? await keptBackend(keep) : await (present[0] as Engine).backend();
    try {
      await searches(report, { backend, rows: Math.max(...sizes), kinds });
    } finally {
      await backend.remove();
    }
  }
  if (wanted('messages')) for (const engine of present) await messages(report, engine);
  const onPortal = async (measure: (url: string) => Promise<void>, env?: Record<string, string>): Promise<void> => {
    const portal = await startPortal({ env });
    await measure(portal.url);
    await portal.close();
  };
  if (wanted('officers')) await onPortal((url) => presence(report, url), { RATE_LIMIT: 'off' });
  if (process.env.CHROMIUM_PATH) {
    if (wanted('desk')) await onPortal((url) => desk(report, url));
    if (wanted('gate')) await onPortal((url) => gate(report, url));
    if (wanted('pages')) await onPortal((url) => pages(report, url, rounds));
    if (wanted('offline')) await keptCode(report, await startPortal(), rounds);
  } else if (['desk', 'gate', 'pages', 'offline'].some(wanted)) console.log('No Chromium on this machine: no page is measured');
  if (passports) passport(report, passports);
  if (wanted('seals')) await seals(report);
  if (wanted('starts')) await starts(report, rounds);
  report.write();
}

import { anArrival } from 'svc-declarations/testing';
import { fetchBytes, postJson, requestsPerSecond, sideBySide } from '../measure.ts';
import type { BarePage } from '../parts/limits.ts';
import type { Target } from '../report.ts';
import { arrivalsAt, type EngineRun, registerArrival } from './run.ts';

interface Prepared {
  /** Addresses of the calls that are measured, by name. */
  addresses: Record<string, string>;
  /** Address of the bare fastify. */
  limit: string;
}

/** Registers an arrival, and starts the bare fastify with the same bytes that the services send. */
export async function prepareCalls({ backend, limits, urls }: EngineRun): Promise<Prepared> {
  const arrivals = arrivalsAt(urls.declarations);
  const model = await registerArrival(urls.declarations);
  const addresses: Record<string, string> = {
    load: `${arrivals}/${model.id}/document`,
    info: `${arrivals}/info`,
    qr: `${arrivals}/${model.id}/qr`,
    catalogue: `${urls.reference}/v1/catalogue/countries/search`,
    session: `${urls.gateway}/auth/session`,
  };
  const pages: Record<string, BarePage> = {};
  for (const [name, url] of Object.entries(addresses)) pages[name] = { type: name === 'qr' ? 'image/png' : 'application/json', bytes: await fetchBytes(url) };
  return { addresses, limit: await limits.call('start', backend.env, model, pages) };
}

/** The measured reads: what is read, the name of its address, the path at the bare fastify, and the least ratio (on the embedded engine, if it differs). */
const reads: [what: string, name: string, limitPath: string, ratio?: number, embedded?: number][] = [
  ['load a document', 'load', 'row', 0.9, 0.65],
  ['blank form (info)', 'info', 'info', 0.65],
  ['QR code', 'qr', 'qr', 0.55],
  ['catalogue page', 'catalogue', 'catalogue', 0.5],
  ['session at the gateway', 'session', 'session'],
];

/** The targets of registrations, by engine and number of connections. */
const registrationTargets: Record<string, Record<number, Target>> = {
  MariaDB: { 1: { ratio: 0.35 }, 16: { ratio: 0.65 } },
  embedded: { 16: { ratio: 0.55 }, 64: { ratio: 0.5 } },
};

/** Measures registrations and the most frequent reads. */
export async function calls({ report, engine, limits, urls, rounds, seconds }: EngineRun, { addresses, limit }: Prepared): Promise<void> {
  report.section(
    `Calls, ${engine}`,
    'Baseline of a registration: its five rows in one durable transaction with the database driver alone, without HTTP or rules. Baseline of a read: fastify alone with a primary-key read, or sending the same bytes.',
  );
  // Reads are measured first, because prints are still being drawn for a while after registrations.
  for (const [what, name, limitPath, ratio, embedded = ratio] of reads) {
    const pair = await sideBySide(
      rounds,
      () => requestsPerSecond({ url: addresses[name] }, 16, seconds),
      () => requestsPerSecond({ url: `${limit}/${limitPath}` }, 16, seconds),
    );
    report.add({ what, engine, ...pair, unit: '/s', target: ratio === undefined ? undefined : { ratio: engine === 'embedded' ? embedded : ratio } });
  }
  const registration = { url: `${arrivalsAt(urls.declarations)}/`, ...postJson(anArrival()) };
  for (const connections of [1, 16, 64]) {
    const pair = await sideBySide(
      rounds,
      () => requestsPerSecond(registration, connections, seconds),
      () => limits.call('insert', connections, seconds),
    );
    report.add({
      what: `register an arrival, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
      engine,
      ...pair,
      unit: '/s',
      target: registrationTargets[engine]?.[connections],
    });
  }
}

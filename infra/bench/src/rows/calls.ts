import { ask, requestsPerSecond, sideBySide } from '../lib/measure.mjs';

const json = { 'content-type': 'application/json' };

/** Starts the bare fastify with the bytes that the services answer. */
export async function prepareCalls({ engine, place, services, limits, urls }) {
  const body = JSON.stringify(await services.call('body'));
  const register = `${urls.declarations}/v1/traveller/declaration/`;
  const { model } = JSON.parse(await ask(register, { method: 'POST', headers: json, body }));
  const address = {
    load: `${register}${model.id}/document`,
    info: `${register}info`,
    qr: `${register}${model.id}/qr`,
    catalogue: `${urls.reference}/v1/catalogue/countries/search`,
    session: `${urls.gateway}/auth/session`,
  };
  const pages = {};
  for (const [name, url] of Object.entries(address)) pages[name] = { type: name === 'qr' ? 'image/png' : 'application/json', bytes: await ask(url) };
  const bare = await limits.call('start', { env: engine.env, dataDir: place.dataDir, prefix: place.prefix, document: model, pages });
  return { address, bare, body, register };
}

/** Registrations, and the calls that everybody makes. */
export async function calls({ report, engine, limits, rounds, seconds }, { address, bare, body, register }) {
  report.section(
    `Calls, ${engine.name}`,
    'Baseline of a registration: its five rows in one durable transaction with the database driver alone, without HTTP or rules. Baseline of a read: fastify alone with a primary-key read, or sending the same bytes.',
  );
  // Reads first: after registrations their prints are drawn for a while.
  const reads = [
    ['load a document', 'load', 'row', '0.50'],
    ['blank form (info)', 'info', 'info', '0.50'],
    ['QR code', 'qr', 'qr', '0.50'],
    ['catalogue page', 'catalogue', 'catalogue', '0.50'],
    ['session at the gateway', 'session', 'session', undefined],
  ];
  for (const [what, ours, limit, target] of reads) {
    const pair = await sideBySide(
      rounds,
      () => requestsPerSecond({ url: address[ours] }, 16, seconds),
      () => requestsPerSecond({ url: `${bare}/${limit}` }, 16, seconds),
    );
    report.add({ what, engine: engine.name, ...pair, unit: '/s', target });
  }
  for (const connections of [1, 16, 64]) {
    const pair = await sideBySide(
      rounds,
      () => requestsPerSecond({ url: register, method: 'POST', headers: json, body }, connections, seconds),
      () => limits.call('insert', connections, seconds),
    );
    report.add({
      what: `register an arrival, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
      engine: engine.name,
      ...pair,
      unit: '/s',
      target: connections === 16 ? '0.40' : undefined,
    });
  }
}

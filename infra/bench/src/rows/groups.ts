import { aList, aListRow, anArrival, aSheet } from 'svc-declarations/testing';
import { fetchJson, measureDurations, median, postJson } from '../measure.ts';
import { arrivalsAt, type EngineRun, registerArrival } from './run.ts';

const listRows = 10_000;
const own = ['travellerCode', 'firstName', 'lastName', 'birthDate', 'gender', 'occupation', 'expiryDate', 'hasMerchandise'];
const [ofOne, ofAll] = [true, false].map((isOwn) => Object.fromEntries(Object.entries(anArrival()).filter(([name]) => own.includes(name) === isOwn)));

interface Group {
  model: { id: string; version: number; members: { id: string }[] };
}
interface List {
  model: { id: string; status: string; accepted: number };
}

/** Measures the cost of many travellers at once: a group, its arrival at the gate, and the list of an agent. */
export async function groups({ report, engine, services, urls }: EngineRun): Promise<void> {
  report.section(
    `Groups and lists of agents, ${engine}`,
    'Median of the calls of one caller, one after the other. Baseline of a group: the registration of one person, whose print is drawn at once; the print of a group is drawn only on request. Processor time is that of all services until the last message is sent, without the database server; the baseline is a group of one, which has no print either. A list is measured once, from the upload to its last row.',
  );
  const arrivals = arrivalsAt(urls.declarations);
  const register = (size: number): Promise<Group> =>
    fetchJson<Group>(
      `${arrivals}/group`,
      postJson({ shared: ofAll, travellers: Array.from({ length: size }, (_, n) => ({ ...ofOne, travellerCode: `G${n}` })) }),
    );
  const one = median(await measureDurations(40, () => registerArrival(urls.declarations)));
  await services.call('settle');
  await register(40);
  const forty = median(await measureDurations(15, () => register(40)));
  report.add({ what: 'register a group of 40', engine, ours: forty, limit: one, unit: 'ms', target: { ratio: 4 } });
  const processorTime = async (size: number, count: number): Promise<number> => {
    await services.call('settle');
    const before = await services.call('processorTime');
    for (let i = 0; i < count; i++) await register(size);
    await services.call('settle');
    return ((await services.call('processorTime')) - before) / count;
  };
  const [ofForty, ofOnePerson] = [await processorTime(40, 15), await processorTime(1, 60)];
  report.add({ what: 'processor time of a group of 40', engine, ours: ofForty, limit: ofOnePerson, unit: 'ms', target: { ratio: 4 } });

  const officer = { authorization: await services.call('authorization', ['traveller-declaration-read', 'traveller-declaration-arrival']) };
  const waiting = await Promise.all(Array.from({ length: 15 }, () => register(10)));
  const record = async (): Promise<void> => {
    const { id, version, members } = (waiting.pop() as Group).model;
    await fetchJson(`${arrivals}/group/${id}/actions/arrival`, postJson({ version, members: members.map((member) => member.id) }, officer));
  };
  report.add({ what: 'record the arrival of a group of ten', engine, ours: median(await measureDurations(15, record)), unit: 'ms', target: { value: 1_000 } });

  const headers = { authorization: await services.call('authorization', ['traveller-declaration-import']) };
  const registerList = async (format: 'CSV' | 'XLSX', type: string, body: string | Buffer): Promise<void> => {
    const began = performance.now();
    let { model } = await fetchJson<List>(`${arrivals}/import`, { method: 'POST', headers: { ...headers, 'content-type': type }, body: body as BodyInit });
    while (model.status === 'PROCESSING') {
      await new Promise((done) => setTimeout(done, 250));
      ({ model } = await fetchJson<List>(`${arrivals}/import/${model.id}`, { headers }));
    }
    if (model.accepted !== listRows) throw new Error(`${model.accepted} of ${listRows} rows were registered`);
    const ours = (performance.now() - began) / 1000;
    report.add({ what: `register a list of ${listRows.toLocaleString('en')} travellers, ${format}`, engine, ours, unit: 's', target: { value: 60 } });
    await services.call('settle');
  };
  const rows = (from: number): Record<string, string>[] => Array.from({ length: listRows }, (_, n) => aListRow(from + n));
  await registerList('CSV', 'text/csv', aList(rows(0)));
  await registerList('XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', await aSheet(rows(listRows)));
}

import { measureOfficers } from '@portal/load/officers';
import { fetchJson, measureDurations, median, postJson } from '../measure.ts';
import { machineLoadNote, type Report } from '../report.ts';
import { arrivalsAt, type EngineRun, registerArrival } from './run.ts';

/** The maximum number of documents in one call. */
const documents = 500;
const officers = 500;

/** Measures one action on the maximum number of documents that one call accepts. */
export async function bulk({ report, engine, services, urls }: EngineRun): Promise<void> {
  report.section(
    `One action on many documents, ${engine}`,
    `The arrival of ${documents} travellers recorded by one call, each in a durable transaction of its own, with its rules, history and audit. Nothing else runs. Baseline: the registration of one of them. Median of three. ${machineLoadNote()}`,
  );
  const arrivals = arrivalsAt(urls.declarations);
  const register = () => registerArrival(urls.declarations, { lastName: 'BULK' });
  const officer = { authorization: await services.call('authorization', ['traveller-declaration-read', 'traveller-declaration-arrival']) };
  const waiting: Awaited<ReturnType<typeof register>>[][] = [];
  for (let turn = 0; turn < 3; turn++) {
    const models: (typeof waiting)[number] = [];
    while (models.length < documents) models.push(...(await Promise.all(Array.from({ length: 20 }, register))));
    waiting.push(models);
  }
  await services.call('settle');
  const limit = median(await measureDurations(40, register)) / 1000;
  const record = async (): Promise<void> => {
    const items = (waiting.pop() ?? []).map(({ id, version }) => ({ id, version }));
    const call = postJson({ action: 'arrival', items, body: {} }, officer);
    const { records } = await fetchJson<{ records: { status: number }[] }>(`${arrivals}/bulk`, call);
    const done = records.filter(({ status }) => status === 200).length;
    if (done !== documents) throw new Error(`${done} of ${documents} arrivals were recorded: ${JSON.stringify(records.find(({ status }) => status !== 200))}`);
  };
  const ours = median(await measureDurations(3, record)) / 1000;
  report.add({ what: `record ${documents} arrivals with one call`, engine, ours, limit, unit: 's', target: { value: 3 } });
}

/** Measures the processor time of officers who look at cases and see one another's presence. @param url of a portal without rate limits */
export async function presence(report: Report, url: string): Promise<void> {
  report.section(
    'Presence of officers',
    `${officers} officers with an open stream, each looking at one of 100 cases and reporting this every 15 seconds. The cost is the additional share of one processor that the whole portal uses, compared with the same portal without these officers. Embedded engines, one process. ${machineLoadNote()}`,
  );
  const { idle, busy, delays, refused } = await measureOfficers({ url, officers, seconds: 30 });
  if (refused.size > 0) throw new Error(`calls were refused: ${refused}`);
  report.add({ what: 'another officer opens the case: median', ours: median(delays), unit: 'ms' });
  report.add({ what: 'another officer opens the case: slowest of ten', ours: Math.max(...delays), unit: 'ms', target: { value: 1_000 } });
  report.add({ what: `processor time of ${officers} officers`, ours: Math.max(0, busy - idle) * 100, unit: '%', target: { value: 5 } });
}

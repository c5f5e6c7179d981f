import { setTimeout as wait } from 'node:timers/promises';
import { Load } from '../../load/lib/drive.mjs';
import { kinds } from '../../load/lib/kinds.mjs';
import { until } from './until.mjs';

const journey = kinds.find(({ name }) => name.startsWith('trip'));

/**
 * The process of svc-trips ends before a receipt for one of its trips arrives, and comes back after it: the trip moves, once.
 * @param {import('./parts.mjs').Parts} portal
 * @param {import('../../load/lib/ledger.mjs').Ledger} ledger
 */
export async function payWhileDown(portal, ledger) {
  const load = new Load(portal.url, { ledger });
  const desk = load.desk(load.tallies.get(journey.name));
  // All of the journey's calls but the last are svc-trips': it goes when the cashier has seen what is due.
  let receipt;
  const call = async (client, ask, expected, enough) => {
    if (ask.method !== 'POST' || !ask.path.includes('/payment/receipt/')) return desk.call(client, ask, expected, enough);
    await portal.kill('svc-trips');
    const answer = await desk.call(client, ask, expected, enough);
    receipt = answer?.body.model.id;
    return answer;
  };
  await journey.run({ ...desk, call });
  // The announcement is with the queue, and nobody takes it.
  await wait(500);
  if (!portal.part('svc-trips').running) await portal.start('svc-trips');
  if (!receipt) throw new Error('No receipt was recorded while svc-trips was away');
  await until('the trip has its receipt', async () => {
    const { documentId } = ledger.receipts.get(receipt);
    const { body } = await load.nobody.ask({ path: `/api/trips/v1/triptic/trip/${documentId}/document` });
    return body.model?.documentStatus === 'PAID FOR APPROVAL';
  });
  load.agent.destroy();
}

import { setTimeout as wait } from 'node:timers/promises';
import { type CallContext, callKinds, trips } from '../calls.ts';
import type { Ledger } from '../ledger.ts';
import { Load } from '../load.ts';
import type { PortalProcesses } from '../processes/portal-processes.ts';
import { until } from '../until.ts';

/** Stops svc-trips before a receipt for one of its trips arrives, and starts it afterwards: the trip must then move on exactly once. */
export async function payWhileDown(portal: PortalProcesses, ledger: Ledger): Promise<void> {
  const load = new Load(portal.url, { ledger });
  const journey = callKinds.find(({ name }) => name.startsWith('trip'));
  if (!journey) throw new Error('calls.ts has no kind that begins with "trip"');
  const desk = load.callContext(journey.name);
  const trip = portal.process('svc-trips');
  let receipt: string | undefined;
  // Only the last call of this kind, the payment, does not need svc-trips.
  const call: CallContext['call'] = async (client, what, expected, enough) => {
    if (what.method !== 'POST' || !what.path.includes('/payment/receipt/')) return desk.call(client, what, expected, enough);
    await trip.kill();
    const answer = await desk.call(client, what, expected, enough);
    receipt = answer?.body.model.id;
    return answer;
  };
  await journey.run({ ...desk, call });
  // The announcement is now in the queue, and no process consumes it.
  await wait(500);
  if (!trip.running) await trip.start();
  if (!receipt) throw new Error('No receipt was recorded while svc-trips was down');
  const documentId = ledger.receipts.get(receipt);
  await until('the trip has its receipt', async () => {
    const { body } = await load.anonymous.send({ path: `${trips}/${documentId}/document` });
    return body.model?.documentStatus === 'PAID FOR APPROVAL';
  });
  load.agent.destroy();
}

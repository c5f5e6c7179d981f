import type { Deployment } from '../deployment.ts';
import { load } from './over-https.ts';

/** As "Upgrade" of docs/operations.md says: who is sent messages before who sends them, the gateway last. */
const order = ['svc-media', 'svc-reference', 'svc-declarations', 'svc-licences', 'svc-trips', 'gateway'];

/** Replaces one instance after another by those of `version`. */
async function replaceAll(deployment: Deployment, version: string): Promise<void> {
  deployment.setVersion(version);
  for (const service of order) {
    if (service !== 'gateway') await deployment.run(service.replace('svc-', 'migrate-'));
    await deployment.up('--no-deps', '--no-recreate', '--scale', `${service}=2`, service);
    await deployment.healthy(120, service);
    await deployment.up('--no-deps', '--scale', `${service}=1`, service);
    await deployment.healthy(120, service);
  }
}

/** Warnings and failed calls of what containers have logged. */
const unusual = (log: string): string =>
  log
    .split('\n')
    .filter((line) => /"status":50\d|"level":[456]0/.test(line))
    .slice(0, 40)
    .join('\n');

/** Replaces every instance while the portal is called. @throws Error if a call failed, was repeated or was lost */
export async function upgrade(deployment: Deployment, root: string, version: string, seconds = 240): Promise<string> {
  const logged = deployment.followLogs();
  const calling = load(deployment, root, seconds, 2);
  calling.catch(() => undefined);
  await new Promise((done) => setTimeout(done, 10_000));
  const began = performance.now();
  await replaceAll(deployment, version);
  const took = (performance.now() - began) / 1000;
  const { calls, retries, output } = await calling.catch((error: Error) => {
    throw new Error(`${error.message}\n${unusual(logged())}`);
  });
  const log = logged();
  if (took + 10 > seconds) throw new Error(`The upgrade took ${took.toFixed(0)} s, and the calls had ended by then`);
  if (retries !== 'none') throw new Error(`Calls were repeated after: ${retries}\n${output}\n${unusual(log)}`);
  return `${took.toFixed(0)} s, ${calls} calls meanwhile, none failed or repeated`;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { components } from '@portal/dev/deployment/components';
import { publishAndRollBack } from './checks/area.ts';
import { loseEverything, restoreInPlace, undoMistake } from './checks/disaster.ts';
import { killGateway } from './checks/gateway-killed.ts';
import { rotateKeys, verifyAudit } from './checks/keys.ts';
import { shipLogs } from './checks/log-shipping.ts';
import { checkMonitoring } from './checks/monitoring.ts';
import { browse, contract, injectFaults } from './checks/over-https.ts';
import { signAndVerify } from './checks/release.ts';
import { scan } from './checks/scans.ts';
import { goBack, goBackUnderLoad, tryCalls, unusual, upgrade, upgradeShipped } from './checks/upgrade.ts';
import { scanOverTls, scanUploads } from './checks/uploads.ts';
import { startDocker } from './daemon.ts';
import { Deployment } from './deployment.ts';
import { baseImage, Images, standIns } from './images.ts';
import type { Prepared } from './run-deploy-test.ts';
import { Steps } from './steps.ts';

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Runs the half of the test that needs a separate network: starts the deployment, tests it and removes it. @returns whether every step passed */
export async function runInside(scratch: string): Promise<boolean> {
  const prepared = JSON.parse(readFileSync(join(scratch, 'prepared.json'), 'utf8')) as Prepared;
  const { root, versions } = prepared;
  const [before] = versions;
  const steps = new Steps();
  const docker = await startDocker(join(scratch, 'docker'), prepared.tools);
  const deployment = new Deployment(docker, scratch);
  try {
    await steps.run('Images given to Docker', async () => {
      const images = new Images(prepared.images);
      const all = components(root);
      for (const image of [baseImage, ...Object.keys(standIns), ...versions.flatMap((version) => all.map(({ image }) => `docker.io/${image}:${version}`))])
        await images.load(image, docker.run);
      const sizeOf = async (image: string): Promise<number> => Number(await docker.run('image', 'inspect', '--format', '{{.Size}}', image));
      const base = await sizeOf('node:22-slim');
      const sizes = await Promise.all(all.map(async ({ name, image }) => `${name} ${megabytes((await sizeOf(`${image}:after`)) - base)}`));
      return `base ${megabytes(base)}; above it ${sizes.join(', ')}`;
    });
    await deployment.prepare(before);
    await steps.run('Images signed, and verified before they run', () => signAndVerify(deployment, root, versions));
    await steps.run('The Compose file as shipped is up', async () => {
      await deployment.up();
      await deployment.healthy(300);
      await deployment.readAuthority();
      await deployment.ready();
      return `${(await deployment.containers()).length} containers`;
    });
    await (prepared.from ? tryShipped(deployment, steps, prepared) : tryAll(deployment, steps, prepared));
    return true;
  } catch (error) {
    console.error((error as Error).message);
    console.error(unusual(await deployment.compose('logs', '--no-color', '--since', '15m').catch(String)));
    return false;
  } finally {
    writeFileSync(join(scratch, 'steps.json'), JSON.stringify(steps.done));
    await deployment.compose('down', '--volumes', '--timeout', '5').catch(() => undefined);
    await docker.stop();
  }
}

/** Tests everything that docs/operations.md describes. */
async function tryAll(deployment: Deployment, steps: Steps, { root, chromium, versions: [before, after] }: Prepared): Promise<void> {
  await steps.run('Journeys in a browser, over https', () => browse(deployment, root, chromium));
  await steps.run('Checks of the contract, over https', () => contract(deployment, root));
  await steps.run('An upload with a virus, and one without', () => scanUploads(deployment));
  await steps.run('The scanner behind the TLS proxy of a cluster', () => scanOverTls(deployment, root, before));
  await steps.run('A new build of an area is published and rolled back', () => publishAndRollBack(deployment, after, before));
  // This step must come before the faults, because alerts about them would still be raised.
  await steps.run('Prometheus as shipped watches, and tells of a fault', () => checkMonitoring(deployment, root));
  await steps.run('Logs to another system', () => shipLogs(deployment, before));
  await steps.run('The gateway is killed behind the ingress, under calls', () => killGateway(deployment));
  await steps.run('Faults by commands, under load', () => injectFaults(deployment, root));
  await steps.run('Audit logs verified', () => verifyAudit(deployment));
  await steps.run('Keys rotated', () => rotateKeys(deployment));
  await steps.run('A backup restored over the data', () => restoreInPlace(deployment));
  await steps.run('A mistake undone, to the second', () => undoMistake(deployment));
  await steps.run('Everything lost, and back from a backup', () => loseEverything(deployment));
  await steps.run('Audit logs verified after that', () => verifyAudit(deployment));
  await steps.run('Upgrade under load', () => upgrade(deployment, root, after));
  await steps.run('The way back, under load', () => goBackUnderLoad(deployment, root, before));
  await steps.run('Scanners', () => scan(deployment, root, before));
}

/** Tests the upgrade from a version as it was shipped, and the downgrade back to it. */
async function tryShipped(deployment: Deployment, steps: Steps, { root, chromium, versions: [before, after] }: Prepared): Promise<void> {
  await steps.run('Calls of the earlier version', () => tryCalls(deployment, root));
  await steps.run('Upgrade under load', () => upgradeShipped(deployment, root, after));
  await steps.run('Journeys in a browser, over https', () => browse(deployment, root, chromium));
  await steps.run('Checks of the contract, over https', () => contract(deployment, root));
  await steps.run('Audit logs verified', () => verifyAudit(deployment));
  await steps.run('The way back', () => goBack(deployment, root, before));
  await steps.run('Audit logs verified after that', () => verifyAudit(deployment));
}

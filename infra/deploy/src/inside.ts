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
import { requireSecondFactor } from './checks/second-factor.ts';
import { renewSecrets } from './checks/secrets.ts';
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
    const chosen = (prepared.from ? stepsShipped : allSteps)(deployment, prepared).filter(([name]) => isChosen(name, prepared.only));
    for (const [name, work] of chosen) await runStep(deployment, steps, name, work);
    return steps.done.every((step) => step.passed);
  } catch (error) {
    console.error((error as Error).message);
    return false;
  } finally {
    writeFileSync(join(scratch, 'steps.json'), JSON.stringify(steps.done));
    await deployment.compose('down', '--volumes', '--timeout', '5').catch(() => undefined);
    await docker.stop();
  }
}

/** Whether a step is run. @param only texts, separated by commas; if given, the name must contain one of them */
const isChosen = (name: string, only = ''): boolean => only.split(',').some((text) => name.includes(text));

type NamedStep = [name: string, work: () => Promise<string>];

/** Runs a step. If it fails, the unusual lines of the logs are printed and the next step is run all the same, so that one run finds several faults. */
async function runStep(deployment: Deployment, steps: Steps, name: string, work: NamedStep[1]): Promise<void> {
  const since = new Date().toISOString();
  try {
    await steps.run(name, work);
  } catch {
    console.error(unusual(await deployment.compose('logs', '--no-color', '--since', since).catch(String)));
  }
}

/** The steps that test everything that docs/operations.md describes. */
const allSteps = (deployment: Deployment, { root, chromium, versions: [before, after] }: Prepared): NamedStep[] => [
  ['Journeys in a browser, over https', () => browse(deployment, root, chromium)],
  ['Checks of the contract, over https', () => contract(deployment, root)],
  ['An upload with a virus, and one without', () => scanUploads(deployment)],
  ['The scanner behind the TLS proxy of a cluster', () => scanOverTls(deployment, root, before)],
  ['A new build of an area is published and rolled back', () => publishAndRollBack(deployment, after, before)],
  // This step must come before the faults, because alerts about them would still be raised.
  ['Prometheus as shipped watches, and tells of a fault', () => checkMonitoring(deployment, root)],
  ['Logs to another system', () => shipLogs(deployment, before)],
  ['The gateway is killed behind the ingress, under calls', () => killGateway(deployment)],
  ['Faults by commands, under load', () => injectFaults(deployment, root)],
  ['A second factor for officials', () => requireSecondFactor(deployment)],
  ['Audit logs verified', () => verifyAudit(deployment)],
  ['Keys rotated', () => rotateKeys(deployment)],
  ['Secrets renewed', () => renewSecrets(deployment, root)],
  ['A backup restored over the data', () => restoreInPlace(deployment)],
  ['A mistake undone, to the second', () => undoMistake(deployment)],
  ['Everything lost, and back from a backup', () => loseEverything(deployment)],
  ['Audit logs verified after that', () => verifyAudit(deployment)],
  ['Upgrade under load', () => upgrade(deployment, root, after)],
  ['The way back, under load', () => goBackUnderLoad(deployment, root, before)],
  ['Scanners', () => scan(deployment, root, before)],
];

/** The steps that test the upgrade from a version as it was shipped, and the downgrade back to it. */
const stepsShipped = (deployment: Deployment, { root, chromium, versions: [before, after] }: Prepared): NamedStep[] => [
  ['Calls of the earlier version', () => tryCalls(deployment, root)],
  ['Upgrade under load', () => upgradeShipped(deployment, root, after)],
  ['Journeys in a browser, over https', () => browse(deployment, root, chromium)],
  ['Checks of the contract, over https', () => contract(deployment, root)],
  ['Audit logs verified', () => verifyAudit(deployment)],
  ['The way back', () => goBack(deployment, root, before)],
  ['Audit logs verified after that', () => verifyAudit(deployment)],
];

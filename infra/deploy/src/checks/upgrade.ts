import { join } from 'node:path';
import { components, ofKind } from '@portal/dev/deployment/components';
import { until } from '@portal/load/until';
import type { Deployment } from '../deployment.ts';
import { area, versionInForce } from './area.ts';
import { load } from './over-https.ts';

/** The order of "Upgrade" in docs/operations.md: services that receive messages before those that send them, the gateway last. */
const order = ['svc-media', 'svc-reference', 'svc-declarations', 'svc-licences', 'svc-trips', 'gateway'];

/** Runs the migrations of a service, adds an instance of the new version, and stops the earlier instance when the new one is healthy. */
async function replace(deployment: Deployment, service: string): Promise<void> {
  if (service !== 'gateway') await deployment.run(service.replace('svc-', 'migrate-'));
  const earlier = new Set((await deployment.containers(service)).map(({ Name }) => Name));
  await deployment.up('--no-deps', '--no-recreate', '--scale', `${service}=2`, service);
  const added = async (): Promise<boolean> => (await deployment.containers(service)).some(({ Name, Health }) => !earlier.has(Name) && Health === 'healthy');
  await until(`a new instance of ${service} is healthy`, added, { seconds: 120, every: 1000 });
  // If the new version changes how the ingress reaches the gateway, the ingress uses the new way from here on.
  if (service === 'gateway') await deployment.up('--no-deps', 'ingress');
  await deployment.up('--no-deps', '--scale', `${service}=1`, service);
  await deployment.healthy(120, service);
}

/** What is replaced after the gateway, before the screens are published. */
export const replacedLast = ['ops', 'witness', 'keycloak-dump'];

/** Replaces the services and the gateway one after another, then what is replaced last, and publishes the screens. */
async function replaceAll(deployment: Deployment, version: string): Promise<void> {
  for (const service of order) await replace(deployment, service);
  const publications = ofKind(components(join(deployment.scratch, version)), 'screens').map(({ area }) => `publish-${area}`);
  const known = (await deployment.compose('config', '--services')).trim().split('\n');
  // An earlier version may not have all of them.
  const last = replacedLast.filter((name) => known.includes(name));
  await deployment.up('--no-deps', ...last);
  await deployment.up('--no-deps', ...publications);
  const isPublished = async (): Promise<boolean> => (await deployment.containers(...publications)).every(({ State }) => State === 'exited');
  await until('the screens are published', isPublished, { seconds: 120, every: 1000 });
  await deployment.healthy(120, ...last, ...publications);
  // An earlier step has rolled back this version of the screens. They are published by hand, as "Upgrade" says.
  if (publications.includes('publish-trips')) await deployment.run('publish-trips', 'publish', area);
}

/** The maximum number of seconds of an upgrade. The portal is called for at most this long. */
const mostSeconds = 900;

/** Returns the lines of container logs that are warnings, errors or calls with a status of 500 to 509. */
export const unusual = (log: string): string =>
  log
    .split('\n')
    .filter((line) => /"status":50\d|"level":[456]0/.test(line))
    .slice(0, 40)
    .join('\n');

/** The servers of compose.yaml, except for the ingress, in the order of "Upgrade". */
export const servers = ['mariadb', 'redis', 's3', 'clamd', 'keycloak'];

/** The two commands of step 4 of "Upgrade": they print the servers with the hash of their definition in the Compose file, and of that of their container. */
export const serverHashes = [
  ['config', '--hash', servers.join(',')],
  ['ps', '--format', '{{.Service}} {{.Label "com.docker.compose.config-hash"}}', ...servers],
];

/** Returns the servers whose definition the version changes. */
async function changedServers(deployment: Deployment): Promise<string[]> {
  const [described = [], running = []] = await Promise.all(serverHashes.map(async (words) => (await deployment.compose(...words)).trim().split('\n')));
  return servers.filter((server) => described.find((line) => line.startsWith(`${server} `)) !== running.find((line) => line.startsWith(`${server} `)));
}

/** Replaces the servers that the version changes, one at a time, while nobody calls. @returns their names */
async function replaceChangedServers(deployment: Deployment): Promise<string[]> {
  const changed = await changedServers(deployment);
  for (const server of changed) {
    await deployment.up('--no-deps', server);
    await deployment.healthy(300, server);
  }
  const left = await changedServers(deployment);
  if (left.length) throw new Error(`Still as the earlier version had them: ${left}`);
  await deployment.healthy(300);
  await deployment.ready();
  return changed;
}

/** Servers that "Upgrade" replaces first when it starts from a version with one shared Redis account and without TLS to Keycloak and the virus scanner. */
const serversReplaced = ['redis', 's3', 'witness', 'clamd', 'keycloak'];

/** Replaces these servers and then svc-media at once: until then svc-media reaches neither the file store nor the virus scanner. */
async function replaceServers(deployment: Deployment, first: string[]): Promise<void> {
  await deployment.up('--no-deps', ...first);
  await deployment.healthy(120, ...first);
  await replace(deployment, 'svc-media');
}

/**
 * Replaces everything by another version, and calls the portal during the steps that callers must not notice.
 * @param first servers that must be replaced before the services @throws Error if a call failed, was repeated or was lost
 */
export async function upgrade(deployment: Deployment, root: string, version: string, first: string[] = []): Promise<string> {
  await deployment.ops('backup');
  await deployment.take(version);
  if (first.length) await replaceServers(deployment, first);
  const told = await replaceUnderLoad(deployment, root, version, first.length > 0);
  deployment.changeEnv('IDENTITY_HTTP', 'false');
  const changed = await replaceChangedServers(deployment);
  return `${told}; servers replaced afterwards: ${changed.join(', ') || 'none'}`;
}

/** Upgrades from a version as it was shipped, with its own Compose file. */
export function upgradeShipped(deployment: Deployment, root: string, version: string): Promise<string> {
  deployment.changeEnv('IDENTITY_HTTP', 'true');
  return upgrade(deployment, root, version, serversReplaced);
}

/** Goes back to the earlier version while the portal is called: first the screens, of which only those of trips differ, then everything else. */
export async function goBackUnderLoad(deployment: Deployment, root: string, version: string): Promise<string> {
  const later = await versionInForce(deployment);
  await deployment.run('publish-trips', 'rollback', 'mf-trips');
  await until('visitors get the earlier screens', async () => (await versionInForce(deployment)) !== later, { seconds: 60, every: 500 });
  return upgrade(deployment, root, version);
}

/** Downgrades to a version as it was shipped. Its Compose file has other accounts, so the portal is unavailable for a while. */
export async function goBack(deployment: Deployment, root: string, version: string): Promise<string> {
  await deployment.take(version);
  await replaceServers(deployment, serversReplaced);
  await replaceAll(deployment, version);
  await replaceChangedServers(deployment);
  return tryCalls(deployment, root);
}

/** Calls the portal for a while. @throws Error if a call failed, was repeated or was lost */
export async function tryCalls(deployment: Deployment, root: string): Promise<string> {
  const { calls, retries } = await load(deployment, root, 20, 2);
  if (retries !== 'none') throw new Error(`Calls were repeated after: ${retries}`);
  return `${calls} calls, none failed or repeated`;
}

/** The errors that callers may get while the ingress restarts: connections are refused or closed. */
const ofConnections = /^(E[A-Z]+ ×\d+(, )?)+$/;

/**
 * Does step 3 of "Upgrade" while the portal is called. @param restartsIngress whether the ingress is also replaced, which refuses connections for a moment
 */
async function replaceUnderLoad(deployment: Deployment, root: string, version: string, restartsIngress: boolean): Promise<string> {
  const logged = deployment.followLogs();
  const replaced = new AbortController();
  const calling = load(deployment, root, mostSeconds, 2, replaced.signal);
  calling.catch(() => undefined);
  await new Promise((done) => setTimeout(done, 10_000));
  const began = performance.now();
  await replaceAll(deployment, version);
  const took = (performance.now() - began) / 1000;
  replaced.abort();
  const { calls, retries, output } = await calling.catch((error: Error) => {
    throw new Error(`${error.message}\n${unusual(logged())}`);
  });
  const log = logged();
  if (took + 10 > mostSeconds) throw new Error(`The upgrade took ${took.toFixed(0)} s, and the calls had ended by then`);
  const isAllowed = retries === 'none' || (restartsIngress && ofConnections.test(retries));
  if (!isAllowed) throw new Error(`Calls were repeated after: ${retries}\n${output}\n${unusual(log)}`);
  const told = retries === 'none' ? 'none failed or repeated' : `none failed; repeated while the ingress was replaced: ${retries}`;
  return `${took.toFixed(0)} s, ${calls} calls meanwhile, ${told}`;
}

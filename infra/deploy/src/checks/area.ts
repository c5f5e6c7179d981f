import { until } from '@portal/load/until';
import type { Deployment } from '../deployment.ts';

/** The area whose screens these tests publish. */
export const area = 'mf-trips';

/** Returns the version of the trips' screens that visitors get. */
export async function versionInForce(deployment: Deployment): Promise<string> {
  const registry = JSON.parse(await deployment.get('/remotes.json')) as { areas?: { name: string; version: string }[] } & Record<string, unknown>;
  const version = registry.areas?.find(({ name }) => name === area)?.version;
  if (!version) throw new Error(`/remotes.json does not name ${area}`);
  return version;
}

/**
 * Publishes a new build of an area from its image, and rolls it back. @param version of the image with the new build @param before the version that the
 * deployment runs
 */
export async function publishAndRollBack(deployment: Deployment, version: string, before: string): Promise<string> {
  const first = await versionInForce(deployment);
  deployment.setVersion(version);
  try {
    await deployment.compose('run', '--rm', '-T', 'publish-trips');
    await until('visitors get the new build', async () => (await versionInForce(deployment)) !== first, { seconds: 60, every: 500 });
    const second = await versionInForce(deployment);
    await deployment.compose('run', '--rm', '-T', 'publish-trips', 'rollback', area);
    await until('visitors get the first build again', async () => (await versionInForce(deployment)) === first, { seconds: 60, every: 500 });
    // Each `docker compose up` runs this container again.
    await deployment.compose('run', '--rm', '-T', 'publish-trips');
    if (!(await deployment.run('publish-trips', 'list')).includes(first)) throw new Error(`The rollback to ${first} was undone`);
    return `${area} from ${first} to ${second} and back`;
  } finally {
    deployment.setVersion(before);
  }
}

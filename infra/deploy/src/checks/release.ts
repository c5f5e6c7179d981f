import { join } from 'node:path';
import { command } from '../command.ts';
import type { Deployment } from '../deployment.ts';

/**
 * Tests "Signed releases" of docs/operations.md: signs and verifies the images of every version, and checks that a release with an exchanged image is refused.
 */
export async function signAndVerify(deployment: Deployment, root: string, versions: string[]): Promise<string> {
  const file = (name: string): string => join(deployment.folder, name);
  await command('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', file('release.pem')]);
  await command('openssl', ['pkey', '-in', file('release.pem'), '-pubout', '-out', file('release-public.pem')]);
  const release = (...args: string[]): Promise<string> =>
    command('node', [join(root, 'infra/deploy/release.mjs'), ...args], { cwd: root, env: deployment.docker.env, seconds: 300 });
  const verify = (version: string): Promise<string> => release('verify', '--key', file('release-public.pem'), '--folder', deployment.releaseOf(version));
  for (const version of versions) {
    await release('attest', '--version', version, '--key', file('release.pem'), '--folder', deployment.releaseOf(version));
    await verify(version);
  }
  const [version = '', other = ''] = versions;
  const [own, foreign] = [`portal/mf-trips:${version}`, `portal/mf-trips:${other}`];
  const id = (await deployment.docker.run('image', 'inspect', '--format', '{{.Id}}', own)).trim();
  await deployment.docker.run('tag', foreign, own);
  const refused = await verify(version).then(
    () => 'it was taken',
    (error: Error) => error.message,
  );
  await deployment.docker.run('tag', id, own);
  if (!refused.includes(`${own} on this machine is another image than the one that was signed`))
    throw new Error(`Another image in the place of one: ${refused}`);
  await verify(version);
  return `${versions.length} versions; another image in the place of one was refused`;
}

import type { Deployment } from './deployment.ts';
import { type Purpose, signerOf } from './signing.ts';
import { versionProblems } from './stored-version.ts';

/**
 * Checks the signatures and hashes of everything that is deployed.
 * @returns what is wrong, as sentences
 */
export async function verify({ store, keys }: Pick<Deployment, 'store' | 'keys'>): Promise<string[]> {
  const problems: string[] = [];
  for (const area of (await store.registry()).areas) {
    const trusted = await keys.trusted(area.name);
    if (!trusted) return [`${keys.trustFile} is missing: without the public keys no signature can be checked. Set REMOTES_KEYS.`];
    const entries: [Purpose, typeof area][] = [['stable', area], ...(area.canary ? [['canary', area.canary] as [Purpose, typeof area]] : [])];
    for (const [purpose, entry] of entries) {
      if (!signerOf(purpose, entry, entry.signature, trusted))
        problems.push(
          `remotes.json: the ${purpose} entry of ${area.name} has no signature of a key of ${area.name}. Publish or roll back ${area.name} to sign it anew.`,
        );
      problems.push(...(await versionProblems(store, area.name, entry.version, trusted)));
    }
  }
  return problems;
}

import { writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { command } from './command.ts';
import type { BaseOrigin } from './images.ts';
import { type Step, stepsTable } from './steps.ts';

/** @param base where the image on which the portal's images stand comes from */
const standInsText = (base: BaseOrigin): string => `These stand in for the servers' images that the Compose file names, so that a run needs no registry:

| in the file | in this run |
|---|---|
| MariaDB 10.11, Caddy, ClamAV | the same programs from Debian's packages; ClamAV knows one signature, that of the test virus EICAR |
| Valkey 8 | Redis 7.0 from Debian's packages |
| SeaweedFS | s3rver |
| Keycloak | oidc-provider with the client, the addresses and the roles of the shipped \`realm.json\`, and the development users |
| node:22-slim | ${base === 'a registry' ? 'the image itself' : 'debootstrap and Node 22 from npm'} |
`;

/** The text of docs/deployed.md. */
export const reportText = (steps: Step[], { commit, day, machine, base }: { commit: string; day: string; machine: string; base: BaseOrigin }): string =>
  `# Deployed

Written by \`npm run deploy:test -- --write\` on ${day}, commit ${commit}, ${machine}. What each step does is in \`infra/deploy\`; the procedures are those of [operations.md](operations.md).

${standInsText(base)}
${stepsTable(steps)}
`;

/** The commit that is checked out. */
export const commitOf = async (root: string): Promise<string> => (await command('git', ['-C', root, 'rev-parse', '--short', 'HEAD'])).trim();

/** Writes docs/deployed.md. @param commit that was tried */
export function writeReport(root: string, steps: Step[], { commit, base }: { commit: string; base: BaseOrigin }): void {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} processors, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  writeFileSync(join(root, 'docs/deployed.md'), reportText(steps, { commit, day, machine, base }));
}

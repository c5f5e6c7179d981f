import { writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { command } from './command.ts';
import { type Step, stepsTable } from './steps.ts';

const standInsText = `No registry of images was reached, so these stand in for the images that the Compose file names:

| in the file | in this run |
|---|---|
| MariaDB 10.11, Caddy, ClamAV | the same programs from Debian's packages; ClamAV knows one signature, that of the test virus EICAR |
| Valkey 8 | Redis 7.0 from Debian's packages |
| SeaweedFS | s3rver |
| Keycloak | oidc-provider with the client, the addresses and the roles of the shipped \`realm.json\`, and the development users |
| node:22-slim | debootstrap and Node 22 from npm |
`;

/** The text of docs/deployed.md. */
export const reportText = (steps: Step[], { commit, day, machine, standIns }: { commit: string; day: string; machine: string; standIns: boolean }): string =>
  `# Deployed

Written by \`npm run deploy:test -- --write\` on ${day}, commit ${commit}, ${machine}. What each step does is in \`infra/deploy\`; the procedures are those of [operations.md](operations.md).

${standIns ? standInsText : 'All images are those of the Compose file.\n'}
${stepsTable(steps)}
`;

/** The commit that is checked out. */
export const commitOf = async (root: string): Promise<string> => (await command('git', ['-C', root, 'rev-parse', '--short', 'HEAD'])).trim();

/** Writes docs/deployed.md. @param commit that was tried */
export function writeReport(root: string, steps: Step[], { commit, standIns }: { commit: string; standIns: boolean }): void {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} processors, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  writeFileSync(join(root, 'docs/deployed.md'), reportText(steps, { commit, day, machine, standIns }));
}

import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { BaseOrigin } from './images.ts';
import { type Step, stepsTable } from './steps.ts';

/** @param base the origin of the base image of the portal's images */
const standInsText = (base: BaseOrigin): string => `These stand in for the servers' images that the Compose file names, so that a run needs no registry:

| in the file | in this run |
|---|---|
| MariaDB 10.11, Caddy, ClamAV, nginx, rsyslog | the same programs from Debian's packages; ClamAV knows one signature, that of the test virus EICAR |
| Valkey 8 | Redis 7.0 from Debian's packages |
| SeaweedFS | s3rver |
| Keycloak | oidc-provider with the client, the addresses and the roles of the shipped \`realm.json\`, and the development users |
| node:22-slim | ${base === 'a registry' ? 'the image itself' : 'debootstrap and Node 22 from npm'} |

No cluster was tried: [what checks the objects for Kubernetes instead](../infra/k8s/README.md#what-is-checked-and-what-never-was).
`;

/** When and where a run was made. */
interface Run {
  commit: string;
  day: string;
  machine: string;
  base: BaseOrigin;
  /** The earlier commit, if the run tested an upgrade from it. */
  from?: string;
}

/** The heading that begins the second part of docs/deployed.md. */
const earlierHeading = '## Upgrade from an earlier version';

/** Returns the text of docs/deployed.md after a run. @param before the text before the run: the part about the other kind of run stays */
export function reportText(before: string, steps: Step[], { commit, day, machine, base, from }: Run): string {
  const [whole = '', earlier = ''] = before.split(earlierHeading).map((part) => part.trim());
  const when = `on ${day}, commit ${commit}, ${machine}`;
  const parts = from
    ? [
        whole,
        `${earlierHeading}\n\nWritten by \`npm run deploy:test -- --write --from ${from}\` ${when}. The earlier commit ran with its own Compose file; the same servers stood in.\n\n${stepsTable(steps)}`,
      ]
    : [
        `# Deployed\n\nWritten by \`npm run deploy:test -- --write\` ${when}. What each step does is in \`infra/deploy\`; the procedures are those of [operations.md](operations.md).\n\n${standInsText(base)}\n${stepsTable(steps)}`,
        earlier && `${earlierHeading}\n\n${earlier}`,
      ];
  return `${parts
    .filter(Boolean)
    .map((part) => part.trim())
    .join('\n\n')}\n`;
}

/** Writes docs/deployed.md. @param commit the commit that was tested */
export function writeReport(root: string, steps: Step[], { commit, base, from }: Pick<Run, 'commit' | 'base' | 'from'>): void {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} processors, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const file = join(root, 'docs/deployed.md');
  writeFileSync(file, reportText(readFileSync(file, 'utf8'), steps, { commit, day, machine, base, from }));
}

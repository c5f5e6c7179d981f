import { root } from './lib/root.mjs';

/** Holds Dockerfiles, the Compose file, the cluster's manifests and the realm against their schemas, the settings and the code. */
const { build } = await import('../build/build.mjs');
await build({ only: ['backend'] });
const { deploymentFaults } = await import('./dist/src/deployment/check.js');
const faults = await deploymentFaults(root);
for (const fault of faults) console.error(fault);
process.exit(faults.length ? 1 : 0);

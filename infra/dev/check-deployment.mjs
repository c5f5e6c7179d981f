import { root } from '../build/lib/paths.mjs';

/** Checks the Compose file and the Kubernetes manifests against their schemas and against the settings that the code reads. */
const { build } = await import('../build/build.mjs');
await build({ only: ['backend'] });
const { deploymentFaults } = await import('@portal/dev/deployment/check');
const faults = await deploymentFaults(root);
for (const fault of faults) console.error(fault);
process.exit(faults.length ? 1 : 0);

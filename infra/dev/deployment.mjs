import { writeFileSync } from 'node:fs';
import { at, root } from './lib/root.mjs';

/** Writes the files of the deployment from the list of components. */
const { build } = await import('../build/build.mjs');
await build({ only: ['backend'] });
const { deploymentFiles } = await import('@portal/dev/deployment/files');
for (const [file, text] of Object.entries(deploymentFiles(root))) writeFileSync(at(file), text);

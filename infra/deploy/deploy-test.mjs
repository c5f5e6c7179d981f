import { root } from '../build/lib/paths.mjs';
import { readOptions } from '../dev/lib/options.mjs';
import { runTool } from '../dev/lib/tool.mjs';

const usage = `npm run deploy:test     builds every image, starts the Compose file as shipped in a network of its own, runs checks and journeys over https, a backup and
                        its restore, a rotation of keys, an upgrade under load and the way back, and removes everything
  --write               writes docs/deployed.md
  --images <folder>     keeps images there for the next run
  --from <commit>       starts an earlier commit as it was shipped, upgrades it and goes back, and nothing else
  --only <texts>        runs only the steps whose names contain one of the texts, for example "Logs,Keys"; docs/deployed.md is then not written`;
const { values } = readOptions(usage, {
  options: {
    write: { type: 'boolean', default: false },
    images: { type: 'string' },
    from: { type: 'string' },
    only: { type: 'string' },
    inside: { type: 'string' },
  },
});
if (values.inside) {
  const { runInside } = await import('@portal/deploy/inside');
  process.exit((await runInside(values.inside)) ? 0 : 1);
}
await runTool(async () => {
  const { runDeployTest } = await import('@portal/deploy/run-deploy-test');
  return runDeployTest({ root, write: values.write, images: values.images, from: values.from, only: values.only });
});

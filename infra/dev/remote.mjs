import { existsSync } from 'node:fs';
import { build } from '../build/build.mjs';
import { at, root } from '../build/lib/paths.mjs';

/** `npm run remote -- <command>`: deploys remotes and manages deployed versions. `--help` lists the commands. */
await build({ only: ['remotes'] });
const { runCommand } = await import('@portal/remotes/command');

/** Builds the area if its source exists and has changed. @param {string} area */
async function buildArea(area) {
  if (!existsSync(at(area, 'src'))) return;
  await build({ only: [area] }).catch((error) => {
    throw new Error(`${error.message}\n${area} does not build, so nothing was deployed.`);
  });
}

process.exitCode = await runCommand(process.argv.slice(2), { root, environment: process.env, buildArea });

import { runCommand } from './command.ts';

/** Entry point of the command in an image, where the areas are already built: `node packages/remotes/dist/src/main.js publish mf-trips`. */
process.exitCode = await runCommand(process.argv.slice(2), { root: process.cwd(), environment: process.env });

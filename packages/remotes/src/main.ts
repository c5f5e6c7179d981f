import { runCommand } from './command.ts';

/** The command in an image, where areas are built already: `node packages/remotes/dist/src/main.js publish mf-trips`. */
process.exitCode = await runCommand(process.argv.slice(2), { root: process.cwd(), environment: process.env });

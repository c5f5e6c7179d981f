import { build } from '../../build/build.mjs';
import { install } from './prepare.mjs';

/**
 * Runs a command that is written in TypeScript: installs and builds what it needs, runs it and ends this process. The exit code is 1 if the
 * command returns false or throws, otherwise 0.
 * @param {() => Promise<unknown>} tool imports the built code and runs it
 */
export async function runTool(tool) {
  try {
    await install();
    await build({ only: ['backend'] });
    process.exit((await tool()) === false ? 1 : 0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

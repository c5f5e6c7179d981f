import { build } from '../../build/build.mjs';
import { install } from './prepare.mjs';

/**
 * Runs a tool that is written in TypeScript: installs and builds what it needs, then ends this process. The exit code is 0 when the tool gives
 * anything but false, 1 when it gives false or throws.
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

import { parseArgs } from 'node:util';

/**
 * Reads the options of a command. With `--help` it prints the usage and exits; with an unknown option it says so and exits with code 2.
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {string} usage
 * @param {Config} config in the form that `parseArgs` takes
 * @returns {ReturnType<typeof parseArgs<Config>>}
 */
export function readOptions(usage, config) {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n\n${usage}`);
    process.exit(2);
  }
}

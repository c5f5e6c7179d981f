import { parseArgs } from 'node:util';
import { build } from '../build/build.mjs';
import { install } from '../dev/lib/prepare.mjs';

/**
 * `npm run load`: a realistic mix of calls for a set time, and then everything that was acknowledged is looked up again.
 * Without `--url` it starts a portal of its own, each part a process, on a MariaDB and a Redis of its own.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '16' },
    url: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
if (!(seconds > 0) || !(connections > 0)) {
  console.error('Use: npm run load -- --seconds 60 --connections 16 [--url http://localhost:8080]');
  process.exit(2);
}

try {
  await install();
  await build({ only: ['backend'] });
  const { runLoad } = await import('./lib/run.mjs');
  process.exitCode = (await runLoad({ seconds, connections, url: values.url })) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

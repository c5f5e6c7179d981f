import { readOptions } from '../dev/lib/options.mjs';
import { runTool } from '../dev/lib/tool.mjs';

const usage = `node infra/load/officers.mjs --url http://localhost:8080 --officers 500 --seconds 60   what the live events of so many officers cost a running portal`;
const { values } = readOptions(usage, {
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    officers: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
  },
});
const options = { url: values.url, officers: Number(values.officers), seconds: Number(values.seconds) };
if (!(options.officers > 1) || !(options.seconds > 0)) {
  console.error('Use: node infra/load/officers.mjs --url http://localhost:8080 --officers 500 --seconds 60');
  process.exit(2);
}
await runTool(async () => {
  const { runOfficers } = await import('@portal/load/officers');
  return runOfficers(options);
});

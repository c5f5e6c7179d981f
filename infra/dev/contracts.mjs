import { run } from './lib/run.mjs';

/** Writes `mf-*\/contracts/*.json`: what each remote expects of its service, from the tests of the remote's own calls. */
const tests = ['node_modules/jest/bin/jest.js', '--silent', 'mf-[a-z]+/src/svc-[a-z]+\\.contract\\.test'];
const { code, output } = await run(process.execPath, tests, { quiet: true, env: { WRITE_DOCUMENTS: '1' } });
if (code) console.error(output);
process.exit(code);

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { swcOptions } from './infra/build/swc.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const { jsc } = swcOptions();

export default {
  roots: ['packages', 'shell', 'infra', 'e2e/contract', ...readdirSync(root).filter((name) => /^(mf|svc)-/.test(name))].map((name) => `<rootDir>/${name}`),
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/infra/areas/template/',
    // Tests that need MySQL and Redis.
    ...(process.env.TEST_MYSQL_URL ? [] : ['\\.servers\\.test\\.ts$']),
    // Tests of a portal that is deployed.
    ...(process.env.TEST_PORTAL_URL ? [] : ['\\.deployed\\.test\\.ts$']),
  ],
  modulePathIgnorePatterns: ['/dist/', '/.cache/', '/.data/'],
  testEnvironment: '<rootDir>/infra/dev/jest/shared-environment.cjs',
  runtime: '<rootDir>/infra/dev/jest/shared-packages-runtime.cjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: [],
  // Has no entry for `require`, which Node takes all the same.
  moduleNameMapper: { '^cborg$': '<rootDir>/node_modules/cborg/cborg.js' },
  transform: {
    '^.+\\.tsx$': ['@swc/jest', { ...swcOptions({ react: true }), module: { type: 'commonjs' } }],
    '^.+\\.(ts|m?js)$': ['@swc/jest', { jsc: { ...jsc, parser: { ...jsc.parser } }, module: { type: 'commonjs' } }],
  },
  // Not in the temporary folder, which `npm test` makes anew.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // Ends a test that hangs. CI's machine may be ten times slower than this one.
  testTimeout: 300_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/infra/dev/jest/long-files-first.cjs',
  // A queue whose Redis is gone takes seconds to end. A worker that never ends is still reported.
  workerGracefulExitTimeout: 5_000,
};

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
    // These tests need MySQL and Redis.
    ...(process.env.TEST_MYSQL_URL ? [] : ['\\.servers\\.test\\.ts$']),
    // These tests need a deployed portal.
    ...(process.env.TEST_PORTAL_URL ? [] : ['\\.deployed\\.test\\.ts$']),
  ],
  modulePathIgnorePatterns: ['/dist/', '/.cache/', '/.data/'],
  testEnvironment: '<rootDir>/infra/dev/jest/shared-environment.cjs',
  runtime: '<rootDir>/infra/dev/jest/shared-packages-runtime.cjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: [],
  // The package has no `exports` entry for `require`. Node resolves it all the same, but Jest does not.
  moduleNameMapper: { '^cborg$': '<rootDir>/node_modules/cborg/cborg.js' },
  transform: {
    '^.+\\.tsx$': ['@swc/jest', { ...swcOptions({ react: true }), module: { type: 'commonjs' } }],
    '^.+\\.(ts|m?js)$': ['@swc/jest', { jsc: { ...jsc, parser: { ...jsc.parser } }, module: { type: 'commonjs' } }],
  },
  // The cache is not in the temporary folder, which `npm test` creates anew each time.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // Ends a test that hangs. The CI machine may be ten times slower than a developer's machine.
  testTimeout: 300_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/infra/dev/jest/long-files-first.cjs',
  // A queue takes seconds to end when its Redis is gone. A worker that never ends is still reported.
  workerGracefulExitTimeout: 5_000,
  setupFilesAfterEnv: ['<rootDir>/infra/dev/second-try.mjs'],
};

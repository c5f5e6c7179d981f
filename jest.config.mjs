import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { swcOptions } from './infra/build/swc.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const { jsc } = swcOptions();

/** Packages that ship only ES modules; jest runs CommonJS, so these are compiled too. */
const esmOnly = [
  '@nestjs',
  'jose',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'cookie',
  'content-disposition',
  'uuid',
  'compute-scroll-into-view',
  'openid-client',
  'oauth4webapi',
  'oidc-provider',
  '@fastify/cookie',
  // Loads http with import(), which jest's CommonJS does not know.
  '@opentelemetry/otlp-exporter-base',
];

export default {
  roots: ['packages', 'shell', 'infra', 'e2e/contract', ...readdirSync(root).filter((name) => /^(mf|svc)-/.test(name))].map((name) => `<rootDir>/${name}`),
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/infra/areas/template/'],
  modulePathIgnorePatterns: ['/dist/', '/.cache/', '/.data/'],
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: [],
  transform: {
    '^.+\\.tsx$': ['@swc/jest', { ...swcOptions({ react: true }), module: { type: 'commonjs' } }],
    '^.+\\.(ts|m?js)$': ['@swc/jest', { jsc: { ...jsc, parser: { ...jsc.parser } }, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esmOnly.join('|')})/)`],
  // Not in the temporary folder, which `npm test` makes anew.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // Starting and stopping a service with its database takes longer on a loaded machine.
  testTimeout: 20_000,
  maxWorkers: 2,
  setupFilesAfterEnv: ['<rootDir>/infra/dev/second-try.mjs'],
};

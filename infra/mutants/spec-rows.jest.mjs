import base from '../../jest.config.mjs';

const patching = Object.entries(base.transform).map(([pattern, [, options]]) => [pattern, ['<rootDir>/infra/mutants/lib/patched.mjs', options]]);

export default { ...base, rootDir: new URL('../..', import.meta.url).pathname, transform: Object.fromEntries(patching), setupFilesAfterEnv: [] };

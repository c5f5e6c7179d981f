import { createRequire } from 'node:module';

/**
 * A Jest transformer that applies a patch to one file when it compiles the file. The patch removes the behaviour of a row. PATCH is `{ file, find, replace }`.
 */
const { createTransformer } = createRequire(import.meta.url)('@swc/jest');

/** @typedef {import('@jest/transform').TransformOptions<unknown>} Request */

export default {
  /** @param {unknown} options */
  createTransformer(options) {
    const swc = createTransformer(options);
    const { file: patchedFile, find, replace } = JSON.parse(process.env.PATCH ?? '{}');
    /** @param {string} source @param {string} file */
    const patched = (source, file) => (file === patchedFile ? source.split(find).join(replace) : source);
    return {
      canInstrument: false,
      /** @param {string} source @param {string} file @param {Request} request */
      getCacheKey: (source, file, request) => swc.getCacheKey(patched(source, file), file, request),
      /** @param {string} source @param {string} file @param {Request} request */
      process: (source, file, request) => swc.process(patched(source, file), file, request),
    };
  },
};

import { createRequire } from 'node:module';

/** Jest transformer of the tried rows: one file is compiled with a patch that takes the behaviour of a row away. PATCH is `{ file, find, replace }`. */
const { createTransformer } = createRequire(import.meta.url)('@swc/jest');

export default {
  createTransformer(options) {
    const swc = createTransformer(options);
    const { file: patchedFile, find, replace } = JSON.parse(process.env.PATCH);
    const patched = (source, file) => (file === patchedFile ? source.split(find).join(replace) : source);
    return {
      canInstrument: false,
      getCacheKey: (source, file, request) => swc.getCacheKey(patched(source, file), file, request),
      process: (source, file, request) => swc.process(patched(source, file), file, request),
    };
  },
};

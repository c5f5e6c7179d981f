import webpack from 'webpack';
import { common } from './common.mjs';

/** @param {{ request?: string }} wanted @param {(error?: Error | null, result?: string) => void} done */
const leaveLibraries = ({ request = '' }, done) => (/^(\.|\/|data:|@portal\/|svc-)/.test(request) ? done() : done(null, `commonjs ${request}`));

/**
 * The screens as one module for Node, where they are drawn as HTML: an area's at its build, the shell's in the gateway. Their styles and
 * other files are those of the browser's bundle.
 * @param {{ dir: string, entry: string, out: string, whole?: boolean }} options `whole`: with its libraries, for a place that has none
 */
export function prerenderConfig({ dir, entry, out, whole = false }) {
  const { optimization: _, ...base } = common({ dir, out });
  /** @satisfies {import('webpack').Configuration} */
  const config = {
    ...base,
    name: `${dir} for Node`,
    target: 'node20',
    entry: { [PRERENDER_FILE]: entry },
    output: { path: out, filename: '[name]', library: { type: 'commonjs2' }, publicPath: '', clean: true, hashFunction: 'xxhash64' },
    externals: whole ? [] : [leaveLibraries],
    module: {
      // Nothing of the screens runs on Node but their drawing.
      parser: { javascript: { worker: false, url: false } },
      rules: [
        ...base.module.rules.filter(({ test }) => String(test).includes('ts')),
        { test: /\.(s?css|woff2|woff|ttf|svg|png|jpg|wasm)$/, type: 'asset/source' },
      ],
    },
    // Names instead of numbers: the build asks which screens a drawing needed.
    // The kit's modules add their texts when they run: none is left out.
    optimization: { minimize: false, moduleIds: 'named', concatenateModules: false, sideEffects: false },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }), keepModuleCache],
  };
  return config;
}

/** Lets a module ask which modules ran. @type {import('webpack').WebpackPluginInstance} */
const keepModuleCache = {
  apply: (compiler) =>
    compiler.hooks.thisCompilation.tap('ModuleCache', (compilation) =>
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ModuleCache', (_chunk, needed) => void needed.add(webpack.RuntimeGlobals.moduleCache)),
    ),
};

export const PRERENDER_FILE = 'prerender.cjs';

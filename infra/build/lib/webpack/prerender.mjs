import webpack from 'webpack';
import { common } from './common.mjs';

/** @param {{ request?: string }} wanted @param {(error?: Error | null, result?: string) => void} done */
const leaveLibraries = ({ request = '' }, done) => (/^(\.|\/|data:|@portal\/|svc-)/.test(request) ? done() : done(null, `commonjs ${request}`));

/**
 * Returns the configuration that bundles screens as one module for Node, where they are rendered to HTML: the screens of an area during its build, those of the
 * shell in the gateway. Styles and other files come from the browser's bundle.
 * @param {{ dir: string, entry: string, out: string, whole?: boolean }} options `whole`: includes the libraries, for a place that has none installed
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
      // Node only renders the screens, so workers and asset URLs are not bundled.
      parser: { javascript: { worker: false, url: false } },
      rules: [
        ...base.module.rules.filter(({ test }) => String(test).includes('ts')),
        { test: /\.(s?css|woff2|woff|ttf|svg|png|jpg|wasm)$/, type: 'asset/source' },
      ],
    },
    // Modules have names instead of numbers, because the build looks up which modules a rendered screen needed. No module of the kit may be left out: they add
    // their texts when they run.
    optimization: { minimize: false, moduleIds: 'named', concatenateModules: false, sideEffects: false },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }), keepModuleCache],
  };
  return config;
}

/** Makes the module cache accessible, so that a module can find out which modules ran. @type {import('webpack').WebpackPluginInstance} */
const keepModuleCache = {
  apply: (compiler) =>
    compiler.hooks.thisCompilation.tap('ModuleCache', (compilation) =>
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ModuleCache', (_chunk, needed) => void needed.add(webpack.RuntimeGlobals.moduleCache)),
    ),
};

export const PRERENDER_FILE = 'prerender.cjs';

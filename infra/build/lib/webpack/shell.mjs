import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import { at } from '../paths.mjs';
import { common, compiledEarly, extractStyles } from './common.mjs';
import { shared } from './shared.mjs';

/**
 * The plugin that offers the federation runtime to remotes. By its package name webpack would load the CommonJS file, and with it
 * a second copy of the runtime.
 */
const runtimePlugin = at('node_modules/@module-federation/inject-external-runtime-core-plugin/dist/index');

/** The chunks that nearly every screen of an area needs, and no page of the shell: what runs areas, and the forms of web-kit. */
export const AREA_CHUNKS = ['area-host', 'form-screens'];
const partOfForms =
  /[\\/](packages[\\/]contract-kit[\\/]src(?![\\/]seal)|packages[\\/]web-kit[\\/]src[\\/](contract|document|draft|finder|forms|offline|wizard)|node_modules[\\/](downshift|react-hook-form|compute-scroll-into-view|react-is|prop-types|tslib|@babel[\\/]runtime))[\\/]/;

/** The rest of web-kit's first module, and what runs areas. */
const partOfAreas =
  /[\\/](shell[\\/]web[\\/]src[\\/]areas|packages[\\/]web-kit[\\/]src[\\/](api|area|catalogue|components|language|qr|session|index\.ts|query\.ts|router\.ts)|node_modules[\\/](@module-federation|@tanstack|react-router|single-spa|single-spa-react))[\\/]?/;

/** The configuration of the page's first script: small, and loaded before all others. */
export function firstScriptConfig() {
  const base = common({ dir: 'shell', out: at('shell/dist/web') });
  /** @satisfies {import('webpack').Configuration} */
  const config = { ...base, name: 'first script', entry: { first: './web/src/first.ts' }, output: { ...base.output, clean: false } };
  return config;
}

/** The configuration of the worker that keeps the public side on a device: one file, whose address never changes. */
export function offlineWorkerConfig() {
  const base = common({ dir: 'shell', out: at('shell/dist/web') });
  /** @satisfies {import('webpack').Configuration} */
  const config = {
    ...base,
    name: 'offline worker',
    target: 'webworker',
    entry: { sw: './web/src/offline/worker/sw.ts' },
    output: { ...base.output, clean: false, filename: '[name].js' },
  };
  return config;
}

/** Screens of the shell and parts of the kit that the public may need without network, by how they are asked for. */
export const OFFLINE_PARTS = /(^|\/)(my|about|fill-dialog|keep-dialog|waiting-notice|send-waiting|device-store|save-code)\.tsx?$/;

/** What publishing compares a remote with, in the form of module federation's own manifest. */
export const hostManifest = () => ({
  id: 'portal_shell',
  name: 'portal_shell',
  shared: Object.entries(shared()).map(([name, { version, singleton, requiredVersion }]) => ({ name, version, singleton, requiredVersion })),
});

/** The webpack configuration of the host page. It names no remote: the page reads them from the registry. */
export function shellConfig() {
  const base = common({ dir: 'shell', out: at('shell/dist/web') });
  /** @satisfies {import('webpack').Configuration} */
  const config = {
    ...base,
    name: 'shell',
    entry: { main: './web/src/index.ts' },
    output: { ...base.output, publicPath: '/', uniqueName: 'portal_shell' },
    optimization: {
      ...base.optimization,
      splitChunks: {
        // All modules of forms go into one file, also those that staff screens use. The same for what runs areas.
        cacheGroups: {
          defaultVendors: false,
          areas: { name: 'areas', chunks: 'async', enforce: true, test: partOfAreas },
          forms: { name: 'forms', chunks: 'async', enforce: true, test: partOfForms },
        },
      },
    },
    resolve: { ...base.resolve, alias: { ...base.resolve.alias, [`${runtimePlugin}.cjs`]: `${runtimePlugin}.js` } },
    module: {
      ...base.module,
      rules: [
        ...base.module.rules,
        // It calls require(), which fails, and costs time, where a module must be an ES module alone.
        { test: /[\\/]single-spa-react[\\/]lib[\\/]esm[\\/]/, type: 'javascript/auto' },
      ],
    },
    plugins: [
      extractStyles(),
      compiledEarly(/(main|areas|forms)\.[0-9a-f]+\.js$/),
      // The page is a federation host by the runtime's own functions, in a chunk of the areas: the plugin would put the runtime before the
      // first screen.
      new webpack.DefinePlugin({
        SHARED_VERSIONS: JSON.stringify(shared()),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
        ENV_TARGET: JSON.stringify('web'),
      }),
      new HtmlWebpackPlugin({
        template: './web/src/index.html',
        favicon: './web/src/emblem.svg',
        scriptLoading: 'defer',
        // The template places the tags, so that the browser requests the page's files before those of an area.
        inject: false,
        // The gateway replaces some comments of the page.
        minify: { collapseWhitespace: true, conservativeCollapse: true, removeComments: false },
      }),
    ],
  };
  return config;
}

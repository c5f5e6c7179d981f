import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import { at } from '../paths.mjs';
import { common, compiledEarly, extractStyles } from './common.mjs';
import { shared } from './shared.mjs';

/**
 * The path of the plugin that offers the federation runtime to remotes. With the package name webpack would load the CommonJS file, and with it a second copy
 * of the runtime.
 */
const runtimePlugin = at('node_modules/@module-federation/inject-external-runtime-core-plugin/dist/index');

/** The chunks that nearly every screen of an area needs, and no page of the shell: the code that runs areas, and the forms of web-kit. */
export const AREA_CHUNKS = ['area-host', 'form-screens'];
const partOfForms =
  /[\\/](packages[\\/]contract-kit[\\/]src(?![\\/]seal)|packages[\\/]web-kit[\\/]src[\\/](contract|document|draft|finder|forms|offline|wizard)|node_modules[\\/](downshift|react-hook-form|compute-scroll-into-view|react-is|prop-types|tslib|@babel[\\/]runtime))[\\/]/;

/** The rest of web-kit's first module, and the code that runs areas. */
const partOfAreas =
  /[\\/](shell[\\/]web[\\/]src[\\/]areas|packages[\\/]web-kit[\\/]src[\\/](api|area|catalogue|components|language|qr|session|index\.ts|query\.ts|router\.ts)|node_modules[\\/](@module-federation|@tanstack|react-router|single-spa|single-spa-react))[\\/]?/;

/** Returns the configuration of the page's first script, which is small and loaded before all others. */
export function firstScriptConfig() {
  const base = common({ dir: 'shell', out: at('shell/dist/web') });
  /** @satisfies {import('webpack').Configuration} */
  const config = { ...base, name: 'first script', entry: { first: './web/src/first.ts' }, output: { ...base.output, clean: false } };
  return config;
}

/** Returns the configuration of the service worker that keeps the public side on a device: one file whose address never changes. */
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

/** Screens of the shell and parts of the kit that the public may need without a network, by the request of their import(). */
export const OFFLINE_PARTS = /(^|\/)(my|about|fill-dialog|keep-dialog|waiting-notice|send-waiting|device-store|save-code)\.tsx?$/;

/** Returns the manifest with which publishing compares a remote, in the format of module federation. */
export const hostManifest = () => ({
  id: 'portal_shell',
  name: 'portal_shell',
  shared: Object.entries(shared()).map(([name, { version, singleton, requiredVersion }]) => ({ name, version, singleton, requiredVersion })),
});

/** Returns the webpack configuration of the host page. It names no remote: the page reads the remotes from the registry. */
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
        // All modules of forms go into one file, including those that staff screens use. So do the modules that run areas.
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
        // This library calls require(). In a module that may only be an ES module the call fails and costs time, so both module types are allowed.
        { test: /[\\/]single-spa-react[\\/]lib[\\/]esm[\\/]/, type: 'javascript/auto' },
      ],
    },
    plugins: [
      extractStyles(),
      compiledEarly(/(main|areas|forms)\.[0-9a-f]+\.js$/),
      // The page becomes a federation host by calling the functions of the runtime, in a chunk of the areas. The plugin would load the runtime before the first
      // screen.
      new webpack.DefinePlugin({
        SHARED_VERSIONS: JSON.stringify(shared()),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
        ENV_TARGET: JSON.stringify('web'),
      }),
      new HtmlWebpackPlugin({
        template: './web/src/index.html',
        favicon: './web/src/emblem.svg',
        scriptLoading: 'defer',
        // The template places the tags, so that the browser requests the files of the page before those of an area.
        inject: false,
        // The gateway replaces some HTML comments of the page, so they must stay.
        minify: { collapseWhitespace: true, conservativeCollapse: true, removeComments: false },
      }),
    ],
  };
  return config;
}

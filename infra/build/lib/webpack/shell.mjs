import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { at } from '../paths.mjs';
import { common, compiledEarly, extractStyles } from './common.mjs';
import { shared } from './shared.mjs';

/**
 * The plugin that offers the federation runtime to remotes. By its package name webpack would load the CommonJS file, and with it
 * a second copy of the runtime.
 */
const runtimePlugin = at('node_modules/@module-federation/inject-external-runtime-core-plugin/dist/index');

/** Name of the chunk with the forms of web-kit. Nearly every screen of an area needs it, and no page of the shell. */
export const FORMS = 'forms';
const partOfForms =
  /[\\/](packages[\\/]web-kit[\\/]src[\\/](contract|document|draft|finder|forms|wizard)|node_modules[\\/](downshift|react-hook-form|compute-scroll-into-view|react-is|prop-types|tslib|@babel[\\/]runtime))[\\/]/;

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
        // All modules of forms go into one file, also those that staff screens use.
        cacheGroups: { forms: { name: FORMS, chunks: 'async', enforce: true, test: partOfForms } },
      },
    },
    resolve: { ...base.resolve, alias: { ...base.resolve.alias, [`${runtimePlugin}.cjs`]: `${runtimePlugin}.js` } },
    plugins: [
      extractStyles(),
      compiledEarly(/(main|forms)\.[0-9a-f]+\.js$/),
      new ModuleFederationPlugin({
        name: 'portal_shell',
        dts: false,
        manifest: true,
        shareStrategy: 'loaded-first',
        shared: shared({ host: true }),
        experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
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

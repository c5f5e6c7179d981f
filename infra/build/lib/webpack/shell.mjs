import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { at } from '../paths.mjs';
import { common, compiledEarly, extractStyles } from './common.mjs';
import { shared } from './shared.mjs';

/**
 * The plugin that offers the federation runtime to remotes is named by its CommonJS file, which would bring the whole
 * runtime in a second time beside the ES modules that everything else uses.
 */
const runtimePlugin = at('node_modules/@module-federation/inject-external-runtime-core-plugin/dist/index');

/** Name of the chunk with the kit's forms, which nearly every screen of an area needs and no page of the shell. */
export const FORMS = 'forms';
const partOfForms =
  /[\\/](packages[\\/]web-kit[\\/]src[\\/](contract|document|draft|finder|forms|wizard)|node_modules[\\/](downshift|react-hook-form|compute-scroll-into-view|react-is|prop-types|tslib|@babel[\\/]runtime))[\\/]/;

/** The host page. It names no remote: the registry does, when the page runs. */
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
        // What forms are made of travels in one file, whichever parts of it staff screens use as well.
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
        // The template places the tags: the page's own files are asked for before those of an area.
        inject: false,
        // The markers that the gateway fills in are comments.
        minify: { collapseWhitespace: true, conservativeCollapse: true, removeComments: false },
      }),
    ],
  };
  return config;
}

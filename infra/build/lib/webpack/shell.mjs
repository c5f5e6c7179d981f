import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { at } from '../paths.mjs';
import { common, extractStyles } from './common.mjs';
import { shared } from './shared.mjs';

/**
 * The plugin that offers the federation runtime to remotes is named by its CommonJS file, which would bring the whole
 * runtime in a second time beside the ES modules that everything else uses.
 */
const runtimePlugin = at('node_modules/@module-federation/inject-external-runtime-core-plugin/dist/index');

/** The host page. It names no remote: the registry does, when the page runs. */
export function shellConfig() {
  const base = common({ dir: 'shell', out: at('shell/dist/web') });
  return {
    ...base,
    name: 'shell',
    entry: { main: './web/src/index.ts' },
    output: { ...base.output, publicPath: '/', uniqueName: 'portal_shell' },
    resolve: { ...base.resolve, alias: { ...base.resolve.alias, [`${runtimePlugin}.cjs`]: `${runtimePlugin}.js` } },
    plugins: [
      extractStyles(),
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
}

import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { at } from '../paths.mjs';
import { common, extractStyles } from './common.mjs';
import { shared } from './shared.mjs';

/** The host page. It names no remote: the registry does, when the page runs. */
export function shellConfig() {
  const base = common({ dir: 'shell', out: at('shell/dist/web') });
  return {
    ...base,
    name: 'shell',
    entry: { main: './web/src/index.ts' },
    output: { ...base.output, publicPath: '/', uniqueName: 'portal_shell' },
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
        // The markers that the gateway fills in are comments.
        minify: { collapseWhitespace: true, conservativeCollapse: true, removeComments: false },
      }),
    ],
  };
}

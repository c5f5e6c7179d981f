import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { at } from '../paths.mjs';
import { common, extractStyles } from './common.mjs';
import { GuardedAssetsPlugin } from './guarded-assets.mjs';
import { shared } from './shared.mjs';

/**
 * One area's screens. The global name holds the version, so that two versions of an area can be in one page after a live
 * upgrade and neither runs the other's code.
 */
export function remoteConfig({ name, version }) {
  const global = globalName(name, version);
  const base = common({ dir: name, out: at(name, 'dist') });
  return {
    ...base,
    name,
    entry: {},
    output: { ...base.output, publicPath: 'auto', uniqueName: global },
    plugins: [
      extractStyles(),
      new GuardedAssetsPlugin(),
      new ModuleFederationPlugin({
        name: global,
        filename: 'remoteEntry.[contenthash:8].js',
        exposes: { './lifecycles': './src/lifecycles.tsx' },
        dts: false,
        manifest: true,
        shareStrategy: 'loaded-first',
        shared: shared({ host: false }),
        experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
      }),
    ],
  };
}

/** The name under which a version of a remote registers itself in the page. */
export const globalName = (name, version) => `${name}_${version}`.replace(/\W/g, '_');

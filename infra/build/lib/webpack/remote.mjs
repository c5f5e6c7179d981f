import { existsSync } from 'node:fs';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { at } from '../paths.mjs';
import { common, compiledEarly, extractStyles } from './common.mjs';
import { GuardedAssetsPlugin } from './guarded-assets.mjs';
import { shared } from './shared.mjs';

/** Name of the chunk that every screen of an area needs. */
export const LIFECYCLES = '__federation_expose_lifecycles';

/**
 * Returns the webpack configuration of a remote. Its global name contains the version, so that after a deployment two versions of an area can be in one page
 * without running each other's code.
 * @param {{ name: string, version: string }} remote
 */
export function remoteConfig({ name, version }) {
  const global = globalName(name, version);
  const base = common({ dir: name, out: at(name, 'dist') });
  /** @satisfies {import('webpack').Configuration} */
  const config = {
    ...base,
    name,
    entry: {},
    output: { ...base.output, publicPath: 'auto', uniqueName: global },
    // A library that only one file needs stays in that file. A separate file would cost an additional round trip.
    optimization: { ...base.optimization, splitChunks: { cacheGroups: { defaultVendors: false } } },
    plugins: [
      extractStyles(),
      compiledEarly(new RegExp(`(remoteEntry|${LIFECYCLES})\\.[0-9a-f]+\\.js$`)),
      new GuardedAssetsPlugin(),
      new ModuleFederationPlugin({
        name: global,
        filename: 'remoteEntry.[contenthash:8].js',
        exposes: {
          './lifecycles': { import: './src/lifecycles.tsx', name: LIFECYCLES },
          // The area's part of the staff manual.
          ...(existsSync(at(name, 'src/help/help.ts')) ? { './help': './src/help/help.ts' } : {}),
        },
        dts: false,
        manifest: true,
        shareStrategy: 'loaded-first',
        shared: shared(),
        experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
      }),
    ],
  };
  return config;
}

/** Returns the global name of a version of a remote in the page. @param {string} name @param {string} version */
export const globalName = (name, version) => `${name}_${version}`.replace(/\W/g, '_');

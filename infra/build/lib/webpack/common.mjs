import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import * as sass from 'sass';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';
import { swcOptions } from '../../swc.mjs';
import { at, foldersWith, readJson } from '../paths.mjs';

/**
 * Returns aliases that bundle the project's own packages from their TypeScript sources. The `source` condition of webpack would also use the sources of other
 * packages, which a browser cannot run.
 */
const sources = () =>
  Object.fromEntries(
    ['packages/contract-kit', ...foldersWith('svc-')].flatMap((dir) => {
      const { name, exports = {} } = readJson(at(dir, 'package.json'));
      return Object.entries(exports)
        .filter(([, target]) => target.source)
        .map(([key, target]) => [`${name}${key.slice(1)}$`, at(dir, target.source)]);
    }),
  );

/** @param {'ts' | 'tsx'} syntax */
const compile = (syntax) => {
  const { jsc } = swcOptions({ react: true });
  const { keepClassNames: _, ...rest } = jsc;
  return { loader: 'swc-loader', options: { jsc: { ...rest, parser: { ...jsc.parser, tsx: syntax === 'tsx' } }, swcrc: false, configFile: false } };
};

const styles = [
  MiniCssExtractPlugin.loader,
  {
    loader: 'css-loader',
    options: { modules: { auto: true, namedExport: false, exportLocalsConvention: 'as-is', localIdentName: '[name]_[local]_[hash:base64:4]' } },
  },
  at('infra/build/lib/webpack/logical-properties.mjs'),
  // `quietDeps` hides deprecation warnings about the Sass of the design system.
  {
    loader: 'sass-loader',
    options: {
      implementation: sass,
      api: 'modern-compiler',
      sassOptions: { loadPaths: [at('node_modules')], quietDeps: true, silenceDeprecations: ['import', 'global-builtin', 'if-function'] },
    },
  },
];

/**
 * Returns the webpack configuration that shell and remotes share. Bundles use neither `eval` nor inline scripts. @param {{ dir: string, out: string }} options
 */
export const common = ({ dir, out }) =>
  /** @satisfies {import('webpack').Configuration} */ ({
    mode: 'production',
    context: at(dir),
    target: ['web', 'es2022'],
    devtool: false,
    output: {
      path: out,
      clean: true,
      filename: 'assets/[name].[contenthash:8].js',
      chunkFilename: 'assets/[name].[contenthash:8].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      hashFunction: 'xxhash64',
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      alias: sources(),
      // The loader of the QR scanner has a branch for Node, which a browser never runs.
      fallback: { fs: false, path: false, module: false, crypto: false },
    },
    module: {
      rules: [
        { test: /\.tsx$/, exclude: /node_modules/, use: compile('tsx') },
        { test: /\.ts$/, exclude: /node_modules/, use: compile('ts') },
        { test: /\.s?css$/, use: styles, sideEffects: true },
        { test: /\.(woff2|woff|ttf|svg|png|jpg|wasm)$/, type: 'asset/resource' },
        // Modules of contracts and kits have no side effects, so webpack may leave out unused ones.
        { test: /[\\/](packages[\\/](contract-kit|web-kit)[\\/]src|svc-[a-z]+[\\/]contract)[\\/].*\.tsx?$/, sideEffects: false },
      ],
    },
    optimization: {
      minimizer: [
        new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false, terserOptions: { compress: { passes: 2 }, mangle: true } }),
        new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify }),
      ],
      chunkIds: 'deterministic',
      moduleIds: 'deterministic',
    },
    performance: { hints: false },
    infrastructureLogging: { level: 'error' },
  });

/**
 * Marks files whose functions the browser should compile in the background while it downloads them, because nearly all of
 * them run before the first screen is shown. Other browsers ignore the comment.
 * @param {RegExp} files
 */
export const compiledEarly = (files) =>
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: files,
    // The comment is added after the minimizer, which would remove it.
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

export const extractStyles = () =>
  new MiniCssExtractPlugin({ filename: 'assets/[name].[contenthash:8].css', chunkFilename: 'assets/[name].[contenthash:8].css' });

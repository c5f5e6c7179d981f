import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import * as sass from 'sass';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';
import { swcOptions } from '../../swc.mjs';
import { at, foldersWith, readJson } from '../paths.mjs';

/**
 * The project's own packages are bundled from their TypeScript. Not by the `source` condition: packages of others
 * publish one as well, with files that no browser understands.
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
  // `quietDeps`: deprecations inside the design systems' own Sass are theirs to mend.
  {
    loader: 'sass-loader',
    options: {
      implementation: sass,
      api: 'modern-compiler',
      sassOptions: { loadPaths: [at('node_modules')], quietDeps: true, silenceDeprecations: ['import', 'global-builtin', 'if-function'] },
    },
  },
];

/** What the bundles of the shell and of the remotes have in common. Nothing in them needs `eval` or an inline script. @param {{ dir: string, out: string }} options */
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
      // The scanner's loader can also run on Node; the browser never takes that branch.
      fallback: { fs: false, path: false, module: false, crypto: false },
    },
    module: {
      rules: [
        { test: /\.tsx$/, exclude: /node_modules/, use: compile('tsx') },
        { test: /\.ts$/, exclude: /node_modules/, use: compile('ts') },
        { test: /\.s?css$/, use: styles, sideEffects: true },
        { test: /\.(woff2|woff|ttf|svg|png|jpg|wasm)$/, type: 'asset/resource' },
        // Contracts and kits only declare; what a screen does not use of them is left out.
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
 * Has the browser compile all of these files while they still arrive, beside the page and not in its way: nearly all of
 * what is in them runs before the first screen stands. Browsers that do not know the comment compile as before.
 * @param {RegExp} files
 */
export const compiledEarly = (files) =>
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: files,
    // The minimizer would take it out.
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

export const extractStyles = () =>
  new MiniCssExtractPlugin({ filename: 'assets/[name].[contenthash:8].css', chunkFilename: 'assets/[name].[contenthash:8].css' });

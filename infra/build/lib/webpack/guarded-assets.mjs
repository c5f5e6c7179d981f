import { createRequire } from 'node:module';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

const LoadScriptRuntimeModule = createRequire(import.meta.url)('webpack/lib/runtime/LoadScriptRuntimeModule');

/**
 * Passes every script and stylesheet that a remote lazy loads to the shell before it is added to the page. The shell sets the integrity hash from the registry
 * on it, so that the browser refuses a changed or foreign file.
 */
export class GuardedAssetsPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('GuardedAssets', (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'GuardedAssets',
        (/** @type {string} */ code) => `${code}\nself.portalGuardAsset?.(script);`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'GuardedAssets',
        (code, { tag }) => `${code}\nself.portalGuardAsset?.(${tag});`,
      );
    });
  }
}

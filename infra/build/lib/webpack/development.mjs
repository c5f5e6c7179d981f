import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { at, readJson } from '../paths.mjs';
import { globalName, remoteConfig } from './remote.mjs';

const version = 'development';

/** Headers that let the page of the portal load these files from another origin. */
const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-store' };

/** @param {string} name @param {number} port @returns {import('webpack').Configuration} */
function developmentConfig(name, port) {
  const { output, ...config } = remoteConfig({ name, version });
  return {
    ...config,
    mode: 'development',
    // The page's policy forbids `eval`, so source maps are separate files.
    devtool: 'source-map',
    output: { ...output, clean: false, publicPath: `http://localhost:${port}/` },
    optimization: { ...config.optimization, minimize: false },
    stats: 'errors-warnings',
  };
}

/**
 * Serves a remote from its source, with its registry entry at `/remote.json`. The page reloads after each change.
 * @param {string} name @param {number} firstPort it takes this port, or the next free one
 * @returns {Promise<WebpackDevServer>} after the first build
 */
export async function serveRemote(name, firstPort) {
  process.env.WEBPACK_DEV_SERVER_BASE_PORT = String(firstPort);
  const port = Number(await WebpackDevServer.getFreePort('auto', 'localhost'));
  const compiler = webpack(developmentConfig(name, port));
  /** @type {Record<string, unknown> | undefined} */
  let assets;
  compiler.hooks.done.tap('remote.json', (stats) => {
    assets = stats.hasErrors() ? undefined : stats.compilation.assets;
  });
  // While a build runs, wait for its result, because the name of the entry changes with each build.
  /** @type {import('webpack-dev-server').RequestHandler} */
  const remoteJson = (_request, response) => {
    response.set(headers);
    server.middleware?.waitUntilValid(() => {
      const entry = Object.keys(assets ?? {}).find((file) => /^remoteEntry\.[0-9a-f]+\.js$/.test(file));
      if (!entry) return response.status(503).json({ error: 'The screens do not build: the window of npm run dev says why' });
      return response.json({ ...readJson(at(name, 'area.json')), version, global: globalName(name, version), entry: `/${entry}` });
    });
  };
  const server = new WebpackDevServer(
    {
      host: 'localhost',
      port,
      // Module federation does not support hot replacement: the page reloads, and forms keep their drafts.
      hot: false,
      liveReload: true,
      static: false,
      headers,
      client: { overlay: false, logging: 'warn', webSocketURL: `ws://localhost:${port}/ws` },
      setupMiddlewares: (middlewares) => [{ name: 'remote.json', path: '/remote.json', middleware: remoteJson }, ...middlewares],
    },
    compiler,
  );
  await server.start();
  await new Promise((built) => server.middleware?.waitUntilValid(built));
  return server;
}

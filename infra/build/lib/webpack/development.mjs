import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { at, readJson } from '../paths.mjs';
import { globalName, remoteConfig } from './remote.mjs';

const version = 'development';

/** The page is the portal's, another origin. */
const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-store' };

/** @param {string} name @param {number} port @returns {import('webpack').Configuration} */
function developmentConfig(name, port) {
  const { output, ...config } = remoteConfig({ name, version });
  return {
    ...config,
    mode: 'development',
    // Nothing in the page may be run from a text: source maps in files of their own.
    devtool: 'source-map',
    output: { ...output, clean: false, publicPath: `http://localhost:${port}/` },
    optimization: { ...config.optimization, minimize: false },
    stats: 'errors-warnings',
  };
}

/**
 * Serves a remote from its source, with `/remote.json`: what the registry would say of it. Its page is loaded anew after each change.
 * @param {string} name @param {number} port
 * @returns {Promise<WebpackDevServer>} once the first build is there
 */
export async function serveRemote(name, port) {
  const compiler = webpack(developmentConfig(name, port));
  /** @type {Record<string, unknown> | undefined} */
  let assets;
  compiler.hooks.done.tap('remote.json', (stats) => {
    assets = stats.hasErrors() ? undefined : stats.compilation.assets;
  });
  // Asked while it builds, it answers with the outcome; the entry has another name after each change.
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
      // Modules under module federation cannot be replaced one by one: the page is loaded anew, and forms keep their drafts.
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

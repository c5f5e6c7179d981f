import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createIdentityProvider } from '@portal/identity';
import { at, root } from '../../dev/lib/root.mjs';
import { Child } from './child.mjs';
import { clamdStandIn } from './clamd.mjs';
import { freePort } from './ports.mjs';
import { available, startMariadb, startRedis } from './servers.mjs';
import { TcpProxy } from './tcp-proxy.mjs';

/** In the order they start: those that others ask come first. */
export const services = ['svc-media', 'svc-reference', 'svc-declarations', 'svc-licences', 'svc-trips'];
const areaOf = (service) => service.slice('svc-'.length);
const S3 = { bucket: 'media', key: 'S3RVER' };

/** Limits count by address, and all of the load comes from one. */
const roomyLimits = {
  RATE_LIMIT_GENERAL: '10000000',
  RATE_LIMIT_FIND: '10000000',
  RATE_LIMIT_TARGET: '10000000',
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_UPLOAD: '1000000',
};

/**
 * The whole portal as processes of its own, each started by the command its image runs, with servers that may be killed.
 * What is outside Node (MariaDB, Redis) is started privately, never the machine's own.
 */
export class Parts {
  /** @type {Map<string, Child>} */
  parts = new Map();
  /** @type {Record<string, TcpProxy>} */
  lines = {};
  closing = [];

  // Whoever breaks off leaves no processes behind.
  interrupted = () => void this.stop().finally(() => process.exit(130));

  /** @type {string} */ url;
  /** @type {string} */ folder;
  /** What every process reads. @type {Record<string, string>} */ env;

  /** Ends a part; `SIGKILL` leaves it no time to do anything. */
  kill(name, signal = 'SIGKILL') {
    return this.part(name).kill(signal);
  }

  /** Starts a part that was killed, and waits until it is ready. @param {Record<string, string>} [env] further settings for this start */
  start(name, env) {
    return this.part(name).start(env);
  }

  part(name) {
    const part = this.parts.get(name);
    if (!part) throw new Error(`There is no part ${name}; there are ${[...this.parts.keys()].join(', ')}`);
    return part;
  }

  /** The last lines that a part has written. */
  says(name, lines = 20) {
    return this.part(name).output.slice(-lines).join('\n');
  }

  /** Another instance of a service, not running yet, on a port of its own. @param {string[]} [nodeOptions] such as `--import` of a file */
  async instance(name, service, env = {}, nodeOptions = []) {
    const port = await freePort();
    const part = this.node(name, `${service}/dist/src/main.js`, { PORT: String(port), ...env }, nodeOptions);
    return Object.assign(part, { port });
  }

  node(name, script, env, nodeOptions = []) {
    const ready = async () => {
      const { ok } = await fetch(`http://127.0.0.1:${env.PORT}/health/ready`, { signal: AbortSignal.timeout(2000) });
      return ok;
    };
    const part = new Child(name, process.execPath, [...nodeOptions, script], { cwd: root, env: { ...this.env, ...env }, ready });
    this.parts.set(name, part);
    return part;
  }

  /** Ends everything and removes the data. */
  async stop() {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, this.interrupted);
    await Promise.all([...this.parts.values()].map((part) => part.kill(part.name.startsWith('svc-') ? 'SIGKILL' : 'SIGTERM')));
    for (const close of this.closing.splice(0).reverse()) await close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * @param {{ mysql?: boolean, redis?: boolean, s3?: boolean, clamd?: boolean, env?: Record<string, string>, folder?: string,
 *           only?: string[], log?: (line: string) => void }} [options]
 *   `only` names the services to start; the others are known by their addresses and can be started later
 * @returns {Promise<Parts>} with everything ready; throws when a part does not start, after stopping the others
 */
export async function startParts({ mysql = true, redis = true, s3 = false, clamd = false, env = {}, only = services, log = () => undefined } = {}) {
  const can = available();
  if (mysql && !can.mysql) throw new Error('MariaDB is not on this machine (mariadbd and mariadb-install-db).');
  if (redis && !can.redis) throw new Error('Redis is not on this machine (redis-server).');
  const parts = new Parts();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, parts.interrupted);
  parts.folder = mkdtempSync(path.join(tmpdir(), 'portal-parts-'));
  try {
    const ports = Object.fromEntries(await Promise.all(services.map(async (name) => [name, await freePort()])));
    const gatewayPort = await freePort();
    parts.url = `http://127.0.0.1:${gatewayPort}`;
    const outside = await startServers(parts, { mysql, redis, s3, clamd });
    log('servers are up');
    const secret = 'a-secret-of-these-parts-alone';
    const identity = await createIdentityProvider({
      port: 0,
      issuer: `${parts.url}/identity`,
      dataDir: parts.folder,
      clients: [
        {
          clientId: 'portal',
          clientSecret: secret,
          redirectUris: [`${parts.url}/auth/callback`],
          postLogoutRedirectUris: [`${parts.url}/`],
          backchannelLogoutUri: `${parts.url}/auth/backchannel-logout`,
        },
      ],
    });
    parts.closing.push(() => identity.close());
    mkdirSync(path.join(parts.folder, 'web'));
    writeFileSync(path.join(parts.folder, 'web', 'index.html'), '<!doctype html><title>Single Window</title><!--PRELOAD--><!--REGISTRY-->');
    mkdirSync(path.join(parts.folder, 'remotes'));
    writeFileSync(path.join(parts.folder, 'remotes', 'remotes.json'), JSON.stringify({ generation: 1, areas: [] }));
    parts.env = {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DATA_DIR: path.join(parts.folder, 'data'),
      PUBLIC_URL: parts.url,
      INTERNAL_TOKEN: secret,
      SESSION_SECRET: secret,
      OIDC_CLIENT_SECRET: secret,
      OIDC_ISSUER: `${parts.url}/identity`,
      OIDC_INTERNAL_URL: identity.url,
      OIDC_JWKS_URL: `${identity.url}/jwks`,
      WEB_DIR: path.join(parts.folder, 'web'),
      REMOTES_DIR: path.join(parts.folder, 'remotes'),
      ...roomyLimits,
      ...Object.fromEntries(services.map((name) => [`${areaOf(name).toUpperCase()}_URL`, `http://127.0.0.1:${ports[name]}`])),
      ...outside,
      ...env,
    };
    for (const name of services) parts.node(name, at(name, 'dist/src/main.js'), { PORT: String(ports[name]) });
    for (const wave of [services.slice(0, 1), services.slice(1, 2), services.slice(2)]) {
      await Promise.all(wave.filter((name) => only.includes(name)).map((name) => parts.start(name)));
      log(`${wave.join(', ')} up`);
    }
    const gateway = parts.node('gateway', at('shell/dist/server/src/main.js'), { PORT: String(gatewayPort), IDENTITY_URL: identity.url });
    // Ready says that all the services are; here some may be left out on purpose.
    gateway.options.ready = async () => (await fetch(`${parts.url}/health/live`)).ok;
    await gateway.start();
    return parts;
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

/** The servers around the portal, each behind a line that can be slowed and cut; gives the settings that lead there. */
async function startServers(parts, { mysql, redis, s3, clamd }) {
  const line = async (name, port) => {
    const proxy = new TcpProxy(await freePort(), [{ port }]);
    await proxy.open();
    parts.lines[name] = proxy;
    parts.closing.push(() => proxy.cut());
    return proxy.port;
  };
  /** @type {Record<string, string>} */
  const env = {};
  const [database, cache] = await Promise.all([mysql && startMariadb(parts.folder), redis && startRedis(parts.folder)]);
  if (database) {
    parts.parts.set('mysql', database);
    env.MYSQL_URL = `mysql://root@127.0.0.1:${await line('mysql', database.port)}`;
  }
  if (cache) {
    parts.parts.set('redis', cache);
    env.REDIS_URL = cache.url;
  }
  if (s3) {
    const { default: S3rver } = await import('s3rver');
    const directory = path.join(parts.folder, 's3');
    mkdirSync(directory);
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: S3.bucket, configs: [] }] });
    const { port } = await server.run();
    parts.closing.push(() => server.close());
    const endpoint = `http://127.0.0.1:${await line('s3', port)}`;
    Object.assign(env, { S3_BUCKET: S3.bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: S3.key, S3_SECRET_ACCESS_KEY: S3.key });
  }
  if (clamd) {
    const server = clamdStandIn();
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    parts.closing.push(() => new Promise((done) => server.close(done)));
    env.CLAMD_URL = `tcp://127.0.0.1:${await line('clamd', server.address().port)}`;
  }
  return env;
}

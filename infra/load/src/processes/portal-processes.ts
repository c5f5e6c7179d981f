import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at, root } from '@portal/build/paths';
import { findProgram } from '@portal/build/programs';
import { createIdentityProvider, portalClient } from '@portal/identity';
import type { MailServer } from '@portal/service-kit/testing/mail-server';
import { clamdStandIn } from './clamd-stand-in.ts';
import { writeEmptyPage } from './empty-page.ts';
import { freePort } from './free-port.ts';
import { ManagedProcess } from './managed-process.ts';
import { startMariadb, startRedis } from './servers.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** The services in the order in which they start: a service starts after those that it calls. */
export const services = ['svc-media', 'svc-reference', 'svc-declarations', 'svc-licences', 'svc-trips'];

export const gatewayScript = 'shell/dist/server/src/main.js';

/** Settings with high rate limits: limits count per address, and the whole load comes from one address. */
const highLimits = {
  RATE_LIMIT_GENERAL: '10000000',
  RATE_LIMIT_FIND: '10000000',
  RATE_LIMIT_TARGET: '10000000',
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_UPLOAD: '1000000',
};

/** A program of the project, with its start options. */
export interface Program {
  /** The built script; if left out, the script of the service with this name. */
  script?: string;
  /** The port; a free one if left out. */
  port?: number;
  env?: Record<string, string>;
  /** Options of Node.js, such as `--import` of a file. */
  nodeOptions?: string[];
  /** The path that is answered with success when the program is ready. */
  health?: string;
}

interface Instance {
  process: ManagedProcess;
  port: number;
  url: string;
}

/** The portal as separate processes, each started with the command of its image, with private servers that tests may kill. */
export class PortalProcesses {
  readonly processes = new Map<string, ManagedProcess>();
  private readonly programs = new Map<string, Program>();
  /** The port of each program of the project. */
  readonly ports = new Map<string, number>();
  /** The proxies before the servers, and in a `balanced` portal before each part, by name. */
  readonly proxies: Record<string, TcpProxy> = {};
  readonly closing: (() => unknown)[] = [];
  readonly folder = mkdtempSync(path.join(tmpdir(), 'portal-processes-'));
  /** The mail server, if one was requested. */
  mail?: MailServer;
  url = '';
  /** Settings of every process. */
  env: Record<string, string> = {};

  // Without this handler an interrupted run would leave processes behind.
  private readonly interrupted = (): void => void this.stop().finally(() => process.exit(130));

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, this.interrupted);
  }

  /** Returns the process with this name. @throws Error if there is none */
  process(name: string): ManagedProcess {
    const found = this.processes.get(name);
    if (!found) throw new Error(`There is no process ${name}; there are ${[...this.processes.keys()].join(', ')}`);
    return found;
  }

  /** Adds a program of the project. It is not started yet. */
  async add(name: string, program: Program = {}): Promise<Instance> {
    const { script = `${name}/dist/src/main.js`, port, env, nodeOptions = [], health = '/health/ready' } = program;
    const own = port ?? (await freePort());
    const url = `http://127.0.0.1:${own}`;
    const ready = async (): Promise<boolean> => (await fetch(url + health, { signal: AbortSignal.timeout(2000) })).ok;
    const options = { cwd: root, env: { ...this.env, ...env, PORT: String(own) }, ready };
    const added = new ManagedProcess(name, process.execPath, [...nodeOptions, at(script)], options);
    this.processes.set(name, added);
    this.programs.set(name, program);
    this.ports.set(name, own);
    return { process: added, port: own, url };
  }

  /**
   * Replaces an instance of a part of a portal that was started `balanced`, as a deployment does: the new instance starts beside the old one and takes the new
   * connections, then the old one is ended.
   * @param change how the new instance differs from the old one
   * @throws Error if the new instance does not start, or the old one does not end cleanly
   */
  async replace(name: string, change: Program = {}): Promise<void> {
    const old = this.process(name);
    const [before, oldPort] = [this.programs.get(name), this.ports.get(name)];
    this.processes.set(`${name}, the instance before`, old);
    const next = await this.add(name, { ...before, ...change, env: { ...before?.env, ...change.env }, port: undefined });
    await next.process.start();
    for (const proxy of Object.values(this.proxies)) proxy.targets = proxy.targets.map((port) => (port === oldPort ? next.port : port));
    const code = await old.kill('SIGTERM');
    this.processes.delete(`${name}, the instance before`);
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${old.output.slice(-20).join('\n')}`);
  }

  /** Puts a proxy in front of a server. @returns the proxy's port */
  async proxy(name: string, port: number): Promise<number> {
    const proxy = new TcpProxy(await freePort(), [port]);
    await proxy.open();
    this.proxies[name] = proxy;
    this.closing.push(() => proxy.cut());
    return proxy.port;
  }

  /** Ends all processes and removes the data. */
  async stop(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, this.interrupted);
    await Promise.all([...this.processes.values()].map((each) => each.kill(each.name.startsWith('svc-') ? 'SIGKILL' : 'SIGTERM')));
    for (const close of this.closing.splice(0).reverse()) await close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Options {
  /** Which servers are started. `env` contains the addresses of the others. */
  mysql?: boolean;
  redis?: boolean;
  s3?: boolean;
  clamd?: boolean;
  mail?: boolean;
  /** Whether each part is behind a proxy, so that an instance can be replaced while another one answers. */
  balanced?: boolean;
  /** Whether two gateways serve the callers: behind an HAProxy, each with a proxy of its own. In a `balanced` portal both are behind one proxy instead. */
  twoGateways?: boolean;
  /** Additional arguments for MariaDB. */
  mysqlArguments?: string[];
  /** Whether services reach MariaDB without the proxy, which costs this process as much processor time as the load that it makes. */
  mysqlDirect?: boolean;
  env?: Record<string, string | undefined>;
}

/**
 * Starts the portal as separate processes.
 * @returns the portal, when all of it is ready
 * @throws Error if a process does not start; the others are then stopped
 */
export async function startPortalProcesses({ env = {}, balanced = false, twoGateways = false, ...servers }: Options = {}): Promise<PortalProcesses> {
  const portal = new PortalProcesses();
  try {
    const [ports, addresses] = [new Map<string, number>(), new Map<string, string>()];
    for (const name of [...services, 'gateway']) {
      const port = await freePort();
      ports.set(name, port);
      addresses.set(name, `http://127.0.0.1:${balanced ? await portal.proxy(name, port) : port}`);
    }
    portal.url = addresses.get('gateway') as string;
    const serverSettings = await startServers(portal, servers);
    const secret = 'a-secret-of-this-portal-alone';
    const identity = await createIdentityProvider({
      port: 0,
      issuer: `${portal.url}/identity`,
      dataDir: portal.folder,
      clients: [portalClient(secret, [portal.url])],
    });
    portal.closing.push(() => identity.close());
    const settings: Record<string, string | undefined> = {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DATA_DIR: path.join(portal.folder, 'data'),
      PUBLIC_URL: portal.url,
      SESSION_SECRET: secret,
      OIDC_CLIENT_SECRET: secret,
      OIDC_ISSUER: `${portal.url}/identity`,
      OIDC_INTERNAL_URL: identity.url,
      OIDC_JWKS_URL: `${identity.url}/jwks`,
      ...writeEmptyPage(portal.folder),
      ...highLimits,
      ...Object.fromEntries(services.map((name) => [`${name.slice('svc-'.length).toUpperCase()}_URL`, addresses.get(name)])),
      ...serverSettings,
      ...env,
    };
    for (const [name, value] of Object.entries(settings)) if (value !== undefined) portal.env[name] = value;
    const documentServices = services
      .filter((name) => !['svc-media', 'svc-reference'].includes(name))
      .map((name) => `${name.slice('svc-'.length)}=${addresses.get(name)}`)
      .join(',');
    const [media, reference, ...areas] = await Promise.all(
      services.map((name) => portal.add(name, { port: ports.get(name), ...(name === 'svc-reference' ? { env: { SERVICE_URLS: documentServices } } : {}) })),
    );
    await media.process.start();
    await reference.process.start();
    await Promise.all(areas.map((area) => area.process.start()));
    const program = { script: gatewayScript, env: { IDENTITY_URL: identity.url }, health: '/health/live' };
    const viaHaproxy = twoGateways && !balanced;
    const gateways = [await portal.add('gateway', viaHaproxy ? program : { ...program, port: ports.get('gateway') })];
    if (twoGateways) gateways.push(await portal.add('gateway-2', program));
    await Promise.all(gateways.map((gateway) => gateway.process.start()));
    if (balanced) portal.proxies.gateway.targets = gateways.map(({ port }) => port);
    if (viaHaproxy) await balanceGateways(portal, ports.get('gateway') as number, ['gateway', 'gateway-2']);
    return portal;
  } catch (error) {
    await portal.stop();
    throw error;
  }
}

/** Returns the settings of an HAProxy that gives new connections in turn to those gateways that answer, and ends the connections to one that does not. */
const gatewayBalancer = (port: number, gateways: string[]): string => `
defaults
  mode tcp
  timeout connect 1s
  timeout client 10m
  timeout server 10m
  timeout check 800ms
  retries 3
  option redispatch 1

listen gateways
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /health/live
  default-server check inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions
${gateways.map((address, i) => `  server gateway${i + 1} ${address}`).join('\n')}
`;

/** Starts an HAProxy before these gateways, and a proxy before each of them. */
async function balanceGateways(portal: PortalProcesses, port: number, names: string[]): Promise<void> {
  const file = path.join(portal.folder, 'gateways.cfg');
  const addresses: string[] = [];
  for (const name of names) addresses.push(`127.0.0.1:${await portal.proxy(name, portal.ports.get(name) as number)}`);
  writeFileSync(file, gatewayBalancer(port, addresses));
  const ready = async (): Promise<boolean> => (await fetch(`${portal.url}/health/live`)).ok;
  const haproxy = new ManagedProcess('HAProxy of the gateways', findProgram('haproxy') ?? '', ['-db', '-f', file], { ready });
  portal.closing.push(() => haproxy.kill());
  await haproxy.start();
}

/**
 * Starts the servers around the portal. All except Redis, and MariaDB if `mysqlDirect`, are behind a proxy that can be slowed and cut. @returns the settings
 * with their addresses
 */
async function startServers(
  portal: PortalProcesses,
  { mysql = true, redis = true, s3, clamd, mail, mysqlArguments, mysqlDirect }: Omit<Options, 'env' | 'balanced'>,
): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  const [database, cache] = await Promise.all([mysql && startMariadb(portal.folder, true, mysqlArguments), redis && startRedis(portal.folder)]);
  if (database) {
    portal.processes.set('mysql', database.process);
    env.MYSQL_URL = `mysql://root@127.0.0.1:${mysqlDirect ? database.port : await portal.proxy('mysql', database.port)}`;
  }
  if (cache) {
    portal.processes.set('redis', cache.process);
    env.REDIS_URL = `redis://127.0.0.1:${cache.port}`;
  }
  if (s3) {
    const { default: S3rver } = await import('s3rver');
    const directory = path.join(portal.folder, 's3');
    mkdirSync(directory);
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'media', configs: [] }] });
    const { port } = await server.run();
    portal.closing.push(() => server.close());
    const endpoint = `http://127.0.0.1:${await portal.proxy('s3', port)}`;
    Object.assign(env, { S3_BUCKET: 'media', S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' });
  }
  if (mail) {
    const { MailServer } = await import('@portal/service-kit/testing/mail-server');
    const server = await new MailServer().start();
    portal.mail = server;
    portal.closing.push(() => server.stop());
    env.SMTP_URL = `smtp://127.0.0.1:${await portal.proxy('mail', server.port)}`;
    Object.assign(env, { SMTP_TLS: 'never', MAIL_FROM: 'Portal <no-reply@portal.example>' });
  }
  if (clamd) {
    const server = clamdStandIn().listen(0, '127.0.0.1');
    await once(server, 'listening');
    portal.closing.push(() => server.close());
    env.CLAMD_URL = `tcp://127.0.0.1:${await portal.proxy('clamd', (server.address() as AddressInfo).port)}`;
  }
  return env;
}

import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addDevelopmentUsers, createIdentityProvider, portalClient } from '@portal/identity';
import { freePort } from '@portal/load/processes/free-port';
import type { Environment } from '@portal/service-kit';
import { createWitness, localFolder } from '@portal/witness';
import { createGateway } from 'shell/server';
import { serviceAddresses } from './deployment/components.ts';
import { furtherUsers } from './deployment/realm.ts';
import { gatewayHas } from './deployment/settings.ts';
import { DevelopmentProcesses, type Restartable } from './development-processes.ts';
import { claimPort } from './ports.ts';
import { developmentSecrets } from './secrets.ts';

/** A running part of the portal. */
interface Part {
  url: string;
  close(): Promise<void>;
}

export type StartService = (settings: Environment) => Promise<Part>;

export interface PortalOptions {
  environment: Environment;
  /** The project's folder, with the built shell and the remotes. */
  root: string;
  /** Called with one line for each part that has started. */
  report?: (line: string) => void;
  /** The services by area; those of the project if left out. */
  services?: Record<string, StartService>;
}

export interface Portal extends Part {
  dataDir: string;
  /** Whether the development users can sign in, that is, whether the development sign-in runs. */
  developmentUsers: boolean;
  database: string;
  queue: string;
}

/** Services that other services call. A service starts after those that it calls: svc-reference calls svc-media, and the areas call both. */
const calledByOthers = ['media', 'reference'];
const areasOf = (services: string[]): string[] => services.filter((area) => !calledByOthers.includes(area));
const startOrder = (services: string[]): string[][] => [...calledByOthers.map((area) => [area]), areasOf(services)];

/** Returns every `svc-*` of the project, by area. @param starter returns a function that starts a service, for the name of its package */
export const ownServices = (
  root: string,
  starter = (name: string): StartService =>
    async (settings) =>
      (await import(name)).createService(settings),
): Record<string, StartService> => {
  const names = readdirSync(root).filter((name) => name.startsWith('svc-') && existsSync(join(root, name, 'package.json')));
  return Object.fromEntries(names.map((name) => [name.slice('svc-'.length), starter(name)]));
};

/** A service that can be stopped while a development process replaces it, and started again at the same address. */
class Service implements Part, Restartable {
  url = '';
  private part?: Part;

  constructor(
    private readonly firstPort: string,
    private readonly begin: (port: string) => Promise<Part>,
  ) {}

  async start(): Promise<void> {
    this.part = await this.begin(this.url ? new URL(this.url).port : this.firstPort);
    this.url = this.part.url;
  }

  async stop(): Promise<void> {
    const { part } = this;
    this.part = undefined;
    await part?.close();
  }

  close = (): Promise<void> => this.stop();
}

/**
 * Starts the whole portal in this process: development sign-in, witness, services, gateway.
 * @throws Error that says which part did not start and why; parts that had started are stopped
 */
export async function startPortal({ environment, root, report = () => undefined, services = ownServices(root) }: PortalOptions): Promise<Portal> {
  const running: Part[] = [];
  const close = async (): Promise<void> => {
    // The gateway is stopped first, so that no new calls arrive while the services finish.
    for (const part of running.splice(0).reverse()) {
      await part.close();
    }
  };
  const start = async (name: string, starting: Promise<Part>): Promise<Part> => {
    const began = Date.now();
    try {
      const part = await starting;
      running.push(part);
      report(`${name} is up${part.url ? ` at ${part.url}` : ''} (${Date.now() - began} ms)`);
      return part;
    } catch (error) {
      throw new Error(`${name} did not start: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };

  try {
    const base = await commonSettings(environment, root);
    const own = !environment.OIDC_ISSUER;
    if (own) addDevelopmentUsers(furtherUsers(root));
    const identity = own ? await start('development sign-in', createIdentityProvider(identitySettings(base))) : undefined;
    const oidc: Environment = identity ? { OIDC_INTERNAL_URL: identity.url, OIDC_JWKS_URL: `${identity.url}/jwks` } : {};

    const urls: Environment = {};
    if (!base.WITNESS_URL && base.NODE_ENV !== 'production') {
      // The witness starts first and stops last, because the services send it a last head when they stop.
      const witness = await start(
        'witness',
        createWitness({ ...base, WITNESS_TOKENS: `all=${base.WITNESS_TOKEN}`, PORT: '0', HOST: '127.0.0.1', DATA_DIR: localFolder(String(base.DATA_DIR)) }),
      );
      urls.WITNESS_URL = witness.url;
    }
    const restartable = new Map<string, Service>();
    const settings: Environment = { ...base, ...oidc };
    // svc-reference calls the areas, which start after it, so their ports are chosen in advance.
    const ports = new Map<string, number>();
    for (const area of areasOf(Object.keys(services))) ports.set(area, await freePort());
    const asked = serviceAddresses(Object.fromEntries([...ports].map(([area, port]) => [area, `http://127.0.0.1:${port}`])), () => false);
    for (const areas of startOrder(Object.keys(services))) {
      const started = areas.map(async (area) => {
        const service = new Service(String(ports.get(area) ?? 0), (port) =>
          services[area]({ ...settings, ...urls, ...(area === 'reference' ? asked : {}), PORT: port, HOST: '127.0.0.1' }),
        );
        await start(
          `svc-${area}`,
          service.start().then(() => service),
        );
        urls[`${area.toUpperCase()}_URL`] = service.url;
        restartable.set(`svc-${area}`, service);
      });
      // All of them are awaited before a failure is reported, so that those that did start are stopped.
      const failed = (await Promise.allSettled(started)).find((result) => result.status === 'rejected');
      if (failed) {
        throw failed.reason;
      }
    }
    const addresses = serviceAddresses(Object.fromEntries([...restartable].map(([name, { url }]) => [name.slice('svc-'.length), url])), gatewayHas);
    await start('gateway', createGateway({ ...settings, ...addresses, ...(identity ? { IDENTITY_URL: identity.url } : {}) }));
    if (base.NODE_ENV !== 'production') {
      const developmentProcesses = new DevelopmentProcesses(String(base.DATA_DIR));
      developmentProcesses.open(String(base.PUBLIC_URL), { ...settings, ...urls, ...asked }, restartable, report);
      running.push({ url: '', close: () => developmentProcesses.close() });
    }
    return {
      url: String(base.PUBLIC_URL),
      dataDir: String(base.DATA_DIR),
      developmentUsers: own,
      database: base.MYSQL_URL ? 'MySQL' : 'embedded',
      queue: base.REDIS_URL ? 'Redis' : 'embedded',
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * In development all callers have the same address, including tests, so the rate limits are high. Only the limit of the public finders (RATE_LIMIT_FIND) stays.
 */
const developmentLimits = {
  RATE_LIMIT_GENERAL: '1000000',
  RATE_LIMIT_SIGN_IN: '10000',
  RATE_LIMIT_UPLOAD: '100000',
  RATE_LIMIT_CODE: '30',
  OPEN_UPLOADS: '48',
};

async function commonSettings(environment: Environment, root: string): Promise<Environment> {
  const host = environment.HOST || 'localhost';
  const port = await claimPort(Number(environment.PORT || 8080), host);
  const publicUrl = new URL(environment.PUBLIC_URL || `http://localhost:${port}`).origin;
  const dataDir = resolve(root, environment.DATA_DIR || '.data');
  const development = environment.NODE_ENV !== 'production';
  return {
    LOG_LEVEL: 'warn',
    OIDC_ISSUER: `${publicUrl}/identity`,
    WEB_DIR: join(root, 'shell/dist/web'),
    ALSO_SERVED_AT: environment.PUBLIC_URL ? '' : `http://127.0.0.1:${port}`,
    ...(development ? { ...developmentSecrets(dataDir), ...developmentLimits } : {}),
    ...environment,
    HOST: host,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    REMOTES_DIR: resolve(root, environment.REMOTES_DIR || '.remotes'),
  };
}

function identitySettings(base: Environment) {
  const origins = [String(base.PUBLIC_URL), ...String(base.ALSO_SERVED_AT).split(',')].filter(Boolean);
  return {
    port: 0,
    issuer: String(base.OIDC_ISSUER),
    dataDir: String(base.DATA_DIR),
    audience: base.OIDC_AUDIENCE,
    clients: [portalClient(String(base.OIDC_CLIENT_SECRET), origins, base.OIDC_CLIENT_ID)],
  };
}

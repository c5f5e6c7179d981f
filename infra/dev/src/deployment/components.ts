import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a part of the portal is; the deployment of each kind follows from `compose.ts` and `kubernetes.ts`. */
export type Kind = 'gateway' | 'service' | 'witness' | 'screens';

/** The key `portal` of a workspace's package.json. Whatever has one is deployed. */
interface Declared {
  kind: Kind;
  /** Its name as a container, where it is not that of the folder. */
  name?: string;
  /** The built script that starts it, below its folder: `dist/src/main.js` when left out. */
  main?: string;
  /** The port it listens on. Screens have none. */
  port?: number;
  /** The components whose address it is given, and which it may call. The gateway may call every service. */
  asks?: string[];
  /** Servers beyond those that every component of its kind uses. */
  uses?: Server[];
  /** Settings of its own, as they are without a choice of the operator. */
  settings?: Record<string, string>;
  /** How many instances an autoscaler keeps. */
  instances?: { min: number; max: number };
  /** What one instance needs, and what it may use. */
  resources?: { requests?: Amount; limits?: Amount };
}

type Server = 's3' | 'clamd';
type Amount = { cpu?: string; memory?: string };

/** A part of the portal that is deployed. */
export interface Component {
  name: string;
  kind: Kind;
  /** Name of the area, of its database and of its accounts: `trips` of `svc-trips`. */
  area: string;
  /** Its folder below the project's. */
  folder: string;
  /** The name of its workspace. */
  workspace: string;
  image: string;
  main: string;
  port: number;
  asks: string[];
  uses: Server[];
  settings: Record<string, string>;
  instances: { min: number; max: number };
  resources: { requests: Required<Amount>; limits: Required<Amount> };
}

const resourcesOf = (kind: Kind): Component['resources'] =>
  kind === 'witness'
    ? { requests: { cpu: '20m', memory: '64Mi' }, limits: { cpu: '500m', memory: '128Mi' } }
    : { requests: { cpu: '250m', memory: '256Mi' }, limits: { cpu: '2', memory: '512Mi' } };

const workspaceFolders = (root: string): string[] => {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  return [...below('.'), ...below('infra').map((name) => `infra/${name}`)];
};

function componentIn(root: string, folder: string): Component[] {
  let text: string;
  try {
    text = readFileSync(join(root, folder, 'package.json'), 'utf8');
  } catch {
    return [];
  }
  const { name: workspace, portal: declared } = JSON.parse(text) as { name: string; portal?: Declared };
  if (!declared) return [];
  const { kind, port = 0, asks = [], uses = [], settings = {}, main = 'dist/src/main.js', resources } = declared;
  const name = declared.name ?? (folder.split('/').at(-1) as string);
  const usual = resourcesOf(kind);
  const component: Component = {
    name,
    kind,
    area: name.replace(/^(svc|mf)-/, ''),
    folder,
    workspace,
    image: `portal/${name}`,
    main,
    port,
    asks,
    uses,
    settings,
    instances: declared.instances ?? { min: 2, max: 10 },
    resources: { requests: { ...usual.requests, ...resources?.requests }, limits: { ...usual.limits, ...resources?.limits } },
  };
  return [component];
}

/**
 * Everything that is deployed, from the `portal` keys of the workspaces: services by their ports, then gateway, witness and screens.
 * @throws Error where two have one port, or one asks another that is not there
 */
export function components(root: string): Component[] {
  const order: Kind[] = ['service', 'gateway', 'witness', 'screens'];
  const found = workspaceFolders(root)
    .flatMap((folder) => componentIn(root, folder))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.port - b.port || a.name.localeCompare(b.name));
  const services = found.filter(({ kind }) => kind === 'service').map(({ name }) => name);
  for (const component of found) {
    const same = found.find((other) => other !== component && other.port === component.port && component.port);
    if (same) throw new Error(`${component.folder}/package.json: port ${component.port} is that of ${same.name}`);
    if (component.kind === 'gateway') component.asks = services;
    const missing = component.asks.find((name) => !services.includes(name));
    if (missing) throw new Error(`${component.folder}/package.json: asks ${missing}, which is no service`);
  }
  return found;
}

export const ofKind = (all: Component[], ...kinds: Kind[]): Component[] => all.filter(({ kind }) => kinds.includes(kind));

/** Where another container reaches it. */
export const urlOf = ({ name, port }: Component): string => `http://${name}:${port}`;

/** Those it asks, as components. */
export const askedBy = (component: Component, all: Component[]): Component[] => all.filter(({ name }) => component.asks.includes(name));

/** Addresses of services as the gateway's settings take them: one setting for each that it has a setting for, the others in `SERVICE_URLS`. */
export function serviceAddresses(urls: Record<string, string>, known: (setting: string) => boolean): Record<string, string> {
  const own = Object.entries(urls).filter(([area]) => known(`${area.toUpperCase()}_URL`));
  const others = Object.entries(urls).filter(([area]) => !known(`${area.toUpperCase()}_URL`));
  return {
    ...Object.fromEntries(own.map(([area, url]) => [`${area.toUpperCase()}_URL`, url])),
    ...(others.length ? { SERVICE_URLS: others.map(([area, url]) => `${area}=${url}`).join(',') } : {}),
  };
}

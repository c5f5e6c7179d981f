import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kinds of components. `compose.ts` and `kubernetes.ts` describe how each kind is deployed. */
export type Kind = 'gateway' | 'service' | 'witness' | 'ops' | 'screens';

/** The key `portal` of a package.json. Every workspace that has this key is deployed. */
interface Declared {
  kind: Kind;
  /** Name of the container; the name of the folder if left out. */
  name?: string;
  /** The built script that starts the component, relative to its folder; `dist/src/main.js` if left out. */
  main?: string;
  /** The port on which the component listens. Screens have none. */
  port?: number;
  /** The services that the component calls: it receives their addresses and may reach them over the network. The gateway calls every service. */
  calls?: string[];
  /** Whether the component also calls back the services that call it, to ask what they know of its records. They start after it, and may be unavailable. */
  asksCallers?: boolean;
  /** Servers that the component uses in addition to those of its kind. */
  uses?: Server[];
  /** Settings with a default value in the deployment. The operator can change them. */
  settings?: Record<string, string>;
  /** The range of instances for the autoscaler. */
  instances?: { min: number; max: number };
  /** CPU and memory of one instance, in the notation of Kubernetes. */
  resources?: { requests?: Amount; limits?: Amount };
}

/**
 * Servers that a component can use. Outside the deployment are `mail`, the country's own mail server and its adapter for short messages, and `registers`, the
 * country's own registers.
 */
type Server = 's3' | 'clamd' | 'mail' | 'registers';
type Amount = { cpu?: string; memory?: string };

/** A component of the portal that is deployed. */
export interface Component {
  name: string;
  kind: Kind;
  /** Name of the area, and so of its database and accounts: `trips` for `svc-trips`. */
  area: string;
  /** The folder of the component, relative to the project. */
  folder: string;
  /** The name of the component's workspace. */
  workspace: string;
  image: string;
  main: string;
  port: number;
  calls: string[];
  /** Services that the component calls without waiting for them when it starts. */
  asks: string[];
  uses: Server[];
  settings: Record<string, string>;
  instances: { min: number; max: number };
  resources: { requests: Required<Amount>; limits: Required<Amount> };
}

/** A placeholder for the services that call a component, until all components are known. */
const callers = '*';

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
  const { kind, port = 0, calls = [], uses = [], settings = {}, main = 'dist/src/main.js', resources } = declared;
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
    calls,
    asks: declared.asksCallers ? [callers] : [],
    uses,
    settings,
    instances: declared.instances ?? { min: 2, max: 10 },
    resources: { requests: { ...usual.requests, ...resources?.requests }, limits: { ...usual.limits, ...resources?.limits } },
  };
  return [component];
}

/**
 * Returns the components, from the `portal` keys of the workspaces: services by port, then gateway, witness, ops and screens.
 * @throws Error if two components have the same port, or a component calls a service that does not exist
 */
export function components(root: string): Component[] {
  const order: Kind[] = ['service', 'gateway', 'witness', 'ops', 'screens'];
  const found = workspaceFolders(root)
    .flatMap((folder) => componentIn(root, folder))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.port - b.port || a.name.localeCompare(b.name));
  const services = found.filter(({ kind }) => kind === 'service').map(({ name }) => name);
  for (const component of found)
    if (component.asks.includes(callers))
      component.asks = ofKind(found, 'service').flatMap(({ name, calls }) => (calls.includes(component.name) ? [name] : []));
  for (const component of found) {
    const same = found.find((other) => other !== component && other.port === component.port && component.port);
    if (same) throw new Error(`${component.folder}/package.json: port ${component.port} is that of ${same.name}`);
    if (component.kind === 'gateway') component.calls = services;
    const missing = component.calls.find((name) => !services.includes(name));
    if (missing) throw new Error(`${component.folder}/package.json: calls ${missing}, which is no service`);
  }
  return found;
}

export const ofKind = (all: Component[], ...kinds: Kind[]): Component[] => all.filter(({ kind }) => kinds.includes(kind));

/** Returns the address at which other containers reach a component. Every component that listens has a TLS certificate. */
export const urlOf = ({ name, port }: Component): string => `https://${name}:${port}`;

/** Returns the components that a component calls. */
export const calledBy = (component: Component, all: Component[]): Component[] => all.filter(({ name }) => component.calls.includes(name));

/** Returns the names of those that may call the `/internal` addresses of a service. */
export const callersOf = ({ name }: Component, all: Component[]): string[] =>
  ofKind(all, 'service').flatMap((one) => (one.calls.includes(name) || one.asks.includes(name) ? [one.name] : []));

/** Returns the addresses of the services in `asks`, as the setting `SERVICE_URLS`. */
export const addressesAsked = ({ asks }: Component, all: Component[]): Record<string, string> =>
  serviceAddresses(Object.fromEntries(all.filter(({ name }) => asks.includes(name)).map((one) => [one.area, urlOf(one)])), () => false);

/**
 * Returns the addresses of services as settings: `<AREA>_URL` for each area for which that setting is known, and `SERVICE_URLS` for the others.
 * @param urls the addresses by area
 */
export function serviceAddresses(urls: Record<string, string>, known: (setting: string) => boolean): Record<string, string> {
  const own = Object.entries(urls).filter(([area]) => known(`${area.toUpperCase()}_URL`));
  const others = Object.entries(urls).filter(([area]) => !known(`${area.toUpperCase()}_URL`));
  return {
    ...Object.fromEntries(own.map(([area, url]) => [`${area.toUpperCase()}_URL`, url])),
    ...(others.length ? { SERVICE_URLS: others.map(([area, url]) => `${area}=${url}`).join(',') } : {}),
  };
}

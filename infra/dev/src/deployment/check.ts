import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@portal/service-kit';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse, parseAllDocuments } from 'yaml';
import { type Component, components, ofKind } from './components.ts';
import { composeFolder, composeText, envFile, readCompose, registersText, sampleEnv, variablesOf } from './compose.ts';
import { imageOf, stageOf } from './image.ts';
import { clusterFolder, type Manifest } from './kubernetes.ts';
import { settingFaults } from './settings.ts';

const composeName = `${composeFolder}/compose.yaml`;
const exampleName = `${composeFolder}/.env.example`;

const isSecret = (name: string): boolean => /SECRET|PASSWORD|TOKEN|KEY/.test(name) && !name.endsWith('ADMIN');

/** Returns the containers that read settings: each component that runs, and the migration of each service. */
const containersOf = (root: string): { component: Component; container: string; kind: 'Deployment' | 'Job' }[] =>
  ofKind(components(root), 'gateway', 'service', 'witness', 'ops').flatMap((component) => [
    { component, container: component.name, kind: 'Deployment' as const },
    ...(component.kind === 'service' ? [{ component, container: `migrate-${component.area}`, kind: 'Job' as const }] : []),
  ]);

function composeSchemaFaults(root: string, name: string, file: object): string[] {
  const schema = JSON.parse(readFileSync(join(root, composeFolder, 'schema/compose-spec.json'), 'utf8')) as object;
  const ajv = new Ajv({ allErrors: true, strict: false });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  ajv.addFormat('subnet_ip_address', true);
  // Ajv knows this JSON Schema dialect only by its http address, but the published schema uses https.
  const check = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
  return check(file) ? [] : (check.errors ?? []).map(({ instancePath, message, params }) => `${name}: ${instancePath} ${message} ${JSON.stringify(params)}`);
}

/** Returns the faults of variables: those of compose.yaml must be in `.env.example` and the reverse, and no secret may have a default value in either file. */
function variableFaults(root: string, text: string): string[] {
  const example = envFile(readFileSync(join(root, exampleName), 'utf8'));
  const used = variablesOf(text);
  return [
    ...used.filter(({ name }) => !(name in example)).map(({ name }) => `${exampleName}: add ${name}, which compose.yaml uses`),
    ...Object.keys(example).flatMap((name) => (used.some((one) => one.name === name) ? [] : `${exampleName}: nothing uses ${name}`)),
    ...Object.entries(example).flatMap(([name, value]) => (isSecret(name) && value ? `${exampleName}: ${name} must be empty: a secret has no default` : [])),
    ...used.filter(({ name, hasDefault }) => hasDefault && isSecret(name)).map(({ name }) => `${composeName}: ${name} must have no default: it is a secret`),
  ];
}

/** Returns the faults of the Compose file and of registers.yaml: schema, variables, published ports and the settings of every container. */
export async function composeFaults(root: string, text = composeText(root)): Promise<string[]> {
  const file = readCompose(text, sampleEnv(root));
  const published = Object.entries(file.services).filter(([name, { ports }]) => ports && name !== 'ingress');
  const settings = containersOf(root).map(({ component, container }) =>
    settingFaults(composeName, component, { ...imageOf(root, stageOf(component)).env, ...file.services[container]?.environment }),
  );
  return [
    ...composeSchemaFaults(root, composeName, file),
    ...composeSchemaFaults(root, `${composeFolder}/registers.yaml`, parse(registersText(root)) as object),
    ...variableFaults(root, text),
    ...published.map(([name]) => `${composeName}: ${name} must publish no port: the ingress is the only way in`),
    ...(await Promise.all(settings)).flat(),
  ];
}

/** A manifest and the file that contains it. */
export interface Found {
  file: string;
  manifest: Manifest;
}

const documentsIn = (file: string, text: string): Found[] => parseAllDocuments(text).map((document) => ({ file, manifest: document.toJS() as Manifest }));

/** Reads the manifests in these folders of `infra/k8s`. */
export const manifestsIn = (root: string, ...folders: string[]): Found[] =>
  folders
    .flatMap((folder) => readdirSync(join(root, clusterFolder, folder), { recursive: true }).map((name) => join(clusterFolder, folder, String(name))))
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
    .flatMap((file) => documentsIn(file, readFileSync(join(root, file), 'utf8')));

/** Returns the faults against the schema of each kind. kubernetes-models contains the schemas that the Kubernetes API publishes. */
export async function schemaFaults(found: Found[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { file, manifest } of found) {
    const { apiVersion, kind, metadata } = manifest;
    // The package contains the kinds of Kubernetes itself, but not those of the Prometheus operator and of cert-manager.
    if (apiVersion.startsWith('monitoring.coreos.com/') || apiVersion.startsWith('cert-manager.io/')) continue;
    const models = (await import(`kubernetes-models/${apiVersion}`)) as Record<string, (new (data: object) => { validate(): void }) | undefined>;
    const Model = models[kind];
    try {
      if (!Model) throw new Error(`${apiVersion} has no such kind`);
      new Model(manifest).validate();
    } catch (error) {
      faults.push(`${file}: ${kind} ${metadata?.name}: ${(error as Error).message}`);
    }
  }
  return faults;
}

interface Container {
  env?: { name: string; value?: string }[];
  envFrom?: { configMapRef: { name: string } }[];
}
type WithData = Manifest & { data?: Environment };
type WithPods = Manifest & { spec: { template: { spec: { containers: [Container] } } } };

/** Returns the environment of a container, with a sample value for each secret. */
function environmentOf({ env = [], envFrom = [] }: Container, manifests: Manifest[]): Environment {
  const maps = envFrom.map(({ configMapRef: { name } }) => manifests.find((one) => one.kind === 'ConfigMap' && one.metadata?.name === name) as WithData);
  const sample = (name: string): string => {
    if (name.endsWith('_URL')) return `${name.split('_')[0]?.toLowerCase().replace('redis', 'rediss')}://user:password@data`;
    return `${name === 'WITNESS_TOKENS' ? 'trips=' : ''}a-sample-of-${name.toLowerCase()}`;
  };
  return Object.assign({}, ...maps.map((map) => map?.data), Object.fromEntries(env.map(({ name, value }) => [name, value ?? sample(name)])));
}

/** Returns faults that no schema detects: settings that a container lacks, does not read or refuses, and secrets in the manifests. */
export async function clusterFaults(root: string, found = manifestsIn(root, 'base', 'components')): Promise<string[]> {
  const manifests = found.map(({ manifest }) => manifest);
  const containerOf = (kind: string, name: string): Container | undefined =>
    (manifests.find((one) => one.kind === kind && one.metadata?.name === name) as WithPods | undefined)?.spec.template.spec.containers[0];
  const settings = containersOf(root).map(async ({ component, container, kind }) => {
    const described = containerOf(kind, container);
    return described
      ? settingFaults(clusterFolder, component, { ...imageOf(root, stageOf(component)).env, ...environmentOf(described, manifests) })
      : [`${clusterFolder}: there is no ${kind} ${container}`];
  });
  const secrets = found.filter(({ manifest }) => manifest.kind === 'Secret').map(({ file }) => `${file}: no Secret is kept here`);
  return [...secrets, ...(await Promise.all(settings)).flat()];
}

/** Runs a tool. @returns its output; undefined if the tool is not installed @throws Error with what the tool reports */
function outputOf(tool: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(tool, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(String((error as { stderr?: string }).stderr ?? error));
  }
}

/** Returns the faults of the overlays, as Kustomize builds them, against the schemas. */
async function overlayFaults(root: string): Promise<string[]> {
  const faults: string[] = [];
  for (const name of readdirSync(join(root, clusterFolder, 'overlays'))) {
    const folder = `${clusterFolder}/overlays/${name}`;
    try {
      const text = outputOf('kubectl', 'kustomize', join(root, folder));
      if (text === undefined) console.log(`Left out: ${folder} is not built, because kubectl is not installed`);
      else faults.push(...(await schemaFaults(documentsIn(folder, text))));
    } catch (error) {
      faults.push(`${folder}: ${(error as Error).message}`);
    }
  }
  return faults;
}

/** Returns the faults of the Compose file and of the manifests, without running them. Needs the built services. */
export const deploymentFaults = async (root: string): Promise<string[]> => [
  ...(await composeFaults(root)),
  ...(await schemaFaults(manifestsIn(root, 'base', 'components'))),
  ...(await clusterFaults(root)),
  ...(await overlayFaults(root)),
];

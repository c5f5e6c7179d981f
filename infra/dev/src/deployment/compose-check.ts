import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { ComposeFile, ComposeService } from './compose.ts';
import { composeFolder, composeText, envFile, readCompose, variablesOf } from './compose.ts';
import { type Component, components, imageOf, witness, witnessImage } from './images.ts';
import { settingFaults, witnessFaults } from './settings.ts';

const where = `${composeFolder}/compose.yaml`;

function schemaFaults(root: string, file: ComposeFile): string[] {
  const schema = JSON.parse(readFileSync(join(root, composeFolder, 'schema/compose-spec.json'), 'utf8')) as object;
  const ajv = new Ajv({ allErrors: true, strict: false });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  ajv.addFormat('subnet_ip_address', true);
  // The published schema names its dialect by https, under which no validator knows it.
  const check = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
  return check(file) ? [] : (check.errors ?? []).map(({ instancePath, message, params }) => `${where}: ${instancePath} ${message} ${JSON.stringify(params)}`);
}

/** Values for every variable that has no default: what `.env` would hold. */
export function sampleEnv(root: string): Record<string, string> {
  const example = envFile(readFileSync(join(root, composeFolder, '.env.example'), 'utf8'));
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, value || `a-sample-of-${name.toLowerCase().replaceAll('_', '-')}`]));
}

function variableFaults(root: string, text: string): string[] {
  const example = envFile(readFileSync(join(root, composeFolder, '.env.example'), 'utf8'));
  const used = variablesOf(text);
  return [
    ...used.filter(({ name }) => !(name in example)).map(({ name }) => `${composeFolder}/.env.example: add ${name}, which compose.yaml uses`),
    ...Object.keys(example)
      .filter((name) => !used.some((one) => one.name === name))
      .map((name) => `${composeFolder}/.env.example: nothing uses ${name}`),
    ...Object.keys(example)
      .filter((name) => /SECRET|PASSWORD|TOKEN|KEY/.test(name) && !/ADMIN$/.test(name) && example[name])
      .map((name) => `${composeFolder}/.env.example: ${name} must be empty: a secret has no default`),
    ...used
      .filter(({ name, hasDefault }) => hasDefault && /SECRET|PASSWORD|TOKEN|KEY/.test(name))
      .map(({ name }) => `${where}: ${name} must have no default: it is a secret`),
  ];
}

const contained = (service: ComposeService): string[] => [
  ...(service.read_only ? [] : ['its file system must be read-only']),
  ...(service.cap_drop?.includes('ALL') ? [] : ['it must drop ALL capabilities']),
  ...(service.security_opt?.includes('no-new-privileges:true') ? [] : ['it must have no-new-privileges']),
  ...(service.ports ? ['it must publish no port: the ingress is the only way in'] : []),
];

function wiringFaults(root: string, file: ComposeFile): string[] {
  const faults: string[] = [];
  for (const [name, service] of Object.entries(file.services)) {
    const say = (fault: string): number => faults.push(`${where}: ${name}: ${fault}`);
    if (!/:[\w${}.:-]+$/.test(service.image ?? '')) say('its image must have a version');
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const target = file.services[other];
      if (!target) say(`it waits for ${other}, which is not there`);
      else if (condition === 'service_completed_successfully' && target.restart !== 'no') say(`it waits for the end of ${other}, which never ends`);
      else if (condition === 'service_healthy' && !target.healthcheck && !target.build) say(`it waits for ${other}, whose health nobody checks`);
    }
    for (const mounted of (service.volumes ?? []).filter((volume) => volume.startsWith('./')))
      if (!existsSync(join(root, composeFolder, mounted.split(':')[0]))) say(`it mounts ${mounted.split(':')[0]}, which is not there`);
    if (service.build && !existsSync(join(root, service.build.dockerfile))) say(`${service.build.dockerfile} is not there`);
    // Whom its settings name must be reachable: on a network that both are in.
    for (const [setting, value] of Object.entries(service.environment ?? {})) {
      const host = /^(?:jdbc:)?\w+:\/\/(?:[^@/]*@)?([\w-]+):(\d+)/.exec(String(value));
      if (!host) continue;
      const [, target, port] = host;
      const there = file.services[target];
      if (!there) say(`${setting} names ${target}, which is not there`);
      else if (!there.networks?.some((network) => service.networks?.includes(network))) say(`${setting} names ${target}, with which it shares no network`);
      if (there?.environment?.PORT && there.environment.PORT !== port)
        say(`${setting} names port ${port} of ${target}, which listens on ${there.environment.PORT}`);
    }
  }
  return faults;
}

const accountOf = (url: string | undefined): string => new URL(url ?? 'mysql://nobody').username;

function witnessPartFaults(root: string, file: ComposeFile): string[] {
  const service = file.services.witness;
  if (!service) return [`${where}: witness is missing`];
  const faults = contained(service);
  if (service.build?.dockerfile !== `${witness}/Dockerfile`) faults.push(`it must be built from ${witness}/Dockerfile`);
  if (!service.volumes?.some((volume) => volume.endsWith(':/data'))) faults.push('its heads must outlive it: mount a volume at /data');
  return [...faults.map((fault) => `${where}: witness: ${fault}`), ...witnessFaults(where, { ...witnessImage(root).env, ...service.environment })];
}

function componentFaults(root: string, file: ComposeFile): string[] {
  return (Object.entries(components) as [Component, string][]).flatMap(([name, workspace]) => {
    const service = file.services[name];
    if (!service) return [`${where}: ${name} is missing`];
    const image = imageOf(root, name);
    const faults = contained(service);
    if (service.build?.dockerfile !== `${workspace}/Dockerfile`) faults.push(`it must be built from ${workspace}/Dockerfile`);
    if (service.command) faults.push('it must run the command of its image');
    const migration = file.services[name.replace('svc-', 'migrate-')];
    if (name !== 'gateway') {
      const expected = [...image.command, 'migrate'].join(' ');
      if (migration?.command?.join(' ') !== expected) faults.push(`its migration must run "${expected}"`);
      const { MYSQL_URL: ownerUrl, MYSQL_SERVICE_ACCOUNT: account, ...others } = migration?.environment ?? {};
      const { MYSQL_URL: serviceUrl, ...settings } = service.environment ?? {};
      if (JSON.stringify(others) !== JSON.stringify(settings)) faults.push('its migration must have its settings');
      if (accountOf(ownerUrl) === accountOf(serviceUrl)) faults.push('its migration must not run as its own account: the service may not change the audit log');
      if (account !== accountOf(serviceUrl)) faults.push(`its migration must give its rights to ${accountOf(serviceUrl)} (MYSQL_SERVICE_ACCOUNT)`);
      if (!service.depends_on?.[name.replace('svc-', 'migrate-')]) faults.push('it must wait for its migration');
    }
    return [...faults.map((fault) => `${where}: ${name}: ${fault}`), ...settingFaults(where, name, { ...image.env, ...service.environment })];
  });
}

/** Faults of the Compose file, as sentences. */
export function composeFaults(root: string, text = composeText(root)): string[] {
  const file = readCompose(text, sampleEnv(root));
  return [
    ...schemaFaults(root, file),
    ...variableFaults(root, text),
    ...wiringFaults(root, file),
    ...componentFaults(root, file),
    ...witnessPartFaults(root, file),
  ];
}

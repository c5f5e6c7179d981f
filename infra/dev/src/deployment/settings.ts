import { OpsSettings } from '@portal/backup/ops-settings';
import { type Environment, loadSettings, ServiceSettings, SettingsError, settingsOf } from '@portal/service-kit';
import { WitnessSettings } from '@portal/witness';
import { GatewaySettings, gatewaySettings } from 'shell/server';
import type { Component } from './components.ts';

type SettingsClass = new () => object;

/** Returns the settings class of a component. A service exports a class that extends ServiceSettings. */
export async function settingsClassOf({ kind, workspace }: Component): Promise<SettingsClass> {
  if (kind === 'gateway') return GatewaySettings;
  if (kind === 'witness') return WitnessSettings;
  if (kind === 'ops') return OpsSettings;
  const exported: unknown[] = Object.values((await import(workspace)) as object);
  const found = exported.find((one) => typeof one === 'function' && one.prototype instanceof ServiceSettings);
  if (!found) throw new Error(`${workspace} exports no class that extends ServiceSettings`);
  return found as SettingsClass;
}

const gatewayNames = new Set(settingsOf(GatewaySettings).map(({ env }) => env));

/** Returns whether the gateway reads a setting with this name. */
export const gatewayHas = (setting: string): boolean => gatewayNames.has(setting);

/** Settings whose default suits only a single embedded instance. A deployment must set them, to the same value for all instances. */
const shared = {
  gateway: ['REDIS_URL', 'TRUSTED_PROXIES', 'REMOTES_KEYS'],
  service: ['MYSQL_URL', 'REDIS_URL', 'SIGNING_KEYS', 'DATA_KEYS'],
  witness: [],
  ops: ['S3_BUCKET'],
  screens: [],
};
const ofServer = { s3: ['S3_ENDPOINT', 'S3_BUCKET'], clamd: ['CLAMD_URL'], mail: [], registers: [] };

const neededBy = ({ kind, calls, uses }: Component): string[] =>
  kind === 'service'
    ? [...shared.service, ...uses.flatMap((server) => ofServer[server]), ...calls.map((name) => `${name.slice(4).toUpperCase()}_URL`)]
    : shared[kind];

/** Reads the settings as the component does when it starts. @throws SettingsError */
export const readSettings = ({ kind }: Component, cls: SettingsClass, env: Environment): object =>
  kind === 'gateway' ? gatewaySettings(env) : loadSettings(cls, env);

/** Variables that Node.js itself reads. */
const ofNode = ['NODE_EXTRA_CA_CERTS'];

/** Returns the faults of a component's environment: unknown settings, missing settings, and settings that the component would refuse at its start. */
export async function settingFaults(where: string, component: Component, env: Environment): Promise<string[]> {
  const cls = await settingsClassOf(component);
  const known = new Set([...settingsOf(cls).map((setting) => setting.env), ...ofNode]);
  const faults = Object.keys(env)
    .filter((name) => !known.has(name))
    .map((name) => `${name} is no setting of it`);
  faults.push(...neededBy(component).flatMap((name) => (env[name] ? [] : `${name} is not given`)));
  try {
    readSettings(component, cls, env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.problems);
  }
  return faults.map((fault) => `${where}: ${component.name}: ${fault}`);
}

import { type Environment, loadSettings, SettingsError, settingsOf } from '@portal/service-kit';
import { WitnessSettings } from '@portal/witness';
import { GatewaySettings, gatewaySettings } from 'shell/server';
import { DeclarationSettings } from 'svc-declarations';
import { LicenceSettings } from 'svc-licences';
import { MediaSettings } from 'svc-media';
import { ReferenceSettings } from 'svc-reference';
import { TripSettings } from 'svc-trips';
import type { Component } from './images.ts';

/** The class of each component's settings. */
export const settingClasses: Record<Component, new () => object> = {
  gateway: GatewaySettings,
  'svc-reference': ReferenceSettings,
  'svc-declarations': DeclarationSettings,
  'svc-licences': LicenceSettings,
  'svc-trips': TripSettings,
  'svc-media': MediaSettings,
};

/** Settings with an embedded default that is for one instance: with several, all must be given the same. */
const shared: Record<Component, readonly string[]> = {
  gateway: ['REDIS_URL', 'TRUSTED_PROXIES', 'REMOTES_KEYS'],
  'svc-reference': ['MYSQL_URL', 'REDIS_URL', 'SIGNING_KEYS', 'DATA_KEYS', 'MEDIA_URL'],
  'svc-declarations': ['MYSQL_URL', 'REDIS_URL', 'SIGNING_KEYS', 'DATA_KEYS', 'MEDIA_URL', 'REFERENCE_URL'],
  'svc-licences': ['MYSQL_URL', 'REDIS_URL', 'SIGNING_KEYS', 'DATA_KEYS', 'MEDIA_URL', 'REFERENCE_URL'],
  'svc-trips': ['MYSQL_URL', 'REDIS_URL', 'SIGNING_KEYS', 'DATA_KEYS', 'MEDIA_URL', 'REFERENCE_URL'],
  'svc-media': ['MYSQL_URL', 'REDIS_URL', 'SIGNING_KEYS', 'DATA_KEYS', 'S3_BUCKET', 'S3_ENDPOINT', 'CLAMD_URL'],
};

/** Reads them as the component does at its start. @throws SettingsError */
export const readSettings = (component: Component, env: Environment): object =>
  component === 'gateway' ? gatewaySettings(env) : loadSettings(settingClasses[component], env);

/** What is wrong with an environment: settings that the class does not have, those of `needed` that are missing, and what `read` refuses. */
function faultsOf(cls: new () => object, env: Environment, needed: readonly string[], read: () => unknown): string[] {
  const known = new Set(settingsOf(cls).map((setting) => setting.env));
  const faults = Object.keys(env)
    .filter((name) => !known.has(name))
    .map((name) => `${name} is no setting of it`);
  faults.push(...needed.filter((name) => !env[name]).map((name) => `${name} is not given`));
  try {
    read();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.problems);
  }
  return faults;
}

/** What is wrong with the settings a deployment gives to a component: unknown ones, and what the component itself would refuse at its start. */
export const settingFaults = (where: string, component: Component, env: Environment): string[] =>
  faultsOf(settingClasses[component], env, shared[component], () => readSettings(component, env)).map((fault) => `${where}: ${component}: ${fault}`);

/** The same of the witness. */
export const witnessFaults = (where: string, env: Environment): string[] =>
  faultsOf(WitnessSettings, env, [], () => loadSettings(WitnessSettings, env)).map((fault) => `${where}: witness: ${fault}`);

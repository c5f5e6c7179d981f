import type { TestBackend } from '@portal/service-kit/testing';
import { anArrival } from 'svc-declarations/testing';
import { fetchJson, postJson } from '../measure.ts';
import type { Part } from '../part.ts';
import type { BaselinesPart } from '../parts/limits.ts';
import type { ServicesPart } from '../parts/services.ts';
import type { Report } from '../report.ts';

/** The measurement of the services on one engine, and what it needs. */
export interface EngineRun {
  report: Report;
  engine: string;
  backend: TestBackend;
  services: Part<ServicesPart>;
  limits: Part<BaselinesPart>;
  /** Addresses of the services, and their settings. */
  urls: Awaited<ReturnType<ServicesPart['start']>>;
  rounds: number;
  /** Seconds of each round that measures a rate. */
  seconds: number;
}

/** Returns the address of the arrivals at a service or a gateway. */
export const arrivalsAt = (url: string): string => `${url}/v1/traveller/declaration`;

interface Arrival {
  id: string;
  version: number;
}

/** Registers an arrival at a service or a gateway. */
export const registerArrival = async (url: string, fields: Record<string, unknown> = {}): Promise<Arrival> =>
  (await fetchJson<{ model: Arrival }>(`${arrivalsAt(url)}/`, postJson(anArrival(fields)))).model;

/** Returns the address of the service of declarations behind the gateway of a portal. */
export const declarationsOf = (portal: string): string => `${portal}/api/declarations`;

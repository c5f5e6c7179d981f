import type { TestBackend } from '@portal/service-kit/testing';
import type { Part } from '../part.ts';
import type { LimitsPart } from '../parts/limits.ts';
import type { ServicesPart } from '../parts/services.ts';
import type { Report } from '../report.ts';

/** The measurement of the services on one engine. */
export interface EngineRun {
  report: Report;
  engine: string;
  backend: TestBackend;
  services: Part<ServicesPart>;
  limits: Part<LimitsPart>;
  /** Addresses of the services, and their settings. */
  urls: Awaited<ReturnType<ServicesPart['start']>>;
  rounds: number;
  /** Seconds of a round that measures a rate. */
  seconds: number;
}

/** The address of arrivals at a service or a gateway. */
export const arrivalsAt = (url: string): string => `${url}/v1/traveller/declaration`;

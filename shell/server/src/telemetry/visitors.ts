import { createHmac, randomBytes } from 'node:crypto';
import { callerKey } from '../limits.ts';
import { getsCanary } from '../page/canary.ts';
import type { Area } from '../page/registry.ts';
import type { TelemetryEvent } from './report.ts';

/** Made anew by every process: a name of a visitor cannot be traced to an address, nor be known again after a restart. */
const salt = randomBytes(32);

/** Names a visitor for as long as this process runs: by network address and bucket, of which neither is kept. */
export const visitorOf = (ip: string, bucket: number | undefined): string =>
  createHmac('sha256', salt)
    .update(`${callerKey(ip)} ${bucket ?? ''}`)
    .digest('base64url')
    .slice(0, 16);

/** Whether a report may speak for or against a version: of a canary only visitors who get it can tell. */
export const maySay = ({ area, version }: TelemetryEvent, bucket: number | undefined, canaries: readonly Area[]): boolean =>
  canaries.every((canary) => canary.name !== area || canary.version !== version || (bucket !== undefined && getsCanary(bucket, canary)));

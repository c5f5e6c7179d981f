import { createHmac, randomBytes } from 'node:crypto';
import { callerKey } from '../limits.ts';
import { getsCanary } from '../page/canary.ts';
import type { Area } from '../page/registry.ts';
import type { TelemetryEvent } from './report.ts';

/** Random for each process: a visitor's pseudonym cannot be traced to an address, or recognised after a restart. */
const salt = randomBytes(32);

/** A visitor's pseudonym for the life of this process, derived from network address and bucket, which are not stored. */
export const visitorOf = (ip: string, bucket: number | undefined): string =>
  createHmac('sha256', salt)
    .update(`${callerKey(ip)} ${bucket ?? ''}`)
    .digest('base64url')
    .slice(0, 16);

/** Whether a report may count for or against a version: only visitors who get a canary can report on it. */
export const mayReport = ({ area, version }: TelemetryEvent, bucket: number | undefined, canaries: readonly Area[]): boolean =>
  canaries.every((canary) => canary.name !== area || canary.version !== version || (bucket !== undefined && getsCanary(bucket, canary)));

import { createHmac, randomBytes } from 'node:crypto';
import { callerKey } from '../limits.ts';
import { getsCanary } from '../page/canary.ts';
import type { Area } from '../page/registry.ts';
import type { TelemetryEvent } from './report.ts';

/** A random value for each process. Because of it, a visitor's pseudonym cannot be traced back to an address, and changes after a restart. */
const salt = randomBytes(32);

/**
 * Computes a visitor's pseudonym from the network address, which is not stored, and the bucket. It is valid for the life of this process. Its first part
 * stands for the address.
 */
export const visitorOf = (ip: string, bucket: number | undefined): string =>
  `${createHmac('sha256', salt).update(callerKey(ip)).digest('base64url').slice(0, 16)}.${bucket ?? ''}`;

/** The part of a visitor's pseudonym that stands for the network address. */
export const addressOf = (visitor: string): string => visitor.split('.', 1)[0];

/** Checks whether a report may count for or against a version. For a canary, only reports of visitors who get the canary count. */
export const mayReport = ({ area, version }: TelemetryEvent, bucket: number | undefined, canaries: readonly Area[]): boolean =>
  canaries.every((canary) => canary.name !== area || canary.version !== version || (bucket !== undefined && getsCanary(bucket, canary)));

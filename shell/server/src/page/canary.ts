import { createHash, randomInt } from 'node:crypto';

/**
 * The visitors who reported on a version of an area; visitors with the same network address count as one. `failed` is the number of those for whom the version
 * failed to load at least once.
 */
export interface AreaVisitors {
  area: string;
  version: string;
  visitors: number;
  failed: number;
}

/** Minimum numbers of visitors and of failures before a canary is judged. A few failures may be caused by the visitors' own networks. */
export interface CanaryLimits {
  visitors: number;
  failed: number;
}

/** A cookie that holds only a random number from 0 to 99. It gives a visitor the same version on every page. */
export const BUCKET_COOKIE = 'portal.bucket';

/** Reads a visitor's bucket from the cookie. Returns undefined when the cookie is missing or not valid. */
export const bucketOf = (cookie: string | undefined): number | undefined => (cookie && /^\d{1,2}$/.test(cookie) ? Number(cookie) : undefined);

/** A random bucket for a new visitor. */
export const newBucket = (): number => randomInt(100);

/**
 * Checks whether visitors of this bucket get the canary. The buckets are shifted for each version, so that it is not always the same people who test new
 * versions. A visitor who is included at 1 % is also included at 10 %.
 */
export function getsCanary(bucket: number, canary: { name: string; version: string; share?: number }): boolean {
  const shift = createHash('sha256').update(`${canary.name} ${canary.version}`).digest().readUInt32BE(0) % 100;
  return (bucket + shift) % 100 < (canary.share ?? 0);
}

type Counts = Pick<AreaVisitors, 'visitors' | 'failed'>;

const total = (some: Counts[]): Counts => ({
  visitors: some.reduce((sum, { visitors }) => sum + visitors, 0),
  failed: some.reduce((sum, { failed }) => sum + failed, 0),
});

/** Returns the reason why a canary must end: its failure rate is more than twice that of the area's other versions. Returns undefined when it may continue. */
export function abortReason(canary: { name: string; version: string }, all: AreaVisitors[], limits: CanaryLimits): string | undefined {
  const ofArea = all.filter(({ area }) => area === canary.name);
  const own = total(ofArea.filter(({ version }) => version === canary.version));
  const others = total(ofArea.filter(({ version }) => version !== canary.version));
  if (own.visitors < limits.visitors || own.failed < limits.failed) {
    return undefined;
  }
  const rate = ({ visitors, failed }: Counts): number => (visitors ? failed / visitors : 0);
  return rate(own) > 2 * rate(others)
    ? `it failed for ${Math.round(own.failed)} of ${own.visitors} visitors; the other versions for ${Math.round(others.failed)} of ${others.visitors}`
    : undefined;
}

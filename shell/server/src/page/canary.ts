import { createHash, randomInt } from 'node:crypto';

/** Visitors who reported on a version of an area; `failed` are those for whom it failed to load at least once. */
export interface AreaVisitors {
  area: string;
  version: string;
  visitors: number;
  failed: number;
}

/** Minimum numbers of visitors before a canary is judged: a few failures may be due to a visitor's own network. */
export interface CanaryLimits {
  visitors: number;
  failed: number;
}

/** A cookie that holds only a random number from 0 to 99. It gives a visitor the same version on every page. */
export const BUCKET_COOKIE = 'portal.bucket';

/** A visitor's bucket from the cookie; undefined without a valid one. */
export const bucketOf = (cookie: string | undefined): number | undefined => (cookie && /^\d{1,2}$/.test(cookie) ? Number(cookie) : undefined);

/** A random bucket for a new visitor. */
export const newBucket = (): number => randomInt(100);

/**
 * Whether visitors of this bucket get the canary. Buckets are shuffled for each version, so that not always the
 * same people test new versions; a visitor included at 1 % is also included at 10 %.
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

/** Why a canary must end: it fails for more than twice the share of visitors of the area's other versions. Undefined when it may continue. */
export function abortReason(canary: { name: string; version: string }, all: AreaVisitors[], limits: CanaryLimits): string | undefined {
  const ofArea = all.filter(({ area }) => area === canary.name);
  const own = total(ofArea.filter(({ version }) => version === canary.version));
  const others = total(ofArea.filter(({ version }) => version !== canary.version));
  if (own.visitors < limits.visitors || own.failed < limits.failed) {
    return undefined;
  }
  const rate = ({ visitors, failed }: Counts): number => (visitors ? failed / visitors : 0);
  return rate(own) > 2 * rate(others)
    ? `it failed for ${own.failed} of ${own.visitors} visitors; the other versions for ${others.failed} of ${others.visitors}`
    : undefined;
}

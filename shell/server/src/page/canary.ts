import { createHash, randomInt } from 'node:crypto';

/** Visitors whose browsers have told of a version of an area; `failed` are those of them for whom it did not load at least once. */
export interface AreaVisitors {
  area: string;
  version: string;
  visitors: number;
  failed: number;
}

/** Least numbers of visitors before a canary is verified: a few failures may be a visitor's own network. */
export interface CanaryLimits {
  visitors: number;
  failed: number;
}

/** A cookie with a random number from 0 to 99 and nothing else. It gives a visitor the same version on every page. */
export const BUCKET_COOKIE = 'portal.bucket';

/** A visitor's bucket as the cookie says; undefined when it says none. */
export const bucketOf = (cookie: string | undefined): number | undefined => (cookie && /^\d{1,2}$/.test(cookie) ? Number(cookie) : undefined);

/** A bucket for a visitor who has none. */
export const newBucket = (): number => randomInt(100);

/**
 * Whether visitors of this bucket get the canary. Buckets stand in another order for each version, so that it is not always the
 * same people who try things out; who is in at 1 % stays in at 10 %.
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

/** Why a canary has to end: it fails for more than twice the share of visitors that the area's other versions fail for. Undefined when it may go on. */
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

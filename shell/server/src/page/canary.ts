import { createHash, randomInt } from 'node:crypto';

/** Loads of a version of an area that browsers have told of; `failures` are those of the loads that did not succeed. */
export interface AreaLoads {
  area: string;
  version: string;
  loads: number;
  failures: number;
}

/** Least numbers before a canary is judged: a few failures may be a visitor's own network. */
export interface CanaryLimits {
  loads: number;
  failures: number;
}

/** Holds a random number from 0 to 99 and nothing else; it is needed to give a visitor the same version on every page. */
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

type Counts = Pick<AreaLoads, 'loads' | 'failures'>;

const total = (some: Counts[]): Counts => ({
  loads: some.reduce((sum, { loads }) => sum + loads, 0),
  failures: some.reduce((sum, { failures }) => sum + failures, 0),
});

/** Why a canary has to end: its loads fail more than twice as often as those of the area's other versions. Undefined when it may go on. */
export function abortReason(canary: { name: string; version: string }, all: AreaLoads[], limits: CanaryLimits): string | undefined {
  const ofArea = all.filter(({ area }) => area === canary.name);
  const own = total(ofArea.filter(({ version }) => version === canary.version));
  const others = total(ofArea.filter(({ version }) => version !== canary.version));
  if (own.loads < limits.loads || own.failures < limits.failures) {
    return undefined;
  }
  const rate = ({ loads, failures }: Counts): number => (loads ? failures / loads : 0);
  return rate(own) > 2 * rate(others) ? `${own.failures} of ${own.loads} loads failed; of the other versions ${others.failures} of ${others.loads}` : undefined;
}

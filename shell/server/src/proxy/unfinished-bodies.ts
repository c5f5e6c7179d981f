import { isUpload, rejectSlowBody } from '@portal/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerKey } from '../limits.ts';
import { serviceUnavailable, tooManyRequests } from '../problems.ts';
import type { GatewaySettings } from '../settings.ts';

interface OpenBody {
  request: FastifyRequest;
  caller: string;
  began: number;
  /** Number of bytes that the connection had received when the body began. */
  before: number;
}

/** A body younger than this many milliseconds never counts as slow. */
const YOUNG_MS = 1_000;
/** Rate in bytes per second from which an upload is not ended in favour of another one. */
const FAST_BYTES_PER_SECOND = 32_768;
/**
 * Maximum number of uploads at the same time, for all callers together. It is half of the connections to a service, so that the other half stays free for other
 * calls.
 */
const ALL_UPLOADS = 64;
const RETRY_SECONDS = 5;

const rateOf = ({ request, began, before }: OpenBody, now: number): number => ((request.raw.socket.bytesRead - before) / Math.max(1, now - began)) * 1000;

/**
 * Keeps track of request bodies that are not completely received. When a caller has too many, an existing one is ended instead of the new one: the oldest form,
 * or the slowest upload. So a person who shares an address with an attacker and sends a form quickly is still served.
 */
export class UnfinishedBodies {
  private readonly open = new Set<OpenBody>();

  constructor(
    private readonly app: FastifyInstance,
    private readonly settings: Pick<GatewaySettings, 'openBodies' | 'openUploads'>,
  ) {}

  /**
   * Registers the body of a request, once.
   * @throws ProblemError 429 when one caller sends too many uploads at once, 503 when all callers together do
   */
  begin(request: FastifyRequest): void {
    const { headers, socket } = request.raw;
    if (!Number(headers['content-length']) && headers['transfer-encoding'] === undefined) return;
    if ([...this.open].some((one) => one.request === request)) return;
    const body: OpenBody = { request, caller: callerKey(request.ip), began: Date.now(), before: socket.bytesRead };
    if (isUpload(headers['content-type'])) this.admitUpload(body);
    else this.endOldest(body);
    this.open.add(body);
    request.raw.once('close', () => this.open.delete(body));
  }

  private endOldest({ caller, began }: OpenBody): void {
    const others = this.unfinished(false).filter((one) => one.caller === caller);
    for (const slow of others.slice(0, Math.max(0, others.length + 1 - this.settings.openBodies)))
      if (began - slow.began > YOUNG_MS) rejectSlowBody(this.app, slow.request);
  }

  private admitUpload({ caller, began }: OpenBody): void {
    const all = this.unfinished(true);
    const own = all.filter((one) => one.caller === caller);
    if (own.length >= this.settings.openUploads && !this.endSlowest(own, began)) throw tooManyRequests(RETRY_SECONDS);
    if (all.length >= ALL_UPLOADS && !this.endSlowest(all, began)) throw serviceUnavailable(RETRY_SECONDS);
  }

  private endSlowest(uploads: OpenBody[], now: number): boolean {
    const [slowest] = uploads.filter(({ began }) => now - began > YOUNG_MS).sort((one, other) => rateOf(one, now) - rateOf(other, now));
    if (!slowest || rateOf(slowest, now) >= FAST_BYTES_PER_SECOND) return false;
    rejectSlowBody(this.app, slowest.request);
    return true;
  }

  /** Returns the incomplete bodies, oldest first. */
  private unfinished(uploads: boolean): OpenBody[] {
    return [...this.open].filter(({ request: { raw } }) => !raw.complete && !raw.destroyed && isUpload(raw.headers['content-type']) === uploads);
  }
}

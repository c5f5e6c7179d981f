import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { Call } from '@portal/service-kit';
import type { FastifyRequest } from 'fastify';
import { TemporaryFiles } from '../storage/temporary-files.ts';
import { type StagedFile, withUpload } from './multipart-upload.ts';
import { Quotas } from './quotas.ts';

/** An upload and its sender. */
export type Upload = StagedFile & { caller: string };

/** Receives the file of a request within the caller's quota. */
@Injectable()
export class Uploads {
  constructor(
    private readonly incoming: TemporaryFiles,
    private readonly quotas: Quotas,
  ) {}

  /** @throws 429 before the file is read; otherwise the errors of `withUpload` */
  async receive<Result>(request: FastifyRequest, call: Call, use: (upload: Upload) => Promise<Result>): Promise<Result> {
    const caller = callerOf(request, call);
    await this.quotas.require(caller);
    return withUpload(request, this.incoming, (staged) => use({ ...staged, caller }));
  }
}

/**
 * Returns the signed-in account, or otherwise the address that the gateway forwards. A household usually has a whole /64 of IPv6 addresses, so addresses in the
 * same /64 count as one caller.
 */
function callerOf({ ip }: FastifyRequest, { actor }: Call): string {
  if (actor.sub !== null) return `account ${actor.sub}`;
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return `address ${ip}`;
  const [first = [], last] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = last ? Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0') : [];
  return `address ${[...first, ...zeros, ...(last ?? [])].slice(0, 4).join(':')}`;
}

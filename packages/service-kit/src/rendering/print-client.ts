/** Asks svc-media for printed forms and keeps the render jobs going. */

import { Inject, Injectable } from '@nestjs/common';
import type { PrintLayout, RenderJob } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import { unavailable } from '../http/problems.ts';
import { Outbox } from '../outbox/outbox.ts';
import { ServiceSettings } from '../settings/settings.ts';

export const RENDER_TOPIC = 'media.render';

@Injectable()
export class PrintClient {
  constructor(
    @Inject(ServiceSettings) private readonly settings: ServiceSettings,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /** Begins a print, in the transaction of the version it shows. */
  async begin(tx: EntityManager, key: string, fileName: string, layout: PrintLayout): Promise<void> {
    await this.outbox.add(tx, RENDER_TOPIC, { key, fileName, layout } satisfies RenderJob);
  }

  /**
   * The stored print, or null when it is not there after `waitMs` (svc-media holds the call open meanwhile).
   * @throws 503 when svc-media cannot be reached
   */
  async fetch(key: string, waitMs: number): Promise<Buffer | null> {
    let response: Response;
    try {
      response = await fetch(`${this.settings.mediaUrl}/internal/renders/${encodeURIComponent(key)}?wait=${waitMs}`, {
        headers: { 'X-Internal-Token': this.settings.internalToken },
        signal: AbortSignal.timeout(waitMs + 5_000),
      });
    } catch {
      throw unavailable('The form cannot be fetched just now', 5);
    }
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) throw unavailable('The form cannot be fetched just now', 5);
    return Buffer.from(await response.arrayBuffer());
  }
}

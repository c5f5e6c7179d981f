/** Asks svc-media for printed forms and keeps the render jobs going. */

import { Inject, Injectable } from '@nestjs/common';
import type { PrintLayout, RenderJob } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import { unavailable } from '../http/problems.ts';
import { fetchTraced } from '../observe/tracing.ts';
import { Outbox } from '../outbox/outbox.ts';
import { ServiceSettings } from '../settings/settings.ts';

const MOST_RECENT_BYTES = 8 * 1024 * 1024;
export const RENDER_TOPIC = 'media.render';

@Injectable()
export class PrintClient {
  private readonly recent = new Map<string, Buffer>();
  private recentBytes = 0;

  constructor(
    @Inject(ServiceSettings) private readonly settings: ServiceSettings,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /** Begins a print, in the transaction of the version it shows. */
  async begin(tx: EntityManager, key: string, layout: PrintLayout, requestId?: string): Promise<void> {
    await this.outbox.add(tx, RENDER_TOPIC, { key, layout } satisfies RenderJob, requestId);
  }

  /**
   * The stored print, or null when it is not there after `waitMs`. A key names one version of one form, which never changes: prints that
   * were asked for lately are given again without a second journey. Whether the caller may have it is asked before, each time.
   * @throws 503 when svc-media cannot be reached
   */
  async fetch(key: string, waitMs: number, requestId?: string): Promise<Buffer | null> {
    const known = this.recent.get(key);
    if (known) return known;
    const pdf = await this.ask(key, waitMs, requestId);
    if (pdf) this.keep(key, pdf);
    return pdf;
  }

  private keep(key: string, pdf: Buffer): void {
    if (this.recent.has(key)) return;
    this.recent.set(key, pdf);
    this.recentBytes += pdf.length;
    for (const [oldest, { length }] of this.recent) {
      if (this.recentBytes <= MOST_RECENT_BYTES) break;
      this.recent.delete(oldest);
      this.recentBytes -= length;
    }
  }

  /** svc-media holds the call open while it waits. */
  private async ask(key: string, waitMs: number, requestId?: string): Promise<Buffer | null> {
    let response: Response;
    try {
      response = await fetchTraced('GET /internal/renders/:key', `${this.settings.mediaUrl}/internal/renders/${encodeURIComponent(key)}?wait=${waitMs}`, {
        headers: { 'X-Internal-Token': this.settings.internalToken, ...(requestId ? { 'X-Request-Id': requestId } : {}) },
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

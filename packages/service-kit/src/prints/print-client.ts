/** Requests printed forms from svc-media: through the queue in advance, or by a direct call where somebody waits for a form. */

import { Injectable } from '@nestjs/common';
import { directionOf, L, type PrintLayout, RENDER_TOPIC, type RenderJob } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import { CallTokens } from '../auth/call-tokens.ts';
import { unavailable } from '../http/problems.ts';
import { fetchTraced } from '../observe/tracing.ts';
import { logUnreached } from '../observe/unreached.ts';
import { Outbox } from '../outbox/outbox.ts';
import { ServiceSettings } from '../settings/settings.ts';

const MOST_RECENT_BYTES = 8 * 1024 * 1024;

@Injectable()
export class PrintClient {
  /** Whether forms are drawn as soon as their documents are written, and not only when somebody asks for them. */
  atOnce = true;
  private readonly recent = new Map<string, Buffer>();
  private recentBytes = 0;

  constructor(
    private readonly settings: ServiceSettings,
    private readonly outbox: Outbox,
    private readonly calls: CallTokens,
  ) {}

  /** Requests a print, in the transaction of the document version that it shows. */
  async begin(tx: EntityManager, documentId: string, key: string, layout: PrintLayout, requestId?: string): Promise<void> {
    await this.outbox.add(tx, RENDER_TOPIC, { key, layout: directed(layout) } satisfies RenderJob, requestId, documentId);
  }

  /**
   * Returns the stored print. A missing print is drawn now, before prints that no caller waits for. Returns null when it is not ready after `waitMs`. A key
   * names one version of one form, which never changes, so recent prints are cached. The caller of this method must check each time whether its own caller may
   * have the print.
   * @throws 503 when svc-media cannot be reached or cannot draw it
   */
  async fetch(key: string, layout: () => PrintLayout, waitMs: number, requestId?: string): Promise<Buffer | null> {
    const known = this.recent.get(key);
    if (known) return known;
    const route = '/internal/renders/:key';
    const path = `/internal/renders/${encodeURIComponent(key)}`;
    const pdf =
      (await this.call('GET', route, path, requestId)) ?? (await this.call('POST', route, `${path}?wait=${waitMs}`, requestId, directed(layout()), waitMs));
    if (pdf) this.keep(key, pdf);
    return pdf;
  }

  /**
   * Draws a form that is stored nowhere, because it shows several documents and would remain after the erasure of one of them. Returns null when it is not ready
   * after `waitMs`.
   * @throws 503 when svc-media cannot be reached or cannot draw it
   */
  draw(layout: PrintLayout, waitMs: number, requestId?: string): Promise<Buffer | null> {
    return this.call('POST', '/internal/renders', `/internal/renders?wait=${waitMs}`, requestId, directed(layout), waitMs);
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

  /** Calls svc-media. If a layout is sent, svc-media holds the call open for `waitMs`. */
  private async call(method: 'GET' | 'POST', route: string, path: string, requestId?: string, layout?: PrintLayout, waitMs = 0): Promise<Buffer | null> {
    let response: Response;
    try {
      response = await fetchTraced(`${method} ${route}`, this.settings.mediaUrl + path, {
        method,
        headers: {
          ...(await this.calls.headers('svc-media')),
          ...(requestId ? { 'X-Request-Id': requestId } : {}),
          ...(layout ? { 'Content-Type': 'application/json' } : {}),
        },
        body: layout && JSON.stringify(layout),
        signal: AbortSignal.timeout(waitMs + 5_000),
      });
    } catch (error) {
      logUnreached(`${method} ${route}`, error);
      throw unfetched();
    }
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) throw unfetched();
    return Buffer.from(await response.arrayBuffer());
  }
}

const unfetched = () => unavailable(L('The form cannot be fetched just now', 'De momento não é possível obter o formulário'), 5);

/** Adds the writing direction of its language to a layout, as the language's pack gives it. */
const directed = (layout: PrintLayout): PrintLayout => (directionOf(layout.language) === 'rtl' ? { ...layout, direction: 'rtl' } : layout);

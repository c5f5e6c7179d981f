/**
 * Finds where a catalogue record is used: how many documents of each service, other records and receipts refer to it. Only numbers are returned; no document is
 * named.
 */

import { Injectable } from '@nestjs/common';
import { type Bilingual, L, type ListResult, listResult } from '@portal/contract-kit';
import { CallTokens, Database, fetchTraced, log, type UseOfKind } from '@portal/service-kit';
import type { RecordUse, UsesOfService } from '../../contract/index.ts';
import { ReceiptRow } from '../database/payment.entities.ts';
import { ReferenceSettings } from '../reference.settings.ts';
import { catalogueTitles } from './catalogue-labels.ts';
import { CatalogueStore } from './catalogue-store.ts';
import { catalogues } from './definitions.ts';

/** Time limit in ms. A service that does not answer in time is listed as not answering, beside the numbers of the others. */
const longestMs = 3_000;

@Injectable()
export class RecordUses {
  private readonly services: readonly { name: string; url: string }[];

  constructor(
    settings: ReferenceSettings,
    private readonly calls: CallTokens,
    private readonly db: Database,
    private readonly store: CatalogueStore,
  ) {
    this.services = (settings.serviceUrls ?? '').split(',').flatMap((part) => {
      const [name = '', url = ''] = part.trim().split(/=(.*)/);
      return name && url ? [{ name, url }] : [];
    });
  }

  /** @throws 404 if there is no such record */
  async of(name: string, code: string): Promise<ListResult<UsesOfService>> {
    this.store.record(name, code);
    return listResult(await Promise.all([this.own(name, code), ...this.services.map((service) => this.ask(service, name, code))]));
  }

  private async ask({ name: service, url }: { name: string; url: string }, name: string, code: string): Promise<UsesOfService> {
    try {
      const response = await fetchTraced(
        'GET /internal/catalogue-uses/:catalogue/:code',
        `${url}/internal/catalogue-uses/${encodeURIComponent(name)}/${encodeURIComponent(code)}`,
        { headers: await this.calls.headers(`svc-${service}`), signal: AbortSignal.timeout(longestMs) },
      );
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { records } = (await response.json()) as ListResult<UseOfKind>;
      const uses = records.map(({ kind, title, documents, complete }): RecordUse => ({ of: 'documents', name: kind, title, number: documents, complete }));
      return { service, answers: true, uses };
    } catch (error) {
      log().warn({ service, reason: error instanceof Error ? error.message : String(error) }, 'uses of a catalogue record not known');
      return { service, answers: false, uses: [] };
    }
  }

  /** Returns the uses in this service: records that are not retired and refer to the record on any day, and receipts. */
  private async own(name: string, code: string): Promise<UsesOfService> {
    const uses = Object.entries(catalogues).flatMap(([other, { fields, closed }]): RecordUse[] => {
      const referring = Object.entries(fields).flatMap(([field, { of, ofAny }]) => (of === name || ofAny?.includes(name) ? [field] : []));
      if (closed || referring.length === 0) return [];
      const number = this.store
        .get(other)
        .records.filter(
          (record) =>
            (record.retired !== true || record.standing) &&
            [record, ...((record.periods ?? []) as object[])].some((each) => referring.some((field) => (each as Record<string, unknown>)[field] === code)),
        ).length;
      return number ? [{ of: 'records', name: other, title: catalogueTitles[other] as Bilingual, number, complete: true }] : [];
    });
    if (name === 'payment-methods') {
      const number = await this.db.reader.countBy(ReceiptRow, { method: code } as never);
      uses.push({ of: 'receipts', name: 'receipt', title: L('Receipts', 'Recibos'), number, complete: true });
    }
    return { service: 'reference', answers: true, uses };
  }
}

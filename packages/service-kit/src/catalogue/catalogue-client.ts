/** Other services' view of svc-reference: whole catalogues, kept in memory and asked for again when they may have changed. */

import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type CatalogueRecord, type ContractClass, type FieldError, type FieldMeta, fieldsOf } from '@portal/contract-kit';
import { unavailable } from '../http/problems.ts';
import { fetchTraced } from '../observe/tracing.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { onCatalogueChange } from './catalogue-changes.ts';

interface Held {
  etag: string;
  /** Until then it is not asked for again, in milliseconds. */
  freshUntil: number;
  records: CatalogueRecord[];
  byCode: Map<string, CatalogueRecord[]>;
}

const freshMs = 2_000;
/** How long a held copy does without svc-reference once that has not answered. */
const awayMs = 15_000;
type Row = Record<string, unknown>;

@Injectable()
export class CatalogueClient implements OnApplicationShutdown {
  private readonly held = new Map<string, Held>();
  private readonly asking = new Map<string, Promise<Held>>();
  private readonly stopListening: () => void;

  constructor(@Inject(ServiceSettings) private readonly settings: ServiceSettings) {
    this.stopListening = onCatalogueChange((name) => {
      const held = this.held.get(name);
      if (held) held.freshUntil = 0;
      // What is on its way may be from before the change.
      this.asking.delete(name);
    });
  }

  onApplicationShutdown(): void {
    this.stopListening();
  }

  /**
   * All records of a catalogue, retired ones too (`retired: true`).
   * A held copy is used while svc-reference does not answer. @throws 503 when there is none
   */
  async records(name: string): Promise<CatalogueRecord[]> {
    return (await this.catalogue(name)).records;
  }

  /** The record of a code, retired or not; undefined when there is none. `matching` picks among records that share a code (such as sub-documents). */
  async find(name: string, code: string, matching?: (record: CatalogueRecord) => boolean): Promise<CatalogueRecord | undefined> {
    const all = (await this.catalogue(name)).byCode.get(code) ?? [];
    return matching ? all.find(matching) : all[0];
  }

  private async catalogue(name: string): Promise<Held> {
    const held = this.held.get(name);
    if (held && Date.now() < held.freshUntil) return held;
    try {
      return await (this.asking.get(name) ?? this.ask(name, held));
    } catch (error) {
      if (!held) throw error;
      held.freshUntil = Date.now() + awayMs;
      return held;
    }
  }

  /** One question at a time for all who wait for its answer. */
  private ask(name: string, held: Held | undefined): Promise<Held> {
    const asking: Promise<Held> = this.fetch(name, held)
      .then((fresh) => {
        if (this.asking.get(name) === asking) {
          fresh.freshUntil = Date.now() + freshMs;
          this.held.set(name, fresh);
        }
        return fresh;
      })
      .finally(() => {
        if (this.asking.get(name) === asking) this.asking.delete(name);
      });
    this.asking.set(name, asking);
    return asking;
  }

  private async fetch(name: string, held: Held | undefined): Promise<Held> {
    let response: Response;
    try {
      response = await fetchTraced('GET /internal/catalogue/:name', `${this.settings.referenceUrl}/internal/catalogue/${encodeURIComponent(name)}`, {
        headers: { 'X-Internal-Token': this.settings.internalToken, ...(held ? { 'If-None-Match': held.etag } : {}) },
        signal: AbortSignal.timeout(held ? 1_000 : 5_000),
      });
    } catch {
      throw unavailable('The catalogues cannot be reached just now');
    }
    if (response.status === 304 && held) return held;
    if (!response.ok) throw unavailable('The catalogues cannot be reached just now');
    const { records } = (await response.json()) as { records: CatalogueRecord[] };
    const byCode = new Map<string, CatalogueRecord[]>();
    for (const r of records) {
      const same = byCode.get(r.code);
      if (same) same.push(r);
      else byCode.set(r.code, [r]);
    }
    return { etag: response.headers.get('etag') ?? '', freshUntil: 0, records, byCode };
  }

  /**
   * Checks every code of a body against its catalogue and writes what the catalogue says of it beside it.
   * @param body already sanitised; changed in place
   * @param previous the stored document: a code it already had may since have been retired
   * @returns a CHOICE error per code that cannot be chosen
   */
  async resolve(cls: ContractClass, body: object, previous?: object): Promise<FieldError[]> {
    const errors: FieldError[] = [];
    await this.walk(cls, body as Row, previous as Row | undefined, '', errors);
    return errors;
  }

  private async walk(cls: ContractClass, body: Row, previous: Row | undefined, prefix: string, errors: FieldError[]): Promise<void> {
    for (const meta of fieldsOf(cls)) {
      const value = body[meta.name];
      const before = previous?.[meta.name];
      if (meta.catalogue) {
        await this.resolveCode(meta, body, previous, `${prefix}${meta.name}`, errors);
      } else if (meta.kind === 'object' && value && meta.type)
        await this.walk(meta.type(), value as Row, before as Row | undefined, `${prefix}${meta.name}.`, errors);
      else if (meta.kind === 'list' && Array.isArray(value) && meta.type) {
        const rows = Array.isArray(before) ? (before as Row[]) : [];
        for (const [i, row] of (value as Row[]).entries())
          await this.walk(
            meta.type(),
            row,
            rows.find((r) => r.id !== undefined && r.id === row.id),
            `${prefix}${meta.name}.${i}.`,
            errors,
          );
      }
    }
  }

  private async resolveCode(meta: FieldMeta, body: Row, previous: Row | undefined, path: string, errors: FieldError[]): Promise<void> {
    const rule = meta.catalogue as NonNullable<FieldMeta['catalogue']>;
    for (const target of Object.keys(rule.copy ?? {})) delete body[target];
    const value = body[meta.name];
    if (value === undefined || typeof value !== 'string') return;
    const within = rule.within;
    const fits = (r: CatalogueRecord): boolean =>
      (!within || r[within.key] === body[within.field] || body[within.field] === undefined) && Object.entries(rule.where ?? {}).every(([k, v]) => r[k] === v);
    const record = await this.find(rule.name, value, fits);
    if (!record || (record.retired === true && previous?.[meta.name] !== value)) {
      const label = meta.label?.en ?? meta.name;
      errors.push({ code: 'CHOICE', field: path, message: `${label}: choose one from the list` });
      return;
    }
    for (const [target, source] of Object.entries(rule.copy ?? {})) if (record[source] !== undefined && record[source] !== null) body[target] = record[source];
  }
}

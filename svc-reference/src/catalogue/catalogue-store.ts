import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { CatalogueRecord } from '@portal/contract-kit';
import { Clock, catalogueChanged, Database, Encryption, log, notFound, officeZone, ReadRepository, TimeZone } from '@portal/service-kit';
import { MoreThan, Repository } from 'typeorm';
import { CatalogueRevisionRow, CatalogueRow } from '../database/catalogue.entities.ts';
import { ReferenceSettings } from '../reference.settings.ts';
import { Seeder } from '../seed/seeder.ts';
import { type Publishable, publish } from './catalogue-record.ts';
import { type CatalogueDefinition, catalogues, definitionOf } from './definitions.ts';
import { decryptValues } from './encrypted-values.ts';
import { nextChange, stateOf } from './periods.ts';
import { type CachedResponse, SearchAnswers } from './search-answers.ts';

/** A catalogue in memory. Every change replaces the whole object, so that nothing derived from it becomes stale. */
export interface CachedCatalogue {
  name: string;
  definition: CatalogueDefinition;
  revision: number;
  /** All records in the order of the catalogue, including retired ones. */
  records: readonly CatalogueRecord[];
  /** The records that can be chosen today. */
  active: readonly CatalogueRecord[];
  byCode: ReadonlyMap<string, CatalogueRecord>;
  /** The stored records from which `records` is derived, in the same order. */
  rows: readonly CachedRow[];
  /** The next day on which the content of a record changes without a write, because a period begins or the record ends. */
  until?: string;
  /** Cached responses derived from this object, ready to send; those to searches are apart. */
  answers: Map<string, CachedResponse>;
  searches: SearchAnswers;
}

/** A stored record in memory, with its published form. */
interface CachedRow {
  row: Publishable & { position: number };
  record: CatalogueRecord;
  /** See `HeldCatalogue.until`. */
  until?: string;
}

function responseOf(content: object): CachedResponse {
  const body = Buffer.from(JSON.stringify(content));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/** Name of the catalogue whose records define the time zone in which the days of all catalogues begin. */
const calendar = 'working-hours';
const byName = new Intl.Collator('en', { sensitivity: 'base' });

/** Serves every catalogue from memory, and notices changes made by other instances within seconds. */
@Injectable()
export class CatalogueStore implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly held = new Map<string, CachedCatalogue>();
  private zone = new TimeZone();
  private timer?: NodeJS.Timeout;
  private polling?: Promise<void>;

  constructor(
    private readonly db: Database,
    @ReadRepository(CatalogueRow) private readonly records: Repository<CatalogueRow>,
    @ReadRepository(CatalogueRevisionRow) private readonly revisions: Repository<CatalogueRevisionRow>,
    private readonly seeder: Seeder,
    private readonly settings: ReferenceSettings,
    private readonly encryption: Encryption,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.seeder.seed();
    await this.refresh();
  }

  onApplicationBootstrap(): void {
    // The embedded database is used by only one process, which refreshes its copy after its own writes, so it need not poll.
    if (this.db.engine === 'embedded') return;
    this.timer = setInterval(() => {
      this.polling ??= this.refresh()
        .catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'catalogue refresh'))
        .finally(() => {
          this.polling = undefined;
        });
    }, this.settings.cataloguePollSeconds * 1_000);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.polling;
  }

  /** @throws 404 if there is no catalogue of this name */
  get(name: string): CachedCatalogue {
    const held = this.held.get(name);
    if (!held) throw notFound('catalogue');
    const today = this.today();
    if (!held.until || today < held.until) return held;
    // A day has come on which the content of a record begins, changes or ends.
    const fresh = this.withChanges(name, held, held.revision, [], today);
    this.held.set(name, fresh);
    catalogueChanged(name);
    return fresh;
  }

  /** Returns today's date in the time zone of the country's offices; it decides which records are in force. */
  today(): string {
    return this.zone.dayOf(this.clock.now());
  }

  /**
   * Returns a catalogue that is public.
   * @throws 404
   */
  open(name: string): CachedCatalogue {
    const held = this.get(name);
    if (held.definition.closed) throw notFound('catalogue');
    return held;
  }

  /**
   * Returns a record of a public catalogue.
   * @throws 404
   */
  record(name: string, code: string): CatalogueRecord {
    const record = this.open(name).byCode.get(code);
    if (!record) throw notFound('record');
    return record;
  }

  has(catalogue: string, code: string): boolean {
    return this.held.get(catalogue)?.byCode.has(code) ?? false;
  }

  /** Whether a record is retired or has ended. A record that begins in the future counts as neither, so that other records can already refer to it. */
  isRetired(catalogue: string, code: string): boolean {
    const record = this.get(catalogue).byCode.get(code);
    return record?.retired === true && record.standing !== 'COMING';
  }

  /** Returns the cached response for `key`, which contains no text of a caller; creates and caches a missing one. */
  answer(held: CachedCatalogue, key: string, make: () => object): CachedResponse {
    const answer = held.answers.get(key) ?? responseOf(make());
    held.answers.set(key, answer);
    return answer;
  }

  /** Returns the cached response to a search; creates and caches a missing one. @param key contains the query of the caller */
  searchAnswer(held: CachedCatalogue, key: string, make: () => object): CachedResponse {
    const known = held.searches.get(key);
    if (known) return known;
    const answer = responseOf(make());
    held.searches.add(key, answer);
    return answer;
  }

  /** Loads the catalogues that have changed. */
  async refresh(): Promise<void> {
    const revisions = new Map((await this.revisions.find()).map((r) => [r.catalogue, r.revision]));
    const stale = Object.keys(catalogues).filter((name) => this.held.get(name)?.revision !== (revisions.get(name) ?? 0));
    if (stale.length === 0) return;
    // The calendar comes first, because today's date, and so the content of the other catalogues, depends on it.
    stale.sort((a, b) => Number(b === calendar) - Number(a === calendar));
    const all = this.held.size ? undefined : await this.records.find();
    for (const name of stale) {
      const before = this.held.get(name);
      const rows =
        all?.filter((r) => r.catalogue === name) ??
        (await this.records.findBy({ catalogue: name, ...(before ? { revision: MoreThan(before.revision) } : {}) }));
      const revision = revisions.get(name) ?? 0;
      // Another refresh may have finished earlier with newer data.
      const present = this.held.get(name);
      if ((present?.revision ?? -1) > revision) continue;
      const fresh = this.withChanges(name, present, revision, rows);
      this.held.set(name, fresh);
      if (name === calendar) this.zone = new TimeZone(officeZone(fresh.records));
      catalogueChanged(name);
    }
  }

  /** Builds the catalogue from all its rows. */
  made = (name: string, revision: number, rows: readonly CatalogueRow[]): CachedCatalogue => this.withChanges(name, undefined, revision, rows);

  /**
   * Builds a catalogue in which these rows replace those with the same codes.
   * @param before undefined if all rows of the catalogue are given
   */
  private withChanges(
    name: string,
    before: CachedCatalogue | undefined,
    revision: number,
    changed: readonly CatalogueRow[],
    today = this.today(),
  ): CachedCatalogue {
    const definition = definitionOf(name) as CatalogueDefinition;
    const fresh = new Map(changed.map((row) => [row.code, this.heldRow(definition, { ...row, values: decryptValues(this.encryption, row) }, today)]));
    const due = (held: CachedRow): CachedRow => (held.until && held.until <= today ? this.heldRow(definition, held.row, today) : held);
    const kept = before?.rows.filter(({ row }) => !fresh.has(row.code)).map(due) ?? [];
    const order = definition.byName
      ? (a: CachedRow, b: CachedRow) => byName.compare(a.record.name, b.record.name)
      : (a: CachedRow, b: CachedRow) => a.row.position - b.row.position;
    const rows = [...kept, ...fresh.values()].sort((a, b) => order(a, b) || (a.row.code < b.row.code ? -1 : 1));
    const records = rows.map(({ record }) => record);
    let until: string | undefined;
    for (const each of rows) if (each.until && (!until || each.until < until)) until = each.until;
    return {
      name,
      definition,
      revision,
      records,
      active: records.filter((r) => r.retired !== true),
      byCode: new Map(records.map((r) => [r.code, r])),
      rows,
      until,
      answers: new Map(),
      searches: new SearchAnswers(),
    };
  }

  private heldRow(definition: CatalogueDefinition, row: CachedRow['row'], today: string): CachedRow {
    return { row, record: publish(definition, row, today), until: nextChange(stateOf(row), today) };
  }
}

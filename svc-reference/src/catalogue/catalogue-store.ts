import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { CatalogueRecord } from '@portal/contract-kit';
import { catalogueChanged, Database, Encryption, log, notFound, ReadRepository } from '@portal/service-kit';
import { Repository } from 'typeorm';
import { CatalogueRevisionRow, CatalogueRow } from '../database/catalogue.entities.ts';
import { ReferenceSettings } from '../reference.settings.ts';
import { Seeder } from '../seed/seeder.ts';
import { publish } from './catalogue-record.ts';
import { type CatalogueDefinition, catalogues, definitionOf } from './definitions.ts';
import { decryptValues } from './encrypted-values.ts';

/** A catalogue in memory. Every change replaces the whole object, so that nothing derived from it is stale. */
export interface HeldCatalogue {
  name: string;
  definition: CatalogueDefinition;
  revision: number;
  /** In the catalogue's order, including retired ones. */
  records: readonly CatalogueRecord[];
  /** The records that can be chosen. */
  active: readonly CatalogueRecord[];
  byCode: ReadonlyMap<string, CatalogueRecord>;
  /** Responses made from it, ready to send. */
  answers: Map<string, Answer>;
}

/** A response as bytes. */
export interface Answer {
  body: Buffer;
  etag: string;
}

const answersHeld = 500;
const byName = new Intl.Collator('en', { sensitivity: 'base' });

/** Serves every catalogue from memory, and notices changes of other instances within seconds. */
@Injectable()
export class CatalogueStore implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly held = new Map<string, HeldCatalogue>();
  private timer?: NodeJS.Timeout;
  private polling?: Promise<void>;

  constructor(
    private readonly db: Database,
    @ReadRepository(CatalogueRow) private readonly records: Repository<CatalogueRow>,
    @ReadRepository(CatalogueRevisionRow) private readonly revisions: Repository<CatalogueRevisionRow>,
    private readonly seeder: Seeder,
    private readonly settings: ReferenceSettings,
    private readonly encryption: Encryption,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.seeder.seed();
    await this.refresh();
  }

  onApplicationBootstrap(): void {
    // The embedded database has one process, which refreshes after its own writes.
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

  /** @throws 404 when there is no catalogue of this name */
  get(name: string): HeldCatalogue {
    const held = this.held.get(name);
    if (!held) throw notFound('catalogue');
    return held;
  }

  /** A catalogue that is public. @throws 404 */
  open(name: string): HeldCatalogue {
    const held = this.get(name);
    if (held.definition.closed) throw notFound('catalogue');
    return held;
  }

  has(catalogue: string, code: string): boolean {
    return this.held.get(catalogue)?.byCode.has(code) ?? false;
  }

  /** The cached response for `key`; a missing one is made and cached. */
  answer(held: HeldCatalogue, key: string, make: () => object): Answer {
    const known = held.answers.get(key);
    if (known) return known;
    const body = Buffer.from(JSON.stringify(make()));
    const answer: Answer = { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
    if (held.answers.size >= answersHeld) held.answers.delete(held.answers.keys().next().value as string);
    held.answers.set(key, answer);
    return answer;
  }

  /** Reloads the catalogues that have changed. */
  async refresh(): Promise<void> {
    const revisions = new Map((await this.revisions.find()).map((r) => [r.catalogue, r.revision]));
    const stale = Object.keys(catalogues).filter((name) => this.held.get(name)?.revision !== (revisions.get(name) ?? 0));
    if (stale.length === 0) return;
    const all = stale.length > 5 ? await this.records.find() : undefined;
    for (const name of stale) {
      const rows = all?.filter((r) => r.catalogue === name) ?? (await this.records.findBy({ catalogue: name }));
      // Another refresh may have finished earlier with newer data.
      if ((this.held.get(name)?.revision ?? -1) > (revisions.get(name) ?? 0)) continue;
      this.held.set(name, this.hold(name, revisions.get(name) ?? 0, rows));
      catalogueChanged(name);
    }
  }

  private hold(name: string, revision: number, rows: CatalogueRow[]): HeldCatalogue {
    const definition = definitionOf(name) as CatalogueDefinition;
    const order = definition.byName
      ? (a: CatalogueRow, b: CatalogueRow) => byName.compare(a.name, b.name)
      : (a: CatalogueRow, b: CatalogueRow) => a.position - b.position;
    rows.sort((a, b) => order(a, b) || (a.code < b.code ? -1 : 1));
    const records = rows.map((row) => publish(definition, { ...row, values: decryptValues(this.encryption, row) }, row.retired));
    return {
      name,
      definition,
      revision,
      records,
      active: records.filter((r) => r.retired !== true),
      byCode: new Map(records.map((r) => [r.code, r])),
      answers: new Map(),
    };
  }
}

import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { dayOf } from '@portal/contract-kit';
import { Clock, Database, Encryption, log } from '@portal/service-kit';
import type { EntityManager } from 'typeorm';
import type { RecordContent } from '../catalogue/catalogue-record.ts';
import { decryptValues, encryptValues } from '../catalogue/encrypted-values.ts';
import { raiseRevision } from '../catalogue/revisions.ts';
import { CatalogueRow, SeedStateRow } from '../database/catalogue.entities.ts';
import { ReferenceSettings } from '../reference.settings.ts';
import { type Pack, packHash, readPack } from './country-pack.ts';
import { packFolders } from './seed-folders.ts';

const chunk = 400;

/** Loads the country pack into the database if it has changed since the last start. Records changed by an administrator are kept. */
@Injectable()
export class Seeder {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly settings: ReferenceSettings,
    private readonly encryption: Encryption,
  ) {}

  /** @throws PackError with every fault of the pack; nothing is changed then */
  async seed(): Promise<void> {
    const folders = packFolders(this.settings.countryPack);
    const wanted = packHash(folders);
    const state = await this.db.reader.findOneByOrFail(SeedStateRow, { id: 1 });
    if (state.hash === wanted) return;
    const stored = await this.db.reader.find(CatalogueRow, { select: { catalogue: true, code: true, values: true, later: true, administered: true } });
    const byCode = new Map(stored.map((row) => [`${row.catalogue} ${row.code}`, row]));
    const fees = await this.db.reader.findBy(CatalogueRow, { catalogue: 'fees' });
    const pack = readPack(folders, (catalogue, code) => byCode.get(`${catalogue} ${code}`), fees, dayOf(this.clock.now()));
    const changed = await this.db.write(async (tx) => {
      // The row is locked until the commit: if several instances start at the same time, one loads the pack and the others find the work done.
      await tx.update(SeedStateRow, { id: 1 }, { at: this.clock.now() });
      const { hash } = await tx.findOneByOrFail(SeedStateRow, { id: 1 });
      if (hash === wanted) return 0;
      const count = await this.apply(tx, pack);
      await tx.update(SeedStateRow, { id: 1 }, { hash: wanted });
      return count;
    });
    log().info({ records: changed }, 'catalogues brought up to date');
  }

  private async apply(tx: EntityManager, pack: Pack): Promise<number> {
    const stored = new Map<string, Map<string, CatalogueRow>>();
    for (const row of await tx.find(CatalogueRow)) {
      const rows = stored.get(row.catalogue) ?? new Map<string, CatalogueRow>();
      stored.set(row.catalogue, rows.set(row.code, row));
    }
    let count = 0;
    for (const [name, records] of pack) {
      count += await this.applyOne(tx, name, records, stored.get(name) ?? new Map());
    }
    return count;
  }

  private async applyOne(tx: EntityManager, catalogue: string, records: RecordContent[], stored: Map<string, CatalogueRow>): Promise<number> {
    let revision: number | undefined;
    const at = async () => {
      revision ??= await raiseRevision(tx, catalogue);
      return { updatedAt: this.clock.now(), updatedBy: 'country pack', revision };
    };
    const fresh: Partial<CatalogueRow>[] = [];
    let changes = 0;
    // An administrator may have changed the record since it was read. Then it stays as it is.
    const change = async ({ code, version }: CatalogueRow, to: Partial<CatalogueRow>): Promise<void> => {
      const unchanged = { catalogue, code, version, administered: false };
      const { affected } = await tx.update(CatalogueRow, unchanged, { ...to, version: version + 1, ...(await at()) });
      changes += affected ?? 0;
    };
    for (const [position, record] of records.entries()) {
      const row = stored.get(record.code);
      stored.delete(record.code);
      const content = { name: record.name, names: record.names, values: record.values, position };
      const values = encryptValues(this.encryption, catalogue, record.code, record.values) as CatalogueRow['values'];
      if (!row) fresh.push({ catalogue, code: record.code, ...content, values, retired: false, administered: false, version: 1, ...(await at()) });
      else if (
        !row.administered &&
        !(isDeepStrictEqual({ name: row.name, names: row.names, values: decryptValues(this.encryption, row), position: row.position }, content) && !row.retired)
      )
        await change(row, { ...content, values, retired: false });
    }
    for (let i = 0; i < fresh.length; i += chunk)
      await tx
        .createQueryBuilder()
        .insert()
        .into(CatalogueRow)
        .values(fresh.slice(i, i + chunk))
        .updateEntity(false)
        .execute();
    // Records that are no longer in the pack are retired, so that old documents stay readable.
    for (const row of stored.values()) {
      if (!row.administered && !row.retired) await change(row, { retired: true });
    }
    return changes + fresh.length;
  }
}

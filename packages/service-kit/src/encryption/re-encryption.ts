/** Key rotation: encrypts rows with the first keys of DATA_KEYS where they are encrypted with older keys or not at all. */
import { type EntityManager, type EntityTarget, In, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';
import { DocumentVersionRow, IdempotencyRow, OutboxRow } from '../database/kit.entities.ts';
import type { DocumentKind } from '../documents/document-kind.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { EncryptedRows } from '../documents/encrypted-rows.ts';
import { answerContext } from '../documents/idempotency.ts';
import { letterContext, wishContext } from '../messages/contexts.ts';
import { MessageRow, TravelDayWishRow } from '../messages/message.entities.ts';
import { accountContext, noteContext, viewContext } from '../work/contexts.ts';
import { DocumentNoteRow, SavedViewRow, StaffAccountRow } from '../work/work.entities.ts';
import type { BlindIndex } from './blind-index.ts';
import { messageContext } from './encrypted-queue.ts';
import type { Encryption } from './encryption.ts';

type Plain = Record<string, unknown>;

/** A JSON column whose values are encrypted as a whole. */
export interface EncryptedColumn {
  entity: new () => ObjectLiteral;
  /** Name of the property that holds the column. */
  column: string;
  /** Names of the properties of the primary key. */
  key: readonly string[];
  context(row: ObjectLiteral): string;
  /** Condition that selects the rows. Without it all rows of the table are meant. */
  of?: ObjectLiteral;
}

const kitColumns: readonly EncryptedColumn[] = [
  { entity: IdempotencyRow, column: 'answer', key: ['id'], context: (row) => answerContext(row.id) },
  { entity: StaffAccountRow, column: 'profile', key: ['sub'], context: (row) => accountContext(row.sub) },
  { entity: DocumentNoteRow, column: 'content', key: ['id'], context: (row) => noteContext(row.id) },
  { entity: SavedViewRow, column: 'content', key: ['id'], context: (row) => viewContext(row.id) },
  { entity: MessageRow, column: 'content', key: ['id'], context: (row) => letterContext(row.id) },
  { entity: TravelDayWishRow, column: 'content', key: ['id'], context: (row) => wishContext(row.id) },
  { entity: OutboxRow, column: 'payload', key: ['id'], context: (row) => messageContext(row.topic, row.id) },
];

/** A column that held personal data in an earlier release and is no longer used. */
export interface RetiredColumn {
  table: string;
  column: string;
}

const kitRetiredColumns: readonly RetiredColumn[] = ['userMobile', 'userEmail'].map((column) => ({ table: 'document_action', column }));

/** Number of rows of a table by the key that encrypts them. `clear` counts unencrypted rows, `other` rows whose key is not in the file. */
export interface KeyUsage {
  table: string;
  rows: number;
  keys: Record<string, number>;
  /** Number of rows that are not yet encrypted with the first keys. */
  left: number;
}

const batch = 200;
/**
 * Returns the start of an encrypted value in the two spellings of JSON that the databases use. An unencrypted value cannot match, because its quotation marks
 * are escaped.
 */
const marks = (keyId: string): [string, string] => [`%"sealed":"enc:1:${keyId}%`, `%"sealed": "enc:1:${keyId}%`];
const busy = /SQLITE_BUSY|database is locked/;

export class ReEncryption {
  private readonly kinds: readonly { of: DocumentKind; rows: EncryptedRows }[];
  private readonly columns: readonly EncryptedColumn[];
  private readonly retiredColumns: readonly RetiredColumn[];

  constructor(
    private readonly db: Database,
    private readonly encryption: Encryption,
    private readonly index: BlindIndex,
    options: { documents?: readonly DocumentKind[]; encryptedColumns?: readonly EncryptedColumn[]; retiredColumns?: readonly RetiredColumn[] },
  ) {
    this.kinds = (options.documents ?? []).map((of) => ({ of, rows: new EncryptedRows(of, encryption, index) }));
    this.columns = [...kitColumns, ...(options.encryptedColumns ?? [])];
    this.retiredColumns = [...kitRetiredColumns, ...(options.retiredColumns ?? [])];
  }

  /**
   * Goes through every table once, in small transactions. Concurrent writes are never overwritten: each row is read again in the transaction that changes its
   * encryption. An interrupted run is continued by the next one.
   * @returns how many rows were encrypted again
   */
  async run(): Promise<number> {
    let done = 0;
    for (const { of, rows } of this.kinds) done += await this.documents(of, rows);
    if (this.kinds.length) done += await this.versions();
    for (const column of this.retiredColumns) done += await this.empty(column);
    for (const column of this.columns) done += await this.column(column);
    return done;
  }

  private async documents({ row: entity }: DocumentKind, rows: EncryptedRows): Promise<number> {
    const builder = (after: string) => this.stale(entity, 'body', rows).andWhere('r.id > :after', { after }).orderBy('r.id');
    return this.eachBatch(async (after: string) => {
      const ids = (await builder(after).select('r.id', 'id').limit(batch).getRawMany<{ id: string }>()).map(({ id }) => id);
      let changed = 0;
      await this.write(async (tx) => {
        changed = 0;
        const found = (await this.locked(tx, entity, { id: In(ids) })) as DocumentRow[];
        for (const row of found) {
          const closed = rows.reEncrypt(row);
          const { affected } = await tx.update(entity, { id: row.id, version: row.version }, closed as never);
          changed += affected ?? 0;
        }
      });
      return { changed, last: ids.at(-1), full: ids.length === batch };
    }, '');
  }

  private async versions(): Promise<number> {
    const keyOf = ({ documentId, version }: DocumentVersionRow) => ({ documentId, version });
    return this.eachBatch(
      async (after: { documentId: string; version: number }) => {
        const found = await this.stale(DocumentVersionRow, 'body')
          .select(['r.documentId', 'r.version'])
          .andWhere('(r.documentId > :id or (r.documentId = :id and r.version > :version))', { id: after.documentId, version: after.version })
          .orderBy('r.documentId')
          .addOrderBy('r.version')
          .limit(batch)
          .getMany();
        const kindOf = await this.kindsOf([...new Set(found.map((v) => v.documentId))]);
        let changed = 0;
        await this.write(async (tx) => {
          changed = 0;
          for (const { documentId, version, body } of await this.locked(tx, DocumentVersionRow, found.map(keyOf))) {
            const rows = kindOf.get(documentId);
            if (!rows) continue;
            const closed = rows.encryptBody(documentId, rows.decryptBody(documentId, body as Plain));
            changed += (await tx.update(DocumentVersionRow, { documentId, version }, { body: closed as never })).affected ?? 0;
          }
        });
        const last = found.at(-1);
        return { changed, last: last && keyOf(last), full: found.length === batch };
      },
      { documentId: '', version: 0 },
    );
  }

  private async kindsOf(ids: string[]): Promise<Map<string, EncryptedRows>> {
    const kindOf = new Map<string, EncryptedRows>();
    if (ids.length)
      for (const { of, rows } of this.kinds)
        for (const { id } of await this.db.reader.find(of.row, { select: { id: true }, where: { id: In(ids) } })) kindOf.set(id, rows);
    return kindOf;
  }

  private async empty({ table, column }: RetiredColumn): Promise<number> {
    return this.eachBatch(async () => {
      const rows = (await this.db.reader.query(`select id from ${table} where ${column} is not null limit ${batch}`)) as { id: string }[];
      const ids = rows.map(({ id }) => id);
      if (ids.length) await this.write((tx) => tx.query(`update ${table} set ${column} = null where id in (${ids.map(() => '?').join()})`, ids));
      return { changed: ids.length, last: '', full: ids.length === batch };
    }, '');
  }

  private async column({ entity, column, key, context, of }: EncryptedColumn): Promise<number> {
    const keyOf = (row: ObjectLiteral): Plain => Object.fromEntries(key.map((name) => [name, row[name]]));
    return this.eachBatch(
      async (after: Plain) => {
        const builder = this.stale(entity, column).select(key.map((name) => `r.${name}`));
        if (of) builder.andWhere(of);
        if (after) {
          // Keyset pagination, in the order of the primary key: (a > :a) or (a = :a and b > :b).
          const beyond = key.map((name, i) => `(${[...key.slice(0, i).map((n) => `r.${n} = :k_${n}`), `r.${name} > :k_${name}`].join(' and ')})`);
          builder.andWhere(`(${beyond.join(' or ')})`, Object.fromEntries(key.map((name) => [`k_${name}`, after[name]])));
        }
        for (const name of key) builder.addOrderBy(`r.${name}`);
        const found = await builder.limit(batch).getMany();
        const wanted = found.map((row) => ({ ...keyOf(row), ...of }));
        let changed = 0;
        await this.write(async (tx) => {
          changed = 0;
          for (const row of await this.locked(tx, entity, wanted)) {
            const open = this.encryption.decryptJson(row[column], context(row));
            changed += (await tx.update(entity, keyOf(row), { [column]: this.encryption.encryptJson(open, context(row)) })).affected ?? 0;
          }
        });
        return { changed, last: found.at(-1) as Plain | undefined, full: found.length === batch };
      },
      undefined as unknown as Plain,
    );
  }

  /** Selects the rows whose encryption or digests were not made with the first keys. */
  private stale<Row extends ObjectLiteral>(entity: EntityTarget<Row>, column: string, rows?: EncryptedRows): SelectQueryBuilder<Row> {
    const [a, b] = marks(`${this.encryption.keyId}:`);
    const blind = [...(rows?.blindColumns.keys() ?? [])].map((name) => ` or (r.${name} is not null and r.${name} not like :head)`).join('');
    return this.db.reader
      .createQueryBuilder(entity, 'r')
      .where(`((r.${column} not like :a and r.${column} not like :b)${blind})`, { a, b, head: `${this.index.head}%` });
  }

  /**
   * Reads rows with a lock, in the transaction that updates them. The embedded database has no locks on rows: the update fails if another process has written
   * since the read, and `write` repeats the work.
   */
  private async locked<Row extends ObjectLiteral>(tx: EntityManager, entity: EntityTarget<Row>, where: object | object[]): Promise<Row[]> {
    if (Array.isArray(where) && where.length === 0) return [];
    return tx.find(entity, { where, ...(this.db.engine === 'mysql' ? { lock: { mode: 'pessimistic_write' as const } } : {}) });
  }

  /** Retries while another process locks the embedded database. */
  private async write<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.db.write(work);
      } catch (error) {
        if (attempt >= 10 || !busy.test(String((error as Error).message))) throw error;
        await new Promise((done) => setTimeout(done, attempt * 20));
      }
    }
  }

  private async eachBatch<At>(work: (after: At) => Promise<{ changed: number; last: At | undefined; full: boolean }>, from: At): Promise<number> {
    let changed = 0;
    for (let after = from; ; ) {
      const done = await work(after);
      changed += done.changed;
      if (!done.full || done.last === undefined) return changed;
      after = done.last;
    }
  }

  /** Counts the rows that each key encrypts, table by table. */
  async keyUsage(keyIds: readonly string[]): Promise<KeyUsage[]> {
    const found: KeyUsage[] = [];
    for (const { of, rows } of this.kinds) found.push(await this.count(of.row, 'body', keyIds, { rows }));
    if (this.kinds.length) found.push(await this.count(DocumentVersionRow, 'body', keyIds));
    for (const { entity, column, of } of this.columns) found.push(await this.count(entity, column, keyIds, { of }));
    return found;
  }

  /**
   * Decrypts one value of each table for each of these keys, and for a key that is not among them.
   * @throws Error that names the missing key, or the kind of record that does not open
   */
  async decryptSamples(keyIds: readonly string[]): Promise<void> {
    for (const { of, rows } of this.kinds) for (const { id, body } of await this.samples(of.row, 'body', keyIds)) rows.decryptBody(id, body as Plain);
    if (this.kinds.length)
      for (const { documentId, body } of await this.samples(DocumentVersionRow, 'body', keyIds))
        (await this.kindsOf([documentId])).get(documentId)?.decryptBody(documentId, body as Plain);
    for (const { entity, column, context, of } of this.columns)
      for (const row of await this.samples(entity, column, keyIds, of)) this.encryption.decryptJson(row[column], context(row));
  }

  private async samples<Row extends ObjectLiteral>(entity: EntityTarget<Row>, column: string, keyIds: readonly string[], of?: ObjectLiteral): Promise<Row[]> {
    const other = this.encrypted(entity, column, '', of);
    for (const [i, id] of keyIds.entries())
      for (const [j, mark] of marks(`${id}:`).entries()) other.andWhere(`r.${column} not like :not${i}_${j}`, { [`not${i}_${j}`]: mark });
    const found: (Row | null)[] = [];
    for (const rows of [other, ...keyIds.map((id) => this.encrypted(entity, column, `${id}:`, of))]) found.push(await rows.limit(1).getOne());
    return found.filter((row) => row !== null);
  }

  private all<Row extends ObjectLiteral>(entity: EntityTarget<Row>, of?: ObjectLiteral): SelectQueryBuilder<Row> {
    const builder = this.db.reader.createQueryBuilder(entity, 'r');
    return of ? builder.where(of) : builder.where('1 = 1');
  }

  /** Selects the rows that are encrypted with a key whose id begins like this. */
  private encrypted<Row extends ObjectLiteral>(entity: EntityTarget<Row>, column: string, keyId: string, of?: ObjectLiteral): SelectQueryBuilder<Row> {
    const [a, b] = marks(keyId);
    return this.all(entity, of).andWhere(`(r.${column} like :a or r.${column} like :b)`, { a, b });
  }

  private async count(
    entity: new () => ObjectLiteral,
    column: string,
    keyIds: readonly string[],
    more: { rows?: EncryptedRows; of?: ObjectLiteral } = {},
  ): Promise<KeyUsage> {
    const rows = await this.all(entity, more.of).getCount();
    const keys: Record<string, number> = {};
    for (const id of keyIds) keys[id] = await this.encrypted(entity, column, `${id}:`, more.of).getCount();
    const encrypted = await this.encrypted(entity, column, '', more.of).getCount();
    const other = encrypted - Object.values(keys).reduce((sum, n) => sum + n, 0);
    const stale = this.stale(entity, column, more.rows);
    const left = await (more.of ? stale.andWhere(more.of) : stale).getCount();
    return { table: this.db.reading.getMetadata(entity).tableName, rows, keys: { ...keys, ...(other ? { other } : {}), clear: rows - encrypted }, left };
  }
}

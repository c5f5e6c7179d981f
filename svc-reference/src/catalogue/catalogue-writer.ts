import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { CatalogueRecord, DocumentEnvelope, FieldError, OfferedAction } from '@portal/contract-kit';
import {
  type Answer,
  Audit,
  badRequest,
  type Call,
  Clock,
  conflict,
  Database,
  DocumentKit,
  hasRole,
  isDuplicate,
  type Made,
  notFound,
  ReadRepository,
  unprocessable,
} from '@portal/service-kit';
import { type EntityManager, Repository } from 'typeorm';
import { CatalogueRow } from '../database/catalogue.entities.ts';
import { readCsv } from '../seed/country-pack.ts';
import { brokenReferences, publish, type RecordContent, readRecord } from './catalogue-record.ts';
import { CatalogueStore, type HeldCatalogue } from './catalogue-store.ts';
import { raiseRevision } from './revisions.ts';

/** The role that may change catalogues. */
export const REFERENCE_ADMIN = 'reference-admin';

export interface ImportResult {
  created: number;
  changed: number;
  unchanged: number;
  retired: number;
}

type Remember = (tx: EntityManager, made: Made) => Promise<void>;

/** A stored record as responses show it. */
type ShownRow = RecordContent & Pick<CatalogueRow, 'retired' | 'version'>;

const importLimit = 20_000;
const isObject = (body: unknown): body is Record<string, unknown> => body !== null && typeof body === 'object' && !Array.isArray(body);

/** Creates, changes and retires records. Every change is audited. No code is ever reused or removed, because old documents refer to it. */
@Injectable()
export class CatalogueWriter {
  constructor(
    private readonly db: Database,
    @ReadRepository(CatalogueRow) private readonly records: Repository<CatalogueRow>,
    private readonly clock: Clock,
    private readonly audit: Audit,
    private readonly store: CatalogueStore,
    private readonly kit: DocumentKit,
  ) {}

  /** A record with its version, and the actions available to the caller. @throws 404 */
  async load(name: string, code: string, call: Call): Promise<DocumentEnvelope<CatalogueRecord>> {
    const held = this.store.open(name);
    const row = await this.records.findOneBy({ catalogue: name, code });
    if (!row) throw notFound('record');
    return this.envelope(held, row, call);
  }

  /** @throws 409 when the code exists already, 422 with every broken rule */
  async create(name: string, body: unknown, call: Call): Promise<DocumentEnvelope<CatalogueRecord>> {
    const held = this.store.open(name);
    const record = this.read(held, body);
    const taken = () => conflict('ACTION_NOT_ALLOWED', `There is a record with the code ${record.code}`);
    const work = (remember: Remember) => {
      if (held.byCode.has(record.code)) throw taken();
      return this.change(name, async (tx) => {
        const created = { status: 201, body: this.envelope(held, { ...record, retired: false, version: 1 }, call) };
        await remember(tx, { status: 201, documentId: record.code, version: 1 });
        await this.insert(tx, held, record, call).catch((error: unknown) => {
          throw isDuplicate(error) ? taken() : error;
        });
        await this.audit.add(tx, call, { action: 'create', kind: 'catalogue', reference: `${name}/${record.code}`.slice(0, 60), details: { after: record } });
        return created;
      });
    };
    const answer = await this.kit.idempotency.once(call, body, work, (made) => this.again(held, { ...record, retired: false }, made, call));
    return answer.body;
  }

  /** @throws 404, 409 STALE_VERSION, 422 */
  async update(name: string, code: string, body: unknown, call: Call): Promise<DocumentEnvelope<CatalogueRecord>> {
    const held = this.store.open(name);
    const { name: text, names, values } = this.read(held, isObject(body) ? { ...body, code } : body);
    return this.replace(held, code, body, 'change', { name: text, names, values }, call);
  }

  /** Retires a code or restores it. @throws 404, 409 */
  async retire(name: string, code: string, retired: boolean, body: unknown, call: Call): Promise<DocumentEnvelope<CatalogueRecord>> {
    return this.replace(this.store.open(name), code, body, retired ? 'retire' : 'restore', { retired }, call);
  }

  /**
   * Creates and changes the records of a CSV file: all of them, or none and every fault.
   * @param retireMissing retires the codes that the file does not contain
   * @throws 400, 422 with `rows.<line>.<field>`
   */
  async importCsv(name: string, csv: unknown, retireMissing: boolean, call: Call): Promise<ImportResult> {
    const held = this.store.open(name);
    const records = this.readFile(held, csv);
    const result: ImportResult = { created: 0, changed: 0, unchanged: 0, retired: 0 };
    await this.change(name, async (tx) => {
      Object.assign(result, { created: 0, changed: 0, unchanged: 0, retired: 0 });
      const stored = new Map((await tx.findBy(CatalogueRow, { catalogue: name })).map((row) => [row.code, row]));
      const at = { updatedAt: this.clock.now(), updatedBy: call.actor.name, administered: true };
      for (const record of records.values()) {
        const row = stored.get(record.code);
        if (!row) {
          await this.insert(tx, held, record, call, stored.size + result.created);
          result.created += 1;
        } else if (isDeepStrictEqual(publish(held.definition, row, row.retired), publish(held.definition, record, false))) result.unchanged += 1;
        else {
          await tx.update(
            CatalogueRow,
            { catalogue: name, code: record.code },
            { name: record.name, names: record.names, values: record.values, retired: false, version: row.version + 1, ...at },
          );
          result.changed += 1;
        }
      }
      for (const row of retireMissing ? stored.values() : []) {
        if (row.retired || records.has(row.code)) continue;
        await tx.update(CatalogueRow, { catalogue: name, code: row.code }, { retired: true, version: row.version + 1, ...at });
        result.retired += 1;
      }
      await this.audit.add(tx, call, { action: 'import', kind: 'catalogue', reference: name, details: { ...result } });
    });
    return result;
  }

  private readFile(held: HeldCatalogue, csv: unknown): Map<string, RecordContent> {
    if (typeof csv !== 'string' || csv.trim() === '') throw badRequest('BAD_REQUEST', '', 'Send the file as text/csv');
    let rows: ReturnType<typeof readCsv>;
    try {
      rows = readCsv(csv);
    } catch {
      throw badRequest('BAD_REQUEST', '', 'The file is not readable CSV with a line of headings');
    }
    if (rows.length > importLimit) throw badRequest('BAD_REQUEST', '', `The file has more than ${importLimit} rows`);
    const errors: FieldError[] = [];
    const records = new Map<string, RecordContent>();
    for (const { line, row } of rows) {
      const { record, errors: broken } = readRecord(held.definition, row);
      broken.push(...brokenReferences(held.definition, record, this.has(held.name)));
      if (records.has(record.code)) broken.push({ code: 'CHOICE', field: 'code', message: `the code ${record.code} is there twice` });
      errors.push(...broken.map((e) => ({ ...e, field: `rows.${line}.${e.field}`, message: `Line ${line}: ${e.message}` })));
      records.set(record.code, record);
    }
    if (errors.length) throw unprocessable(errors.slice(0, 500));
    return records;
  }

  private read(held: HeldCatalogue, body: unknown): RecordContent {
    if (!isObject(body)) throw badRequest('BAD_REQUEST', '', 'The body must be an object');
    const { record, errors } = readRecord(held.definition, body);
    errors.push(...brokenReferences(held.definition, record, this.has(held.name)));
    if (errors.length) throw unprocessable(errors);
    return record;
  }

  private has(self: string): (catalogue: string, code: string) => boolean {
    return (catalogue, code) => catalogue === self || this.store.has(catalogue, code);
  }

  private async insert(tx: EntityManager, held: HeldCatalogue, record: RecordContent, call: Call, position = held.records.length): Promise<void> {
    await tx.insert(CatalogueRow, {
      catalogue: held.name,
      ...record,
      position,
      retired: false,
      administered: true,
      version: 1,
      updatedAt: this.clock.now(),
      updatedBy: call.actor.name,
    });
  }

  /** Changes the version that the body names; a repeated call gets its first answer. */
  private async replace(
    held: HeldCatalogue,
    code: string,
    body: unknown,
    action: string,
    content: Partial<CatalogueRow>,
    call: Call,
  ): Promise<DocumentEnvelope<CatalogueRecord>> {
    const version = isObject(body) ? body.version : undefined;
    if (typeof version !== 'number' || !Number.isInteger(version)) throw unprocessable([{ code: 'REQUIRED', field: 'version', message: 'version is missing' }]);
    const { name } = held;
    const work = (remember: Remember) =>
      this.change(name, async (tx) => {
        const before = await tx.findOneBy(CatalogueRow, { catalogue: name, code });
        if (!before) throw notFound('record');
        const changed = { status: 200, body: this.envelope(held, { ...before, ...content, version: version + 1 }, call) };
        await remember(tx, { status: 200, documentId: code, version: version + 1 });
        const done = await tx.update(
          CatalogueRow,
          { catalogue: name, code, version },
          { ...content, administered: true, version: version + 1, updatedAt: this.clock.now(), updatedBy: call.actor.name },
        );
        if (done.affected !== 1)
          throw conflict('STALE_VERSION', `${before.updatedBy} has changed this record since`, {
            version: before.version,
            changedBy: before.updatedBy,
            changedAt: before.updatedAt.toISOString().slice(0, 19),
            action: 'change',
            documentStatus: before.retired ? 'RETIRED' : 'ACTIVE',
          });
        await this.audit.add(tx, call, {
          action,
          kind: 'catalogue',
          reference: `${name}/${code}`.slice(0, 60),
          details: { before: { name: before.name, names: before.names, values: before.values, retired: before.retired }, after: content },
        });
        return changed;
      });
    const answer = await this.kit.idempotency.once(call, body, work, (made) => this.again(held, content, made, call));
    return answer.body;
  }

  /** The answer to a repeated call: the record as that call wrote it, with the version it created. */
  private async again(
    held: HeldCatalogue,
    content: Partial<CatalogueRow>,
    { status, documentId: code, version }: Made,
    call: Call,
  ): Promise<Answer<DocumentEnvelope<CatalogueRecord>>> {
    const row = await this.records.findOneBy({ catalogue: held.name, code });
    if (!row) throw notFound('record');
    return { status, body: this.envelope(held, { ...row, ...content, version }, call) };
  }

  private async change<Result>(name: string, work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    const result = await this.db.write(async (tx) => {
      const done = await work(tx);
      await raiseRevision(tx, name);
      return done;
    });
    await this.store.refresh();
    return result;
  }

  private envelope(held: HeldCatalogue, row: ShownRow, call: Call): DocumentEnvelope<CatalogueRecord> {
    const model = { ...publish(held.definition, row, row.retired), id: row.code, version: row.version };
    return { model, actions: hasRole(call.actor, REFERENCE_ADMIN) ? this.actions(held.name, row) : [] };
  }

  private actions(name: string, row: ShownRow): OfferedAction[] {
    const url = `/v1/catalogue/${name}/${encodeURIComponent(row.code)}`;
    const action = (of: Pick<OfferedAction, 'name' | 'label' | 'method' | 'url' | 'kind'>): OfferedAction => ({
      modes: ['*'],
      hideOnSubmit: false,
      commentRequired: false,
      ...of,
    });
    return [
      action({ name: 'change', label: 'Save', method: 'PUT', url, kind: 'submit' }),
      row.retired
        ? action({ name: 'restore', label: 'Restore', method: 'POST', url: `${url}/actions/restore`, kind: 'submit' })
        : action({ name: 'retire', label: 'Retire', method: 'POST', url: `${url}/actions/retire`, kind: 'delete' }),
    ];
  }
}

import { Injectable } from '@nestjs/common';
import { type CatalogueRecord, type DocumentEnvelope, L, type ListResult, listResult, type OfferedAction } from '@portal/contract-kit';
import {
  type Answer,
  Audit,
  asObject,
  badRequest,
  type Call,
  conflict,
  Database,
  DocumentKit,
  dateTime,
  hasRole,
  notFound,
  ReadRepository,
  type StoredAnswer,
  unprocessable,
} from '@portal/service-kit';
import { type EntityManager, Repository } from 'typeorm';
import type { ChangeAction, Proposal, RecordVersion } from '../../contract/index.ts';
import { CatalogueRow, CatalogueVersionRow, type RecordChange } from '../database/catalogue.entities.ts';
import { faultWords } from './catalogue-labels.ts';
import { contentFaults, publish, type RecordContent, readRecord } from './catalogue-record.ts';
import { type CachedCatalogue, CatalogueStore } from './catalogue-store.ts';
import { changeFaults } from './change-faults.ts';
import { differencesOf, periodsOf, type RecordState, stateOf, written } from './periods.ts';
import { Proposals, reasonIn } from './proposals.ts';
import { codeTaken, RecordChanges, staleRecord } from './record-changes.ts';

/** The role that may change catalogues. */
export const REFERENCE_ADMIN = 'reference-admin';

/** The response to a change: the record as it is now, or the proposal to change it. */
export type WriteAnswer = Answer<DocumentEnvelope<CatalogueRecord> | DocumentEnvelope<Proposal>>;

type StoreAnswer = (tx: EntityManager, made: StoredAnswer) => Promise<void>;

const isObject = (body: unknown): body is Record<string, unknown> => body !== null && typeof body === 'object' && !Array.isArray(body);

/** Largest number of versions in the history of a record. */
const mostVersions = 200;

/** Creates, changes and retires records. Every change is audited. A code is never reused or removed, because old documents refer to it. */
@Injectable()
export class CatalogueWriter {
  constructor(
    private readonly db: Database,
    @ReadRepository(CatalogueRow) private readonly records: Repository<CatalogueRow>,
    private readonly audit: Audit,
    private readonly store: CatalogueStore,
    private readonly kit: DocumentKit,
    private readonly changes: RecordChanges,
    private readonly proposals: Proposals,
  ) {}

  /**
   * Returns a record with its version, and the actions that the caller may perform.
   * @throws 404
   */
  async load(name: string, code: string, call: Call): Promise<DocumentEnvelope<CatalogueRecord>> {
    const held = this.store.open(name);
    const row = await this.row(name, code);
    return this.envelope(held, { code, ...stateOf(row) }, row.version, call);
  }

  /** @throws 409 if the code already exists, 422 with every broken rule */
  async create(name: string, body: unknown, call: Call): Promise<WriteAnswer> {
    const held = this.store.open(name);
    const record = this.read(held, body);
    return this.submit(held, body, call, 201, async () => {
      if (held.byCode.has(record.code)) throw codeTaken(record.code);
      return this.changeTo(held, record.code, 'create', null, 0, written(undefined, record, this.store.today()));
    });
  }

  /** @throws 404, 409 STALE_VERSION, 422 */
  async update(name: string, code: string, body: unknown, call: Call): Promise<WriteAnswer> {
    const held = this.store.open(name);
    const record = this.read(held, isObject(body) ? { ...body, code } : body);
    const { effectiveFrom, replaces } = asObject(body);
    const content = effectiveFrom === null ? { ...record, effectiveFrom } : record;
    return this.replace(held, code, body, 'change', call, async (state) => {
      const edited = replaces === undefined ? undefined : periodsOf(state).find(({ from }) => from === replaces);
      if (replaces !== undefined && !edited) throw unprocessable([{ code: 'CHOICE', field: 'replaces', message: faultWords.noPeriod }]);
      const next = written(state, { ...content, replaces: edited?.from }, this.store.today());
      // Nobody should have to approve a proposal of the screen that shows no difference.
      if (edited && held.definition.approval && differencesOf(state, next).length === 0)
        throw conflict('ACTION_NOT_ALLOWED', L('This changes nothing: the record says it already', 'Isto não altera nada: o registo já o diz'));
      return next;
    });
  }

  /**
   * Retires a code or restores it.
   * @throws 404; 409 if it already has that state
   */
  async retire(name: string, code: string, retired: boolean, body: unknown, call: Call): Promise<WriteAnswer> {
    return this.replace(this.store.open(name), code, body, retired ? 'retire' : 'restore', call, async (state) => {
      if (state.retired === retired)
        throw conflict(
          'ACTION_NOT_ALLOWED',
          retired ? L('The record is retired already', 'O registo já está retirado') : L('The record is not retired', 'O registo não está retirado'),
        );
      return { ...state, retired };
    });
  }

  /**
   * Restores the content that a record had in an earlier version, which the body names as `to`.
   * @throws 404, 409, 422
   */
  async revert(name: string, code: string, body: unknown, call: Call): Promise<WriteAnswer> {
    const to = isObject(body) ? body.to : undefined;
    if (typeof to !== 'number' || !Number.isInteger(to))
      throw unprocessable([{ code: 'REQUIRED', field: 'to', message: L('Choose a version', 'Escolha uma versão') }]);
    return this.replace(this.store.open(name), code, body, 'revert', call, async () => {
      const row = await this.db.reader.findOneBy(CatalogueVersionRow, { catalogue: name, code, version: to });
      if (!row) throw notFound('version');
      return stateOf(row.state);
    });
  }

  /**
   * Returns the versions of a record, the newest first.
   * @throws 404
   */
  async history(name: string, code: string): Promise<ListResult<RecordVersion>> {
    this.store.open(name);
    const now = await this.row(name, code);
    const rows = await this.db.reader.find(CatalogueVersionRow, { where: { catalogue: name, code }, order: { version: 'DESC' }, take: mostVersions });
    // The record has no versions yet: nobody has changed it since it was loaded from the country pack.
    if (rows.length === 0)
      rows.push({ ...now, action: 'before', state: stateOf(now), changedAt: now.updatedAt, changedBy: now.updatedBy, approvedBy: null, reason: null });
    return listResult(
      rows.map(({ version, action, state, changedAt, changedBy, approvedBy, reason }, i) => ({
        version,
        action,
        changedAt: dateTime(changedAt),
        changedBy,
        approvedBy,
        reason,
        differences: differencesOf(rows[i + 1] ? stateOf(rows[i + 1]?.state as RecordState) : null, stateOf(state)),
      })),
    );
  }

  /**
   * Reads a record from a request body.
   * @throws 400, 422
   */
  private read(held: CachedCatalogue, body: unknown): RecordContent {
    if (!isObject(body)) throw badRequest('BAD_REQUEST', '', 'The body must be an object');
    const { record, errors } = readRecord(held.definition, body, (code) => held.rows.find(({ row }) => row.code === code)?.row);
    errors.push(...contentFaults(held.definition, record, (catalogue, code) => catalogue === held.name || this.store.has(catalogue, code)));
    if (errors.length) throw unprocessable(errors);
    return record;
  }

  private async row(catalogue: string, code: string): Promise<CatalogueRow> {
    const row = await this.records.findOneBy({ catalogue, code });
    if (!row) throw notFound('record');
    return row;
  }

  private changeTo(held: CachedCatalogue, code: string, action: ChangeAction, before: RecordState | null, version: number, after: RecordState): RecordChange {
    const change: RecordChange = { code, action, version, before, after };
    const errors = changeFaults(held, [change], this.store);
    if (errors.length) throw unprocessable(errors);
    return change;
  }

  /** Changes a record, provided that the body names its current version. */
  private async replace(
    held: CachedCatalogue,
    code: string,
    body: unknown,
    action: ChangeAction,
    call: Call,
    next: (state: RecordState) => Promise<RecordState>,
  ): Promise<WriteAnswer> {
    const version = isObject(body) ? body.version : undefined;
    if (typeof version !== 'number' || !Number.isInteger(version)) throw unprocessable([{ code: 'REQUIRED', field: 'version', message: 'version is missing' }]);
    return this.submit(held, body, call, 200, async () => {
      const row = await this.row(held.name, code);
      if (row.version !== version) throw staleRecord(row);
      const before = stateOf(row);
      return this.changeTo(held, code, action, before, version, await next(before));
    });
  }

  /** Makes a change, or creates a proposal if the catalogue requires approval. A repeated request (same idempotency key) gets the first response. */
  private submit(held: CachedCatalogue, body: unknown, call: Call, status: number, make: () => Promise<RecordChange>): Promise<WriteAnswer> {
    const reason = reasonIn(body);
    const work = async (remember: StoreAnswer): Promise<WriteAnswer> => {
      const change = await make();
      return held.definition.approval
        ? this.proposals.propose(held.name, change.action, [change], reason, call, remember)
        : this.apply(held, change, reason, status, call, remember);
    };
    return this.kit.idempotency.once<WriteAnswer['body']>(call, body, work, (made) => this.again(held, made, call));
  }

  private async apply(
    held: CachedCatalogue,
    change: RecordChange,
    reason: string | null,
    status: number,
    call: Call,
    remember: StoreAnswer,
  ): Promise<WriteAnswer> {
    const { code, action, before, after } = change;
    const version = change.version + 1;
    await this.changes.transact(async (tx) => {
      await remember(tx, { status, documentId: code, version });
      await this.changes.apply(tx, held.name, [change], { by: call.actor.name, reason });
      await this.audit.add(tx, call, {
        action,
        kind: 'catalogue',
        reference: `${held.name}/${code}`.slice(0, 60),
        details: { before, after, ...(reason ? { reason } : {}) },
      });
    });
    return { status, body: this.envelope(held, { code, ...after }, version, call) };
  }

  /**
   * Returns the response to a repeated request: the record as that request wrote it. The response of a proposal is loaded again for idempotency keys that an
   * earlier release stored without it.
   */
  private async again(held: CachedCatalogue, { status, documentId, version }: StoredAnswer, call: Call): Promise<WriteAnswer> {
    if (status === 202) return { status, body: await this.proposals.load(documentId, call) };
    const row = await this.db.reader.findOneByOrFail(CatalogueVersionRow, { catalogue: held.name, code: documentId, version });
    return { status, body: this.envelope(held, { code: documentId, ...stateOf(row.state) }, version, call) };
  }

  private envelope(held: CachedCatalogue, record: { code: string } & RecordState, version: number, call: Call): DocumentEnvelope<CatalogueRecord> {
    const model = { ...publish(held.definition, record, this.store.today()), id: record.code, version };
    return { model, actions: hasRole(call.actor, REFERENCE_ADMIN) ? this.actions(held, record) : [] };
  }

  private actions({ name, definition }: CachedCatalogue, record: { code: string } & RecordState): OfferedAction[] {
    const url = `/v1/catalogue/${name}/${encodeURIComponent(record.code)}`;
    const action = (of: Pick<OfferedAction, 'name' | 'label' | 'method' | 'url' | 'kind'>): OfferedAction => ({
      modes: ['*'],
      hideOnSubmit: false,
      commentRequired: false,
      ...of,
    });
    return [
      action({ name: 'change', label: definition.approval ? 'Propose' : 'Save', method: 'PUT', url, kind: 'submit' }),
      record.retired
        ? action({ name: 'restore', label: 'Restore', method: 'POST', url: `${url}/actions/restore`, kind: 'submit' })
        : action({ name: 'retire', label: 'Retire', method: 'POST', url: `${url}/actions/retire`, kind: 'delete' }),
    ];
  }
}

/** Reads the documents of one kind: from the stored row to the answer that one caller gets. */
import { type DocumentEnvelope, L, type Language } from '@portal/contract-kit';
import { type Access, accessTo } from '../access/access.ts';
import { type DocumentKey, makeDocumentKey, readDocumentKey } from '../access/document-keys.ts';
import { type Call, isStaff } from '../auth/actor.ts';
import { DocumentVersionRow } from '../database/kit.entities.ts';
import { forbidden, notFound, unauthenticated } from '../http/problems.ts';
import type { Statement } from '../qr/statements.ts';
import { claimedActions, isInTheWay } from '../work/claims.ts';
import type { DocumentClaimRow } from '../work/work.entities.ts';
import { workColumns, workFields } from '../work/work-step.ts';
import type { Plain } from './action-body.ts';
import type { DocumentDefinition, ServerFields } from './document-definition.ts';
import type { DocumentKit } from './document-kit.ts';
import type { DocumentRow } from './document-row.ts';
import { EncryptedRows } from './encrypted-rows.ts';
import type { Answer, Made } from './idempotency.ts';
import { visibleDocument } from './visible-document.ts';
import { blockedActions, offeredActions, type Standing } from './workflow-evaluator.ts';

/** A stored row that a caller may see, as the caller named it. */
export interface Found<Row> {
  row: Row;
  access: Access;
  key: DocumentKey;
  /** Who has the case, for officials who may know it. */
  claim?: DocumentClaimRow | null;
}

/** Finds documents and shows them; it changes nothing. `DocumentService` adds what changes them. */
export class DocumentReader<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow> {
  /** Encrypts and decrypts the personal fields of its rows. */
  readonly rows: EncryptedRows;

  constructor(
    readonly definition: DocumentDefinition<Body, Model, Status, Row>,
    readonly kit: DocumentKit,
  ) {
    this.rows = new EncryptedRows(definition, kit.encryption, kit.blindIndex);
  }

  /** A blank document and the actions that would register it. */
  async info(call: Call): Promise<DocumentEnvelope<Partial<Model>>> {
    const model = await this.definition.blank(call);
    await this.kit.catalogues.warm(this.definition.contract);
    return { model: { ...this.localised(model, call.language), id: '', version: 0 } as never, actions: this.offer(null, call) };
  }

  /** The same as JSON. Kinds whose form is the same for many callers keep it. */
  async infoText(call: Call): Promise<string> {
    return JSON.stringify(await this.info(call));
  }

  /** The document, as much of it as the caller may see. Reads by staff are recorded. @throws 404, 401, 403 */
  async load(asked: string, call: Call): Promise<DocumentEnvelope<Model>> {
    const found = await this.find(asked, call, 'document');
    await this.recordRead(found, call, 'view');
    return this.envelope(found.row, call, found);
  }

  /** A given version; actions are offered on the present one alone. @throws 404, 401, 403 */
  async version(asked: string, version: string, call: Call): Promise<DocumentEnvelope<Model>> {
    const found = await this.find(asked, call, 'version');
    const number = /^\d{1,9}$/.test(version) ? Number(version) : -1;
    const past = await this.rowOfVersion(found.row, number);
    if (!past) throw notFound('version');
    await this.recordRead(found, call, 'view-version');
    const envelope = this.envelope(past, call, found);
    return number === found.row.version ? envelope : { model: envelope.model, actions: [] };
  }

  /** The row as it was at a version, without what came later. Null where there is no such version. */
  async rowOfVersion(row: Row, version: number): Promise<Row | null> {
    const past = await this.kit.db.reader.findOneBy(DocumentVersionRow, { documentId: row.id, version });
    if (!past) return null;
    const actions = this.modelOf(row).actions.filter((entry, i) => (entry.version ?? i + 1) <= version);
    const body = { ...this.rows.decryptBody(row.id, past.body as Plain), actions };
    const then = Object.assign(Object.create(null), row, {
      version,
      documentStatus: past.documentStatus,
      body,
      updatedAt: past.at,
      updatedBy: past.userName,
    }) as Row;
    return Object.assign(then, workColumns(this.definition, this.modelOf(then), this.kit.calendar.hours));
  }

  /**
   * The answer to a repeated call: the first answer, made again from the version that the first call wrote.
   * @param asked how the caller named the document; without it they have registered it
   * @throws 404 when the document was erased meanwhile; 403 when the caller's key has expired
   */
  async answerAgain({ documentId, version, status }: Made, call: Call, asked = documentId): Promise<Answer<DocumentEnvelope<Model>>> {
    await this.kit.catalogues.warm(this.definition.contract);
    const row = await this.kit.db.findById<Row>(this.definition.row, documentId);
    const past = row && (await this.rowOfVersion(row as Row, version));
    if (!past) throw notFound();
    return { status, body: this.envelope(past, call, this.madeWith(past, this.keyOf(asked), call)) };
  }

  /**
   * What a caller may see and do with a document that their action has changed or made. Whoever came with a key to a document of a signed-in person
   * gets a key to the one that was made from it, and not its id, which would outlive every key.
   */
  madeWith(row: Row, key: DocumentKey, call: Call): Pick<Found<Row>, 'access' | 'key'> {
    const { encryption, clock } = this.kit;
    const isAsked = key.documentId === row.id;
    const byKey = key.kind === 'code' && row.ownerSub !== null;
    const asked = isAsked ? key.asked : byKey ? makeDocumentKey(encryption, clock, this.definition.kind, row.id, 'code') : row.id;
    const kind = isAsked || byKey ? key.kind : 'id';
    return { access: this.accessOf(row, kind, call), key: { documentId: row.id, kind, asked } };
  }

  /** The id or key that a caller sent, parsed. @throws 404; 403 where it has expired */
  private keyOf(asked: string): DocumentKey {
    const key = readDocumentKey(this.kit.encryption, this.kit.clock, this.definition.kind, asked);
    if (key === 'expired') throw forbidden(L('This link has expired. Search for the document again.', 'Esta ligação expirou. Procure o documento de novo.'));
    if (!key) throw notFound();
    return key;
  }

  /** The stored row, without any check of the caller: ask `accessOf` before showing anything of it. @throws 404 that names `what` */
  async rowOf(id: string, what?: string): Promise<Row> {
    const row = id.length === 36 ? await this.kit.db.findById<Row>(this.definition.row, id) : null;
    if (!row) throw notFound(what);
    return row;
  }

  /** What the caller may see and do with a document. */
  accessOf(row: Row, key: DocumentKey['kind'], call: Call): Access {
    const { ownerSub, agencyCode, reference } = row;
    return accessTo({ ownerSub, agencyCode: agencyCode ?? null, isDraft: reference === null }, key, call.actor, this.definition.rolePrefix);
  }

  /**
   * The document that a caller names by its id or by a key.
   * @param read the call that reads it; without it the caller needs no more than any access to the document
   * @throws 404; 401 or 403 where the caller may not
   */
  async find(asked: string, call: Call, read?: Parameters<Access['mayRead']>[0]): Promise<Found<Row>> {
    const { catalogues, calendar } = this.kit;
    const key = this.keyOf(asked);
    const row = await this.rowOf(key.documentId);
    const access = this.accessOf(row, key.kind, call);
    if (read ? !access.mayRead(read) : !access.any) throw call.actor.sub === null ? unauthenticated() : forbidden();
    const [claim] = await Promise.all([
      access.seesOfficers || access.acts('roles') ? this.kit.claims.called(row.id, call.actor) : null,
      catalogues.warm(this.definition.contract),
      calendar.ready(),
    ]);
    return { row, access, key, claim };
  }

  /** The document of a row. The row keeps the decrypted body, so that it is decrypted only once. */
  modelOf(row: Row): Model {
    row.body = this.rows.decryptBody(row.id, row.body);
    const { id, body, version, documentStatus } = row;
    // The columns come first, so that V8 gives these objects a shape that they share: to add to what was spread costs ten times as much. They count, whatever a body holds.
    const model = { id, version, documentStatus, ...body };
    return Object.assign(model, { id, version, documentStatus }) as unknown as Model;
  }

  /** These fields of the document of a row, and its id, version and status. */
  partOf({ id, body, version, documentStatus }: Row, names: ReadonlySet<string>): Partial<Model> {
    return Object.assign(this.rows.decryptFields(id, body, names), { id, version, documentStatus }) as Partial<Model>;
  }

  /** What the workflow's evaluator asks about a document. @param asked how the caller named it */
  standingOf(row: Row, access: Access, asked = row.id): Standing<Model> {
    return { id: asked, documentStatus: row.documentStatus, model: this.modelOf(row), access, now: this.kit.clock.now() };
  }

  /** The answer about a document: what the caller may see of it, and the actions that they may do. */
  envelope(row: Row, call: Call, found?: Pick<Found<Row>, 'access' | 'key' | 'claim'>): DocumentEnvelope<Model> {
    // A document that the caller has just registered is theirs by its id.
    const access = found?.access ?? this.accessOf(row, 'id', call);
    const asked = found?.key.asked ?? row.id;
    const standing = this.standingOf(row, access, asked);
    const offered = this.offer(standing, call);
    const claim = isInTheWay(found?.claim, this.definition, call) ? (found?.claim as DocumentClaimRow) : null;
    const actions = claim ? offered.filter(({ kind }) => kind === 'download' || kind === 'navigate') : offered;
    const blocked = isStaff(call.actor)
      ? [
          ...blockedActions(this.definition.workflow, this.definition, standing, call.actor, call.language),
          ...(claim ? claimedActions(offered, claim, call.language) : []),
        ]
      : [];
    const model = visibleDocument(this, standing.model, access, call, asked);
    return {
      model: access.seesOfficers && !access.has('system') ? Object.assign(model, workFields(row, found?.claim)) : model,
      actions,
      ...(blocked.length ? { blocked } : {}),
    };
  }

  /** The actions that the caller may do now. @param standing null before registration */
  offer(standing: Standing<Model> | null, call: Call) {
    return offeredActions(this.definition.workflow, this.definition, standing, call.actor, call.language);
  }

  /** Writes an audit record when staff read personal data. */
  async recordRead({ row, access }: Pick<Found<Row>, 'row' | 'access'>, call: Call, action: string): Promise<void> {
    if (isStaff(call.actor) && !access.has('owner'))
      await this.kit.audit.read(call, { action, kind: this.definition.kind, documentId: row.id, reference: row.reference });
  }

  /** The model with the catalogue names that its codes had on its day, in the reader's language. */
  localised<T extends object>(model: T, language: Language): T {
    return this.kit.catalogues.localised(this.definition.contract, model, language, this.kit.calendar.heldDayOf(model));
  }

  /** The day that decides what is asked in a form: that of the document which a caller changes; today for a new one. @throws 404, 401, 403 */
  async dayAsked(id: string | undefined, call: Call): Promise<string> {
    return this.kit.calendar.dayOf(id === undefined ? undefined : this.modelOf((await this.find(id, call)).row));
  }

  /** What the QR code of a document states, with what its seal states of the person. @throws 404 for a draft, which has no reference to state */
  statement(model: Model): Statement {
    const statement = this.tokenStatement(model);
    const sealed = this.definition.sealed?.(model);
    return sealed ? { ...statement, sealed } : statement;
  }

  /** What a token states: nothing personal, so that a stored body can be taken as it is. @throws 404 for a draft */
  tokenStatement(model: Model): Statement {
    const { serialReference: s } = model;
    if (!s) throw notFound('reference');
    return { k: this.definition.kind, r: s.reference, iat: Math.floor(Date.parse(`${s.dateTime}Z`) / 1000), ...this.definition.validity?.(model) };
  }
}

// biome-ignore lint/suspicious/noExplicitAny: any kind of document
export type AnyReader = DocumentReader<any, any, any, any>;

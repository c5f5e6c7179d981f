/** Reads the documents of one kind: from the stored row to the response that a caller gets. */
import { type DocumentEnvelope, L, type Language } from '@portal/contract-kit';
import { type Access, accessTo } from '../access/access.ts';
import { type DocumentKey, makeDocumentKey, readDocumentKey } from '../access/document-keys.ts';
import { type Call, isStaff } from '../auth/actor.ts';
import { DocumentVersionRow } from '../database/kit.entities.ts';
import { forbidden, type Missing, notFound, unauthenticated } from '../http/problems.ts';
import { wasIssuedFor } from '../qr/issued-for.ts';
import type { Statement, VerifiedStatement } from '../qr/statements.ts';
import { actionsBlockedByClaim, isBlockedByClaim, isFreeOfClaims } from '../work/claims.ts';
import type { DocumentClaimRow } from '../work/work.entities.ts';
import { workColumns, workFields } from '../work/work-step.ts';
import type { Plain } from './action-body.ts';
import type { DocumentDefinition, ServerFields } from './document-definition.ts';
import type { DocumentKit } from './document-kit.ts';
import type { DocumentRow } from './document-row.ts';
import { EncryptedRows } from './encrypted-rows.ts';
import type { Answer, StoredAnswer } from './idempotency.ts';
import { visibleDocument } from './visible-document.ts';
import { blockedActions, type DocumentState, offeredActions } from './workflow-evaluator.ts';

/** A stored row that a caller may see, with the id or key by which the caller named it. */
export interface FoundDocument<Row> {
  row: Row;
  access: Access;
  key: DocumentKey;
  /** Claim of the officer who has the case; only for officials who may know it. */
  claim?: DocumentClaimRow | null;
}

/** Finds documents and shows them, without changing anything. `DocumentService` adds the methods that change documents. */
export class DocumentReader<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow> {
  /** Encrypts and decrypts the personal fields of the rows. */
  readonly rows: EncryptedRows;

  constructor(
    readonly definition: DocumentDefinition<Body, Model, Status, Row>,
    readonly kit: DocumentKit,
  ) {
    this.rows = new EncryptedRows(definition, kit.encryption, kit.blindIndex);
  }

  /** Returns a blank document and the actions that would register it. */
  async info(call: Call): Promise<DocumentEnvelope<Partial<Model>>> {
    const model = await this.definition.blank(call);
    await this.kit.catalogues.warm(this.definition.contract);
    return { model: { ...this.localised(model, call.language), id: '', version: 0 } as never, actions: this.offer(null, call) };
  }

  /** Returns the same as JSON text. Kinds whose blank form is the same for many callers override this and cache the text. */
  async infoText(call: Call): Promise<string> {
    return JSON.stringify(await this.info(call));
  }

  /** Returns the part of a document that the caller may see. Reads by staff are recorded. @throws 404, 401, 403 */
  async load(asked: string, call: Call): Promise<DocumentEnvelope<Model>> {
    const found = await this.find(asked, call, 'document');
    await this.recordRead(found, call, 'view');
    return this.envelope(found.row, call, found);
  }

  /** Returns a given version of a document; actions are offered only for the present version. @throws 404, 401, 403 */
  async version(asked: string, version: string, call: Call): Promise<DocumentEnvelope<Model>> {
    const found = await this.find(asked, call, 'version');
    const number = /^\d{1,9}$/.test(version) ? Number(version) : -1;
    const past = await this.rowOfVersion(found.row, number);
    if (!past || !this.showsVersion(past, found.access)) throw notFound('version');
    await this.recordRead(found, call, 'view-version');
    const envelope = this.envelope(past, call, found);
    return number === found.row.version ? envelope : { model: envelope.model, actions: [] };
  }

  /** Whether the caller may see a version of a document that they may read. The versions from before its submission are drafts, which only the owner sees. */
  showsVersion({ documentStatus }: { documentStatus: string }, access: Access): boolean {
    return documentStatus !== this.definition.draftStatus || access.has('owner');
  }

  /** Returns the row as it was at a version, without later changes; null where there is no such version. */
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
   * Answers a repeated call like the first one; the answer is built again from the version that the first call wrote.
   * @param asked the id or key by which the caller named the document; without it the caller has registered the document
   * @throws 404 when the document has been erased since; 403 when the caller's key has expired
   */
  async rebuildAnswer({ documentId, version, status }: StoredAnswer, call: Call, asked = documentId): Promise<Answer<DocumentEnvelope<Model>>> {
    await this.kit.catalogues.warm(this.definition.contract);
    const row = await this.kit.db.findById<Row>(this.definition.row, documentId);
    const past = row && (await this.rowOfVersion(row as Row, version));
    if (!past) throw notFound();
    return { status, body: this.envelope(past, call, this.accessAfterAction(past, this.keyOf(asked), call)) };
  }

  /**
   * Returns what a caller may see and do with a document that their action has changed or created. A caller who used a one-time code for a document of a
   * signed-in person gets a key to the new document instead of its id, because the id would stay valid after every key has expired.
   */
  accessAfterAction(row: Row, key: DocumentKey, call: Call): Pick<FoundDocument<Row>, 'access' | 'key'> {
    const { encryption, clock } = this.kit;
    const isAsked = key.documentId === row.id;
    const byKey = key.kind === 'code' && row.ownerSub !== null;
    const asked = isAsked ? key.asked : byKey ? makeDocumentKey(encryption, clock, this.definition.kind, row.id, 'code') : row.id;
    const kind = isAsked || byKey ? key.kind : 'id';
    return { access: this.accessOf(row, kind, call), key: { documentId: row.id, kind, asked } };
  }

  /** Parses the id or key that a caller sent. @throws 404; 403 where it has expired */
  private keyOf(asked: string): DocumentKey {
    const key = readDocumentKey(this.kit.encryption, this.kit.clock, this.definition.kind, asked);
    if (key === 'expired') throw forbidden(L('This link has expired. Search for the document again.', 'Esta ligação expirou. Procure o documento de novo.'));
    if (!key) throw notFound();
    return key;
  }

  /** Returns the stored row without checking the caller: call `accessOf` before showing anything of it. @throws 404 with the name `what` */
  async rowOf(id: string, what?: Missing): Promise<Row> {
    const row = id.length === 36 ? await this.kit.db.findById<Row>(this.definition.row, id) : null;
    if (!row) throw notFound(what);
    return row;
  }

  /** Returns what the caller may see and do with a document. */
  accessOf(row: Row, key: DocumentKey['kind'], call: Call): Access {
    const { ownerSub, agencyCode, reference } = row;
    return accessTo({ ownerSub, agencyCode: agencyCode ?? null, isDraft: reference === null }, key, call.actor, this.definition.rolePrefix);
  }

  /**
   * Finds the document that a caller names by its id or by a key.
   * @param read the kind of read that is checked; without it any access to the document is enough
   * @throws 404; 401 or 403 where the caller has no access
   */
  async find(asked: string, call: Call, read?: Parameters<Access['mayRead']>[0]): Promise<FoundDocument<Row>> {
    const { catalogues, calendar } = this.kit;
    const key = this.keyOf(asked);
    const row = await this.rowOf(key.documentId);
    const access = this.accessOf(row, key.kind, call);
    if (read ? !access.mayRead(read) : !access.any) throw call.actor.sub === null ? unauthenticated() : forbidden();
    const [claim] = await Promise.all([
      access.seesOfficers || access.acts('roles') ? this.kit.claims.extendOnCall(row.id, call.actor) : null,
      catalogues.warm(this.definition.contract),
      calendar.ready(),
    ]);
    return { row, access, key, claim };
  }

  /** Returns the document of a row. The row keeps the decrypted body, so that it is decrypted only once. */
  modelOf(row: Row): Model {
    row.body = this.rows.decryptBody(row.id, row.body);
    const { id, body, version, documentStatus } = row;
    // The columns come first, so that V8 gives all these objects the same shape; adding them after the spread costs ten times as much. They are assigned again,
    // because they override whatever the body contains.
    const model = { id, version, documentStatus, ...body };
    return Object.assign(model, { id, version, documentStatus }) as unknown as Model;
  }

  /** Returns these fields of the document of a row, together with its id, version and status. */
  partOf({ id, body, version, documentStatus }: Row, names: ReadonlySet<string>): Partial<Model> {
    return Object.assign(this.rows.decryptFields(id, body, names), { id, version, documentStatus }) as Partial<Model>;
  }

  /** Returns the state of a document for the workflow evaluator. @param asked the id or key by which the caller named it */
  documentStateOf(row: Row, access: Access, asked = row.id): DocumentState<Model> {
    return { id: asked, documentStatus: row.documentStatus, model: this.modelOf(row), access, now: this.kit.clock.now() };
  }

  /** Returns the response about a document: the part that the caller may see, and the actions that they may do. */
  envelope(row: Row, call: Call, found?: Pick<FoundDocument<Row>, 'access' | 'key' | 'claim'>): DocumentEnvelope<Model> {
    // A caller who has just registered a document gets the access that its id gives.
    const access = found?.access ?? this.accessOf(row, 'id', call);
    const asked = found?.key.asked ?? row.id;
    const state = this.documentStateOf(row, access, asked);
    const offered = this.offer(state, call);
    const claim = isBlockedByClaim(found?.claim, this.definition, call) ? (found?.claim as DocumentClaimRow) : null;
    const actions = claim ? offered.filter(isFreeOfClaims) : offered;
    const blocked = isStaff(call.actor)
      ? [
          ...blockedActions(this.definition.workflow, this.definition, state, call.actor, call.language),
          ...(claim ? actionsBlockedByClaim(offered, claim, call.language) : []),
        ]
      : [];
    const model = visibleDocument(this, state.model, access, call, asked);
    return {
      model: access.seesOfficers && !access.has('system') ? Object.assign(model, workFields(row, found?.claim)) : model,
      actions,
      ...(blocked.length ? { blocked } : {}),
    };
  }

  /** Returns the actions that the caller may do now. @param state null before registration */
  offer(state: DocumentState<Model> | null, call: Call) {
    return offeredActions(this.definition.workflow, this.definition, state, call.actor, call.language);
  }

  /** Writes an audit record if staff read personal data, also in a document that they registered themselves, such as at a counter. */
  async recordRead({ row }: Pick<FoundDocument<Row>, 'row'>, call: Call, action: string): Promise<void> {
    if (isStaff(call.actor)) await this.kit.audit.read(call, { action, kind: this.definition.kind, documentId: row.id, reference: row.reference });
  }

  /** Returns the model with catalogue names in the reader's language, as they were on the document's day. */
  localised<T extends object>(model: T, language: Language): T {
    return this.kit.catalogues.localised(this.definition.contract, model, language, this.kit.calendar.heldDayOf(model));
  }

  /**
   * Returns the day that decides which questions, requirements and fees a form shows: that of the document which the caller changes, or today for a new one.
   * @throws 404, 401, 403
   */
  async decidingDayFor(id: string | undefined, call: Call): Promise<string> {
    return this.kit.calendar.dayOf(id === undefined ? undefined : this.modelOf((await this.find(id, call)).row));
  }

  /**
   * Returns the statement for the QR code of a document, including what its seal states about the person. @throws 404 for a draft, which has no reference to
   * state
   */
  statement(model: Model): Statement {
    const statement = this.tokenStatement(model);
    const sealed = this.definition.sealed?.(model);
    return sealed ? { ...statement, sealed } : statement;
  }

  /**
   * Returns the stored document for which a code was issued. It is null where the register no longer has it, also if its reference was given to another
   * document after a restore, and where the code is of another kind.
   */
  async rowOfCode(code: VerifiedStatement): Promise<Row | null> {
    if (code.k !== this.definition.kind) return null;
    const row = (await this.kit.db.reader.findOneBy(this.definition.row, { reference: code.r } as never)) as Row | null;
    return row && wasIssuedFor(code, this.tokenStatement(row.body as Model)) ? row : null;
  }

  /** Returns the statement for a token. It contains nothing personal, so a stored body can be used without decrypting it. @throws 404 for a draft */
  tokenStatement(model: Model): Statement {
    const { serialReference: s } = model;
    if (!s) throw notFound('reference');
    return { k: this.definition.kind, r: s.reference, iat: Math.floor(Date.parse(`${s.dateTime}Z`) / 1000), ...this.definition.validity?.(model) };
  }
}

// biome-ignore lint/suspicious/noExplicitAny: any kind of document
export type AnyReader = DocumentReader<any, any, any, any>;

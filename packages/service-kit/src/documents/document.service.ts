import {
  type Capacity,
  type ContractClass,
  type DocumentActionEntry,
  type DocumentEnvelope,
  errorsOf,
  L,
  type Language,
  type PrintLayout,
  type SerialReference,
  sanitise,
} from '@portal/contract-kit';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { type Access, accessTo, newDocumentAccess, withoutFields } from '../access/access.ts';
import { type DocumentKey, readDocumentKey } from '../access/document-keys.ts';
import { type Call, isStaff, publicActor, systemCall, systemRole } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { insertRow } from '../database/insert.ts';
import { DocumentActionRow, DocumentVersionRow } from '../database/kit.entities.ts';
import { conflict, type Fault, forbidden, inWords, notFound, ProblemError, tooMany, unauthenticated, unprocessable } from '../http/problems.ts';
import { asObject, checkedComment, commentOf, type Plain } from './action-body.ts';
import { announcementsOf } from './announcements.ts';
import { assignIds, serverSide } from './body-fields.ts';
import type { DocumentDefinition, PrintDefinition, ServerFields } from './document-definition.ts';
import type { DocumentKit } from './document-kit.ts';
import type { DocumentRow } from './document-row.ts';
import { EncryptedRows } from './encrypted-rows.ts';
import type { Answer, Made } from './idempotency.ts';
import { type ActionRule, blockedActions, doerDigest, isToApplicant, type MadeDocument, NEW, offeredActions, refusalOf, type Standing } from './workflow.ts';

/** Times that an action of the product's own is tried again after somebody else was faster. */
const collisions = 5;
const isStale = (error: unknown): boolean => error instanceof ProblemError && error.errors.some((e) => e.code === 'STALE_VERSION');

/** Changes that an applicant may make to a document in 24 hours. */
const changesADay = 20;
const day = 86_400_000;
const thePublic = L('Public', 'Público');
/** Who did it, in the reader's language where it was nobody by name. */
const shownName = (name: string, language: Language): string => (name === publicActor.name ? inWords(thePublic, language) : name);

/** A stored row that a caller may see, as the caller named it. */
export interface Found<Row> {
  row: Row;
  access: Access;
  key: DocumentKey;
}

/**
 * Registers, changes and reads one kind of document. Every write is one transaction: the row, its version, its history entry,
 * the audit record, the side effects and the answer to a repeat.
 */
export class DocumentService<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow> {
  /** How its rows keep what is personal. */
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

  /** The document, as much of it as the caller may see; reads by staff are recorded. @throws 404, 401, 403 */
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
  private async rowOfVersion(row: Row, version: number): Promise<Row | null> {
    const past = await this.kit.db.reader.findOneBy(DocumentVersionRow, { documentId: row.id, version });
    if (!past) return null;
    const actions = this.modelOf(row).actions.filter((entry, i) => (entry.version ?? i + 1) <= version);
    const body = { ...this.rows.decryptBody(row.id, past.body as Plain), actions };
    return Object.assign(Object.create(null), row, { version, documentStatus: past.documentStatus, body, updatedAt: past.at, updatedBy: past.userName }) as Row;
  }

  /** The answer to a repeated call: that of the first one, put together from the version it made. @throws 404 when the document was erased meanwhile */
  protected async answerAgain({ documentId, version, status }: Made, call: Call): Promise<Answer<DocumentEnvelope<Model>>> {
    await this.kit.catalogues.warm(this.definition.contract);
    const row = await this.kit.db.findById<Row>(this.definition.row, documentId);
    const past = row && (await this.rowOfVersion(row as Row, version));
    if (!past) throw notFound();
    return { status, body: this.envelope(past, call) };
  }

  /**
   * Registers a document with an action that starts from nothing (`register`, `store`, `direct-submit`).
   * @throws 401, 403, 409, 422 with every broken rule
   */
  async register(action: string, body: unknown, call: Call): Promise<Answer<DocumentEnvelope<Model>>> {
    const { definition: d, kit } = this;
    const refusal = refusalOf(d.workflow, d, action, null, call.actor);
    if (refusal) throw refusal;
    await kit.catalogues.warm(d.contract);
    const work = async (remember: (tx: EntityManager, made: Made) => Promise<void>): Promise<Answer<DocumentEnvelope<Model>>> => {
      const plain = asObject(body);
      const rule = this.rule(action);
      const now = kit.clock.now();
      const draft = { ...(await d.blank(call)), ...sanitise(d.contract, plain) } as Model;
      draft.applicantUser = { name: call.actor.sub ? call.actor.name : [(draft as Plain).firstName, (draft as Plain).lastName].filter(Boolean).join(' ') };
      await this.settle(draft, undefined, action, rule, plain, call, []);
      const id = kit.ids.next();
      const comment = checkedComment(plain, this.definition.commentField);
      const serial = rule.draft ? {} : { serialReference: await kit.serials.next(d.documentCode(draft), d.series?.(draft)) };
      const status = this.statusAfter(rule, draft, plain, call, NEW) as Status;
      const model: Model = {
        ...draft,
        id,
        version: 1,
        documentStatus: status,
        ...serial,
        documentCreatedAt: dateTime(now),
        actions: [this.entry(action, 1, status, comment, call, now, newDocumentAccess(call.actor))],
        doneBy: this.doneBy(undefined, id, action, call),
      };
      const row = this.rowFor(model, call, now, action, { ownerSub: call.actor.sub, createdAt: now });
      const closed = this.rows.close(row);
      return kit.db.write(async (tx) => {
        await remember(tx, { status: 201, documentId: id, version: 1 });
        await insertRow(tx, d.row, closed);
        await this.recordAction(tx, model, null, closed, rule, comment, call);
        return { status: 201, body: this.envelope(row, call) };
      });
    };
    return kit.idempotency.once(call, body, work, (made) => this.answerAgain(made, call));
  }

  /**
   * Does an action on a document.
   * @throws 404, 401, 403, 409 (stale version, not allowed now), 422 with every broken rule
   */
  async perform(asked: string, action: string, body: unknown, call: Call): Promise<Answer<DocumentEnvelope<Model>>> {
    const { definition: d, kit } = this;
    await kit.catalogues.warm(d.contract);
    const work = async (remember: (tx: EntityManager, made: Made) => Promise<void>): Promise<Answer<DocumentEnvelope<Model>>> => {
      const plain = asObject(body);
      const found = await this.find(asked, call);
      const { row, access } = found;
      const { id } = row;
      const rule = this.allowed(found, action, plain, call);
      if (rule.kind === 'download' || rule.kind === 'navigate')
        throw conflict('ACTION_NOT_ALLOWED', L(`${rule.label.en} changes nothing: use GET`, `${rule.label.pt} não altera nada: use GET`));
      const now = kit.clock.now();
      const before = this.modelOf(row);
      const input = (rule.input ? sanitise(rule.input, rule.partial ? { ...before, ...plain } : plain) : {}) as Plain;
      if (rule.makes) return this.make(found, action, rule, rule.makes, { before, input, plain }, call, remember);
      const inputErrors = await this.inputErrors(rule, input, before, call);
      if (rule.input) assignIds(rule.input, input, kit.ids);
      const previous = rule.undoes ? await this.rowOfVersion(row, row.version - 1) : null;
      if (rule.undoes && !previous) throw conflict('ACTION_NOT_ALLOWED', L('There is nothing to undo', 'Não há nada para anular'));
      const changed = previous
        ? this.modelOf(previous)
        : rule.change
          ? rule.change(structuredClone(before), input, { actor: call.actor, now, settings: kit.settings })
          : ({ ...this.kept(rule, before), ...input } as Model);
      await this.settle(changed, before, action, rule, plain, call, inputErrors, input);
      const settled = rule.hold ? rule.hold(before, changed, { action, actor: call.actor, now, settings: kit.settings }) : changed;
      const comment = checkedComment(plain, this.definition.commentField);
      const status = (previous?.documentStatus ?? this.statusAfter(rule, settled, input, call, row.documentStatus)) as Status;
      // A draft is registered by the first action that does not leave it one.
      const serial = row.reference || rule.draft ? {} : { serialReference: await kit.serials.next(d.documentCode(settled), d.series?.(settled)) };
      const version = row.version + 1;
      const model: Model = {
        ...settled,
        ...serial,
        id,
        version,
        documentStatus: status,
        actions: [...before.actions, this.entry(action, version, status, comment, call, now, access)],
        doneBy: this.doneBy(before.doneBy, id, action, call),
      };
      const next = this.rowFor(model, call, now, action, row);
      const closed = this.rows.close(next);
      return kit.db.write(async (tx) => {
        await remember(tx, { status: 200, documentId: id, version });
        await this.replace(tx, model, row, closed, rule, comment, call);
        return { status: 200, body: this.envelope(next, call, found) };
      });
    };
    return kit.idempotency.once(call, body, work, (made) => this.answerAgain(made, call));
  }

  /**
   * Does an action that makes a second document. Both are written in one transaction, and the new one is the answer.
   * It belongs to the owner of the first, whoever does the action.
   */
  private async make(
    { row, access }: Found<Row>,
    action: string,
    rule: ActionRule<Status, Model>,
    makes: MadeDocument<Status, Model>,
    { before, input, plain }: { before: Model; input: Plain; plain: Plain },
    call: Call,
    remember: (tx: EntityManager, made: Made) => Promise<void>,
  ): Promise<Answer<DocumentEnvelope<Model>>> {
    const { definition: d, kit } = this;
    const now = kit.clock.now();
    const comment = checkedComment(plain, this.definition.commentField);
    const draft = (await makes.fields(before, input, { body: plain, blank: await d.blank(call), catalogues: kit.catalogues })) as Model;
    await this.settle(draft, undefined, action, rule, plain, call, makes.errors?.(before, input) ?? []);
    const id = kit.ids.next();
    const made: Model = {
      ...draft,
      id,
      version: 1,
      documentStatus: makes.status,
      serialReference: await kit.serials.next(d.documentCode(draft), d.series?.(draft)),
      documentCreatedAt: dateTime(now),
      actions: [this.entry(action, 1, makes.status, comment, call, now, access)],
      doneBy: this.doneBy(undefined, id, action, call),
    };
    const version = row.version + 1;
    const linked: Model = {
      ...before,
      ...makes.link(made),
      version,
      actions: [...before.actions, this.entry(action, version, before.documentStatus, comment, call, now, access)],
      doneBy: this.doneBy(before.doneBy, before.id, action, call),
    };
    const madeRow = this.rowFor(made, call, now, action, { ownerSub: row.ownerSub, createdAt: now });
    const closed = { made: this.rows.close(madeRow), linked: this.rows.close(this.rowFor(linked, call, now, action, row)) };
    return kit.db.write(async (tx) => {
      await remember(tx, { status: 201, documentId: id, version: 1 });
      await this.replace(tx, linked, row, closed.linked, rule, comment, call);
      await insertRow(tx, d.row, closed.made);
      await this.recordAction(tx, made, null, closed.made, { ...rule, render: makes.render ?? [] }, comment, call);
      return { status: 201, body: this.envelope(madeRow, call) };
    });
  }

  /** Writes the next version of a row and what follows every write. @throws 409 where somebody was faster */
  private async replace(
    tx: EntityManager,
    model: Model,
    before: Row,
    closed: Row,
    rule: ActionRule<Status, Model>,
    comment: string,
    call: Call,
  ): Promise<void> {
    const { id, ...columns } = closed;
    const { affected } = await tx.update(this.definition.row, { id, version: before.version } as FindOptionsWhere<Row>, columns as never);
    if (affected !== 1) throw await this.overtaken(tx, id, call);
    await this.recordAction(tx, model, before, closed, rule, comment, call);
  }

  /**
   * Takes fields out of another document, as a new version of it: whoever is about to write the version before would bring them back.
   * The fields are not personal, so what is encrypted in the body stays as it is.
   */
  private async takeOut(tx: EntityManager, { id, fields }: { id: string; fields: readonly string[] }, action: string, { actor }: Call): Promise<void> {
    const row = (await this.kit.db.findForUpdate(tx, this.definition.row as new () => DocumentRow, id)) as Row | null;
    if (!row) return;
    const body = Object.fromEntries(Object.entries(row.body as Plain).filter(([field]) => !fields.includes(field)));
    // The history is the row's alone.
    const { actions: _history, ...versionBody } = body;
    const [version, at, userName] = [row.version + 1, this.kit.clock.now(), actor.name];
    await tx.update(this.definition.row, { id } as FindOptionsWhere<Row>, { body, version, updatedAt: at, updatedBy: userName } as never);
    await insertRow(tx, DocumentVersionRow, { documentId: id, version, documentStatus: row.documentStatus, action, at, userName, body: versionBody });
  }

  /**
   * The rule of an action that the caller may do on a document now.
   * @throws 401, 403, 409 (stale version, not allowed now), 422 without a version, 429 for an applicant's 21st change in a day
   */
  protected allowed({ row, access, key }: Found<Row>, action: string, plain: Plain, call: Call): ActionRule<Status, Model> {
    const { definition: d, kit } = this;
    const standing = this.standingOf(row, access, key.asked);
    const refusal = refusalOf(d.workflow, d, action, standing, call.actor);
    if (refusal && refusal.status !== 409) throw refusal;
    if (typeof plain.version === 'number' && plain.version !== row.version) throw this.stale(row, access, call);
    if (refusal) throw refusal;
    const rule = this.rule(action);
    if (rule.kind === 'download' || rule.kind === 'navigate') return rule;
    if (typeof plain.version !== 'number')
      throw unprocessable([
        {
          code: 'REQUIRED',
          field: 'version',
          message: L('Send the version of the document that you have seen', 'Envie a versão do documento que viu'),
        },
      ]);
    if (!isStaff(call.actor) && !call.actor.isPortal) {
      const since = dateTime(new Date(kit.clock.now().getTime() - day));
      const lately = standing.model.actions.slice(1).filter((entry) => entry.capacity === 'applicant' && entry.dateTime > since);
      if (lately.length >= changesADay)
        throw tooMany(
          L(
            `This document was changed ${changesADay} times today. Try again tomorrow.`,
            `Este documento foi alterado ${changesADay} vezes hoje. Tente de novo amanhã.`,
          ),
          Math.max(1, Math.ceil((Date.parse(`${lately[0]?.dateTime}Z`) + day - kit.clock.now().getTime()) / 1000)),
        );
    }
    return rule;
  }

  private doneBy(before: Record<string, string> | undefined, id: string, action: string, { actor }: Call): Record<string, string> | undefined {
    return actor.sub === null ? before : { ...before, [action]: doerDigest(id, actor.sub) };
  }

  /**
   * The product itself does an action on the present version: a receipt arrived, a nightly run found something. Its rule names `systemRole`.
   * @param input the action and its input for this document, or null when nothing is left to do; asked again after a collision
   * @returns whether there is such a document
   */
  async performForSystem(id: string, requestId: string, input: (model: Model) => { action: string; body: object } | null): Promise<boolean> {
    const call = systemCall(requestId);
    for (let attempt = 1; ; attempt++) {
      const row = await this.kit.db.findById<Row>(this.definition.row, id);
      if (!row) return false;
      const next = input(this.modelOf(row as Row));
      if (!next) return true;
      try {
        await this.perform(id, next.action, { ...next.body, version: row.version }, { ...call, actor: { ...call.actor, roles: [systemRole] } });
        return true;
      } catch (error) {
        if (!isStale(error) || attempt >= collisions) throw error;
      }
    }
  }

  /** The stored row, whoever asks. Nothing of it may be shown without asking `accessOf`. @throws 404 that says there is no such `what` */
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
   * @param read the call that reads it; without it only that the caller may know of the document is asked
   * @throws 404; 401 or 403 where the caller may not
   */
  async find(asked: string, call: Call, read?: Parameters<Access['mayRead']>[0]): Promise<Found<Row>> {
    const { encryption, clock, catalogues } = this.kit;
    const key = readDocumentKey(encryption, clock, this.definition.kind, asked);
    if (key === 'expired') throw forbidden(L('This link has ended. Search for the document again.', 'Esta ligação terminou. Procure o documento de novo.'));
    if (!key) throw notFound();
    const row = await this.rowOf(key.documentId);
    const access = this.accessOf(row, key.kind, call);
    if (read ? !access.mayRead(read) : !access.any) throw call.actor.sub === null ? unauthenticated() : forbidden();
    await catalogues.warm(this.definition.contract);
    return { row, access, key };
  }

  /** The document of a row; the row's body is opened once. */
  modelOf(row: Row): Model {
    row.body = this.rows.decryptBody(row.id, row.body);
    const { id, body, version, documentStatus } = row;
    // Not `{ ...body, id, … }`: to add to what it has spread, V8 describes the shape of every such object anew, in memory that it seldom collects.
    return Object.assign({}, body, { id, version, documentStatus }) as unknown as Model;
  }

  /** As much of the document of a row as these fields are, and what the server adds to each. */
  partOf({ id, body, version, documentStatus }: Row, names: ReadonlySet<string>): Partial<Model> {
    return Object.assign(this.rows.decryptFields(id, body, names), { id, version, documentStatus }) as Partial<Model>;
  }

  standingOf(row: Row, access: Access, asked = row.id): Standing<Model> {
    return { id: asked, documentStatus: row.documentStatus, model: this.modelOf(row), access, now: this.kit.clock.now() };
  }

  /** What a caller is answered about a document: what they may see of it, and what they may do. */
  envelope(row: Row, call: Call, found?: Pick<Found<Row>, 'access' | 'key'>): DocumentEnvelope<Model> {
    // A document that the caller has just registered is theirs by its id.
    const access = found?.access ?? this.accessOf(row, 'id', call);
    const asked = found?.key.asked ?? row.id;
    const standing = this.standingOf(row, access, asked);
    const blocked = isStaff(call.actor) ? blockedActions(this.definition.workflow, this.definition, standing, call.actor, call.language) : [];
    return {
      model: this.visible(standing.model, access, call, asked),
      actions: this.offer(standing, call),
      ...(blocked.length ? { blocked } : {}),
    };
  }

  offer(standing: Standing<Model> | null, call: Call) {
    return offeredActions(this.definition.workflow, this.definition, standing, call.actor, call.language);
  }

  /** Records that staff read somebody's personal data. */
  async recordRead({ row, access }: Pick<Found<Row>, 'row' | 'access'>, call: Call, action: string): Promise<void> {
    if (isStaff(call.actor) && !access.has('owner'))
      await this.kit.audit.read(call, { action, kind: this.definition.kind, documentId: row.id, reference: row.reference });
  }

  /** The model with what the catalogues call its codes, in the reader's language. */
  localised<T extends object>(model: T, language: Language): T {
    return this.kit.catalogues.localised(this.definition.contract, model, language);
  }

  /** As much of a document as the caller may see, in the caller's language. @param asked how the caller named it */
  visible(model: Model, access: Access, call: Call, asked = model.id): Model {
    const { contact, files, office } = this.definition.access;
    const hidden = [...(access.sees('contact') ? [] : contact), ...(access.sees('files') ? [] : files), ...(access.sees('office') ? [] : office)];
    const { doneBy: _doneBy, ...shown } = this.localised(hidden.length ? withoutFields(model, hidden) : model, call.language);
    return { ...shown, id: asked, actions: this.visibleActions(model, access, call.language) } as unknown as Model;
  }

  /** The actions done on a document, as much of each as the reader may know: the public is told of the office, not of the person. */
  visibleActions(model: Model, access: Access, language: Language): DocumentActionEntry[] {
    const { actions } = this.definition.workflow;
    return model.actions.map((entry) => {
      const name = entry.action ?? Object.keys(actions).find((key) => actions[key]?.label.en === entry.operation);
      const rule = name === undefined ? undefined : actions[name];
      const operation = rule ? inWords(rule.label, language) : entry.operation;
      if (access.seesOfficers) return { ...entry, operation, user: { ...entry.user, name: shownName(entry.user.name, language) } };
      return {
        ...entry,
        operation,
        details: (rule && isToApplicant(rule, entry.status)) || this.isApplicants(model, entry) ? entry.details : '',
        user: { name: this.doerShown(model, entry, language), mobile: '', email: '' },
      };
    });
  }

  private isApplicants(model: Model, { capacity, user }: DocumentActionEntry): boolean {
    return capacity ? capacity === 'applicant' : user.name === 'Public' || user.name === model.applicantUser?.name;
  }

  /** Who did it, as the public is told. */
  private doerShown(model: Model, entry: DocumentActionEntry, language: Language): string {
    return this.isApplicants(model, entry) ? shownName(entry.user.name, language) : this.officeName(model, language);
  }

  /** What the office is called that a document is with. */
  officeName(model: Model, language: Language): string {
    return this.kit.catalogues.nameHeld('agencies', this.definition.project(model).agencyCode, language) ?? this.kit.settings.productName;
  }

  protected rule(action: string): ActionRule<Status, Model> {
    return this.definition.workflow.actions[action] as ActionRule<Status, Model>;
  }

  /** What stays of the stored document when an action's input replaces the rest. */
  private kept(rule: ActionRule<Status, Model>, before: Model): Plain {
    return rule.input === this.definition.contract ? serverSide(this.definition.contract, before) : { ...(before as Plain) };
  }

  /** What is wrong with the input of an action that takes less than the whole document; its codes are looked up. */
  private async inputErrors(rule: ActionRule<Status, Model>, input: Plain, before: Model, call: Call): Promise<Fault[]> {
    if (!rule.input || rule.input === this.definition.contract) return [];
    return [...(await this.kit.catalogues.resolve(rule.input, input, before)), ...errorsOf(rule.input as ContractClass<Plain>, input, call.language)];
  }

  /** Derives, looks up and checks; throws 422 with every broken rule, or leaves a sound model. */
  protected async settle(
    model: Model,
    before: Model | undefined,
    action: string,
    rule: ActionRule<Status, Model>,
    plain: Plain,
    call: Call,
    inputErrors: readonly Fault[],
    input: Plain = plain,
  ): Promise<void> {
    const { definition: d, kit } = this;
    const errors: Fault[] = [...inputErrors];
    const whole = rule.input === d.contract || before === undefined;
    if (whole) {
      errors.push(...((await d.prepare?.(model, call, before)) ?? []));
      errors.push(...(await kit.catalogues.resolve(d.contract, model, before)));
    }
    await d.derive?.(model);
    for (const check of rule.require ?? [])
      errors.push(...(check === 'contract' ? errorsOf(d.contract, sanitise(d.contract, model, true), call.language) : check(model, input)));
    errors.push(...((await d.check?.(model, action, call, before)) ?? []));
    const needsComment = rule.undoes !== undefined || (typeof rule.comment === 'function' ? rule.comment(model, input, kit.clock.today()) : rule.comment);
    if (needsComment && !commentOf(plain))
      errors.push({
        code: 'REQUIRED',
        field: d.commentField,
        message: L(`Say why in the comment: "${rule.label.en}" needs one`, `Indique o motivo no comentário: "${rule.label.pt}" exige um`),
      });
    if (errors.length) throw unprocessable(errors.filter((e, i) => errors.findIndex((o) => o.code === e.code && o.field === e.field) === i));
    if (whole) assignIds(d.contract, model, kit.ids);
  }

  private statusAfter(rule: ActionRule<Status, Model>, model: Model, input: Plain, call: Call, present: string): string {
    return typeof rule.to === 'function' ? rule.to(model, input, call.actor) : rule.to === 'unchanged' || rule.to === 'previous' ? present : rule.to;
  }

  /** The line of the document's history that an action adds. */
  protected entry(action: string, version: number, status: string, details: string, call: Call, at: Date, access: Access): DocumentActionEntry {
    const { name, phone: mobile, email } = call.actor;
    const { label } = this.rule(action);
    const capacity = this.capacityOf(action, call, access);
    return { id: this.kit.ids.next(), action, version, capacity, operation: label.en, dateTime: dateTime(at), details, status, user: { name, mobile, email } };
  }

  /** For whom the caller acts: an officer may act for an applicant at the counter. */
  private capacityOf(action: string, { actor }: Call, access: Access): Capacity {
    if (actor.isPortal) return 'system';
    if (!isStaff(actor)) return 'applicant';
    const { who } = this.rule(action);
    return who.owner && access.has('owner') ? 'counter' : who.public ? 'counter' : 'office';
  }

  protected rowFor(model: Model, call: Call, now: Date, action: string, kept: { ownerSub: string | null; createdAt: Date }): Row {
    const { id, version, documentStatus, ...body } = model;
    return {
      agencyCode: null,
      ...this.definition.project(model),
      id,
      version,
      documentStatus,
      ownerSub: kept.ownerSub,
      reference: (model.serialReference as SerialReference | undefined)?.reference ?? null,
      documentCode: this.definition.documentCode(model),
      createdAt: kept.createdAt,
      updatedAt: now,
      updatedBy: call.actor.name,
      lastAction: action,
      body,
    } as unknown as Row;
  }

  /**
   * What follows every write, in its transaction.
   * @param before the row as it was, or null where there was none
   * @param closed the row as it was written
   */
  protected async recordAction(
    tx: EntityManager,
    model: Model,
    before: Row | null,
    closed: Row,
    rule: ActionRule<Status, Model>,
    details: string,
    call: Call,
  ): Promise<void> {
    const { definition: d, kit } = this;
    const { id, version, documentStatus, lastAction: action, updatedAt: at } = closed;
    const { actor } = call;
    // The history is the row's alone: repeated in each version, it would grow with the square of the changes.
    const { id: _id, version: _version, documentStatus: _status, actions: _history, ...versionBody } = model as Plain;
    const body = kit.encryption.isOn ? this.rows.encryptBody(id, versionBody) : versionBody;
    await insertRow(tx, DocumentVersionRow, { documentId: id, version, documentStatus, action, at, userName: actor.name, body });
    const entryId = model.actions.at(-1)?.id as string;
    await insertRow(tx, DocumentActionRow, {
      id: entryId,
      documentId: id,
      action,
      label: rule.label.en,
      documentStatus,
      at,
      userSub: actor.sub,
      userName: actor.name,
      version,
      details,
    });
    await kit.audit.add(tx, call, {
      action,
      kind: d.kind,
      documentId: id,
      reference: model.serialReference?.reference ?? null,
      details: { version, documentStatus },
    });
    for (const print of rule.render ?? []) await this.beginPrint(tx, model, print, call);
    const messages = { tx, add: async (topic: string, payload: object) => void (await kit.outbox.add(tx, topic, payload, call.requestId)) };
    const other = d.takesOut?.(model);
    if (other) await this.takeOut(tx, other, action, call);
    await d.announce?.(messages, model, action, call);
    for (const { topic, payload } of announcementsOf(d, model)) await messages.add(topic, payload);
    await kit.counts.changed(d, tx, before ? [before] : [], [closed]);
  }

  /** Names one print: a form of a version, in a language, as one group of readers sees it, and, where the form says something of its day, of a day. */
  printKey(model: Model, print: string, { language, audience }: { language: Language; audience: 'all' | 'finder' }): string {
    const form = this.definition.prints[print];
    const parts = [language, ...(audience === 'finder' ? ['finder'] : []), ...(form?.daily ? [this.kit.clock.today()] : [])];
    return `${this.definition.service}/${model.id}/${model.version}/${print}.${parts.join('.')}`;
  }

  async beginPrint(tx: EntityManager, model: Model, print: string, { requestId, language }: Call): Promise<void> {
    const form = this.definition.prints[print];
    if (!form) throw new Error(`${this.definition.kind} has no print ${print}`);
    await this.kit.prints.begin(tx, this.printKey(model, print, { language, audience: 'all' }), this.printLayout(model, form, language), requestId);
  }

  /** @param model as much of the document as the reader may see */
  printLayout(model: Model, form: PrintDefinition<Model>, language: Language): PrintLayout {
    const { kit } = this;
    return form.layout(this.localised(model, language), {
      language,
      qrUrl: model.serialReference ? kit.signer.url(this.statement(model)) : '',
      productName: kit.settings.productName,
      portalName: kit.settings.portalName,
      today: kit.clock.today(),
    });
  }

  /** What the QR code of a document states. @throws 404 for a draft, which has no reference to state */
  statement(model: Model) {
    const { serialReference: s } = model;
    if (!s) throw notFound('reference');
    return { k: this.definition.kind, r: s.reference, iat: Math.floor(Date.parse(`${s.dateTime}Z`) / 1000), ...this.definition.validity?.(model) };
  }

  /** The refusal of a write that found another version than it had read, or none: the document may have been erased in between. */
  protected async overtaken(tx: EntityManager, id: string, call: Call): Promise<ProblemError> {
    const row = (await tx.findOneBy(this.definition.row, { id } as FindOptionsWhere<Row>)) as Row | null;
    return row ? this.stale(row, this.accessOf(row, 'id', call), call) : notFound();
  }

  /** Somebody was faster: who, for those who may know it, and what was done. */
  protected stale(row: Row, access: Access, { language }: Call) {
    const model = this.modelOf(row);
    const last = model.actions.at(-1);
    const changedBy = access.seesOfficers || !last ? row.updatedBy : this.doerShown(model, last, language);
    const message = L(`${changedBy} changed this document since you opened it`, `${changedBy} alterou este documento desde que o abriu`);
    const label = this.definition.workflow.actions[row.lastAction]?.label;
    return conflict('STALE_VERSION', message, {
      version: row.version,
      changedBy,
      changedAt: dateTime(row.updatedAt),
      action: label ? inWords(label, language) : row.lastAction,
      documentStatus: row.documentStatus,
    });
  }
}

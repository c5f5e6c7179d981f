import {
  type ContractClass,
  type DocumentActionEntry,
  type DocumentEnvelope,
  errorsOf,
  type FieldError,
  type PrintLayout,
  type SerialReference,
  sanitise,
} from '@portal/contract-kit';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { type Call, isStaff, systemCall } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { insertRow } from '../database/insert.ts';
import { DocumentActionRow, DocumentVersionRow } from '../database/kit.entities.ts';
import { conflict, notFound, ProblemError, unprocessable } from '../http/problems.ts';
import type { DocumentDefinition, PrintDefinition, ServerFields } from './definition.ts';
import type { DocumentRow } from './document-row.ts';
import type { Answer } from './idempotency.ts';
import { assignIds, serverSide } from './ids.ts';
import type { DocumentKit } from './kit.ts';
import { SealedRows } from './sealed-rows.ts';
import { type ActionRule, NEW, offeredActions, refusalOf, type Standing } from './workflow.ts';

type Plain = Record<string, unknown>;
/** Times that an action of the product's own is tried again after somebody else was faster. */
const collisions = 5;
const isStale = (error: unknown): boolean => error instanceof ProblemError && error.errors.some((e) => e.code === 'STALE_VERSION');
const asObject = (body: unknown): Plain => (body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Plain) : {});

/** The comment of an action, wherever the three contracts carry it. */
export function commentOf(body: Plain): string {
  const nested = asObject(body.action).details;
  const text = [body.comment, nested, body.details].find((t) => typeof t === 'string' && t.trim() !== '');
  return typeof text === 'string' ? text.trim().slice(0, 2_000) : '';
}

/**
 * Registers, changes and reads one kind of document. Every write is one transaction: the row, its version, its history entry,
 * the audit record, the side effects and the answer to a repeat.
 */
export class DocumentService<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow> {
  /** How its rows keep what is personal. */
  readonly rows: SealedRows;

  constructor(
    readonly definition: DocumentDefinition<Body, Model, Status, Row>,
    readonly kit: DocumentKit,
  ) {
    this.rows = new SealedRows(definition, kit.sealer, kit.blindIndex);
  }

  /** A blank document and the actions that would register it. */
  async info(call: Call): Promise<DocumentEnvelope<Partial<Model>>> {
    const model = await this.definition.blank(call);
    return { model: { ...model, id: '', version: 0 } as never, actions: this.offer(null, call) };
  }

  /** The same as JSON. Kinds whose form is the same for many callers keep it. */
  async infoText(call: Call): Promise<string> {
    return JSON.stringify(await this.info(call));
  }

  /** Who holds the id may see the document; staff's reads are recorded. @throws 404 */
  async load(id: string, call: Call): Promise<DocumentEnvelope<Model>> {
    const row = await this.rowOf(id);
    await this.recordRead(row, call, 'view');
    return this.envelope(row, call);
  }

  /** A given version, with no actions: it is past. @throws 404 */
  async version(id: string, version: string, call: Call): Promise<DocumentEnvelope<Model>> {
    const row = await this.rowOf(id);
    const number = /^\d{1,9}$/.test(version) ? Number(version) : -1;
    const past = await this.kit.db.reader.findOneBy(DocumentVersionRow, { documentId: id, version: number });
    if (!past) throw notFound('version');
    await this.recordRead(row, call, 'view-version');
    return {
      model: this.visible(
        { ...(this.rows.openBody(id, past.body as Plain) as unknown as Model), id, version: number, documentStatus: past.documentStatus },
        call,
      ),
      actions: number === row.version ? this.offer(this.standingOf(row), call) : [],
    };
  }

  /**
   * Registers a document with an action that starts from nothing (`register`, `store`, `direct-submit`).
   * @throws 401, 403, 409, 422 with every broken rule
   */
  async register(action: string, body: unknown, call: Call): Promise<Answer<DocumentEnvelope<Model>>> {
    const { definition: d, kit } = this;
    const refusal = refusalOf(d.workflow, d, action, null, call.actor);
    if (refusal) throw refusal;
    return kit.idempotency.once<DocumentEnvelope<Model>>(call, body, async (remember) => {
      const plain = asObject(body);
      const rule = this.rule(action);
      const now = kit.clock.now();
      const draft = { ...(await d.blank(call)), ...sanitise(d.contract, plain) } as Model;
      draft.applicantUser = { name: call.actor.sub ? call.actor.name : [(draft as Plain).firstName, (draft as Plain).lastName].filter(Boolean).join(' ') };
      await this.settle(draft, undefined, action, rule, plain, call, []);
      const id = kit.ids.next();
      const comment = commentOf(plain);
      const serial = rule.draft ? {} : { serialReference: await kit.serials.next(d.documentCode(draft), d.series?.(draft)) };
      const status = this.statusAfter(rule, draft, plain, call, NEW) as Status;
      const model: Model = {
        ...draft,
        id,
        version: 1,
        documentStatus: status,
        ...serial,
        documentCreatedAt: dateTime(now),
        actions: [this.entry(rule, status, comment, call, now)],
      };
      const row = this.rowFor(model, call, now, action, { ownerSub: call.actor.sub, createdAt: now });
      const closed = this.rows.close(row);
      return kit.db.write(async (tx) => {
        const answer = { status: 201, body: this.envelope(row, call) };
        await remember(tx, answer);
        await insertRow(tx, d.row, closed);
        await this.recordAction(tx, model, null, closed, rule, comment, call);
        return answer;
      });
    });
  }

  /**
   * Does an action on a document.
   * @throws 404, 401, 403, 409 (stale version, not allowed now), 422 with every broken rule
   */
  async perform(id: string, action: string, body: unknown, call: Call): Promise<Answer<DocumentEnvelope<Model>>> {
    const { definition: d, kit } = this;
    return kit.idempotency.once<DocumentEnvelope<Model>>(call, body, async (remember) => {
      const plain = asObject(body);
      const row = await this.rowOf(id);
      const refusal = refusalOf(d.workflow, d, action, this.standingOf(row), call.actor);
      if (refusal && refusal.status !== 409) throw refusal;
      if (typeof plain.version === 'number' && plain.version !== row.version) throw this.stale(row);
      if (refusal) throw refusal;
      const rule = this.rule(action);
      if (rule.kind === 'download' || rule.kind === 'navigate') throw conflict('ACTION_NOT_ALLOWED', `${rule.label} changes nothing: use GET`);
      if (typeof plain.version !== 'number')
        throw unprocessable([{ code: 'REQUIRED', field: 'version', message: 'Send the version of the document that you have seen' }]);
      const now = kit.clock.now();
      const before = this.modelOf(row);
      const input = (rule.input ? sanitise(rule.input, rule.partial ? { ...before, ...plain } : plain) : {}) as Plain;
      const inputErrors = await this.inputErrors(rule, input, before, call);
      if (rule.input) assignIds(rule.input, input, kit.ids);
      const changed = rule.change
        ? rule.change(structuredClone(before), input, { actor: call.actor, now })
        : ({ ...this.kept(rule, before), ...input } as Model);
      await this.settle(changed, before, action, rule, plain, call, inputErrors, input);
      const comment = commentOf(plain);
      const status = this.statusAfter(rule, changed, input, call, row.documentStatus) as Status;
      // A draft is registered by the first action that does not leave it one.
      const serial = row.reference || rule.draft ? {} : { serialReference: await kit.serials.next(d.documentCode(changed), d.series?.(changed)) };
      const model: Model = {
        ...changed,
        ...serial,
        version: row.version + 1,
        documentStatus: status,
        actions: [...before.actions, this.entry(rule, status, comment, call, now)],
      };
      const next = this.rowFor(model, call, now, action, row);
      const closed = this.rows.close(next);
      return kit.db.write(async (tx) => {
        const answer = { status: 200, body: this.envelope(next, call) };
        await remember(tx, answer);
        const { id: _id, ...columns } = closed;
        const { affected } = await tx.update(d.row, { id, version: row.version } as FindOptionsWhere<Row>, columns as never);
        if (affected !== 1) throw await this.overtaken(tx, id);
        await this.recordAction(tx, model, row, closed, rule, comment, call);
        return answer;
      });
    });
  }

  /**
   * The product itself does an action, on whatever version there is: a receipt that arrived, a nightly run.
   * @param role what it may do it with; nobody who signs in holds it
   * @param input the action and its input for this document, or null when nothing is left to do; asked again after a collision
   * @returns whether there is such a document
   */
  async performForSystem(id: string, requestId: string, role: string, input: (model: Model) => { action: string; body: object } | null): Promise<boolean> {
    const call = systemCall(requestId);
    for (let attempt = 1; ; attempt++) {
      const row = await this.kit.db.findById<Row>(this.definition.row, id);
      if (!row) return false;
      const next = input(this.modelOf(row as Row));
      if (!next) return true;
      try {
        await this.perform(id, next.action, { ...next.body, version: row.version }, { ...call, actor: { ...call.actor, roles: [role] } });
        return true;
      } catch (error) {
        if (!isStale(error) || attempt >= collisions) throw error;
      }
    }
  }

  /** The stored row. @throws 404 that says there is no such `what` */
  async rowOf(id: string, what?: string): Promise<Row> {
    const row = id.length === 36 ? await this.kit.db.findById<Row>(this.definition.row, id) : null;
    if (!row) throw notFound(what);
    return row;
  }

  /** The document of a row; the row's body is opened once. */
  modelOf(row: Row): Model {
    row.body = this.rows.openBody(row.id, row.body);
    const { id, body, version, documentStatus } = row;
    // Not `{ ...body, id, … }`: to add to what it has spread, V8 describes the shape of every such object anew, in memory that it seldom collects.
    return Object.assign({}, body, { id, version, documentStatus }) as unknown as Model;
  }

  /** As much of the document of a row as these fields are, and what the server adds to each. */
  partOf({ id, body, version, documentStatus }: Row, names: ReadonlySet<string>): Partial<Model> {
    return Object.assign(this.rows.openFields(id, body, names), { id, version, documentStatus }) as Partial<Model>;
  }

  standingOf(row: Row): Standing<Model> {
    return { id: row.id, documentStatus: row.documentStatus, ownerSub: row.ownerSub, model: this.modelOf(row) };
  }

  envelope(row: Row, call: Call): DocumentEnvelope<Model> {
    const standing = this.standingOf(row);
    return { model: this.visible(standing.model, call), actions: this.offer(standing, call) };
  }

  offer(standing: Standing<Model> | null, call: Call) {
    return offeredActions(this.definition.workflow, this.definition, standing, call.actor);
  }

  /** Records that staff read someone's personal data. */
  async recordRead(row: Row, call: Call, action: string): Promise<void> {
    if (isStaff(call.actor) && row.ownerSub !== call.actor.sub)
      await this.kit.audit.read(call, { action, kind: this.definition.kind, documentId: row.id, reference: row.reference });
  }

  /** Who acted is shown to the public without telephone and address. */
  private visible(model: Model, call: Call): Model {
    if (isStaff(call.actor)) return model;
    return { ...model, actions: model.actions.map((a) => ({ ...a, user: { name: a.user.name, mobile: '', email: '' } })) };
  }

  protected rule(action: string): ActionRule<Status, Model> {
    return this.definition.workflow.actions[action] as ActionRule<Status, Model>;
  }

  /** What stays of the stored document when an action's input replaces the rest. */
  private kept(rule: ActionRule<Status, Model>, before: Model): Plain {
    return rule.input === this.definition.contract ? serverSide(this.definition.contract, before) : { ...(before as Plain) };
  }

  /** What is wrong with the input of an action that takes less than the whole document; its codes are looked up. */
  private async inputErrors(rule: ActionRule<Status, Model>, input: Plain, before: Model, call: Call): Promise<FieldError[]> {
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
    inputErrors: FieldError[],
    input: Plain = plain,
  ): Promise<void> {
    const { definition: d, kit } = this;
    const errors = [...inputErrors];
    const whole = rule.input === d.contract || before === undefined;
    if (whole) {
      await d.prepare?.(model, call);
      errors.push(...(await kit.catalogues.resolve(d.contract, model, before)));
    }
    await d.derive?.(model);
    for (const check of rule.require ?? [])
      errors.push(...(check === 'contract' ? errorsOf(d.contract, sanitise(d.contract, model, true), call.language) : check(model, input)));
    errors.push(...((await d.check?.(model, action, call)) ?? []));
    const needsComment = typeof rule.comment === 'function' ? rule.comment(model, input) : rule.comment;
    if (needsComment && !commentOf(plain))
      errors.push({ code: 'REQUIRED', field: d.commentField, message: `Say why: ${rule.label.toLowerCase()} needs a comment` });
    if (errors.length) throw unprocessable(errors.filter((e, i) => errors.findIndex((o) => o.code === e.code && o.field === e.field) === i));
    if (whole) assignIds(d.contract, model, kit.ids);
  }

  private statusAfter(rule: ActionRule<Status, Model>, model: Model, input: Plain, call: Call, present: string): string {
    return typeof rule.to === 'function' ? rule.to(model, input, call.actor) : rule.to === 'unchanged' ? present : rule.to;
  }

  protected entry(rule: ActionRule<Status, Model>, status: string, details: string, call: Call, at: Date): DocumentActionEntry {
    const { name, phone: mobile, email } = call.actor;
    return { id: this.kit.ids.next(), operation: rule.label, dateTime: dateTime(at), details, status, user: { name, mobile, email } };
  }

  protected rowFor(model: Model, call: Call, now: Date, action: string, kept: { ownerSub: string | null; createdAt: Date }): Row {
    const { id, version, documentStatus, ...body } = model;
    return {
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
    const { id, version, documentStatus, body, lastAction: action, updatedAt: at } = closed;
    const { actor } = call;
    await insertRow(tx, DocumentVersionRow, { documentId: id, version, documentStatus, action, at, userName: actor.name, body });
    const entryId = model.actions.at(-1)?.id as string;
    await insertRow(tx, DocumentActionRow, {
      id: entryId,
      documentId: id,
      action,
      label: rule.label,
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
    await d.announce?.({ tx, add: async (topic, payload) => void (await kit.outbox.add(tx, topic, payload, call.requestId)) }, model, action, call);
    await kit.counts.changed(d, tx, before ? [before] : [], [closed]);
  }

  printKey(model: Model, print: string): string {
    return `${this.definition.service}/${model.id}/${model.version}/${print}`;
  }

  async beginPrint(tx: EntityManager, model: Model, print: string, { requestId }: Call): Promise<void> {
    const form = this.definition.prints[print];
    if (!form) throw new Error(`${this.definition.kind} has no print ${print}`);
    await this.kit.prints.begin(tx, this.printKey(model, print), this.printLayout(model, form), requestId);
  }

  printLayout(model: Model, form: PrintDefinition<Model>): PrintLayout {
    const { kit } = this;
    return form.layout(model, {
      qrUrl: model.serialReference ? kit.signer.url(this.statement(model)) : '',
      productName: kit.settings.productName,
      portalName: kit.settings.portalName,
    });
  }

  /** What the QR code of a document states. @throws 404 for a draft, which has no reference to state */
  statement(model: Model) {
    const { serialReference: s } = model;
    if (!s) throw notFound('reference');
    return { k: this.definition.kind, r: s.reference, iat: Math.floor(Date.parse(`${s.dateTime}Z`) / 1000), ...this.definition.validity?.(model) };
  }

  /** The refusal of a write that found another version than it had read, or none: the document may have been erased in between. */
  protected async overtaken(tx: EntityManager, id: string): Promise<ProblemError> {
    const row = (await tx.findOneBy(this.definition.row, { id } as FindOptionsWhere<Row>)) as Row | null;
    return row ? this.stale(row) : notFound();
  }

  protected stale(row: Row) {
    return conflict('STALE_VERSION', `${row.updatedBy} changed this document since you opened it`, {
      version: row.version,
      changedBy: row.updatedBy,
      changedAt: dateTime(row.updatedAt),
      action: this.definition.workflow.actions[row.lastAction]?.label ?? row.lastAction,
      documentStatus: row.documentStatus,
    });
  }
}

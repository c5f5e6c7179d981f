/** Lists, finders, exports, prints, QR codes and histories of one kind of document. */
import { Readable } from 'node:stream';
import {
  type ContractClass,
  fieldsOf,
  type HistoryResponse,
  L,
  type ListResult,
  type PrintLayout,
  type SearchCriterion,
  type SearchQuery,
  valueAt,
} from '@portal/contract-kit';
import { In, type SelectQueryBuilder } from 'typeorm';
import { isOfAgency, withoutFields } from '../access/access.ts';
import { makeDocumentKey } from '../access/document-keys.ts';
import { type Call, hasRole, isStaff } from '../auth/actor.ts';
import { requireRole } from '../auth/auth.guard.ts';
import { dateTime } from '../clock.ts';
import { DocumentActionRow, DocumentCountRow } from '../database/kit.entities.ts';
import { badRequest, forbidden, inWords, notFound, unauthenticated, unavailable, unprocessable, type Words } from '../http/problems.ts';
import type { CodeImage } from '../qr/signing.ts';
import { csvLine, csvStart } from '../search/csv.ts';
import { oneOf, parseSearch, pickColumns, type SearchFields, scopeFields, withScope } from '../search/search-query.ts';
import { applyCriteria } from '../search/search-sql.ts';
import type { DocumentService } from './document.service.ts';
import type { DocumentDefinition, ServerFields } from './document-definition.ts';
import { historyOf, historyRequest } from './document-history.ts';
import type { DocumentRow } from './document-row.ts';
import { fieldNames } from './encrypted-rows.ts';
import { refusalOf } from './workflow.ts';

export interface PrintedForm {
  fileName: string;
  pdf: Buffer;
}

const renderWaitMs = 10_000;
/** Rows of an export that are in memory at a time, and are opened before anybody else has a turn. */
const batch = 100;
/** Times that a page is looked for from the other end while others change the total. */
const turns = 3;

/** A search, limited to what its caller may see. */
interface ScopedQuery extends SearchQuery {
  /** Drafts are asked for: those of this person alone. */
  ownDrafts?: { status: string; sub: string };
}

/** The fields that hold these dotted paths, and those whose codes say what to write at them. */
function withCodes(cls: ContractClass, paths: readonly string[]): ReadonlySet<string> {
  const names = fieldNames(paths);
  const codes = fieldsOf(cls).filter(({ catalogue }) => Object.keys(catalogue?.copy ?? {}).some((target) => names.has(target)));
  return new Set([...names, ...codes.flatMap(({ name, catalogue }) => [name, ...(catalogue?.within ? [catalogue.within.field] : [])])]);
}

export class DocumentReader<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow> {
  private readonly searchFields: SearchFields;
  private readonly listNames: ReadonlySet<string>;

  constructor(private readonly documents: DocumentService<Body, Model, Status, Row>) {
    this.listNames = withCodes(documents.definition.contract, documents.definition.listFields);
    this.searchFields = withScope(documents.rows.searchFields(documents.definition.search));
  }

  private get d(): DocumentDefinition<Body, Model, Status, Row> {
    return this.documents.definition;
  }
  private get kit() {
    return this.documents.kit;
  }

  /** Staff search: newest first, one page. */
  async search(q: string | undefined, call: Call): Promise<ListResult<object>> {
    requireRole(call.actor, `${this.d.rolePrefix}-search`, `${this.d.rolePrefix}-read`);
    const query = this.scoped(parseSearch(q, this.d.search), call);
    await this.kit.catalogues.warm(this.d.contract);
    const { ids, totalRecords } = await this.chosen(query);
    const [rows] = await Promise.all([
      ids.length ? this.kit.db.reader.findBy(this.d.row, { id: In(ids) } as never) : [],
      this.kit.audit.read(call, {
        action: 'search',
        kind: this.d.kind,
        details: { fields: askedFields(query), page: query.paging.page, found: totalRecords },
      }),
    ]);
    const byId = new Map(rows.map((r) => [r.id, r]));
    // The list was chosen by agency; each row is asked again, so that no mistake in a query can show what may not be seen.
    const seen = ids.flatMap((id) => byId.get(id) ?? []).filter((row) => this.mayList(row as Row, call));
    const records = seen.map((row) => pickColumns(this.listRow(row as Row, call), query.viewColumns));
    return { records, totalRecords };
  }

  /** Limits a staff search to the caller's agencies, and leaves out drafts, which are their author's alone. */
  private scoped(query: SearchQuery, { actor }: Call): ScopedQuery {
    const { draftStatus, search } = this.d;
    // An agency that there is none of, where the caller has none: nothing is found.
    const agency = oneOf(scopeFields.agency, actor.agencies.length ? [...actor.agencies] : ['-']);
    if (draftStatus === undefined) return { ...query, criteria: [...query.criteria, agency] };
    const asksForDrafts = query.criteria.some((c) => search[c.fieldName]?.column === 'documentStatus' && c.values.includes(draftStatus));
    if (asksForDrafts) return { ...query, criteria: [...query.criteria, agency], ownDrafts: { status: draftStatus, sub: actor.sub ?? '' } };
    const registered: SearchCriterion = { ...oneOf(scopeFields.status, [draftStatus]), operation: 'NEQ' };
    return { ...query, criteria: [...query.criteria, agency, registered] };
  }

  /** Whether a row may stand in a list of this officer. */
  private mayList({ agencyCode, reference, ownerSub }: Row, { actor }: Call): boolean {
    return isOfAgency(actor, agencyCode) && (reference !== null || ownerSub === actor.sub);
  }

  /** The ids of a page and the number of all that match. */
  private async chosen(query: ScopedQuery): Promise<{ ids: string[]; totalRecords: number }> {
    const { page, size } = query.paging;
    if (this.documents.rows.remaining(query)) {
      const ids: string[] = [];
      for await (const found of this.matching(query, ({ id }) => id)) ids.push(...found);
      return { ids: ids.slice((page - 1) * size, page * size), totalRecords: ids.length };
    }
    const offset = (page - 1) * size;
    const total = query.ownDrafts ? undefined : await this.kit.counts.told(this.d, query.criteria);
    if (total !== undefined) return this.chosenOf(query, total);
    const ids = (await this.page(query, 'DESC', offset, size).getRawMany<{ id: string }>()).map(({ id }) => id);
    // A page that is not full is the last one, and says itself how many there are.
    const last = ids.length < size && (ids.length > 0 || offset === 0);
    return { ids, totalRecords: last ? offset + ids.length : await this.matches(query).getCount() };
  }

  /**
   * The same where the total is known without counting. A page of the second half is read from the other end: to skip rows, the database reads them.
   * Documents come and go meanwhile, and a page that is found by its distance from the end is the one that was asked for if the end is where it was
   * thought to be. So the statement that reads the page tells the total of its own moment too; where that is another one, it is asked again.
   * @param total what was known a moment ago
   */
  private async chosenOf(query: ScopedQuery, total: number): Promise<{ ids: string[]; totalRecords: number }> {
    const { page, size } = query.paging;
    const offset = (page - 1) * size;
    for (let turn = 1; ; turn++) {
      const rest = total - offset;
      if (rest <= 0) return { ids: [], totalRecords: total };
      const backwards = rest < total / 2 && turn <= turns;
      const chosen = backwards ? this.page(query, 'ASC', Math.max(0, rest - size), Math.min(size, rest)) : this.page(query, 'DESC', offset, size);
      const found = await chosen
        .addSelect((q) => this.kit.counts.sum(this.d, query.criteria, q.from(DocumentCountRow, 'c')), 'total')
        .getRawMany<{ id: string; total: string }>();
      const now = found[0] ? Number(found[0].total) : await this.kit.counts.count(this.d, query.criteria);
      const ids = found.map(({ id }) => id);
      if (!backwards) return { ids, totalRecords: now };
      if (now === total && found.length > 0) return { ids: ids.reverse(), totalRecords: now };
      total = now;
    }
  }

  private matches(query: ScopedQuery): SelectQueryBuilder<Row> {
    const builder = applyCriteria(this.kit.db.reader.createQueryBuilder(this.d.row, 'd'), 'd', query, this.searchFields);
    if (query.ownDrafts)
      builder.andWhere('(d.documentStatus <> :draft or d.ownerSub = :author)', { draft: query.ownDrafts.status, author: query.ownDrafts.sub });
    return builder;
  }

  /** The ids of a page. It is chosen on the index alone; whole rows are read only for what it holds. */
  private page(query: ScopedQuery, order: 'ASC' | 'DESC', offset: number, limit: number): SelectQueryBuilder<Row> {
    return this.matches(query).select('d.id', 'id').orderBy('d.createdAt', order).addOrderBy('d.id', order).offset(offset).limit(limit);
  }

  /**
   * Everything that matches, newest first, in batches; what digests cannot tell is settled by opening the rows.
   * @param made what is wanted of a row. It is made as soon as the row is read, so that no row waits, whole, for whoever takes the batch
   */
  private async *matching<T>(query: ScopedQuery, made: (row: Row) => T): AsyncGenerator<T[]> {
    const remaining = this.documents.rows.remaining(query);
    type Batch = { found: T[]; last: Row | undefined };
    const read = async (after?: Row): Promise<Batch> => {
      const rows = await this.matchingAfter(query, after);
      return { found: (remaining ? rows.filter(remaining) : rows).map(made), last: rows.length < batch ? undefined : rows.at(-1) };
    };
    let coming: Promise<Batch> | undefined = read();
    while (coming) {
      const { found, last }: Batch = await coming;
      // The database looks for the next batch while this one is sent; whoever goes away meanwhile is not told of its failure.
      coming = last && read(last);
      coming?.catch(() => undefined);
      yield found;
    }
  }

  private matchingAfter(query: ScopedQuery, after?: Row): Promise<Row[]> {
    const builder = this.matches(query).select(['d.id', 'd.version', 'd.documentStatus', 'd.agencyCode', 'd.reference', 'd.ownerSub', 'd.createdAt', 'd.body']);
    // The first condition lets the index begin at the right place.
    if (after) builder.andWhere('d.createdAt <= :at and (d.createdAt < :at or d.id < :afterId)', { at: after.createdAt, afterId: after.id });
    return builder.orderBy('d.createdAt', 'DESC').addOrderBy('d.id', 'DESC').limit(batch).getMany();
  }

  private listRow(row: Row, { language }: Call): object {
    const { version, documentStatus } = row;
    const createdAt = dateTime(row.createdAt);
    const picked = pickColumns(this.documents.localised(this.documents.partOf(row, this.listNames), language), this.d.listFields);
    return Object.assign(picked, { version, documentStatus, documentCreatedAt: createdAt, createdAt });
  }

  /** The same search as CSV, all rows, streamed. */
  async csv(q: string | undefined, call: Call): Promise<Readable> {
    requireRole(call.actor, `${this.d.rolePrefix}-search`, `${this.d.rolePrefix}-read`);
    const query = this.scoped(parseSearch(q, this.d.search), call);
    await this.kit.catalogues.warm(this.d.contract);
    await this.kit.audit.read(call, { action: 'export', kind: this.d.kind, details: { fields: askedFields(query) } });
    const { documents } = this;
    const columns = this.csvColumns(query.viewColumns);
    const names = withCodes(
      this.d.contract,
      columns.map((c) => c.path),
    );
    // A column that was asked for by name shows no more than the list does.
    const shown = query.viewColumns?.length
      ? (row: Row): object => this.listRow(row, call)
      : (row: Row): object => Object.assign({}, documents.localised(documents.partOf(row, names), call.language), { createdAt: dateTime(row.createdAt) });
    const matching = this.matching(query, (row) => {
      if (!this.mayList(row, call)) return '';
      const model = shown(row);
      return csvLine(columns.map((c) => valueAt(model, c.path)));
    });
    async function* lines(): AsyncGenerator<string> {
      yield csvStart + csvLine(columns.map((c) => inWords(c.title, call.language)));
      for await (const found of matching) yield found.join('');
    }
    return Readable.from(lines());
  }

  /** The columns of the export; with `viewColumns` those alone, in their order. */
  private csvColumns(viewColumns: readonly string[] | undefined): readonly { title: Words; path: string }[] {
    if (!viewColumns?.length) return this.d.csv;
    return viewColumns.flatMap((path) => {
      const known = this.d.csv.filter((c) => c.path === path || c.path.startsWith(`${path}.`));
      return known.length ? known : [{ title: path, path }];
    });
  }

  /** Public finder: every criterion, each matched as the definition says. @throws 404 where there is none */
  async find(q: string | undefined, call: Call): Promise<ListResult<object>> {
    if (!this.d.finder) throw notFound('finder');
    const { fields, listFields, statuses } = this.d.finder;
    const known = Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, { column: f.column, type: f.type, operations: [f.operation] }]));
    const query = parseSearch(q, known);
    for (const c of query.criteria) {
      const field = fields[c.fieldName] as (typeof fields)[string];
      c.values = c.values.map((v) => (typeof v === 'string' ? (field.upper ? v.trim().toUpperCase() : v.trim()) : v));
    }
    const blank = (name: string): boolean => !query.criteria.some((c) => c.fieldName === name && c.operation !== 'ANY' && String(c.values[0] ?? '') !== '');
    const missing = Object.entries(fields).filter(([name]) => blank(name));
    if (missing.length) throw unprocessable(missing.map(([field, f]) => ({ code: 'REQUIRED', field, message: f.message })));
    const short = query.criteria.find((c) => c.operation === 'CONTAINS' && [...String(c.values[0])].length < 3);
    if (short) throw badRequest('BAD_VALUE', short.fieldName, 'Enter at least 3 characters of the name');
    const builder = applyCriteria(this.kit.db.reader.createQueryBuilder(this.d.row, 'd'), 'd', query, this.documents.rows.searchFields(known));
    if (statuses) builder.andWhere('d.documentStatus in (:...statuses)', { statuses });
    const { page, size } = query.paging;
    const [rows, totalRecords] = await builder
      .orderBy('d.createdAt', 'DESC')
      .addOrderBy('d.id', 'DESC')
      .skip((page - 1) * size)
      .take(size)
      .getManyAndCount();
    await this.kit.catalogues.warm(this.d.contract);
    if (isStaff(call.actor)) await this.kit.audit.read(call, { action: 'find', kind: this.d.kind, details: { found: totalRecords } });
    return { records: rows.map((row) => pickColumns(this.foundRow(row, listFields, call), query.viewColumns)), totalRecords };
  }

  /** A row of the finder: its id is a key that opens the document for a while, to be read. */
  private foundRow(row: Row, listFields: readonly string[], { language }: Call): object {
    const { encryption, clock } = this.kit;
    const model = this.documents.localised(this.documents.modelOf(row), language);
    const shown = pickColumns(Object.assign({}, model, { documentCreatedAt: dateTime(row.createdAt) }), listFields);
    return Object.assign(shown, { id: makeDocumentKey(encryption, clock, this.d.kind, row.id, 'finder') });
  }

  /** History or timeline: for staff with the read role, and for who registered the document and is signed in. */
  async history(asked: string, body: unknown, call: Call): Promise<HistoryResponse> {
    const found = await this.documents.find(asked, call, 'history');
    const { row, access } = found;
    await this.documents.recordRead(found, call, 'history');
    const rows = await this.kit.db.reader.find(DocumentActionRow, { where: { documentId: row.id }, order: { at: 'ASC', id: 'ASC' } });
    const { workflow } = this.d;
    const model = this.documents.modelOf(row);
    const mainPath = workflow.pathOf?.(model) ?? workflow.mainPath;
    const shown = new Map(this.documents.visibleActions(model, access, call.language).map((entry) => [entry.id, entry]));
    // What the public may know of an action is decided in one place, for the document and for its history.
    const visible = rows.map((done) => {
      const entry = shown.get(done.id);
      return Object.assign({}, done, {
        userName: entry?.user.name ?? (access.seesOfficers ? done.userName : this.documents.officeName(model, call.language)),
        details: entry?.details ?? (access.seesOfficers ? done.details : ''),
      });
    });
    return historyOf({ ...workflow, mainPath }, row.documentStatus, visible, historyRequest(body), this.kit.clock.now(), call.language);
  }

  /** The QR code's image and a tag that changes when it does. Nothing it states is sealed. */
  async qr(asked: string, format: 'png' | 'svg', call: Call): Promise<CodeImage> {
    const { body } = (await this.documents.find(asked, call, 'qr')).row;
    return this.kit.signer.image(this.documents.statement(body as unknown as Model), format);
  }

  /**
   * A printed form. One that is not drawn yet is drawn now, before those that nobody waits for.
   * @throws 404, 401, 403, 409 as the workflow says of the print; 503 with Retry-After while it is not ready
   */
  async print(asked: string, print: string, call: Call, waitMs = renderWaitMs): Promise<PrintedForm> {
    const { documents } = this;
    const form = Object.hasOwn(this.d.prints, print) ? this.d.prints[print] : undefined;
    if (!form) throw notFound('form');
    const found = await documents.find(asked, call, 'print');
    const { row, access, key } = found;
    const refusal = refusalOf(this.d.workflow, this.d, print, documents.standingOf(row, access, key.asked), call.actor);
    if (refusal) throw refusal;
    await documents.recordRead(found, call, print);
    const model = documents.modelOf(row);
    const audience = access.sees('contact') ? 'all' : 'finder';
    const hidden = audience === 'finder' ? [...this.d.access.contact, ...this.d.access.files] : [];
    const shown = withoutFields(model, [...hidden, ...this.d.access.office]);
    const layout = (): PrintLayout => documents.printLayout(shown, form, call.language);
    const pdf = await this.kit.prints.fetch(documents.printKey(model, print, { language: call.language, audience }), layout, waitMs, call.requestId);
    if (!pdf)
      throw unavailable(L('The form is being prepared. Try again in a moment.', 'O formulário está a ser preparado. Tente de novo dentro de momentos.'), 2);
    return { fileName: form.fileName(model), pdf };
  }

  /** What a scanned token says; the document's address is told only to staff who may read it. */
  async verify(token: string, call: Call): Promise<{ genuine: boolean; [fact: string]: unknown }> {
    const statement = await this.kit.signer.verify(token);
    if (!statement || statement.k !== this.d.kind) return { genuine: false };
    const row = (await this.kit.db.reader.findOneBy(this.d.row, { reference: statement.r } as never)) as Row | null;
    await this.kit.catalogues.warm(this.d.contract);
    const model = row && this.documents.modelOf(row);
    const { language } = call;
    const now = this.kit.clock.now();
    const standing = model && this.d.standing?.(model, now);
    const expired = statement.exp !== undefined && statement.exp * 1000 < now.getTime();
    const maySee = row && this.documents.accessOf(row, 'finder', call).has('reader');
    return {
      genuine: true,
      kind: statement.k,
      title: this.d.title,
      reference: statement.r,
      issuedAt: dateTime(new Date(statement.iat * 1000)),
      ...(statement.nbf ? { validFrom: dateTime(new Date(statement.nbf * 1000)).slice(0, 10) } : {}),
      ...(statement.exp ? { validUntil: dateTime(new Date(statement.exp * 1000)).slice(0, 10), expired } : {}),
      ...(standing ? { standing: { code: standing.code, label: inWords(standing.label, language) } } : {}),
      ...(model && !expired ? await this.d.shownOnVerification?.(this.documents.localised(model, language)) : {}),
      ...(this.d.verificationScreen ? { publicScreen: `${this.d.verificationScreen}/${token}` } : {}),
      ...(maySee ? { screen: `${this.d.staffScreen}/${row.id}`, documentStatus: row.documentStatus } : {}),
    };
  }

  /** How many documents of the officer's agencies wait for an action that their roles allow. */
  async waiting(call: Call): Promise<{ count: number }> {
    const { workflow, rolePrefix } = this.d;
    const statuses = new Set<string>();
    for (const { action } of workflow.mainPath) {
      const rule = workflow.actions[action];
      if (!rule?.who.role || rule.from === '*') continue;
      const roles = rule.who.role === true ? [`${rolePrefix}-${action}`] : typeof rule.who.role === 'string' ? [rule.who.role] : rule.who.role;
      if (hasRole(call.actor, ...roles)) for (const s of rule.from) if (s !== 'NEW') statuses.add(s);
    }
    if (!isStaff(call.actor)) throw call.actor.sub === null ? unauthenticated() : forbidden();
    return { count: await this.countWaiting(call, [...statuses], []) };
  }

  /** Documents of the officer's agencies in one of these statuses. */
  async countWaiting({ actor }: Call, statuses: string[], further: readonly SearchCriterion[]): Promise<number> {
    if (statuses.length === 0 || actor.agencies.length === 0) return 0;
    return this.kit.counts.count(this.d, [oneOf('documentStatus', statuses), oneOf(scopeFields.agency, [...actor.agencies]), ...further]);
  }
}

/** What the caller asked for; what the server adds is not of interest. */
const askedFields = (query: SearchQuery): string[] => query.criteria.map((c) => c.fieldName).filter((name) => !name.startsWith('$'));

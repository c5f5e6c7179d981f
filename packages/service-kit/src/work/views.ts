/** The lists that officials have saved: the caller's own, and those that are shared with one of the caller's roles. */
import { Injectable } from '@nestjs/common';
import { L, type ListResult, listResult, sentence, textFault } from '@portal/contract-kit';
import { In } from 'typeorm';
import { Audit } from '../audit/audit.ts';
import { type Call, hasRole, isStaff } from '../auth/actor.ts';
import { Clock, dateTime, Ids } from '../clock.ts';
import { Database } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import { asObject } from '../documents/action-body.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { type Answer, Idempotency } from '../documents/idempotency.ts';
import { Encryption } from '../encryption/encryption.ts';
import { type Fault, forbidden, notFound, unauthenticated, unprocessable } from '../http/problems.ts';
import { isNamed } from '../lookup/name-words.ts';
import { parseSearch } from '../search/search-query.ts';
import { viewContext } from './contexts.ts';
import { SavedViewRow, type ViewContent } from './work.entities.ts';
import { staffSearchFields } from './work-search.ts';

const mostViews = 100;
const longest = { name: 80, list: 200, column: 100, density: 20, role: 100, q: 10_000 };
const mostColumns = 50;

/** A saved list, as its owner and the people with whom it is shared see it. */
export interface SavedView extends ViewContent {
  id: string;
  list: string;
  sharedWithRole: string | null;
  owner: { name: string };
  /** Whether the view belongs to the caller. Only its owner may change it. */
  mine: boolean;
  updatedAt: string;
}

type Wanted = ViewContent & { list: string; sharedWithRole: string | null };

@Injectable()
export class SavedViews {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly encryption: Encryption,
    private readonly audit: Audit,
    private readonly idempotency: Idempotency,
  ) {}

  /** Returns the caller's views, and those shared with the caller's roles. @param list only views of this list @throws 401, 403 */
  async all(list: unknown, call: Call): Promise<ListResult<SavedView>> {
    const { sub, roles } = requireOfficial(call);
    const of = typeof list === 'string' && list !== '' ? { list } : {};
    const rows = await this.db.reader.find(SavedViewRow, {
      where: [
        { ownerSub: sub, ...of },
        { sharedWithRole: In([...roles]), ...of },
      ],
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return listResult(rows.map((row) => this.shown(row, call)));
  }

  /** Saves a view. @throws 401, 403, 400, 422 */
  async add(documents: readonly AnyDocuments[], body: unknown, call: Call): Promise<Answer<{ model: SavedView }>> {
    const { sub, name } = requireOfficial(call);
    const { list, sharedWithRole, ...content } = readView(documents, body, call);
    const work = async (remember: Parameters<Parameters<Idempotency['once']>[2]>[0]): Promise<Answer<{ model: SavedView }>> => {
      const [id, now] = [this.ids.next(), this.clock.now()];
      const encrypted = this.encryption.encryptJson(content, viewContext(id));
      const row: SavedViewRow = { id, ownerSub: sub, ownerName: name, list, sharedWithRole, content: encrypted, createdAt: now, updatedAt: now };
      const answer = { model: this.shown(row, call) };
      await this.db.write(async (tx) => {
        await remember(tx, { status: 201, documentId: id, version: 1, answer });
        if ((await tx.countBy(SavedViewRow, { ownerSub: sub })) >= mostViews)
          throw unprocessable([
            {
              code: 'MAX_ITEMS',
              field: 'name',
              message: sentence('You have {{most}} views: delete one first', 'Tem {{most}} vistas: elimine uma primeiro', { most: mostViews }),
            },
          ]);
        await insertRow(tx, SavedViewRow, row);
        await this.audit.add(tx, call, { action: 'view-saved', kind: 'view', documentId: id, details: { list, sharedWithRole } });
      });
      return { status: 201, body: answer };
    };
    // An idempotency key that an earlier release stored does not contain the answer, so the answer is built again.
    return this.idempotency.once(call, body, work, async ({ documentId, status }) => ({
      status,
      body: { model: this.shown(await this.visible(documentId, call), call) },
    }));
  }

  /** Changes one of the caller's own views. @throws 401, 403, 404, 400, 422 */
  async change(documents: readonly AnyDocuments[], id: string, body: unknown, call: Call): Promise<{ model: SavedView }> {
    const row = await this.own(id, call);
    const { list, sharedWithRole, ...content } = readView(documents, body, call);
    const changed = { list, sharedWithRole, content: this.encryption.encryptJson(content, viewContext(id)), updatedAt: this.clock.now() };
    await this.db.write(async (tx) => {
      const { affected } = await tx.update(SavedViewRow, { id, ownerSub: row.ownerSub }, changed as never);
      if (!affected && !(await tx.existsBy(SavedViewRow, { id }))) throw notFound('view');
      await this.audit.add(tx, call, { action: 'view-changed', kind: 'view', documentId: id, details: { list, sharedWithRole } });
    });
    return { model: this.shown({ ...row, ...changed }, call) };
  }

  /** Deletes one of the caller's own views. @throws 401, 403, 404 */
  async remove(id: string, call: Call): Promise<void> {
    const { ownerSub, list } = await this.own(id, call);
    await this.db.write(async (tx) => {
      const { affected } = await tx.delete(SavedViewRow, { id, ownerSub });
      if (!affected) throw notFound('view');
      await this.audit.add(tx, call, { action: 'view-deleted', kind: 'view', documentId: id, details: { list } });
    });
  }

  /** Returns a view that the caller may read. @throws 401 for the public, 403 for callers who are not officials; 404 */
  private async visible(id: string, call: Call): Promise<SavedViewRow> {
    const { sub, roles } = requireOfficial(call);
    const row = await this.db.findById(SavedViewRow, id);
    if (!row || !(row.ownerSub === sub || (row.sharedWithRole !== null && roles.includes(row.sharedWithRole)))) throw notFound('view');
    return row;
  }

  private async own(id: string, call: Call): Promise<SavedViewRow> {
    const row = await this.visible(id, call);
    if (row.ownerSub !== call.actor.sub) throw forbidden(L('Only its owner changes a shared view', 'Só quem criou uma vista partilhada a pode alterar'));
    return row;
  }

  private shown({ id, ownerSub, ownerName, list, sharedWithRole, content, updatedAt }: SavedViewRow, { actor }: Call): SavedView {
    const open = this.encryption.decryptJson<ViewContent>(content, viewContext(id));
    return { id, list, ...open, sharedWithRole, owner: { name: ownerName }, mine: ownerSub === actor.sub, updatedAt: dateTime(updatedAt) };
  }
}

/** Checks that the caller is an official. @throws 401, 403 */
export function requireOfficial({ actor }: Call): { sub: string; name: string; roles: readonly string[] } {
  const { sub, name, roles } = actor;
  if (sub === null) throw unauthenticated();
  if (!isStaff(actor)) throw forbidden();
  return { sub, name, roles };
}

/** Returns the kind of document to which a list belongs. The list may be named by the kind, the path or the role prefix. */
const kindOf = (documents: readonly AnyDocuments[], list: string): AnyDocuments | undefined =>
  documents.find(({ definition: { kind, path, rolePrefix } }) => [kind, path, rolePrefix].includes(list));

/** Reads the view from a body. @throws 422 with every fault; 400 where its query is not valid for the list that it names */
function readView(documents: readonly AnyDocuments[], body: unknown, { actor }: Call): Wanted {
  const { name, list, q = {}, columns = [], density = null, sharedWithRole = null } = asObject(body);
  const faults: Fault[] = [];
  const fault = (code: string, field: string, en: string, pt: string): void => void faults.push({ code, field, message: L(en, pt) });
  const text = (field: 'name' | 'list', value: unknown): string => {
    const trimmed = typeof value === 'string' ? value.trim() : '';
    if (trimmed === '') fault('REQUIRED', field, 'Enter this', 'Preencha este campo');
    else if ([...trimmed.slice(0, 2 * longest[field] + 1)].length > longest[field])
      fault('MAX_LENGTH', field, `At most ${longest[field]} characters`, `No máximo ${longest[field]} caracteres`);
    const message = textFault(trimmed, L('This', 'Este campo'));
    if (message) faults.push({ code: 'TEXT', field, message });
    return trimmed;
  };
  const wanted: Wanted = {
    name: text('name', name),
    list: text('list', list),
    q: asObject(q) as ViewContent['q'],
    columns: [],
    density: null,
    sharedWithRole: null,
  };
  if (asObject(q) !== q) fault('OBJECT', 'q', 'The query must be an object', 'A pesquisa tem de ser um objeto');
  else if (JSON.stringify(q).length > longest.q) fault('MAX_LENGTH', 'q', `The query is longer than ${longest.q}`, `A pesquisa tem mais de ${longest.q}`);
  if (!Array.isArray(columns) || !columns.every((column) => typeof column === 'string' && column.length <= longest.column))
    fault('TEXT', 'columns', 'The columns must be a list of names', 'As colunas têm de ser uma lista de nomes');
  else if (columns.length > mostColumns) fault('MAX_ITEMS', 'columns', `At most ${mostColumns} columns`, `No máximo ${mostColumns} colunas`);
  else wanted.columns = columns;
  if (density !== null && !(typeof density === 'string' && density.length <= longest.density))
    fault('TEXT', 'density', 'Must be a short text', 'Tem de ser um texto curto');
  else wanted.density = density as string | null;
  if (sharedWithRole !== null && sharedWithRole !== '') {
    if (typeof sharedWithRole === 'string' && sharedWithRole.length <= longest.role && hasRole(actor, sharedWithRole)) wanted.sharedWithRole = sharedWithRole;
    else fault('CHOICE', 'sharedWithRole', 'Choose a role that you have', 'Escolha uma função que tenha');
  }
  if (faults.length) throw unprocessable(faults);
  // A list with another name may be known only to screens, so its query is not checked here.
  const kind = kindOf(documents, wanted.list);
  if (kind)
    parseSearch(JSON.stringify(wanted.q), staffSearchFields(kind.rows.searchFields(kind.definition.search), isNamed(kind.definition)), kind.kit.clock.today());
  return wanted;
}

import { createHash } from 'node:crypto';
import type { Model } from './client.ts';

/** The last acknowledged state of a document. */
interface KnownDocument {
  /** The base path of its kind. */
  path: string;
  model: Model;
  /** The status of each version. */
  versions: Map<number, string>;
  /** False after a change that the client gave up: the document is in its known state or in the next one. */
  certain: boolean;
}

class Acknowledged {
  documents = new Map<string, KnownDocument>();
  /** The id of the paid document, by the id of the receipt. */
  receipts = new Map<string, string>();
  /** The hash of the uploaded bytes, by the uid of the upload. */
  uploads = new Map<string, string>();
  /** Broken promises of the portal that were noticed while the load ran. */
  faults: string[] = [];
}

/** Everything that the portal has acknowledged and must therefore still know at the end. */
export class Ledger extends Acknowledged {
  /** Number of registrations that the client gave up: it is unknown whether they happened. */
  unknown = 0;
  private news = new Acknowledged();

  /** Returns what has been acknowledged since the last call of this method. */
  takeNews(): Acknowledged {
    const { news } = this;
    this.news = new Acknowledged();
    return news;
  }

  registered(path: string, model: Model): void {
    if (this.documents.has(model.id)) this.fault(`two registrations were given the same document ${model.id}`);
    this.keep(model.id, { path, model, versions: new Map([[model.version, model.documentStatus]]), certain: true });
  }

  changed(model: Model): void {
    const known = this.known(model.id);
    if (model.version !== known.model.version + 1) this.fault(`${model.id} went from version ${known.model.version} to ${model.version}`);
    known.model = model;
    known.versions.set(model.version, model.documentStatus);
    this.keep(model.id, known);
  }

  /** Notes that the client gave up a change of this document. */
  uncertain(id: string): void {
    this.keep(id, Object.assign(this.known(id), { certain: false }));
  }

  paid(receiptId: string, documentId: string): void {
    for (const each of [this, this.news]) each.receipts.set(receiptId, documentId);
  }

  uploaded(uid: string, hash: string): void {
    for (const each of [this, this.news]) each.uploads.set(uid, hash);
  }

  fault(what: string): void {
    this.news.faults.push(what);
  }

  known(id: string): KnownDocument {
    const known = this.documents.get(id);
    if (!known) throw new Error(`${id} was never registered`);
    return known;
  }

  private keep(id: string, document: KnownDocument): void {
    for (const each of [this, this.news]) each.documents.set(id, document);
  }
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the part of an action that both staff and the public are shown. Only staff are shown who acted, and every comment. */
const publicAction = ({ action, status, dateTime }: Record<string, unknown>): object => ({ action, status, dateTime });

/** Fields of a model that only staff receive. */
const forStaff = new Set(['assignee', 'dueAt', 'stepSince', 'laneReasons', 'laneDecision', 'laneOverride']);

/** Returns a model as everybody sees it, with its fields sorted, so that models can be compared. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .filter(([key]) => !forStaff.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, comparable(key === 'actions' && Array.isArray(item) ? item.map(publicAction) : item)]));
}

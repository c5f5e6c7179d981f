import { createHash } from 'node:crypto';
import type { Model } from './client.ts';

/** A document as it was last acknowledged. */
interface KnownDocument {
  /** The address of its kind. */
  path: string;
  model: Model;
  /** Status by version. */
  versions: Map<number, string>;
  /** False after a change that the client gave up: the document is in one state or the next. */
  certain: boolean;
}

class Acknowledged {
  documents = new Map<string, KnownDocument>();
  /** The paid document by receipt. */
  receipts = new Map<string, string>();
  /** Hash of what was sent by the upload's uid. */
  uploads = new Map<string, string>();
  /** Broken promises that were seen while the load ran. */
  faults: string[] = [];
}

/** What the portal has acknowledged, and must therefore still know at the end. */
export class Ledger extends Acknowledged {
  /** Registrations that the client gave up: nobody knows whether they happened. */
  unknown = 0;
  private news = new Acknowledged();

  /** What has been acknowledged since the last call. */
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

  /** The client gave up a change. */
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

/** Staff are shown who acted and every comment, the public are not: only what both are shown is compared. */
const publicAction = ({ action, status, dateTime }: Record<string, unknown>): object => ({ action, status, dateTime });

/** What the model says to staff alone. */
const forStaff = new Set(['assignee', 'dueAt', 'stepSince', 'laneReasons', 'laneDecision', 'laneOverride']);

/** A model as everybody sees it, its fields sorted. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .filter(([key]) => !forStaff.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, comparable(key === 'actions' && Array.isArray(item) ? item.map(publicAction) : item)]));
}

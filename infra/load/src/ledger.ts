import { createHash } from 'node:crypto';

/** What the portal has acknowledged, and must therefore still know at the end. */
export class Ledger {
  /**
   * Documents by id: the address of their kind, the model of the last acknowledged version, the status of each version.
   * @type {Map<string, { path: string, model: any, versions: Map<number, string>, certain: boolean }>}
   */
  documents = new Map();
  /** Receipts by id. @type {Map<string, { documentId: string }>} */
  receipts = new Map();
  /** Uploads: uid and the hash of what was sent. @type {Map<string, string>} */
  uploads = new Map();
  /** Registrations of which nobody knows whether they happened: the client gave up. */
  unknown = 0;
  /** What has been acknowledged since it was last asked for. */
  news = { documents: new Map(), receipts: new Map(), uploads: new Map(), faults: [] };

  /** What is new since the last call, to be looked up. */
  takeNews() {
    const { news } = this;
    this.news = { documents: new Map(), receipts: new Map(), uploads: new Map(), faults: [] };
    return news;
  }

  registered(path, model) {
    if (this.documents.has(model.id)) this.fault(`two registrations were given the same document ${model.id}`);
    const document = { path, model, versions: new Map([[model.version, model.documentStatus]]), certain: true };
    this.documents.set(model.id, document);
    this.news.documents.set(model.id, document);
  }

  changed(model) {
    const known = this.documents.get(model.id);
    if (model.version !== known.model.version + 1) this.fault(`${model.id} went from version ${known.model.version} to ${model.version}`);
    known.model = model;
    known.versions.set(model.version, model.documentStatus);
    this.news.documents.set(model.id, known);
  }

  /** The client gave up on a change: the document is in one state or the next. */
  uncertain(id) {
    const known = this.documents.get(id);
    known.certain = false;
    this.news.documents.set(id, known);
  }

  paid(receiptId, documentId) {
    this.receipts.set(receiptId, { documentId });
    this.news.receipts.set(receiptId, { documentId });
  }

  uploaded(uid, hash) {
    this.uploads.set(uid, hash);
    this.news.uploads.set(uid, hash);
  }

  /** A promise that was seen broken while the load ran. */
  fault(what) {
    this.news.faults.push(what);
  }
}

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** What everybody is told of an action: staff are shown who acted and every comment, the public the office. */
const shown = ({ action, status, dateTime }) => ({ action, status, dateTime });

/** A model as everybody sees it, in one order. */
export function comparable(value) {
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, comparable(key === 'actions' && Array.isArray(item) ? item.map(shown) : item)]));
}

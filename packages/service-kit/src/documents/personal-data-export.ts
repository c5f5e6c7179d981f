/** A copy of all data held in a document, for its applicant: as JSON or as a PDF. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ContractClass, type FieldMeta, fieldsOf, formatDay, L, type Language, type PrintBlock, type PrintLayout, say } from '@portal/contract-kit';
import type { Access } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { DocumentVersionRow } from '../database/kit.entities.ts';
import { notFound, unavailable } from '../http/problems.ts';
import { printedField, ticked } from '../prints/print-parts.ts';
import type { Plain } from './action-body.ts';
import type { AnyDefinition } from './document-definition.ts';
import type { DocumentRow } from './document-row.ts';
import type { AnyDocuments } from './documents.ts';
import { allOwnRows, ownRows } from './own-documents.ts';
import type { PrintedForm } from './printed-form.ts';
import { visibleDocument } from './visible-document.ts';

/** A document in an export. */
export interface ExportedDocument {
  id: string;
  version: number;
  /**
   * All data of the document, as its applicant may read it. Its id is the one by which the applicant asked for it, which may be a key that is valid for one
   * day.
   */
  held: { reference: string | null; title: string; document: Plain };
}

/** Returns all data held in a document, for its applicant. @throws 404, 401, 403 */
export async function exportDocument(documents: AnyDocuments, asked: string, call: Call): Promise<ExportedDocument> {
  const { row, access } = await documents.find(asked, call, 'export');
  return exported(documents, row, access, call, asked);
}

/** Returns all data held in the newest documents of the signed-in person, for a PDF. @throws 401 */
export async function exportNewestDocuments(documents: AnyDocuments, call: Call): Promise<ExportedDocument[]> {
  const rows = await ownRows(documents, call);
  const all: ExportedDocument[] = [];
  for (const row of rows) all.push(await exported(documents, row, documents.accessOf(row, 'id', call), call, row.id));
  return all;
}

/** Returns all data held in all documents of the signed-in person. They are read while the export is sent. @throws 401 */
export async function exportOwnDocuments(documents: AnyDocuments, call: Call): Promise<AsyncIterable<ExportedDocument>> {
  const rows = await allOwnRows(documents, call);
  async function* all(): AsyncGenerator<ExportedDocument> {
    for await (const row of rows) yield await exported(documents, row, documents.accessOf(row, 'id', call), call, row.id);
  }
  return all();
}

/** Returns an export as a stream of JSON. */
export function exportAsJson(documents: AsyncIterable<ExportedDocument> | readonly ExportedDocument[]): Readable {
  async function* parts(): AsyncGenerator<string> {
    yield `{"exportedAt":${JSON.stringify(new Date().toISOString().slice(0, 19))},"documents":[`;
    let separator = '';
    for await (const { held } of documents) {
      yield separator + JSON.stringify(held);
      separator = ',';
    }
    yield ']}';
  }
  return Readable.from(parts());
}

async function exported(documents: AnyDocuments, row: DocumentRow, access: Access, call: Call, asked: string): Promise<ExportedDocument> {
  const { definition: d, kit } = documents;
  const past = await kit.db.reader.find(DocumentVersionRow, { where: { documentId: row.id }, order: { version: 'ASC' } });
  const model = documents.modelOf(row);
  const earlier = past
    .filter((version) => version.version < row.version && documents.showsVersion(version, access))
    .map(({ version, documentStatus, at, body }) => {
      const { actions: _history, ...fields } = documents.rows.decryptBody(row.id, body as Plain);
      const { actions: _shown, ...visible } = visibleDocument(
        documents,
        // The registration tells whether an officer registered the document.
        { ...fields, id: row.id, version, documentStatus, actions: model.actions.slice(0, 1) },
        access,
        call,
        asked,
      ) as Plain;
      return { version, at: dateTime(at), document: visible };
    });
  await kit.db.write((tx) => kit.audit.add(tx, call, { action: 'export-own', kind: d.kind, documentId: row.id, reference: row.reference }));
  const held = {
    kind: d.kind,
    title: say(d.title, call.language),
    reference: row.reference,
    document: visibleDocument(documents, model, access, call, asked) as Plain,
    earlierVersions: earlier,
    keptUntil: kit.retention.keptUntil(d, row) ?? null,
  };
  return { id: row.id, version: row.version, held };
}

/**
 * Returns the exported documents as a PDF: every field with its label. @throws 404 where there is no document; 503 with Retry-After while the PDF is not ready
 */
export async function exportAsPdf({ definition: d, kit }: AnyDocuments, documents: readonly ExportedDocument[], call: Call): Promise<PrintedForm> {
  const { language, requestId } = call;
  const [first] = documents;
  if (!first) throw notFound();
  const blocks: PrintBlock[] = documents.map(({ held: { reference, title, document } }) => ({
    kind: 'section',
    title: [title, reference].filter(Boolean).join(' '),
    rows: rowsOf(d, d.contract, document, language),
  }));
  const title = say(L('What is held on you', 'O que é guardado sobre si'), language);
  const layout: PrintLayout = {
    page: 'form',
    language,
    issuer: kit.settings.portalName,
    title,
    reference: documents
      .map(({ held }) => held.reference ?? '')
      .join(' ')
      .slice(0, 100),
    blocks,
    footer: `${kit.settings.portalName} ${formatDay(kit.clock.today(), language)}`,
  };
  // The cache key changes with everything that the PDF states.
  const digest = createHash('sha256').update(JSON.stringify(layout)).digest('hex').slice(0, 32);
  const key = `${d.service}/${first.id}/${first.version}/export.${language}.${digest}`;
  const pdf = await kit.prints.fetch(key, () => layout, 10_000, requestId);
  if (!pdf)
    throw unavailable(L('The document is being prepared. Try again in a moment.', 'O documento está a ser preparado. Tente de novo dentro de momentos.'), 2);
  return { fileName: `${title}.pdf`, pdf };
}

/**
 * Returns the fields of a document that have a value, with their labels.
 * @param path of the object or rows that are listed, with a dot at its end
 */
function rowsOf(d: AnyDefinition, cls: ContractClass, value: Plain, language: Language, prefix = '', path = ''): { label: string; value: string }[] {
  return fieldsOf(cls).flatMap((meta: FieldMeta) => {
    const held = value[meta.name];
    if (held === undefined || held === null || held === '') return [];
    const label = prefix + (meta.label ? say(meta.label, language) : meta.name);
    const type = meta.type?.();
    if (type && Array.isArray(held)) return held.flatMap((row, i) => rowsOf(d, type, row as Plain, language, `${label} ${i + 1}: `, `${path}${meta.name}.`));
    if (type) return rowsOf(d, type, held as Plain, language, prefix, `${path}${meta.name}.`);
    return [{ label, value: inWords(d, path + meta.name, meta, held, language) }];
  });
}

/** Returns the value of a field in words. */
function inWords(d: AnyDefinition, path: string, field: FieldMeta, held: unknown, language: Language): string {
  const name = d.codeNames?.[path]?.[String(held)];
  if (name) return say(name, language);
  return typeof held === 'boolean' ? ticked(held, language) : printedField(held, language, field);
}

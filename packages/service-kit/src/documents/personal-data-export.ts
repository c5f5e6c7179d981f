/** A copy of all data held in a document, for its applicant: as JSON or as a PDF. */
import { Readable } from 'node:stream';
import {
  type Bilingual,
  type ContractClass,
  type FieldMeta,
  fieldOf,
  fieldsOf,
  formatAmount,
  formatDay,
  inBoth,
  L,
  type Language,
  type PrintBlock,
  type PrintLayout,
  type RecordedReceipt,
  type ServerFields,
  say,
  sentence,
  valueAt,
} from '@portal/contract-kit';
import type { Access } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { DocumentVersionRow } from '../database/kit.entities.ts';
import { notFound, unavailable } from '../http/problems.ts';
import { feeStanding, printedField, ticked } from '../prints/print-parts.ts';
import type { Plain } from './action-body.ts';
import type { AnyDefinition } from './document-definition.ts';
import type { DocumentRow } from './document-row.ts';
import type { AnyDocuments } from './documents.ts';
import type { Invoice } from './invoice.ts';
import { allOwnRows, ownRows } from './own-documents.ts';
import type { PrintedForm } from './printed-form.ts';
import { visibleDocument } from './visible-document.ts';

/**
 * All data of a document, as its applicant may read it. Its id is the one by which the applicant asked for it, which may be a key that is valid for one day.
 */
export interface ExportedDocument {
  kind: string;
  title: string;
  reference: string | null;
  document: Plain;
  earlierVersions: { version: number; at: string; document: Plain }[];
  /** Day until which the document is kept. */
  keptUntil: string | null;
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
    for await (const document of documents) {
      yield separator + JSON.stringify(document);
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
  return {
    kind: d.kind,
    title: say(d.title, call.language),
    reference: row.reference,
    document: visibleDocument(documents, model, access, call, asked) as Plain,
    earlierVersions: earlier,
    keptUntil: kit.retention.keptUntil(d, row) ?? null,
  };
}

/** Longest time, in ms, that a caller waits for the PDF. One of 200 documents is drawn in a few seconds. */
const drawingMs = 20_000;
/** Most characters in the line of references of a PDF. */
const mostReferences = 100;

/**
 * Returns the exported documents as a PDF: everything that the applicant may see, with its label, except ids and codes that have a name. @throws 404 where there is no
 * document; 503 with Retry-After while the PDF is not ready
 */
export async function exportAsPdf({ definition: d, kit }: AnyDocuments, documents: readonly ExportedDocument[], call: Call): Promise<PrintedForm> {
  const { language, requestId } = call;
  if (documents.length === 0) throw notFound();
  const title = say(L('Your data', 'Os seus dados'), language);
  const layout: PrintLayout = {
    page: 'form',
    language,
    issuer: kit.settings.portalName,
    title,
    reference: documents.reduce((line, { reference }) => {
      const longer = [line, reference].filter(Boolean).join(' ');
      return longer.length > mostReferences ? line : longer;
    }, ''),
    blocks: documents.flatMap((document) => blocksOf(d, document, language)),
    footer: `${kit.settings.portalName} ${formatDay(kit.clock.today(), language)}`,
  };
  const pdf = await kit.prints.draw(layout, drawingMs, requestId);
  if (!pdf)
    throw unavailable(L('The document is being prepared. Try again in a moment.', 'O documento está a ser preparado. Tente de novo dentro de momentos.'), 2);
  return { fileName: `${title}.pdf`, pdf };
}

type Rows = { label: string; value: string }[];
/** What the values of a document are written with. */
interface Words {
  d: AnyDefinition;
  language: Language;
  currencyCode: string;
}

/** Returns the sections of a document: its fields, its history, and of each earlier version what was different in it. */
function blocksOf(d: AnyDefinition, { title, reference, document, earlierVersions, keptUntil }: ExportedDocument, language: Language): PrintBlock[] {
  const rows = fieldsIn(d, document, language);
  const present = new Set(rows.map(({ label, value }) => `${label}: ${value}`));
  const kept = keptUntil ? [{ label: say(L('Kept until', 'Guardado até'), language), value: formatDay(keptUntil, language) }] : [];
  const sections: { title: string; rows: Rows }[] = [
    { title: [title, reference].filter(Boolean).join(' '), rows: [...rows, ...kept] },
    { title: say(L('History', 'Histórico'), language), rows: historyOf(document, language) },
    ...earlierVersions.map(({ version, at, document: earlier }) => ({
      title: say(
        sentence('Different in version {{version}} of {{at}}', 'Diferente na versão {{version}} de {{at}}', { version, at: momentOf(at, language) }),
        language,
      ),
      rows: fieldsIn(d, earlier, language).filter(({ label, value }) => !present.has(`${label}: ${value}`)),
    })),
  ];
  return sections.filter((section) => section.rows.length > 0).map((section) => ({ kind: 'section', ...section }));
}

/** Returns a day and time (UTC) in words. */
function momentOf(dateTime: string, language: Language): string {
  const [day = '', time = ''] = dateTime.split('T');
  return `${formatDay(day, language)}, ${time.slice(0, 5)} UTC`;
}

/** Returns who did what on a document and when, with what was written. */
const historyOf = (document: Plain, language: Language): Rows =>
  (document as unknown as ServerFields).actions.map(({ operation, dateTime, user, details }) => ({
    label: operation,
    value: [momentOf(dateTime, language), user.name, details].filter(Boolean).join(' · '),
  }));

/** Returns all fields of a document that have a value and a label: those that the server adds, then those of the contract, each once. */
function fieldsIn(d: AnyDefinition, document: Plain, language: Language): Rows {
  // An earlier version is held without its history, from which some invoices tell what may be paid back.
  const invoice = d.invoice?.({ actions: [], ...document } as never);
  const words = { d, language, currencyCode: invoice?.currencyCode ?? 'USD' };
  const { documentStatus, documentCreatedAt, applicantUser, receipts = [] } = document as unknown as Partial<ServerFields> & { receipts?: RecordedReceipt[] };
  const added: (readonly [Bilingual, unknown])[] = [
    [L('Status', 'Estado'), documentStatus && say(d.statusLabels[documentStatus] ?? inBoth(documentStatus), language)],
    [L('Registered on', 'Registado em'), documentCreatedAt && momentOf(documentCreatedAt, language)],
    [L('Registered by', 'Registado por'), applicantUser?.name],
    ...(d.heldFields ?? []).map(({ path, label }) => [label, inWords(words, path, valueAt(document, path))] as const),
    ...receipts.map(({ reference, date, total }): [Bilingual, string] => [
      L('Receipt', 'Recibo'),
      [reference, formatDay(date, language), formatAmount(total, words.currencyCode, language)].join(' · '),
    ]),
  ];
  const rows = [
    ...added.flatMap(([label, value]) => (value ? [{ label: say(label, language), value: String(value) }] : [])),
    ...rowsOf(words, d.contract, withFeesInWords(document, invoice, language)),
  ];
  return [...new Map(rows.map((row) => [`${row.label}: ${row.value}`, row])).values()];
}

/** Returns a document whose fees have their status in words. An unpaid fee is to pay only while the invoice holds it as due. */
function withFeesInWords(document: Plain, invoice: Invoice | undefined, language: Language): Plain {
  const { fees } = document as { fees?: { code?: string; status?: string; amount?: number }[] };
  if (!invoice || !fees) return document;
  const due = new Set(invoice.fees.map(({ code }) => code));
  return { ...document, fees: fees.map((fee) => ({ ...fee, status: say(feeStanding(fee, due.has(fee.code), L('Not due', 'Não devida')), language) })) };
}

/**
 * Returns the fields of an object that have a value and a label.
 * @param path of the object or rows that are listed, with a dot at its end
 */
function rowsOf(words: Words, cls: ContractClass, value: Plain, prefix = '', path = ''): Rows {
  return fieldsOf(cls).flatMap((meta: FieldMeta) => {
    const held = value[meta.name];
    if (held === undefined || held === null || held === '') return [];
    const name = meta.label && say(meta.label, words.language);
    const type = meta.type?.();
    const below = `${path}${meta.name}.`;
    if (type && Array.isArray(held))
      return held.flatMap((row, i) => rowsOf(words, type, row as Plain, `${prefix}${[name, i + 1].filter(Boolean).join(' ')}: `, below));
    if (type) return rowsOf(words, type, held as Plain, prefix, below);
    return name ? [{ label: prefix + name, value: inWords(words, path + meta.name, nameBeside(cls, meta, value) ?? held, meta) }] : [];
  });
}

/** Returns the name that is stored beside a code of a catalogue and has no other label than the code. */
function nameBeside(cls: ContractClass, { catalogue, label }: FieldMeta, value: Plain): unknown {
  const [target] =
    Object.entries(catalogue?.copy ?? {}).find(([field, source]) => {
      const beside = fieldOf(cls, field)?.label;
      return value[field] && (beside ? beside.en === label?.en : source === 'name' || source === 'description');
    }) ?? [];
  return target && value[target];
}

/** Returns the value of a field in words. */
function inWords({ d, language, currencyCode }: Words, path: string, held: unknown, field?: FieldMeta): string {
  const name = d.codeNames?.[path]?.[String(held)];
  if (name) return say(name, language);
  if (typeof held === 'number' && d.amounts?.includes(path)) return formatAmount(held, currencyCode, language);
  return typeof held === 'boolean' ? ticked(held, language) : printedField(held, language, field);
}

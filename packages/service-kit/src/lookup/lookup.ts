/** The search across all documents that an official may read, and earlier cases of the same person or vehicle. */
import { formatDay, type ListResult, listResult } from '@portal/contract-kit';
import { In } from 'typeorm';
import { type Call, hasRole } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import type { OtherQrCodes } from '../documents/other-qr-codes.ts';
import { mayList } from '../documents/staff-query.ts';
import { forbidden, localise, unauthenticated } from '../http/problems.ts';
import { folded } from '../search/folding.ts';
import { findForStaff } from '../work/claim-calls.ts';
import type { LookupRecord, Ranked } from './lookup-record.ts';
import { LookupRows, mostRecords, referencesWith } from './lookup-rows.ts';
import { readLookupText } from './lookup-text.ts';

export interface LookupAnswer extends ListResult<LookupRecord> {
  /** Set if the text finds more documents than these. */
  atLeast?: true;
  /** Set while some documents of an earlier release cannot be found by name yet. */
  incomplete?: true;
}

/** Returns the kinds that the caller may read. @throws 401, 403 */
function readable(all: readonly AnyDocuments[], { actor }: Call): AnyDocuments[] {
  if (actor.sub === null) throw unauthenticated();
  const theirs = all.filter(({ definition }) => hasRole(actor, `${definition.rolePrefix}-read`));
  if (theirs.length === 0) throw forbidden();
  return theirs;
}

/**
 * Returns at most twenty documents that a text finds: first results that are not documents but have a QR code of their own, then documents with the number,
 * with a reference that contains the text, and with the name; each newest first. @throws 400, 401, 403
 */
export async function lookUp(all: readonly AnyDocuments[], others: readonly OtherQrCodes[], raw: unknown, call: Call): Promise<LookupAnswer> {
  const theirs = readable(all, call);
  const asked = readLookupText(raw);
  const references = theirs[0] ? await referencesWith(theirs[0].kit.db, asked.number) : [];
  const [found, named] = await Promise.all([
    Promise.all(theirs.map(async (documents) => ({ documents, ranked: await new LookupRows(documents, call).find(asked, references) }))),
    Promise.all(references.length ? others.map((each) => each.named(references, call)) : []),
  ]);
  const codes = named.flat();
  const records = [...codes, ...(await recordsOf(found, call))].slice(0, mostRecords);
  const total = found.reduce((sum, { ranked }) => sum + ranked.length, codes.length);
  await Promise.all(found.map((each) => recordLookup(each, records, call)));
  const complete = await Promise.all(theirs.map((documents) => documents.isFoundByNames()));
  return { ...listResult(records), ...(total > mostRecords ? { atLeast: true } : {}), ...(complete.includes(false) ? { incomplete: true } : {}) };
}

/**
 * Writes an audit record of the search, and one for each shown document that was found by its exact number, so that it appears in the audit trail of the
 * person.
 */
async function recordLookup({ documents, ranked }: { documents: AnyDocuments; ranked: Ranked[] }, shown: readonly LookupRecord[], call: Call): Promise<void> {
  const { definition, kit } = documents;
  const byNumber = new Set(ranked.filter(({ rank }) => rank === 0).map(({ id }) => id));
  await kit.db.write(async (tx) => {
    await kit.audit.add(tx, call, { action: 'lookup', kind: definition.kind, details: { found: ranked.length } });
    for (const { kind, id, reference } of shown)
      if (kind === definition.kind && byNumber.has(id)) await kit.audit.add(tx, call, { action: 'lookup-found', kind, documentId: id, reference });
  });
}

/** Returns other documents of the same person or vehicle in this service, at most twenty, newest first. @throws 404, 401, 403 */
export async function relatedTo(all: readonly AnyDocuments[], of: AnyDocuments, asked: string, call: Call): Promise<ListResult<LookupRecord>> {
  const { row } = await findForStaff(of, asked, call);
  const { persons, vehicles } = numbersOf(of, of.modelOf(row));
  const found = await Promise.all(
    readable(all, call).map(async (documents) => ({
      documents,
      ranked: (await new LookupRows(documents, call).related(persons, vehicles)).filter(({ id }) => id !== row.id),
    })),
  );
  await of.kit.audit.read(call, { action: 'related', kind: of.definition.kind, documentId: row.id, reference: row.reference });
  return listResult(await recordsOf(found, call));
}

type Plain = Readonly<Record<string, unknown>>;

/** Returns the numbers of the persons and vehicles on a document. */
function numbersOf({ definition: { lookup = {} } }: AnyDocuments, model: Plain): { persons: string[]; vehicles: string[] } {
  const texts = (names: readonly string[] = []): string[] =>
    names.map((name) => model[name]).filter((text): text is string => typeof text === 'string' && text !== '');
  return { persons: texts(lookup.person), vehicles: texts(lookup.vehicle) };
}

async function recordsOf(found: readonly { documents: AnyDocuments; ranked: Ranked[] }[], call: Call): Promise<LookupRecord[]> {
  const best = found
    .flatMap(({ documents, ranked }) => ranked.map((each) => ({ ...each, documents })))
    .sort((a, b) => a.rank - b.rank || (a.id < b.id ? 1 : -1))
    .slice(0, mostRecords);
  const records = new Map<string, LookupRecord>();
  for (const { documents } of found) {
    const ids = best.filter((each) => each.documents === documents).map(({ id }) => id);
    if (ids.length === 0) continue;
    const { definition, kit } = documents;
    const rows = (await kit.db.reader.findBy(definition.row, { id: In(ids) } as never)) as DocumentRow[];
    await Promise.all([kit.catalogues.warm(definition.contract), kit.calendar.ready()]);
    // The queries already select by agency. Each row is checked again, so that a mistake in a query cannot reveal another agency's documents.
    for (const row of rows) if (row.reference !== null && mayList(row, call)) records.set(row.id, recordOf(documents, row, call));
  }
  return best.flatMap(({ id }) => records.get(id) ?? []);
}

function recordOf(documents: AnyDocuments, row: DocumentRow, { language }: Call): LookupRecord {
  const { definition: d, kit } = documents;
  const model = documents.localised(documents.modelOf(row), language);
  const { persons, vehicles } = numbersOf(documents, model);
  const digest = (what: 'person' | 'vehicle', [number]: string[]): string | null =>
    number ? kit.blindIndex.digest(`group/${what}`, folded(number, 'number')) : null;
  return {
    kind: d.kind,
    id: row.id,
    reference: row.reference as string,
    title: d.nameOf(model as never),
    subtitle: [localise(d.title, language), formatDay(d.lookup?.subtitle?.(model as never) ?? '', language)].filter(Boolean).join(' · '),
    documentStatus: row.documentStatus,
    statusName: localise((d.statusLabels as Record<string, never>)[row.documentStatus] ?? row.documentStatus, language),
    date: dateTime(row.createdAt),
    url: `${d.staffScreen}/${row.id}`,
    groupKeys: { person: digest('person', persons), vehicle: digest('vehicle', vehicles) },
  };
}

/** The public finder: a person without an account finds a document by the data that is on it. */
import { L, type ListResult, type SearchCriterion } from '@portal/contract-kit';
import { makeDocumentKey } from '../access/document-keys.ts';
import { type Call, isStaff } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { badRequest, notFound, unprocessable } from '../http/problems.ts';
import { folded } from '../search/folding.ts';
import { parseSearch, pickColumns } from '../search/search-query.ts';
import { applyCriteria } from '../search/search-sql.ts';
import type { DocumentRow } from './document-row.ts';
import type { AnyDocuments } from './documents.ts';

const tooShort = L('Enter at least 3 characters of the name', 'Indique pelo menos 3 caracteres do nome');

/** Finds the documents that meet all criteria of the kind's finder. @throws 404 where the kind has no finder; 400, 422 for a missing or invalid criterion */
export async function findDocuments(documents: AnyDocuments, q: string | undefined, call: Call): Promise<ListResult<object>> {
  const { definition: d, kit } = documents;
  if (!d.finder) throw notFound('finder');
  const { fields, listFields, statuses } = d.finder;
  const known = Object.fromEntries(
    Object.entries(fields).map(([name, f]) => [name, { column: f.column, type: f.type, operations: [f.operation], folding: d.search[name]?.folding }]),
  );
  const query = parseSearch(withoutBlanks(q), known, kit.clock.today());
  for (const c of query.criteria) {
    const field = fields[c.fieldName] as (typeof fields)[string];
    c.values = c.values.map((v) => (typeof v === 'string' ? (field.upper ? v.trim().toUpperCase() : v.trim()) : v));
  }
  const blank = (name: string): boolean => !query.criteria.some((c) => c.fieldName === name && c.operation !== 'ANY' && String(c.values[0] ?? '') !== '');
  const missing = Object.entries(fields).filter(([name]) => blank(name));
  if (missing.length) throw unprocessable(missing.map(([field, f]) => ({ code: 'REQUIRED', field, message: f.message })));
  // The folded form is measured, because dashes, apostrophes and invisible characters do not count as letters of a name.
  const compared = ({ fieldName, values: [value] }: SearchCriterion): string => {
    const folding = known[fieldName]?.folding;
    return folding ? folded(String(value), folding) : String(value);
  };
  const short = query.criteria.find((c) => c.operation === 'CONTAINS' && [...compared(c)].length < 3);
  if (short) throw badRequest('BAD_VALUE', short.fieldName, tooShort);
  const builder = applyCriteria(kit.db.reader.createQueryBuilder(d.row, 'd'), 'd', query, documents.rows.searchFields(known), {
    unfolded: !kit.searchColumns.areCurrent(d.kind),
    layout: d.searchLayout,
  });
  if (statuses) builder.andWhere('d.documentStatus in (:...statuses)', { statuses });
  const { page, size } = query.paging;
  const [rows, totalRecords] = await builder
    .orderBy('d.createdAt', 'DESC')
    .addOrderBy('d.id', 'DESC')
    .skip((page - 1) * size)
    .take(size)
    .getManyAndCount();
  await kit.catalogues.warm(d.contract);
  if (isStaff(call.actor)) await kit.audit.read(call, { action: 'find', kind: d.kind, details: { found: totalRecords } });
  return { records: rows.map((row) => pickColumns(foundRow(documents, row, listFields, call), query.viewColumns)), totalRecords };
}

/** Replaces each criterion that has no value by one that matches anything, so that the missing value is reported with the message of its field. */
function withoutBlanks(q: string | undefined): string | undefined {
  const isBlank = (criterion: Partial<SearchCriterion> | null): boolean => Array.isArray(criterion?.values) && criterion.values.join('').trim() === '';
  try {
    const query = JSON.parse(q ?? '') as { criteria: Partial<SearchCriterion>[] };
    return JSON.stringify({ ...query, criteria: query.criteria.map((each) => (isBlank(each) ? { ...each, operation: 'ANY', values: [] } : each)) });
  } catch {
    // `parseSearch` reports what is wrong with the query.
    return q;
  }
}

/** Returns a row of the finder. Its id is a key that expires and that gives read access to the document. */
function foundRow(documents: AnyDocuments, row: DocumentRow, listFields: readonly string[], { language }: Call): object {
  const { encryption, clock } = documents.kit;
  const model = documents.localised(documents.modelOf(row), language);
  const shown = pickColumns(Object.assign({}, model, { documentCreatedAt: dateTime(row.createdAt) }), listFields);
  return Object.assign(shown, { id: makeDocumentKey(encryption, clock, documents.definition.kind, row.id, 'finder') });
}

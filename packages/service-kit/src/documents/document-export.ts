/** Exports a staff search as CSV. */
import { Readable } from 'node:stream';
import { fieldAt, formWords, type Language, valueAt } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { type LocalisableText, localise } from '../http/problems.ts';
import { chosenColumns, csvLine, csvStart } from '../search/csv.ts';
import type { DocumentClaimRow } from '../work/work.entities.ts';
import type { DocumentRow } from './document-row.ts';
import { type DocumentSearch, withCodes } from './document-search.ts';
import type { AnyDocuments } from './documents.ts';
import { askedFields, mayList } from './staff-query.ts';

// biome-ignore lint/suspicious/noExplicitAny: any kind of document
export type AnySearch = DocumentSearch<any, any, any, any>;

const yesNo = { YES: formWords.yes, NO: formWords.no };

/** Returns all documents that a staff search matches, as a CSV stream. @throws 400, 401, 403 as the search does */
export async function exportAsCsv(search: AnySearch, q: string | undefined, call: Call): Promise<Readable> {
  const { documents } = search;
  const { definition: d, kit } = documents;
  const query = await search.prepareQuery(q, call);
  await kit.audit.read(call, { action: 'export', kind: d.kind, details: { fields: askedFields(query) } });
  const columns = csvColumns(d, query.viewColumns).map(({ title, path }) => ({ title, path, words: codeNames(d, path, call.language) }));
  const names = withCodes(
    d.contract,
    columns.map((c) => c.path),
  );
  // A column that the caller selected shows no more than the list does.
  const shown = query.viewColumns?.length
    ? (row: DocumentRow, claim?: DocumentClaimRow, escalatedAt?: Date): object => search.listRow(row, call, claim, escalatedAt)
    : (row: DocumentRow): object => Object.assign({}, search.shownPart(row, names, call), { createdAt: dateTime(row.createdAt) });
  const matching = search.matching(query, call, (row, claim, escalatedAt) => {
    if (!mayList(row, call)) return '';
    const model = shown(row, claim, escalatedAt);
    const cells = columns.map(({ path, words }) => {
      const value = valueAt(model, path);
      return words?.get(value) ?? value;
    });
    return csvLine(cells);
  });
  async function* lines(): AsyncGenerator<string> {
    yield csvStart + csvLine(columns.map((c) => localise(c.title, call.language)));
    for await (const found of matching) yield found.join('');
  }
  return Readable.from(lines());
}

/** Returns the columns of the export; with `viewColumns` only those, in their order. */
function csvColumns(d: AnyDocuments['definition'], viewColumns: readonly string[] | undefined): readonly { title: LocalisableText; path: string }[] {
  return chosenColumns<{ title: LocalisableText; path: string }>(
    d.csv,
    viewColumns,
    ({ path }) => path,
    (path) => ({ title: path, path: path === 'assignee' ? 'assignee.name' : path }),
  );
}

/** Returns the display names of the codes in a column, such as a status, a lane, or yes and no; undefined where values are written unchanged. */
function codeNames(d: AnyDocuments['definition'], path: string, language: Language): ReadonlyMap<unknown, string> | undefined {
  const names: Readonly<Record<string, LocalisableText>> | undefined =
    path === 'documentStatus' ? d.statusLabels : (d.codeNames?.[path] ?? (fieldAt(d.contract, path)?.kind === 'choice' ? yesNo : undefined));
  return names && new Map(Object.entries(names).map(([code, name]) => [code, localise(name, language)]));
}

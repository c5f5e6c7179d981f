/**
 * What a row notes in `searchVersion`: of which version of the document its search columns are, and which layout of search columns its writer knew.
 * While two releases run side by side, also the earlier one writes rows whose search columns belong to their version; only the layout tells that columns
 * which the later release has added are missing from them.
 */

/** More versions than a document ever has. */
const mostVersions = 1_000_000;

/** What the writer of a row notes. @param layout see `DocumentKind.searchLayout` */
export const searchVersionOf = (version: number, layout = 0): number => layout * mostVersions + version;

/** The lowest note of rows that have every search column of a layout. */
const lowestOf = (layout: number): number => layout * mostVersions;

/** Whether a row with this note has every search column of a layout, made from the present version of its document. A row of a later layout has them too. */
export const hasSearchColumns = (searchVersion: number | null, version: number, layout = 0): boolean =>
  searchVersion !== null && searchVersion >= lowestOf(layout) && searchVersion % mostVersions === version;

/** The same as a condition of SQL. @param alias of the table in the query */
export const hasSearchColumnsSql = (alias: string, layout = 0): string =>
  `(${alias}.searchVersion >= ${lowestOf(layout)} and ${alias}.searchVersion % ${mostVersions} = ${alias}.version)`;

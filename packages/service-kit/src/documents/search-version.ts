/**
 * Meaning of `searchVersion` in a row: the document version to which the row's search columns belong, and the layout of search columns that its writer knew.
 * While two releases run side by side, the earlier one also writes rows whose search columns belong to the present version. Only the layout then shows that the
 * columns which the later release has added are missing.
 */

/** A number greater than any document version. */
const mostVersions = 1_000_000;

/** Returns the value that the writer of a row stores. @param layout see `DocumentKind.searchLayout` */
export const searchVersionOf = (version: number, layout = 0): number => layout * mostVersions + version;

/** Returns the lowest value of rows that have every search column of a layout. */
const lowestOf = (layout: number): number => layout * mostVersions;

/** Whether a row with this value has every search column of a layout, made from the present version of its document. A row with a later layout has them too. */
export const hasSearchColumns = (searchVersion: number | null, version: number, layout = 0): boolean =>
  searchVersion !== null && searchVersion >= lowestOf(layout) && searchVersion % mostVersions === version;

/** Returns the same check as an SQL condition. @param alias of the table in the query */
export const hasSearchColumnsSql = (alias: string, layout = 0): string =>
  `(${alias}.searchVersion >= ${lowestOf(layout)} and ${alias}.searchVersion % ${mostVersions} = ${alias}.version)`;

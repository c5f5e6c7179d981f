/** The file rows of a document: each file once, and none lost after registration. */

/** A row that names a file in svc-media. */
export interface FileRow {
  /** Names the row; the file in it can be replaced. */
  id?: string;
  uid?: string;
  name?: string;
  size?: number;
}

/** The rows without those whose key an earlier row has. Rows without a key stay. */
export function distinctBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string | undefined): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row);
    if (!key) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Each row and each file once. */
export const distinctFiles = <Row extends FileRow>(rows: readonly Row[]): Row[] =>
  distinctBy(
    distinctBy(rows, ({ id }) => id),
    ({ uid }) => uid,
  );

/**
 * The file rows of a registered document after a change. Its files can be replaced but not lost: a row with the `id` of a stored one replaces
 * that one, stored rows that are not named stay, and further rows are added. A replaced file stays with the versions that hold it.
 */
export function keepRegisteredFiles<Row extends FileRow>(stored: readonly Row[] = [], sent: readonly Row[] = []): Row[] {
  const rows = distinctFiles(sent);
  const placed = new Set<Row>();
  const kept = stored.map((old) => {
    const row = rows.find(({ id }) => id !== undefined && id === old.id) ?? rows.find(({ uid }) => uid === old.uid);
    if (!row) return old;
    placed.add(row);
    return row.uid === old.uid ? { ...row, id: old.id, name: old.name, size: old.size } : { ...row, id: old.id };
  });
  return distinctFiles([...kept, ...rows.filter((row) => !placed.has(row))]);
}

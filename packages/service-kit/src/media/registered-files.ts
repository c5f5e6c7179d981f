/** The file rows of a document. Each file appears once, and none is lost after registration. */
import { withoutInvisible } from '@portal/contract-kit';

/** A row that names a file in svc-media. */
export interface FileRow {
  /** Identifies the row, whose file can be replaced. */
  id?: string;
  uid?: string;
  name?: string;
  size?: number;
}

/** Removes the rows whose key an earlier row has. Rows without a key stay. */
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

/** Removes rows that repeat a row or a file. */
export const distinctFiles = <Row extends FileRow>(rows: readonly Row[]): Row[] =>
  distinctBy(
    distinctBy(rows, ({ id }) => id),
    ({ uid }) => uid,
  );

/**
 * Returns the file rows of a registered document after a change. Its files can be replaced but not lost: a row with the `id` of a stored row replaces that row,
 * stored rows that the caller does not send stay, and further rows are added. Earlier versions of the document keep a replaced file. A name that an earlier release
 * stored with invisible characters loses them, because it could not be written again.
 */
export function keepRegisteredFiles<Row extends FileRow>(stored: readonly Row[] = [], sent: readonly Row[] = []): Row[] {
  const rows = distinctFiles(sent);
  const placed = new Set<Row>();
  const kept = stored.map((held) => {
    const old = held.name ? { ...held, name: withoutInvisible(held.name) } : held;
    const row = rows.find(({ id }) => id !== undefined && id === old.id) ?? rows.find(({ uid }) => uid !== undefined && uid === old.uid);
    if (!row) return old;
    placed.add(row);
    return row.uid === old.uid ? { ...row, id: old.id, name: old.name, size: old.size } : { ...row, id: old.id };
  });
  return distinctFiles([...kept, ...rows.filter((row) => !placed.has(row))]);
}

/** Returns whether a row of a request body is this row of a document. Identifiers are stored trimmed. */
const isSame = (row: FileRow, sent: unknown): boolean => {
  const { id, uid } = (sent ?? {}) as Record<string, unknown>;
  const is = (given: unknown, known?: string) => typeof given === 'string' && known !== undefined && given.trim() === known;
  return is(uid, row.uid) || is(id, row.id);
};

/** Returns whether a row names no file. Such rows are added in the order in which they were sent. */
const isUnnamed = (sent: unknown): boolean => {
  const { uid } = (sent ?? {}) as Record<string, unknown>;
  return typeof uid !== 'string' || uid.trim() === '';
};

/**
 * Returns the place in the caller's list of a row of the document's list. The two differ: in the document's list stored rows come first, and repeated rows are
 * left out.
 * @returns undefined for a row that the caller did not send
 */
export function placeAsSent(rows: readonly FileRow[], index: number, sent: readonly unknown[]): number | undefined {
  const row = rows[index];
  if (!row) return undefined;
  const place = sent.findIndex((each) => isSame(row, each));
  if (place !== -1) return place;
  if (!isUnnamed(row)) return undefined;
  const nth = rows.slice(0, index).filter((each) => isUnnamed(each) && !sent.some((other) => isSame(each, other))).length;
  const unnamed = [...sent.keys()].filter((i) => isUnnamed(sent[i]) && !rows.some((each) => isSame(each, sent[i])));
  return unnamed[nth];
}

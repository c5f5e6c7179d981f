/** The files of a trip: which it holds, and what must be true of them. */
import type { MediaDescription } from '@portal/contract-kit';
import { type Call, type Fault, type MediaClient, takeDescriptions } from '@portal/service-kit';
import type { MediaRow, TripDocument } from '../../contract/index.ts';

/** The files that a trip names. */
export const filesOf = ({ medias = [] }: Pick<TripDocument, 'medias'>): (string | undefined)[] => medias.map(({ uid }) => uid);

/** Each file once, however often it is named. */
export const distinctFiles = (rows: readonly MediaRow[]): MediaRow[] => rows.filter(({ uid }, i) => rows.findIndex((row) => row.uid === uid) === i);

/**
 * Files of a registered trip are replaced, never lost: a row with the `id` of a stored one takes its place, a stored file that is not
 * named stays, and a new one is added. The replaced file stays with the versions that have it.
 */
export function keepRegisteredFiles(stored: readonly MediaRow[] = [], given: readonly MediaRow[] = []): MediaRow[] {
  const placed = new Set<MediaRow>();
  const kept = stored.map((old) => {
    const named = given.find((row) => !placed.has(row) && (row.id ? row.id === old.id : row.uid === old.uid));
    if (!named) return old;
    placed.add(named);
    return { ...named, id: old.id };
  });
  return distinctFiles([...kept, ...given.filter((row) => !placed.has(row))]);
}

/**
 * Checks that svc-media has every file, and writes the names and sizes that it gives into the trip. It is not asked for files that the trip
 * has already.
 * @throws 422 where the trip would hold too many files or megabytes; 503 where svc-media cannot be reached
 */
export async function fileErrors(media: MediaClient, trip: TripDocument, before: TripDocument | undefined, call: Call): Promise<Fault[]> {
  const known = new Map<string | undefined, Pick<MediaDescription, 'name' | 'size'>>(
    (before?.medias ?? []).map(({ uid, name = '', size = 0 }) => [uid, { name, size }]),
  );
  const added = filesOf(trip).filter((uid) => !known.has(uid));
  for (const [uid, file] of await media.describe(added, call, trip.id)) known.set(uid, file);
  return takeDescriptions(trip.medias, known);
}

/** The files of a trip, and the checks on them. */
import type { MediaDescription } from '@portal/contract-kit';
import { type Call, type Fault, type MediaClient, takeDescriptions } from '@portal/service-kit';
import type { TripDocument } from '../../contract/index.ts';

/** Returns the ids of the files that a trip refers to. */
export const filesOf = ({ medias = [] }: Pick<TripDocument, 'medias'>): (string | undefined)[] => medias.map(({ uid }) => uid);

/**
 * Checks that svc-media has every new file, and writes the names and sizes from svc-media into the trip. Files that the trip already has are not checked again.
 * @throws 422 if the trip would have too many files or megabytes; 503 if svc-media cannot be reached
 */
export async function fileErrors(media: MediaClient, trip: TripDocument, before: TripDocument | undefined, call: Call): Promise<Fault[]> {
  const known = new Map<string | undefined, Pick<MediaDescription, 'name' | 'size'>>(
    (before?.medias ?? []).map(({ uid, name = '', size = 0 }) => [uid, { name, size }]),
  );
  const added = filesOf(trip).filter((uid) => !known.has(uid));
  for (const [uid, file] of await media.describe(added, call, trip.id)) known.set(uid, file);
  return takeDescriptions(trip.medias, known);
}

/** The files of a trip. */
import type { TripBody } from '../../contract/index.ts';

/** The files that a trip names. */
export const filesOf = ({ medias = [] }: Pick<TripBody, 'medias'>): (string | undefined)[] => medias.map(({ uid }) => uid);

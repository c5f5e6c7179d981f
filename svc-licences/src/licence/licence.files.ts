/** The files of a licence. */
import type { LicenceDocument, LicenceHolder } from '../../contract/index.ts';

/** The files that a licence names. */
export const filesOf = ({ photoInstance, signature, medias = [] }: LicenceHolder): (string | undefined)[] => [
  photoInstance,
  signature,
  ...medias.map(({ uid }) => uid),
];

/** The files that a licence holds: those that it names, and those that it would name after a change that waits for confirmation. */
export const heldFilesOf = (licence: LicenceDocument): (string | undefined)[] =>
  [licence, ...(licence.pendingChange ? [licence.pendingChange.values] : [])].flatMap(filesOf);

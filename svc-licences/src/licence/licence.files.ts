/** The files of a licence, and the checks on them. */
import { L } from '@portal/contract-kit';
import { type Call, type Fault, fileNotFound, type MediaClient, takeDescriptions } from '@portal/service-kit';
import type { LicenceDocument, LicenceHolder } from '../../contract/index.ts';

/** Maximum total size of the files of one application, in bytes. */
const mostBytes = 50 * 1024 * 1024;
const tooLarge = L('All files together may be at most 50 MB', 'Todos os ficheiros juntos podem ter no máximo 50 MB');
const images = {
  photoInstance: L('The photo must be an image', 'A fotografia deve ser uma imagem'),
  signature: L('The signature must be an image', 'A assinatura deve ser uma imagem'),
} as const;

/** Returns the ids of the files that a licence refers to. */
export const filesOf = ({ photoInstance, signature, medias = [] }: LicenceHolder): (string | undefined)[] => [
  photoInstance,
  signature,
  ...medias.map(({ uid }) => uid),
];

/** Returns the ids of the files that must be kept for a licence: those it refers to, and those of a change that waits for confirmation. */
export const heldFilesOf = (licence: LicenceDocument): (string | undefined)[] =>
  [licence, ...(licence.pendingChange ? [licence.pendingChange.values] : [])].flatMap(filesOf);

/**
 * Checks that svc-media has every file, that photo and signature are images, and that the total size is within the limit. Writes the names and sizes from
 * svc-media into the licence.
 * @throws 422 if the application would have too many files or megabytes; 503 if svc-media cannot be reached
 */
export async function fileErrors(media: MediaClient, licence: LicenceDocument, before: LicenceDocument | undefined, call: Call): Promise<Fault[]> {
  const files = await media.describe(filesOf(licence), call, before?.id);
  const errors: Fault[] = [];
  for (const field of ['photoInstance', 'signature'] as const) {
    const uid = licence[field];
    const file = uid ? files.get(uid) : undefined;
    if (uid && !file) errors.push(fileNotFound(field));
    else if (file && !file.type.startsWith('image/')) errors.push({ code: 'CHOICE', field, message: images[field] });
  }
  errors.push(...takeDescriptions(licence.medias, files));
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes > mostBytes) errors.push({ code: 'MAX_LENGTH', field: 'medias', message: tooLarge });
  return errors;
}

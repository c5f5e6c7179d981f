/** Files, photos and signatures. */
import { addTexts, KIT } from '../language/i18n.ts';
import { texts } from './texts.ts';

addTexts(KIT, texts);

export { AttachmentTable } from './attachment-table.tsx';
export { ListFileField, listFileField, listFileIn } from './list-file-field.tsx';
export type { Attachment } from './media-files.ts';
export { PhotoField } from './photo-field.tsx';
export { SignaturePad } from './signature-pad.tsx';
export { UploadProgress } from './upload-progress.tsx';
export { sendFile, useUpload } from './use-upload.ts';

/** Files, photos and signatures. */
import { addTexts, KIT } from '../language/i18n.ts';
import { texts } from './texts.ts';

addTexts(KIT, texts);

export { AttachmentList, AttachmentTable, type AttachmentTableProps } from './attachment-table.tsx';
export { FileUpload, type FileUploadProps } from './file-upload.tsx';
export { type Attachment, formatSize, MEDIA_API, type UploadedFile } from './media-files.ts';
export { PhotoField } from './photo-field.tsx';
export { SignaturePad } from './signature-pad.tsx';

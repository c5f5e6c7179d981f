/** Files, photos and signatures. */
export { AttachmentList, AttachmentTable, type AttachmentTableProps } from './attachment-table.tsx';
export { FileUpload, type FileUploadProps } from './file-upload.tsx';
export { type Attachment, formatSize, MEDIA_API, type UploadedFile } from './media-files.ts';
export { PhotoField } from './photo-field.tsx';
export { SignaturePad } from './signature-pad.tsx';

import type { CatalogueRecord } from '@portal/contract-kit';
import type { ApiProblem } from '../api/problem.ts';
import { formatNumber } from '../language/format.ts';
import type { TextFunction } from '../language/i18n.ts';
import type { Language } from '../language/labels.ts';

export const MEDIA_API = '/api/media';
export const MOST_BYTES = 10 * 1024 * 1024;
export const FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/bmp'];
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/bmp'];

/** The answer to an upload. `data` holds a small picture as base64 JPEG. */
export interface UploadedFile {
  uid: string;
  id: string;
  name: string;
  size: number;
  data: string | null;
}

/** A row of a document's attachments. Licences keep the code and scope within `info`. Trips keep them beside `info`, which holds the name of the kind. */
export interface Attachment {
  uid: string;
  id?: string;
  name?: string;
  size?: number;
  code?: string;
  scope?: string;
  info?: string | { code?: string; scope?: string };
}

/** Makes the row for an uploaded file, with the data in both shapes; each contract drops the properties that it does not have. */
export const attachmentOf = ({ uid, id, name, size }: UploadedFile, code: string | undefined, scope: string): Attachment => ({
  uid,
  id,
  name,
  size,
  scope,
  ...(code ? { code } : {}),
  info: code ? { code, scope } : { scope },
});

/** Whether a list contains this file. */
export const isAmong = (row: Attachment, files: readonly Attachment[]): boolean => files.some(({ uid }) => uid === row.uid);

/** Returns the list with an uploaded file in the place of another one. The row keeps its id and kind. */
export const replacedBy = (rows: readonly Attachment[], old: Attachment, file: Attachment): Attachment[] =>
  rows.map((row) => (row.uid === old.uid ? { ...file, id: old.id } : row));

/** Returns the list without a file. If that file had replaced one that the stored document holds, the held file comes back. */
export const withoutFile = (rows: readonly Attachment[], gone: Attachment, kept: readonly Attachment[]): Attachment[] =>
  rows.flatMap((row) => (row.uid === gone.uid ? kept.filter(({ id }) => id !== undefined && id === row.id) : [row]));

/** Returns the code of an attachment's kind, wherever its contract keeps it. */
export const codeOf = ({ code, info }: Attachment): string | undefined => code || (typeof info === 'object' ? info.code : undefined) || undefined;

/** Returns the name of an attachment's kind. */
export function kindOf(row: Attachment, codes: readonly CatalogueRecord[], nameOf: (record: CatalogueRecord) => string): string {
  const { info } = row;
  const own = codeOf(row) ?? '';
  const record = codes.find((each) => each.code === own);
  if (record) return nameOf(record);
  return (typeof info === 'string' && info) || own;
}

/** Says why an upload failed: each of the server's errors as its code, a comma and its message, or without an answer that the upload could not be done. */
export const uploadErrorLines = (problem: ApiProblem, text: TextFunction): string[] =>
  problem.status > 0 && problem.errors.length > 0 ? problem.errors.map(({ code, message }) => `${code}, ${message}`) : [text('media.couldNotUpload')];

/** Says why a file could not be deleted, with the server's reasons on the following lines. */
export const deleteErrorLines = (problem: ApiProblem, text: TextFunction): string[] => [
  text('media.couldNotDelete'),
  ...(problem.status > 0 ? problem.errors.map(({ code, message }) => `${code}, ${message}`) : []),
];

/** Returns what is wrong with a chosen file, so far as it is known before ten megabytes are sent in vain. The server checks the content. */
export function fileErrorLines(file: Pick<File, 'size'> | undefined, text: TextFunction): string[] {
  if (!file) return [text('media.chooseFile')];
  return file.size > MOST_BYTES ? [`FILE_TOO_LARGE, ${text('media.tooLarge')}`] : [];
}

/**
 * Whether a file is a picture, by its type, or by its name if the system knows no type. HEIC, the format of iPhones, is accepted because some browsers can read
 * it; it is sent as JPEG.
 */
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type ? /^image\/(png|jpe?g|pjpeg|(x-ms-)?bmp|hei[cf])$/.test(type) : /\.(png|jpe?g|bmp|hei[cf])$/i.test(name);

/** `340 kB`, `1.2 MB`. */
export function formatSize(bytes: number | null | undefined, language?: Language): string {
  if (typeof bytes !== 'number' || !Number.isFinite(bytes)) return '';
  if (bytes < 1000) return `${formatNumber(bytes, language)} B`;
  const [value, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${formatNumber(value, language, { maximumFractionDigits: unit === 'MB' ? 1 : 0 })} ${unit}`;
}

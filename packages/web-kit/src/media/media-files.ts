import type { CatalogueRecord } from '@portal/contract-kit';
import type { ApiProblem } from '../api/problem.ts';
import { formatNumber } from '../language/format.ts';
import type { TextFunction } from '../language/i18n.ts';
import type { Language } from '../language/labels.ts';

export const MEDIA_API = '/api/media';
export const MOST_BYTES = 10 * 1024 * 1024;
export const FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/bmp'];
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/bmp'];

/** What an upload is answered with; `data` holds a small picture as base64 JPEG. */
export interface UploadedFile {
  uid: string;
  id: string;
  name: string;
  size: number;
  data: string | null;
}

/** A row of a document's attachments. Licences keep code and scope within `info`, trips beside it with the kind's name in `info`. */
export interface Attachment {
  uid: string;
  id?: string;
  name?: string;
  size?: number;
  code?: string;
  scope?: string;
  info?: string | { code?: string; scope?: string };
}

/** The row for an uploaded file, in both shapes: a contract drops what it does not have. */
export const attachmentOf = ({ uid, id, name, size }: UploadedFile, code: string | undefined, scope: string): Attachment => ({
  uid,
  id,
  name,
  size,
  scope,
  ...(code ? { code } : {}),
  info: code ? { code, scope } : { scope },
});

/** Whether the stored document holds this file: then it can be replaced and not deleted. */
export const isKept = (row: Attachment, kept: readonly Attachment[]): boolean => kept.some(({ uid }) => uid === row.uid);

/** The list in which an uploaded file takes the place of another: the row stays the same, with its id and kind. */
export const replacedBy = (rows: readonly Attachment[], old: Attachment, file: Attachment): Attachment[] =>
  rows.map((row) => (row.uid === old.uid ? { ...file, id: old.id } : row));

/** The list without a file. Where the file had taken the place of one that the stored document holds, that one is back. */
export const withoutFile = (rows: readonly Attachment[], gone: Attachment, kept: readonly Attachment[]): Attachment[] =>
  rows.flatMap((row) => (row.uid === gone.uid ? kept.filter(({ id }) => id !== undefined && id === row.id) : [row]));

/** The code of an attachment's kind, wherever its contract keeps it. */
export const codeOf = ({ code, info }: Attachment): string | undefined => code || (typeof info === 'object' ? info.code : undefined) || undefined;

/** The kind of an attachment in words. */
export function kindOf(row: Attachment, codes: readonly CatalogueRecord[], nameOf: (record: CatalogueRecord) => string): string {
  const { info } = row;
  const own = codeOf(row) ?? '';
  const record = codes.find((each) => each.code === own);
  if (record) return nameOf(record);
  return (typeof info === 'string' && info) || own;
}

/** Why an upload failed: each of the server's errors as its code, a comma and its message; without an answer, that it could not be done. */
export const uploadErrorLines = (problem: ApiProblem, text: TextFunction): string[] =>
  problem.status > 0 && problem.errors.length > 0 ? problem.errors.map(({ code, message }) => `${code}, ${message}`) : [text('media.couldNotUpload')];

/** Why a file could not be deleted; the server's reason stands below. */
export const deleteErrorLines = (problem: ApiProblem, text: TextFunction): string[] => [
  text('media.couldNotDelete'),
  ...(problem.status > 0 ? problem.errors.map(({ code, message }) => `${code}, ${message}`) : []),
];

/** What can be said of a chosen file before ten megabytes are sent for nothing. The server looks at the content. */
export function fileErrorLines(file: Pick<File, 'size'> | undefined, text: TextFunction): string[] {
  if (!file) return [text('media.chooseFile')];
  return file.size > MOST_BYTES ? [`FILE_TOO_LARGE, ${text('media.tooLarge')}`] : [];
}

/**
 * A picture by its type, or by its name where the system knows no type. HEIC, which iPhones make, is read by some browsers; it is sent as JPEG.
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

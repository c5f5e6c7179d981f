import { withoutInvisible } from '@portal/contract-kit';
import type { MediaType } from '../inspection/media-type.ts';

const EXTENSIONS: Record<MediaType, string[]> = { 'application/pdf': ['pdf'], 'image/png': ['png'], 'image/jpeg': ['jpg', 'jpeg'], 'image/bmp': ['bmp'] };
// Characters that have a meaning in a path, a shell or a header.
const UNSAFE = /[<>:"/\\|?*%;]/g;
const LONGEST = 120;
/** Only this many characters from the end of a name are used, because the end contains the extension. */
const LONGEST_GIVEN = 1_000;

/**
 * Returns the name under which a file is stored: the client's name without its path, unsafe characters and invisible ones, which documents refuse, and with the
 * extension of the detected file type.
 */
export function safeFileName(given: string | undefined, type: MediaType): string {
  const last = (given ?? '').slice(-LONGEST_GIVEN).normalize('NFC').split(/[/\\]/).pop() ?? '';
  const plain = withoutEdges(withoutInvisible(last).replace(UNSAFE, ' ').replace(/\s+/g, ' '));
  const dot = plain.lastIndexOf('.');
  const said = dot > 0 ? plain.slice(dot + 1).toLowerCase() : '';
  const accepted = EXTENSIONS[type];
  const known = Object.values(EXTENSIONS).flat().includes(said);
  const stem = [...(known ? plain.slice(0, dot) : plain)].slice(0, LONGEST).join('').trim() || 'file';
  return `${stem}.${accepted.includes(said) ? said : accepted[0]}`;
}

/** Trims dots and spaces at both ends. A regular expression would take quadratic time on long runs of them. */
function withoutEdges(text: string): string {
  const isEdge = (at: number) => text[at] === '.' || text[at] === ' ';
  let start = 0;
  let end = text.length;
  while (start < end && isEdge(start)) start++;
  while (end > start && isEdge(end - 1)) end--;
  return text.slice(start, end);
}

/** Returns a `Content-Disposition` header with the name, readable by every browser (RFC 6266). */
export function disposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Longest text between two objects in a file that is stored unchanged, in bytes. */
const LONGEST_GAP = 4_096;
/** Largest total of comments in a file that is stored unchanged, in bytes. */
const MOST_COMMENTS = 1_024;

const SPACE_AND_COMMENTS = String.raw`(?:[\0\t\n\f\r ]|%[\t -~\x80-\xff]*(?:[\r\n]|$))*`;
const HEADER = new RegExp(String.raw`^%PDF-1\.[0-7]${SPACE_AND_COMMENTS}$`);
const BETWEEN = new RegExp(`^${SPACE_AND_COMMENTS}$`);
const OBJECT = /\b\d{1,10}[\0\t\n\f\r ]{1,8}\d{1,5}[\0\t\n\f\r ]{1,8}obj\b/;
const END = /^[\s\0]*(?:xref[\s\d nf]*)?trailer[\s\0]*<<[^<>%]*(?:<[\da-fA-F\s]*>[^<>%]*)*>>[\s\0]*$/;

/**
 * Whether the file contains nothing but the parsed objects: each text `1 0 obj` in it is the start of a parsed object, and between the objects are only a
 * header, at most 1 kB of comments, a cross-reference table and a trailer. Every PDF reader then sees the same document, whatever its parser does. Such a file
 * may be stored unchanged; any other is written again.
 * @param objects number of parsed objects
 */
export function holdsOnlyParsedObjects(objects: number, bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const pieces = text.split('endobj');
  const tail = pieces.pop() as string;
  if (pieces.length !== objects) return false;
  let comments = 0;
  for (const [index, piece] of pieces.entries()) {
    const start = OBJECT.exec(piece);
    if (!start) return false;
    const before = piece.slice(0, start.index);
    if (before.length > LONGEST_GAP || !(index === 0 ? HEADER : BETWEEN).test(before)) return false;
    if (index > 0 && before.includes('%')) comments += before.length;
    const content = piece.slice(start.index + start[0].length);
    // The text is inside another object, a comment, a string or a stream.
    if (OBJECT.test(content) || content.split('stream', 1)[0]?.includes('%')) return false;
  }
  const end = tail.replace(/%[\t -~\x80-\xff]*/g, (comment) => {
    comments += comment === '%%EOF' ? 0 : comment.length;
    return '';
  });
  return comments <= MOST_COMMENTS && !OBJECT.test(tail) && END.test(end.replace(/startxref\s*\d+\s*$/, ''));
}

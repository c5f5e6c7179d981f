import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';

/** Names a PDF needs to run a script, start a program, play media or carry another file. */
const ACTIVE = new Map([
  ['JavaScript', 'a script'],
  ['XFA', 'a form with scripts'],
  ['Launch', 'a program start'],
  ['EmbeddedFile', 'an embedded file'],
  ['EmbeddedFiles', 'an embedded file'],
  ['RichMedia', 'embedded media'],
]);
const NAME = /\/((?:[^\s\0()<>[\]{}/%#]|#[0-9a-fA-F]{2})+)/g;
/** More than the longest name looked for, written with an escape for every letter, and what is looked at behind it. */
const LOOK_AHEAD = 128;
const CHUNK = 65_536;
const MOST_INFLATED = 64 * 1024 * 1024;
const MOST_CONTAINERS = 2_000;
const UNREADABLE = 'a part that cannot be inspected';

/**
 * Looks for active content in a PDF file.
 * Every byte is searched, whether it claims to be text, comment or stream, so that nothing hides behind the file's structure;
 * the compressed streams that hold objects are opened and searched too. What cannot be opened counts as unsafe.
 * @returns what makes the file unsafe, undefined where nothing does
 */
export async function activeContentOf(path: string): Promise<string | undefined> {
  const containers: number[] = [];
  const found = await search(readChunks(path), (at) => containers.push(at));
  if (found) return found;
  if (containers.length > MOST_CONTAINERS) return UNREADABLE;
  const allowance = { bytes: MOST_INFLATED };
  const seen = new Set<number>();
  for (const at of containers) {
    const inside = await searchContainer(path, at, seen, allowance);
    if (inside) return inside;
  }
  return undefined;
}

async function search(chunks: AsyncIterable<Buffer>, onContainer: (at: number) => void = () => undefined): Promise<string | undefined> {
  let text = '';
  let start = 0;
  /** Reads the names that begin before `limit`. */
  const read = (limit: number): string | undefined => {
    let end = limit;
    for (const match of text.matchAll(NAME)) {
      if (match.index >= limit) break;
      const behind = match.index + match[0].length;
      end = Math.max(limit, behind);
      const name = plain(match[1]);
      const reason = ACTIVE.get(name);
      if (reason) return reason;
      if (namesContainer(name, text.slice(behind, behind + LOOK_AHEAD))) onContainer(start + match.index);
    }
    text = text.slice(end);
    start += end;
    return undefined;
  };
  for await (const chunk of chunks) {
    text += chunk.toString('latin1');
    const reason = read(Math.max(0, text.length - 2 * LOOK_AHEAD));
    if (reason) return reason;
  }
  return read(text.length);
}

/** A stream of objects says its type, or at least where its first object begins: readers go by the latter. */
const namesContainer = (name: string, behind: string): boolean => name === 'ObjStm' || (name === 'First' && /^\s*\d+(?!\d|\s+\d+\s+R)/.test(behind));

/** `/J#61vaScript` is `/JavaScript`. */
const plain = (name: string): string => name.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

async function* readChunks(path: string, start = 0): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    yield* file.createReadStream({ start, highWaterMark: CHUNK, autoClose: false }) as AsyncIterable<Buffer>;
  } finally {
    await file.close();
  }
}

/** Opens one stream of objects, from where its type was named. */
async function searchContainer(path: string, at: number, seen: Set<number>, allowance: { bytes: number }): Promise<string | undefined> {
  // Its dictionary may begin before its type is named, and names its filters on either side.
  const before = Math.max(0, at - 2048);
  let head = '';
  for await (const chunk of readChunks(path, before)) {
    head += chunk.toString('latin1');
    break;
  }
  const keyword = /stream(\r\n|\n|\r)/g;
  keyword.lastIndex = at - before;
  const stream = keyword.exec(head);
  if (!stream) return undefined;
  const dictionary = head.slice(Math.max(0, head.lastIndexOf('obj', at - before)), stream.index);
  const names = [...dictionary.matchAll(NAME)].map((match) => plain(match[1]));
  if (!names.includes('Filter')) return undefined;
  // Several filters, a reference or parameters could mean any encoding; writers of object streams use none of them.
  if (names.includes('DecodeParms') || !/^\s*(\/Fl(ateDecode)?\b|\[\s*\/Fl(ateDecode)?\s*\])/.test(dictionary.split('/Filter')[1] ?? '')) return UNREADABLE;
  const start = before + stream.index + stream[0].length;
  if (seen.has(start)) return undefined;
  seen.add(start);
  return searchInflated(path, start, allowance);
}

async function searchInflated(path: string, start: number, allowance: { bytes: number }): Promise<string | undefined> {
  const inflate = createInflate();
  // What stands behind the compressed data is not read; the pipeline then ends early, which is no fault.
  const fed = pipeline(readChunks(path, start), inflate).catch(() => undefined);
  const limited = async function* () {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      allowance.bytes -= chunk.length;
      if (allowance.bytes < 0) throw new Error('The file unpacks to too much.');
      yield chunk;
    }
  };
  try {
    return await search(limited());
  } catch {
    return UNREADABLE;
  } finally {
    inflate.destroy();
    await fed;
  }
}

import { readFile, writeFile } from 'node:fs/promises';
import { activeContentOf, type Reason } from './active-content.ts';
import { prune, write } from './clean.ts';
import { parsePdf } from './parse.ts';
import { holdsOnlyParsedObjects } from './parsed-objects-only.ts';

/** The result of inspecting a PDF: why it is refused, or whether a clean file was written to the target. */
export type Verdict = { refused: Reason } | { rewritten: boolean };

/**
 * Parses a whole PDF and refuses active content. The rest is written again from the parsed objects, unless the file contains nothing but
 * those.
 * @param target where the clean file is written
 */
export async function inspectPdf(path: string, target: string): Promise<Verdict> {
  const bytes = await readFile(path);
  try {
    const { context, directObjects, packed, tidy, encrypted } = await parsePdf(bytes);
    if (encrypted) return { refused: 'encrypted' };
    const refused = activeContentOf(context);
    if (refused) return { refused };
    const changed = prune(context);
    // An object that was written twice is in the list once.
    const once = context.enumerateIndirectObjects().length === directObjects;
    if (!changed && !packed && tidy && once && holdsOnlyParsedObjects(directObjects, bytes)) return { rewritten: false };
    await writeFile(target, await write(context), { mode: 0o600 });
    return { rewritten: true };
  } catch (error) {
    // A file that the parser fails on (nested too deeply, wrong type) is damaged; an error of the disk is not the file's fault.
    if (error instanceof Error && 'syscall' in error) throw error;
    return { refused: 'unreadable' };
  }
}

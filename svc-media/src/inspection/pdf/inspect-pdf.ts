import { readFile, writeFile } from 'node:fs/promises';
import { activeContentOf, type Reason } from './active-content.ts';
import { prune, write } from './clean.ts';
import { parsePdf } from './parse.ts';
import { holdsOnlyParsedObjects } from './parsed-objects-only.ts';

/** What inspecting a PDF comes to: why it is refused, or whether a clean file was written to the target. */
export type Verdict = { refused: Reason } | { rewritten: boolean };

/**
 * Reads a PDF as a whole and refuses active content. What is kept is written anew from the objects that were understood,
 * unless the file has nothing else in it.
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
    // An object that was written twice is there once.
    const once = context.enumerateIndirectObjects().length === directObjects;
    if (!changed && !packed && tidy && once && holdsOnlyParsedObjects(directObjects, bytes)) return { rewritten: false };
    await writeFile(target, await write(context), { mode: 0o600 });
    return { rewritten: true };
  } catch (error) {
    // Whatever the parser stumbles over, nested too deeply or of the wrong kind, is damaged; what the disk refuses is not the file's fault.
    if (error instanceof Error && 'syscall' in error) throw error;
    return { refused: 'unreadable' };
  }
}

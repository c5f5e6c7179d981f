import { readFile, writeFile } from 'node:fs/promises';
import { activeContentOf, type Reason } from './active-content.ts';
import { prune, write } from './clean.ts';
import { hasUndrawnEntry } from './form-entries.ts';
import { parsePdf } from './parse.ts';
import { holdsOnlyParsedObjects } from './parsed-objects-only.ts';

/** The result of inspecting a PDF: why it is refused, or whether a clean file was written to the target. */
export type Verdict = { refused: Reason } | { rewritten: boolean };

/**
 * Parses a whole PDF, and refuses active content and forms whose entries would be lost. Any other file is written again from the parsed objects, unless it contains nothing but those objects.
 * @param target path at which the clean file is written
 */
export async function inspectPdf(path: string, target: string): Promise<Verdict> {
  const bytes = await readFile(path);
  try {
    const { context, directObjects, packed, tidy, encrypted } = await parsePdf(bytes);
    if (encrypted) return { refused: 'encrypted' };
    const refused = activeContentOf(context) ?? (hasUndrawnEntry(context) ? 'undrawnForm' : undefined);
    if (refused) return { refused };
    const changed = prune(context);
    // An object that was written twice appears only once in the list.
    const once = context.enumerateIndirectObjects().length === directObjects;
    if (!changed && !packed && tidy && once && holdsOnlyParsedObjects(directObjects, bytes)) return { rewritten: false };
    await writeFile(target, await write(context), { mode: 0o600 });
    return { rewritten: true };
  } catch (error) {
    // If the parser fails (nested too deeply, wrong type), the file is damaged; a disk error, however, is not the fault of the file.
    if (error instanceof Error && 'syscall' in error) throw error;
    return { refused: 'unreadable' };
  }
}

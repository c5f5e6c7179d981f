import type { DraftStore } from '../draft/draft-store.ts';
import type { WaitingForm } from './waiting.ts';

/**
 * Puts the answers of a waiting form back into its form, as the draft of the form.
 * @param sure whether other answers in the form may be replaced
 * @param drop deletes the waiting form. If it returns false, the form has the answers that it had before
 * @returns `open`, or what prevents it: another tab has the form, the waiting form was not deleted, or the form holds other answers, written at this time
 */
export async function reopen(
  { draft: { values, ...name } }: WaitingForm,
  drafts: DraftStore,
  sure: boolean,
  drop: () => Promise<boolean>,
): Promise<'open' | 'elsewhere' | 'tried' | { at: number }> {
  let held = false;
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const claim = drafts.claim(name, (mine) => {
    held = mine;
    tell();
  });
  try {
    await told;
    if (!held) return 'elsewhere';
    const other = await drafts.read(name);
    if (!sure && other && JSON.stringify(other.values) !== JSON.stringify(values)) return { at: other.at };
    await drafts.write(name, values, () => held);
    if (!held) return 'elsewhere';
    // The answers are in the form before the waiting form is deleted, so that a browser that is killed between them loses nothing.
    if (await drop()) return 'open';
    await (other ? drafts.write(name, other.values, () => held) : drafts.remove(name));
    return 'tried';
  } finally {
    claim.release();
  }
}

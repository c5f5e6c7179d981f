import type { DraftStore } from '../draft/draft-store.ts';
import type { WaitingForm } from './waiting.ts';

/**
 * Puts the answers of a waiting form back into its form, as the draft of the form.
 * @param sure whether other answers in the form may be replaced
 * @returns `open`, or what prevents it: another tab has the form, or the form holds other answers, written at this time
 */
export async function reopen({ draft: { values, ...name } }: WaitingForm, drafts: DraftStore, sure: boolean): Promise<'open' | 'elsewhere' | { at: number }> {
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
    const other = sure ? undefined : await drafts.read(name);
    if (other && JSON.stringify(other.values) !== JSON.stringify(values)) return { at: other.at };
    await drafts.write(name, values, () => held);
    return held ? 'open' : 'elsewhere';
  } finally {
    claim.release();
  }
}

import { useSyncExternalStore } from 'react';

let keeps = true;
/** The number of drafts on this page. */
let drafts = 0;
const readers = new Set<() => void>();

const tellReaders = (): void => {
  for (const changed of readers) changed();
};

/** Notes whether this browser has kept what was typed last. It keeps nothing if the site's data is blocked or the device has no room. */
export function noteKeeping(isKept: boolean): void {
  if (keeps === isKept) return;
  keeps = isKept;
  tellReaders();
}

/** Notes that a form of this page has a draft. @returns a function that notes that it is gone */
export function noteDraft(): () => void {
  drafts += 1;
  tellReaders();
  return () => {
    drafts -= 1;
    tellReaders();
  };
}

const subscribe = (changed: () => void) => {
  readers.add(changed);
  return () => void readers.delete(changed);
};

const isKeeping = (): boolean => keeps;
const hasDraft = (): boolean => drafts > 0;

/** Returns whether what is typed on this page is kept: a form of it has a draft, and this browser keeps drafts. */
export const areAnswersKept = (): boolean => keeps && hasDraft();

/** Returns whether this browser keeps the drafts of forms (`noteKeeping`). Until a draft could not be written, it does. */
export const useKeeping = (): boolean => useSyncExternalStore(subscribe, isKeeping, () => true);

/** Returns whether a form of this page has a draft (`noteDraft`). */
export const useHasDraft = (): boolean => useSyncExternalStore(subscribe, hasDraft, () => false);

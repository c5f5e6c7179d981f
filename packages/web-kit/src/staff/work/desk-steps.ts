import { createContext, useContext } from 'react';

/** How a case leads to the others of its list. */
export interface DeskSteps {
  /** The title of the list. */
  title: string | undefined;
  /** Where the case stands on the page of its list. */
  position: { at: number; of: number } | undefined;
  next(): void;
  previous(): void;
  /** To the next case after a decision; back to the list where there is none. @param before the status before the decision */
  goOn(before: string | undefined): void;
}

export const DeskStepsContext = createContext<DeskSteps | undefined>(undefined);

/** The way from this case to the others; undefined where it was not opened from a list. */
export const useDeskSteps = (): DeskSteps | undefined => useContext(DeskStepsContext);

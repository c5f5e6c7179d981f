import { createContext, useContext } from 'react';

/** The navigation from a case to the other cases of its list. */
export interface DeskSteps {
  /** The title of the list. */
  title: string | undefined;
  next(): void;
  previous(): void;
  /**
   * Opens the next case after a decision, or returns to the list if there is none. If the officer has opened another case meanwhile, nothing happens.
   * @param decided the id of the decided case @param before its status before the decision
   */
  goOn(decided: string, before: string | undefined): void;
  /**
   * Does the same as `goOn` before the server has answered, if the next case is already rendered.
   * @returns the address of the page that was left; undefined if the officer stays on it
   */
  goAhead(decided: string, before: string): string | undefined;
  /** Opens a page of these cases. A page that was rendered in advance is shown at once. @param address with or without the list's address in its query */
  follow(address: string): void;
  /** Tells which page the main action of the case opens, so that this page is rendered in advance. @returns a function that undoes this */
  leadsTo(address: string): () => void;
}

export const DeskStepsContext = createContext<DeskSteps | undefined>(undefined);

/** Returns the navigation to the next and previous case; undefined if the case was not opened from a list. */
export const useDeskSteps = (): DeskSteps | undefined => useContext(DeskStepsContext);

/** The position of the marked case on the current page of its list. */
export const DeskPositionContext = createContext<{ at: number; of: number } | undefined>(undefined);

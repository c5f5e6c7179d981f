import { createContext, useContext } from 'react';

/** How a case leads to the others of its list. */
export interface DeskSteps {
  /** The title of the list. */
  title: string | undefined;
  next(): void;
  previous(): void;
  /**
   * To the next case after a decision; back to the list where there is none. Whoever has opened another case meanwhile stays there.
   * @param decided the id of the case @param before its status before the decision
   */
  goOn(decided: string, before: string | undefined): void;
  /**
   * The same before the server has answered, where the next case is drawn already.
   * @returns the address of the page that was left; undefined where the officer stays
   */
  goAhead(decided: string, before: string): string | undefined;
  /** Opens a page of these cases; one that is drawn ahead is on the screen at once. @param address with or without the list */
  follow(address: string): void;
  /** The case on the screen says which page its leading action opens, so that it is drawn ahead. @returns what takes it back */
  leadsTo(address: string): () => void;
}

export const DeskStepsContext = createContext<DeskSteps | undefined>(undefined);

/** Moves to the next and previous case of the list; undefined where the case was not opened from one. */
export const useDeskSteps = (): DeskSteps | undefined => useContext(DeskStepsContext);

/** Where the marked case stands on the page of its list. */
export const DeskPositionContext = createContext<{ at: number; of: number } | undefined>(undefined);

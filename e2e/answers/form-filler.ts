/** Fills in a form by the labels on the screen; the beginning of a label is enough. Each kind of browser driver has its own implementation. */
export interface FormFiller {
  /** Waits for the page with this heading. */
  reach(heading: string): Promise<void>;
  /** Waits for a text on the screen. */
  sees(text: RegExp): Promise<void>;
  type(label: string, value: string): Promise<void>;
  expectValue(label: string, value: string): Promise<void>;
  /** Chooses from a plain select list. */
  choose(label: string, option: string | { index: number }): Promise<void>;
  /** Chooses from a list by typing, then selecting. */
  find(label: string, typed: string, option?: string): Promise<void>;
  date(label: string, day: string): Promise<void>;
  pick(group: string, answer: string): Promise<void>;
  /** Gives the same answer to every question of a list. */
  answerAll(card: string, answer: 'Yes' | 'No' | 'Sim' | 'Não'): Promise<void>;
  tick(label: string): Promise<void>;
  /** Ticks every box of the list with this title; some lists have no boxes. */
  tickAll(card: string): Promise<void>;
  next(): Promise<void>;
  /** Opens the parts of the form that are collapsed on a phone. */
  unfold(): Promise<void>;
}

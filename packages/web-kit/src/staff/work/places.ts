/** A screen that the palette can open. */
export interface Place {
  title: string;
  to: string;
  /** The letter that opens the screen after the "go to" key. */
  key?: string;
}

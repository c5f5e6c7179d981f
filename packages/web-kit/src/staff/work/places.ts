/** A screen that the palette can open. */
export interface Place {
  title: string;
  to: string;
  /** The letter that leads there after the key for "go to". */
  key?: string;
}

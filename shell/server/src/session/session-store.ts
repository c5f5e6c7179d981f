/** The store of sessions. It has two drivers; one contract test suite holds both to the same behaviour. */
export interface SessionStore {
  get(key: string): Promise<string | undefined>;
  /** Stores `value` for `milliseconds`. Records of one owner can be deleted together. */
  set(key: string, value: string, milliseconds: number, owner?: string): Promise<void>;
  /** Compare and set: replaces `before` with `value`, and does nothing where the stored value is another or missing. @returns whether it replaced it */
  swap(key: string, before: string, value: string, milliseconds: number, owner?: string): Promise<boolean>;
  /** Sets a mark of this name for `milliseconds`. @returns false where it was set already: of two callers only one sets it */
  claim(key: string, milliseconds: number): Promise<boolean>;
  /** Gets and deletes in one step: of two callers only one gets the value. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Keys of the records of one owner that are there. */
  owned(owner: string): Promise<string[]>;
  deleteOwned(owner: string): Promise<void>;
  close(): Promise<void>;
}

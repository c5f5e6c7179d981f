/** Where sessions are kept. Two drivers stand behind it, and one contract suite holds both to the same behaviour. */
export interface SessionStore {
  get(key: string): Promise<string | undefined>;
  /** Keeps `value` for `milliseconds`. Records of one owner can be removed together. */
  set(key: string, value: string, milliseconds: number, owner?: string): Promise<void>;
  /** Puts `value` in the place of `before`; nothing happens where something else, or nothing, stands there by now. @returns whether it did */
  swap(key: string, before: string, value: string, milliseconds: number, owner?: string): Promise<boolean>;
  /** Keeps a mark of this name for `milliseconds`. @returns false where it was there already: of two callers one sets it */
  claim(key: string, milliseconds: number): Promise<boolean>;
  /** Gets and removes in one step: of two callers one gets the value. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  deleteOwned(owner: string): Promise<void>;
  close(): Promise<void>;
}

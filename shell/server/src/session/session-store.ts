/** Storage for sessions. There are two implementations; the same contract test suite runs against both. */
export interface SessionStore {
  get(key: string): Promise<string | undefined>;
  /** Stores `value` for `milliseconds`. Records of one owner can be deleted together. */
  set(key: string, value: string, milliseconds: number, owner?: string): Promise<void>;
  /**
   * Replaces `before` by `value` (compare and set). Does nothing when the stored value differs or is missing.
   * @returns whether it replaced the value
   */
  swap(key: string, before: string, value: string, milliseconds: number, owner?: string): Promise<boolean>;
  /**
   * Sets a mark with this name for `milliseconds`. When two callers try it, only one succeeds.
   * @returns false when the mark was already set
   */
  claim(key: string, milliseconds: number): Promise<boolean>;
  /** Gets and deletes a value atomically. When two callers try it, only one gets the value. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Lists the keys of the owner's records that still exist. */
  owned(owner: string): Promise<string[]>;
  deleteOwned(owner: string): Promise<void>;
  close(): Promise<void>;
}

/** The case that was opened last, by the address of its list: Back returns to its row. */
export const openedFrom = new Map<string, string>();

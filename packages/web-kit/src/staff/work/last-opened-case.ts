/** By address of the list: the id of the case that was opened last. Back returns to the row of that case. */
export const openedFrom = new Map<string, string>();

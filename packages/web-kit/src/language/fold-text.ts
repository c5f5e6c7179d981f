/** Returns a text without accents and in lower case, for searching while typing. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

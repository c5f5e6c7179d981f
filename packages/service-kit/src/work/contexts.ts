/** What the encrypted values of these tables belong to. */
export const accountContext = (sub: string): string => `account ${sub}`;
export const noteContext = (id: string): string => `note ${id}`;
export const viewContext = (id: string): string => `view ${id}`;

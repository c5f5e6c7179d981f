/** The encryption contexts of these tables: the data that is authenticated together with an encrypted value. */
export const accountContext = (sub: string): string => `account ${sub}`;
export const noteContext = (id: string): string => `note ${id}`;
export const viewContext = (id: string): string => `view ${id}`;

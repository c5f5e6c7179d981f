/**
 * The address of a form that takes over from a document. The id is in the fragment: the link works before the scripts run and in another
 * tab, and no server gets the id.
 * @param form the address of the form
 * @param id the id of the document, or a finder's key to it
 */
export const takeOverAddress = (form: string, id: string): string => `${form}#from=${id}`;

/** The id or the key that such an address names. @param hash the fragment of the address */
export const takenOverFrom = (hash: string): string | undefined => new URLSearchParams(hash.slice(1)).get('from') ?? undefined;

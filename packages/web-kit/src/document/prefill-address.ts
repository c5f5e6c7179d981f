/**
 * Returns the address of a form that continues from an existing document. The document's id is in the fragment, so that the link works before the scripts run
 * and in another tab, and no server receives the id.
 * @param form the address of the form
 * @param id the id of the document, or a finder's key to it
 */
export const prefilledFormAddress = (form: string, id: string): string => `${form}#from=${id}`;

/** Returns the id or finder's key in an address made by `takeOverAddress`. @param hash the fragment of the address */
export const prefillSourceId = (hash: string): string | undefined => new URLSearchParams(hash.slice(1)).get('from') ?? undefined;

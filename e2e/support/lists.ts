const filtered = (list: string, criteria: object[]): string => `${list}?q=${encodeURIComponent(JSON.stringify({ criteria }))}`;

/**
 * Returns the address of an official's list that contains only one document. Other tests register documents at the same time, so a new one may not be on the
 * first page; and the official's own default view of the list does not matter.
 */
export const listOf = (list: string, reference: string): string =>
  filtered(list, [{ fieldName: 'serialReference.reference', operation: 'EQ', values: [reference] }]);

/** Returns the address of the whole list, regardless of the official's default view. */
export const wholeList = (list: string): string => filtered(list, []);

/** Returns the address of a list of the documents with a certain text, such as a name that no other journey uses. */
export const listWith = (list: string, fieldName: string, text: string): string => filtered(list, [{ fieldName, operation: 'EQ', values: [text] }]);

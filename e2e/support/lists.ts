const filtered = (list: string, criteria: object[]): string => `${list}?q=${encodeURIComponent(JSON.stringify({ criteria }))}`;

/**
 * The address of an official's list with one document alone: others register at the same time, so that a new one may be beyond the first page, and
 * an official's own choice of what a list opens with does not matter.
 */
export const listOf = (list: string, reference: string): string =>
  filtered(list, [{ fieldName: 'serialReference.reference', operation: 'EQ', values: [reference] }]);

/** The address of the whole list, whatever the official has chosen that it opens with. */
export const wholeList = (list: string): string => filtered(list, []);

/** The address of a list of the documents with a text, such as a name that no other journey uses. */
export const listWith = (list: string, fieldName: string, text: string): string => filtered(list, [{ fieldName, operation: 'EQ', values: [text] }]);

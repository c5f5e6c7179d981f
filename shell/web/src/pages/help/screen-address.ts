/** Returns the address of a screen without the ids of documents: an id gives access to a document, and addresses are stored. */
export const screenAddress = (pathname: string): string =>
  pathname
    .split('/')
    .map((each) => (/\d/.test(each) && each.length >= 8 ? '-' : each))
    .join('/');

/** The address of a screen without what stands for a document in it: ids are keys to documents, and addresses are kept. */
export const screenAddress = (pathname: string): string =>
  pathname
    .split('/')
    .map((each) => (/\d/.test(each) && each.length >= 8 ? '-' : each))
    .join('/');

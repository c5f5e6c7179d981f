/** Letters, also of other scripts with their joiners, and the marks that stand in names. Digits, `:`, `@` and other marks do not. */
const nameLike = /^(?:\p{L}|\p{M}|\p{Pd}|\u200c|\u200d|[ .,'’‘`´·‧・()/])+$/u;
/** A dot before a letter, as in the name of a web site. */
const dotInWord = /\.(?=\p{L}|\p{M}|\u200c|\u200d)/gu;

/**
 * Returns a name for a letter, or an empty text if it does not look like a name. Anybody can register a document with somebody else's address, and the portal
 * must not send that person a link or a telephone number that the sender has written as a name. A space follows each dot: `MD. ABDUL` is a name, and
 * `evil. example` is no link.
 */
export const nameInLetter = (name: string): string => (nameLike.test(name) ? name.replace(dotInWord, '. ') : '');

/** Letters, also of other scripts, and the marks that stand in names. Digits, `:`, `@` and other marks do not. */
const nameLike = /^[\p{L}\p{M}\p{Pd} .,'’‘`´·・()/]+$/u;
/** A dot between letters, as in the name of a web site. Initials (`J.P. Silva`) have one letter after the dot. */
const dottedWord = /\.\p{L}{2}|^www\.|[\s/(,]www\./iu;

/**
 * Returns a name for a letter, or an empty text if it does not look like a name. Anybody can register a document with somebody else's address, and the portal
 * must not send that person a link or a telephone number that the sender has written as a name.
 */
export const nameInLetter = (name: string): string => (nameLike.test(name) && !dottedWord.test(name) ? name : '');

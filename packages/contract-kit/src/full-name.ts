/** Returns a person's name: the first names and the last names, or those of them that are given. */
export const fullName = ({ firstName, lastName }: { firstName?: string; lastName?: string }): string => [firstName, lastName].filter(Boolean).join(' ');

const weights = [7, 3, 1] as const;

const numberOf = (character: string): number => {
  if (character === '<') return 0;
  if (character >= '0' && character <= '9') return character.charCodeAt(0) - 48;
  if (character >= 'A' && character <= 'Z') return character.charCodeAt(0) - 55;
  return Number.NaN;
};

/** Computes the check digit of Doc 9303 part 3, 4.9: values weighted 7, 3, 1, modulo 10. */
export const checkDigit = (text: string): string =>
  String([...text].reduce((sum, character, at) => sum + numberOf(character) * (weights[at % 3] as number), 0) % 10);

/**
 * A form described as data: which sections and fields a person fills in, in which order and with which texts. Labels, kinds and limits come from the contract
 * class. Both the screens and the pages that work without JavaScript are built from this description.
 */
import type { Bilingual } from './language.ts';

/** The condition under which a section or a field is shown. */
export interface FormCondition {
  /** Returns whether the section or field applies to the answers so far. A screen shows it only then. */
  holds(model: object): boolean;
  /** The condition in words, for a page that cannot hide the section or field: "Only if you arrive by air". */
  words: Bilingual;
}

export interface FormField {
  /** Dotted path into the contract class. */
  name: string;
  /** Replaces the label of the contract. */
  label?: Bilingual;
  hint?: Bilingual;
  when?: FormCondition;
  /** Whether the label is followed by "(optional)". */
  optional?: true;
  /** Width of the input in characters. */
  width?: 2 | 3 | 4 | 5 | 10 | 20;
  inputType?: 'email' | 'tel';
  autoComplete?: string;
  /** The maximum number of characters of a text with several lines. */
  lines?: number;
  /**
   * The values of a choice in order, with their names. The form may have values that the contract does not have, if it stores something else in the body for
   * them.
   */
  names?: Readonly<Record<string, Bilingual>>;
  /** The catalogue that suggests values for a text; any other text is accepted too. */
  suggest?: { catalogue: string; without?: Readonly<Record<string, string>> };
  /** Whether the day is chosen from a list that the server offers. */
  dayFromList?: boolean;
}

export interface FormSection {
  /** An id that is unique in the form. */
  id: string;
  title: Bilingual;
  when?: FormCondition;
  fields?: readonly FormField[];
  /** A list of the contract that is filled in here: questions, requirements or goods. It is placed before the fields. */
  list?: FormList;
}

export interface FormList {
  name: string;
  hint?: Bilingual;
  /** For a list whose rows the person adds: the title of a row, the text on the button that adds one, and the fields of a row. */
  rows?: { title: Bilingual; add: Bilingual; fields: readonly FormField[] };
}

/** Creates a condition: `onlyIf(test, L('Only if …', 'Só se …'))`. */
export const onlyIf = <Model extends object>(holds: (model: Model) => boolean, words: Bilingual): FormCondition => ({
  holds: holds as FormCondition['holds'],
  words,
});

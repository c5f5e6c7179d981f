/**
 * A form as data: which sections and fields a person fills in, in which order, with which words. Labels, kinds and limits are those of the
 * contract class. Screens draw it, and so does the page that works without script.
 */
import type { Bilingual } from './language.ts';

/** When a section or a field is asked. */
export interface FormCondition {
  /** Whether the answers so far ask for it. A screen shows it only then. */
  holds(model: object): boolean;
  /** The same in words, for a page that cannot hide it: "Only if you arrive by air". */
  words: Bilingual;
}

export interface FormField {
  /** Dotted path into the contract class. */
  name: string;
  /** In place of the contract's label. */
  label?: Bilingual;
  hint?: Bilingual;
  when?: FormCondition;
  /** The words "(optional)" stand beside the label. */
  optional?: true;
  /** Width of the input in characters. */
  width?: 2 | 3 | 4 | 5 | 10 | 20;
  inputType?: 'email' | 'tel';
  autoComplete?: string;
  /** A text of several lines, with at most this many characters. */
  lines?: number;
  /** The values of a choice in order, with their names. A form may have more than the contract: it then puts something else into the body. */
  names?: Readonly<Record<string, Bilingual>>;
  /** The catalogue that helps to fill in a text; any other text is accepted too. */
  suggest?: { catalogue: string; without?: Readonly<Record<string, string>> };
  /** A day out of the list that the server offers. */
  dayFromList?: boolean;
}

export interface FormSection {
  /** Unique in the form. */
  id: string;
  title: Bilingual;
  when?: FormCondition;
  fields?: readonly FormField[];
  /** A list of the contract that is filled in here: questions, requirements, goods. It comes before the fields. */
  list?: FormList;
}

export interface FormList {
  name: string;
  hint?: Bilingual;
  /** Of a list whose rows are added by hand: what one row is, the words on the button that adds one, and its fields. */
  rows?: { title: Bilingual; add: Bilingual; fields: readonly FormField[] };
}

/** A condition: `onlyIf(test, L('Only if …', 'Só se …'))`. */
export const onlyIf = <Model extends object>(holds: (model: Model) => boolean, words: Bilingual): FormCondition => ({
  holds: holds as FormCondition['holds'],
  words,
});

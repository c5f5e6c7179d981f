/** A form that works without script: what a kind of document says about it, and the messages between its service and the gateway. */
import type { Bilingual, FieldError, FormSection, Language } from '@portal/contract-kit';

/** The form without script of one kind of document. Its fields and their words are those of the screen. */
export interface PlainForm {
  /** Public address of the page: `/eservice/traveller/declaration/plain`. The menu of the area's `area.json` names it too. */
  address: string;
  title: Bilingual;
  intro?: Bilingual;
  sections: readonly FormSection[];
  /** What the sender agrees to, at the end of the form. */
  terms: { title: Bilingual; text: Bilingual };
  submit: Bilingual;
  /** The action that the form performs. */
  action: string;
  /** The catalogues ask the rows of this document code. */
  documentCode: string;
  /** The days that may be chosen in a field with `dayFromList`. */
  days(language: Language): readonly { code: string; name: string }[];
  /** Fills in what the screen fills in. */
  complete(body: PlainBody): PlainBody;
  /** The checks of the screen. Flags that follow from catalogues are in the body. */
  check(body: object, language: Language): FieldError[];
  /**
   * Answers that are allowed and hardly meant: the form is shown once more with them before it is registered.
   * @param about what a question of the catalogue is about, by its id
   */
  doubts?(body: object, about: (question: string | undefined) => string | undefined): readonly PlainDoubt[];
  /** The page after registration. */
  done: {
    title: Bilingual;
    note(productName: string): Bilingual;
    /** What happens after that, step by step. */
    next: readonly Bilingual[];
    /** Whose document it is, and what tells it from another one of the same person. */
    about(model: object, language: Language): { owner: string; facts?: readonly string[] };
    lane?(model: object): 'RED' | 'GREEN';
    /** What to do in the lane, where it is not what the lane says alone. */
    laneHelp?(model: object): Bilingual;
    /** The print that the traveller takes along. */
    print: string;
  };
}

/** Something to ask about the answers, with the paths of those that it is about. */
export interface PlainDoubt {
  id: string;
  text: Bilingual;
  fields: readonly string[];
}

export type PlainBody = Record<string, unknown>;

/** What the gateway sends of a form: every name with its value, in the order sent, repeated names too. */
export interface PlainSubmission {
  fields: [name: string, value: string][];
  /** Draws the form again with its answers and this notice, and registers nothing. */
  notice?: PlainNotice;
}

/** Why the gateway does not let a form through. */
export const plainNotices = ['session-ended', 'token-expired'] as const;
export type PlainNotice = (typeof plainNotices)[number];

/** A page, for the gateway to put into the portal's frame. */
export interface PlainPage {
  status: number;
  title: string;
  /** The title begins with "Error:". */
  failed: boolean;
  /** The content of the page's `main` element. `sessionField` in it is the place of the session's token. */
  html: string;
}

/** A registered document: where its page is. */
export interface PlainDone {
  location: string;
}

/** Stands in a form where the gateway puts the CSRF token of a session. No answer can look like it: answers are escaped. */
export const sessionField = '<!--SESSION-->';

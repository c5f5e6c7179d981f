/** A form that works without script: how a kind of document defines it, and the messages between the service and the gateway. */
import type { Bilingual, FieldError, FormSection, Language } from '@portal/contract-kit';

/** The form for browsers without script of one kind of document. Its fields and texts are those of the screen. */
export interface PlainForm {
  /** Public path of the page, such as `/eservice/traveller/declaration/plain`. The menu in the area's `area.json` contains it too. */
  address: string;
  title: Bilingual;
  intro?: Bilingual;
  sections: readonly FormSection[];
  /** What the sender agrees to, at the end of the form. */
  terms: { title: Bilingual; text: Bilingual };
  submit: Bilingual;
  /** The workflow action that the form performs. */
  action: string;
  /** Document code of the form. It selects the catalogue records that the form asks, such as questions. */
  documentCode: string;
  /** Returns the days that may be chosen in a field with `dayFromList`. */
  days(language: Language): readonly { code: string; name: string }[];
  /** Fills in the values that the screen fills in automatically. */
  complete(body: PlainBody): PlainBody;
  /** Makes the same checks as the screen. The body includes the flags that follow from catalogues. */
  check(body: object, language: Language): FieldError[];
  /**
   * Returns the answers that are allowed but are probably mistakes. The form is shown once more with questions about them before the document is registered.
   * @param about returns the topic of a question of the catalogue, by the id of the question
   */
  doubts?(body: object, about: (question: string | undefined) => string | undefined): readonly DoubtfulAnswers[];
  /** The page after registration. */
  done: {
    title: Bilingual;
    note(productName: string): Bilingual;
    /** What happens after registration, step by step. */
    next: readonly Bilingual[];
    /** Whether there is a decision after which the note and the steps no longer hold. */
    isDecided?(model: object): boolean;
    /** Returns the owner of the document, and facts that distinguish it from other documents of the same person. */
    about(model: object, language: Language): { owner: string; facts?: readonly string[] };
    lane?(model: object): 'RED' | 'GREEN';
    /** Returns what to do in the lane, as long as there is something to do. */
    laneHelp?(model: object): Bilingual | undefined;
    /** Name of the print that the traveller takes along. */
    print: string;
  };
}

/** A question about doubtful answers, with the paths of these answers. */
export interface DoubtfulAnswers {
  id: string;
  text: Bilingual;
  fields: readonly string[];
}

export type PlainBody = Record<string, unknown>;

/** Maximum number of names in a form, more than any form has. A body with more is refused. */
export const mostNames = 2_000;

/** A form as the gateway sends it: every name with its value, in the order sent, including repeated names. */
export interface PlainSubmission {
  fields: [name: string, value: string][];
  /** If set, the form is drawn again with its answers and this notice, and nothing is registered. */
  notice?: PlainNotice;
}

/** The reasons for which the gateway does not let a form through. */
export const plainNotices = ['session-ended', 'token-expired'] as const;
export type PlainNotice = (typeof plainNotices)[number];

/** A page that the gateway puts into the portal's frame. */
export interface PlainPage {
  status: number;
  title: string;
  /** Whether the title begins with "Error:". */
  failed: boolean;
  /** The content of the page's `main` element. It contains `sessionField` where the session's CSRF token belongs. */
  html: string;
}

/** The answer to a form that registered a document: the path of the document's page. */
export interface PlainDone {
  location: string;
}

/** Placeholder in a form that the gateway replaces with the CSRF token of a session. No answer can look like it, because answers are escaped. */
export const sessionField = '<!--SESSION-->';

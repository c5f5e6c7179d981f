import type { CatalogueRecord, DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import type { ReactNode } from 'react';
import type { Api } from '../api/api.ts';
import type { PageError } from '../components/page-error.ts';
import type { Label } from '../language/labels.ts';

/** An action that has a page of its own. */
export interface ActionPage {
  label: string;
  to: string;
}

export interface ActionPanelProps<Model extends object> {
  api: Api;
  envelope: DocumentEnvelope<Model>;
  /** The form's mode. Actions of other modes are not shown. */
  mode: string;
  /** Returns further input besides version, comment and decision. Undefined cancels the action (the screen has then shown why). */
  values?: (action: OfferedAction) => object | undefined;
  /** Called when the action is sent. @returns a function that is called with the reason if the action is refused */
  onSend?: (action: OfferedAction) => ((reason: string) => void) | undefined;
  onDone: (envelope: DocumentEnvelope<Model>, action: OfferedAction) => void;
  onErrors?: (errors: PageError[]) => void;
  /** Loads the newest version after somebody else has changed the document. Without it the page is reloaded. */
  onReload?: () => unknown;
  /** The actions that ask for confirmation, each with its question. Final actions (rejection, termination, …) ask unless their value is `false`. */
  confirm?: Record<string, boolean | Label>;
  /** By action: returns the requirements that the action confirms, as the form is filled in. If one is left unconfirmed, the comment must say why. */
  confirms?: Record<string, () => readonly { confirmed?: boolean | null }[] | null | undefined>;
  /** By action: the choices for `decision`. */
  choices?: Record<string, readonly CatalogueRecord[]>;
  /** By action: returns the address of the page that a navigation action opens. */
  navigate?: Record<string, (id: string) => string>;
  fileName?: (action: OfferedAction) => string;
  /** Maximum number of characters of the comment, where it is not that of the actions of documents. */
  longestComment?: number;
  /** Whether the document is submitted, which hides the actions for drafts; by default derived from its status. */
  submitted?: boolean;
  /** Actions that have a page of their own, each with its address. They are shown as links; the first one is the main action. */
  pages?: readonly ActionPage[];
  /** Whether the page is for officers: the page itself reports what was done, and there are keyboard shortcuts for the actions. */
  officers?: boolean;
  /** The fields of the decision, shown above the comment. */
  children?: ReactNode;
}

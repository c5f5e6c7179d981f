import type { FieldError } from '@portal/contract-kit';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { ContractErrors } from '../contract/use-contract-errors.ts';
import type { Draft } from '../draft/use-draft.ts';
import type { Label } from '../language/labels.ts';

/** One step. Its fields must be valid before the next step is opened. */
export interface WizardStep<Values> {
  id: string;
  title: Label;
  /** The dotted paths of the step's fields. A path includes everything below it. */
  fields: readonly string[];
  /** Renders the step. `goTo` opens another step by its id and focuses one of its fields, for the Change links of a review; Continue then leads back here. */
  render: (step: { goTo(id: string, field?: string): void }) => ReactNode;
  /** Checks rules that the contract does not have. */
  validate?: (values: Values) => FieldError[];
  /** Whether the step is shown. It is skipped while this returns false. */
  visible?: (values: Values) => boolean;
}

export interface WizardProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  contract: ContractErrors;
  steps: readonly WizardStep<Values>[];
  /** Sends the answers. If it throws, the errors are shown at the fields, in the step that they concern. */
  onSubmit: (values: Values) => Promise<unknown>;
  submitLabel?: Label;
  /** Whether the form is kept on the device without a network and sent later; the button then says so. */
  waits?: boolean;
  /** Maps the errors of a form that waited on the device and was refused to the fields of the form. */
  refusedErrors?(errors: readonly FieldError[]): Promise<readonly FieldError[]>;
  /** The target of the Back link on the first step. */
  back?: string | true;
  draft?: Draft;
  /** Shown while something that later steps need is missing: below the answers of the first step, which works without it, or in place of a later step. */
  missing?: ReactNode;
  /** Content on the first step, after the line that says that answers are kept. */
  help?: ReactNode;
  /**
   * Whether Continue leads to the next step with something to answer, or else to the last step, which shows all answers. For a form that was filled in before.
   */
  skipsComplete?: boolean;
  /** Whether the last step also asks what is still missing in the others, so that it may be opened at once. Its `fields` name what it asks. */
  gathers?: boolean;
  /** The service's name, before "Step 2 of 5". */
  caption?: Label;
  actions?: ReactNode;
  /** The audience of the page; by default the public. */
  audience?: 'public' | 'staff';
  /** Called each time the last step is reached. */
  onFinalised?: () => void;
}

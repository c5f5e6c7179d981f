import type { FieldError } from '@portal/contract-kit';
import { Activity, Fragment, type ReactNode, type SyntheticEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button, ButtonGroup, IconButton } from '../components/button.tsx';
import { PublicPage, StaffPage } from '../components/page.tsx';
import { LoadingPanel, useOnline } from '../components/states.tsx';
import type { ContractErrors } from '../contract/use-contract-errors.ts';
import { FieldLimit } from '../document/document-form.tsx';
import { DraftElsewhere, DraftNotice, NotKept } from '../draft/draft-notice.tsx';
import { useKeeping } from '../draft/keeping.ts';
import type { Draft } from '../draft/use-draft.ts';
import { FormProvider } from '../forms/form-provider.tsx';
import { LateParts } from '../forms/late-parts.tsx';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useWizard } from './use-wizard.ts';

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

/** Asks questions in steps. Going forward needs a valid step; going back is always possible. The address names the step (`?step=2`). */
export function Wizard<Values extends FieldValues>(props: WizardProps<Values>) {
  const { form, contract, submitLabel, waits = false, back, draft, missing, help, caption, actions, audience = 'public' } = props;
  const text = useText();
  const { ready, steps, asked, step, last, prepared, fieldLimit, isSettled, isBusy, change, submit, backward, whileAnswering } = useWizard(props);
  const arrows = { asked, count: steps.length, onBack: backward, onNext: submit };
  // The content below the fields is hidden until all fields are rendered, because it would move.
  const style = fieldLimit === Number.POSITIVE_INFINITY ? undefined : ({ visibility: 'hidden' } as const);
  const Page = audience === 'staff' ? StaffPage : PublicPage;
  return (
    <Page
      title={step.title}
      caption={caption && text(caption)}
      back={asked > 0 ? backward : back}
      aside={<Arrows {...arrows} withStep />}
      errors={contract.errors}
      focusKey={step.id}
      actions={actions}
    >
      {draft ? asked === 0 ? <DraftNotice draft={draft} onStartAgain={contract.clear} help={help} /> : <DraftElsewhere draft={draft} /> : null}
      <FormProvider {...form}>
        <form noValidate method="dialog" onSubmit={submit} onFocus={whileAnswering} onChange={whileAnswering} className="portal-wizard">
          {[asked, asked + 1].map((index) => {
            const each = steps[index];
            if (!each || (index > asked && each.id !== prepared)) return null;
            // The first step is in the page's prerendered HTML and is never rendered in advance.
            const Shown = index === 0 ? Fragment : Activity;
            return (
              <Shown key={each.id} {...(index > 0 && { mode: index === asked ? 'visible' : 'hidden' })}>
                <FieldLimit value={index === asked ? fieldLimit : Number.POSITIVE_INFINITY}>
                  <LateParts waiting={!ready || !isSettled}>
                    {index === 0 || (ready && isSettled) ? each.render({ goTo: change }) : (missing ?? <LoadingPanel />)}
                  </LateParts>
                </FieldLimit>
              </Shown>
            );
          })}
          {asked === 0 ? missing : null}
          {/* The first step is lower on the page, below its notice. Its foot has a key of its own, so that the browser sees no element move. */}
          <div key={asked === 0 ? 'first' : 'later'} className="portal-wizard__foot" style={style}>
            <ButtonGroup>
              <Button type="submit" busy={isBusy}>
                <SubmitLabel last={last} waits={waits} label={submitLabel} />
              </Button>
            </ButtonGroup>
            <Arrows {...arrows} />
          </div>
          {draft && asked > 0 ? <Kept style={style} /> : null}
        </form>
      </FormProvider>
    </Page>
  );
}

interface ArrowsProps {
  /** The index of the step. */
  asked: number;
  count: number;
  /** Whether the number of the step stands between the arrows. */
  withStep?: boolean;
  onBack: () => void;
  onNext: (event: SyntheticEvent) => void;
}

/** Arrows to the previous and the next step. */
function Arrows({ asked, count, withStep = false, onBack, onNext }: ArrowsProps) {
  const kit = useKitText();
  return (
    <div className="portal-wizard__arrows">
      <IconButton quiet icon="previous" label={kit('action.previous')} disabled={asked === 0} onClick={onBack} />
      {withStep ? <span className="portal-wizard__step">{kit('wizard.step', { step: asked + 1, count })}</span> : null}
      <IconButton quiet icon="next" label={kit('action.next')} disabled={asked === count - 1} onClick={onNext} />
    </div>
  );
}

/** What the button at the foot of a step does. */
function SubmitLabel({ last, waits, label }: { last: boolean; waits: boolean; label: Label | undefined }) {
  const kit = useKitText();
  const text = useText();
  const online = useOnline();
  const keeps = useKeeping();
  if (!last) return kit('action.continue');
  if (waits && !online && keeps) return kit('action.keepAndSend');
  return label ? text(label) : kit('action.submit');
}

/** Says below a step that the answers are kept on this device, or that they are not. */
function Kept({ style }: { style: { visibility: 'hidden' } | undefined }) {
  const kit = useKitText();
  const keeps = useKeeping();
  return (
    <p className="portal-wizard__kept" style={style}>
      {keeps ? kit('draft.kept') : null}
      <NotKept />
    </p>
  );
}

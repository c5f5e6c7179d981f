import { Activity, Fragment, type SyntheticEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button, ButtonGroup, IconButton } from '../components/button.tsx';
import { PublicPage, StaffPage } from '../components/page.tsx';
import { LoadingPanel, useOnline } from '../components/states.tsx';
import { FieldLimit } from '../document/document-form.tsx';
import { DraftElsewhere, DraftNotice, NotKept } from '../draft/draft-notice.tsx';
import { useKeeping } from '../draft/keeping.ts';
import { FormProvider } from '../forms/form-provider.tsx';
import { LateParts } from '../forms/late-parts.tsx';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useWizard } from './use-wizard.ts';
import type { WizardProps } from './wizard-props.ts';

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

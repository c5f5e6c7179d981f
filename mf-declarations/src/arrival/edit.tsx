import { actionFor, ButtonLink, StaffPage, useSearchParams, useText } from '@portal/web-kit';
import { Wizard } from '@portal/web-kit/forms';
import type { ArrivalWizard } from 'svc-declarations/contract';
import { arrivals } from '../shared/declaration.api.ts';
import type { EditProps } from '../shared/declaration-document.tsx';
import { reasonMissing } from '../shared/reason-field.tsx';
import { EditorEnd, StaffEditor } from '../shared/staff-editor.tsx';
import { useDeclarationEdit } from '../shared/use-declaration-edit.tsx';
import type { ArrivalEnvelope } from './arrival.api.ts';
import { t } from './texts.ts';
import { useArrivalForm } from './use-arrival-form.ts';
import { wizardSteps } from './wizard-steps.tsx';

/** Actions that each mode of the page can send, the preferred one first. An officer who did not register the declaration sends an amendment. */
const actionNames = { new: ['register'], update: ['update', 'amendment'], edit: ['update', 'amendment'], amendment: ['amendment'] } as const;
/** The mode in which the service offers each action. */
const modesOf = { register: 'new', update: 'update', amendment: 'amendment' } as const;

interface ArrivalEditProps extends EditProps<ArrivalEnvelope['model']> {
  /** Number of steps of the wizard; undefined until the service has named it. */
  wizard: ArrivalWizard | undefined;
}

/** Form with which an officer registers a declaration for a traveller, or changes a registered one: on one long page, or step by step (`?steps=yes`). */
export function ArrivalEdit({ mode, envelope, wizard, sets, reload }: ArrivalEditProps) {
  const text = useText();
  const [params] = useSearchParams();
  const action = actionNames[mode].map((name) => actionFor(envelope.actions, name, modesOf[name])).find(Boolean);
  const form = useArrivalForm(envelope.model, mode, { sets, reader: 'officer', amends: action?.name === 'amendment' });
  const edit = useDeclarationEdit({ kind: arrivals, mode, envelope, sets, form, texts: t, reload });

  if (!action) {
    return (
      <StaffPage title={edit.title} back={edit.backTo}>
        <p className="govuk-body">{text(t.notChangeable)}</p>
      </StaffPage>
    );
  }
  const inSteps = params.get('steps') === 'yes';
  const other = new URLSearchParams(params);
  other.delete('step');
  if (inSteps) other.delete('steps');
  else other.set('steps', 'yes');
  const layout = (
    <ButtonLink variant="secondary" small to={`?${other}`}>
      {text(inSteps ? t.onOnePage : t.stepByStep)}
    </ButtonLink>
  );
  if (!inSteps) return <StaffEditor mode={mode} envelope={envelope} action={action} edit={edit} form={form} actions={layout} />;
  const steps = wizardSteps({
    wizard,
    parts: form.parts,
    mode,
    after: <EditorEnd mode={mode} action={action} form={form} />,
  });
  const last = steps.at(-1);
  if (last) last.validate = (values) => reasonMissing(action, values, text);
  return (
    <>
      <Wizard
        audience="staff"
        form={form.form}
        contract={form.contract}
        steps={steps}
        onSubmit={() => edit.send(action, form.body())}
        submitLabel={action.label}
        caption={edit.title}
        back={edit.backTo}
        draft={edit.draft}
        actions={layout}
      />
      {edit.stale}
    </>
  );
}

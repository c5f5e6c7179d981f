import { ButtonLink, StaffPage, useApi, useLanguage, useNavigate, useQueryClient, useSearchParams, useText } from '@portal/web-kit';
import { useDraft, Wizard } from '@portal/web-kit/forms';
import { useMemo, useState } from 'react';
import { type ArrivalWizard, arrivalSections } from 'svc-declarations/contract';
import type { QuestionSets } from '../shared/asked-rows.ts';
import { actionFor, declarationKey } from '../shared/declaration.api.ts';
import { useQuestionWords } from '../shared/question-sets.ts';
import { ReasonField, reasonMissing } from '../shared/reason-field.tsx';
import { StaffEditor } from '../shared/staff-editor.tsx';
import { Terms } from '../shared/terms.tsx';
import { type ArrivalEnvelope, type ArrivalValues, sendArrival } from './arrival.api.ts';
import { t } from './texts.ts';
import { startOf, useArrivalForm } from './use-arrival-form.ts';
import { wizardSteps } from './wizard-steps.tsx';

const base = '/other/traveller/declaration';
/** What each mode does; whoever edits without having registered the declaration amends it. */
const actionNames = { new: ['register'], update: ['update', 'amendment'], edit: ['update', 'amendment'], amendment: ['amendment'] } as const;
/** Modes in which an action is offered. */
const modesOf = { register: 'new', update: 'update', amendment: 'amendment' } as const;

interface ArrivalEditProps {
  mode: keyof typeof actionNames;
  envelope: ArrivalEnvelope;
  /** How the wizard is read here. */
  wizard: ArrivalWizard | undefined;
  sets: QuestionSets;
  reload(): Promise<ArrivalEnvelope['model'] | undefined>;
}

/** The officer registers for a traveller, or changes what was registered: on one long page, or step by step (`?steps=yes`). */
export function ArrivalEdit({ mode, envelope, wizard, sets, reload }: ArrivalEditProps) {
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { language } = useLanguage();
  const [initial] = useState(() => startOf(envelope.model, sets, language));
  const { form, parts, contract, toBody } = useArrivalForm(initial, mode, 'officer');
  const { id, version } = envelope.model;
  const isNew = mode === 'new';
  const scope = isNew ? 'arrival-new' : `arrival-${mode}-${id}-${version}`;
  const draft = useDraft<ArrivalValues>(scope, form, { initial });
  useQuestionWords(form, sets, draft.ready);
  const sections = useMemo(() => (Object.keys(arrivalSections) as (keyof typeof arrivalSections)[]).flatMap((name) => [...parts[name]]), [parts]);
  const action = actionNames[mode].map((name) => actionFor(envelope.actions, name, modesOf[name])).find(Boolean);
  const backTo = isNew ? base : `${base}/view/${id}`;
  const title = isNew ? t.newTitle : action?.name === 'amendment' ? t.amendTitle : t.updateTitle;

  if (!action) {
    return (
      <StaffPage title={title} back={backTo}>
        <p className="govuk-body">{text(t.notChangeable)}</p>
      </StaffPage>
    );
  }
  const onDone = (done: ArrivalEnvelope) => {
    cache.setQueryData(declarationKey('traveller', done.model.id), done);
    // A new declaration's code is what the traveller needs next.
    navigate(isNew ? `/eservice/traveller/declaration/qr/${done.model.id}` : `${base}/view/${done.model.id}`, { replace: true });
  };
  const inSteps = params.get('steps') === 'yes';
  const layout = (
    <ButtonLink variant="secondary" small to={inSteps ? '?' : '?steps=yes'}>
      {text(inSteps ? t.onOnePage : t.stepByStep)}
    </ButtonLink>
  );
  if (inSteps) {
    const steps = wizardSteps({
      wizard,
      parts,
      mode,
      after: (
        <>
          <ReasonField action={action} />
          <Terms />
        </>
      ),
    });
    const last = steps.at(-1);
    if (last) last.validate = (values) => reasonMissing(action, values, text);
    return (
      <Wizard
        audience="staff"
        form={form}
        contract={contract}
        steps={steps}
        onSubmit={async () => {
          const done = await sendArrival(api, action, toBody(), scope);
          draft.clear();
          onDone(done);
        }}
        submitLabel={action.label}
        caption={title}
        back={backTo}
        draft={draft}
        actions={layout}
      />
    );
  }
  return (
    <StaffEditor<ArrivalValues, ArrivalEnvelope['model']>
      title={title}
      caption={envelope.model.serialReference?.reference}
      backTo={backTo}
      form={form}
      contract={contract}
      sections={sections}
      mode={mode}
      action={action}
      scope={scope}
      label={action.label}
      draft={draft}
      initial={{ ...initial }}
      toBody={toBody}
      actions={layout}
      reload={async () => {
        const model = await reload();
        return model && { ...model };
      }}
      onDone={onDone}
    />
  );
}

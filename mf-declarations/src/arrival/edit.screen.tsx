import { StaffPage, useLanguage, useNavigate, useQueryClient, useText } from '@portal/web-kit';
import { useDraft } from '@portal/web-kit/forms';
import { useMemo, useState } from 'react';
import { arrivalSections } from 'svc-declarations/contract';
import type { QuestionSets } from '../shared/asked-rows.ts';
import { actionFor, declarationKey } from '../shared/declaration.api.ts';
import { useQuestionWords } from '../shared/question-sets.ts';
import { StaffEditor } from '../shared/staff-editor.tsx';
import { shared } from '../shared/texts.ts';
import type { ArrivalEnvelope, ArrivalValues } from './arrival.api.ts';
import { t } from './texts.ts';
import { startOf, useArrivalForm } from './use-arrival-form.ts';

const base = '/other/traveller/declaration';

interface ArrivalEditProps {
  mode: 'new' | 'update' | 'edit';
  envelope: ArrivalEnvelope;
  sets: QuestionSets;
  reload(): Promise<ArrivalEnvelope['model'] | undefined>;
}

/** The officer registers for a traveller, or changes what was registered: the wizard's sections on one page. */
export function ArrivalEdit({ mode, envelope, sets, reload }: ArrivalEditProps) {
  const text = useText();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const [initial] = useState(() => startOf(envelope.model, sets, language));
  const { form, parts, contract, toBody } = useArrivalForm(initial, mode);
  const { id, version } = envelope.model;
  const isNew = mode === 'new';
  const scope = isNew ? 'arrival-new' : `arrival-edit-${id}-${version}`;
  const draft = useDraft<ArrivalValues>(scope, form, { initial });
  useQuestionWords(form, sets, draft.ready);
  const sections = useMemo(() => (Object.keys(arrivalSections) as (keyof typeof arrivalSections)[]).flatMap((name) => [...parts[name]]), [parts]);
  const action = actionFor(envelope.actions, isNew ? 'register' : 'update', mode);
  const backTo = isNew ? base : `${base}/view/${id}`;

  if (!action) {
    return (
      <StaffPage title={t.updateTitle} back={backTo}>
        <p className="govuk-body">{text(t.notChangeable)}</p>
      </StaffPage>
    );
  }
  return (
    <StaffEditor<ArrivalValues, ArrivalEnvelope['model']>
      title={isNew ? t.newTitle : t.updateTitle}
      caption={envelope.model.serialReference?.reference}
      backTo={backTo}
      form={form}
      contract={contract}
      sections={sections}
      mode={mode}
      action={action}
      scope={scope}
      label={isNew ? shared.register : shared.update}
      draft={draft}
      initial={{ ...initial }}
      toBody={toBody}
      reload={async () => {
        const model = await reload();
        return model && { ...model };
      }}
      onDone={(done) => {
        cache.setQueryData(declarationKey('traveller', done.model.id), done);
        // A new declaration's code is what the traveller needs next.
        navigate(isNew ? `/eservice/traveller/declaration/qr/${done.model.id}` : `${base}/view/${done.model.id}`, { replace: true });
      }}
    />
  );
}

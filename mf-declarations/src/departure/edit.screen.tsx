import { StaffPage, useLanguage, useNavigate, useQueryClient, useText } from '@portal/web-kit';
import { useDraft, useWatch } from '@portal/web-kit/forms';
import { useState } from 'react';
import type { QuestionSets } from '../shared/asked-rows.ts';
import { actionFor, declarationKey } from '../shared/declaration.api.ts';
import { useQuestionWords } from '../shared/question-sets.ts';
import { StaffEditor } from '../shared/staff-editor.tsx';
import type { DepartureEnvelope, DepartureValues } from './departure.api.ts';
import { t } from './texts.ts';
import { startOf, unansweredIn, useDepartureForm } from './use-departure-form.ts';

const base = '/other/departure/declaration';
/** What each mode's button does; whoever edits without owning the declaration amends it. */
const actionNames = { new: ['register'], update: ['update'], edit: ['update', 'amendment'], amendment: ['amendment'] } as const;

interface DepartureEditProps {
  mode: keyof typeof actionNames;
  envelope: DepartureEnvelope;
  sets: QuestionSets;
  reload(): Promise<DepartureEnvelope['model'] | undefined>;
}

/** The officer registers for a traveller, changes or amends what was registered. */
export function DepartureEdit({ mode, envelope, sets, reload }: DepartureEditProps) {
  const text = useText();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const [initial] = useState(() => startOf(envelope.model, sets, language));
  const { form, sections, contract, toBody } = useDepartureForm(initial, mode);
  const { id, version } = envelope.model;
  const isNew = mode === 'new';
  const scope = isNew ? 'departure-new' : `departure-${mode}-${id}-${version}`;
  const draft = useDraft<DepartureValues>(scope, form, { initial });
  useQuestionWords(form, sets, draft.ready);
  const unanswered = unansweredIn(useWatch({ control: form.control, name: 'questions' }));
  const action = actionNames[mode].map((name) => actionFor(envelope.actions, name, mode)).find(Boolean);
  const backTo = isNew ? base : `${base}/view/${id}`;
  const title = isNew ? t.newTitle : action?.name === 'amendment' ? t.amendTitle : t.updateTitle;

  if (!action) {
    return (
      <StaffPage title={title} back={backTo}>
        <p className="govuk-body">{text(t.notChangeable)}</p>
      </StaffPage>
    );
  }
  return (
    <StaffEditor<DepartureValues, DepartureEnvelope['model']>
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
      blocked={unanswered > 0 ? t.unanswered(unanswered) : undefined}
      reload={async () => {
        const model = await reload();
        return model && { ...model };
      }}
      onDone={(done) => {
        cache.setQueryData(declarationKey('departure', done.model.id), done);
        // A new declaration's code is what the traveller needs next.
        navigate(isNew ? `/eservice/departure/declaration/qr/${done.model.id}` : `${base}/view/${done.model.id}`, { replace: true });
      }}
    />
  );
}

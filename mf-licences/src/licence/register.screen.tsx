import type { L } from '@portal/contract-kit';
import {
  type Api,
  actionFor,
  Button,
  Card,
  documentKey,
  InsetText,
  Link,
  Pending,
  PublicPage,
  performAction,
  SummaryList,
  useApi,
  useLanguage,
  useNavigate,
  useQueryClient,
  useSession,
  useText,
} from '@portal/web-kit';
import { DocumentForm, FieldValue, type Model, pathsOf, useDraft, useWatch, Wizard, type WizardStep } from '@portal/web-kit/forms';
import type { LicenceDocument } from 'svc-licences/contract';
import { type LicenceEnvelope, type LicenceValues, licenceKind, publicBase, useLicence } from './licence.api.ts';
import { type LicenceSection, publicSteps } from './sections.tsx';
import { t } from './texts.ts';
import { draftErrorsIn, useLicenceForm } from './use-licence-form.ts';

/** The public applies for a licence, in steps. */
export default function LicenceRegisterScreen() {
  const loaded = useLicence();
  if (loaded.data) return <LicenceWizard info={loaded.data} />;
  return (
    <PublicPage title={t.apply} back="/">
      <Pending query={loaded} />
    </PublicPage>
  );
}

const scope = 'licence-register';

function LicenceWizard({ info }: { info: LicenceEnvelope }) {
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { form, initial, sections, contract, body } = useLicenceForm(info.model as unknown as LicenceValues, 'register');
  const draft = useDraft<LicenceValues>(scope, form, { initial });
  const action = actionFor(info.actions, 'register', 'register');
  const of = (ids: readonly string[]): LicenceSection[] => sections.filter((section) => ids.includes(section.id));

  const steps: WizardStep<LicenceValues>[] = [
    ...publicSteps.map((step) => ({
      id: step.id,
      title: step.title,
      // The agency follows from the document.
      fields: pathsOf(of(step.sections)).filter((path) => path !== 'agencyCode'),
      render: () => <DocumentForm sections={of(step.sections)} mode="register" />,
    })),
    {
      id: 'review',
      title: t.stepReview,
      fields: ['signature'],
      render: ({ goTo }) => (
        <>
          {publicSteps.map((step) => (
            <ReviewCard key={step.id} title={step.title} sections={of(step.sections)} onChange={(field) => goTo(step.id, field)} />
          ))}
          <InsetText>{text(t.statement)}</InsetText>
          <DocumentForm sections={of(['signature'])} mode="register" />
        </>
      ),
    },
  ];

  const submit = async () => {
    if (!action) return;
    const envelope = await performAction<LicenceDocument>(api, action, body(), scope);
    draft.clear();
    cache.setQueryData(documentKey(licenceKind, envelope.model.id), envelope);
    navigate(`${publicBase}/qr/${envelope.model.id}`, { replace: true });
  };

  return (
    <Wizard
      form={form}
      contract={contract}
      steps={steps}
      onSubmit={submit}
      submitLabel={t.submit}
      caption={t.apply}
      back="/"
      draft={draft}
      actions={
        <>
          <Link className="govuk-link" to={`${publicBase}/search`}>
            {text(t.find)}
          </Link>
          <SaveDraft
            api={api}
            info={info}
            body={body}
            values={() => form.getValues()}
            onErrors={contract.show}
            onFailed={contract.fromProblem}
            onSaved={draft.clear}
          />
        </>
      }
    />
  );
}

interface SaveDraftProps {
  api: Api;
  info: LicenceEnvelope;
  body(): object;
  values(): LicenceValues;
  onErrors: (errors: ReturnType<typeof draftErrorsIn>) => void;
  onFailed: (error: unknown) => unknown;
  onSaved(): void;
}

/** Users who are signed in may save a draft with the service, to continue on another device. */
function SaveDraft({ api, info, body, values, onErrors, onFailed, onSaved }: SaveDraftProps) {
  const text = useText();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const { user } = useSession();
  const action = actionFor(info.actions, 'store', 'register');
  if (!user || !action) return null;
  const save = async () => {
    const errors = draftErrorsIn(values(), language);
    if (errors.length) return onErrors(errors);
    try {
      const envelope = await performAction<LicenceDocument>(api, action, body(), 'licence-store');
      onSaved();
      cache.setQueryData(documentKey(licenceKind, envelope.model.id), envelope);
      navigate(`${publicBase}/edit/${envelope.model.id}`, { replace: true });
    } catch (error) {
      onFailed(error);
    }
  };
  return (
    <Button variant="secondary" small onClick={save}>
      {text(t.saveDraft)}
    </Button>
  );
}

/** One step's answers, each with its Change link. */
function ReviewCard({ title, sections, onChange }: { title: ReturnType<typeof L>; sections: readonly LicenceSection[]; onChange(field: string): void }) {
  const model = useWatch() as Model;
  const fields = sections.flatMap(({ fields = [] }) => fields).filter((field) => field.visible?.(model, 'register') ?? true);
  const others = sections.filter((section) => section.lists && section.id !== 'photo' && section.id !== 'requirements');
  return (
    <Card title={title}>
      <SummaryList
        rows={fields.map((field) => ({
          label: field.label,
          // Show the catalogue's name: the name in the form is in the language in which it was chosen.
          value: <FieldValue field={{ ...field, nameField: undefined }} model={model} mode="view" />,
          change: field.type === 'static' || field.name === 'agencyCode' ? undefined : { onClick: () => onChange(field.name) },
        }))}
      />
      <DocumentForm
        sections={[...sections.filter((section) => section.id === 'photo' || section.id === 'requirements' || section.id === 'fees'), ...others].map(
          (section) => ({ ...section, fields: [], editable: () => false }),
        )}
        mode="view"
        headingLevel={3}
      />
    </Card>
  );
}

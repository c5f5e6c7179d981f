import type { L, OfferedAction } from '@portal/contract-kit';
import { actionFor, Button, FailurePanel, Fold, InsetText, Link, SummaryList, useLanguage, useSession, useText } from '@portal/web-kit';
import {
  afterUploads,
  DocumentForm,
  FieldValue,
  type Model,
  missingAnswers,
  pathsOf,
  useDraft,
  useSubmission,
  useWatch,
  Wizard,
  type WizardStep,
} from '@portal/web-kit/forms';
import type { LicenceDocument } from 'svc-licences/contract';
import { type LicenceEnvelope, type LicenceValues, licenceKind, publicBase, useBlankLicence } from './licence.api.ts';
import { type LicenceSection, publicSteps } from './sections.tsx';
import { t } from './texts.ts';
import { draftErrorsIn, useLicenceForm } from './use-licence-form.ts';

const scope = 'licence-register';

/** Form in steps with which the public applies for a licence. The first step is shown before the service has answered. */
export default function LicenceRegisterScreen() {
  const { info, loaded, problem, retry } = useBlankLicence();
  const text = useText();
  const { language } = useLanguage();
  const { form, initial, sections, contract, body } = useLicenceForm(info.model as unknown as LicenceValues, 'register');
  const draft = useDraft<LicenceValues>(scope, form, { initial, ready: loaded });
  const action = actionFor(info.actions, 'register', 'register');
  const of = (ids: readonly string[]): LicenceSection[] => sections.filter((section) => ids.includes(section.id));

  const steps: WizardStep<LicenceValues>[] = [
    ...publicSteps.map((step) => ({
      id: step.id,
      title: step.title,
      // The agency follows from the document, so no field asks for it.
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

  const { send, submit } = useSubmission<LicenceDocument>(licenceKind, scope, draft, contract);

  return (
    <Wizard
      form={form}
      contract={contract}
      steps={steps}
      onSubmit={async () => {
        if (action) await send(action, body(), (id) => `${publicBase}/qr/${id}`);
      }}
      submitLabel={t.submit}
      caption={t.apply}
      back="/"
      draft={draft}
      missing={loaded ? undefined : problem ? <FailurePanel problem={problem} retry={retry} /> : null}
      actions={
        <>
          <Link className="govuk-link" to={`${publicBase}/search`}>
            {text(t.find)}
          </Link>
          <SaveDraft
            info={info}
            save={(action) =>
              afterUploads(form, () => {
                const errors = draftErrorsIn(form.getValues(), language);
                if (errors.length > 0) contract.show(errors);
                else return submit(action, body(), (id) => `${publicBase}/edit/${id}`);
              })
            }
          />
        </>
      }
    />
  );
}

/** Signed-in users may save a draft in the service, to continue on another device. */
function SaveDraft({ info, save }: { info: LicenceEnvelope; save(action: OfferedAction): unknown }) {
  const text = useText();
  const { user } = useSession();
  const action = actionFor(info.actions, 'store', 'register');
  if (!user || !action) return null;
  return (
    <Button variant="secondary" small onClick={() => save(action)}>
      {text(t.saveDraft)}
    </Button>
  );
}

/** The answers of one step. Each has a Change link. */
function ReviewCard({ title, sections, onChange }: { title: ReturnType<typeof L>; sections: readonly LicenceSection[]; onChange(field: string): void }) {
  const model = useWatch() as Model;
  const fields = sections.flatMap(({ fields = [] }) => fields).filter((field) => field.visible?.(model, 'register') ?? true);
  const others = sections.filter((section) => section.lists && section.id !== 'photo' && section.id !== 'requirements');
  const unanswered = missingAnswers(fields, model);
  return (
    <Fold title={title} answered={fields.length - unanswered} unanswered={unanswered}>
      <SummaryList
        rows={fields.map((field) => ({
          label: field.label,
          // Show the name from the catalogue: the name in the form is in the language in which it was chosen.
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
    </Fold>
  );
}

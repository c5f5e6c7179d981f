import { formWords } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  Card,
  FailurePanel,
  LoadingPanel,
  offeredLanguages,
  RequireRole,
  recordName,
  StaffPage,
  useCatalogue,
  useFormat,
  useLanguage,
  useNavigate,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { Checklist, FeesTable, type FieldSpec, FormProvider, QuestionList, SpecField, useForm } from '@portal/web-kit/forms';
import { RequirementTable } from '@portal/web-kit/staff';
import { type FormEvent, useId } from 'react';
import type { FormPreview } from 'svc-reference/contract';
import { ADMIN, adminBase, previewScreen, proposalScreen, useFormPreview, useProposal } from '../shared/catalogue-admin.api.ts';
import { t } from '../shared/texts.ts';
import { type Chosen, chosenOf } from './chosen.ts';

/** Previews a form for a chosen document, day and language. If a proposal is given, it is treated as approved. The form cannot be sent. */
export default function PreviewScreen() {
  return (
    <RequireRole anyOf={[ADMIN]}>
      <Preview />
    </RequireRole>
  );
}

function Preview() {
  const text = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { language } = useLanguage();
  const proposalId = query.get('proposal') ?? '';
  const { data: proposal } = useProposal(proposalId, proposalId !== '');
  const chosen = chosenOf(query, proposal?.model.preview, language);
  const ready = proposalId === '' || proposal !== undefined;
  return (
    <StaffPage
      title={t.previewTitle}
      caption={
        proposal
          ? {
              en: `${text(t.proposal)}: ${proposal.model.code ?? proposal.model.catalogue}`,
              pt: `${text(t.proposal)}: ${proposal.model.code ?? proposal.model.catalogue}`,
            }
          : undefined
      }
      back={proposalId ? proposalScreen(proposalId) : adminBase}
      focusKey="preview"
    >
      <p className="govuk-body">{text(t.previewFormLead)}</p>
      {ready ? (
        <>
          <Choice key={JSON.stringify(chosen)} chosen={chosen} onChoose={(next) => navigate(previewScreen({ ...next }))} />
          {chosen.document ? <Form chosen={chosen} /> : null}
        </>
      ) : (
        <LoadingPanel />
      )}
    </StaffPage>
  );
}

function Choice({ chosen, onChoose }: { chosen: Chosen; onChoose: (chosen: Partial<Chosen>) => void }) {
  const text = useText();
  const id = useId();
  const { language } = useLanguage();
  const documents = useCatalogue('documents');
  const subDocuments = useCatalogue('sub-documents');
  // The options must be there first: a select takes its default value from the options that it has when it is rendered.
  if (documents.loading || subDocuments.loading) return <LoadingPanel />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries([...new FormData(event.currentTarget)].map(([key, value]) => [key, String(value)]));
    const isOther = given.document !== chosen.document;
    onChoose({ ...given, subDocument: isOther ? '' : given.subDocument, proposal: chosen.proposal });
  };
  const own = subDocuments.records.filter(({ documentCode }) => documentCode === chosen.document);
  const select = (name: 'document' | 'subDocument' | 'language', label: Parameters<typeof text>[0], options: { value: string; words: string }[]) => (
    <div className="govuk-form-group">
      <label className="govuk-label" htmlFor={`${id}-${name}`}>
        {text(label)}
      </label>
      <select className="govuk-select" id={`${id}-${name}`} name={name} defaultValue={chosen[name]}>
        {options.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <form className="portal-catalogues__filter" onSubmit={submit}>
      {select(
        'document',
        t.previewDocument,
        documents.records.map((record) => ({ value: record.code, words: `${recordName(record, language)} (${record.code})` })),
      )}
      {own.length
        ? select('subDocument', t.previewSub, [
            { value: '', words: text(t.previewAnySub) },
            ...own.map((record) => ({ value: record.code, words: recordName(record, language) })),
          ])
        : null}
      <div className="govuk-form-group">
        <label className="govuk-label" htmlFor={`${id}-day`}>
          {text(t.previewDay)}
        </label>
        <input className="govuk-input govuk-input--width-10" id={`${id}-day`} name="day" type="date" defaultValue={chosen.day} />
      </div>
      {select(
        'language',
        t.previewLanguage,
        offeredLanguages().map(({ tag, name }) => ({ value: tag, words: name })),
      )}
      <Button type="submit" variant="secondary">
        {text(t.previewShow)}
      </Button>
    </form>
  );
}

function Form({ chosen }: { chosen: Chosen }) {
  const { data, error, refetch } = useFormPreview(chosen);
  if (error) return <FailurePanel problem={asProblem(error)} retry={() => void refetch()} />;
  if (!data) return <LoadingPanel />;
  return <Drawn key={JSON.stringify([chosen, data.model])} model={data.model} language={chosen.language} />;
}

const asRecords = (options: { code: string; name: string }[]) => options.map(({ code, name }) => ({ code, name }));

/** Shows the parts of the form with the same components that the areas use. */
function Drawn({ model, language }: { model: FormPreview; language: string }) {
  const text = useText();
  const format = useFormat();
  const { document, subDocument, day, questions, declarations, requirements, fees, options } = model;
  const form = useForm({ defaultValues: { questions, declarations, option: '' } });
  const isOwnAnswer = ['ARR', 'DEP'].includes(document.code);
  const choice: FieldSpec | undefined = options
    ? { name: 'option', label: options.title, type: 'combobox', records: asRecords(options.records), required: false }
    : undefined;
  const empty = questions.length + declarations.length + requirements.length + fees.length === 0 && !options;
  const asks = (name: 'questions' | 'declarations') =>
    isOwnAnswer ? (
      <Checklist name={name} legend={formWords.whichApply} mode={name === 'declarations' || document.code === 'ARR' ? 'answer' : 'accepted'} />
    ) : (
      <QuestionList name={name} />
    );
  return (
    <FormProvider {...form}>
      <section className="portal-catalogues__preview" aria-label={text(t.previewTitle)}>
        <h2 className="govuk-heading-m">
          <span lang={language} dir="auto">
            {document.name}
            {subDocument ? ` · ${subDocument.name}` : ''}
          </span>{' '}
          <span className="portal-muted">{text(t.previewOn(format.date(day)))}</span>
        </h2>
        {empty ? <p className="govuk-body">{text(t.previewEmpty)}</p> : null}
        {choice ? (
          <Card title={t.previewOptions}>
            <p className="govuk-body">{text(t.found(format.number(options?.total ?? 0)))}</p>
            <SpecField field={choice} model={{}} mode="edit" />
          </Card>
        ) : null}
        <div lang={language} dir="auto">
          {declarations.length ? <Card title={t.previewDeclarations}>{asks('declarations')}</Card> : null}
          {questions.length ? <Card title={t.previewQuestions}>{asks('questions')}</Card> : null}
          {requirements.length ? (
            <Card title={t.previewRequirements}>
              <RequirementTable name="requirements" mode="read" rows={requirements} />
            </Card>
          ) : null}
          {fees.length ? (
            <Card title={t.previewFees}>
              <FeesTable fees={fees} currency={fees[0]?.currencyCode ?? 'USD'} />
            </Card>
          ) : null}
        </div>
      </section>
    </FormProvider>
  );
}

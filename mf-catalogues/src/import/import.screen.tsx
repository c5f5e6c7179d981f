import {
  asProblem,
  Button,
  Card,
  type PageError,
  problemErrors,
  SimpleTable,
  StaffPage,
  SummaryList,
  useApi,
  useFormat,
  useLanguage,
  useNavigate,
  useText,
} from '@portal/web-kit';
import { ListFileField, listFileField, listFileIn, sendFile, UploadProgress, useUpload } from '@portal/web-kit/media';
import { type FormEvent, useState } from 'react';
import type { CatalogueInfo, ImportPlan } from 'svc-reference/contract';
import { cataloguePath, catalogueScreen, proposalIn, proposalScreen } from '../shared/catalogue-admin.api.ts';
import { Differences, useFaultWords, useFieldName } from '../shared/differences.tsx';
import { CatalogueFrame } from '../shared/loaded.tsx';
import { t } from '../shared/texts.ts';
import { newsState } from '../shared/write-result.tsx';
import { type DryRunResult, importSender } from './import-sender.ts';

/** Imports a file of records. The file is tried first; then either all of its records are imported or none. */
export default function ImportScreen() {
  return <CatalogueFrame>{(info) => <Import info={info} />}</CatalogueFrame>;
}

function Import({ info }: { info: CatalogueInfo }) {
  const text = useText();
  const api = useApi();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const [errors, setErrors] = useState<PageError[]>([]);
  const [tried, setTried] = useState<DryRunResult>();
  const [reason, setReason] = useState('');
  const [send] = useState(() => importSender(info.name));
  const apply = async (tried: DryRunResult) => {
    try {
      const answer = await send(api, tried, reason);
      const proposal = 'model' in answer ? proposalIn(answer) : undefined;
      if (proposal) navigate(proposalScreen(proposal.id), newsState({ done: 'propose' }));
      else navigate(catalogueScreen(info.name), newsState({ written: { action: 'import' } }));
    } catch (error) {
      setErrors(problemErrors(asProblem(error), language));
    }
  };
  const changes = tried ? tried.plan.created + tried.plan.changed + tried.plan.retired : 0;
  return (
    <StaffPage title={t.import} caption={info.title} back={catalogueScreen(info.name)} errors={errors}>
      <p className="govuk-body">{text(t.tryLead)}</p>
      <Try info={info} onErrors={setErrors} onTried={setTried} />
      {tried ? (
        <>
          <Outcome info={info} plan={tried.plan} />
          {tried.plan.refused === 0 && changes === 0 ? <p className="govuk-body">{text(t.nothingToDo)}</p> : null}
          {tried.plan.refused === 0 && changes > 0 ? (
            <Card title={info.approval ? t.propose : t.apply}>
              {info.approval ? <p className="govuk-body">{text(t.needsSecond)}</p> : null}
              <div className="govuk-form-group">
                <label className="govuk-label" htmlFor="import-reason">
                  {text(t.reason)}
                </label>
                <div className="govuk-hint" id="import-reason-hint">
                  {text(t.reasonHint)}
                </div>
                <input
                  className="govuk-input"
                  id="import-reason"
                  maxLength={500}
                  aria-describedby="import-reason-hint"
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              </div>
              <Button onClick={() => apply(tried)}>{text(info.approval ? t.propose : t.apply)}</Button>
            </Card>
          ) : null}
        </>
      ) : null}
    </StaffPage>
  );
}

function Try({
  info,
  onErrors,
  onTried,
}: {
  info: CatalogueInfo;
  onErrors: (errors: PageError[]) => void;
  onTried: (tried: DryRunResult | undefined) => void;
}) {
  const text = useText();
  const api = useApi();
  const { language } = useLanguage();
  const [fault, setFault] = useState('');
  const upload = useUpload<DryRunResult>(onTried);
  const refuse = (lines: PageError[]) => {
    setFault(lines.map(({ message }) => message).join(' '));
    onErrors(lines.map((line) => ({ ...line, field: listFileField })));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const file = listFileIn(event.currentTarget);
    const retireMissing = given.get('retireMissing') !== null;
    upload.reset();
    setFault('');
    onErrors([]);
    onTried(undefined);
    if (!file) return refuse([{ code: 'REQUIRED', message: text(t.chooseFile) }]);
    void upload.start(file.name, async (options) => {
      try {
        const plan = await sendFile<ImportPlan>(
          api,
          `${cataloguePath(info.name)}/import?dryRun=true&retireMissing=${retireMissing}`,
          file,
          file.name,
          {},
          options,
        );
        return { file, retireMissing, plan };
      } catch (error) {
        if (!options.signal?.aborted) refuse(problemErrors(asProblem(error), language));
        throw error;
      }
    });
  };
  return (
    <form noValidate onSubmit={submit}>
      <ListFileField label={t.file} hint={t.fileHint} fault={fault} />
      <div className="govuk-form-group">
        <div className="govuk-checkboxes govuk-checkboxes--small">
          <div className="govuk-checkboxes__item">
            <input className="govuk-checkboxes__input" type="checkbox" id="retire-missing" name="retireMissing" />
            <label className="govuk-label govuk-checkboxes__label" htmlFor="retire-missing">
              {text(t.retireMissing)}
            </label>
          </div>
        </div>
      </div>
      <UploadProgress state={upload.state} onCancel={upload.cancel} onRetry={upload.retry} />
      <Button type="submit" busy={upload.state.at === 'sending'}>
        {text(t.try)}
      </Button>
    </form>
  );
}

/** Shows what the file would add, change and retire, and lists every cell that is not accepted. */
function Outcome({ info, plan }: { info: CatalogueInfo; plan: ImportPlan }) {
  const text = useText();
  const format = useFormat();
  const nameOf = useFieldName(info);
  const faultWords = useFaultWords(info);
  return (
    <>
      <Card title={t.outcome}>
        <div role="status">
          <SummaryList
            compact
            rows={(['created', 'changed', 'retired', 'unchanged', 'refused'] as const).map((each) => ({ label: t[each], value: format.number(plan[each]) }))}
          />
        </div>
      </Card>
      {plan.totalFaults > 0 ? (
        <Card title={t.faults}>
          <p className="govuk-body">{text(t.faultsLead)}</p>
          <SimpleTable
            caption={t.cells}
            captionHidden
            cards
            rows={plan.faults}
            rowKey={({ row, column }, index) => `${row} ${column} ${index}`}
            columns={[
              { title: t.row, numeric: true, render: ({ row }) => row },
              { title: t.code, render: ({ code }) => code },
              { title: t.column, render: ({ column }) => (column ? nameOf(column) : text(t.wholeRow)) },
              { title: t.value, render: ({ value }) => (value ? <code className="portal-imports__value">{value}</code> : <em>{text(t.nothing)}</em>) },
              { title: t.wrong, render: ({ column, fault, message }) => faultWords({ code: fault, field: column, message }) },
            ]}
          />
        </Card>
      ) : null}
      {plan.rows.map(({ row, code, name, outcome, differences }) => (
        <details key={code} className="portal-catalogues__row">
          <summary>
            {row === null ? '' : `${text(t.row)} ${row} · `}
            {code} · {name}: {text(t.outcomes[outcome])}
          </summary>
          <Differences differences={differences} info={info} of={code} />
        </details>
      ))}
    </>
  );
}

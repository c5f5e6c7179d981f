import {
  type ApiProblem,
  asProblem,
  Button,
  ButtonGroup,
  ButtonLink,
  Card,
  FailurePanel,
  fieldId,
  LoadingPanel,
  type PageError,
  problemErrors,
  RequireRole,
  StaffPage,
  useApi,
  useFormat,
  useLanguage,
  useNavigate,
  useParams,
  useQueryClient,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { StaleDialog } from '@portal/web-kit/staff';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type HitPolicy, hitPolicies, type LaneTableVersion } from 'svc-declarations/contract';
import { useInputName } from './inputs.ts';
import { AUTHOR, rulesPath, rulesScreen, tablePath, useTable, useTables } from './lane-rules.api.ts';
import { TableEditor } from './table-editor.tsx';
import { blankTable, bodyOf, changesKept, formOf, type TableForm } from './table-form.ts';
import { t } from './texts.ts';

/** Editor of a lane table: for a new table, for a new version of a table (`?from=`), or for an existing draft. */
export default function EditorScreen() {
  const { id = '' } = useParams();
  const from = useSearchParams()[0].get('from') ?? '';
  return (
    <RequireRole anyOf={[AUTHOR]}>
      <Loaded key={`${id} ${from}`} id={id} from={from} />
    </RequireRole>
  );
}

function Loaded({ id, from }: { id: string; from: string }) {
  const [table, tables] = [useTable(id || from), useTables()];
  const [data, today] = [table.data, tables.data?.today];
  const title = id ? t.editTitle : from ? t.newVersionTitle : t.newTitle;
  if (!id && !from && today) return <Editor title={title} begun={blankTable(today)} back={rulesScreen} />;
  if (!data || !today) {
    const failed = table.error ? table : tables;
    return (
      <StaffPage title={title} back={rulesScreen}>
        {failed.error ? <FailurePanel problem={asProblem(failed.error)} retry={() => void failed.refetch()} /> : <LoadingPanel />}
      </StaffPage>
    );
  }
  const begun = formOf(data);
  return (
    <Editor
      title={title}
      begun={id ? begun : { ...begun, effectiveFrom: begun.effectiveFrom > today ? begun.effectiveFrom : today }}
      draft={id ? data : undefined}
      reload={table.refetch}
      isVersion={!id}
      back={`${rulesScreen}/${data.id}`}
    />
  );
}

function Editor({
  title,
  begun,
  draft,
  reload,
  isVersion = false,
  back,
}: {
  title: (typeof t)['newTitle'];
  begun: TableForm;
  /** The draft that is being changed; undefined for a new one. */
  draft?: LaneTableVersion;
  /** Loads the newest version of the draft. What was changed here is kept. */
  reload?: () => Promise<{ error: unknown }>;
  /** Whether this is a new version of a table. It keeps the code of the table. */
  isVersion?: boolean;
  back: string;
}) {
  const text = useText();
  const api = useApi();
  const navigate = useNavigate();
  const client = useQueryClient();
  const nameOf = useInputName();
  const { language } = useLanguage();
  // The version of the draft that the form is about, and its values before any change.
  const [{ version, first }, setFirst] = useState({ version: draft?.version, first: begun });
  const [form, setForm] = useState(begun);
  const [stale, setStale] = useState<ApiProblem>();
  const [errors, setErrors] = useState<PageError[]>([]);
  /** The same errors for the error summary. They are separate because the summary takes the focus each time it gets another list. */
  const [lines, setLines] = useState<PageError[]>([]);
  /** Idempotency key of the last body that was sent. A repeated call with the same body creates one draft only. */
  const sent = useRef({ body: '', key: '' });
  const at = useMemo(() => new Map(errors.flatMap(({ field, message }) => (field ? [[field, message] as const] : []))), [errors]);
  const set = (change: Partial<TableForm>) => setForm((form) => ({ ...form, ...change }));

  /** Whether the user has asked for the newest version. Until then a changed form stays with its own, so that the service refuses to overwrite the newer one. */
  const [takesNewer, setTakesNewer] = useState(false);
  useEffect(() => {
    if (draft?.version === version || (form !== first && !takesNewer)) return;
    setTakesNewer(false);
    setForm(changesKept(begun, first, form));
    setFirst({ version: draft?.version, first: begun });
  }, [draft, version, begun, first, form, takesNewer]);

  useEffect(() => {
    if (form === first) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [form, first]);

  /** Adds the name of its cell to an error, because the error summary stands far from the table. */
  const named = (error: PageError): PageError => {
    const [, place, cell = ''] = /^rules\[(\d+)\]\.(.+)$/.exec(error.field ?? '') ?? [];
    if (place === undefined) return error;
    const column = /^when\[(\d+)\]$/.exec(cell)?.[1];
    const words: Record<string, string> = { lane: text(t.lane), share: text(t.share), 'reason.en': text(t.reasonEn), 'reason.pt': text(t.reasonPt) };
    const name = column === undefined ? (words[cell] ?? '') : nameOf(form.inputs[Number(column)] ?? '');
    return { ...error, message: `${text(t.cell(Number(place) + 1, name))}: ${error.message}` };
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(form);
    const asText = JSON.stringify(body);
    if (sent.current.body !== asText) sent.current = { body: asText, key: crypto.randomUUID() };
    try {
      const { model } = draft
        ? await api.put<{ model: LaneTableVersion }>(tablePath(draft.id), { ...body, version })
        : await api.post<{ model: LaneTableVersion }>(rulesPath, body, { idempotencyKey: sent.current.key });
      await client.invalidateQueries({ queryKey: ['lane-rules'] });
      navigate(`${rulesScreen}/${model.id}`, { state: { done: 'saved' } });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.has('STALE_VERSION')) return setStale(problem);
      const found = problemErrors(problem, language);
      setErrors(found);
      setLines(found.map(named));
    }
  };

  return (
    <StaffPage title={title} back={back} errors={lines}>
      <form noValidate onSubmit={save}>
        <Card title={t.about}>
          <div className="portal-rules__about">
            <TextField
              name="code"
              label={t.code}
              hint={t.codeHint}
              value={form.code}
              readOnly={Boolean(draft) || isVersion}
              error={at.get('code')}
              onChange={(code) => set({ code: code.toUpperCase() })}
            />
            <TextField name="name.en" label={t.nameEn} value={form.nameEn} error={at.get('name.en')} onChange={(nameEn) => set({ nameEn })} />
            <TextField name="name.pt" label={t.namePt} value={form.namePt} error={at.get('name.pt')} onChange={(namePt) => set({ namePt })} />
            <Field name="hitPolicy" label={t.hitPolicy} error={at.get('hitPolicy')}>
              {(attributes) => (
                <select
                  {...attributes}
                  className="govuk-select"
                  value={form.hitPolicy}
                  onChange={({ target }) => set({ hitPolicy: target.value as HitPolicy })}
                >
                  {hitPolicies.map((each) => (
                    <option key={each} value={each}>
                      {text(t.policies[each])}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <TextField
              name="effectiveFrom"
              label={t.effectiveFrom}
              type="date"
              value={form.effectiveFrom}
              error={at.get('effectiveFrom')}
              onChange={(effectiveFrom) => set({ effectiveFrom })}
            />
            <TextField name="order" label={t.order} hint={t.orderHint} value={form.order} error={at.get('order')} onChange={(order) => set({ order })} />
            <TextField
              name="expectedRed"
              label={t.expectedRed}
              value={form.expectedRed}
              error={at.get('expectedRed')}
              onChange={(expectedRed) => set({ expectedRed })}
            />
          </div>
        </Card>
        <Card title={t.rules}>
          <ConditionsHelp />
          {at.has('rules') ? <p className="govuk-error-message">{at.get('rules')}</p> : null}
          <TableEditor form={form} onChange={setForm} errors={at} />
        </Card>
        <ButtonGroup>
          <Button type="submit">{text(t.save)}</Button>
          <ButtonLink variant="secondary" to={back}>
            {text(t.cancel)}
          </ButtonLink>
        </ButtonGroup>
      </form>
      {stale ? (
        <StaleDialog
          problem={stale}
          title={t.staleTitle}
          onReload={async () => {
            const { error } = (await reload?.()) ?? {};
            setStale(undefined);
            if (error) setLines(problemErrors(error, language));
            else setTakesNewer(true);
          }}
          onClose={() => setStale(undefined)}
        >
          <StaleWords problem={stale} />
        </StaleDialog>
      ) : null}
    </StaffPage>
  );
}

/** Says who has changed the draft and when, and what becomes of what was changed here. */
function StaleWords({ problem: { current, message } }: { problem: ApiProblem }) {
  const text = useText();
  const format = useFormat();
  return (
    <>
      <p className="govuk-body">{current ? text(t.stale(current.changedBy, format.dateTime(current.changedAt))) : message}</p>
      <p className="govuk-body">{text(t.staleKept)}</p>
    </>
  );
}

interface FieldProps {
  name: string;
  label: (typeof t)['code'];
  hint?: (typeof t)['code'];
  error?: string;
}

/** A field with its label, hint and error. */
function Field({ name, label, hint, error, children }: FieldProps & { children: (attributes: object) => ReactNode }) {
  const text = useText();
  const id = fieldId(name);
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`govuk-form-group${error ? ' govuk-form-group--error' : ''}`}>
      <label className="govuk-label" htmlFor={id}>
        {text(label)}
      </label>
      {hint ? (
        <div className="govuk-hint" id={`${id}-hint`}>
          {text(hint)}
        </div>
      ) : null}
      {error ? (
        <p className="govuk-error-message" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
    </div>
  );
}

function TextField({
  value,
  onChange,
  type = 'text',
  readOnly,
  ...field
}: FieldProps & { value: string; onChange: (value: string) => void; type?: 'text' | 'date'; readOnly?: boolean }) {
  return (
    <Field {...field}>
      {(attributes) => (
        <input
          {...attributes}
          className={`govuk-input${field.error ? ' govuk-input--error' : ''}`}
          type={type}
          autoComplete="off"
          readOnly={readOnly}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function ConditionsHelp() {
  const text = useText();
  return (
    <details className="govuk-details">
      <summary className="govuk-details__summary">
        <span className="govuk-details__summary-text">{text(t.conditionsHelp)}</span>
      </summary>
      <div className="govuk-details__text">
        <dl className="portal-rules__conditions">
          {t.conditions.map(([written, meaning]) => (
            <div key={written}>
              <dt>
                <code>{written}</code>
              </dt>
              <dd>{text(meaning)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}

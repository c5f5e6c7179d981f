import type { Bilingual, CatalogueRecord } from '@portal/contract-kit';
import {
  type ApiProblem,
  asProblem,
  Button,
  ButtonGroup,
  Card,
  keepTyped,
  type Label,
  type PageError,
  useApi,
  useFormat,
  useLanguage,
  useText,
} from '@portal/web-kit';
import { type FieldSpec, type FieldValues, FormProvider, SpecField, useContractErrors, useForm } from '@portal/web-kit/forms';
import { useEffect, useState } from 'react';
import type { CatalogueFieldInfo, CatalogueInfo, StoredRecord } from 'svc-reference/contract';
import { cataloguePath, recordPath, type WriteAnswer } from '../shared/catalogue-admin.api.ts';
import { languageName, useFaultWords } from '../shared/differences.tsx';
import { t } from '../shared/texts.ts';
import { firstDay } from './first-day.ts';
import { nameLanguages, sentenceCatalogues } from './names.ts';
import { Preview } from './preview.tsx';
import { StaleRecord } from './stale-record.tsx';

const codeMax = 70;
const nameMax = 500;
/** Number of characters above which the input of a text has several lines. */
const longText = 200;
const bits: CatalogueRecord[] = [
  { code: '1', name: 'Yes', names: { pt: 'Sim' } },
  { code: '0', name: 'No', names: { pt: 'Não' } },
];

function specOf({ name, label, kind, required, max, of }: CatalogueFieldInfo): FieldSpec {
  const common = { name, label, required };
  if (of) return { ...common, type: 'combobox', catalogue: of };
  switch (kind) {
    case 'integer':
      return { ...common, type: 'integer', width: 10 };
    case 'flag':
      return { ...common, type: 'checkbox' };
    case 'bit':
      return { ...common, type: 'radios', records: bits };
    case 'day':
      return { ...common, type: 'date' };
    case 'list':
      return { ...common, type: 'text', hint: t.listHint };
    default:
      return { ...common, type: max && max > longText ? 'textarea' : 'text', maxLength: max ?? undefined };
  }
}

/** Returns the form values of a record, or empty values for a new record. */
export function valuesOf({ fields }: CatalogueInfo, record?: Partial<StoredRecord>): FieldValues {
  const value = ({ name, kind }: CatalogueFieldInfo): unknown => {
    const stored = record?.[name];
    if (kind === 'flag') return stored === true;
    if (kind === 'integer') return stored ?? null;
    return Array.isArray(stored) ? stored.join('; ') : (stored ?? '');
  };
  return {
    code: record?.code ?? '',
    name: record?.name ?? '',
    names: Object.fromEntries(nameLanguages().map((tag) => [tag, record?.names?.[tag] ?? ''])),
    ...Object.fromEntries(fields.map((field) => [field.name, value(field)])),
    effectiveFrom: record?.effectiveFrom ?? '',
    effectiveTo: record?.effectiveTo ?? '',
    reason: '',
  };
}

interface RecordFormProps {
  info: CatalogueInfo;
  /** Undefined for a new record. */
  record?: StoredRecord;
  /** Initial values of the form. */
  values: FieldValues;
  onErrors: (errors: PageError[]) => void;
  /** Loads the newest version of the record. What was typed is kept. */
  onReload?: () => Promise<{ error: unknown }>;
  /** Called with the answer, and with the first day as it was sent: null stands for none, and empty for the content in force today. */
  onWritten: (answer: WriteAnswer, effectiveFrom: string | null) => void;
}

/** Form of a record: the fields of its catalogue, its names in every language, and the days between which it is in force. */
export function RecordForm({ info, record, values, onErrors, onReload, onWritten }: RecordFormProps) {
  const text = useText();
  const api = useApi();
  const { language } = useLanguage();
  const { date } = useFormat();
  // The version that the form is about, and its values before any change.
  const [{ version, begun }, setBegun] = useState({ version: record?.version, begun: values });
  const [stale, setStale] = useState<ApiProblem>();
  const form = useForm<FieldValues>({ defaultValues: begun });
  /** Whether the user has asked for the newest version. Until then a changed form stays with its own, so that the service refuses to overwrite the newer one. */
  const [takesNewer, setTakesNewer] = useState(false);
  useEffect(() => {
    if (record?.version === version) return;
    const kept = keepTyped(values, begun, form.getValues());
    if (!takesNewer && JSON.stringify(kept) !== JSON.stringify(values)) return;
    setTakesNewer(false);
    form.reset(kept);
    setBegun({ version: record?.version, begun: values });
  }, [record, version, values, begun, form, takesNewer]);
  const errors = useContractErrors(form, () => []);
  const faultWords = useFaultWords(info);
  const spec = (name: string, label: Label, more: Partial<FieldSpec> = {}): FieldSpec => ({ name, label, type: 'text', required: false, ...more });
  const send = form.handleSubmit(async ({ code, names, ...given }) => {
    errors.clear();
    onErrors([]);
    const others = Object.entries((names ?? {}) as Record<string, string>).filter(([, words]) => words.trim());
    // Keep the names in languages that this deployment does not offer.
    const kept = Object.entries(record?.names ?? {}).filter(([tag]) => !nameLanguages().includes(tag));
    const own = record ? { version, ...firstDay(String(begun.effectiveFrom), String(given.effectiveFrom)) } : { code };
    const body: FieldValues = { ...given, names: Object.fromEntries([...kept, ...others]), ...own };
    try {
      const answer = record
        ? await api.put<WriteAnswer>(recordPath(info.name, record.code), body)
        : await api.post<WriteAnswer>(cataloguePath(info.name), body);
      onWritten(answer, body.effectiveFrom);
    } catch (error) {
      const problem = asProblem(error);
      if (record && problem.has('STALE_VERSION')) return setStale(problem);
      const inWords = problem.errors.map((line) => ({ ...line, message: faultWords(line) }));
      if (problem.status !== 422) return onErrors(errors.fromProblem(error));
      errors.show(inWords);
      onErrors(inWords);
    }
  });
  const field = (each: FieldSpec) => <SpecField key={each.name} field={each} model={form.getValues()} mode="edit" />;
  // The names of these catalogues are whole sentences and need several lines; names in a select list are short.
  const nameType = sentenceCatalogues.has(info.name) ? ('textarea' as const) : ('text' as const);
  const plain: Bilingual = info.approval ? t.propose : t.save;
  // The content without a first day is over once a later one is in force. The record has the first day of the one that is.
  const isOver = !begun.effectiveFrom && Boolean(record?.effectiveFrom);
  const next = isOver ? (record?.periods as CatalogueRecord[] | undefined)?.[1]?.effectiveFrom : undefined;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={send} className="portal-catalogues__form">
        <Card title={t.names}>
          <p className="govuk-body portal-muted">{text(t.ofPack)}</p>
          <div className="portal-form-grid">
            {field(spec('name', t.nameEnglish, { required: true, maxLength: nameMax, type: nameType }))}
            {nameLanguages().map((tag) => field(spec(`names.${tag}`, t.nameIn(languageName(tag, language)), { maxLength: nameMax, type: nameType })))}
          </div>
        </Card>
        <Card title={t.record}>
          <div className="portal-form-grid">
            {record ? null : field(spec('code', t.code, { required: true, maxLength: codeMax, hint: info.codes ? t.codeHint(info.codes) : undefined }))}
            {info.fields.map((each) => field(specOf(each)))}
            {field(spec('effectiveFrom', t.effectiveFrom, { type: 'date', hint: next ? t.effectiveFromBefore(date(String(next))) : t.effectiveFromHint }))}
            {field(spec('effectiveTo', t.effectiveTo, { type: 'date', hint: t.effectiveToHint }))}
            {field(spec('reason', t.reason, { maxLength: 500, hint: t.reasonHint }))}
          </div>
          {info.approval ? <p className="govuk-body">{text(t.needsSecond)}</p> : null}
          <ButtonGroup>
            <Button type="submit" busy={form.formState.isSubmitting}>
              {text(plain)}
            </Button>
          </ButtonGroup>
        </Card>
        <Preview info={info} />
      </form>
      {record && version && stale ? (
        <StaleRecord
          info={info}
          code={record.code}
          since={version}
          problem={stale}
          onReload={async () => {
            const { error } = (await onReload?.()) ?? {};
            setStale(undefined);
            if (error) onErrors(errors.fromProblem(error));
            else setTakesNewer(true);
          }}
          onClose={() => setStale(undefined)}
        />
      ) : null}
    </FormProvider>
  );
}

import type { CatalogueRecord, SearchCriterion } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  ButtonLink,
  contains,
  eq,
  FailurePanel,
  Link,
  LoadingPanel,
  type PageError,
  problemErrors,
  recordName,
  type SimpleColumn,
  SimpleTable,
  StaffPage,
  saveBlob,
  Tag,
  useApi,
  useFormat,
  useLanguage,
  useNavigate,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { PageSteps } from '@portal/web-kit/staff';
import { type FormEvent, useId, useState } from 'react';
import type { CatalogueInfo } from 'svc-reference/contract';
import { adminBase, cataloguePath, catalogueScreen, pageSize, recordScreen, useRecords } from '../shared/catalogue-admin.api.ts';
import { useShownValue } from '../shared/differences.tsx';
import { CatalogueFrame } from '../shared/loaded.tsx';
import { t } from '../shared/texts.ts';
import { useGivenNews, WriteResult } from '../shared/write-result.tsx';
import { standingOf, standings, tones } from './standing.ts';

/** Shows the records of a catalogue as a table. The columns come from the fields of the catalogue; the service searches, sorts and pages. */
export default function RecordsScreen() {
  return <CatalogueFrame>{(info) => <Records info={info} />}</CatalogueFrame>;
}

/** Number of columns, besides code and name, that fit on a screen 1280 pixels wide. */
const mostColumns = 4;

function Records({ info }: { info: CatalogueInfo }) {
  const { name } = info;
  const text = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const api = useApi();
  const { language } = useLanguage();
  const [errors, setErrors] = useState<PageError[]>([]);
  const [written, setWritten] = useState(useGivenNews().written);
  const [wanted, standing, sort, page] = [
    query.get('text') ?? '',
    query.get('standing') ?? 'IN_FORCE',
    query.get('sort') ?? '',
    Number(query.get('page')) || 1,
  ];
  const criteria: SearchCriterion[] = [eq('standing', standing), ...(wanted ? [contains('search', wanted)] : [])];
  const [field, direction] = sort.split(' ');
  const sorting = field ? [{ fieldName: field, direction: direction === 'DESC' ? ('DESC' as const) : ('ASC' as const) }] : [];
  const { data, error, refetch } = useRecords(name, { criteria, sorting, page });
  const go = (change: Record<string, string>) => {
    setWritten(undefined);
    const next = new URLSearchParams({ ...Object.fromEntries(query), ...change });
    for (const [key, value] of [...next]) if (!value) next.delete(key);
    navigate(`${catalogueScreen(name)}?${next}`);
  };
  const save = async () => {
    setWritten(undefined);
    setErrors([]);
    try {
      saveBlob(await api.blob(`${cataloguePath(name)}/search`, { query: { q: { criteria, sorting } }, accept: 'text/csv' }), `${name}.csv`);
    } catch (failure) {
      setErrors(problemErrors(failure, language));
    }
  };
  const total = data?.totalRecords ?? 0;
  return (
    <StaffPage
      title={info.title}
      caption={name}
      back={adminBase}
      focusKey={name}
      errors={errors}
      actions={
        <>
          <ButtonLink to={`${catalogueScreen(name)}/new`}>{text(t.add)}</ButtonLink>
          <ButtonLink variant="secondary" to={`${catalogueScreen(name)}/import`}>
            {text(t.import)}
          </ButtonLink>
          <Button variant="secondary" onClick={save}>
            {text(t.export)}
          </Button>
        </>
      }
    >
      {written ? <WriteResult written={written} /> : null}
      {info.approval ? <p className="govuk-body">{text(t.needsSecond)}</p> : null}
      <Filter info={info} key={query.toString()} given={{ text: wanted, standing, sort }} onChange={(change) => go({ ...change, page: '' })} />
      <p className="govuk-body" role="status">
        {data ? text(t.found(format.number(total))) : ''}
      </p>
      {error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : null}
      {data ? (
        <>
          <Table info={info} rows={data.records} />
          <PageSteps page={page} pages={Math.ceil(total / pageSize)} onPage={(next) => go({ page: String(next) })} />
        </>
      ) : error ? null : (
        <LoadingPanel />
      )}
    </StaffPage>
  );
}

function Filter({
  info,
  given,
  onChange,
}: {
  info: CatalogueInfo;
  given: Record<'text' | 'standing' | 'sort', string>;
  onChange: (change: Record<string, string>) => void;
}) {
  const text = useText();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChange(Object.fromEntries([...new FormData(event.currentTarget)].map(([key, value]) => [key, String(value).trim()])));
  };
  const orders = [
    { value: '', label: text(t.ownOrder) },
    ...[{ name: 'code', label: t.code }, { name: 'name', label: t.name }, ...info.fields].flatMap(({ name, label }) => [
      { value: name, label: `${text(label)} ↑` },
      { value: `${name} DESC`, label: `${text(label)} ↓` },
    ]),
  ];
  return (
    <form className="portal-catalogues__filter" onSubmit={submit}>
      <div className="govuk-form-group">
        <label className="govuk-label" htmlFor={`${id}-text`}>
          {text(t.search)}
        </label>
        <input className="govuk-input" id={`${id}-text`} name="text" type="search" autoComplete="off" maxLength={100} defaultValue={given.text} />
      </div>
      <div className="govuk-form-group">
        <label className="govuk-label" htmlFor={`${id}-standing`}>
          {text(t.show)}
        </label>
        <select className="govuk-select" id={`${id}-standing`} name="standing" defaultValue={given.standing}>
          {standings.map((each) => (
            <option key={each} value={each}>
              {text(t.standings[each] ?? each)}
            </option>
          ))}
        </select>
      </div>
      <div className="govuk-form-group">
        <label className="govuk-label" htmlFor={`${id}-sort`}>
          {text(t.sort)}
        </label>
        <select className="govuk-select" id={`${id}-sort`} name="sort" defaultValue={given.sort}>
          {orders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit" variant="secondary">
        {text(t.doSearch)}
      </Button>
    </form>
  );
}

/** Returns the later days from which a record has another content. */
const nextDays = ({ periods, effectiveFrom }: CatalogueRecord): string[] =>
  ((periods ?? []) as CatalogueRecord[]).map((period) => String(period.effectiveFrom ?? '')).filter((day) => day > String(effectiveFrom ?? ''));

function Table({ info, rows }: { info: CatalogueInfo; rows: readonly CatalogueRecord[] }) {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const shown = useShownValue();
  const dated = rows.some(({ effectiveFrom, effectiveTo, periods }) => effectiveFrom || effectiveTo || periods);
  const days: SimpleColumn<CatalogueRecord>[] = [
    { title: t.effectiveFrom, render: ({ effectiveFrom }) => (effectiveFrom ? format.shortDate(String(effectiveFrom)) : '') },
    { title: t.effectiveTo, render: ({ effectiveTo }) => (effectiveTo ? format.shortDate(String(effectiveTo)) : '') },
    { title: t.next, render: (record) => nextDays(record).map(format.shortDate).join(', ') },
  ];
  return (
    <SimpleTable<CatalogueRecord>
      caption={info.title}
      captionHidden
      rows={rows}
      rowKey={({ code }) => code}
      empty={t.none}
      columns={[
        {
          title: t.code,
          render: ({ code }) => (
            <Link className="govuk-link" to={recordScreen(info.name, code)}>
              {code}
            </Link>
          ),
        },
        { title: t.name, render: (record) => recordName(record, language) },
        ...info.fields.slice(0, mostColumns).map(
          ({ name, label, kind }): SimpleColumn<CatalogueRecord> => ({
            title: label,
            numeric: kind === 'integer',
            render: (record) => (record[name] === undefined || record[name] === '' ? '' : shown(record[name])),
          }),
        ),
        ...(dated ? days : []),
        { title: t.standing, render: (record) => <Tag tone={tones[standingOf(record)]}>{text(t.standings[standingOf(record)] ?? '')}</Tag> },
      ]}
    />
  );
}

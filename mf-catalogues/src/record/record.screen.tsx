import type { CatalogueRecord } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  Card,
  FailurePanel,
  InsetText,
  Link,
  LoadingPanel,
  type PageError,
  recordName,
  SimpleTable,
  StaffPage,
  Tag,
  useApi,
  useFormat,
  useLanguage,
  useParams,
  useQueryClient,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { ReasonDialog } from '@portal/web-kit/staff';
import { useState } from 'react';
import type { CatalogueInfo, RecordVersion, StoredRecord } from 'svc-reference/contract';
import { standingOf, tones } from '../catalogue/standing.ts';
import { catalogueScreen, proposalIn, recordKey, recordPath, recordScreen, useHistory, useRecord, type WriteAnswer } from '../shared/catalogue-admin.api.ts';
import { Differences } from '../shared/differences.tsx';
import { CatalogueFrame, Waiting } from '../shared/loaded.tsx';
import { t } from '../shared/texts.ts';
import { useGivenNews, WriteResult, type Written } from '../shared/write-result.tsx';
import { RecordForm, valuesOf } from './record-form.tsx';
import { Uses } from './uses.tsx';

/** Shows a record: its form, its contents by date, its history, and the ways to retire it, to restore it or to go back to an earlier version. */
export default function RecordScreen() {
  const { code = '' } = useParams();
  return <CatalogueFrame>{(info) => <Loaded key={code} info={info} code={code} />}</CatalogueFrame>;
}

function Loaded({ info, code }: { info: CatalogueInfo; code: string }) {
  const { data, error, refetch } = useRecord(info.name, code);
  if (!data) return <Waiting title={info.title} error={error} retry={() => void refetch()} />;
  return <Record info={info} record={data.model} reload={refetch} />;
}

type RecordDecision = { action: 'retire' | 'restore' } | { action: 'revert'; to: number };

function Record({ info, record, reload }: { info: CatalogueInfo; record: StoredRecord; reload: () => Promise<{ error: unknown }> }) {
  const { name } = info;
  const { code, version } = record;
  const text = useText();
  const api = useApi();
  const { language } = useLanguage();
  const cache = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const [errors, setErrors] = useState<PageError[]>([]);
  const [asked, setAsked] = useState<RecordDecision>();
  const [written, setWritten] = useState(useGivenNews().written);
  /** The number of changes that this page has made. After each the form begins anew. */
  const [changes, setChanges] = useState(0);
  const periods = (record.periods ?? [record]) as CatalogueRecord[];
  const from = query.get('from');
  const shown = from === null ? record : periods.find(({ effectiveFrom }) => (effectiveFrom ?? '') === from);
  // A content that somebody else has moved to another day keeps its form, so that what was typed can be read and copied.
  const formKey = `${changes} ${from}`;
  const [opened, setOpened] = useState({ formKey, content: shown });
  if (shown && (opened.formKey !== formKey || opened.content !== shown)) setOpened({ formKey, content: shown });
  const content = shown ?? (opened.formKey === formKey ? opened.content : undefined);
  const standing = standingOf(record);
  const done = (action: Written['action'], answer: WriteAnswer, day?: string | null) => {
    setAsked(undefined);
    const proposal = proposalIn(answer);
    setWritten({ action, proposal: proposal?.id });
    if (!proposal) {
      setChanges(changes + 1);
      cache.setQueryData(recordKey(name, code), answer);
      // After the write, show the content that was written; its first day may have changed. Without a day, show today's content.
      if (day !== undefined) setQuery(day === '' ? {} : { from: day ?? '' }, { replace: true });
    }
    void reload();
  };
  /** The news of the last write is over when the next one begins. */
  const attempt = (errors: PageError[] = []) => {
    setWritten(undefined);
    setErrors(errors);
  };
  const isRetired = standing === 'RETIRED';
  return (
    <StaffPage
      title={recordName(record, language)}
      caption={{ en: `${info.title.en} · ${code}`, pt: `${info.title.pt} · ${code}` }}
      back={catalogueScreen(name)}
      errors={errors}
      focusKey={code}
      actions={
        <>
          <span className="portal-catalogues__standing">
            <Tag tone={tones[standing]}>{text(t.standings[standing] ?? '')}</Tag>
          </span>
          <Button variant={isRetired ? 'secondary' : 'warning'} onClick={() => setAsked({ action: isRetired ? 'restore' : 'retire' })}>
            {text(isRetired ? t.restore : t.retire)}
          </Button>
        </>
      }
    >
      {written ? <WriteResult written={written} /> : null}
      {shown ? null : <InsetText>{text(t.noPeriod)}</InsetText>}
      {periods.length > 1 || !shown ? <Periods info={info} code={code} periods={periods} /> : null}
      <Card title={t.uses}>
        <Uses catalogue={name} code={code} />
      </Card>
      {content ? (
        <RecordForm
          key={formKey}
          info={info}
          record={record}
          values={valuesOf(info, { ...content, effectiveTo: record.effectiveTo })}
          onErrors={attempt}
          onReload={reload}
          onWritten={(answer, day) => done('save', answer, day)}
        />
      ) : null}
      <History info={info} code={code} version={version} onRevert={(to) => setAsked({ action: 'revert', to })} />
      {asked ? (
        <ReasonDialog
          title={asked.action === 'revert' ? t.revertTitle(String(asked.to)) : asked.action === 'retire' ? t.retireTitle : t.restoreTitle}
          confirmLabel={asked.action === 'revert' ? t.revert : t[asked.action]}
          variant={asked.action === 'retire' ? 'warning' : 'primary'}
          label={t.reason}
          hint={t.reasonHint}
          onClose={() => setAsked(undefined)}
          onConflict={reload}
          onConfirm={async (reason) => {
            const { action, ...more } = asked;
            attempt();
            done(action, await api.post<WriteAnswer>(`${recordPath(name, code)}/actions/${action}`, { version, reason, ...more }));
          }}
        >
          {asked.action === 'retire' ? (
            <>
              <p className="govuk-body">{text(t.retireMore)}</p>
              <Uses catalogue={name} code={code} />
            </>
          ) : null}
          {info.approval ? <p className="govuk-body">{text(t.needsSecond)}</p> : null}
        </ReasonDialog>
      ) : null}
    </StaffPage>
  );
}

/** Shows the contents of the record and the day from which each is valid. Each of them can be changed. */
function Periods({ info, code, periods }: { info: CatalogueInfo; code: string; periods: readonly CatalogueRecord[] }) {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  return (
    <Card title={t.periods}>
      <SimpleTable
        caption={t.periodsTable}
        captionHidden
        rows={periods}
        rowKey={({ effectiveFrom }) => String(effectiveFrom ?? '')}
        columns={[
          {
            title: t.effectiveFrom,
            render: ({ effectiveFrom }) => (
              <Link className="govuk-link" to={`${recordScreen(info.name, code)}?from=${effectiveFrom ?? ''}`}>
                {effectiveFrom ? format.date(String(effectiveFrom)) : text(t.always)}
              </Link>
            ),
          },
          { title: t.name, render: (period) => recordName(period, language) },
          ...info.fields
            .filter(({ name }) => new Set(periods.map((period) => JSON.stringify(period[name]))).size > 1)
            .map(({ name, label }) => ({ title: label, render: (period: CatalogueRecord) => String(period[name] ?? '') })),
        ]}
      />
    </Card>
  );
}

function History({ info, code, version, onRevert }: { info: CatalogueInfo; code: string; version: number; onRevert: (to: number) => void }) {
  const text = useText();
  const format = useFormat();
  const { data, error, refetch } = useHistory(info.name, code, version);
  return (
    <Card title={t.history}>
      {error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : null}
      {data ? (
        <SimpleTable<RecordVersion>
          caption={t.versions}
          captionHidden
          rows={data.records}
          rowKey={(each) => String(each.version)}
          columns={[
            { title: t.version, numeric: true, render: (each) => each.version },
            { title: t.when, render: ({ changedAt }) => format.dateTime(changedAt) },
            {
              title: t.who,
              render: ({ changedBy, approvedBy }) => (
                <>
                  {changedBy}
                  {approvedBy ? <span className="portal-muted">, {text(t.approvedBy(approvedBy))}</span> : null}
                </>
              ),
            },
            {
              title: t.what,
              render: ({ action, reason }) => (
                <>
                  {text(t.actions[action] ?? action)}
                  {reason ? <span className="portal-muted">: {reason}</span> : null}
                </>
              ),
            },
            {
              title: t.difference,
              render: (each) => (
                <details>
                  <summary>
                    {text(t.difference)}
                    <span className="govuk-visually-hidden">
                      {' '}
                      {text(t.version)} {each.version}
                    </span>
                  </summary>
                  <Differences differences={each.differences} info={info} of={String(each.version)} />
                </details>
              ),
            },
            {
              title: t.revert,
              render: (each) =>
                each.version === version ? (
                  ''
                ) : (
                  <Button variant="link" onClick={() => onRevert(each.version)}>
                    {text(t.revert)}
                    <span className="govuk-visually-hidden">: {each.version}</span>
                  </Button>
                ),
            },
          ]}
        />
      ) : error ? null : (
        <LoadingPanel />
      )}
    </Card>
  );
}

import { asProblem, FailurePanel, InsetText, LoadingPanel, SimpleTable, useFormat, useText } from '@portal/web-kit';
import type { RecordUse } from 'svc-reference/contract';
import { useUses } from '../shared/catalogue-admin.api.ts';
import { t } from '../shared/texts.ts';

type Row = RecordUse & { service: string };

/** Shows how many documents, other records and receipts use a record. It names every service that does not answer. */
export function Uses({ catalogue, code, titled }: { catalogue: string; code: string; titled?: boolean }) {
  const text = useText();
  const format = useFormat();
  const { data, error, refetch } = useUses(catalogue, code);
  if (error) return <FailurePanel problem={asProblem(error)} retry={() => void refetch()} />;
  if (!data) return <LoadingPanel />;
  const away = data.records.filter(({ answers }) => !answers);
  const rows = data.records.flatMap(({ service, uses }): Row[] =>
    uses.filter(({ number, complete }) => number > 0 || !complete).map((use) => ({ ...use, service })),
  );
  const counting = rows.some(({ complete }) => !complete);
  return (
    <div className="portal-catalogues__uses">
      {titled ? <p className="govuk-label govuk-label--s">{text(t.uses)}</p> : null}
      {away.length ? <InsetText>{text(t.usesAway(away.map(({ service }) => text(t.services[service] ?? service)).join(', ')))}</InsetText> : null}
      {counting ? <p className="govuk-body">{text(t.usesCounting)}</p> : null}
      {rows.length ? (
        <SimpleTable<Row>
          caption={t.usesOf(code)}
          captionHidden
          rows={rows}
          rowKey={({ service, name }) => `${service} ${name}`}
          columns={[
            {
              title: t.usedBy,
              render: ({ title, of }) => (
                <>
                  {text(title)} {of === 'records' ? <span className="portal-muted">{text(t.usedAsRecord)}</span> : null}
                </>
              ),
            },
            { title: t.usedService, render: ({ service }) => text(t.services[service] ?? service) },
            { title: t.usedNumber, numeric: true, render: ({ number }) => format.number(number) },
          ]}
        />
      ) : (
        <p className="govuk-body">{text(away.length ? t.usedNowhereElse : t.usedNowhere)}</p>
      )}
    </div>
  );
}

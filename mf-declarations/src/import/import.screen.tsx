import {
  asProblem,
  Card,
  FailurePanel,
  InsetText,
  LoadingPanel,
  RequireRole,
  StaffPage,
  Tag,
  useFormat,
  useLocation,
  useParams,
  useText,
} from '@portal/web-kit';
import type { ImportModel } from 'svc-declarations/contract';
import { Files } from './files.tsx';
import { AGENT, importPath, importScreen, isRunning, lookedAt, useImport } from './import.api.ts';
import { tones } from './imports.screen.tsx';
import { outcomeOf, stateOf } from './outcome.ts';
import { PeopleTable, RefusedTable } from './tables.tsx';
import { t } from './texts.ts';

/** Shows one list of an agent: its progress, its errors, and the people who are registered. */
export default function ImportScreen() {
  const { id = '' } = useParams();
  return (
    <RequireRole anyOf={[AGENT]}>
      <Loaded key={id} id={id} />
    </RequireRole>
  );
}

function Loaded({ id }: { id: string }) {
  const { data, error, refetch } = useImport(id);
  if (data) return <List list={data} />;
  return (
    <StaffPage title={t.unnamed} back={importScreen}>
      {error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : <LoadingPanel />}
    </StaffPage>
  );
}

function List({ list }: { list: ImportModel }) {
  const text = useText();
  const format = useFormat();
  const isRepeated = (useLocation().state as { repeated?: boolean } | null)?.repeated === true;
  const { id, fileName, status, total, accepted, refused, createdAt } = list;
  const running = isRunning(list);
  const number = (count: number) => format.number(count);
  const at = text(t.progress(number(lookedAt(list)), number(total)));
  const file = (path: string) => `${importPath}/${id}/${path}`;
  return (
    <StaffPage title={fileName || t.unnamed} caption={text(t.title)} back={importScreen} actions={<Tag tone={tones[status]}>{text(stateOf(list))}</Tag>}>
      {isRepeated ? <InsetText>{text(t.repeated)}</InsetText> : null}
      {running ? (
        <>
          <progress className="portal-imports__progress" max={total} value={lookedAt(list)} aria-label={text(t.states.PROCESSING)} />
          <p className="govuk-body">
            {at}. {text(t.leave)}
          </p>
        </>
      ) : null}
      <p className="govuk-body govuk-!-font-weight-bold" role="status">
        {running ? '' : text(outcomeOf(list, number))}
      </p>
      <p className="govuk-body">
        {[
          `${text(t.rows)}: ${number(total)}`,
          `${text(t.registered)}: ${number(accepted)}`,
          `${text(t.refused)}: ${number(refused)}`,
          `${text(t.sent)}: ${format.dateTime(createdAt)}`,
        ].join(' · ')}
      </p>
      <p className="govuk-body portal-muted">
        {text(t.mode)}: {text(t[list.mode])}
      </p>
      {refused > 0 ? (
        <Card title={t.wrong}>
          <Files
            files={[
              { label: t.toCorrectXlsx, url: file('refused/file?format=xlsx'), name: 'refused.xlsx' },
              { label: t.toCorrectCsv, url: file('refused/file?format=csv'), name: 'refused.csv' },
              { label: t.faultsCsv, url: file('faults'), name: 'faults.csv' },
            ]}
          />
          <RefusedTable id={id} count={refused} />
        </Card>
      ) : null}
      {accepted > 0 && !running ? (
        <Card title={t.people}>
          <p className="govuk-body">{text(t.peopleHelp)}</p>
          <Files
            files={[
              // The codes of a long list may be drawn for three minutes, after those of another list.
              { label: t.codesPdf, url: file('codes'), name: 'codes.pdf', patience: 600 },
              { label: t.codesCsv, url: file('codes?format=csv'), name: 'codes.csv' },
            ]}
          />
          <PeopleTable id={id} count={accepted} />
        </Card>
      ) : null}
    </StaffPage>
  );
}

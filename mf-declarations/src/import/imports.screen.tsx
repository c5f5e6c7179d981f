import {
  asProblem,
  Card,
  FailurePanel,
  Link,
  LoadingPanel,
  type PageError,
  RequireRole,
  SimpleTable,
  StaffPage,
  Tag,
  useFormat,
  useNavigate,
  useText,
} from '@portal/web-kit';
import { useState } from 'react';
import type { ImportModel } from 'svc-declarations/contract';
import { Files } from './files.tsx';
import { AGENT, importPath, importScreen, useImports } from './import.api.ts';
import { stateOf } from './outcome.ts';
import { t } from './texts.ts';
import { UploadForm } from './upload-form.tsx';

/** For agents of coaches and cruises: the template, the form that sends a list, and the lists that were sent. */
export default function ImportsScreen() {
  return (
    <RequireRole anyOf={[AGENT]}>
      <Imports />
    </RequireRole>
  );
}

export const tones = { PROCESSING: 'blue', DONE: 'green', REFUSED: 'red' } as const;

function Imports() {
  const text = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const [errors, setErrors] = useState<PageError[]>([]);
  const { data, error, refetch } = useImports();
  const records = data?.records ?? [];
  return (
    <StaffPage title={t.title} errors={errors}>
      <p className="govuk-body">{text(t.lead)}</p>
      <div className="portal-imports">
        <Card title={t.template}>
          <p className="govuk-body">{text(t.templateHelp)}</p>
          <Files
            files={[
              { label: t.templateXlsx, url: `${importPath}/template?format=xlsx`, name: 'travellers.xlsx' },
              { label: t.templateCsv, url: `${importPath}/template?format=csv`, name: 'travellers.csv' },
            ]}
          />
        </Card>
        <Card title={t.send}>
          <UploadForm onErrors={setErrors} onSent={({ id, repeated }) => navigate(`${importScreen}/${id}`, { state: { repeated } })} />
        </Card>
      </div>
      <Card title={t.own}>
        {error ? (
          <FailurePanel problem={asProblem(error)} retry={() => void refetch()} />
        ) : data ? (
          <SimpleTable<ImportModel>
            caption={t.ownTable}
            captionHidden
            cards
            rows={records}
            rowKey={({ id }) => id}
            empty={t.none}
            columns={[
              {
                title: t.name,
                render: ({ id, fileName }) => (
                  <Link className="govuk-link" to={`${importScreen}/${id}`}>
                    {fileName || text(t.unnamed)}
                  </Link>
                ),
              },
              { title: t.sent, render: ({ createdAt }) => format.dateTime(createdAt) },
              { title: t.rows, numeric: true, render: ({ total }) => format.number(total) },
              { title: t.registered, numeric: true, render: ({ accepted }) => format.number(accepted) },
              { title: t.refused, numeric: true, render: ({ refused }) => format.number(refused) },
              { title: t.status, render: (list) => <Tag tone={tones[list.status]}>{text(stateOf(list))}</Tag> },
            ]}
          />
        ) : (
          <LoadingPanel />
        )}
        <p className="govuk-body portal-muted">{text(t.kept)}</p>
      </Card>
    </StaffPage>
  );
}

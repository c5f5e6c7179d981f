import { Button, ButtonLink, formatDate, Link, type PageError, StatusTag, useApi, useDownload, useLanguage, useText } from '@portal/web-kit';
import { type FinderField, FinderPage } from '@portal/web-kit/forms';
import { finderColumns, finderFields, type LicenceFinderRow, type LicenceStatus, statusLabels } from 'svc-licences/contract';
import { licencePath, publicBase } from './licence.api.ts';
import { StandingTag } from './standing-tag.tsx';
import { t } from './texts.ts';

const inputs: Record<(typeof finderFields)[number]['name'], Omit<FinderField, 'name' | 'message' | 'operation'>> = {
  holderName: { type: 'text', label: t.fullName, upperCase: true, maxLength: 70 },
  birthDate: { type: 'date', label: t.birthDate, hint: t.dateHint },
  indentityCode: { type: 'select', label: t.identityType, catalogue: 'identity-types' },
  holderCode: { type: 'text', label: t.holderCode, hint: t.holderCodeHint, upperCase: true, maxLength: 70 },
};

/** The public register. It finds the licences of a holder by the holder's data. */
export default function LicenceFinderScreen() {
  const text = useText();
  const api = useApi();
  const { language } = useLanguage();
  const file = useDownload(api);
  const failed: PageError[] = file.failed ? [{ code: 'DOWNLOAD', message: text(t.downloadFailed) }] : [];
  return (
    <FinderPage<LicenceFinderRow>
      title={t.find}
      back="/"
      intro={<p className="govuk-body">{text(t.findIntro)}</p>}
      actions={
        <ButtonLink to={`${publicBase}/register`} variant="secondary" small>
          {text(t.applyInstead)}
        </ButtonLink>
      }
      search="/v1/professional/find"
      fields={finderFields.map((field) => ({ ...inputs[field.name], name: field.name, operation: field.operation, message: field.message }))}
      viewColumns={[...finderColumns]}
      columns={[
        { title: t.standing, render: (row) => <StandingTag row={row} /> },
        { title: t.date, render: (row) => formatDate(row.serialReference.date, language) },
        {
          title: t.reference,
          render: (row) => (
            <Link className="govuk-link" to={`${publicBase}/view/${row.id}`}>
              {row.serialReference.reference}
            </Link>
          ),
        },
        { title: t.holderName, field: 'holderName' },
        { title: t.identity, field: 'indentityName' },
        { title: t.code, field: 'holderCode' },
        { title: t.begin, field: 'beginDate', type: 'date' },
        { title: t.end, field: 'endDate', type: 'date' },
        { title: t.status, render: (row) => <StatusTag status={row.documentStatus} label={statusLabels[row.documentStatus as LicenceStatus]} /> },
      ]}
      rowActions={(row) => (
        <Button
          variant="secondary"
          small
          busy={file.busy}
          onClick={() => file.download({ method: 'GET', url: `${licencePath(row.id)}/print-form` }, 'form.pdf')}
        >
          {text(t.printForm)}
          <span className="govuk-visually-hidden"> {row.serialReference.reference}</span>
        </Button>
      )}
      errors={failed}
      onDismissErrors={file.dismiss}
    />
  );
}

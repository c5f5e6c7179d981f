import { ButtonLink, type Label, Link, StatusTag, useText } from '@portal/web-kit';
import { type FinderColumn, FinderPage } from '@portal/web-kit/forms';
import type { ReactNode } from 'react';
import type { DeclarationKind } from './declaration.api.ts';
import { finderFields } from './finder-fields.ts';
import { shared } from './texts.ts';

/** A declaration as the finder returns it. */
interface FoundRow {
  id: string;
  documentStatus?: string;
  serialReference?: { reference: string };
}

interface DeclarationFinderProps<Row extends FoundRow> {
  kind: DeclarationKind;
  title: Label;
  showQr: Label;
  /** Further content of a row, after the link to the code. */
  more?(row: Row): ReactNode;
  /** The columns between reference and status. */
  columns: FinderColumn<Row>[];
}

/** Page on which the public finds a declaration again, by passport number, date of birth and nationality together. */
export function DeclarationFinder<Row extends FoundRow>({ kind, title, showQr, columns, more }: DeclarationFinderProps<Row>) {
  const text = useText();
  return (
    <FinderPage<Row>
      title={title}
      back={kind.publicBase}
      intro={<p className="govuk-body">{text(shared.finderIntro)}</p>}
      actions={
        <ButtonLink to={kind.publicBase} variant="secondary" small>
          {text(shared.registerAnother)}
        </ButtonLink>
      }
      search={`${kind.path}/find`}
      fields={finderFields}
      columns={[
        { title: shared.reference, render: (row) => row.serialReference?.reference },
        ...columns,
        { title: shared.status, render: (row) => <StatusTag status={row.documentStatus} /> },
      ]}
      rowActions={(row) => (
        <>
          <Link className="govuk-link" to={`${kind.publicBase}/qr/${row.id}`}>
            {text(showQr)}
            <span className="govuk-visually-hidden"> {row.serialReference?.reference}</span>
          </Link>
          {more ? (
            <>
              <br />
              {more(row)}
            </>
          ) : null}
        </>
      )}
    />
  );
}

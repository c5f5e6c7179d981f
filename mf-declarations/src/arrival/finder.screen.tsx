import { ButtonLink, LaneChip, Link, StatusTag, useText } from '@portal/web-kit';
import { FinderPage } from '@portal/web-kit/forms';
import { finderFields } from '../shared/finder-fields.ts';
import { shared } from '../shared/texts.ts';
import type { ArrivalRow } from './arrival.api.ts';
import { t } from './texts.ts';

const home = '/eservice/traveller/declaration';

/** The public's way back to a declaration: the passport, the date of birth and the nationality together. */
export default function ArrivalFinderScreen() {
  const text = useText();
  return (
    <FinderPage<ArrivalRow>
      title={t.finderTitle}
      back={home}
      intro={<p className="govuk-body">{text(shared.finderIntro)}</p>}
      actions={
        <ButtonLink to={home} variant="secondary" small>
          {text(shared.registerAnother)}
        </ButtonLink>
      }
      search="/v1/traveller/declaration/find"
      fields={finderFields}
      columns={[
        { title: shared.reference, render: (row) => row.serialReference?.reference },
        { title: t.arrivalDate, field: 'arrivalDate', type: 'date' },
        { title: t.lane, render: (row) => (row.lane ? <LaneChip lane={row.lane} /> : null) },
        { title: shared.status, render: (row) => <StatusTag status={row.documentStatus} /> },
      ]}
      rowActions={(row) => (
        <Link className="govuk-link" to={`${home}/qr/${row.id}`}>
          {text(t.showQr)}
          <span className="govuk-visually-hidden"> {row.serialReference?.reference}</span>
        </Link>
      )}
    />
  );
}

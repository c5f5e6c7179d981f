import { useText } from '@portal/web-kit';
import { Asked, FeesTable } from '@portal/web-kit/forms';
import type { LicenceFee } from 'svc-licences/contract';
import { licenceKind } from './licence.api.ts';
import { t } from './texts.ts';

/** The document and the academic level that are chosen. */
export type Codes = readonly [document: string | undefined, level: string | undefined];

/** The fees of the chosen document and academic level, with their total. */
export function Fees({ fees, currency, codes }: { fees: readonly LicenceFee[]; currency?: string; codes: Codes }) {
  const text = useText();
  if (codes.some((code) => !code)) return <p className="govuk-body">{text(t.feesChoose)}</p>;
  if (fees.length === 0) {
    return (
      <Asked kind={licenceKind} codes={codes}>
        <p className="govuk-body">{text(t.feesNone)}</p>
      </Asked>
    );
  }
  return <FeesTable fees={fees} currency={currency} />;
}

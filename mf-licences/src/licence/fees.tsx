import { useText } from '@portal/web-kit';
import { FeesTable } from '@portal/web-kit/forms';
import type { LicenceFee } from 'svc-licences/contract';
import { t } from './texts.ts';

/** The fees of the chosen document and academic level, with their total. */
export function Fees({ fees, currency, chosen }: { fees: readonly LicenceFee[]; currency?: string; chosen: boolean }) {
  const text = useText();
  if (!chosen) return <p className="govuk-body">{text(t.feesChoose)}</p>;
  if (fees.length === 0) return <p className="govuk-body">{text(t.feesNone)}</p>;
  return <FeesTable fees={fees} currency={currency} />;
}

import { FeesTable } from '@portal/web-kit/forms';
import { isClosed, isSubmitted, type LicenceDocument } from 'svc-licences/contract';
import { type Codes, EmptyListMessage } from './empty-list-message.tsx';
import { t } from './texts.ts';

/** Shows the fees of the chosen document and academic level, with their total. Before the submission they are not due yet. */
export function Fees({ licence, codes }: { licence: Partial<LicenceDocument>; codes: Codes }) {
  const { fees = [], currencyCode, documentStatus } = licence;
  if (fees.length === 0 || codes.includes(undefined)) return <EmptyListMessage codes={codes} choose={t.feesChoose} none={t.feesNone} />;
  const shown = isSubmitted(documentStatus) ? fees : fees.map((fee) => ({ ...fee, status: 'NOT DUE YET' }));
  return <FeesTable fees={shown} currency={currencyCode} nothingDue={isClosed(licence)} />;
}

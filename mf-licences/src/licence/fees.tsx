import { FeesTable } from '@portal/web-kit/forms';
import type { LicenceFee } from 'svc-licences/contract';
import { type Codes, EmptyListMessage } from './empty-list-message.tsx';
import { t } from './texts.ts';

/** Shows the fees of the chosen document and academic level, with their total. */
export function Fees({ fees, codes, ...rest }: { fees: readonly LicenceFee[]; currency?: string; nothingDue: boolean; codes: Codes }) {
  if (fees.length === 0 || codes.includes(undefined)) return <EmptyListMessage codes={codes} choose={t.feesChoose} none={t.feesNone} />;
  return <FeesTable fees={fees} {...rest} />;
}

import { useText, WarningText } from '@portal/web-kit';
import type { FieldSpec, Model } from '@portal/web-kit/forms';
import { showsMoneyNotice } from 'svc-declarations/contract';
import { shared } from './texts.ts';

const declared = (model: Model): boolean => model.currencyStatus === 'YES';

/** The questions about money are the same on arrival and on departure. */
export const moneyFields = (field: (name: string, more?: Partial<FieldSpec>) => FieldSpec): FieldSpec[] => [
  field('currencyStatus', { hint: shared.moneyHint }),
  field('currencyCode', { visible: declared }),
  field('currencyAmount', { visible: declared, width: 10 }),
];

/** What a traveller with declared money must do, or the officer who reads the declaration. The live region is always in the page, so that screen readers announce it. */
export function MoneyNotice({ model, editable }: { model: Model; editable: boolean }) {
  const text = useText();
  return (
    <div aria-live="polite">{showsMoneyNotice(model) ? <WarningText>{text(editable ? shared.moneyNotice : shared.moneyDeclared)}</WarningText> : null}</div>
  );
}

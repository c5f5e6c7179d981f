import { useText, WarningText } from '@portal/web-kit';
import type { Model } from '@portal/web-kit/forms';
import { showsMoneyNotice } from 'svc-declarations/contract';
import { shared } from './texts.ts';

/**
 * Tells a traveller who declares money what to do, and tells the officer that money is declared. The live region is always in the page, so that screen readers
 * announce the text when it appears.
 */
export function MoneyNotice({ model, editable }: { model: Model; editable: boolean }) {
  const text = useText();
  return (
    <div aria-live="polite">{showsMoneyNotice(model) ? <WarningText>{text(editable ? shared.moneyNotice : shared.moneyDeclared)}</WarningText> : null}</div>
  );
}

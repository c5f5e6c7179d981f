/** What a screen checks before it sends. */
import { Digits, L, Text } from '@portal/contract-kit';

/** The stub of the payment invoice screen: checked in the browser, never sent. */
export class PaymentCardForm {
  @Digits({ label: L('Card number', 'Número do cartão'), required: true }) cardNumber?: string;
  @Digits({ label: L('Security code', 'Código de segurança'), max: 3, required: true }) securityCode?: string;
  @Text({ label: L('Name on the card', 'Nome no cartão'), required: true }) cardName?: string;
}

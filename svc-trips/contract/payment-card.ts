import { Digits, L, Text } from '@portal/contract-kit';

/** The placeholder form of the invoice's payment screen. It is checked in the browser and never sent. */
export class PaymentCardForm {
  @Digits({ label: L('Card number', 'Número do cartão'), required: true }) cardNumber?: string;
  @Digits({ label: L('Security code', 'Código de segurança'), max: 3, required: true }) securityCode?: string;
  @Text({ label: L('Name on the card', 'Nome no cartão'), required: true }) cardName?: string;
}

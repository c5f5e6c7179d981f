import { L } from '@portal/contract-kit';

/** Texts of the payment page of the public. */
export const t = {
  title: L('Payment invoice', 'Pagamento da fatura'),
  intro: L(
    'Card payment is not available yet. Pay at the cashier’s or into one of the accounts on your invoice.',
    'O pagamento por cartão ainda não está disponível. Pague na tesouraria ou numa das contas indicadas na fatura.',
  ),
  check: L('Pay', 'Pagar'),
  unavailable: L('Card payment is not available', 'O pagamento por cartão não está disponível'),
  nothing: L(
    'Nothing was sent and nothing was kept. Pay at the cashier’s or into one of the accounts on your invoice.',
    'Nada foi enviado nem guardado. Pague na tesouraria ou numa das contas indicadas na fatura.',
  ),
};

import { L } from '@portal/contract-kit';

/** Texts of the public's payment page. */
export const t = {
  title: L('Payment invoice', 'Pagamento da fatura'),
  intro: L(
    'Cards are not taken yet. Pay at the cashier’s, or into one of the accounts on your invoice, with the reference of your application.',
    'Ainda não aceitamos cartões. Pague na tesouraria ou numa das contas indicadas na fatura, com a referência do seu pedido.',
  ),
  form: L(
    'The form below only shows how a card will be asked for. Do not enter a real card: nothing is paid, sent or kept.',
    'O formulário abaixo mostra apenas como será pedido um cartão. Não introduza um cartão verdadeiro: nada é pago, enviado nem guardado.',
  ),
  check: L('Check the fields', 'Verificar os campos'),
  unavailable: L('Card payment is not available', 'O pagamento por cartão não está disponível'),
  nothing: L(
    'Nothing was sent and nothing was kept. Pay at the cashier’s or into one of the accounts on your invoice.',
    'Nada foi enviado nem guardado. Pague na tesouraria ou numa das contas indicadas na fatura.',
  ),
};

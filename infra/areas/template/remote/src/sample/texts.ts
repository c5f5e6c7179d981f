import { L } from '@portal/contract-kit';

/** Texts of the sample screens. */
export const t = {
  apply: L('Apply for a sample', 'Pedir um sample'),
  details: L('Application', 'Pedido'),
  send: L('Send', 'Enviar'),
  list: L('Samples', 'Samples'),
  sample: L('Sample', 'Sample'),
  reference: L('Reference', 'Referência'),
  status: L('Status', 'Estado'),
  history: L('History and timeline', 'Histórico e cronologia'),
  keep: L('Keep the address of this page: it shows how far your application is.', 'Guarde o endereço desta página: mostra o andamento do seu pedido.'),
};

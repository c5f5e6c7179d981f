import { L } from '@portal/contract-kit';

/** Words that arrival and departure have in common. */
export const shared = {
  yes: L('Yes', 'Sim'),
  notAnswered: L('Not answered', 'Sem resposta'),
  no: L('No', 'Não'),
  findAgain: L('Find a declaration you made', 'Procurar uma declaração que fez'),
  registerAnother: L('Register another declaration', 'Registar outra declaração'),
  change: L('Change', 'Alterar'),
  register: L('Register', 'Registar'),
  update: L('Update', 'Atualizar'),
  print: L('Print', 'Imprimir'),
  view: L('View', 'Ver'),
  returnToView: L('Return to view', 'Voltar à vista'),
  printForm: L('Download the form (PDF)', 'Descarregar o formulário (PDF)'),
  edit: L('Edit', 'Editar'),
  scan: L('Scan a QR code', 'Ler um código QR'),
  questions: L('Questions', 'Perguntas'),
  goods: L('Goods', 'Bens'),
  requirements: L('Requirements', 'Requisitos'),
  requirementsHint: L('Tick what you have with you. An officer may ask to see it.', 'Assinale o que traz consigo. Um funcionário pode pedir para ver.'),
  reference: L('Reference', 'Referência'),
  status: L('Status', 'Estado'),
  name: L('Name', 'Nome'),
  created: L('Created at', 'Criada em'),
  history: L('History and timeline', 'Histórico e cronologia'),
  date: L('Date', 'Data'),
  moneyNotice: L(
    'You carry money that must be declared: more than 5000 USD or the equivalent. Tell an officer at the border and show the money when asked.',
    'Transporta dinheiro que tem de ser declarado: mais de 5000 USD ou o equivalente. Informe um funcionário na fronteira e mostre o dinheiro quando lhe for pedido.',
  ),
  moneyHint: L(
    'Answer yes when you carry more than 5000 USD or the equivalent in any currency.',
    'Responda sim se transporta mais de 5000 USD ou o equivalente em qualquer moeda.',
  ),
  finderIntro: L(
    'Enter the three answers exactly as you gave them in your declaration.',
    'Indique as três respostas exatamente como as deu na sua declaração.',
  ),
} as const;

import { L } from '@portal/contract-kit';
import { departurePage } from 'svc-declarations/contract';

/** Texts that arrival and departure share. */
export const shared = {
  yes: L('Yes', 'Sim'),
  notAnswered: L('Not answered', 'Sem resposta'),
  no: L('No', 'Não'),
  findAgain: L('Find a declaration you made', 'Procurar uma declaração que fez'),
  registerAnother: L('Register another declaration', 'Registar outra declaração'),
  groupCode: L('Show the code of your group', 'Mostrar o código do seu grupo'),
  change: L('Change', 'Alterar'),
  register: departurePage.submit,
  update: L('Save changes', 'Guardar alterações'),
  scan: L('Scan a QR code', 'Ler um código QR'),
  findAnother: L('Find a declaration', 'Procurar uma declaração'),
  changeByReference: L('Change by reference', 'Alterar pela referência'),
  reason: L('Reason for the change', 'Motivo da alteração'),
  reasonHint: L('Only officers can read it', 'Só os funcionários o podem ler'),
  enterReason: L('Say why you change this declaration', 'Indique porque altera esta declaração'),
  referenceHint: L('As on the form, such as ARR-2026-0000017', 'Como no formulário, por exemplo ARR-2026-0000017'),
  referenceHintDeparture: L('As on the form, such as DEP-2026-0000017', 'Como no formulário, por exemplo DEP-2026-0000017'),
  openToChange: L('Open', 'Abrir'),
  enterReference: L('Enter the reference of a declaration of this kind', 'Indique a referência de uma declaração deste tipo'),
  noSuchReference: L('There is no declaration with this reference', 'Não existe declaração com esta referência'),
  referenceFailed: L(
    'The declaration could not be looked up. Check your connection and try again.',
    'Não foi possível procurar a declaração. Verifique a ligação e tente de novo.',
  ),
  requirements: L('Requirements', 'Requisitos'),
  reference: L('Reference', 'Referência'),
  status: L('Status', 'Estado'),
  name: L('Name', 'Nome'),
  entryHead: L('Entry', 'Entrada'),
  flightHead: L('Flight', 'Voo'),
  created: L('Created', 'Criada'),
  attention: L('Look at', 'A verificar'),
  carriesMerchandise: L('Merchandise to declare', 'Mercadorias a declarar'),
  carriesMoney: L('Money to declare:', 'Dinheiro a declarar:'),
  history: L('History and timeline', 'Histórico e cronologia'),
  date: L('Date', 'Data'),
  moneyNotice: L(
    'You carry money that must be declared: more than 5000 USD or the equivalent. Tell an officer at the border and show the money when asked.',
    'Transporta dinheiro que tem de ser declarado: mais de 5000 USD ou o equivalente. Informe um funcionário na fronteira e mostre o dinheiro quando lhe for pedido.',
  ),
  moneyDeclared: L(
    'More than 5000 USD or the equivalent is declared. Ask to see the money.',
    'Foram declarados mais de 5000 USD ou o equivalente. Peça para ver o dinheiro.',
  ),
  finderIntro: L(
    'Enter the three answers exactly as you gave them in your declaration.',
    'Indique as três respostas exatamente como as deu na sua declaração.',
  ),
} as const;

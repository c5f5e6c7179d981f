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
  scan: L('Scan a QR code', 'Ler um código QR'),
  questions: L('Questions', 'Perguntas'),
  goods: L('Goods', 'Bens'),
  terms: L('Terms and conditions', 'Termos e condições'),
  termsText: L(
    'By registering you declare that the information provided is true and correct. A false declaration is an offence and may lead to a fine or to the seizure of goods or money. Your answers are used by customs and immigration for border control only and are kept as the law requires.',
    'Ao registar, declara que as informações prestadas são verdadeiras e corretas. Uma declaração falsa é uma infração e pode levar a multa ou à apreensão de bens ou dinheiro. As suas respostas são usadas pela alfândega e pela imigração apenas para o controlo de fronteira e são guardadas conforme a lei exige.',
  ),
  emailHint: L(
    'If you want to open or change this declaration later, we send a one-time code to this address',
    'Se quiser abrir ou alterar esta declaração mais tarde, enviamos um código de utilização única para este endereço',
  ),
  flightHint: L(
    'Type the flight number or the airline. A flight that is not in the list is taken as you type it.',
    'Escreva o número do voo ou a companhia aérea. Um voo que não está na lista é aceite como o escrever.',
  ),
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
  moneyDeclared: L(
    'More than 5000 USD or the equivalent is declared. Ask to see the money.',
    'Foram declarados mais de 5000 USD ou o equivalente. Peça para ver o dinheiro.',
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

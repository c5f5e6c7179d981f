import { type Bilingual, L, sentence } from '@portal/contract-kit';

/** Texts of the screens of persons who travel together. */
export const t = {
  who: L('Who travels with you?', 'Quem viaja consigo?'),
  whoHint: L(
    'Nobody? Then go on. Family, friends, people in the same car: what you share, such as the journey, is already filled in for them, and all of you get one code.',
    'Ninguém? Então continue. Família, amigos, pessoas no mesmo carro: o que é comum, como a viagem, já fica preenchido, e todos recebem um só código.',
  ),
  add: L('Add a person', 'Adicionar uma pessoa'),
  person: (place: number, count: number): Bilingual => sentence('Person {{place}} of {{count}}', 'Pessoa {{place}} de {{count}}', { place, count }),
  unnamed: (place: number): Bilingual => sentence('Person {{place}}', 'Pessoa {{place}}', { place }),
  newPerson: L('Add a person', 'Adicionar uma pessoa'),
  lead: L(
    'Answer for this person: “you” means this person. What you share, such as the journey, is already filled in.',
    'Responda por esta pessoa, como se fosse ela. O que é comum, como a viagem, já está preenchido.',
  ),
  save: L('Save this person', 'Guardar esta pessoa'),
  saveAndAdd: L('Save and add another', 'Guardar e adicionar outra'),
  register: L('Register this person', 'Registar esta pessoa'),
  edit: L('Change', 'Alterar'),
  remove: L('Remove', 'Remover'),
  removeOf: (name: string): Bilingual => sentence('Remove {{name}} from the list?', 'Remover {{name}} da lista?', { name }),
  removeText: L('The answers that you typed for this person are deleted.', 'As respostas que escreveu para esta pessoa são apagadas.'),
  complete: L('Complete', 'Completo'),
  missing: (count: number): Bilingual =>
    count === 1
      ? L('1 answer to give or correct', '1 resposta por dar ou corrigir')
      : sentence('{{count}} answers to give or correct', '{{count}} respostas por dar ou corrigir', { count }),
  answersFor: (adult: string): Bilingual => sentence('{{adult}} answers for this child', '{{adult}} responde por esta criança', { adult }),
  same: (name: string): Bilingual =>
    sentence('Same family name, nationality and country of birth as {{name}}', 'Mesmo apelido, nacionalidade e país de nascimento de {{name}}', { name }),
  answers: L('Answers to the questions', 'Respostas às perguntas'),
  noneOfUs: {
    arrival: L(
      'None of us has anything to declare: no merchandise, not more than 5000 USD, and no to every question',
      'Nenhum de nós tem algo a declarar: sem mercadorias, não mais de 5000 USD, e não a todas as perguntas',
    ),
    departure: L(
      'None of us has anything to declare: not more than 5000 USD, and no to every question',
      'Nenhum de nós tem algo a declarar: não mais de 5000 USD, e não a todas as perguntas',
    ),
  },
  noneOfOthers: {
    arrival: L(
      'Nobody whom I add has anything to declare: no merchandise, not more than 5000 USD, and no to every question',
      'Nenhuma das pessoas que adiciono tem algo a declarar: sem mercadorias, não mais de 5000 USD, e não a todas as perguntas',
    ),
    departure: L(
      'Nobody whom I add has anything to declare: not more than 5000 USD, and no to every question',
      'Nenhuma das pessoas que adiciono tem algo a declarar: não mais de 5000 USD, e não a todas as perguntas',
    ),
  },
  forEverybody: L('Counts for everybody who is added', 'Vale para todas as pessoas adicionadas'),
  separate: L('Answer separately for this person', 'Responder à parte por esta pessoa'),
  questions: L('The questions', 'As perguntas'),
  answeredBy: L('Who answers the questions for this child?', 'Quem responde às perguntas por esta criança?'),
  ownAnswers: L('Answer for the child here', 'Responder aqui pela criança'),
  full: L('A group has at most 40 persons.', 'Um grupo tem no máximo 40 pessoas.'),
  registered: L('Group registered', 'Grupo registado'),
  caption: L('One code for all of you', 'Um código para todos'),
  people: L('Each with a declaration of their own', 'Cada um com a sua própria declaração'),
  persons: (count: number): Bilingual => sentence('Persons: {{count}}', 'Pessoas: {{count}}', { count }),
  answeredFor: (adult: string): Bilingual => sentence('Answered for by {{adult}}', 'Respondido por {{adult}}', { adult }),
  ownCode: L('Own code', 'Código próprio'),
  takeOut: L('Take out', 'Retirar'),
  takeOutOf: (name: string): Bilingual => sentence('Take {{name}} out of the group?', 'Retirar {{name}} do grupo?', { name }),
  takeOutText: L(
    'The group’s code no longer counts for this person. The declaration stays valid with its own code, in case the person travels otherwise.',
    'O código do grupo deixa de valer para esta pessoa. A declaração continua válida com o seu próprio código, caso a pessoa viaje de outra forma.',
  ),
  takenOut: (name: string): Bilingual => sentence('{{name}} is no longer in the group', '{{name}} já não está no grupo', { name }),
  closed: L(
    'Nobody can be added any more: an officer has dealt with the group. Register separately.',
    'Já não é possível adicionar ninguém: um funcionário já tratou do grupo. Registe-se à parte.',
  ),
  addAsApplicant: L(
    'To add a person, sign in with the account that registered this group.',
    'Para adicionar uma pessoa, inicie sessão com a conta que registou este grupo.',
  ),
  next: [
    L(
      'Show this one code for all of you. An officer sees everybody, and may ask for each passport.',
      'Mostre este único código por todos. O funcionário vê todas as pessoas e pode pedir cada passaporte.',
    ),
    L('Anybody who comes later or alone shows their own code.', 'Quem chega mais tarde, ou sozinho, mostra o seu próprio código.'),
  ],
} as const;

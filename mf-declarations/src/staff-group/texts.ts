import { type Bilingual, L, sentence } from '@portal/contract-kit';

/** Texts of the officers' screen of a group. */
export const t = {
  title: (count: number) => (count === 1 ? L('Group of 1 person', 'Grupo de 1 pessoa') : sentence('Group of {{count}}', 'Grupo de {{count}}', { count })),
  people: L('People of the group', 'Pessoas do grupo'),
  choose: (name: string) => sentence('Choose {{name}}', 'Escolher {{name}}', { name }),
  chooseAll: L('Choose everybody', 'Escolher todos'),
  name: L('Name', 'Nome'),
  lane: L('Lane', 'Canal'),
  look: L('Look at', 'A verificar'),
  passport: L('Passport, born', 'Passaporte, nascimento'),
  status: L('Status', 'Estado'),
  justNow: L('just now', 'agora mesmo'),
  flags: {
    MERCHANDISE: L('Merchandise', 'Mercadorias'),
    MONEY: L('Money', 'Dinheiro'),
    ANSWERS: L('An answer is yes', 'Uma resposta é sim'),
  },
  answeredBy: (name: string) => sentence('answered for by {{name}}', 'respondido por {{name}}', { name }),
  heldBy: (name: string) => sentence('{{name}} has this case', '{{name}} tem este caso', { name }),
  genuine: L('Genuine code', 'Código autêntico'),
  scan: L('Scan a QR code', 'Ler um código QR'),
  forAll: (action: string, count: number) => sentence('{{action}} for all {{count}}', '{{action}}: todos ({{count}})', { action, count }),
  forSome: (action: string, count: number, of: number) =>
    sentence('{{action}} for {{count}} of {{of}}', '{{action}}: {{count}} de {{of}}', { action, count, of }),
  forOne: (action: string, name: string) => sentence('{{action}} for {{name}}', '{{action}}: {{name}}', { action, name }),
  nobodyOpen: L('Nobody is open.', 'Ninguém está em aberto.'),
  tickSomebody: L('Choose at least one person', 'Escolha pelo menos uma pessoa'),
  early: (day: Bilingual) =>
    sentence(
      'The declared day is {{day}}. To record the arrival earlier, say why in the comment.',
      'O dia declarado é {{day}}. Para registar a chegada mais cedo, indique porquê no comentário.',
      { day },
    ),
  done: (action: string, count: number) => sentence('{{action}}: done for {{count}}.', '{{action}}: feito para {{count}}.', { action, count }),
  open: (names: string) => sentence('Still open: {{names}}', 'Em aberto: {{names}}', { names }),
  travelsWith: (count: number) =>
    count === 1 ? L('Travels with 1 other', 'Viaja com mais 1') : sentence('Travels with {{count}} others', 'Viaja com mais {{count}}', { count }),
  inGroup: L('Travels in a group', 'Viaja em grupo'),
  toGroup: L('Open the group', 'Abrir o grupo'),
  others: (count: number) => sentence('and {{count}} more', 'e mais {{count}}', { count }),
} as const;

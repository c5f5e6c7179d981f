import { L } from '@portal/contract-kit';

/** Texts of the screen of a group, for officers. */
export const t = {
  title: (count: number) => (count === 1 ? L('Group of 1 person', 'Grupo de 1 pessoa') : L(`Group of ${count}`, `Grupo de ${count}`)),
  people: L('People of the group', 'Pessoas do grupo'),
  choose: (name: string) => L(`Choose ${name}`, `Escolher ${name}`),
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
  answeredBy: (name: string) => L(`answered for by ${name}`, `respondido por ${name}`),
  heldBy: (name: string) => L(`${name} has this case`, `${name} tem este caso`),
  genuine: L('Genuine code', 'Código autêntico'),
  scan: L('Scan a QR code', 'Ler um código QR'),
  forAll: (action: string, count: number) => L(`${action} for all ${count}`, `${action}: todos (${count})`),
  forSome: (action: string, count: number, of: number) => L(`${action} for ${count} of ${of}`, `${action}: ${count} de ${of}`),
  forOne: (action: string, name: string) => L(`${action} for ${name}`, `${action}: ${name}`),
  nobodyOpen: L('Nobody is open.', 'Ninguém está em aberto.'),
  tickSomebody: L('Choose at least one person', 'Escolha pelo menos uma pessoa'),
  early: (day: { en: string; pt: string }) =>
    L(
      `The declared day is ${day.en}. To record the arrival earlier, say why in the comment.`,
      `O dia declarado é ${day.pt}. Para registar a chegada mais cedo, indique porquê no comentário.`,
    ),
  done: (action: string, count: number) => L(`${action}: done for ${count}.`, `${action}: feito para ${count}.`),
  open: (names: string) => L(`Still open: ${names}`, `Em aberto: ${names}`),
  travelsWith: (count: number) => (count === 1 ? L('Travels with 1 other', 'Viaja com mais 1') : L(`Travels with ${count} others`, `Viaja com mais ${count}`)),
  inGroup: L('Travels in a group', 'Viaja em grupo'),
  toGroup: L('Open the group', 'Abrir o grupo'),
  others: (count: number) => L(`and ${count} more`, `e mais ${count}`),
} as const;

import { type Bilingual, L, sentence } from '@portal/contract-kit';
import { productName } from '@portal/web-kit';
import { arrivalPage } from 'svc-declarations/contract';

/** Texts of the arrival declaration's screens. */
export const t = {
  service: arrivalPage.title,
  nextTrip: L(
    'Filled in from an earlier trip. Answer what is new on this trip, and check the rest below.',
    'Preenchido a partir de uma viagem anterior. Responda ao que é novo nesta viagem e verifique o resto mais abaixo.',
  ),
  newAnswers: L('What you bring with you', 'O que traz consigo'),
  newAnswersText: L(
    'These questions are asked on every trip. None of your earlier answers was taken over.',
    'Estas perguntas são feitas em cada viagem. Nenhuma das suas respostas anteriores foi aproveitada.',
  ),
  noToEverything: L('Answer No to every question below that is not answered', 'Responder Não a todas as perguntas abaixo ainda sem resposta'),
  lastTrip: L('Check what was filled in', 'Verifique o que foi preenchido'),
  reasonOfVisitor: L('Reason for the visit', 'Motivo da visita'),
  proposedDeparture: L(
    'We propose it from the day you arrive and the length of your stay. Change it if you leave on another day.',
    'Propomo-la a partir do dia da chegada e da duração da estadia. Altere-a se parte noutro dia.',
  ),
  proposedOrigin: L(
    'Where you come from on this journey. We propose the country of your airport.',
    'De onde vem nesta viagem. Propomos o país do seu aeroporto.',
  ),
  proposedAddress: L(
    'Where we can find you. We propose where you stay: change or complete it.',
    'Onde o podemos encontrar. Propomos o lugar onde fica: altere-o ou complete-o.',
  ),
  proposedBirth: L(
    'We propose the country of your nationality. Change it if you were born elsewhere.',
    'Propomos o país da sua nacionalidade. Altere-o se nasceu noutro.',
  ),
  check: L('Check your answers', 'Verifique as suas respostas'),
  submit: arrivalPage.submit,
  submitChange: L('Submit the changes', 'Enviar as alterações'),
  closed: L(
    'This declaration can no longer be changed: it is already being dealt with at the border. Speak to an officer.',
    'Esta declaração já não pode ser alterada: já está a ser tratada na fronteira. Fale com um funcionário.',
  ),
  qrChanged: L('Declaration changed', 'Declaração alterada'),
  qrTitle: arrivalPage.doneTitle,
  qrNote: () => arrivalPage.note(productName()),
  qrNext: arrivalPage.next,
  changeAnswers: L('Change your answers', 'Alterar as suas respostas'),
  finderTitle: L('Find your arrival declaration', 'Procurar a sua declaração de chegada'),
  showQr: L('Show the QR code', 'Mostrar o código QR'),
  listTitle: L('Arrival declarations', 'Declarações de chegada'),
  newTitle: L('New arrival declaration', 'Nova declaração de chegada'),
  updateTitle: L('Change an arrival declaration', 'Alterar uma declaração de chegada'),
  notChangeable: L(
    'This declaration cannot be changed now: it is decided, or you do not have the role to change it.',
    'Esta declaração não pode ser alterada agora: já foi decidida ou não tem a função necessária para a alterar.',
  ),
  stepByStep: L('Fill in step by step', 'Preencher passo a passo'),
  onOnePage: L('Fill in on one page', 'Preencher numa só página'),
  lane: L('Lane', 'Canal'),
  arrivalTitle: L('Record an arrival and decide', 'Registar uma chegada e decidir'),
  early: (day: Bilingual) =>
    sentence(
      'The arrival date of this declaration is {{day}}. To record the arrival earlier, say why in the comment.',
      'A data de chegada desta declaração é {{day}}. Para registar a chegada antes, indique o motivo no comentário.',
      { day },
    ),
  decision: L('Decision', 'Decisão'),
  laneChanged: ({ by, reason }: { by: string; reason: string }) => L(`Moved to this lane by ${by}: ${reason}`, `Passado para este canal por ${by}: ${reason}`),
  inspection: L(
    'This traveller is in the red lane: clearing needs a comment, the inspection note.',
    'Este viajante está no canal vermelho: a autorização exige um comentário, a nota de inspeção.',
  ),
  flight: L('Flight or voyage', 'Voo ou viagem'),
  dayHead: L('Arrival', 'Chegada'),
  arrivalDate: L('Arrival date', 'Data de chegada'),
  entryPoint: L('Entry point', 'Ponto de entrada'),
} as const;

/** Titles of the sections, by section id, for officers who read another person's declaration. */
export const forOfficers = {
  journey: L('Journey', 'Viagem'),
  entry: L('Entry', 'Entrada'),
  person: L('Personal details', 'Dados pessoais'),
  contact: L('Contact', 'Contacto'),
  stay: L('Stay', 'Estadia'),
  permit: L('Permit', 'Autorização'),
  organiser: L('Organiser of the visit', 'Organizador da visita'),
  sponsor: L('Sponsor', 'Patrocinador'),
  accommodation: L('Accommodation', 'Alojamento'),
  host: L('Friend or relative they stay with', 'Amigo ou familiar com quem fica'),
  birth: L('Title and birth', 'Título e nascimento'),
  statement: L('Statement', 'Declaração final'),
} as const satisfies Record<string, Bilingual>;

import { L, sentence } from '@portal/contract-kit';
import { productName } from '@portal/web-kit';
import { departurePage } from 'svc-declarations/contract';

/** Texts of the departure declaration's screens. */
export const t = {
  title: departurePage.title,
  intro: departurePage.intro,
  unanswered: (count: number) =>
    count === 1
      ? L('One question is still to be answered before you can register.', 'Falta responder a uma pergunta para poder registar.')
      : sentence('{{count}} questions are still to be answered before you can register.', 'Falta responder a {{count}} perguntas para poder registar.', {
          count,
        }),
  tickQuestions: L(
    'Answer the questions first: tick what applies, or “None of these”.',
    'Responda primeiro às perguntas: assinale o que se aplica, ou “Nenhuma destas”.',
  ),
  qrChanged: L('Departure changed', 'Partida alterada'),
  qrTitle: departurePage.doneTitle,
  qrNote: () => departurePage.note(productName()),
  qrNext: departurePage.next,
  changeAnswers: L('Change your answers', 'Alterar as suas respostas'),
  closed: L(
    'This declaration can no longer be changed: it is already being dealt with. Speak to an officer.',
    'Esta declaração já não pode ser alterada: já está a ser tratada. Fale com um funcionário.',
  ),
  finderTitle: L('Find your departure declaration', 'Procurar a sua declaração de partida'),
  showQr: L('Show the QR code', 'Mostrar o código QR'),
  openDocument: L('Open the declaration', 'Abrir a declaração'),
  listTitle: L('Departure declarations', 'Declarações de partida'),
  newTitle: L('New departure declaration', 'Nova declaração de partida'),
  updateTitle: L('Change a departure declaration', 'Alterar uma declaração de partida'),
  verifyTitle: L('Verify a departure declaration', 'Verificar uma declaração de partida'),
  notChangeable: L(
    'This declaration cannot be changed now: it is approved, or you do not have the role to change it.',
    'Esta declaração não pode ser alterada agora: está aprovada ou não tem a função necessária para a alterar.',
  ),
  flight: L('Flight or voyage number', 'Número do voo ou da viagem'),
  dayHead: L('Departure', 'Partida'),
  departureDate: L('Departure date', 'Data de partida'),
  entryPoint: L('Entry point', 'Ponto de entrada'),
} as const;

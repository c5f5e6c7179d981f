import { L } from '@portal/contract-kit';
import { productName } from '../shared/product.ts';

/** Texts of the departure declaration's screens. */
export const t = {
  title: L('Departure declaration', 'Declaração de partida'),
  intro: L(
    'Declare your departure before you travel. It is free and takes about five minutes. Have your passport and your ticket at hand.',
    'Declare a sua partida antes de viajar. É gratuito e demora cerca de cinco minutos. Tenha à mão o passaporte e o bilhete.',
  ),
  journey: L('Destination, exit and flight', 'Destino, saída e voo'),
  passport: L('Passport', 'Passaporte'),
  contact: L('Contact', 'Contacto'),
  person: L('Personal details', 'Dados pessoais'),
  money: L('Money', 'Dinheiro'),
  questions: L('Questions', 'Perguntas'),
  requirements: L('Requirements', 'Requisitos'),
  unanswered: (count: number) =>
    count === 1
      ? L('One question is still to be answered before you can register.', 'Falta responder a uma pergunta para poder registar.')
      : L(`${count} questions are still to be answered before you can register.`, `Falta responder a ${count} perguntas para poder registar.`),
  exitHint: L('The airport, port or border post where you leave', 'O aeroporto, porto ou posto fronteiriço por onde sai'),
  portHint: L('The airport where you land', 'O aeroporto onde aterra'),
  flightNumberHint: L('As on your boarding pass or ticket, such as QG501', 'Como no cartão de embarque ou bilhete, por exemplo QG501'),
  phoneHint: L('With the country code, such as +670 7712 3456', 'Com o indicativo do país, por exemplo +670 7712 3456'),
  qrTitle: L('Departure registered', 'Partida registada'),
  qrNote: () =>
    L(
      `Please take a screenshot of this page and present it to Immigration Staff. ${productName()} may ask for it too.`,
      `Faça uma captura de ecrã desta página e apresente-a aos funcionários da Imigração. A ${productName()} também a pode pedir.`,
    ),
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
  amendTitle: L('Amend a departure declaration', 'Retificar uma declaração de partida'),
  notChangeable: L(
    'This declaration cannot be changed now: it is approved, or you do not have the role to amend it.',
    'Esta declaração não pode ser alterada agora: está aprovada ou não tem a função necessária para a retificar.',
  ),
  flight: L('Flight or voyage number', 'Número de voo ou viagem'),
  departureDate: L('Departure date', 'Data de partida'),
  entryPoint: L('Entry point', 'Ponto de entrada'),
} as const;

/** The departure form: its sections and fields in order. */
import { type Bilingual, configuredName, type FormSection, L, sentence } from '@portal/contract-kit';
import { atAirport, emailField, flightField, formTexts, moneyFields, passportFields, personFields, phoneField } from './form-parts.ts';

/** The texts of the form page, and of the confirmation page after it. */
export const departurePage = {
  title: L('Departure declaration', 'Declaração de partida'),
  intro: L('About three minutes, free. Have your passport and your ticket at hand.', 'Cerca de três minutos, gratuito. Tenha à mão o passaporte e o bilhete.'),
  submit: L('Register', 'Registar'),
  doneTitle: L('Departure registered', 'Partida registada'),
  next: [
    L('Before you leave, keep your passport ready. An officer scans the code.', 'Antes de partir, tenha o passaporte à mão. Um funcionário lê o código.'),
    L('Speak to an officer if your answers have changed.', 'Fale com um funcionário se as suas respostas mudaram.'),
  ],
  note: (product: string): Bilingual =>
    sentence(
      'Please take a screenshot of this page and present it to Immigration Staff. {{product}} may ask for it too.',
      'Faça uma captura de ecrã desta página e apresente-a aos funcionários da Imigração. Outra autoridade no posto de fronteira ({{product}}) também a pode pedir.',
      { product: configuredName(product) },
    ),
} as const;

export const departureFormSections: readonly FormSection[] = [
  {
    id: 'journey',
    title: L('Destination, exit and flight', 'Destino, saída e voo'),
    fields: [
      { name: 'departureDate', dayFromList: true },
      { name: 'reason' },
      flightField('departure'),
      { name: 'flightDetails.code', hint: L('The airport, port or border post where you leave', 'O aeroporto, porto ou posto fronteiriço por onde sai') },
      { name: 'embarkationPortCode', hint: L('The airport where you land', 'O aeroporto onde aterra'), when: atAirport },
      { name: 'destinationCode' },
      { name: 'flightNumber', hint: formTexts.numberHint, width: 20 },
    ],
  },
  { id: 'passport', title: formTexts.passport, fields: passportFields },
  { id: 'contact', title: L('Contact', 'Contacto'), fields: [{ ...phoneField, optional: true }, emailField] },
  { id: 'person', title: L('Personal details', 'Dados pessoais'), fields: personFields },
  { id: 'money', title: formTexts.money, fields: moneyFields },
  { id: 'questions', title: formTexts.questions, list: { name: 'questions' } },
  { id: 'requirements', title: formTexts.requirements, list: { name: 'requirements', hint: formTexts.requirementsHint } },
];

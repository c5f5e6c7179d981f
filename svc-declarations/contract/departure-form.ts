/** The form of a departure declaration: its sections and fields in order. */
import { type FormSection, L } from '@portal/contract-kit';
import { atAirport, emailField, flightField, formTexts, moneyFields, passportFields, personFields, phoneField } from './form-parts.ts';

export const departureFormSections: readonly FormSection[] = [
  {
    id: 'journey',
    title: L('Destination, exit and flight', 'Destino, saída e voo'),
    fields: [
      { name: 'departureDate', dayFromList: true },
      { name: 'destinationCode' },
      { name: 'reason' },
      { name: 'flightDetails.code', hint: L('The airport, port or border post where you leave', 'O aeroporto, porto ou posto fronteiriço por onde sai') },
      flightField('departure'),
      { name: 'embarkationPortCode', hint: L('The airport where you land', 'O aeroporto onde aterra'), when: atAirport },
      {
        name: 'flightNumber',
        hint: L('As on your boarding pass or ticket, such as QG501', 'Como no cartão de embarque ou bilhete, por exemplo QG501'),
        width: 20,
      },
    ],
  },
  { id: 'passport', title: formTexts.passport, fields: passportFields },
  { id: 'contact', title: L('Contact', 'Contacto'), fields: [{ ...phoneField, optional: true }, emailField] },
  { id: 'person', title: L('Personal details', 'Dados pessoais'), fields: personFields },
  { id: 'money', title: formTexts.money, fields: moneyFields },
  { id: 'questions', title: formTexts.questions, list: { name: 'questions' } },
  { id: 'requirements', title: formTexts.requirements, list: { name: 'requirements', hint: formTexts.requirementsHint } },
];

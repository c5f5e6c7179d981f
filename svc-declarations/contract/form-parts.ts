/** Sections, fields and words that the forms of arrival and departure share. */
import { type FormField, isSet, L, onlyIf } from '@portal/contract-kit';

/** The direction of the flights that a form does not suggest: departing flights (`D`) on arrival, arriving flights (`A`) on departure. */
const notListed = { arrival: 'D', departure: 'A' } as const;

export const formTexts = {
  questions: L('Questions', 'Perguntas'),
  declarations: L('Declarations', 'Declarações'),
  money: L('Money', 'Dinheiro'),
  requirements: L('Requirements', 'Requisitos'),
  passport: L('Passport', 'Passaporte'),
  emailHint: L(
    'We send your QR code to this address, and a message when your declaration is changed or decided. A one-time code sent there opens it again.',
    'Enviamos o seu código QR para este endereço, e uma mensagem quando a sua declaração for alterada ou decidida. Um código de utilização única enviado para lá volta a abri-la.',
  ),
  flightHint: L(
    'As on the ticket, such as SQ461. By ship, by car or on foot: leave it empty.',
    'Como no bilhete, por exemplo SQ461. De navio, de carro ou a pé: deixe em branco.',
  ),
  numberHint: L(
    'The number of the flight, or the name of the ship. By land: the number plate, or ON FOOT.',
    'O número do voo ou o nome do navio. Por terra: a matrícula, ou ON FOOT se vai a pé.',
  ),
  phoneHint: L('With the country code, such as +670 7712 3456', 'Com o indicativo do país, por exemplo +670 7712 3456'),
  dateHint: L('For example, 27 3 1980', 'Por exemplo, 27 3 1980'),
  expiryHint: L('For example, 27 3 2031', 'Por exemplo, 27 3 2031'),
  nameHint: L('As in your passport', 'Como no seu passaporte'),
  requirementsHint: L('Tick what you have with you. An officer may ask to see it.', 'Assinale o que traz consigo. Um funcionário pode pedir para ver.'),
  moneyHint: L(
    'Answer yes when you carry more than 5000 USD or the equivalent in any currency.',
    'Responda sim se transporta mais de 5000 USD ou o equivalente em qualquer moeda.',
  ),
  terms: L('Terms and conditions', 'Termos e condições'),
  termsText: L(
    'By registering you declare that the information provided is true and correct. A false declaration is an offence and may lead to a fine or to the seizure of goods or money. Your answers are used by customs and immigration for border control only and are kept as the law requires.',
    'Ao registar, declara que as informações prestadas são verdadeiras e corretas. Uma declaração falsa é uma infração e pode levar a multa ou à apreensão de bens ou dinheiro. As suas respostas são usadas pela alfândega e pela imigração apenas para o controlo de fronteira e são guardadas conforme a lei exige.',
  ),
} as const;

interface Point {
  flightDetails?: { code?: unknown; airport?: unknown };
}
interface Money {
  currencyStatus?: string;
}

const onlyByAir = L('Only if you travel by air', 'Só se viaja de avião');
/** The form asks for the flight first, because the flight fills in the airport. It does not ask a traveller who chose a port or a border post. */
const mayFly = onlyIf((model: Point) => !model.flightDetails?.code || isSet(model.flightDetails.airport), onlyByAir);
/** The form asks for the port at the other end of the journey only when the entry or exit point is an airport. */
export const atAirport = onlyIf((model: Point) => isSet(model.flightDetails?.airport), onlyByAir);

const moneyDeclared = onlyIf((model: Money) => model.currencyStatus === 'YES', L('Only if you answered yes', 'Só se respondeu sim'));

/** The flight field. The catalogue suggests flights, and a flight that is not in it is accepted as typed. */
export const flightField = (kind: keyof typeof notListed): FormField => ({
  name: 'flightCode',
  hint: formTexts.flightHint,
  when: mayFly,
  suggest: { catalogue: 'flights', without: { direction: notListed[kind] } },
});

export const passportFields: readonly FormField[] = [
  { name: 'travellerCode', width: 20 },
  { name: 'nationalityCode', autoComplete: 'country' },
  { name: 'expiryDate', hint: formTexts.expiryHint },
];

export const personFields: readonly FormField[] = [
  { name: 'firstName', hint: formTexts.nameHint, autoComplete: 'given-name' },
  { name: 'lastName', hint: formTexts.nameHint, autoComplete: 'family-name' },
  { name: 'birthDate', hint: formTexts.dateHint, autoComplete: 'bday' },
  { name: 'gender' },
  { name: 'occupation', autoComplete: 'organization-title' },
];

export const phoneField: FormField = { name: 'phoneNumber', hint: formTexts.phoneHint, inputType: 'tel', autoComplete: 'tel', width: 20 };

export const emailField: FormField = { name: 'emailAddress', hint: formTexts.emailHint, inputType: 'email', autoComplete: 'email', optional: true };

export const moneyFields: readonly FormField[] = [
  { name: 'currencyStatus', hint: formTexts.moneyHint },
  { name: 'currencyCode', when: moneyDeclared },
  { name: 'currencyAmount', when: moneyDeclared, width: 10 },
];

/** The arrival declaration: what an arriving traveller declares to customs and immigration. */
import {
  type Bilingual,
  Choice,
  Code,
  type ContractRule,
  Day,
  Identifier,
  Integer,
  isBlank,
  isSet,
  L,
  ListOf,
  MustBeYes,
  Nested,
  Rules,
  requireWhen,
  ruleFault,
  Text,
  YesNo,
} from '@portal/contract-kit';
import { ARRIVAL_CODE, accommodationTypes, DESTINATION_VISA, ORGANISED, WORK } from './codes.ts';
import * as Field from './fields.ts';
import { AddressDetails, AnswerRow, ContactDetails, EntryPointDetails, GoodsRow, RequirementRow, SponsorDetails, StatementRow, TypeDetails } from './parts.ts';
import { moneyRules, passportValidOn, samePoint } from './rules.ts';

type ArrivalConditionFields = Pick<ArrivalDeclarationBody, 'reason' | 'accommodationType'> & { typeDetails?: TypeDetails; flightDetails?: EntryPointDetails };
export type ArrivalCondition = (body: ArrivalConditionFields) => boolean;

/** Conditions under which further fields are required. A screen shows such a field only while its condition holds. */
export const arrivalConditions = {
  airport: (b) => isSet(b.flightDetails?.airport),
  foreigner: (b) => isSet(b.typeDetails?.foreigner),
  permit: (b) => isSet(b.typeDetails?.permit),
  resident: (b) => isSet(b.typeDetails?.resident),
  sponsor: (b) => isSet(b.typeDetails?.sponsor),
  destinationVisa: (b) => DESTINATION_VISA.includes(b.reason ?? ''),
  accommodation: (b) => !DESTINATION_VISA.includes(b.reason ?? ''),
  hotel: (b) => b.accommodationType === 'HTL',
  friendsOrFamily: (b) => b.accommodationType === 'FFA',
  work: (b) => b.reason === WORK,
  organised: (b) => b.reason === ORGANISED,
} as const satisfies Record<string, ArrivalCondition>;

const conditions = arrivalConditions;

// When the body has no `goods`, the server adds one blank row. An empty list means that the traveller removed the last row.
const atLeastOneRow: ContractRule<ArrivalDeclarationBody> = (b) =>
  Array.isArray(b.goods) && b.goods.length === 0
    ? [ruleFault('MIN_ITEMS', 'goods', L('Add at least one row of goods', 'Adicione pelo menos uma linha de bens'))]
    : [];

/** Returns the label of the ticket field, in which a traveller in transit enters the onward ticket. */
export const returnTicketLabel = (body: Pick<ArrivalDeclarationBody, 'reason'>): Bilingual =>
  conditions.destinationVisa(body)
    ? L('Destination Ticket Reference', 'Referência do bilhete de destino')
    : L('Return ticket reference', 'Referência do bilhete de regresso');

const enterTicket = (body: ArrivalConditionFields): Bilingual =>
  conditions.destinationVisa(body)
    ? L('Enter destination ticket reference', 'Indique a referência do bilhete de destino')
    : L('Enter return ticket reference', 'Indique a referência do bilhete de regresso');

const requireTicket: ContractRule<ArrivalDeclarationBody> = (body) =>
  conditions.foreigner(body) && isBlank(body.returnTicket) ? [ruleFault('REQUIRED', 'returnTicket', enterTicket(body))] : [];

const confirmQuestions = L('Confirm that your answers to the questions are true', 'Confirme que as suas respostas às perguntas são verdadeiras');
const confirmStatement = L('Confirm that the information provided is true and correct', 'Confirme que as informações prestadas são verdadeiras e corretas');
const confirmDeclarations = L('Confirm that your answers to the declarations are true', 'Confirme que as suas respostas às declarações são verdadeiras');

@Rules<ArrivalDeclarationBody>(
  requireWhen(conditions.airport, 'flightCode', 'embarkationPortCode'),
  requireWhen(conditions.foreigner, 'reason', 'stayLength', 'departureDate'),
  requireTicket,
  requireWhen((b) => conditions.foreigner(b) && (b.declarations ?? []).length > 0, 'declarationsConfirmed'),
  requireWhen(conditions.accommodation, 'accommodationType'),
  requireWhen(conditions.hotel, 'accommodationName'),
  requireWhen(
    conditions.friendsOrFamily,
    'contactDetails.name',
    'contactDetails.identity',
    'contactDetails.phone',
    'addressDetails.district',
    'addressDetails.subDistrict',
    'addressDetails.village',
    'addressDetails.subVillage',
  ),
  requireWhen(conditions.permit, 'permitReference', 'permitExpiry'),
  requireWhen(conditions.resident, 'permitReference', 'permitNaration'),
  requireWhen(conditions.work, 'sponsorDetails.type', 'sponsorDetails.name', 'sponsorDetails.address'),
  requireWhen(conditions.organised, 'organisedBy', 'fundedBy'),
  requireWhen(conditions.destinationVisa, 'destinationVisa'),
  requireWhen((b) => (b.questions ?? []).length > 0, 'questionsConfirmed'),
  ...moneyRules(),
  passportValidOn((b) => b.arrivalDate),
  samePoint(L('Entry point must be the one in flightDetails.code', 'O ponto de entrada deve ser o de flightDetails.code')),
  atLeastOneRow,
)
export class ArrivalDeclarationBody {
  @Nested(() => TypeDetails) typeDetails: TypeDetails = new TypeDetails();
  @Code({ name: 'countries', copy: { originName: 'name' } }, { label: L('Country of origin', 'País de origem'), required: true }) originCode?: string;
  @Text({ label: L('Country of origin', 'País de origem'), serverSet: true }) originName?: string;
  @Nested(() => EntryPointDetails) flightDetails: EntryPointDetails = new EntryPointDetails();
  @Field.EntryPointCode() entryPointCode?: string;
  @Field.FlightCode() flightCode?: string;
  @Field.EmbarkationPortCode() embarkationPortCode?: string;
  @Field.EmbarkationPortName() embarkationPortName?: string;
  @Field.FlightNumber() flightNumber?: string;
  @Day({ label: L('Arrival date', 'Data de chegada'), required: true }) arrivalDate?: string;
  @Field.AgencyCode() agencyCode?: string;
  @Choice([ARRIVAL_CODE], { label: L('Document', 'Documento'), required: true }) documentCode?: string;

  @Field.TravellerCode() travellerCode?: string;
  @Field.NationalityCode() nationalityCode?: string;
  @Field.NationalityName() nationalityName?: string;
  @Field.ExpiryDate() expiryDate?: string;
  @Field.EmailAddress() emailAddress?: string;
  @Field.PhoneNumber(true) phoneNumber?: string;
  @Field.FirstName() firstName?: string;
  @Field.LastName() lastName?: string;
  @Field.BirthDate() birthDate?: string;
  @Field.Gender() gender?: string;
  @Field.GenderName() genderName?: string;
  @Field.Occupation() occupation?: string;

  @Code({ name: 'travel-purposes', copy: { reasonName: 'name' } }, { label: L('Reason for your visit', 'Motivo da visita') }) reason?: string;
  @Text({ label: L('Reason for your visit', 'Motivo da visita'), serverSet: true }) reasonName?: string;
  @Integer({ label: L('Length of stay in days', 'Duração da estadia em dias'), max: 36_500 }) stayLength?: number;
  @Day({ label: L('Departure date', 'Data de partida') }) departureDate?: string;
  @Text({ label: L('Ticket reference', 'Referência do bilhete'), max: 70 }) returnTicket?: string;
  @Identifier({ label: L('Destination visa', 'Visto do país de destino'), personal: true }) destinationVisa?: string;
  @Identifier({ label: L('Permit or visa reference', 'Referência da autorização ou do visto'), personal: true }) permitReference?: string;
  @Day({ label: L('Permit expiry date', 'Data de validade da autorização') }) permitExpiry?: string;
  @Text({
    label: L('About your permit', 'Acerca da sua autorização'),
    message: L('Describe your permit', 'Descreva a sua autorização'),
    lines: true,
    personal: true,
  })
  permitNaration?: string;
  @Choice(accommodationTypes, { label: L('Type of accommodation', 'Tipo de alojamento') }) accommodationType?: string;
  @Text({ label: L('Name of the hotel', 'Nome do hotel'), max: 70, personal: true }) accommodationName?: string;
  @Nested(() => ContactDetails, { personal: true }) contactDetails: ContactDetails = new ContactDetails();
  @Nested(() => AddressDetails, { personal: true }) addressDetails: AddressDetails = new AddressDetails();
  @Text({ label: L('Address in the country', 'Morada no país'), max: 70, required: true, personal: true }) address?: string;
  @Text({ label: L('Visit organised by', 'Visita organizada por'), max: 70, message: L('Say who organises your visit', 'Indique quem organiza a sua visita') })
  organisedBy?: string;
  @Text({ label: L('Visit funded by', 'Visita financiada por'), max: 70, message: L('Say who pays for your visit', 'Indique quem paga a sua visita') })
  fundedBy?: string;
  @Nested(() => SponsorDetails, { personal: true }) sponsorDetails: SponsorDetails = new SponsorDetails();
  @ListOf(() => StatementRow, { label: L('Declarations', 'Declarações'), max: 100 }) declarations?: StatementRow[];
  @MustBeYes({
    label: L('My answers to the declarations are true', 'As minhas respostas às declarações são verdadeiras'),
    message: confirmDeclarations,
    confirm: confirmDeclarations,
  })
  declarationsConfirmed?: string;

  @Integer({ label: L('Number of bags', 'Número de volumes de bagagem'), max: 9_999, required: true }) numberOfBaggages?: number;
  @YesNo({
    label: L('Do you have merchandise to declare?', 'Tem mercadorias a declarar?'),
    required: true,
    message: L('Say whether you have merchandise to declare', 'Indique se tem mercadorias a declarar'),
  })
  hasMerchandise?: string;
  @ListOf(() => GoodsRow, { label: L('Goods', 'Bens') }) goods?: GoodsRow[];
  @ListOf(() => AnswerRow, { label: L('Questions', 'Perguntas'), max: 100 }) questions?: AnswerRow[];
  @MustBeYes({
    label: L('My answers to the questions are true', 'As minhas respostas às perguntas são verdadeiras'),
    message: confirmQuestions,
    confirm: confirmQuestions,
  })
  questionsConfirmed?: string;
  @Field.CurrencyStatus() currencyStatus?: string;
  @Field.CurrencyAmount() currencyAmount?: number;
  @Field.CurrencyCode() currencyCode?: string;

  @Text({ label: L('Title', 'Título'), max: 35, upper: true, required: true }) title?: string;
  @Text({ label: L('City of birth', 'Cidade de nascimento'), max: 70, required: true }) birthCityName?: string;
  @Code({ name: 'countries', copy: { birthNationalityName: 'name' } }, { label: L('Country of birth', 'País de nascimento'), required: true })
  birthNationalityCode?: string;
  @Text({ label: L('Country of birth', 'País de nascimento'), serverSet: true }) birthNationalityName?: string;
  @ListOf(() => RequirementRow, { label: L('Requirements', 'Requisitos'), max: 100 }) requirements?: RequirementRow[];
  @MustBeYes({
    label: L('I declare that the information provided is true and correct', 'Declaro que as informações prestadas são verdadeiras e corretas'),
    required: true,
    message: confirmStatement,
    confirm: confirmStatement,
  })
  declaredStatus?: string;
}

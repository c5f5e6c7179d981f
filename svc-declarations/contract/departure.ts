/** The departure declaration: what a departing passenger declares. */
import { Choice, Code, Day, isSet, L, ListOf, Nested, questionErrors, Rules, requireWhen, Text } from '@portal/contract-kit';
import { DEPARTURE_CODE } from './codes.ts';
import * as Field from './fields.ts';
import { ExitPointDetails, GoodsRow, QuestionRow, RequirementRow } from './parts.ts';
import { moneyRules, passportValidOn, samePoint } from './rules.ts';

@Rules<DepartureDeclarationBody>(
  requireWhen((b) => isSet(b.flightDetails?.airport), 'flightCode', 'embarkationPortCode'),
  ...moneyRules(),
  passportValidOn((b) => b.departureDate),
  samePoint(L('Exit point must be the one in flightDetails.code', 'O ponto de saída deve ser o de flightDetails.code')),
  (b) => questionErrors(b.questions),
)
export class DepartureDeclarationBody {
  @Field.AgencyCode() agencyCode?: string;
  @Choice([DEPARTURE_CODE], { label: L('Document', 'Documento'), required: true }) documentCode?: string;

  @Day({ label: L('Departure date', 'Data de partida'), required: true }) departureDate?: string;
  @Code({ name: 'countries', copy: { destinationName: 'name' } }, { label: L('Destination', 'Destino'), required: true }) destinationCode?: string;
  @Text({ label: L('Destination', 'Destino'), serverSet: true }) destinationName?: string;
  @Code({ name: 'travel-purposes', copy: { reasonName: 'name' } }, { label: L('Purpose of travel', 'Motivo da viagem'), required: true }) reason?: string;
  @Text({ label: L('Purpose of travel', 'Motivo da viagem'), serverSet: true }) reasonName?: string;

  @Nested(() => ExitPointDetails) flightDetails: ExitPointDetails = new ExitPointDetails();
  @Field.EntryPointCode(L('Exit point', 'Ponto de saída')) entryPointCode?: string;
  @Field.FlightCode() flightCode?: string;
  @Field.EmbarkationPortCode(L('Port of disembarkation', 'Porto de desembarque')) embarkationPortCode?: string;
  @Field.EmbarkationPortName(L('Port of disembarkation', 'Porto de desembarque')) embarkationPortName?: string;
  @Field.FlightNumber() flightNumber?: string;

  @Field.TravellerCode() travellerCode?: string;
  @Field.NationalityCode() nationalityCode?: string;
  @Field.NationalityName() nationalityName?: string;
  @Field.ExpiryDate() expiryDate?: string;
  @Field.EmailAddress() emailAddress?: string;
  @Field.PhoneNumber(false) phoneNumber?: string;

  @Field.FirstName() firstName?: string;
  @Field.LastName() lastName?: string;
  @Field.BirthDate() birthDate?: string;
  @Field.Gender() gender?: string;
  @Field.GenderName() genderName?: string;
  @Field.Occupation() occupation?: string;

  @Field.CurrencyStatus() currencyStatus?: string;
  @Field.CurrencyAmount() currencyAmount?: number;
  @Field.CurrencyCode() currencyCode?: string;

  @ListOf(() => QuestionRow, { label: L('Questions', 'Perguntas'), max: 100 }) questions?: QuestionRow[];
  @ListOf(() => RequirementRow, { label: L('Requirements', 'Requisitos'), max: 100 }) requirements?: RequirementRow[];
  @ListOf(() => GoodsRow, { label: L('Goods', 'Bens') }) goods?: GoodsRow[];
}

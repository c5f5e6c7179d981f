/** The printed arrival declaration. */
import { L, type Language, type PrintBlock, type PrintLayout, say, sentence } from '@portal/contract-kit';
import { both, type PrintContext, type PrintDefinition, section } from '@portal/service-kit';
import {
  type ArrivalDeclaration,
  ArrivalDeclarationBody,
  accommodationNames,
  arrivalStatusNames,
  decisionNames,
  laneNames,
  returnTicketLabel,
} from '../../contract/index.ts';
import {
  answersTable,
  footerOf,
  goodsTable,
  issuerOf,
  moneyParagraph,
  requirementsTable,
  sections,
  signedBy,
  travellerOf,
} from '../shared/declaration.prints.ts';

const statement = L('I declare that the information provided is true and correct.', 'Declaro que as informações prestadas são verdadeiras e corretas.');

/** The lane, the status and the officer's decision. */
const standing = ({ lane, documentStatus, decision }: ArrivalDeclaration, language: Language): PrintBlock[] =>
  section(L('Standing', 'Situação'), [
    { label: L('Lane', 'Canal'), value: say(laneNames[lane], language) },
    { label: L('Status', 'Estado'), value: say(arrivalStatusNames[documentStatus], language) },
    { label: L('Decision', 'Decisão'), value: decision && say(decisionNames[decision], language) },
  ]);

function layout(model: ArrivalDeclaration, context: PrintContext): PrintLayout {
  const { language } = context;
  const stay = accommodationNames[model.accommodationType as keyof typeof accommodationNames];
  const named = { ...model, accommodationType: stay && say(stay, language) };
  const part = sections(ArrivalDeclarationBody, named, language);
  return {
    page: 'form',
    language,
    issuer: issuerOf(context),
    title: both(L('Traveller arrival declaration', 'Declaração de chegada de viajante')),
    subtitle: travellerOf(model),
    reference: model.serialReference.reference,
    badge: { text: say(laneNames[model.lane], language), tone: model.lane === 'RED' ? 'bad' : 'good' },
    qr: {
      text: context.qrUrl,
      caption: say(
        sentence('Present to {{product}} & Immigration Staff', 'Apresente aos funcionários no posto de fronteira ({{product}} e Imigração)', {
          product: context.productName,
        }),
        language,
      ),
    },
    blocks: [
      ...standing(model, language),
      ...part(
        L('Entry', 'Entrada'),
        'typeDetails.name',
        'originName',
        'flightDetails.description',
        'flightCode',
        'embarkationPortName',
        'flightNumber',
        'arrivalDate',
      ),
      ...part(L('Passport', 'Passaporte'), 'travellerCode', 'nationalityName', 'expiryDate', 'emailAddress', 'phoneNumber'),
      ...part(
        L('Personal details', 'Dados pessoais'),
        'title',
        'firstName',
        'lastName',
        'birthDate',
        'birthCityName',
        'birthNationalityName',
        'genderName',
        'occupation',
      ),
      ...part(
        L('Stay', 'Estadia'),
        'reasonName',
        'stayLength',
        'departureDate',
        'destinationVisa',
        'permitReference',
        'permitExpiry',
        'permitNaration',
        'address',
        'organisedBy',
        'fundedBy',
      ),
      ...section(L('Ticket', 'Bilhete'), [{ label: returnTicketLabel(model), value: model.returnTicket }]),
      ...part(
        L('Accommodation', 'Alojamento'),
        'accommodationType',
        'accommodationName',
        'contactDetails.name',
        'contactDetails.identity',
        'contactDetails.phone',
        'addressDetails.districtName',
        'addressDetails.subDistrictName',
        'addressDetails.village',
        'addressDetails.subVillage',
      ),
      ...part(L('Sponsor', 'Patrocinador'), 'sponsorDetails.typeName', 'sponsorDetails.name', 'sponsorDetails.address'),
      ...answersTable(L('Declarations', 'Declarações'), model.declarations, language),
      ...part(L('Goods and money', 'Bens e dinheiro'), 'numberOfBaggages', 'hasMerchandise', 'currencyStatus', 'currencyAmount', 'currencyCode'),
      ...moneyParagraph(model, language),
      ...goodsTable(model.goods, language),
      ...answersTable(L('Questions', 'Perguntas'), model.questions, language),
      ...requirementsTable(model.requirements, model.documentStatus !== 'CREATED', language),
      { kind: 'paragraph', text: both(statement) },
      signedBy,
    ],
    footer: footerOf(model, language),
  };
}

export const arrivalPrint: PrintDefinition<ArrivalDeclaration> = { fileName: (m) => `${m.serialReference.reference}.pdf`, layout };

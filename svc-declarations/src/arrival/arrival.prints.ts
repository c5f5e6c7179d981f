/** The printed arrival declaration. */
import { configuredName, fullName, L, type Language, type PrintLayout, say, sentence } from '@portal/contract-kit';
import { answers, inTwoLanguages, joined, type PrintContext, type PrintDefinition, printedPhone, section } from '@portal/service-kit';
import {
  type ArrivalDeclaration,
  ArrivalDeclarationBody,
  accommodationNames,
  arrivalStatusLabels,
  decisionNames,
  isOwnHome,
  laneNames,
  ownHomeName,
  returnTicketLabel,
} from '../../contract/index.ts';
import { footerOf, goodsTable, issuerOf, moneyParagraph, requirementsTable, sections, signatureBlock } from '../shared/declaration.prints.ts';

const stay = L('Stay', 'Estadia');
const statement = L('I declare that the information provided is true and correct.', 'Declaro que as informações prestadas são verdadeiras e corretas.');

/** Returns the status and the officer's decision. The badge of the print shows the lane. */
const standing = ({ documentStatus, decision }: ArrivalDeclaration, language: Language): string =>
  [
    `${inTwoLanguages(L('Status', 'Estado'))}: ${say(arrivalStatusLabels[documentStatus], language)}`,
    ...(decision ? [`${inTwoLanguages(L('Decision', 'Decisão'))}: ${say(decisionNames[decision], language)}`] : []),
  ].join(' · ');

function layout(model: ArrivalDeclaration, context: PrintContext): PrintLayout {
  const { language } = context;
  const accommodation = isOwnHome(model) ? ownHomeName : accommodationNames[model.accommodationType as keyof typeof accommodationNames];
  const { contactDetails, phoneNumber } = model;
  const named = {
    ...model,
    accommodationType: accommodation && say(accommodation, language),
    phoneNumber: printedPhone(phoneNumber),
    contactDetails: { ...contactDetails, phone: printedPhone(contactDetails?.phone) },
  };
  const part = sections(ArrivalDeclarationBody, named, language);
  return {
    page: 'form',
    language,
    issuer: issuerOf(context),
    title: inTwoLanguages(L('Traveller arrival declaration', 'Declaração de chegada de viajante')),
    subtitle: standing(model, language),
    // Tells the prints of a family apart.
    holder: fullName(model),
    reference: model.serialReference.reference,
    badge: { text: say(laneNames[model.lane], language), tone: model.lane === 'RED' ? 'bad' : 'good' },
    qr: {
      text: context.qrUrl,
      caption: say(
        sentence('Present to {{product}} & Immigration Staff', 'Apresente aos funcionários no posto de fronteira ({{product}} e Imigração)', {
          product: configuredName(context.productName),
        }),
        language,
      ),
    },
    blocks: [
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
      ...joined(
        stay,
        part(
          stay,
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
        section(stay, [{ label: returnTicketLabel(model), value: model.returnTicket }]),
        part(
          stay,
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
      ),
      ...part(L('Sponsor', 'Patrocinador'), 'sponsorDetails.typeName', 'sponsorDetails.name', 'sponsorDetails.address'),
      ...answers(L('Declarations', 'Declarações'), model.declarations, language),
      ...part(L('Goods and money', 'Bens e dinheiro'), 'numberOfBaggages', 'hasMerchandise', 'currencyStatus', 'currencyAmount', 'currencyCode'),
      ...moneyParagraph(model, language),
      ...goodsTable(model.goods, language),
      ...answers(L('Questions', 'Perguntas'), model.questions, language),
      ...requirementsTable(model.requirements, language),
      { kind: 'paragraph', text: inTwoLanguages(statement) },
      signatureBlock(),
    ],
    footer: footerOf(model, language),
  };
}

export const arrivalPrints = {
  'print-form': { fileName: (m) => `${m.serialReference.reference}.pdf`, layout },
} satisfies Record<string, PrintDefinition<ArrivalDeclaration>>;

/** The printed arrival declaration. */
import type { PrintLayout } from '@portal/contract-kit';
import type { PrintDefinition } from '@portal/service-kit';
import {
  type AnswerRow,
  type ArrivalDeclaration,
  ArrivalDeclarationBody,
  accommodationNames,
  laneNames,
  MONEY_THRESHOLD,
  returnTicketLabel,
  showsMoneyNotice,
} from '../../contract/index.ts';
import { goodsTable, printed, requirementsTable, section, table } from '../shared/print-parts.ts';

const part = (title: string, model: object, ...paths: string[]) => section(title, ArrivalDeclarationBody, model, paths);

const answers = (title: string, rows: AnswerRow[] | undefined) =>
  table(
    title,
    [
      { title: 'No.', width: 8, align: 'right' },
      { title: 'Question / Pergunta', width: 72 },
      { title: 'Answer / Resposta', width: 20 },
    ],
    (rows ?? []).map((q, i) => [String(q.rank ?? i + 1), q.description ?? '', printed(q.answer)]),
  );

function layout(model: ArrivalDeclaration, context: { qrUrl: string; productName: string; portalName: string }): PrintLayout {
  const lane = laneNames[model.lane];
  const stay = accommodationNames[model.accommodationType as keyof typeof accommodationNames];
  const ticket = returnTicketLabel(model);
  return {
    page: 'form',
    language: 'en',
    issuer: `${context.portalName} · ${context.productName} & Immigration`,
    title: 'Traveller arrival declaration / Declaração de chegada de viajante',
    reference: model.serialReference.reference,
    badge: { text: `${lane.en} / ${lane.pt}`, tone: model.lane === 'RED' ? 'bad' : 'good' },
    qr: { text: context.qrUrl, caption: `Present to ${context.productName} & Immigration Staff` },
    blocks: [
      ...part(
        'Entry / Entrada',
        model,
        'typeDetails.name',
        'originName',
        'flightDetails.description',
        'flightCode',
        'embarkationPortName',
        'flightNumber',
        'arrivalDate',
      ),
      ...part('Passport / Passaporte', model, 'travellerCode', 'nationalityName', 'expiryDate', 'emailAddress', 'phoneNumber'),
      ...part(
        'Personal details / Dados pessoais',
        model,
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
        'Stay / Estadia',
        model,
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
      ...(model.returnTicket
        ? [{ kind: 'section' as const, title: 'Ticket / Bilhete', rows: [{ label: `${ticket.en} / ${ticket.pt}`, value: model.returnTicket }] }]
        : []),
      ...part(
        'Accommodation / Alojamento',
        { ...model, accommodationType: stay && `${stay.en} / ${stay.pt}` },
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
      ...part('Sponsor / Patrocinador', model, 'sponsorDetails.typeName', 'sponsorDetails.name', 'sponsorDetails.address'),
      ...answers('Declarations / Declarações', model.declarations),
      ...part('Goods and money / Bens e dinheiro', model, 'numberOfBaggages', 'hasMerchandise', 'currencyStatus', 'currencyAmount', 'currencyCode'),
      ...(showsMoneyNotice(model)
        ? [
            {
              kind: 'paragraph' as const,
              text: `Money above ${MONEY_THRESHOLD.amount} ${MONEY_THRESHOLD.currency} or the equivalent is declared and must be shown to an officer on request.`,
            },
          ]
        : []),
      ...goodsTable(model.goods),
      ...answers('Questions / Perguntas', model.questions),
      ...requirementsTable(model.requirements),
      {
        kind: 'paragraph',
        text: 'I declare that the information provided is true and correct. / Declaro que as informações prestadas são verdadeiras e corretas.',
      },
      { kind: 'signatures', lines: ['Traveller / Viajante', 'Officer / Funcionário'] },
    ],
    footer: `Registered ${model.documentCreatedAt.replace('T', ' ')} UTC · version ${model.version}`,
  };
}

export const arrivalPrint: PrintDefinition<ArrivalDeclaration> = { fileName: (m) => `${m.serialReference.reference}.pdf`, layout };

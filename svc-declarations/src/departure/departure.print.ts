/** The printed departure declaration. */
import type { PrintLayout } from '@portal/contract-kit';
import type { PrintDefinition } from '@portal/service-kit';
import { type DepartureDeclaration, DepartureDeclarationBody, MONEY_THRESHOLD, showsMoneyNotice, statusNames } from '../../contract/index.ts';
import { goodsTable, requirementsTable, section, table } from '../shared/print-parts.ts';

const part = (title: string, model: DepartureDeclaration, ...paths: string[]) => section(title, DepartureDeclarationBody, model, paths);

function layout(model: DepartureDeclaration, context: { qrUrl: string; productName: string; portalName: string }): PrintLayout {
  const status = statusNames[model.documentStatus];
  return {
    page: 'form',
    language: 'en',
    issuer: `${context.portalName} · ${context.productName} & Immigration`,
    title: 'Passenger departure declaration / Declaração de partida de passageiro',
    reference: model.serialReference.reference,
    badge: { text: `${status.en} / ${status.pt}`, tone: model.documentStatus === 'APPROVED' ? 'good' : 'plain' },
    qr: { text: context.qrUrl, caption: 'Present to Immigration Staff' },
    blocks: [
      ...part(
        'Journey / Viagem',
        model,
        'departureDate',
        'destinationName',
        'reasonName',
        'flightDetails.description',
        'flightCode',
        'embarkationPortName',
        'flightNumber',
      ),
      ...part('Passport / Passaporte', model, 'travellerCode', 'nationalityName', 'expiryDate'),
      ...part('Contact / Contacto', model, 'emailAddress', 'phoneNumber'),
      ...part('Personal details / Dados pessoais', model, 'firstName', 'lastName', 'birthDate', 'genderName', 'occupation'),
      ...part('Money / Dinheiro', model, 'currencyStatus', 'currencyAmount', 'currencyCode'),
      ...(showsMoneyNotice(model)
        ? [
            {
              kind: 'paragraph' as const,
              text: `Money above ${MONEY_THRESHOLD.amount} ${MONEY_THRESHOLD.currency} or the equivalent is declared and must be shown to an officer on request.`,
            },
          ]
        : []),
      ...table(
        'Questions / Perguntas',
        [
          { title: 'No.', width: 8, align: 'right' },
          { title: 'Question / Pergunta', width: 72 },
          { title: 'Answer / Resposta', width: 20 },
        ],
        (model.questions ?? []).map((q, i) => [String(q.rank ?? i + 1), q.description ?? '', q.accepted ? 'Yes / Sim' : 'No / Não']),
      ),
      ...goodsTable(model.goods),
      ...requirementsTable(model.requirements),
      { kind: 'signatures', lines: ['Traveller / Viajante', 'Officer / Funcionário'] },
    ],
    footer: `Registered ${model.documentCreatedAt.replace('T', ' ')} UTC · version ${model.version}`,
  };
}

export const departurePrint: PrintDefinition<DepartureDeclaration> = { fileName: (m) => `${m.travellerCode}.pdf`, layout };

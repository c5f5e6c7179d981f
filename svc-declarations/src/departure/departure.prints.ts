/** The printed departure declaration. */
import { fullName, L, type PrintLayout, say } from '@portal/contract-kit';
import { answers, inTwoLanguages, type PrintContext, type PrintDefinition, printedPhone } from '@portal/service-kit';
import { type DepartureDeclaration, DepartureDeclarationBody, departureStatusLabels } from '../../contract/index.ts';
import { footerOf, goodsTable, issuerOf, moneyParagraph, requirementsTable, sections, signatureBlock } from '../shared/declaration.prints.ts';

const showCode = L('Present to Immigration Staff', 'Apresente aos funcionários da Imigração');

function layout(model: DepartureDeclaration, context: PrintContext): PrintLayout {
  const { language } = context;
  const part = sections(DepartureDeclarationBody, { ...model, phoneNumber: printedPhone(model.phoneNumber) }, language);
  return {
    page: 'form',
    language,
    issuer: issuerOf(context),
    title: inTwoLanguages(L('Passenger departure declaration', 'Declaração de partida de passageiro')),
    // Tells the prints of a family apart.
    holder: fullName(model),
    reference: model.serialReference.reference,
    badge: { text: say(departureStatusLabels[model.documentStatus], language), tone: model.documentStatus === 'APPROVED' ? 'good' : 'plain' },
    qr: { text: context.qrUrl, caption: say(showCode, language) },
    blocks: [
      ...part(
        L('Journey', 'Viagem'),
        'departureDate',
        'destinationName',
        'reasonName',
        'flightDetails.description',
        'flightCode',
        'embarkationPortName',
        'flightNumber',
      ),
      ...part(L('Passport', 'Passaporte'), 'travellerCode', 'nationalityName', 'expiryDate'),
      ...part(L('Contact', 'Contacto'), 'emailAddress', 'phoneNumber'),
      ...part(L('Personal details', 'Dados pessoais'), 'firstName', 'lastName', 'birthDate', 'genderName', 'occupation'),
      ...part(L('Money', 'Dinheiro'), 'currencyStatus', 'currencyAmount', 'currencyCode'),
      ...moneyParagraph(model, language),
      ...answers(L('Questions', 'Perguntas'), model.questions, language),
      ...goodsTable(model.goods, language),
      ...requirementsTable(model.requirements, language),
      signatureBlock(),
    ],
    footer: footerOf(model, language),
  };
}

export const departurePrints = {
  'print-declaration': { fileName: (m) => `${m.travellerCode}.pdf`, layout },
} satisfies Record<string, PrintDefinition<DepartureDeclaration>>;

/** The four prints of a licence: the application form, the licence, the invoice and the identity card. */
import { dayText, insideSentence, L, type PrintBlock, type PrintLayout, sentence } from '@portal/contract-kit';
import {
  dueBadge,
  feesTable,
  fileNameOf,
  inTwoLanguages,
  type PrintContext,
  type PrintDefinition,
  printed,
  printedPhone,
  qrCode,
  receiptsTable,
  referenceOf,
  section,
  sectionsOf,
  signatures,
  table,
  ticked,
  totalOf,
  versionFooter,
} from '@portal/service-kit';
import {
  areFeesDue,
  isClosed,
  type LicenceDocument,
  type LicenceFee,
  type LicenceStanding,
  type LicenceStatus,
  licenceStandingOf,
  ProfessionalLicence,
  statusLabels,
} from '../../contract/index.ts';
import { isIssued } from './licence.validity.ts';

type Part = (licence: LicenceDocument, context: PrintContext) => PrintBlock[];

const sections = (m: LicenceDocument, { language }: PrintContext) =>
  sectionsOf(ProfessionalLicence, { ...m, holderMobile: printedPhone(m.holderMobile), holderPhone: printedPhone(m.holderPhone) }, language);
const status = (m: LicenceDocument): string => inTwoLanguages(statusLabels[m.documentStatus as LicenceStatus]);
const footer = (m: LicenceDocument): string => versionFooter(m, L('Scan the code for the present standing', 'Leia o código para a situação atual'));
const qr = (c: PrintContext): Pick<PrintLayout, 'qr'> => qrCode(c.qrUrl, inTwoLanguages(L('Scan to check this licence', 'Leia para verificar esta licença')));
const photo = (m: LicenceDocument): Pick<PrintLayout, 'photoUid'> => (m.photoInstance ? { photoUid: m.photoInstance } : {});
const issuer = (m: LicenceDocument, { portalName }: PrintContext): string => [portalName, m.agencyName].filter(Boolean).join(' · ');

const holder: Part = (m, c) => {
  const part = sections(m, c);
  return [
    ...part(L('Holder', 'Titular'), 'holderName', 'genderName', 'nationalityName', 'birthDate', 'districtName', 'subdistrictName', 'villageName'),
    ...part(L('Identity', 'Identificação'), 'indentityName', 'holderCode', 'expiryDate'),
  ];
};

const work: Part = (m, c) =>
  sections(m, c)(
    L('Place of work', 'Local de trabalho'),
    'workDistrictName',
    'workSubdistrictName',
    'workVillageName',
    'workProfessionalCategory',
    'workSpecialisation',
    'workOtherCategory',
    'workInstitutionName',
    'workPlace',
    'workDepartment',
    'workServiceUnit',
  );

const institution: Part = (m, c) =>
  sections(m, c)(
    L('University or academic institution', 'Universidade ou instituição académica'),
    'institutionName',
    'institutionCityName',
    'institutionNationalityName',
    'institutionFaculty',
    'institutionProgram',
    'graduationDate',
  );

const currencyOf = (m: LicenceDocument): string => m.currencyCode ?? 'USD';
const isPaid = ({ status }: LicenceFee): boolean => status === 'PAID';
/** Returns the fees that are listed: of an application that was withdrawn or rejected, only those that were paid. */
const listedFees = (m: LicenceDocument): LicenceFee[] => (m.fees ?? []).filter((fee) => isPaid(fee) || !isClosed(m));
const fees = (m: LicenceDocument): PrintBlock[] => feesTable(listedFees(m), totalOf(listedFees(m)), currencyOf(m), undefined, () => areFeesDue(m));

const requirements: Part = (m, { language }) =>
  table(
    L('Document requirements', 'Documentos exigidos'),
    [
      { title: L('Requirement', 'Requisito'), width: 56 },
      { title: L('Provided', 'Entregue'), width: 20 },
      { title: L('Confirmed', 'Confirmado'), width: 24 },
    ],
    (m.requirements ?? []).map((r) => [r.description ?? '', ticked(r.accept, language), ticked(r.confirmed, language)]),
  );

const directors = (m: LicenceDocument): PrintBlock[] =>
  table(
    L('Directors', 'Diretores'),
    [
      { title: L('Code', 'Código'), width: 15 },
      { title: L('Name', 'Nome'), width: 35 },
      { title: L('Phone', 'Telefone'), width: 20 },
      { title: L('Email', 'E-mail'), width: 30 },
    ],
    (m.directors ?? []).map((d) => [d.code ?? '', d.name ?? '', printedPhone(d.phoneNumber) ?? '', d.emailAddress ?? '']),
  );

const scans = (m: LicenceDocument): PrintBlock[] =>
  table(
    L('Scanned documents', 'Documentos digitalizados'),
    [
      { title: L('Kind', 'Tipo'), width: 30 },
      { title: L('Name', 'Nome'), width: 70 },
    ],
    (m.medias ?? []).map((f) => [f.info?.name ?? f.info?.code ?? '', f.name ?? '']),
  );

/** The dates and number of an issued licence. They have labels of their own, because the server sets these fields of the contract. */
const validity: Part = (m, { language }) =>
  isIssued(m)
    ? section(L('Licence', 'Licença'), [
        { label: L('Licence number', 'Número da licença'), value: m.storageReference?.reference },
        { label: L('Begin date', 'Data de início'), value: printed(m.beginDate, language) },
        { label: L('End date', 'Data de fim'), value: printed(m.endDate, language) },
      ])
    : [];

const applied: Part = (m, { language }) =>
  section(L('Agency and document', 'Agência e documento'), [
    { label: L('Agency', 'Agência'), value: m.agencyName ?? m.agencyCode },
    { label: L('Professional document', 'Documento profissional'), value: m.documentName ?? m.documentCode },
    { label: L('Academic level', 'Nível académico'), value: m.subDocumentName ?? m.subDocumentCode },
    { label: L('Type', 'Tipo'), value: m.documentTypeName ?? m.documentType },
    { label: L('Date', 'Data'), value: printed(m.serialReference?.date, language) },
    { label: L('Previous reference', 'Referência anterior'), value: m.previousReference },
  ]);

/** Builds a full page: the parts that every print of a licence has, and the parts of this print. */
const page = (m: LicenceDocument, c: PrintContext, own: Pick<PrintLayout, 'title' | 'subtitle' | 'badge' | 'blocks'> & Partial<PrintLayout>): PrintLayout => ({
  page: 'form',
  language: c.language,
  issuer: issuer(m, c),
  ...(m.holderName ? { holder: m.holderName } : {}),
  reference: referenceOf(m),
  ...qr(c),
  footer: footer(m),
  ...own,
});

function form(m: LicenceDocument, c: PrintContext): PrintLayout {
  const part = sections(m, c);
  return page(m, c, {
    title: inTwoLanguages(L('Professional licence application', 'Pedido de licença profissional')),
    subtitle: m.documentName,
    badge: { text: status(m), tone: 'plain' },
    ...photo(m),
    blocks: [
      ...applied(m, c),
      ...validity(m, c),
      ...holder(m, c),
      ...part(L('Contact', 'Contacto'), 'holderMobile', 'holderPhone', 'holderEmail'),
      ...work(m, c),
      ...institution(m, c),
      ...requirements(m, c),
      ...fees(m),
      ...part(L('Bank details', 'Dados bancários'), 'bankName', 'bankAccount'),
      ...scans(m),
      ...directors(m),
      signatures(L('Applicant', 'Requerente'), L('Officer', 'Funcionário')),
    ],
  });
}

/** Returns what the licence permits on the day of the print. */
function statement({ code, label }: LicenceStanding, today: string): string {
  const day = dayText(today) ?? today;
  return inTwoLanguages(
    code === 'VALID'
      ? sentence(
          'On {{day}} the holder is licensed to practise, within the dates stated above.',
          'Em {{day}}, o titular está autorizado a exercer, nas datas acima indicadas.',
          { day },
        )
      : sentence(
          'On {{day}} this document does not allow its holder to practise: {{standing}}.',
          'Em {{day}}, este documento não autoriza o titular a exercer: {{standing}}.',
          { day, standing: insideSentence(label, (words) => words.toLowerCase()) },
        ),
  );
}

/** Builds the licence document. Before issuance it shows the application on file instead. */
function document(m: LicenceDocument, c: PrintContext): PrintLayout {
  if (!isIssued(m)) return { ...form(m, c), title: inTwoLanguages(L('Professional licence, document on file', 'Licença profissional, documento em arquivo')) };
  const standing = licenceStandingOf(m, c.today);
  return page(m, c, {
    title: m.documentName ?? inTwoLanguages(L('Professional licence', 'Licença profissional')),
    subtitle: m.subDocumentName,
    reference: m.storageReference?.reference ?? referenceOf(m),
    badge: { text: inTwoLanguages(standing.label), tone: standing.tone },
    ...photo(m),
    blocks: [
      ...validity(m, c),
      ...holder(m, c),
      ...work(m, c),
      ...institution(m, c),
      { kind: 'paragraph', text: statement(standing, c.today) },
      signatures(L('Issuing officer', 'Funcionário emissor')),
    ],
  });
}

const howToPay = L(
  'Give the reference above with your payment. The receipt marks the fees as paid.',
  'Indique a referência acima no pagamento. O recibo marca as taxas como pagas.',
);

/** Builds the invoice. It asks for no payment of a draft, nor if the application was withdrawn or rejected. */
function invoice(m: LicenceDocument, c: PrintContext): PrintLayout {
  const part = sections(m, c);
  const unpaid = totalOf(listedFees(m).filter((fee) => !isPaid(fee)));
  const due = areFeesDue(m) ? unpaid : 0;
  const pay: PrintBlock[] = due > 0 ? [...part(L('Pay to', 'Pagar a'), 'bankName', 'bankAccount'), { kind: 'paragraph', text: inTwoLanguages(howToPay) }] : [];
  return page(m, c, {
    title: inTwoLanguages(L('Invoice', 'Fatura')),
    subtitle: m.documentName,
    badge: dueBadge(due, currencyOf(m), unpaid > due),
    blocks: [
      ...part(L('Payer', 'Pagador'), 'holderName', 'indentityName', 'holderCode', 'holderMobile', 'holderEmail'),
      ...fees(m),
      ...pay,
      ...receiptsTable(m.receipts, currencyOf(m), c.language),
    ],
  });
}

const cardIsNoProof = L(
  'This card is no proof that the licence is valid today: scan the code.',
  'Este cartão não prova que a licença está válida hoje: leia o código.',
);

/** Builds the identity card in ID-1 size: the holder on the front, the code on the back. */
const card = (m: LicenceDocument, c: PrintContext): PrintLayout => ({
  page: 'card',
  language: c.language,
  issuer: m.agencyName ?? c.portalName,
  title: m.documentName ?? 'Professional licence',
  subtitle: m.holderName,
  reference: m.storageReference?.reference ?? referenceOf(m),
  ...qr(c),
  ...photo(m),
  blocks: [
    ...section(L('', ''), [
      { label: L('Academic level', 'Nível'), value: m.subDocumentName },
      { label: L('Identity number', 'Identificação'), value: m.holderCode },
      { label: L('Birth date', 'Nascimento'), value: printed(m.birthDate, c.language) },
      { label: L('Nationality', 'Nacionalidade'), value: m.nationalityName },
      { label: L('Valid from', 'Válida de'), value: printed(m.beginDate, c.language) },
      { label: L('Valid until', 'Válida até'), value: printed(m.endDate, c.language) },
    ]),
    { kind: 'paragraph', text: inTwoLanguages(cardIsNoProof) },
  ],
  footer: `${c.portalName} · ${referenceOf(m)}`,
});

export const licencePrints: Record<string, PrintDefinition<LicenceDocument>> = {
  'print-form': { fileName: () => 'form.pdf', layout: form, layoutNumber: 2 },
  // Printed anew each day, because it states what the licence permits on the day of the print.
  print: { fileName: (m) => fileNameOf(m, 'licence'), layout: document, daily: true },
  'print-invoice': { fileName: (m) => fileNameOf(m, 'invoice'), layout: invoice, layoutNumber: 2 },
  'print-identity-card': { fileName: (m) => fileNameOf(m, 'identity-card'), layout: card },
};

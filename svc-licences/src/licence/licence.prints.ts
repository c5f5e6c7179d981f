/** The four prints of a licence: the form, the document, the invoice and the identity card. */
import type { PrintBlock, PrintLayout } from '@portal/contract-kit';
import type { PrintDefinition } from '@portal/service-kit';
import { type LicenceDocument, type LicenceStatus, type Standing, standingOf, statusLabels } from '../../contract/index.ts';
import { isIssued } from './licence.validity.ts';
import { both, money, printed, section, table } from './print-parts.ts';

type Context = Parameters<PrintDefinition<LicenceDocument>['layout']>[1];

const reference = (m: LicenceDocument): string => m.serialReference?.reference ?? 'DRAFT / RASCUNHO';
const named = (m: LicenceDocument, suffix: string): string => `${m.serialReference?.reference ?? 'draft'}-${suffix}.pdf`;
const status = (m: LicenceDocument): string => both(statusLabels[m.documentStatus as LicenceStatus]);
/** A print is of one version; the code on it tells how things stand later. */
const footer = (m: LicenceDocument): string =>
  `${reference(m)} · version ${m.version} / versão ${m.version} · Scan the code for the present standing / Leia o código para a situação atual`;

const qr = (c: Context): Pick<PrintLayout, 'qr'> =>
  c.qrUrl ? { qr: { text: c.qrUrl, caption: 'Scan to check this licence / Leia para verificar esta licença' } } : {};
const photo = (m: LicenceDocument): Pick<PrintLayout, 'photoUid'> => (m.photoInstance ? { photoUid: m.photoInstance } : {});

const holder = (m: LicenceDocument, { language }: Context): PrintBlock[] => [
  ...section('Holder / Titular', m, ['holderName', 'genderName', 'nationalityName', 'birthDate', 'districtName', 'subdistrictName', 'villageName'], language),
  ...section('Identity / Identificação', m, ['indentityName', 'holderCode', 'expiryDate'], language),
];

const work = (m: LicenceDocument, { language }: Context): PrintBlock[] =>
  section(
    'Place of work / Local de trabalho',
    m,
    [
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
    ],
    language,
  );

const institution = (m: LicenceDocument, { language }: Context): PrintBlock[] =>
  section(
    'University or academic institution / Universidade ou instituição académica',
    m,
    ['institutionName', 'institutionCityName', 'institutionNationalityName', 'institutionFaculty', 'institutionProgram', 'graduationDate'],
    language,
  );

function fees(m: LicenceDocument): PrintBlock[] {
  const currency = m.currencyCode ?? 'USD';
  return table(
    'Fees / Taxas',
    [
      { title: 'Code / Código', width: 25 },
      { title: 'Fee / Taxa', width: 40 },
      { title: 'Status / Estado', width: 15 },
      { title: 'Amount / Montante', width: 20, align: 'right' },
    ],
    (m.fees ?? []).map((f) => [f.code ?? '', f.name ?? '', f.status === 'PAID' ? 'Paid / Pago' : 'Due / Por pagar', money(f.amount, currency)]),
    ['Total', '', '', money(m.totalFee, currency)],
  );
}

const requirements = (m: LicenceDocument, { language }: Context): PrintBlock[] =>
  table(
    'Document requirements / Documentos exigidos',
    [
      { title: 'Requirement / Requisito', width: 60 },
      { title: 'Provided / Entregue', width: 20 },
      { title: 'Confirmed / Confirmado', width: 20 },
    ],
    (m.requirements ?? []).map((r) => [r.description ?? '', printed(r.accept ?? false, language), printed(r.confirmed ?? false, language)]),
  );

const directors = (m: LicenceDocument): PrintBlock[] =>
  table(
    'Directors / Diretores',
    [
      { title: 'Code / Código', width: 15 },
      { title: 'Name / Nome', width: 35 },
      { title: 'Phone / Telefone', width: 20 },
      { title: 'Email', width: 30 },
    ],
    (m.directors ?? []).map((d) => [d.code ?? '', d.name ?? '', d.phoneNumber ?? '', d.emailAddress ?? '']),
  );

const scans = (m: LicenceDocument): PrintBlock[] =>
  table(
    'Scanned documents / Documentos digitalizados',
    [
      { title: 'Kind / Tipo', width: 30 },
      { title: 'Name / Nome', width: 70 },
    ],
    (m.medias ?? []).map((f) => [f.info?.name ?? f.info?.code ?? '', f.name ?? '']),
  );

/** Dates and number of an issued licence, under labels of their own: the contract's fields are the server's. */
const validity = (m: LicenceDocument, { language }: Context): PrintBlock[] =>
  isIssued(m)
    ? [
        {
          kind: 'section',
          title: 'Licence / Licença',
          rows: [
            { label: 'Licence number / Número da licença', value: m.storageReference?.reference ?? '' },
            { label: 'Begin date / Data de início', value: printed(m.beginDate, language) },
            { label: 'End date / Data de fim', value: printed(m.endDate, language) },
          ],
        },
      ]
    : [];

const applied = (m: LicenceDocument, { language }: Context): PrintBlock[] => [
  {
    kind: 'section',
    title: 'Agency and document / Agência e documento',
    rows: [
      { label: 'Agency / Agência', value: m.agencyName ?? m.agencyCode ?? '' },
      { label: 'Professional document / Documento profissional', value: m.documentName ?? m.documentCode ?? '' },
      { label: 'Academic level / Nível académico', value: m.subDocumentName ?? m.subDocumentCode ?? '' },
      { label: 'Type / Tipo', value: m.documentTypeName ?? m.documentType ?? '' },
      { label: 'Date / Data', value: printed(m.serialReference?.date, language) },
      { label: 'Previous reference / Referência anterior', value: m.previousReference ?? '' },
    ].filter((row) => row.value !== ''),
  },
];

const form = (m: LicenceDocument, c: Context): PrintLayout => ({
  page: 'form',
  language: c.language,
  issuer: [c.portalName, m.agencyName].filter(Boolean).join(' · '),
  title: 'Professional licence application / Pedido de licença profissional',
  subtitle: m.documentName,
  reference: reference(m),
  badge: { text: status(m), tone: 'plain' },
  ...qr(c),
  ...photo(m),
  blocks: [
    ...applied(m, c),
    ...validity(m, c),
    ...holder(m, c),
    ...section('Contact / Contacto', m, ['holderMobile', 'holderPhone', 'holderEmail'], c.language),
    ...work(m, c),
    ...institution(m, c),
    ...requirements(m, c),
    ...fees(m),
    ...section('Bank details / Dados bancários', m, ['bankName', 'bankAccount'], c.language),
    ...scans(m),
    ...directors(m),
    { kind: 'signatures', lines: ['Applicant / Requerente', 'Officer / Funcionário'] },
  ],
  footer: footer(m),
});

/** What the licence allows on the day of the print. */
function statement({ code, label }: Standing, today: string): string {
  const [en, pt] = [printed(today, 'en'), printed(today, 'pt')];
  return code === 'VALID'
    ? `On ${en} the holder is licensed to practise, within the dates stated above. / Em ${pt}, o titular está autorizado a exercer, nas datas acima indicadas.`
    : `On ${en} this document does not allow its holder to practise: ${label.en.toLowerCase()}. / Em ${pt}, este documento não autoriza o titular a exercer: ${label.pt.toLowerCase()}.`;
}

/** Issued, it is the licence itself; before that, what is on file. */
function document(m: LicenceDocument, c: Context): PrintLayout {
  if (!isIssued(m)) return { ...form(m, c), title: 'Professional licence, document on file / Licença profissional, documento em arquivo' };
  const standing = standingOf(m, c.today);
  return {
    page: 'form',
    language: c.language,
    issuer: [c.portalName, m.agencyName].filter(Boolean).join(' · '),
    title: m.documentName ?? 'Professional licence / Licença profissional',
    subtitle: m.subDocumentName,
    reference: m.storageReference?.reference ?? reference(m),
    badge: { text: both(standing.label), tone: standing.tone },
    ...qr(c),
    ...photo(m),
    blocks: [
      ...validity(m, c),
      ...holder(m, c),
      ...work(m, c),
      ...institution(m, c),
      {
        kind: 'paragraph',
        text: statement(standing, c.today),
      },
      { kind: 'signatures', lines: ['Issuing officer / Funcionário emissor'] },
    ],
    footer: footer(m),
  };
}

const invoice = (m: LicenceDocument, c: Context): PrintLayout => {
  const currency = m.currencyCode ?? 'USD';
  const due = (m.fees ?? []).filter((f) => f.status !== 'PAID').reduce((sum, f) => sum + (f.amount ?? 0), 0);
  return {
    page: 'form',
    language: c.language,
    issuer: [c.portalName, m.agencyName].filter(Boolean).join(' · '),
    title: 'Invoice / Fatura',
    subtitle: m.documentName,
    reference: reference(m),
    badge: due > 0 ? { text: `To pay / A pagar: ${money(due, currency)}`, tone: 'warn' } : { text: 'Nothing to pay / Nada a pagar', tone: 'good' },
    ...qr(c),
    blocks: [
      ...section('Payer / Pagador', m, ['holderName', 'indentityName', 'holderCode', 'holderMobile', 'holderEmail'], c.language),
      ...fees(m),
      ...section('Pay to / Pagar a', m, ['bankName', 'bankAccount'], c.language),
      {
        kind: 'paragraph',
        text: 'Give the reference above with your payment. The receipt marks the fees as paid. / Indique a referência acima no pagamento. O recibo marca as taxas como pagas.',
      },
      ...table(
        'Receipts / Recibos',
        [
          { title: 'Receipt / Recibo', width: 50 },
          { title: 'Date / Data', width: 25 },
          { title: 'Amount / Montante', width: 25, align: 'right' },
        ],
        (m.receipts ?? []).map((r) => [r.reference, printed(r.date, c.language), money(r.total, currency)]),
      ),
    ],
    footer: footer(m),
  };
};

/** ID-1: the holder on the front, the code on the back. */
const card = (m: LicenceDocument, c: Context): PrintLayout => ({
  page: 'card',
  language: c.language,
  issuer: m.agencyName ?? c.portalName,
  title: m.documentName ?? 'Professional licence',
  subtitle: m.holderName,
  reference: m.storageReference?.reference ?? reference(m),
  ...qr(c),
  ...photo(m),
  blocks: [
    {
      kind: 'section',
      title: '',
      rows: [
        { label: 'Academic level / Nível', value: m.subDocumentName ?? '' },
        { label: 'Holder code / Código', value: m.holderCode ?? '' },
        { label: 'Birth date / Nascimento', value: printed(m.birthDate, c.language) },
        { label: 'Nationality / Nacionalidade', value: m.nationalityName ?? '' },
        { label: 'Valid from / Válida de', value: printed(m.beginDate, c.language) },
        { label: 'Valid until / Válida até', value: printed(m.endDate, c.language) },
      ].filter((row) => row.value !== ''),
    },
    {
      kind: 'paragraph',
      text: 'This card is no proof that the licence is valid today: scan the code. / Este cartão não prova que a licença está válida hoje: leia o código.',
    },
  ],
  footer: `${c.portalName} · ${reference(m)}`,
});

export const licencePrints: Record<string, PrintDefinition<LicenceDocument>> = {
  'print-form': { fileName: () => 'form.pdf', layout: form },
  print: { fileName: (m) => named(m, 'licence'), layout: document, daily: true },
  'print-invoice': { fileName: (m) => named(m, 'invoice'), layout: invoice },
  'print-identity-card': { fileName: (m) => named(m, 'identity-card'), layout: card },
};

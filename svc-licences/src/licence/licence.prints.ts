/** The four prints of a licence: the form, the document, the invoice and the identity card. */
import type { PrintBlock, PrintLayout } from '@portal/contract-kit';
import type { PrintDefinition } from '@portal/service-kit';
import { type LicenceDocument, type LicenceStatus, standingOf, statusLabels } from '../../contract/index.ts';
import { isIssued } from './issuance.ts';
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

const holder = (m: LicenceDocument): PrintBlock[] => [
  ...section('Holder / Titular', m, ['holderName', 'genderName', 'nationalityName', 'birthDate', 'districtName', 'subdistrictName', 'villageName']),
  ...section('Identity / Identificação', m, ['indentityName', 'holderCode', 'expiryDate']),
];

const work = (m: LicenceDocument): PrintBlock[] =>
  section('Place of work / Local de trabalho', m, [
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
  ]);

const institution = (m: LicenceDocument): PrintBlock[] =>
  section('University or academic institution / Universidade ou instituição académica', m, [
    'institutionName',
    'institutionCityName',
    'institutionNationalityName',
    'institutionFaculty',
    'institutionProgram',
    'graduationDate',
  ]);

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

const requirements = (m: LicenceDocument): PrintBlock[] =>
  table(
    'Document requirements / Documentos exigidos',
    [
      { title: 'Requirement / Requisito', width: 60 },
      { title: 'Provided / Entregue', width: 20 },
      { title: 'Confirmed / Confirmado', width: 20 },
    ],
    (m.requirements ?? []).map((r) => [r.description ?? '', printed(r.accept ?? false), printed(r.confirmed ?? false)]),
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
    (m.medias ?? []).map((f) => [f.info?.code ?? '', f.name ?? '']),
  );

/** Dates and number of an issued licence, under labels of their own: the contract's fields are the server's. */
const validity = (m: LicenceDocument): PrintBlock[] =>
  isIssued(m)
    ? [
        {
          kind: 'section',
          title: 'Licence / Licença',
          rows: [
            { label: 'Licence number / Número da licença', value: m.storageReference?.reference ?? '' },
            { label: 'Begin date / Data de início', value: printed(m.beginDate) },
            { label: 'End date / Data de fim', value: printed(m.endDate) },
          ],
        },
      ]
    : [];

const applied = (m: LicenceDocument): PrintBlock[] => [
  {
    kind: 'section',
    title: 'Agency and document / Agência e documento',
    rows: [
      { label: 'Agency / Agência', value: m.agencyName ?? m.agencyCode ?? '' },
      { label: 'Professional document / Documento profissional', value: m.documentName ?? m.documentCode ?? '' },
      { label: 'Academic level / Nível académico', value: m.subDocumentName ?? m.subDocumentCode ?? '' },
      { label: 'Type / Tipo', value: m.documentTypeName ?? m.documentType ?? '' },
      { label: 'Date / Data', value: printed(m.serialReference?.date) },
      { label: 'Previous reference / Referência anterior', value: m.previousReference ?? '' },
    ].filter((row) => row.value !== ''),
  },
];

const form = (m: LicenceDocument, c: Context): PrintLayout => ({
  page: 'form',
  language: 'en',
  issuer: [c.portalName, m.agencyName].filter(Boolean).join(' · '),
  title: 'Professional licence application / Pedido de licença profissional',
  subtitle: m.documentName,
  reference: reference(m),
  badge: { text: status(m), tone: 'plain' },
  ...qr(c),
  ...photo(m),
  blocks: [
    ...applied(m),
    ...validity(m),
    ...holder(m),
    ...section('Contact / Contacto', m, ['holderMobile', 'holderPhone', 'holderEmail']),
    ...work(m),
    ...institution(m),
    ...requirements(m),
    ...fees(m),
    ...section('Bank details / Dados bancários', m, ['bankName', 'bankAccount']),
    ...scans(m),
    ...directors(m),
    { kind: 'signatures', lines: ['Applicant / Requerente', 'Officer / Funcionário'] },
  ],
  footer: footer(m),
});

/** Issued, it is the licence itself; before that, what is on file. */
function document(m: LicenceDocument, c: Context): PrintLayout {
  if (!isIssued(m)) return { ...form(m, c), title: 'Professional licence, document on file / Licença profissional, documento em arquivo' };
  const standing = standingOf(m, m.beginDate as string);
  return {
    page: 'form',
    language: 'en',
    issuer: [c.portalName, m.agencyName].filter(Boolean).join(' · '),
    title: m.documentName ?? 'Professional licence / Licença profissional',
    subtitle: m.subDocumentName,
    reference: m.storageReference?.reference ?? reference(m),
    badge: { text: both(standing.label), tone: standing.tone },
    ...qr(c),
    ...photo(m),
    blocks: [
      ...validity(m),
      ...holder(m),
      ...work(m),
      ...institution(m),
      {
        kind: 'paragraph',
        text: 'The holder is licensed to practise within the dates stated above, unless the licence is suspended. / O titular está autorizado a exercer nas datas acima indicadas, salvo suspensão da licença.',
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
    language: 'en',
    issuer: [c.portalName, m.agencyName].filter(Boolean).join(' · '),
    title: 'Invoice / Fatura',
    subtitle: m.documentName,
    reference: reference(m),
    badge: due > 0 ? { text: `To pay / A pagar: ${money(due, currency)}`, tone: 'warn' } : { text: 'Nothing to pay / Nada a pagar', tone: 'good' },
    ...qr(c),
    blocks: [
      ...section('Payer / Pagador', m, ['holderName', 'indentityName', 'holderCode', 'holderMobile', 'holderEmail']),
      ...fees(m),
      ...section('Pay to / Pagar a', m, ['bankName', 'bankAccount']),
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
        (m.receipts ?? []).map((r) => [r.reference, printed(r.date), money(r.total, currency)]),
      ),
    ],
    footer: footer(m),
  };
};

/** ID-1: the holder on the front, the code on the back. */
const card = (m: LicenceDocument, c: Context): PrintLayout => ({
  page: 'card',
  language: 'en',
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
        { label: 'Birth date / Nascimento', value: printed(m.birthDate) },
        { label: 'Nationality / Nacionalidade', value: m.nationalityName ?? '' },
        { label: 'Valid from / Válida de', value: printed(m.beginDate) },
        { label: 'Valid until / Válida até', value: printed(m.endDate) },
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
  print: { fileName: (m) => named(m, 'licence'), layout: document },
  'print-invoice': { fileName: (m) => named(m, 'invoice'), layout: invoice },
  'print-identity-card': { fileName: (m) => named(m, 'identity-card'), layout: card },
};

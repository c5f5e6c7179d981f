/** The objects and rows that a trip contains. */
import { Code, Day, Flag, Integer, L, Text } from '@portal/contract-kit';

/** Value of `binder` in the catalogue `documents` for trips. */
export const tripBinder = 'TRIPTIC';
/** Text in the code of every document that can be applied for. */
export const creationTypeFragment = 'IB';

/** The type of permit. All fields but the code come from the catalogue. */
export class DocumentDetails {
  @Code(
    {
      name: 'documents',
      where: { binder: tripBinder },
      copy: {
        name: 'name',
        binder: 'binder',
        movement: 'movement',
        agencyCode: 'agencyCode',
        centerStatus: 'centerStatus',
        forceOnSubDocument: 'forceOnSubDocument',
        confirmation: 'confirmation',
      },
    },
    {
      label: L('Applying for?', 'O que pretende pedir?'),
      message: L('Choose what you apply for', 'Escolha o que pretende pedir'),
      required: true,
    },
  )
  code?: string;
  @Text({ label: L('Document', 'Documento'), serverSet: true }) name?: string;
  @Text({ serverSet: true }) binder?: string;
  @Code({ name: 'movements', copy: { movementName: 'name' } }, { label: L('Movement', 'Movimento'), serverSet: true }) movement?: string;
  @Text({ label: L('Movement', 'Movimento'), serverSet: true }) movementName?: string;
  @Text({ label: L('Agency', 'Entidade'), serverSet: true }) agencyCode?: string;
  @Flag({ serverSet: true }) centerStatus?: boolean;
  @Flag({ serverSet: true }) forceOnSubDocument?: boolean;
  @Flag({ serverSet: true }) confirmation?: boolean;
}

export class SubDocumentDetails {
  @Code({ name: 'sub-documents', copy: { name: 'name' } }, { label: L('Sub-document', 'Subdocumento'), required: true }) code?: string;
  @Text({ label: L('Sub-document', 'Subdocumento'), serverSet: true }) name?: string;
}

/** The processing centre, if the document requires one. */
export class CenterDetails {
  @Code({ name: 'agency-centres', copy: { name: 'name' } }, { label: L('Processing centre', 'Centro de processamento') }) code?: string;
  @Text({ label: L('Processing centre', 'Centro de processamento'), serverSet: true }) name?: string;
}

export class AuthoriserDetails {
  @Code(
    { name: 'authorisers', copy: { name: 'name', title: 'title', serial: 'serial' }, where: { status: 1 }, asWritten: true },
    { label: L('Authoriser', 'Autorizante') },
  )
  code?: string;
  @Text({ label: L('Authoriser serial', 'Número do autorizante'), upper: true, serverSet: true }) serial?: string;
  @Text({ label: L('Authoriser name', 'Nome do autorizante'), serverSet: true }) name?: string;
  @Text({ label: L('Authoriser title', 'Cargo do autorizante'), upper: true, serverSet: true }) title?: string;
}

export class GoodsRow {
  @Text({ max: 36 }) id?: string;
  @Code({ name: 'commodities', copy: { productName: 'description' } }, { label: L('Commodity', 'Mercadoria') }) productCode?: string;
  @Text({ label: L('Commodity', 'Mercadoria'), serverSet: true }) productName?: string;
  @Text({ label: L('Description', 'Descrição'), max: 200 }) goodDescription?: string;
  @Integer({ label: L('Quantity', 'Quantidade'), min: 1, max: 1_000_000 }) quantity?: number;
  @Integer({ label: L('Value', 'Valor'), max: 100_000_000_00 }) value?: number;
}

/** The answer to a question. The catalogue gives its wording, in the reader's language. */
export class QuestionRow {
  @Code({ name: 'questions', copy: { description: 'name' } }, { label: L('Question', 'Pergunta') }) id?: string;
  @Integer({ serverSet: true }) rank?: number;
  @Text({ lines: true, serverSet: true, max: 1_000 }) description?: string;
  @Flag({ label: L('Yes', 'Sim') }) accepted?: boolean;
  @Flag({ label: L('No', 'Não') }) declined?: boolean;
}

/** A requirement: the applicant ticks that it is provided, an officer confirms it. */
export class RequirementRow {
  @Code({ name: 'requirements', copy: { description: 'name' } }, { label: L('Requirement', 'Requisito') }) id?: string;
  @Text({ label: L('Requirement', 'Requisito'), lines: true, serverSet: true, max: 1_000 }) description?: string;
  @Integer({ label: L('Quantity', 'Quantidade'), serverSet: true }) quantity?: number;
  @Flag({ label: L('Provided', 'Entregue') }) accepted?: boolean;
  @Flag({ label: L('Confirmed', 'Confirmado'), serverSet: true }) confirmed?: boolean;
}

export class FeeRow {
  @Text({ serverSet: true }) id?: string;
  @Code({ name: 'fees', copy: { name: 'name' } }, { label: L('Code', 'Código'), serverSet: true }) code?: string;
  @Text({ label: L('Fee', 'Taxa'), serverSet: true }) name?: string;
  /** Amount in minor units of the currency. */
  @Integer({ label: L('Amount', 'Montante'), serverSet: true }) amount?: number;
  @Text({ serverSet: true }) currencyCode?: string;
  /** A `permit` fee is due after verification, an `exit` fee after approval. An entry has only `permit` fees. */
  @Text({ serverSet: true }) stage?: string;
  @Text({ label: L('Status', 'Situação'), serverSet: true }) status?: string;
}

export class AccountDetails {
  @Integer({ label: L('Total fee', 'Total das taxas'), serverSet: true }) totalFee?: number;
  @Integer({ label: L('Receipt year', 'Ano do recibo'), serverSet: true }) receiptYear?: number;
  @Integer({ label: L('Receipt number', 'Número do recibo'), serverSet: true }) receiptNumber?: number;
  @Day({ label: L('Receipt date', 'Data do recibo'), serverSet: true }) receiptDate?: string;
  @Text({ serverSet: true, max: 36 }) receiptId?: string;
}

export class AccountRow {
  @Code({ name: 'bank-accounts', copy: { bankName: 'bankName' }, asWritten: true }, { serverSet: true }) id?: string;
  @Text({ label: L('Bank Code', 'Código do banco'), serverSet: true }) bankCode?: string;
  @Text({ label: L('Bank Name', 'Nome do banco'), serverSet: true }) bankName?: string;
  @Text({ label: L('Account Number', 'Número da conta'), serverSet: true }) accountNumber?: string;
}

/** An attachment. Its file is stored in svc-media. */
export class MediaRow {
  @Text({ max: 36 }) id?: string;
  @Text({ max: 36, required: true, label: L('File', 'Ficheiro'), message: L('Choose a file', 'Escolha um ficheiro') }) uid?: string;
  @Text({ label: L('Name', 'Nome'), max: 255 }) name?: string;
  @Integer({ label: L('Size', 'Tamanho') }) size?: number;
  @Code({ name: 'attachment-types', copy: { info: 'name' } }, { label: L('Type', 'Tipo') }) code?: string;
  @Text({ label: L('Type', 'Tipo'), serverSet: true }) info?: string;
  @Text({ max: 20 }) scope?: string;
}

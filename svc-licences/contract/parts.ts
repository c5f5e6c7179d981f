/** The rows of a licence's lists. */
import { Choice, Code, Email, Flag, Integer, L, Nested, Telephone, Text } from '@portal/contract-kit';

export class LicenceRequirement {
  @Code({ name: 'requirements', copy: { description: 'name' } }, { max: 70 }) id?: string;
  @Text({ label: L('Requirement', 'Requisito'), lines: true, max: 500, serverSet: true }) description?: string;
  @Flag({ label: L('Provided by the applicant', 'Entregue pelo requerente') }) accept?: boolean;
  @Flag({ label: L('Not provided', 'Não entregue') }) decline?: boolean;
  @Flag({ label: L('Confirmed by the officer', 'Confirmado pelo funcionário') }) confirmed?: boolean;
}

export const feeStatuses = ['DUE', 'PAID'] as const;

/** A fee from the catalogue, with its `amount` in minor units. Only a recorded receipt makes it PAID. */
export class LicenceFee {
  @Text({ max: 70 }) id?: string;
  @Code({ name: 'fees', copy: { name: 'name' } }, { label: L('Code', 'Código') }) code?: string;
  @Text({ label: L('Fee', 'Taxa'), serverSet: true }) name?: string;
  @Integer({ label: L('Amount', 'Montante') }) amount?: number;
  @Choice(feeStatuses, { label: L('Status', 'Estado') }) status?: (typeof feeStatuses)[number];
}

/** Whether any fee above 0 is unpaid. */
export const hasDueFee = ({ fees }: { fees?: readonly LicenceFee[] }): boolean =>
  (fees ?? []).some(({ status, amount }) => status !== 'PAID' && (amount ?? 0) > 0);

export class MediaInfo {
  @Code({ name: 'scanned-documents', copy: { name: 'name' } }, { label: L('Kind of document', 'Tipo de documento'), max: 35 }) code?: string;
  @Text({ serverSet: true }) name?: string;
  @Text({ max: 35 }) scope?: string;
}

/** Maximum number of scanned documents of one application. */
export const mostScans = 50;

/** A scanned document: its file in svc-media, and its description. */
export class LicenceMedia {
  @Text({ max: 36, required: true, label: L('File', 'Ficheiro'), message: L('Choose a file', 'Escolha um ficheiro') }) uid?: string;
  @Text({ max: 36 }) id?: string;
  @Text({ label: L('Name', 'Nome'), max: 255 }) name?: string;
  @Integer({ label: L('Size', 'Tamanho') }) size?: number;
  @Nested(() => MediaInfo) info: MediaInfo = new MediaInfo();
}

export class LicenceDirector {
  @Text({ max: 36 }) id?: string;
  @Text({ label: L('Code', 'Código'), max: 35, upper: true, personal: true }) code?: string;
  @Text({ label: L('Name', 'Nome'), max: 70, upper: true }) name?: string;
  @Telephone({ label: L('Phone number', 'Número de telefone'), personal: true }) phoneNumber?: string;
  @Email({ label: L('Email address', 'Endereço de correio eletrónico'), max: 70, personal: true }) emailAddress?: string;
}

/** The comment on an action. */
export class LicenceActionDetails {
  @Text({ label: L('Action details', 'Detalhes da ação'), max: 2000, lines: true }) details?: string;
}

/** The actions with which an officer changes an approved licence. */
export const officerChanges = ['adjustment', 'modification'] as const;
export type OfficerChange = (typeof officerChanges)[number];
export const isOfficersChange = (action: string): action is OfficerChange => (officerChanges as readonly string[]).includes(action);

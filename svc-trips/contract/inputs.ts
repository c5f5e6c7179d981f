/** The inputs of workflow actions that take only part of the trip. */
import { Code, type ContractClass, Day, Flag, Identifier, L, ListOf, Nested, Rules, requireWhen, Text } from '@portal/contract-kit';
import { applicationEditable, type TripMode } from './modes.ts';
import { AuthoriserDetails, GoodsRow, MediaRow } from './parts.ts';
import { returnsAfterEntry } from './rules.ts';
import { TripBody } from './trip.ts';

/** A requirement and whether the applicant ticked it. */
class ProvidedRequirement {
  @Text({ max: 70, required: true }) id?: string;
  @Flag() accepted?: boolean;
}

/** A requirement and whether the officer ticked it. */
class ConfirmedRequirement {
  @Text({ max: 70, required: true }) id?: string;
  @Flag() confirmed?: boolean;
}

/** The input of a verification. A file replaces a stored one if its row has the `id` of the stored row. */
export class VerificationInput {
  @ListOf(() => ConfirmedRequirement) requirements?: ConfirmedRequirement[];
  @Nested(() => AuthoriserDetails) authoriserDetails?: AuthoriserDetails;
  @ListOf(() => MediaRow, { max: 50 }) medias?: MediaRow[];
}

/** The input of approval. */
export class ApprovalInput {
  @Nested(() => AuthoriserDetails) authoriserDetails?: AuthoriserDetails;
}

/** The input of a confirmation at the border, with the day on which the vehicle crossed it. */
export class ConfirmationInput {
  @Day({ label: L('Crossing date', 'Data de passagem') }) crossingDate?: string;
  @Nested(() => AuthoriserDetails) authoriserDetails?: AuthoriserDetails;
}

/** The input of the confirmation of a return, with the day on which the vehicle came back. */
export class ReturnInput {
  @Day({ label: L('Actual date of return', 'Data efetiva de regresso') }) actualDate?: string;
}

/** The input of a modification by an officer: dates, crossing points, goods, requirements, files, and the authoriser if the form shows that section. */
@Rules<ModificationInput>(returnsAfterEntry())
export class ModificationInput {
  @Code({ name: 'entry-points', copy: { crossName: 'name' }, where: { airport: '0' } }, { label: L('Crossing point', 'Posto de passagem') }) crossCode?: string;
  @Text({ serverSet: true }) crossName?: string;
  @Code({ name: 'entry-points', copy: { returnName: 'name' }, where: { airport: '0' } }, { label: L('Returning point', 'Posto de regresso') })
  returnCode?: string;
  @Text({ serverSet: true }) returnName?: string;
  @Day({ label: L('Entry date', 'Data de entrada'), required: true }) entryDate?: string;
  @Day({ label: L('Crossing date', 'Data de passagem') }) crossingDate?: string;
  @Day({ label: L('Expected date of return', 'Data prevista de regresso') }) expectedDate?: string;
  @ListOf(() => GoodsRow) goods?: GoodsRow[];
  @ListOf(() => ProvidedRequirement) requirements?: ProvidedRequirement[];
  @Nested(() => AuthoriserDetails) authoriserDetails?: AuthoriserDetails;
  @ListOf(() => MediaRow, { max: 50 }) medias?: MediaRow[];
}

/**
 * The input of a transfer of ownership. If the new owner drives, it must also contain the driver's papers and foreign address, because those of the old driver
 * no longer apply.
 */
@Rules<OwnershipInput>(requireWhen((o) => o.ownerDriver === true, 'identityNumber', 'licenseNumber', 'contactNumber', 'foreignAddress'))
export class OwnershipInput {
  @Text({ label: L('Owner name', 'Nome do proprietário'), max: 70, required: true }) ownerName?: string;
  @Text({ label: L('Owner address', 'Morada do proprietário'), max: 70, required: true, personal: true }) ownerAddress?: string;
  @Flag({ label: L('Owner is the Driver', 'O proprietário é o condutor') }) ownerDriver?: boolean;
  @Identifier({ label: L('Passport', 'Passaporte'), max: 70, personal: true }) identityNumber?: string;
  @Code({ name: 'countries', copy: { nationalityName: 'nationality' } }, { label: L('Nationality', 'Nacionalidade') }) nationalityCode?: string;
  @Text({ label: L('Nationality', 'Nacionalidade'), serverSet: true }) nationalityName?: string;
  @Identifier({ label: L('Driving licence number', 'Número da carta de condução'), max: 35, personal: true }) licenseNumber?: string;
  @Text({ label: L('Contact number', 'Contacto'), max: 35, upper: true, personal: true }) contactNumber?: string;
  @Text({ label: L('Foreign address', 'Morada no estrangeiro'), max: 70, upper: true, personal: true }) foreignAddress?: string;
  @ListOf(() => MediaRow, { max: 50 }) medias?: MediaRow[];
}

const inputs: Partial<Record<TripMode, ContractClass>> = {
  verification: VerificationInput,
  approval: ApprovalInput,
  confirmation: ConfirmationInput,
  'return-confirmation': ReturnInput,
  modification: ModificationInput,
  'transfer-ownership': OwnershipInput,
};

/** Returns the class of what is filled in in a mode of the form: the whole application, or the input of the mode's action. Null if there is nothing to fill in. */
export const inputOfMode = (mode: TripMode): ContractClass | null => (applicationEditable(mode) ? TripBody : (inputs[mode] ?? null));

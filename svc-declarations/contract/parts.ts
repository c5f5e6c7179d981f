/** Objects and rows inside the declarations. */
import { Code, Digits, Flag, Integer, L, Text, YesNo } from '@portal/contract-kit';

/** Where the traveller enters or leaves; the airport flag is the catalogue's. */
export class EntryPointDetails {
  @Code(
    { name: 'entry-points', copy: { description: 'name', airport: 'airport' } },
    { label: L('Entry point', 'Ponto de entrada'), required: true, message: L('Please Select Entry Point', 'Selecione o ponto de entrada') },
  )
  code?: string;
  @Text({ label: L('Name of the entry point', 'Nome do ponto de entrada'), serverSet: true }) description?: string;
  @Text({ label: L('Airport: 1 or 0', 'Aeroporto: 1 ou 0'), serverSet: true }) airport?: string;
}

export class ExitPointDetails {
  @Code(
    { name: 'entry-points', copy: { description: 'name', airport: 'airport' } },
    { label: L('Exit point', 'Ponto de saída'), required: true, max: 70, message: L('Please Select Exit Point', 'Selecione o ponto de saída') },
  )
  code?: string;
  @Text({ label: L('Name of the exit point', 'Nome do ponto de saída'), serverSet: true }) description?: string;
  @Text({ label: L('Airport: 1 or 0', 'Aeroporto: 1 ou 0'), serverSet: true }) airport?: string;
}

/** Kind of traveller; its flags say which sections of the declaration apply and are the catalogue's. */
export class TypeDetails {
  @Code(
    { name: 'traveller-types', copy: { name: 'name', foreigner: 'foreigner', sponsor: 'sponsor', permit: 'permit', resident: 'resident' } },
    { label: L('Purpose of travel', 'Tipo de viajante'), required: true, message: L('Please Select Traveler Type', 'Selecione o tipo de viajante') },
  )
  code?: string;
  @Text({ label: L('Name of the traveller type', 'Nome do tipo de viajante'), serverSet: true }) name?: string;
  @Flag({ label: L('Foreigner', 'Estrangeiro'), serverSet: true }) foreigner?: boolean;
  @Flag({ label: L('Has a sponsor', 'Tem patrocinador'), serverSet: true }) sponsor?: boolean;
  @Flag({ label: L('Holds a permit', 'Tem autorização'), serverSet: true }) permit?: boolean;
  @Flag({ label: L('Resident', 'Residente'), serverSet: true }) resident?: boolean;
}

/** The friend or relative the traveller stays with. */
export class ContactDetails {
  @Text({ label: L('Name of your contact', 'Nome do seu contacto'), max: 70 }) name?: string;
  @Text({ label: L('Identity document number of your contact', 'Número do documento de identidade do seu contacto'), max: 70 }) identity?: string;
  @Digits({ label: L('Telephone of your contact', 'Telefone do seu contacto') }) phone?: string;
}

export class AddressDetails {
  @Code({ name: 'districts', copy: { districtName: 'name' } }, { label: L('Municipality', 'Município') }) district?: string;
  @Text({ label: L('Municipality', 'Município'), serverSet: true }) districtName?: string;
  @Code(
    { name: 'sub-districts', copy: { subDistrictName: 'name' }, within: { field: 'district', key: 'districtCode' } },
    { label: L('Administrative post', 'Posto administrativo') },
  )
  subDistrict?: string;
  @Text({ label: L('Administrative post', 'Posto administrativo'), serverSet: true }) subDistrictName?: string;
  @Text({ label: L('Village (suco)', 'Suco'), max: 70 }) village?: string;
  @Text({ label: L('Hamlet (aldeia)', 'Aldeia'), max: 70 }) subVillage?: string;
}

export class SponsorDetails {
  @Code({ name: 'sponsor-types', copy: { typeName: 'name' } }, { label: L('Type of sponsor', 'Tipo de patrocinador') }) type?: string;
  @Text({ label: L('Name of the type of sponsor', 'Nome do tipo de patrocinador'), serverSet: true }) typeName?: string;
  @Text({ label: L('Name of the sponsor', 'Nome do patrocinador'), max: 70 }) name?: string;
  @Text({ label: L('Address of the sponsor', 'Morada do patrocinador'), max: 200 }) address?: string;
}

/** A question of the departure form: ticked yes (accepted) or no (declined). */
export class QuestionRow {
  @Text({ max: 40 }) id?: string;
  @Integer({ label: L('Number', 'Número'), max: 999 }) rank?: number;
  @Text({ label: L('Question', 'Pergunta') }) description?: string;
  @Flag({ label: L('Yes', 'Sim') }) accepted?: boolean;
  @Flag({ label: L('No', 'Não') }) declined?: boolean;
}

/** A question or a declaration of the arrival form, answered YES or NO. */
export class AnswerRow {
  @Text({ max: 40 }) id?: string;
  @Integer({ label: L('Number', 'Número'), max: 999 }) rank?: number;
  @Text({ label: L('Question', 'Pergunta') }) description?: string;
  @YesNo({ label: L('Answer', 'Resposta') }) answer?: string;
}

export class GoodsRow {
  @Text({ max: 40 }) id?: string;
  @Text({ label: L('Description of the goods', 'Descrição dos bens'), max: 200 }) description?: string;
  @Integer({ label: L('Quantity', 'Quantidade') }) quantity?: number;
  @Integer({ label: L('Value', 'Valor') }) value?: number;
  @Code('currencies', { label: L('Currency of the value', 'Moeda do valor') }) currencyCode?: string;
}

/** A condition of the journey: the applicant ticks accepted, an official confirms it in verification. */
export class RequirementRow {
  @Text({ max: 40 }) id?: string;
  @Text({ label: L('Requirement', 'Requisito') }) description?: string;
  @Integer({ label: L('Quantity', 'Quantidade') }) quantity?: number;
  @Flag({ label: L('Accepted', 'Aceite') }) accepted?: boolean;
  @Flag({ label: L('Confirmed', 'Confirmado'), serverSet: true }) confirmed?: boolean;
}

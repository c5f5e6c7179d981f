/** The objects and rows that the declarations contain. */
import { Code, Flag, Identifier, Integer, L, Telephone, Text, YesNo } from '@portal/contract-kit';

/** The point of entry or exit; the airport flag comes from the catalogue. */
export class EntryPointDetails {
  @Code(
    { name: 'entry-points', copy: { description: 'name', airport: 'airport' } },
    { label: L('Entry point', 'Ponto de entrada'), required: true, message: L('Please Select Entry Point', 'Selecione o ponto de entrada') },
  )
  code?: string;
  @Text({ label: L('Entry point', 'Ponto de entrada'), serverSet: true }) description?: string;
  @Text({ label: L('Airport: 1 or 0', 'Aeroporto: 1 ou 0'), serverSet: true }) airport?: string;
}

export class ExitPointDetails {
  @Code(
    { name: 'entry-points', copy: { description: 'name', airport: 'airport' } },
    { label: L('Exit point', 'Ponto de saída'), required: true, max: 70, message: L('Please Select Exit Point', 'Selecione o ponto de saída') },
  )
  code?: string;
  @Text({ label: L('Exit point', 'Ponto de saída'), serverSet: true }) description?: string;
  @Text({ label: L('Airport: 1 or 0', 'Aeroporto: 1 ou 0'), serverSet: true }) airport?: string;
}

/** Kind of traveller. Its flags come from the catalogue and say which sections of the declaration apply. */
export class TypeDetails {
  @Code(
    { name: 'traveller-types', copy: { name: 'name', foreigner: 'foreigner', sponsor: 'sponsor', permit: 'permit', resident: 'resident' } },
    { label: L('Purpose of travel', 'Motivo da viagem'), required: true, message: L('Please Select Traveler Type', 'Selecione o motivo da viagem') },
  )
  code?: string;
  @Text({ label: L('Purpose of travel', 'Motivo da viagem'), serverSet: true }) name?: string;
  @Flag({ label: L('Foreigner', 'Estrangeiro'), serverSet: true }) foreigner?: boolean;
  @Flag({ label: L('Has a sponsor', 'Tem patrocinador'), serverSet: true }) sponsor?: boolean;
  @Flag({ label: L('Holds a permit', 'Tem autorização'), serverSet: true }) permit?: boolean;
  @Flag({ label: L('Resident', 'Residente'), serverSet: true }) resident?: boolean;
}

/** The friend or relative with whom the traveller stays. */
export class ContactDetails {
  @Text({ label: L('Name of your contact', 'Nome do seu contacto'), max: 70 }) name?: string;
  @Identifier({ label: L('Identity document number of your contact', 'Número do documento de identidade do seu contacto') }) identity?: string;
  @Telephone({ label: L('Telephone of your contact', 'Telefone do seu contacto') }) phone?: string;
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
  @Text({ label: L('Type of sponsor', 'Tipo de patrocinador'), serverSet: true }) typeName?: string;
  @Text({ label: L('Name of the sponsor', 'Nome do patrocinador'), max: 70 }) name?: string;
  @Text({ label: L('Address of the sponsor', 'Morada do patrocinador'), max: 200 }) address?: string;
}

const wording = { copy: { description: 'name' } };

/** A question of the departure form: ticked yes (accepted) or no (declined). The catalogue gives its wording. */
export class QuestionRow {
  @Code({ name: 'questions', ...wording }) id?: string;
  @Integer({ label: L('Number', 'Número'), max: 999 }) rank?: number;
  @Text({ label: L('Question', 'Pergunta'), lines: true, serverSet: true }) description?: string;
  @Flag({ label: L('Yes', 'Sim') }) accepted?: boolean;
  @Flag({ label: L('No', 'Não') }) declined?: boolean;
}

/** A question of the arrival form, answered YES or NO. The catalogue gives its wording. */
export class AnswerRow {
  @Code({ name: 'questions', ...wording }) id?: string;
  @Integer({ label: L('Number', 'Número'), max: 999 }) rank?: number;
  @Text({ label: L('Question', 'Pergunta'), lines: true, serverSet: true }) description?: string;
  @YesNo({ label: L('Answer', 'Resposta') }) answer?: string;
}

/** A declaration that foreigners make on arrival, answered YES or NO. The catalogue gives its wording. */
export class StatementRow {
  @Code({ name: 'declarations', ...wording }) id?: string;
  @Integer({ label: L('Number', 'Número'), max: 999 }) rank?: number;
  @Text({ label: L('Declaration', 'Declaração'), lines: true, serverSet: true }) description?: string;
  @YesNo({ label: L('Answer', 'Resposta') }) answer?: string;
}

export class GoodsRow {
  @Text({ max: 40 }) id?: string;
  @Text({ label: L('Description of the goods', 'Descrição dos bens'), max: 200 }) description?: string;
  @Integer({ label: L('Quantity', 'Quantidade') }) quantity?: number;
  @Integer({ label: L('Value', 'Valor') }) value?: number;
  @Code('currencies', { label: L('Currency of the value', 'Moeda do valor') }) currencyCode?: string;
}

/** A condition of the journey: the applicant ticks accepted, an official ticks confirmed. The catalogue gives its wording and quantity. */
export class RequirementRow {
  @Code({ name: 'requirements', copy: { description: 'name', quantity: 'quantity' } }) id?: string;
  @Text({ label: L('Requirement', 'Requisito'), lines: true, serverSet: true }) description?: string;
  @Integer({ label: L('Quantity', 'Quantidade'), serverSet: true }) quantity?: number;
  @Flag({ label: L('Accepted', 'Aceite') }) accepted?: boolean;
  @Flag({ label: L('Confirmed', 'Confirmado'), serverSet: true }) confirmed?: boolean;
}

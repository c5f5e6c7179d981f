/** The licence document: every field of the professional licence, with its rules. */
import {
  Choice,
  Code,
  type ContractRule,
  checkThat,
  Day,
  Email,
  Identifier,
  isDay,
  L,
  ListOf,
  Nested,
  notBefore,
  Rules,
  ruleFault,
  Telephone,
  Text,
} from '@portal/contract-kit';
import { LicenceActionDetails, LicenceDirector, LicenceFee, LicenceMedia, LicenceRequirement, mostScans, type OfficerChange, officerChanges } from './parts.ts';

/** Value of `binder` in the catalogue `documents` for professional licences. */
export const licenceBinder = 'PROFESSIONAL';
/** Types of application whose code contains this text are for new licences. All other types continue an existing licence. */
export const creationTypeFragment = 'IB';

/** Checks that no requirement is marked both as provided and as not provided. */
const requirementsAreClear: ContractRule<ProfessionalLicence> = (body) =>
  (Array.isArray(body.requirements) ? body.requirements : []).flatMap((r, i) =>
    r.accept === true && r.decline === true
      ? [
          ruleFault(
            'CHOICE',
            `requirements.${i}`,
            L('Say whether the document is provided or not, not both', 'Diga se o documento é entregue ou não, não ambos'),
          ),
        ]
      : [],
  );

/** The holder's details and the dates of a licence: the fields that officers can change on an approved licence. */
export class LicenceHolder {
  // Validity: set when the licence is issued, changed by a modification
  @Day({ label: L('Begin date', 'Data de início') }) beginDate?: string;
  @Day({ label: L('End date', 'Data de fim') }) endDate?: string;
  @Day({ label: L('Expiry date of the identity document', 'Data de validade do documento de identidade') }) expiryDate?: string;

  // Holder
  @Text({ label: L('Full name', 'Nome completo'), max: 70, upper: true, required: true }) holderName?: string;
  @Code({ name: 'genders', copy: { genderName: 'name' } }, { label: L('Gender', 'Género'), required: true, max: 35 }) gender?: string;
  @Text({ label: L('Gender', 'Género'), serverSet: true }) genderName?: string;
  @Code({ name: 'countries', copy: { nationalityName: 'nationality' } }, { label: L('Nationality', 'Nacionalidade'), required: true, max: 35 })
  nationalityCode?: string;
  @Text({ label: L('Nationality', 'Nacionalidade'), serverSet: true }) nationalityName?: string;
  @Text({ label: L('Photo', 'Fotografia'), max: 36 }) photoInstance?: string;
  @Text({ label: L('Signature', 'Assinatura'), max: 36 }) signature?: string;

  // Birth
  @Day({ label: L('Birth date', 'Data de nascimento'), range: 'past', required: true }) birthDate?: string;
  @Text({ label: L('District of birth', 'Município de nascimento'), max: 70, upper: true }) districtName?: string;
  @Text({ label: L('Sub-district of birth', 'Posto administrativo de nascimento'), max: 70, upper: true }) subdistrictName?: string;
  @Text({ label: L('Village of birth', 'Suco ou aldeia de nascimento'), max: 70, upper: true }) villageName?: string;

  // Identity
  @Code({ name: 'identity-types', copy: { indentityName: 'name' } }, { label: L('Identity type', 'Tipo de identificação'), required: true, max: 35 })
  indentityCode?: string;
  @Text({ label: L('Identity type', 'Tipo de identificação'), serverSet: true }) indentityName?: string;
  @Identifier({ label: L('Identity number', 'Número de identificação'), required: true, personal: true }) holderCode?: string;

  // Contact
  @Telephone({ label: L('Mobile number', 'Telemóvel'), required: true, personal: true }) holderMobile?: string;
  @Telephone({ label: L('Phone number', 'Telefone'), personal: true }) holderPhone?: string;
  @Email({ label: L('Email address', 'Endereço de correio eletrónico'), max: 70, personal: true }) holderEmail?: string;

  // Place of work
  @Code({ name: 'districts', copy: { workDistrictName: 'name' } }, { label: L('District of work', 'Município de trabalho'), max: 35 })
  workDistrictCode?: string;
  @Text({ label: L('District of work', 'Município de trabalho'), serverSet: true }) workDistrictName?: string;
  @Text({ label: L('Sub-district of work', 'Posto administrativo de trabalho'), max: 70, upper: true }) workSubdistrictName?: string;
  @Text({ label: L('Village of work', 'Suco ou aldeia de trabalho'), max: 70, upper: true }) workVillageName?: string;
  @Text({ label: L('Professional category', 'Categoria profissional'), max: 70, upper: true }) workProfessionalCategory?: string;
  @Text({ label: L('Specialisation', 'Especialização'), max: 70, upper: true }) workSpecialisation?: string;
  @Text({ label: L('Other category', 'Outra categoria'), max: 70, upper: true }) workOtherCategory?: string;
  @Code({ name: 'institution-categories', copy: { workInstitutionName: 'name' } }, { label: L('Kind of institution', 'Tipo de instituição'), max: 35 })
  workInstitution?: string;
  @Text({ label: L('Kind of institution', 'Tipo de instituição'), serverSet: true }) workInstitutionName?: string;
  @Text({ label: L('Place of work', 'Local de trabalho'), max: 70, upper: true }) workPlace?: string;
  @Text({ label: L('Department', 'Departamento'), max: 70, upper: true }) workDepartment?: string;
  @Text({ label: L('Service unit', 'Unidade de serviço'), max: 70, upper: true }) workServiceUnit?: string;

  // University or academic institution
  @Text({ label: L('Name of the institution', 'Nome da instituição'), max: 70, upper: true }) institutionName?: string;
  @Text({ label: L('City of the institution', 'Cidade da instituição'), max: 70, upper: true }) institutionCityName?: string;
  @Code({ name: 'countries', copy: { institutionNationalityName: 'name' } }, { label: L('Country of the institution', 'País da instituição'), max: 35 })
  institutionNationalityCode?: string;
  @Text({ label: L('Country of the institution', 'País da instituição'), serverSet: true }) institutionNationalityName?: string;
  @Text({ label: L('Faculty', 'Faculdade'), max: 70, upper: true }) institutionFaculty?: string;
  @Text({ label: L('Programme', 'Curso'), max: 70, upper: true }) institutionProgram?: string;
  @Day({ label: L('Graduation date', 'Data de conclusão'), range: 'past' }) graduationDate?: string;

  // Files and directors
  @ListOf(() => LicenceMedia, { label: L('Scanned documents', 'Documentos digitalizados'), max: mostScans }) medias?: LicenceMedia[];
  @ListOf(() => LicenceDirector, { label: L('Directors', 'Diretores'), max: 50 }) directors?: LicenceDirector[];
}

/** A change by one officer that takes effect when another officer confirms it. */
export class PendingLicenceChange {
  @Choice(officerChanges) action?: OfficerChange;
  /** Name of the officer who asked for the change. */
  @Text({ max: 200 }) askedBy?: string;
  @Text({ max: 19 }) askedAt?: string;
  /** The new values of the fields that the action changes. */
  @Nested(() => LicenceHolder) values: LicenceHolder = new LicenceHolder();
}

@Rules<ProfessionalLicence>(
  checkThat(
    'DATE',
    'graduationDate',
    (b) => !isDay(b.birthDate) || !isDay(b.graduationDate) || b.graduationDate > b.birthDate,
    L('Graduation date must be after the birth date', 'A data de conclusão deve ser posterior à data de nascimento'),
  ),
  notBefore('endDate', (b) => b.beginDate, L('End date must not be before the begin date', 'A data de fim não pode ser anterior à data de início')),
  requirementsAreClear,
)
export class ProfessionalLicence extends LicenceHolder {
  // Agency and document
  @Code({ name: 'agencies', copy: { agencyName: 'name' } }, { label: L('Agency', 'Agência'), required: true, max: 35 }) agencyCode?: string;
  @Text({ label: L('Agency', 'Agência'), serverSet: true }) agencyName?: string;
  @Code(
    {
      name: 'documents',
      copy: { documentName: 'name', documentBinder: 'binder' },
      within: { field: 'agencyCode', key: 'agencyCode' },
      where: { binder: licenceBinder },
    },
    { label: L('Professional document', 'Documento profissional'), required: true, max: 35 },
  )
  documentCode?: string;
  @Text({ label: L('Professional document', 'Documento profissional'), serverSet: true }) documentName?: string;
  @Code(
    { name: 'sub-documents', copy: { subDocumentName: 'name' }, within: { field: 'documentCode', key: 'documentCode' } },
    { label: L('Academic level', 'Nível académico'), required: true, max: 35 },
  )
  subDocumentCode?: string;
  @Text({ label: L('Academic level', 'Nível académico'), serverSet: true }) subDocumentName?: string;
  @Text({ serverSet: true }) documentBinder?: string;

  // Application details. The server sets the serial reference and the status
  @Code({ name: 'document-types', copy: { documentTypeName: 'name' } }, { label: L('Type', 'Tipo'), required: true, max: 35 }) documentType?: string;
  @Text({ label: L('Type', 'Tipo'), serverSet: true }) documentTypeName?: string;
  // Not an Identifier: the codes of older documents may have other characters, and a renewal has the reference as it was given.
  @Text({ label: L('Previous reference', 'Referência anterior'), max: 70, upper: true }) previousReference?: string;

  // Lists; the fees come from the catalogue
  @ListOf(() => LicenceRequirement, { label: L('Document requirements', 'Documentos exigidos'), max: 100 }) requirements?: LicenceRequirement[];
  @ListOf(() => LicenceFee, { label: L('Fees', 'Taxas'), max: 100, serverSet: true }) fees?: LicenceFee[];

  // Bank
  @Code(
    { name: 'bank-accounts', copy: { bankName: 'bankName', bankAccount: 'accountNumber' }, asWritten: true },
    { label: L('Bank account', 'Conta bancária'), max: 35 },
  )
  bankCode?: string;
  @Text({ label: L('Bank', 'Banco'), serverSet: true }) bankName?: string;
  @Text({ label: L('Account number', 'Número da conta'), serverSet: true }) bankAccount?: string;

  @Nested(() => LicenceActionDetails) action: LicenceActionDetails = new LicenceActionDetails();

  @Nested(() => PendingLicenceChange, { serverSet: true }) pendingChange?: PendingLicenceChange;
}

import { classesIn, fieldLines, tableLines } from '@portal/contract-kit/testing';
import * as contract from './index.ts';

const holder = `
  beginDate date
  endDate date
  expiryDate date
  holderName text 70 upper required
  gender text 35 required of genders copies genderName=name
  genderName text 500 server
  nationalityCode text 35 required of countries copies nationalityName=nationality
  nationalityName text 500 server
  photoInstance text 36
  signature text 36
  birthDate date past required
  districtName text 70 upper
  subdistrictName text 70 upper
  villageName text 70 upper
  indentityCode text 35 required of identity-types copies indentityName=name
  indentityName text 500 server
  holderCode text 70 identifier required personal
  holderMobile digits 20 required personal
  holderPhone digits 20 personal
  holderEmail text 70 email personal
  workDistrictCode text 35 of districts copies workDistrictName=name
  workDistrictName text 500 server
  workSubdistrictName text 70 upper
  workVillageName text 70 upper
  workProfessionalCategory text 70 upper
  workSpecialisation text 70 upper
  workOtherCategory text 70 upper
  workInstitution text 35 of institution-categories copies workInstitutionName=name
  workInstitutionName text 500 server
  workPlace text 70 upper
  workDepartment text 70 upper
  workServiceUnit text 70 upper
  institutionName text 70 upper
  institutionCityName text 70 upper
  institutionNationalityCode text 35 of countries copies institutionNationalityName=name
  institutionNationalityName text 500 server
  institutionFaculty text 70 upper
  institutionProgram text 70 upper
  graduationDate date past
  medias list LicenceMedia 50
  directors list LicenceDirector 50`;

/**
 * Every field of a licence: its kind, its limits, `upper` for texts in upper case, `personal` for fields encrypted at rest, `server` for fields that only the
 * server sets, and the catalogue of its codes. Every change of a rule must change this table too.
 */
const published: Record<string, string> = {
  LicenceRecommendation: `
    decision choice RECOMMEND/RETURN
    action object RecommendationDetails`,
  RecommendationDetails: `
    decision choice RECOMMEND/RETURN`,
  LicenceValidity: `
    beginDate date
    endDate date`,
  LicenceVerification: `
    bankCode text 35 of bank-accounts copies bankName,bankAccount=accountNumber
    bankName text 500 server
    bankAccount text 500 server
    requirements list LicenceRequirement 100
    medias list LicenceMedia 50`,
  LicenceRequirement: `
    id text 70 of requirements copies description=name
    description text 500 lines server
    accept boolean
    decline boolean
    confirmed boolean`,
  LicenceMedia: `
    uid text 36 required
    id text 36
    name text 255
    size integer 0..
    info object MediaInfo`,
  MediaInfo: `
    code text 35 of scanned-documents copies name
    name text 500 server
    scope text 35`,
  LicenceHolder: holder,
  LicenceDirector: `
    id text 36
    code text 35 upper personal
    name text 70 upper
    phoneNumber digits 20 personal
    emailAddress text 70 email personal`,
  PendingLicenceChange: `
    action choice adjustment/modification
    askedBy text 200
    askedAt text 19
    values object LicenceHolder`,
  ProfessionalLicence: `
    ${holder}
    agencyCode text 35 required of agencies copies agencyName=name
    agencyName text 500 server
    documentCode text 35 required of documents copies documentName=name,documentBinder=binder within agencyCode by agencyCode where binder=PROFESSIONAL
    documentName text 500 server
    subDocumentCode text 35 required of sub-documents copies subDocumentName=name within documentCode by documentCode
    subDocumentName text 500 server
    documentBinder text 500 server
    documentType text 35 required of document-types copies documentTypeName=name
    documentTypeName text 500 server
    previousReference text 70 upper
    requirements list LicenceRequirement 100
    fees list LicenceFee 100 server
    bankCode text 35 of bank-accounts copies bankName,bankAccount=accountNumber
    bankName text 500 server
    bankAccount text 500 server
    action object LicenceActionDetails
    pendingChange object PendingLicenceChange server`,
  LicenceFee: `
    id text 70
    code text 70 of fees copies name
    name text 500 server
    amount integer 0..
    status choice DUE/PAID`,
  LicenceActionDetails: `
    details text 2000 lines`,
};

it.each(Object.entries(published))('the fields of %s are those that are published', (name, table) => {
  expect(fieldLines(classesIn(contract)[name] as never)).toEqual(tableLines(table));
});

it('no class has fields that are not published here', () => expect(Object.keys(classesIn(contract)).sort()).toEqual(Object.keys(published).sort()));

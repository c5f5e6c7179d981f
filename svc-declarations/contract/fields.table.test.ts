import { classesIn, fieldLines, tableLines } from '@portal/contract-kit/testing';
import * as contract from './index.ts';

/**
 * Every field of the declarations: its kind, its limits, `upper` for texts in upper case, `personal` for fields encrypted at rest, `server` for fields that
 * only the server sets, and the catalogue of its codes. Every change of a rule must change this table too.
 */
const published: Record<string, string> = {
  ArrivalDeclarationBody: `
    typeDetails object TypeDetails
    originCode text 70 required of countries copies originName=name
    originName text 500 server
    flightDetails object EntryPointDetails
    entryPointCode text 70 required of entry-points
    flightCode text 70 upper
    embarkationPortCode text 70 of airports copies embarkationPortName=name
    embarkationPortName text 500 server
    flightNumber text 35 upper required
    arrivalDate date required
    agencyCode text 70 required of agencies
    documentCode choice ARR required
    travellerCode text 70 identifier required personal
    nationalityCode text 70 required of countries copies nationalityName=nationality
    nationalityName text 500 server
    expiryDate date required
    emailAddress text 254 email personal
    phoneNumber digits 20 required personal
    firstName text 70 upper required
    lastName text 70 upper required
    birthDate date past required
    gender text 70 required of genders copies genderName=name
    genderName text 500 server
    occupation text 35 upper required
    reason text 70 of travel-purposes copies reasonName=name
    reasonName text 500 server
    stayLength integer 0..36500
    departureDate date
    returnTicket text 70
    destinationVisa text 70 identifier personal
    permitReference text 70 identifier personal
    permitExpiry date
    permitNaration text 500 lines personal
    accommodationType choice HTL/FFA
    accommodationName text 70 personal
    contactDetails object ContactDetails personal
    addressDetails object AddressDetails personal
    address text 70 required personal
    organisedBy text 70
    fundedBy text 70
    sponsorDetails object SponsorDetails personal
    declarations list StatementRow 100
    declarationsConfirmed choice YES
    numberOfBaggages integer 0..9999 required
    hasMerchandise choice YES/NO required
    goods list GoodsRow 500
    questions list AnswerRow 100
    questionsConfirmed choice YES
    currencyStatus choice YES/NO required
    currencyAmount integer 0..
    currencyCode text 70 of currencies
    title text 35 upper required
    birthCityName text 70 required
    birthNationalityCode text 70 required of countries copies birthNationalityName=name
    birthNationalityName text 500 server
    requirements list RequirementRow 100
    declaredStatus choice YES required`,
  TypeDetails: `
    code text 70 required of traveller-types copies name,foreigner,sponsor,permit,resident
    name text 500 server
    foreigner boolean server
    sponsor boolean server
    permit boolean server
    resident boolean server`,
  EntryPointDetails: `
    code text 70 required of entry-points copies description=name,airport
    description text 500 server
    airport text 500 server`,
  ContactDetails: `
    name text 70
    identity text 70 identifier
    phone digits 20`,
  AddressDetails: `
    district text 70 of districts copies districtName=name
    districtName text 500 server
    subDistrict text 70 of sub-districts copies subDistrictName=name within district by districtCode
    subDistrictName text 500 server
    village text 70
    subVillage text 70`,
  SponsorDetails: `
    type text 70 of sponsor-types copies typeName=name
    typeName text 500 server
    name text 70
    address text 200`,
  StatementRow: `
    id text 70 of declarations copies description=name
    rank integer 0..999
    description text 500 lines server
    answer choice YES/NO`,
  GoodsRow: `
    id text 40
    description text 200
    quantity integer 0..
    value integer 0..
    currencyCode text 70 of currencies`,
  AnswerRow: `
    id text 70 of questions copies description=name
    rank integer 0..999
    description text 500 lines server
    answer choice YES/NO`,
  RequirementRow: `
    id text 70 of requirements copies description=name,quantity
    description text 500 lines server
    quantity integer 0.. server
    accepted boolean
    confirmed boolean server`,
  DepartureDeclarationBody: `
    agencyCode text 70 required of agencies
    documentCode choice DEP required
    departureDate date required
    destinationCode text 70 required of countries copies destinationName=name
    destinationName text 500 server
    reason text 70 required of travel-purposes copies reasonName=name
    reasonName text 500 server
    flightDetails object ExitPointDetails
    entryPointCode text 70 required of entry-points
    flightCode text 70 upper
    embarkationPortCode text 70 of airports copies embarkationPortName=name
    embarkationPortName text 500 server
    flightNumber text 35 upper required
    travellerCode text 70 identifier required personal
    nationalityCode text 70 required of countries copies nationalityName=nationality
    nationalityName text 500 server
    expiryDate date required
    emailAddress text 254 email personal
    phoneNumber digits 20 personal
    firstName text 70 upper required
    lastName text 70 upper required
    birthDate date past required
    gender text 70 required of genders copies genderName=name
    genderName text 500 server
    occupation text 35 upper required
    currencyStatus choice YES/NO required
    currencyAmount integer 0..
    currencyCode text 70 of currencies
    questions list QuestionRow 100
    requirements list RequirementRow 100
    goods list GoodsRow 500`,
  ExitPointDetails: `
    code text 70 required of entry-points copies description=name,airport
    description text 500 server
    airport text 500 server`,
  QuestionRow: `
    id text 70 of questions copies description=name
    rank integer 0..999
    description text 500 lines server
    accepted boolean
    declined boolean`,
  ArrivalInput: `
    requirements list ConfirmedRequirement 100
    comment text 2000 lines`,
  ConfirmedRequirement: `
    id text 70
    confirmed boolean`,
  ConfirmationInput: `
    requirements list ConfirmedRequirement 100`,
  LaneInput: `
    lane choice RED/GREEN required
    comment text 2000 lines`,
  DecisionInput: `
    requirements list ConfirmedRequirement 100
    decision choice CLEARED/REFERRED/DETAINED required
    comment text 2000 lines`,
  VerificationInput: `
    requirements list ConfirmedRequirement 100
    questions list QuestionRow 100`,
};

it.each(Object.entries(published))('the fields of %s are those that are published', (name, table) => {
  expect(fieldLines(classesIn(contract)[name] as never)).toEqual(tableLines(table));
});

it('no class has fields that are not published here', () => expect(Object.keys(classesIn(contract)).sort()).toEqual(Object.keys(published).sort()));

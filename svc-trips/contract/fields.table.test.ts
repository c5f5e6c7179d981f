import { classesIn, fieldLines, tableLines } from '@portal/contract-kit/testing';
import * as contract from './index.ts';

/**
 * Every field of a trip: its kind, its limits, `upper` for texts in upper case, `personal` for fields encrypted at rest, `server` for fields that only the
 * server sets, and the catalogue of its codes. Every change of a rule must change this table too.
 */
const published: Record<string, string> = {
  AccountDetails: `
    totalFee integer 0.. server
    receiptYear integer 0.. server
    receiptNumber integer 0.. server
    receiptDate date server
    receiptId text 36 server`,
  AccountRow: `
    id text 70 server of bank-accounts copies bankName
    bankCode text 500 server
    bankName text 500 server
    accountNumber text 500 server`,
  AuthoriserDetails: `
    code text 70 of authorisers copies name,title,serial where status=1
    serial text 500 upper server
    name text 500 server
    title text 500 upper server`,
  CenterDetails: `
    code text 70 of agency-centres copies name
    name text 500 server`,
  DocumentDetails: `
    code text 70 required of documents copies name,binder,movement,agencyCode,centerStatus,forceOnSubDocument,confirmation where binder=TRIPTIC
    name text 500 server
    binder text 500 server
    movement text 70 server of movements copies movementName=name
    movementName text 500 server
    agencyCode text 500 server
    centerStatus boolean server
    forceOnSubDocument boolean server
    confirmation boolean server`,
  FeeRow: `
    id text 500 server
    code text 70 server of fees copies name
    name text 500 server
    amount integer 0.. server
    currencyCode text 500 server
    stage text 500 server
    status text 500 server`,
  GoodsRow: `
    id text 36
    productCode text 70 of commodities copies productName=description
    productName text 500 server
    goodDescription text 200
    quantity integer 1..1000000
    value integer 0..10000000000`,
  MediaRow: `
    id text 36
    uid text 36 required
    name text 255
    size integer 0..
    code text 70 of attachment-types copies info=name
    info text 500 server
    scope text 20`,
  QuestionRow: `
    id text 70 of questions copies description=name
    rank integer 0.. server
    description text 1000 lines server
    accepted boolean
    declined boolean`,
  RequirementRow: `
    id text 70 of requirements copies description=name
    description text 1000 lines server
    quantity integer 0.. server
    accepted boolean
    confirmed boolean server`,
  SubDocumentDetails: `
    code text 70 required of sub-documents copies name
    name text 500 server`,
  ApprovalInput: `
    authoriserDetails object AuthoriserDetails`,
  ConfirmationInput: `
    crossingDate date
    authoriserDetails object AuthoriserDetails`,
  ModificationInput: `
    crossCode text 70 of entry-points copies crossName=name where airport=0
    crossName text 500 server
    returnCode text 70 of entry-points copies returnName=name where airport=0
    returnName text 500 server
    entryDate date required
    crossingDate date
    expectedDate date
    goods list GoodsRow 500
    requirements list ProvidedRequirement 500
    authoriserDetails object AuthoriserDetails
    medias list MediaRow 50`,
  ProvidedRequirement: `
    id text 70 required
    accepted boolean`,
  OwnershipInput: `
    ownerName text 70 required
    ownerAddress text 70 required personal
    ownerDriver boolean
    identityNumber text 70 identifier personal
    nationalityCode text 70 of countries copies nationalityName=nationality
    nationalityName text 500 server
    licenseNumber text 35 identifier personal
    contactNumber text 35 upper personal
    foreignAddress text 70 upper personal
    medias list MediaRow 50`,
  PaymentCardForm: `
    cardNumber digits 20 required
    securityCode digits 3 required
    cardName text 500 required`,
  ReturnInput: `
    actualDate date`,
  TripBody: `
    documentDetails object DocumentDetails
    subDocumentDetails object SubDocumentDetails
    centerDetails object CenterDetails
    vehicleNumber text 35 identifier required
    tempVehicleNumber text 35 identifier
    chasisNumber text 35 identifier required
    engineNumber text 35 identifier required
    categoryCode text 70 required of vehicle-categories copies categoryName=name
    categoryName text 500 server
    brandCode text 70 of vehicle-makes copies brandName=name
    brandName text 500 server
    manufactureYear integer 1900..2100 required
    modelDetails text 70 upper required
    colorCode text 70 of vehicle-colours copies colorName=name
    colorName text 500 server
    classCode text 70 of vehicle-classes copies className=name
    className text 500 server
    engineCapacity integer 0..100000 required
    seatCapacity integer 0..200
    fuelCode text 70 of vehicle-fuels copies fuelName=name
    fuelName text 500 server
    ownerName text 70 required
    ownerAddress text 70 required personal
    ownerDriver boolean
    identityNumber text 70 identifier required personal
    driverName text 70 required
    nationalityCode text 70 of countries copies nationalityName=nationality
    nationalityName text 500 server
    licenseNumber text 35 identifier required personal
    numberOfBaggages integer 0..10000
    contactNumber text 35 upper required personal
    localAddress text 70 upper required personal
    foreignAddress text 70 upper required personal
    objectiveCode text 70 of travel-purposes copies objectiveDescription=name
    objectiveDescription text 500 server
    authoriserDetails object AuthoriserDetails server
    crossCode text 70 of entry-points copies crossName=name where airport=0
    crossName text 500 server
    entryDate date required
    crossingDate date
    destinationCode text 70 required of travel-destinations copies destinationName=name
    destinationName text 500 server
    expectedDate date
    returnCode text 70 of entry-points copies returnName=name where airport=0
    returnName text 500 server
    actualDate date
    goods list GoodsRow 500
    questions list QuestionRow 500
    requirements list RequirementRow 500
    fees list FeeRow 500 server
    accountDetails object AccountDetails server
    accounts list AccountRow 500 server
    medias list MediaRow 50`,
  VerificationInput: `
    requirements list ConfirmedRequirement 500
    authoriserDetails object AuthoriserDetails
    medias list MediaRow 50`,
  ConfirmedRequirement: `
    id text 70 required
    confirmed boolean`,
};

it.each(Object.entries(published))('the fields of %s are those that are published', (name, table) => {
  expect(fieldLines(classesIn(contract)[name] as never)).toEqual(tableLines(table));
});

it('no class has fields that are not published here', () => expect(Object.keys(classesIn(contract)).sort()).toEqual(Object.keys(published).sort()));

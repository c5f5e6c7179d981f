import { L } from '@portal/contract-kit';
import type { CatalogueClient, Clock, DocumentDefinition, DocumentKind } from '@portal/service-kit';
import { type AddressDetails, ARRIVAL_CODE, type ArrivalDeclaration, ArrivalDeclarationBody, type ArrivalStatus, laneOf } from '../../contract/index.ts';
import type { DeclarationSettings } from '../settings.ts';
import { declarationFinder, declarationListFields, declarationSearch, projectDeclaration } from '../shared/columns.ts';
import { wordRows } from '../shared/question-sets.ts';
import { travelDayErrors } from '../shared/travel-days.ts';
import { arrivalPrint } from './arrival.print.ts';
import { ArrivalRow } from './arrival.row.ts';
import { arrivalWorkflow } from './arrival.workflow.ts';

export const arrivalPlace = { path: '/v1/traveller/declaration', rolePrefix: 'traveller-declaration' } as const;

/** A municipality or administrative post given by its name is taken as its code: both names of the field are in use. */
async function codesOfNames(catalogues: CatalogueClient, address: AddressDetails | undefined): Promise<void> {
  if (!address) return;
  for (const [field, catalogue] of [
    ['district', 'districts'],
    ['subDistrict', 'sub-districts'],
  ] as const) {
    const given = address[field];
    if (typeof given !== 'string' || (await catalogues.find(catalogue, given))) continue;
    const named = (await catalogues.records(catalogue)).find(
      (r) => r.name.toLowerCase() === given.toLowerCase() && (field === 'district' || address.district === undefined || r.districtCode === address.district),
    );
    if (named) address[field] = named.code;
  }
}

/** How arrival declarations are kept. A traveller who is held or referred is not done with, however long ago the journey. */
export const arrivalKind = (retentionDays: number): DocumentKind => ({
  kind: 'arrival-declaration',
  contract: ArrivalDeclarationBody,
  row: ArrivalRow,
  search: {
    ...declarationSearch,
    arrivalDate: { column: 'arrivalDate', type: 'DATE' },
    originCode: { column: 'originCode', type: 'TEXT' },
    'typeDetails.code': { column: 'typeCode', type: 'TEXT' },
    hasMerchandise: { column: 'hasMerchandise', type: 'TEXT' },
    lane: { column: 'lane', type: 'TEXT' },
    decision: { column: 'decision', type: 'TEXT' },
  },
  countedBy: 'lane',
  retention: [{ days: retentionDays, statuses: ['CREATED', 'ARRIVED', 'CLEARED'] satisfies ArrivalStatus[], since: 'arrivalDate' }],
});

/** What the document kit has to know of arrival declarations. */
export const arrivalDefinition = (
  catalogues: CatalogueClient,
  clock: Clock,
  { arrivalDays: daysAhead, retentionDays }: DeclarationSettings,
): DocumentDefinition<ArrivalDeclarationBody, ArrivalDeclaration, ArrivalStatus, ArrivalRow> => ({
  ...arrivalPlace,
  ...arrivalKind(retentionDays),
  contract: ArrivalDeclarationBody,
  row: ArrivalRow,
  service: 'declarations',
  title: L('Arrival declaration', 'Declaração de chegada'),
  workflow: arrivalWorkflow,
  documentCode: () => ARRIVAL_CODE,
  project: (m) => ({
    ...projectDeclaration(m),
    arrivalDate: m.arrivalDate,
    originCode: m.originCode,
    typeCode: m.typeDetails.code,
    hasMerchandise: m.hasMerchandise,
    lane: m.lane,
    decision: m.decision ?? null,
  }),
  listFields: [...declarationListFields, 'arrivalDate', 'originCode', 'originName', 'typeDetails', 'hasMerchandise', 'numberOfBaggages', 'lane', 'decision'],
  csv: [
    { title: 'Reference', path: 'serialReference.reference' },
    { title: 'Date', path: 'serialReference.date' },
    { title: 'First name', path: 'firstName' },
    { title: 'Last name', path: 'lastName' },
    { title: 'Passport number', path: 'travellerCode' },
    { title: 'Nationality', path: 'nationalityName' },
    { title: 'Flight or voyage number', path: 'flightNumber' },
    { title: 'Arrival date', path: 'arrivalDate' },
    { title: 'Entry point', path: 'flightDetails.description' },
    { title: 'Country of origin', path: 'originName' },
    { title: 'Lane', path: 'lane' },
    { title: 'Status', path: 'documentStatus' },
    { title: 'Created at', path: 'createdAt' },
  ],
  finder: {
    ...declarationFinder,
    listFields: ['serialReference', 'firstName', 'lastName', 'arrivalDate', 'flightNumber', 'flightDetails', 'lane', 'documentStatus', 'documentCreatedAt'],
  },
  prints: { 'print-form': arrivalPrint },
  staffScreen: '/other/traveller/declaration/view',
  commentField: 'comment',
  // A registration is the client's body alone: what `info` prefills is sent back by the form.
  blank: async () => ({}),
  async prepare(model, call) {
    model.goods ??= [{}];
    await wordRows(catalogues, 'questions', model.questions, call.language);
    await wordRows(catalogues, 'declarations', model.declarations, call.language);
    await wordRows(catalogues, 'requirements', model.requirements, call.language);
    await codesOfNames(catalogues, model.addressDetails);
  },
  derive: (model) => {
    model.lane = laneOf(model);
  },
  check: async (model, action, call) =>
    ['register', 'update'].includes(action)
      ? travelDayErrors('arrivalDate', model.arrivalDate, clock.today(), daysAhead, call.language, model.serialReference?.date)
      : [],
});

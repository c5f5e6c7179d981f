import { L } from '@portal/contract-kit';
import type { CatalogueClient, Clock, DocumentDefinition, DocumentKind } from '@portal/service-kit';
import { DEPARTURE_CODE, type DepartureDeclaration, DepartureDeclarationBody, type DepartureStatus } from '../../contract/index.ts';
import type { DeclarationSettings } from '../settings.ts';
import { declarationFinder, declarationListFields, declarationSearch, projectDeclaration } from '../shared/columns.ts';
import { wordRows } from '../shared/question-sets.ts';
import { travelDayErrors } from '../shared/travel-days.ts';
import { departurePrint } from './departure.print.ts';
import { DepartureRow } from './departure.row.ts';
import { departureWorkflow } from './departure.workflow.ts';

export const departurePlace = { path: '/v1/departure/declaration', rolePrefix: 'departure-declaration' } as const;

/** How departure declarations are kept: whoever has left, or has not, is done with after the day of travel. */
export const departureKind = (retentionDays: number): DocumentKind => ({
  kind: 'departure-declaration',
  contract: DepartureDeclarationBody,
  row: DepartureRow,
  search: { ...declarationSearch, departureDate: { column: 'departureDate', type: 'DATE' }, destinationCode: { column: 'destinationCode', type: 'TEXT' } },
  retention: [{ days: retentionDays, statuses: ['CREATED', 'VERIFIED', 'APPROVED'] satisfies DepartureStatus[], since: 'departureDate' }],
});

/** What the document kit has to know of departure declarations. */
export const departureDefinition = (
  catalogues: CatalogueClient,
  clock: Clock,
  { departureDays: daysAhead, retentionDays }: DeclarationSettings,
): DocumentDefinition<DepartureDeclarationBody, DepartureDeclaration, DepartureStatus, DepartureRow> => ({
  ...departurePlace,
  ...departureKind(retentionDays),
  contract: DepartureDeclarationBody,
  row: DepartureRow,
  service: 'declarations',
  title: L('Departure declaration', 'Declaração de partida'),
  workflow: departureWorkflow,
  documentCode: () => DEPARTURE_CODE,
  project: (m) => ({ ...projectDeclaration(m), departureDate: m.departureDate, destinationCode: m.destinationCode }),
  listFields: [...declarationListFields, 'departureDate', 'destinationCode', 'destinationName'],
  csv: [
    { title: 'Reference', path: 'serialReference.reference' },
    { title: 'Date', path: 'serialReference.date' },
    { title: 'First name', path: 'firstName' },
    { title: 'Last name', path: 'lastName' },
    { title: 'Passport number', path: 'travellerCode' },
    { title: 'Nationality', path: 'nationalityName' },
    { title: 'Flight or voyage number', path: 'flightNumber' },
    { title: 'Departure date', path: 'departureDate' },
    { title: 'Exit point', path: 'flightDetails.description' },
    { title: 'Destination', path: 'destinationName' },
    { title: 'Status', path: 'documentStatus' },
    { title: 'Created at', path: 'createdAt' },
  ],
  finder: {
    ...declarationFinder,
    listFields: ['serialReference', 'firstName', 'lastName', 'departureDate', 'flightNumber', 'flightDetails', 'documentStatus', 'documentCreatedAt'],
  },
  prints: { 'print-declaration': departurePrint },
  staffScreen: '/other/departure/declaration/view',
  commentField: 'comment',
  // A registration is the client's body alone: what `info` prefills is sent back by the form.
  blank: async () => ({}),
  async prepare(model, call) {
    await wordRows(catalogues, 'questions', model.questions, call.language);
    await wordRows(catalogues, 'requirements', model.requirements, call.language);
  },
  check: async (model, action, call) =>
    ['register', 'update', 'amendment'].includes(action)
      ? travelDayErrors('departureDate', model.departureDate, clock.today(), daysAhead, call.language, model.serialReference?.date)
      : [],
});

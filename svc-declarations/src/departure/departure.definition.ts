import { fullName, L } from '@portal/contract-kit';
import {
  actionsWithInput,
  completeRequirements,
  completeTickedQuestions,
  type DocumentDefinition,
  type DocumentKind,
  type DocumentKit,
  dateField,
  openQuestionStep,
  sortable,
} from '@portal/service-kit';
import { DEPARTURE_CODE, type DepartureDeclaration, DepartureDeclarationBody, type DepartureStatus, departureStatusLabels } from '../../contract/index.ts';
import { GateDecisionRow } from '../gate/gate.entities.ts';
import type { DeclarationSettings } from '../settings.ts';
import { agencyErrors } from '../shared/declaration.application.ts';
import {
  answeredByField,
  declarationCsv,
  declarationFinder,
  declarationListFields,
  declarationLookup,
  declarationSearch,
  projectDeclaration,
  reachedBy,
  sealedFacts,
} from '../shared/declaration.definition.ts';
import { travelDayErrors } from '../shared/declaration.travel-days.ts';
import { departurePrints } from './departure.prints.ts';
import { DepartureRow } from './departure.row.ts';
import { departurePlace, departureWorkflow } from './departure.workflow.ts';

/** Actions that write the traveller's answers. */
const answering = actionsWithInput(departureWorkflow, DepartureDeclarationBody);

/** Returns how departure declarations are stored and searched. All of them are erased `retentionDays` after the departure date, in any status. */
export const departureKind = (retentionDays: number): DocumentKind => ({
  kind: 'departure-declaration',
  contract: DepartureDeclarationBody,
  row: DepartureRow,
  search: {
    ...declarationSearch,
    departureDate: sortable(dateField('departureDate'), ['documentStatus'], []),
    destinationCode: { column: 'destinationCode', type: 'TEXT' },
  },
  alsoCountedBy: ['nationalityCode'],
  statistics: { entryPoint: 'entryPointCode' },
  listTotals: ['nationalityCode', 'flightNumberFolded'].map((column) => ({ day: 'departureDate', columns: ['entryPointCode', column] })),
  openData: [
    {
      name: 'departures-by-day',
      title: L('Departure declarations by day of travel', 'Declarações de partida por dia da viagem'),
      list: 0,
      by: 'day',
      columns: [{ name: 'entryPoint', of: 'entryPointCode', catalogue: 'entry-points' }],
    },
    {
      name: 'departures-by-country-group',
      title: L('Departure declarations by month and continent of nationality', 'Declarações de partida por mês e continente da nacionalidade'),
      list: 0,
      by: 'month',
      columns: [{ name: 'countryGroup', of: 'nationalityCode', countryGroups: true }],
    },
  ],
  printedWith: 'groupId',
  // A gate records no departures, but opens a case when an officer scans one.
  beside: [GateDecisionRow],
  retention: [{ days: retentionDays, statuses: ['CREATED', 'VERIFIED', 'APPROVED'] satisfies DepartureStatus[], since: 'departureDate' }],
});

/** Returns the definition of departure declarations for the document kit. */
export const departureDefinition = (
  { calendar, catalogues, clock }: DocumentKit,
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
  csv: declarationCsv(
    { title: L('Departure date', 'Data de partida'), path: 'departureDate' },
    { title: L('Entry point', 'Ponto de entrada'), path: 'flightDetails.description' },
    { title: L('Destination', 'Destino'), path: 'destinationName' },
  ),
  access: { contact: ['groupId', 'emailAddress', 'phoneNumber'], files: [], office: [], byId: ['groupId'] },
  statusLabels: departureStatusLabels,
  heldFields: [answeredByField],
  lookup: { ...declarationLookup, subtitle: (m) => m.departureDate ?? '' },
  nameOf: fullName,
  nextStep: openQuestionStep(departureWorkflow),
  sealed: (m) => sealedFacts(m, m.departureDate),
  reachedBy,
  travelDays: { daysAhead, form: '/eservice/departure/declaration' },
  finder: {
    ...declarationFinder,
    listFields: ['serialReference', 'firstName', 'lastName', 'departureDate', 'flightNumber', 'flightDetails', 'documentStatus', 'documentCreatedAt'],
  },
  prints: departurePrints,
  publicScreen: '/eservice/departure/declaration/qr',
  staffScreen: '/other/departure/declaration/view',
  staffList: '/other/departure/declaration',
  commentField: 'comment',
  // A registration uses only the client's body: the form sends back what `info` prefilled.
  blank: async () => ({}),
  async prepare(model, _call, before) {
    const day = await calendar.dayOf(before);
    const questions = await completeTickedQuestions(catalogues, day, DEPARTURE_CODE, model.questions);
    model.questions = questions.rows;
    // A confirmation applies to the content at that time, so an official must confirm the requirements of an amended declaration again.
    model.requirements = await completeRequirements(catalogues, day, DEPARTURE_CODE, undefined, model.requirements, ['accepted'], []);
    return questions.errors;
  },
  check: async (model, action, _call, before) =>
    answering.has(action)
      ? [
          ...(await agencyErrors(catalogues, await calendar.dayOf(before), DEPARTURE_CODE, model, before)),
          ...travelDayErrors('departureDate', { model, before, action, today: clock.today(), after: daysAhead }),
        ]
      : [],
});

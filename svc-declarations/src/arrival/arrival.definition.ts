import { fullName, L } from '@portal/contract-kit';
import {
  actionsWithInput,
  byCreation,
  completeAnsweredQuestions,
  completeRequirements,
  type DocumentDefinition,
  type DocumentKind,
  type DocumentKit,
  dateField,
  openQuestionStep,
  sortable,
} from '@portal/service-kit';
import {
  ARRIVAL_CODE,
  type ArrivalDeclaration,
  ArrivalDeclarationBody,
  type ArrivalStatus,
  accommodationNames,
  arrivalStatusLabels,
  decisionNames,
  isOwnHome,
  laneNames,
} from '../../contract/index.ts';
import { recordCodeChange } from '../gate/gate.codes.ts';
import { GateDecisionRow } from '../gate/gate.entities.ts';
import { hitsOf, type LaneHits, recordLaneHits } from '../lane-rules/lane-hits.ts';
import { LaneHitRow } from '../lane-rules/lane-rules.entities.ts';
import { type LanesInForce, withLane } from '../lane-rules/lanes-in-force.ts';
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
import { completeDeclarations, replaceNamesWithCodes } from './arrival.application.ts';
import { arrivalPrints } from './arrival.prints.ts';
import { ArrivalRow } from './arrival.row.ts';
import { arrivalPlace, arrivalWorkflow } from './arrival.workflow.ts';

/** Actions that write the traveller's answers. */
const answering = actionsWithInput(arrivalWorkflow, ArrivalDeclarationBody);

/**
 * Returns how arrival declarations are stored and searched. They are erased `retentionDays` after the arrival date, except while a traveller is referred or
 * detained.
 */
export const arrivalKind = (retentionDays: number): DocumentKind => ({
  kind: 'arrival-declaration',
  contract: ArrivalDeclarationBody,
  row: ArrivalRow,
  search: {
    ...declarationSearch,
    createdAt: byCreation(['lane', 'documentStatus'], ['documentStatus'], []),
    documentCreatedAt: byCreation(['lane', 'documentStatus'], ['documentStatus'], []),
    arrivalDate: sortable(dateField('arrivalDate'), ['documentStatus'], []),
    originCode: { column: 'originCode', type: 'TEXT' },
    'typeDetails.code': { column: 'typeCode', type: 'TEXT' },
    hasMerchandise: { column: 'hasMerchandise', type: 'TEXT' },
    lane: { column: 'lane', type: 'TEXT' },
    laneRule: { column: 'rule', type: 'TEXT', operations: ['EQ', 'IN'], beside: 'lane_hit' },
    laneOverridden: { column: 'overridden', type: 'TEXT', operations: ['EQ'], beside: 'lane_hit' },
    decision: { column: 'decision', type: 'TEXT' },
  },
  countedBy: 'lane',
  alsoCountedBy: ['nationalityCode'],
  statistics: { lane: 'lane', entryPoint: 'entryPointCode' },
  listTotals: [
    { day: 'arrivalDate', columns: ['lane', 'entryPointCode', 'nationalityCode'] },
    { day: 'arrivalDate', columns: ['lane', 'entryPointCode', 'flightNumberFolded'] },
  ],
  marks: { table: 'lane_hit', columns: ['rule', 'overridden'] },
  openData: [
    {
      name: 'arrivals-by-day',
      title: L('Arrival declarations by day of travel', 'Declarações de chegada por dia da viagem'),
      list: 0,
      by: 'day',
      columns: [
        { name: 'lane', of: 'lane' },
        { name: 'entryPoint', of: 'entryPointCode', catalogue: 'entry-points' },
      ],
    },
    {
      name: 'arrivals-by-country-group',
      title: L('Arrival declarations by month and continent of nationality', 'Declarações de chegada por mês e continente da nacionalidade'),
      list: 0,
      by: 'month',
      columns: [{ name: 'countryGroup', of: 'nationalityCode', countryGroups: true }],
    },
  ],
  printedWith: 'groupId',
  beside: [LaneHitRow, GateDecisionRow],
  retention: [{ days: retentionDays, statuses: ['CREATED', 'ARRIVED', 'CLEARED'] satisfies ArrivalStatus[], since: 'arrivalDate' }],
});

/** Returns the definition of arrival declarations for the document kit. */
export const arrivalDefinition = (
  { calendar, catalogues, clock }: DocumentKit,
  { arrivalDays: daysAhead, retentionDays }: DeclarationSettings,
  lanes: LanesInForce,
  hits: LaneHits,
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
  csv: declarationCsv(
    { title: L('Arrival date', 'Data de chegada'), path: 'arrivalDate' },
    { title: L('Entry point', 'Ponto de entrada'), path: 'flightDetails.description' },
    { title: L('Country of origin', 'País de origem'), path: 'originName' },
    { title: L('Lane', 'Canal'), path: 'lane' },
  ),
  access: {
    contact: [
      // The group id opens the declarations of all members.
      'groupId',
      'emailAddress',
      'phoneNumber',
      'address',
      'accommodationName',
      'contactDetails',
      'addressDetails',
      'sponsorDetails',
      'organisedBy',
      'fundedBy',
      // Anyone who knows the number of a ticket or permit could act in the traveller's name.
      'returnTicket',
      'destinationVisa',
      'permitReference',
      'permitNaration',
    ],
    files: [],
    office: ['laneReasons', 'laneDecision', 'laneOverride'],
    byId: ['groupId'],
  },
  statusLabels: arrivalStatusLabels,
  codeNames: { lane: laneNames, decision: decisionNames, accommodationType: accommodationNames },
  heldFields: [{ path: 'lane', label: L('Lane', 'Canal') }, { path: 'decision', label: L('Decision', 'Decisão') }, answeredByField],
  overrides: [
    { lane: 'RED', status: 'CLEARED' },
    { lane: 'GREEN', status: 'REFERRED' },
    { lane: 'GREEN', status: 'DETAINED' },
  ],
  laneRules: (marks) => hits.numbers(marks),
  lookup: { ...declarationLookup, subtitle: (m) => m.arrivalDate ?? '' },
  nameOf: fullName,
  nextStep: openQuestionStep(arrivalWorkflow),
  sealed: (m) => sealedFacts(m, m.arrivalDate),
  async announce({ tx }, model, _action, _call, before) {
    await recordCodeChange(tx, model.serialReference.reference, before && sealedFacts(before, before.arrivalDate), sealedFacts(model, model.arrivalDate));
    await recordLaneHits(tx, before, model);
  },
  marksOf: (model) => hitsOf(model).map(({ rule, overridden }) => [rule, overridden] as const),
  reachedBy,
  // The contact at the place of stay is somebody else, except for a traveller who stays at home.
  erases: (body) => (isOwnHome(body) ? ['contactDetails.phone'] : []),
  travelDays: { daysAhead, form: '/eservice/traveller/declaration' },
  finder: {
    ...declarationFinder,
    listFields: ['serialReference', 'firstName', 'lastName', 'arrivalDate', 'flightNumber', 'flightDetails', 'lane', 'documentStatus', 'documentCreatedAt'],
  },
  prints: arrivalPrints,
  publicScreen: '/eservice/traveller/declaration/qr',
  staffScreen: '/other/traveller/declaration/view',
  staffList: '/other/traveller/declaration',
  commentField: 'comment',
  // A registration uses only the client's body: the form sends back what `info` prefilled.
  blank: async () => ({}),
  async prepare(model, _call, before) {
    model.goods ??= [{}];
    const day = await calendar.dayOf(before);
    const questions = await completeAnsweredQuestions(catalogues, 'questions', day, ARRIVAL_CODE, model.questions);
    model.questions = questions.rows;
    const declarations = await completeDeclarations(catalogues, day, model);
    // A correction keeps the requirements that an official has already confirmed.
    model.requirements = await completeRequirements(catalogues, day, ARRIVAL_CODE, undefined, model.requirements, ['accepted'], before?.requirements);
    await replaceNamesWithCodes(catalogues, day, model.addressDetails);
    return [...questions.errors, ...declarations];
  },
  notBefore: (m, action) => (action === 'arrival' ? m.arrivalDate : undefined),
  async derive(model, whole) {
    if (whole) withLane(model, await lanes.decide(model, await calendar.dayOf(model)));
  },
  check: async (model, action, call, before) =>
    answering.has(action)
      ? [
          ...(await agencyErrors(catalogues, await calendar.dayOf(before), ARRIVAL_CODE, model, before)),
          ...travelDayErrors('arrivalDate', { model, before, action, today: clock.today(), after: daysAhead, sentOn: call.sentOn }),
        ]
      : [],
});

import { checkDeparture, DepartureDeclarationBody, departureDoubts, mergeChecklistErrors, ownFields } from 'svc-declarations/contract';
import type { GroupKind } from '../group/group-form.ts';
import { groupParts } from '../group/parts.tsx';
import { departures } from '../shared/declaration.api.ts';
import { departureForm } from './sections.tsx';

/** Settings of the group form for persons who depart together. */
export const departureGroup: GroupKind = {
  declaration: departures,
  sections: departureForm([]),
  order: ['passport', 'person', 'answers', 'money', 'questions'],
  own: ownFields.departure,
  proposals: [],
  toDeclaration: (answers) => answers,
  check: (body, language) => mergeChecklistErrors(checkDeparture(body, language), language),
  contract: DepartureDeclarationBody,
  doubts: departureDoubts,
  no: { accepted: false, declined: true },
  nothing: { currencyStatus: 'NO' },
};

export const parts = groupParts(departureGroup);

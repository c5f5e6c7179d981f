import { ArrivalDeclarationBody, arrivalDoubts, checkArrival, mergeChecklistErrors, ownFields, ownHomeToContract } from 'svc-declarations/contract';
import type { GroupKind } from '../group/group-form.ts';
import { groupParts } from '../group/parts.tsx';
import { arrivals } from '../shared/declaration.api.ts';
import { birthProposal } from './proposals.ts';
import { arrivalForm } from './sections.tsx';

/** Settings of the group form for persons who arrive together. */
export const arrivalGroup: GroupKind = {
  declaration: arrivals,
  sections: Object.values(arrivalForm({ dates: [], ticket: {}, reader: 'officer' })).flat(),
  order: [
    'passport',
    'person',
    'birth',
    'journey',
    'stay',
    'organiser',
    'sponsor',
    'permit',
    'accommodation',
    'host',
    'answers',
    'baggage',
    'declarations',
    'goods',
    'questions',
    'money',
  ],
  own: ownFields.arrival,
  proposals: [birthProposal],
  toDeclaration: ownHomeToContract,
  check: (body, language) => mergeChecklistErrors(checkArrival(body, language), language),
  contract: ArrivalDeclarationBody,
  doubts: arrivalDoubts,
  no: { answer: 'NO' },
  nothing: { hasMerchandise: 'NO', currencyStatus: 'NO', questionsConfirmed: 'YES', declarationsConfirmed: 'YES' },
};

export const parts = groupParts(arrivalGroup);

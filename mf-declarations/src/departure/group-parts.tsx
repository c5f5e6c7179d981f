import { checkDeparture, ownFields } from 'svc-declarations/contract';
import type { GroupKind } from '../group/group-form.ts';
import { groupParts } from '../group/parts.tsx';
import { departures } from '../shared/declaration.api.ts';
import { departureForm } from './sections.tsx';

/** Persons who depart together. */
export const departureGroup: GroupKind = {
  of: departures,
  sections: departureForm([]),
  order: ['passport', 'person', 'answers', 'money', 'questions'],
  own: ownFields.departure,
  check: checkDeparture,
  no: { accepted: false, declined: true },
  nothing: { currencyStatus: 'NO' },
};

export const parts = groupParts(departureGroup);

import { anyDay, anyNumber, anyPath, anyText, type DocumentScreen, listOf, oneOf } from '@portal/web-kit/prerender';
import { arrivalStatuses, departureStatuses } from 'svc-declarations/contract';
import { arrivals, type DeclarationKind, departures } from './shared/declaration.api.ts';

const person = { serialReference: { reference: anyText }, firstName: anyText, lastName: anyText, flightNumber: anyText, groupId: oneOf(undefined, anyText) };
const download = { method: 'GET', url: anyPath };
const update = oneOf({}, undefined);

type Choice = ReturnType<typeof oneOf>;

/** Describes the screen of a group whose members have these lanes and statuses. @param over whether it can be over for all of them */
const group = (kind: DeclarationKind, lane: Choice | undefined, statuses: readonly string[], over?: Choice): DocumentScreen => ({
  address: `${kind.publicBase}/group/:id`,
  kind: `${kind.path}/group`,
  model: {
    serialReference: { reference: anyText },
    name: anyText,
    size: anyNumber,
    flightNumber: anyText,
    travelDate: anyDay,
    over,
    members: listOf({ id: anyText, name: anyText, reference: anyText, lane, documentStatus: oneOf(...statuses), answeredBy: oneOf(undefined, anyText) }),
  },
  actions: { 'print-form': download, members: oneOf({}, undefined), leave: oneOf({}, undefined) },
});

/** Screens of a single document that the build prerenders. Each entry names the fields that the screen reads and the values that they can have. */
export const documentScreens: DocumentScreen[] = [
  {
    address: `${arrivals.publicBase}/qr/:id`,
    kind: arrivals.path,
    opensKeys: true,
    model: { ...person, arrivalDate: anyDay, lane: oneOf('GREEN', 'RED'), tellsOfficer: oneOf(undefined, true), documentStatus: oneOf(...arrivalStatuses) },
    actions: { 'print-form': download, update },
  },
  {
    address: `${departures.publicBase}/qr/:id`,
    kind: departures.path,
    opensKeys: true,
    model: { ...person, departureDate: anyDay, documentStatus: oneOf(...departureStatuses) },
    actions: { 'print-declaration': download, update },
  },
  group(arrivals, oneOf('GREEN', 'RED'), arrivalStatuses, oneOf(undefined, true)),
  group(departures, undefined, departureStatuses),
];

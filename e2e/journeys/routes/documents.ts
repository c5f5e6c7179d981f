import { expect, type Page } from '@playwright/test';
import { dayFrom, passportEnd } from '../../answers/values.ts';
import { callApi } from '../../support/sign-in.ts';

/** Valid bodies that are registered over the API. These tests only open screens; other tests fill in the forms. */
const journey = {
  flightDetails: { code: 'DIL' },
  entryPointCode: 'DIL',
  embarkationPortCode: 'DPS',
  travellerCode: 'R1234567',
  nationalityCode: 'PT',
  expiryDate: passportEnd(),
  phoneNumber: '351912345678',
  firstName: 'Rita',
  lastName: 'Rotas',
  birthDate: '1985-11-02',
  gender: 'F',
  occupation: 'Pilot',
  currencyStatus: 'NO',
};

/** Returns the answer "no" to every question of a document. */
export const noTo = (document: string, last: number) =>
  Array.from({ length: last }, (_, i) => ({ id: `${document}-Q${i + 1}`, rank: i + 1, accepted: false, declined: true }));

const bodies = {
  departure: {
    path: '/api/declarations/v1/departure/declaration/',
    body: {
      ...journey,
      agencyCode: 'IMMIGRATION',
      documentCode: 'DEP',
      departureDate: dayFrom(1),
      destinationCode: 'PT',
      reason: 'OBJ01',
      flightCode: 'QG501',
      flightNumber: 'QG501',
      questions: noTo('DEP', 6),
    },
  },
  arrival: {
    path: '/api/declarations/v1/traveller/declaration/',
    body: {
      ...journey,
      agencyCode: 'CUSTOMS',
      documentCode: 'ARR',
      typeDetails: { code: 'CIT' },
      originCode: 'PT',
      flightCode: 'QG500',
      flightNumber: 'QG500',
      arrivalDate: dayFrom(1),
      accommodationType: 'HTL',
      accommodationName: 'Hotel Timor',
      address: 'Dili',
      numberOfBaggages: 1,
      hasMerchandise: 'NO',
      title: 'Ms',
      birthCityName: 'Lisboa',
      birthNationalityCode: 'PT',
      declaredStatus: 'YES',
      questions: Array.from({ length: 9 }, (_, i) => ({ id: `ARR-Q${i + 1}`, rank: i + 1, answer: 'NO' })),
      questionsConfirmed: 'YES',
      declarations: Array.from({ length: 5 }, (_, i) => ({ id: `ARR-D${i + 1}`, rank: i + 1, answer: 'NO' })),
      declarationsConfirmed: 'YES',
    },
  },
  licence: {
    path: '/api/licences/v1/professional/',
    body: {
      agencyCode: 'MOH',
      documentCode: 'MEDIB',
      subDocumentCode: 'MED-BSC',
      documentType: 'IBN',
      birthDate: '1980-02-29',
      holderCode: 'R-1',
      indentityCode: 'BI',
      holderName: 'Rita Rotas',
      holderMobile: '67077000001',
      gender: 'F',
      nationalityCode: 'TL',
    },
  },
  trip: {
    path: '/api/trips/v1/triptic/trip/',
    body: {
      documentDetails: { code: 'TIBE' },
      subDocumentDetails: { code: 'TIBE-PRI' },
      vehicleNumber: 'TL 1',
      chasisNumber: 'C1',
      engineNumber: 'E1',
      categoryCode: 'CAR',
      manufactureYear: '2019',
      modelDetails: 'Corolla',
      engineCapacity: 1800,
      ownerName: 'Rita Rotas',
      ownerAddress: 'Dili',
      entryDate: dayFrom(2),
      destinationCode: 'TIBE-ATB',
      driverName: 'Rita Rotas',
      identityNumber: 'C1',
      licenseNumber: 'DL1',
      contactNumber: '67077000001',
      localAddress: 'Dili',
      foreignAddress: 'Atambua',
      questions: noTo('TIBE', 5),
    },
  },
};

export type Kind = keyof typeof bodies;

/**
 * Registers a document of the kind with the session of the page, signed in or not; `changes` replace fields.
 * @returns its id and reference
 */
export async function register(page: Pick<Page, 'request'>, kind: Kind, changes: object = {}): Promise<{ id: string; reference: string }> {
  const { path, body } = bodies[kind];
  const answer = await callApi(page, 'POST', path, { ...body, ...changes });
  const json = answer.body as { model: { id: string; serialReference: { reference: string } }; errors?: unknown };
  expect([answer.status, json.errors]).toEqual([201, undefined]);
  return { id: json.model.id, reference: json.model.serialReference.reference };
}

/**
 * Sends a document with changed answers, as its applicant does.
 * @returns its new version
 */
export async function update(page: Pick<Page, 'request'>, kind: Kind, id: string, version: number, changes: object): Promise<number> {
  const { path, body } = bodies[kind];
  const answer = await callApi(page, 'POST', path, { ...body, ...changes, id, version });
  const json = answer.body as { model: { version: number }; errors?: unknown };
  expect([answer.status, json.errors]).toEqual([200, undefined]);
  return json.model.version;
}

/** The individual answers of a person in a group. */
export interface GroupPerson {
  id: string;
  name: string;
  reference: string;
}

/**
 * Registers persons who travel together.
 * @param people the individual answers of each person; a number makes the persons different
 */
export async function registerGroup(
  page: Pick<Page, 'request'>,
  kind: 'arrival' | 'departure',
  people: readonly object[],
  changes: object = {},
): Promise<{ id: string; reference: string; members: GroupPerson[] }> {
  const { path, body } = bodies[kind];
  const travellers = people.map((own, i) => ({ firstName: `Rita ${String.fromCharCode(65 + i)}`, travellerCode: `R10000${i}`, ...own }));
  const answer = await callApi(page, 'POST', `${path}group`, { shared: { ...body, ...changes }, travellers });
  const json = answer.body as { model: { id: string; serialReference: { reference: string }; members: GroupPerson[] }; errors?: unknown };
  expect([answer.status, json.errors]).toEqual([201, undefined]);
  return { id: json.model.id, reference: json.model.serialReference.reference, members: json.model.members };
}

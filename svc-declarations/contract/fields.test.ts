import { type ContractClass, fieldAt, sanitise } from '@portal/contract-kit';
import { ArrivalDeclarationBody, DepartureDeclarationBody } from './index.ts';

const missing = (cls: ContractClass, paths: string): string[] => paths.split(/\s+/).filter((path) => !fieldAt(cls, path));

describe('the published fields', () => {
  it('are complete for a departure', () => {
    expect(
      missing(
        DepartureDeclarationBody,
        `flightDetails.code flightDetails.description flightDetails.airport agencyCode documentCode departureDate destinationCode destinationName flightCode
         embarkationPortCode flightNumber reason travellerCode nationalityCode nationalityName expiryDate emailAddress phoneNumber firstName lastName birthDate
         gender occupation entryPointCode currencyStatus currencyAmount currencyCode questions.id questions.rank questions.description questions.accepted
         questions.declined requirements.id requirements.description requirements.quantity requirements.accepted requirements.confirmed goods`,
      ),
    ).toEqual([]);
  });

  it('are complete for an arrival', () => {
    expect(
      missing(
        ArrivalDeclarationBody,
        `flightDetails.code flightDetails.description flightDetails.airport typeDetails.code typeDetails.name typeDetails.foreigner typeDetails.sponsor
         typeDetails.permit typeDetails.resident originCode originName flightCode embarkationPortCode flightNumber arrivalDate entryPointCode permitReference
         permitExpiry permitNaration reason departureDate returnTicket stayLength accommodationType accommodationName contactDetails.name
         contactDetails.identity contactDetails.phone addressDetails.district addressDetails.subDistrict addressDetails.village addressDetails.subVillage
         organisedBy fundedBy sponsorDetails.type sponsorDetails.name sponsorDetails.address destinationVisa declarations.answer declarationsConfirmed address
         travellerCode nationalityCode nationalityName expiryDate emailAddress phoneNumber firstName lastName birthDate gender occupation title birthCityName
         birthNationalityCode numberOfBaggages hasMerchandise questions.answer questionsConfirmed currencyStatus currencyAmount currencyCode goods
         requirements.description requirements.quantity requirements.accepted requirements.confirmed declaredStatus agencyCode documentCode`,
      ),
    ).toEqual([]);
  });

  it.each([DepartureDeclarationBody, ArrivalDeclarationBody])('names, passport, flight number and occupation become upper case: %p', (cls) => {
    const typed = { firstName: 'ana', lastName: 'da costa', travellerCode: 'p1', flightNumber: 'qg 1', occupation: 'nurse' };
    expect(sanitise(cls as ContractClass, typed)).toMatchObject({
      firstName: 'ANA',
      lastName: 'DA COSTA',
      travellerCode: 'P1',
      flightNumber: 'QG 1',
      occupation: 'NURSE',
    });
  });
});

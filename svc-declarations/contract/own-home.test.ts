import { anArrival } from '../src/testing/bodies.ts';
import { checkArrival } from './checks.ts';
import { isOwnHome, ownHomeToContract, ownHomeToForm } from './own-home.ts';

const home = { district: 'DI', subDistrict: 'DI01', village: 'Becora', subVillage: 'Au-Hun' };
const atHome = (changes: object = {}) => ({ ...anArrival({ accommodationType: 'OWN', accommodationName: '', addressDetails: home }), ...changes });

describe('a traveller who stays at home', () => {
  it('is declared as a home of family whose contact is the traveller', () => {
    const body = ownHomeToContract(atHome()) as ReturnType<typeof atHome> & { contactDetails: object };
    expect(body).toMatchObject({ accommodationType: 'FFA', contactDetails: { name: 'João Silva', identity: 'cx998877', phone: '351912345678' } });
    expect(checkArrival(body)).toEqual([]);
    expect(isOwnHome(body)).toBe(true);
    // The service stores identifiers in upper case.
    expect(ownHomeToForm({ ...body, travellerCode: 'CX998877' })).toMatchObject({ accommodationType: 'OWN', addressDetails: home });
  });

  it('is asked for the address, and for nothing of a contact', () => {
    const fields = checkArrival(ownHomeToContract(atHome({ addressDetails: {}, phoneNumber: '' }))).map(({ field }) => field);
    expect(fields.sort()).toEqual([
      'addressDetails.district',
      'addressDetails.subDistrict',
      'addressDetails.subVillage',
      'addressDetails.village',
      'phoneNumber',
    ]);
  });

  it('is somebody else than a guest of friends', () => {
    const guest = { accommodationType: 'FFA', contactDetails: { identity: '0612345' }, travellerCode: 'CX998877' };
    expect([isOwnHome(guest), isOwnHome({ accommodationType: 'FFA', contactDetails: { identity: '' }, travellerCode: '' })]).toEqual([false, false]);
    expect([ownHomeToContract(guest), ownHomeToForm(guest)]).toEqual([guest, guest]);
  });
});

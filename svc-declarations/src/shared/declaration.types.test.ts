import type { ContractClass } from '@portal/contract-kit';
import { acceptedTypes, testBackends } from '@portal/service-kit/testing';
import { ArrivalDeclarationBody, ArrivalInput, DecisionInput, DepartureDeclarationBody, LaneInput, VerificationInput } from '../../contract/index.ts';
import { aDeparture, anArrival, type UserName } from '../testing/bodies.ts';
import { arrival, departure, type Model, useDesk } from '../testing/desk.ts';

const [[, makeBackend]] = testBackends();
const contracts: Readonly<Record<string, ContractClass>> = { [arrival]: ArrivalDeclarationBody, [departure]: DepartureDeclarationBody };
const valid: Readonly<Record<string, Record<string, unknown>>> = {
  [arrival]: anArrival({ requirements: [{ id: 'ARR-PASSPORT', accepted: true }] }),
  [departure]: aDeparture(),
};

describe('values of wrong types in a declaration', () => {
  const { desk } = useDesk(makeBackend);

  it.each([arrival, departure])('are refused where it is registered: %s', async (path) => {
    const register = (body: object) => desk().call('public', 'POST', `${path}/`, body);
    expect(await acceptedTypes(contracts[path] as ContractClass, valid[path] ?? {}, register)).toEqual([]);
  });

  it('are refused in the answers of a group, and name the traveller', async () => {
    const register = async ({ firstName, birthDate, travellerCode, ...shared }: Record<string, unknown>) => {
      const traveller = { firstName, birthDate, travellerCode };
      const { status, body } = await desk().call('public', 'POST', `${arrival}/group`, { shared, travellers: [valid[arrival], traveller] });
      return { status, body: { errors: body.errors?.map(({ field = '' }) => ({ field: field.replace('travellers[1].', '') })) } };
    };
    expect(await acceptedTypes(ArrivalDeclarationBody, valid[arrival] ?? {}, register)).toEqual([]);
  });

  it.each<[action: string, user: UserName, path: string, input: ContractClass, before: string[]]>([
    ['verification', 'border-officer', departure, VerificationInput, []],
    ['arrival', 'border-officer', arrival, ArrivalInput, []],
    ['referral', 'border-officer', arrival, ArrivalInput, []],
    ['lane', 'border-supervisor', arrival, LaneInput, []],
    ['decision', 'border-supervisor', arrival, DecisionInput, ['arrival']],
  ])('are refused by the action %s', async (action, user, path, input, before) => {
    let { model } = await desk().register(path);
    for (const step of before) model = await desk().done('border-officer', path, model as Model, step);
    const said = {
      lane: 'RED',
      decision: 'CLEARED',
      comment: 'Seen',
      requirements: [{ id: 'ARR-PASSPORT', confirmed: true }],
      questions: valid[path]?.questions,
    };
    expect(await acceptedTypes(input, said, (body) => desk().act(user, path, model, action, body))).toEqual([]);
  });
});

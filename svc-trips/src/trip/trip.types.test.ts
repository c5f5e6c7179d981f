import type { ContractClass } from '@portal/contract-kit';
import { acceptedTypes, codesOf, testBackends } from '@portal/service-kit/testing';
import {
  ApprovalInput,
  ConfirmationInput,
  ModificationInput,
  OwnershipInput,
  ReturnInput,
  TripBody,
  type TripDocumentStatus,
  VerificationInput,
} from '../../contract/index.ts';
import { aTrip, type UserName } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';

const [[, makeBackend]] = testBackends();

describe('values of wrong types in a trip', () => {
  const { desk } = useDesk(makeBackend);
  beforeAll(() => desk().addFile('a-file'));
  const valid = aTrip('TIBE', { ownerDriver: true, requirements: [{ id: 'TIBE-REG', accepted: true }], medias: [{ uid: 'a-file' }], goods: [{ quantity: 1 }] });

  it('are refused where it is registered', async () => {
    expect(await acceptedTypes(TripBody, valid, (body) => desk().call('public', 'POST', '/v1/triptic/trip/', body))).toEqual([]);
  });

  it.each<[action: string, user: UserName, status: TripDocumentStatus, input: ContractClass]>([
    ['verification', 'trip-verifier', 'SUBMITTED', VerificationInput],
    ['approval', 'trip-approver', 'PAID FOR APPROVAL', ApprovalInput],
    ['confirmation', 'trip-border', 'VALIDATED FOR EXIT', ConfirmationInput],
    ['return-confirmation', 'trip-border', 'VALIDATED FOR RETURN', ReturnInput],
    ['modification', 'trip-verifier', 'SUBMITTED', ModificationInput],
    ['transfer-ownership', 'trip-approver', 'SUBMITTED', OwnershipInput],
  ])('are refused by the action %s', async (action, user, status, input) => {
    const id = await desk().lead(status);
    expect(await acceptedTypes(input, valid, (body) => desk().act(user, id, action, body))).toEqual([]);
  });

  it('are named together with all other broken rules, in drafts and changes too', async () => {
    const wrong = { ownerDriver: true, ownerAddress: 123, ownerName: ['A'], entryDate: 'soon' };
    const named = ['entryDate DATE', 'ownerAddress TEXT', 'ownerName TEXT'];
    const missing = ['driverName REQUIRED', 'localAddress REQUIRED'];
    expect(codesOf(await desk().register('public', 'TIBE', { ...wrong, vehicleNumber: '' })).sort()).toEqual(
      [...named, ...missing, 'vehicleNumber REQUIRED'].sort(),
    );
    expect(codesOf(await desk().call('trip-agent', 'POST', '/v1/triptic/trip/actions/store', wrong)).sort()).toEqual(named);
    const { id } = (await desk().register('applicant')).body.model;
    for (const action of ['edit', 'amendment'])
      expect(codesOf(await desk().act('applicant', id, action, aTrip('TIBE', wrong))).sort()).toEqual([...named, ...missing].sort());
  });
});

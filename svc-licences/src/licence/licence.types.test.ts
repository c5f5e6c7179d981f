import type { ContractClass } from '@portal/contract-kit';
import { acceptedTypes, testBackends } from '@portal/service-kit/testing';
import { LicenceRecommendation, LicenceValidity, LicenceVerification, ProfessionalLicence } from '../../contract/index.ts';
import { anApplication, type UserName } from '../testing/bodies.ts';
import { type Desk, useDesk } from '../testing/desk.ts';

const [[, makeBackend]] = testBackends();

describe('values of wrong types in a licence', () => {
  const { desk } = useDesk(makeBackend);
  beforeAll(() => desk().addFile('a-scan'));
  const valid = anApplication({ medias: [{ uid: 'a-scan' }], directors: [{ name: 'Ana' }], requirements: [{ id: 'MEDIB-DIPLOMA', accept: true }] });

  it('are refused where it is applied for', async () => {
    expect(await acceptedTypes(ProfessionalLicence, valid, (body) => desk().call('public', 'POST', '/v1/professional/', body))).toEqual([]);
  });

  it.each<[action: string, user: UserName, status: Parameters<Desk['lead']>[0], input: ContractClass]>([
    ['verification', 'licence-verifier', 'SUBMITTED', LicenceVerification],
    ['recommendation', 'licence-assessor', 'ASSESSED', LicenceRecommendation],
    ['issuance', 'licence-approver', 'APPROVED', LicenceValidity],
    ['modification', 'licence-approver', 'ISSUED', ProfessionalLicence],
    ['adjustment', 'licence-approver', 'ISSUED', ProfessionalLicence],
    ['renewal', 'applicant', 'ISSUED', ProfessionalLicence],
  ])('are refused by the action %s', async (action, user, status, input) => {
    const id = await desk().lead(status, 'applicant');
    expect(await acceptedTypes(input, { ...valid, decision: 'RECOMMEND' }, (body) => desk().act(user, id, action, body))).toEqual([]);
  });
});

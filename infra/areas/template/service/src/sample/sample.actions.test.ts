import { codesOf, testBackends } from '@portal/service-kit/testing';
import { useDesk } from '../testing/desk.ts';

describe.each(testBackends())('samples on %s', (_name, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const register = async () => (await desk().register()).body.model;

  it('go from the applicant to the approver', async () => {
    const { id, documentStatus, serialReference } = await register();
    expect([documentStatus, serialReference.reference]).toEqual(['SUBMITTED', expect.stringMatching(/^SAMPLE-\d{4}-\d{7}$/)]);

    const verified = await desk().act('sample-officer', id, 'verification', 1);
    expect(verified.body.model.documentStatus).toBe('VERIFIED');
    expect(verified.body.actions.map(({ name }) => name)).not.toContain('approval');

    const approved = await desk().act('sample-approver', id, 'approval', 2);
    expect(approved.body.model.documentStatus).toBe('APPROVED');
  });

  it('are refused with every error', async () => {
    const refused = await desk().register({ applicantName: '', untilDate: '2026-04-30' });
    expect([refused.status, codesOf(refused)]).toEqual([422, ['applicantName REQUIRED', 'untilDate DATE']]);
  });

  it('are verified and approved only by officers with the role', async () => {
    const { id } = await register();
    expect((await desk().act('public', id, 'approval', 1)).status).toBe(401);
    expect((await desk().act('sample-approver', id, 'verification', 1)).status).toBe(403);
  });

  it('are shown to the applicant and to officers of their agency only', async () => {
    const { id } = await register();
    expect((await desk().load(id)).body.model.contactNumber).toBe('7700');
    expect((await desk().load(id, 'sample-officer')).status).toBe(200);
    expect((await desk().load(id, 'stranger')).status).toBe(403);
  });
});

import type { DocumentEnvelope, Problem } from '@portal/contract-kit';
import type { RunningService } from '@portal/service-kit';
import { type Neighbours, neighbours, places, type TestPlace } from '@portal/service-kit/testing';
import { verifyContracts } from '@portal/service-kit/testing/contracts';
import type { SampleDocument } from '../../contract/index.ts';
import users from '../../development-users.json';
import { createService } from '../index.ts';

const aSample = { applicantName: 'Ana Silva', contactNumber: '7700', purpose: 'To try it', fromDate: '2026-05-01', untilDate: '2026-05-31' };

describe.each(places())('samples on %s', (_name, makePlace) => {
  let place: TestPlace;
  let around: Neighbours;
  let service: RunningService;

  beforeAll(async () => {
    place = await makePlace();
    around = await neighbours({});
    service = await createService({ ...place.env, ...around.env });
  });

  afterAll(async () => {
    await service?.close();
    await around?.close();
    await place?.remove();
  });

  const token = (username: string) => around.token({ sub: username, ...users.find((user) => user.username === username) });

  async function call(method: string, path: string, body?: object, username?: string) {
    const authorization: Record<string, string> = username ? { authorization: await token(username) } : {};
    const headers = { 'content-type': 'application/json', ...authorization };
    const response = await fetch(`${service.url}/v1/sample${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as DocumentEnvelope<SampleDocument> & Problem };
  }

  const register = async () => (await call('POST', '/', aSample)).body.model;

  it('go from the applicant to the approver', async () => {
    const { id, documentStatus, serialReference } = await register();
    expect([documentStatus, serialReference.reference]).toEqual(['SUBMITTED', expect.stringMatching(/^SAMPLE-\d{4}-\d{7}$/)]);

    const verified = await call('POST', `/${id}/actions/verification`, { version: 1 }, 'sample-officer');
    expect(verified.body.model.documentStatus).toBe('VERIFIED');
    expect(verified.body.actions.map(({ name }) => name)).not.toContain('approval');

    const approved = await call('POST', `/${id}/actions/approval`, { version: 2 }, 'sample-approver');
    expect(approved.body.model.documentStatus).toBe('APPROVED');
  });

  it('are refused with every fault', async () => {
    const { status, body } = await call('POST', '/', { ...aSample, applicantName: '', untilDate: '2026-04-30' });
    expect([status, body.errors.map(({ field, code }) => `${field} ${code}`)]).toEqual([422, ['applicantName REQUIRED', 'untilDate DATE']]);
  });

  it('are approved by nobody else', async () => {
    const { id } = await register();
    expect((await call('POST', `/${id}/actions/approval`, { version: 1 })).status).toBe(401);
    expect((await call('POST', `/${id}/actions/verification`, { version: 1 }, 'sample-approver')).status).toBe(403);
  });

  it('are read by the applicant, and by officers of their agency alone', async () => {
    const { id } = await register();
    expect((await call('GET', `/${id}/document`)).body.model.contactNumber).toBe('7700');
    expect((await call('GET', `/${id}/document`, undefined, 'sample-officer')).status).toBe(200);
    const stranger = await around.token({ sub: 'stranger', roles: ['samples-sample-read'], agencies: ['HEALTH'] });
    const refused = await fetch(`${service.url}/v1/sample/${id}/document`, { headers: { authorization: stranger } });
    expect(refused.status).toBe(403);
  });

  it('are what the remotes expect', async () => {
    await verifyContracts('svc-samples', service.url, token, { 'a sample': async () => ({ id: (await register()).id }) });
  });
});

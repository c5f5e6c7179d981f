import { expectNotesInside, testBackends } from '@portal/service-kit/testing';
import openapi from '../../openapi.json';
import { Desk } from '../testing/desk.ts';

const path = '/v1/professional';

describe.each(testBackends())('notes on licences on %s', (_engine, makeBackend) => {
  it('are in no answer but their own, in no message, export or print', async () => {
    const desk = await Desk.open(await makeBackend());
    try {
      const { id } = (await desk.register('applicant')).body.model;
      const routes = await expectNotesInside(desk, {
        openapi,
        path,
        id,
        officer: 'licence-verifier',
        callers: ['public', 'applicant', 'neighbour', 'licence-clerk', 'licence-approver'],
      });
      expect(routes).toEqual(
        expect.arrayContaining([`${path}/{id}/document`, `${path}/{id}/export`, `${path}/{id}/thread`, `${path}/search`, `${path}/{id}/print-form`]),
      );
    } finally {
      await desk.close();
    }
  });
});

import { expectNotesInside, testBackends } from '@portal/service-kit/testing';
import openapi from '../../openapi.json';
import { arrival, departure, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('the words with the traveller on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);

  describe.each([
    { path: arrival, print: 'print-form' },
    { path: departure, print: 'print-declaration' },
  ])('$path', ({ path, print }) => {
    it('are a question and its answer with files, by the link alone, and the declaration stays where it is', async () => {
      const { model } = await desk().register(path);
      expect((await desk().act('public', path, model, 'feedback', { comment: 'Nobody asked' })).body.errors[0]?.code).toBe('ACTION_NOT_ALLOWED');
      const asked = await desk().done('border-officer', path, model, 'query', { comment: 'Which hotel?' });
      expect(asked).toMatchObject({ documentStatus: 'CREATED', dueAt: null });
      desk().addFile('booking', { name: 'booking.pdf', type: 'application/pdf' });
      expect((await desk().act('border-officer', path, asked, 'feedback', { comment: 'Mine' })).body.errors[0]?.code).toBe('FORBIDDEN');
      const answered = await desk().done('public', path, asked, 'feedback', { comment: 'This one', files: [{ uid: 'booking' }] });
      expect(answered.documentStatus).toBe('CREATED');
      const thread = await desk().call<{ records: object[] }>('public', 'GET', `${path}/${model.id}/thread`);
      expect(thread.body.records).toMatchObject([
        { from: 'office', text: 'Which hotel?' },
        { from: 'applicant', text: 'This one', files: [{ uid: 'booking' }] },
      ]);
      expect((await desk().call('border-officer', 'GET', `${path}/${model.id}/document`)).body.model).toMatchObject({ dueAt: expect.any(String) });
    });

    it('are for the signed-in traveller alone, where one registered it', async () => {
      const { model } = await desk().register(path, {}, 'applicant');
      const asked = await desk().done('border-officer', path, model, 'query', { comment: 'Which hotel?' });
      for (const [other, status] of [
        ['public', 401],
        ['superior', 403],
      ] as const)
        expect([other, (await desk().act(other, path, asked, 'feedback', { comment: 'Mine' })).status]).toEqual([other, status]);
      expect((await desk().act('applicant', path, asked, 'feedback', { comment: 'This one' })).status).toBe(200);
    });

    it('are no question of another officer on a claimed declaration', async () => {
      const { model } = await desk().register(path);
      await desk().call('border-officer', 'POST', `${path}/${model.id}/claim`);
      const { body } = await desk().call('border-officer-2', 'GET', `${path}/${model.id}/document`);
      expect(body.actions.filter(({ method }) => method !== 'GET')).toEqual([]);
      expect(body.blocked).toContainEqual(expect.objectContaining({ name: 'query', code: 'CLAIMED' }));
      expect((await desk().act('border-officer-2', path, body.model, 'query', { comment: 'Which hotel?' })).body.errors[0]?.code).toBe('CLAIMED');
    });

    it('never are notes among officials', async () => {
      const { model } = await desk().register(path, {}, 'applicant');
      const routes = await expectNotesInside(desk(), {
        openapi,
        path,
        id: model.id,
        officer: 'border-officer',
        callers: ['public', 'applicant', 'border-supervisor'],
      });
      expect(routes).toEqual(
        expect.arrayContaining([`${path}/{id}/document`, `${path}/{id}/export`, `${path}/{id}/thread`, `${path}/search`, `${path}/{id}/${print}`]),
      );
    });
  });
});

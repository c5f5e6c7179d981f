import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { aPassport, arrivals, bodyOf, departures, registered } from './documents.ts';
import type { Portal } from './portal-under-test.ts';

export function limits(portal: Portal): void {
  describe('3 limits', () => {
    it('a public finder answers too many calls with 429 and Retry-After', async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => portal().public.get(`${departures}/find`)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) {
        expect(answer.said).toEqual(['429 TOO_MANY_REQUESTS']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await portal().public.get(`${departures}/info`)).status).toBe(200);
    });
  });
}

/** Sends requests that the caller aborts: a download, and an upload in the middle of its body. */
async function goingAway(origin: string, path: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const call = (options: object, text: string): Promise<void> =>
    new Promise((gone) => {
      const asked = request({ hostname, port, ...options }).on('error', () => undefined);
      asked.once('close', gone).write(text, () => setTimeout(() => asked.destroy(), 20));
    });
  await call({ path }, '');
  await call(
    { path: '/api/media/v1/default', method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5_000 } },
    '--x\r\n',
  );
  await call(
    { path: '/api/declarations/v1/traveller/declaration/', method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 5_000 } },
    '{"a":',
  );
}

/** Runs last, after all other checks have called the portal. */
export function logs(portal: Portal): void {
  describe('3 what the log tells', () => {
    it('names no document, no passport and no person', async () => {
      for (const path of [departures, arrivals] as const) {
        const travellerCode = aPassport();
        const { id } = await registered(portal, path, { travellerCode, lastName: 'Unmistakable', emailAddress: 'secret@example.org' });
        const officer = await portal().as('border-officer');
        await officer.get(`${path}/${id}/document`);
        await officer.get(`${path}/${id}/qr`);
        await officer.post(`${path}/${id}/actions/arrival`, { version: 1, lastName: 'Unmistakable' });
        await officer.post(`${path}/`, `{"id":"${id}","lastName":"Unmistakable",`);
        await portal().public.get(`/eservice/departure/declaration/qr/${id}`);
        const key = `k.k1.${randomBytes(150).toString('base64url')}`;
        await portal().public.get(`/eservice/departure/declaration/qr/${key}`);
        await portal().public.get(
          `${path}/find?q=${encodeURIComponent(`{"criteria":[{"operation":"EQ","fieldName":"travellerCode","values":["${travellerCode}"]}]}`)}`,
        );
        // These are a refused request with personal data, an upload with a file name, and callers who disconnect before and during the response.
        await portal().public.post(
          `${path}/`,
          bodyOf[path]({ travellerCode, lastName: 'Unmistakable', emailAddress: 'secret@example.org', birthDate: 'Unmistakable' }),
        );
        await portal().public.get(`${path}/${id}/9/version?name=Unmistakable`);
        const form = new FormData();
        form.append('file', new Blob(['%PDF-1.4 Unmistakable']), 'Unmistakable.pdf');
        await portal().public.send('POST', '/api/media/v1/default', form);
        await goingAway(portal().url, `${path}/${id}/print-form?name=Unmistakable`);
        for (const secret of [id, key, travellerCode, 'Unmistakable', 'UNMISTAKABLE', 'secret@example.org']) expect(portal().log.includes(secret)).toBe(false);
      }
    });

    it('contains no failure of the portal itself', () => {
      expect(
        portal()
          .log.split('\n')
          .filter((line) => /"level":[56]0|request failed|UnhandledPromise|Warning:/.test(line)),
      ).toEqual([]);
    });
  });
}

import { aPassport, arrivals, departures, registered } from './documents.ts';
import type { Portal } from './portal-under-test.ts';

export function limits(portal: Portal): void {
  describe('3 limits', () => {
    it('a public finder that is asked too often is 429, and says when to come again', async () => {
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

/** Last, when everything has been called. */
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
        await portal().public.get(
          `${path}/find?q=${encodeURIComponent(`{"criteria":[{"operation":"EQ","fieldName":"travellerCode","values":["${travellerCode}"]}]}`)}`,
        );
        for (const secret of [id, travellerCode, 'Unmistakable', 'UNMISTAKABLE', 'secret@example.org']) expect(portal().log.includes(secret)).toBe(false);
      }
    });

    it('has no failure of the portal’s own in it', () => {
      expect(
        portal()
          .log.split('\n')
          .filter((line) => /"level":[56]0|request failed|UnhandledPromise|Warning:/.test(line)),
      ).toEqual([]);
    });
  });
}

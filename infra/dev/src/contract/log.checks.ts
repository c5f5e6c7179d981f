import { aPassport, arrivals, departures, registered } from './documents.ts';
import type { Portal } from './portal-under-test.ts';

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
        await portal().public.get(`${path}/find?q=${encodeURIComponent(`{"criteria":[{"operation":"EQ","fieldName":"travellerCode","values":["${travellerCode}"]}]}`)}`);
        for (const secret of [id, travellerCode, 'Unmistakable', 'UNMISTAKABLE', 'secret@example.org']) expect(portal().log.includes(secret)).toBe(false);
      }
    });

    it('has no failure of the portal’s own in it', () => {
      expect(portal().log.split('\n').filter((line) => /"level":[56]0|request failed|UnhandledPromise|Warning:/.test(line))).toEqual([]);
    });
  });
}

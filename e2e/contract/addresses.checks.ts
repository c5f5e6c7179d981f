import { bodyOf, departures, kinds, registered } from './documents.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

const screens = [
  '/',
  '/eservice/departure/declaration',
  '/eservice/departure/declaration/search',
  '/eservice/departure/declaration/qr/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001',
  '/other/departure/declaration',
  '/other/departure/declaration/new',
  '/other/departure/declaration/update',
  '/other/departure/declaration/view/1',
  '/other/departure/declaration/edit/1',
  '/other/departure/declaration/print/1',
  '/eservice/traveller/declaration',
  '/eservice/traveller/declaration/search',
  '/eservice/traveller/declaration/qr/1',
  '/other/traveller/declaration',
  '/other/traveller/declaration/new',
  '/other/traveller/declaration/update',
  '/other/traveller/declaration/view/1',
  '/other/traveller/declaration/edit/1',
  '/other/traveller/declaration/arrival/1',
  '/other/traveller/declaration/print/1',
  '/eservice/medical/license',
  '/licenser/professional',
  '/eservice/triptic/trip',
  '/triptic/trip',
  '/account/receipt',
  '/payment/invoice',
  '/v/a.b.c',
];

export function addresses(portal: Portal<RunningPortal>): void {
  describe('1 names and addresses', () => {
    it.each(screens)('%s is a screen, with and without a slash at its end', async (path) => {
      for (const address of [path, `${path.replace(/\/$/, '')}/`]) {
        const { status, headers } = await portal().public.get(address);
        expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'text/html; charset=utf-8']);
      }
    });

    it('an unknown address is answered with a page that says so, or with a problem if no page was requested', async () => {
      expect((await portal().public.get('/no/such/page')).status).toBe(404);
      for (const path of ['/api', '/api/', '/api/nothing/v1', '/api/declarations/v1/nothing', '/api/declarations/', '/auth/nothing', '/health/nothing']) {
        const answer = await portal().public.get(path);
        expect([path, answer.said, answer.headers.get('content-type')]).toEqual([path, ['404 NOT_FOUND'], 'application/problem+json; charset=utf-8']);
      }
    });

    it.each(['reference', 'declarations', 'licences', 'trips', 'media'])('/api/%s leads to its service, and not to its internal calls', async (area) => {
      for (const path of ['health/live', 'health/ready', 'health/ready/']) expect((await portal().public.get(`/api/${area}/${path}`)).status).toBe(200);
      for (const path of [
        'internal/catalogue/genders',
        '/internal/catalogue/genders',
        'x/../internal/catalogue/genders',
        '%69nternal/catalogue/genders',
        'internal%2fcatalogue/genders',
      ])
        expect((await portal().public.get(`/api/${area}/${path}`, { 'x-internal-token': 'guess' })).status).toBe(404);
    });

    it('answers whether it is alive, and whether all services are ready', async () => {
      for (const path of ['/health/live', '/health/live/', '/health/ready', '/health/ready/']) {
        const { status, body } = await portal().public.get(path);
        expect([path, status, body.status]).toEqual([path, 200, 'ok']);
      }
    });

    it('lists the areas and their screens in /remotes.json, which clients ask for again each time', async () => {
      const { body, headers } = await portal().public.get('/remotes.json');
      const areas = body.areas as { name: string; prefixes: string[]; entry: string; version: string }[];
      expect(Object.fromEntries(areas.map(({ name, prefixes }) => [name, [...prefixes].sort()]))).toEqual({
        'mf-catalogues': ['/staff/catalogues'],
        'mf-declarations': ['/eservice/departure', '/eservice/traveller', '/other/departure', '/other/traveller', '/staff/gate', '/staff/lane-rules'],
        'mf-licences': ['/eservice/medical', '/licenser'],
        'mf-trips': ['/account/receipt', '/eservice/triptic', '/payment', '/triptic'],
      });
      expect(headers.get('cache-control')).toBe('no-cache');
      const again = await portal().public.get('/remotes.json', { 'if-none-match': String(headers.get('etag')) });
      expect(again.status).toBe(304);
    });

    it('serves a remote’s files as immutable, and answers 404 for missing ones', async () => {
      const areas = (await portal().public.get('/remotes.json')).body.areas as { name: string; entry: string }[];
      const file = await portal().public.get(String(areas.find(({ name }) => name === 'mf-trips')?.entry));
      expect([file.status, file.headers.get('cache-control'), file.headers.get('content-type')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        'text/javascript; charset=utf-8',
      ]);
      for (const path of [
        '/remotes/mf-trips/1.0.0-test/no.js',
        '/remotes/mf-trips/1.0.0-test/',
        '/remotes/remotes.json',
        '/remotes/mf-trips/..%2f..%2fremotes.json',
      ]) {
        const missing = await portal().public.get(path);
        expect([path, missing.status, missing.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
      }
    });

    it.each(kinds)('takes every call of the %s declaration with and without a slash at its end', async (_kind, path) => {
      const officer = await portal().as('border-officer');
      const { id } = await registered(portal, path);
      for (const call of ['info', 'getDates', 'search', `${id}/document`, `${id}/1/version`, `${id}/searchDeclaration`, `${id}/qr`])
        for (const end of ['', '/']) expect([call, (await officer.get(`${path}/${call}${end}`)).status]).toEqual([call, 200]);
      for (const end of ['', '/']) {
        expect((await officer.post(`${path}/${id}/history${end}`, {})).status).toBe(200);
        expect((await portal().public.post(`${path}${end}`, bodyOf[path]())).status).toBe(201);
      }
    });

    it('sends headers that keep ids out of Referer and pages out of frames', async () => {
      for (const path of ['/', '/eservice/departure/declaration/qr/1', `${departures}/info`, '/auth/session']) {
        const { headers } = await portal().public.get(path);
        expect([headers.get('referrer-policy'), headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual([
          'no-referrer',
          'nosniff',
          'DENY',
        ]);
        expect(headers.get('content-security-policy')).toMatch(/default-src 'none'|default-src 'self'/);
        expect(headers.get('x-request-id')).toMatch(/.{8}/);
      }
    });
  });
}

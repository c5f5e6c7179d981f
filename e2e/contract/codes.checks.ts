import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Answered, Model, Plain } from './caller.ts';
import { acted, arrivals, departures, kinds, registered } from './documents.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

prepareZXingModule({ overrides: { wasmBinary: readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer } });

const read = (part: string | undefined): Plain => JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Plain;

export function codes(portal: Portal<RunningPortal>): void {
  const scanned = async (path: string, { id }: Model): Promise<string> => {
    const { bytes } = await portal().public.get(`${path}/${id}/qr`);
    const [code] = await readBarcodes(bytes, { formats: ['QRCode'] });
    return code?.text ?? '';
  };

  describe.each([
    ['departure', departures, 'departure-declaration', '/other/departure/declaration/view'],
    ['arrival', arrivals, 'arrival-declaration', '/other/traveller/declaration/view'],
  ] as const)('10 QR code of the %s declaration', (_kind, path, k, screen) => {
    it('opens the public verification page, and states kind, reference and time: no id, no name', async () => {
      const model = await registered(portal, path);
      const url = await scanned(path, model);
      const [origin, token = ''] = url.split('/v/');
      expect(origin).toBe(portal().url);
      const [head, statement] = token.split('.');
      expect(read(head)).toEqual({ alg: 'EdDSA', kid: expect.any(String) });
      expect(read(statement)).toEqual({ k, r: model.serialReference.reference, iat: Date.parse(`${model.serialReference.dateTime}Z`) / 1000 });
      expect((await portal().public.get(`/v/${token}`)).status).toBe(200);
    });

    it('is verified offline with the published keys', async () => {
      const [, token = ''] = (await scanned(path, await registered(portal, path))).split('/v/');
      const [head, statement, signature = ''] = token.split('.');
      const { body, headers } = await portal().public.get('/api/reference/v1/keys');
      expect(headers.get('cache-control')).toMatch(/max-age=\d+/);
      const keys = body.keys as (JsonWebKey & { kid: string })[];
      for (const key of keys) expect(key).not.toHaveProperty('d');
      const key = keys.find(({ kid }) => kid === read(head).kid);
      const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
      expect(verify(null, Buffer.from(`${head}.${statement}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
    });

    it('is genuine; only staff who may read its document are told which it is', async () => {
      const model = await registered(portal, path);
      const [, token = ''] = (await scanned(path, model)).split('/v/');
      const check = async (who: string | null) => (who ? await portal().as(who) : portal().public).get(`/api/declarations/v1/verify/${token}`);
      const genuine = { genuine: true, kind: k, reference: model.serialReference.reference, issuedAt: model.serialReference.dateTime };
      for (const who of [null, 'applicant', 'cashier', 'admin']) {
        const { body, bytes } = await check(who);
        expect(body).toMatchObject(genuine);
        expect(bytes.toString()).not.toContain(model.id);
      }
      for (const who of ['border-officer', 'border-supervisor']) expect((await check(who)).body).toMatchObject({ ...genuine, screen: `${screen}/${model.id}` });
    });

    it('is not genuine with another statement, another signature or no signature', async () => {
      const [, token = ''] = (await scanned(path, await registered(portal, path))).split('/v/');
      const [head, statement, signature = ''] = token.split('.');
      const other = Buffer.from(JSON.stringify({ ...read(statement), r: 'DEP-2020-0000001' })).toString('base64url');
      for (const forged of [
        `${head}.${other}.${signature}`,
        `${head}.${statement}.${'A'.repeat(signature.length)}`,
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${statement}.`,
        'x',
        'a.b.c',
        '%20',
      ]) {
        const { status, body } = await portal().public.get(`/api/declarations/v1/verify/${forged}`);
        expect([status, body.genuine]).toEqual([200, false]);
        expect(body).not.toHaveProperty('reference');
      }
    });

    it('is a PNG, or with ?format=svg an SVG, and does not change until the document does', async () => {
      const model = await registered(portal, path);
      const png = await portal().public.get(`${path}/${model.id}/qr`);
      expect([png.status, png.headers.get('content-type'), png.bytes.subarray(1, 4).toString()]).toEqual([200, 'image/png', 'PNG']);
      const svg = await portal().public.get(`${path}/${model.id}/qr?format=svg`);
      expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(svg.bytes.toString()).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
      for (const { headers, bytes } of [png, svg]) expect(`${bytes.toString('latin1')}${[...headers].join()}`).not.toContain(model.id);
      const again = await portal().public.get(`${path}/${model.id}/qr`, { 'if-none-match': String(png.headers.get('etag')) });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    });
  });

  describe('11 history', () => {
    const history = async (path: string, { id }: Model, flags: Plain = {}) =>
      (await (await portal().as('border-supervisor')).post(`${path}/${id}/history`, flags)).body;
    const brief = ({ documentActions }: Answered) => documentActions.map(({ documentAction, documentStatus }) => `${documentAction} ${documentStatus}`);
    let model: Model;
    beforeAll(async () => {
      model = await acted(portal, 'border-officer', departures, await registered(portal, departures), 'verification');
    });

    it('has one entry for each action, newest first by default', async () => {
      const body = await history(departures, model);
      expect([body.type, body.order]).toEqual(['HISTORY', 'DES']);
      expect(Object.keys(body).sort()).toEqual(['documentActions', 'order', 'type']);
      const ascending = await history(departures, model, { isAscending: true });
      expect([ascending.type, ascending.order]).toEqual(['HISTORY', 'ASC']);
      expect(brief(ascending)).toEqual(['Register CREATED', 'Verify VERIFIED']);
      expect(ascending.documentActions[1]).toEqual({
        documentActionId: expect.stringMatching(/./),
        documentAction: 'Verify',
        documentStatus: 'VERIFIED',
        documentUpdatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
        documentUserName: 'Bento Officer',
        documentVersion: 2,
        estimatedTimeMinutes: 60,
        actualTimeMinutes: expect.any(Number),
      });
    });

    it('as a timeline shows the main path with finished, current and future steps', async () => {
      const body = await history(departures, model, { isTimeline: true, isAscending: true, fillMissingTimelineStatuses: true });
      expect([body.type, body.order]).toEqual(['TIMELINE', 'ASC']);
      expect(brief(body)).toEqual(['Register COMPLETED', 'Verify COMPLETED', 'Approve PROCESSING']);
      const fresh = await history(departures, await registered(portal, departures), { isTimeline: true, isAscending: true, fillMissingTimelineStatuses: true });
      expect(brief(fresh)).toEqual(['Register COMPLETED', 'Verify PROCESSING', 'Approve PENDING']);
      expect(fresh.documentActions.at(-1)).toMatchObject({ actualTimeMinutes: -1, estimatedTimeMinutes: 60 });
      const unfilled = await history(departures, model, { isTimeline: true, isAscending: true });
      expect(brief(unfilled).slice(0, 2)).toEqual(['Register COMPLETED', 'Verify COMPLETED']);
    });

    it('starts the path at the current status on request', async () => {
      const back = await acted(portal, 'border-officer', departures, model, 'amendment', { ...model, version: 2 });
      const flags = { isTimeline: true, isAscending: true, fillMissingTimelineStatuses: true, useDynamicPaths: true };
      expect(brief(await history(departures, back, flags)).slice(-2)).toEqual(['Verify PROCESSING', 'Approve PENDING']);
      expect(brief(await history(departures, back, flags)).slice(0, -2)).toEqual(['Register COMPLETED', 'Verify COMPLETED', 'Change COMPLETED']);
      expect(brief(await history(departures, back, { ...flags, useDynamicPaths: false }))).toEqual([
        'Register COMPLETED',
        'Verify PROCESSING',
        'Approve PENDING',
      ]);
      expect(brief(await history(departures, back, { isAscending: true }))).toEqual(['Register CREATED', 'Verify VERIFIED', 'Change CREATED']);
    });

    it('of a decided arrival ends with the decision, at both of its addresses', async () => {
      let arrival = await acted(portal, 'border-officer', arrivals, await registered(portal, arrivals), 'arrival');
      arrival = await acted(portal, 'border-supervisor', arrivals, arrival, 'decision', { decision: 'REFERRED', comment: 'Papers' });
      for (const path of [arrivals, '/api/declarations/v1/arrival/transaction']) {
        const body = await history(path, arrival, { isAscending: true });
        expect(brief(body)).toEqual(['Register CREATED', 'Record arrival ARRIVED', 'Decide REFERRED']);
        expect(body.documentActions.at(-1)).toMatchObject({ details: 'Papers', documentVersion: 3 });
      }
      const timeline = await history(arrivals, arrival, { isTimeline: true, isAscending: true, fillMissingTimelineStatuses: true });
      expect(brief(timeline)).toEqual(['Register COMPLETED', 'Record arrival COMPLETED', 'Decide PROCESSING']);
      const cleared = await acted(portal, 'border-supervisor', arrivals, arrival, 'decision', { decision: 'CLEARED' });
      expect(brief(await history(arrivals, cleared, { isTimeline: true, isAscending: true, fillMissingTimelineStatuses: true })).at(-1)).toBe(
        'Decide COMPLETED',
      );
    });

    it.each(kinds)('of a %s declaration is not shown to the public', async (_kind, path) => {
      const { id } = await registered(portal, path);
      expect((await portal().public.post(`${path}/${id}/history`, {})).said).toEqual(['401 UNAUTHENTICATED']);
      expect((await (await portal().as('applicant')).post(`${path}/${id}/history`, {})).said).toEqual(['403 FORBIDDEN']);
    });
  });
}

import { Database } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import { aPdf, aPdfOf } from '../testing/files.ts';
import { TestMedia } from '../testing/test-media.ts';
import { Quotas } from './quotas.ts';
import { UploadDayRow } from './upload-day.entity.ts';

const tooMany = [429, [{ code: 'TOO_MANY_REQUESTS', field: '', message: expect.any(String) }]];

describe.each(testBackends())('quotas of uploads on %s', (_engine, makeBackend) => {
  let media: TestMedia;
  const start = async (environment: Record<string, string>) => {
    media = await TestMedia.start(makeBackend, environment);
  };
  afterEach(() => media.stop());

  const send = async (from: string, bytes?: Buffer, sub?: string) => {
    const file = { name: 'a.pdf', bytes: bytes ?? (await aPdf()) };
    return media.upload('/v1/default', file, { headers: { 'x-forwarded-for': from }, user: sub ? { sub } : undefined });
  };
  const describeAll = async (uids: string[], documentId?: string) => {
    const { status, json } = await media.call('/internal/media/describe', {
      method: 'POST',
      body: JSON.stringify({ uids, documentId }),
      headers: { 'content-type': 'application/json', ...(await media.asService()) },
    });
    return { status, json };
  };

  it('limit the files of one address, and of one account, in a day', async () => {
    await start({ UPLOADS_PER_CALLER: '2' });
    for (const expected of [201, 201, 429]) expect((await send('192.0.2.1')).status).toBe(expected);
    const { status, json, headers } = await send('192.0.2.1');
    expect([status, json.errors]).toEqual(tooMany);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // Another caller has a quota of its own. The two IPv6 addresses share a /64, so they count as one caller; an account counts as one caller at any address.
    for (const from of ['192.0.2.2', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9']) expect((await send(from)).status).toBe(201);
    expect((await send('2001:db8:1:2::7')).status).toBe(429);
    for (const [from, expected] of [
      ['192.0.2.1', 201],
      ['192.0.2.9', 201],
      ['192.0.2.8', 429],
    ] as const)
      expect((await send(from, undefined, 'ana')).status).toBe(expected);
    media.clock.pass(86_400_000);
    expect((await send('192.0.2.1')).status).toBe(201);
    await media.service.app.get(Quotas).forget();
    expect(await media.service.app.get(Database).reader.countBy(UploadDayRow, {})).toBe(1);
  });

  it('limit the megabytes of one caller, replaced files included', async () => {
    await start({ UPLOAD_MB_PER_CALLER: '2' });
    const bytes = await aPdfOf(1_500_000);
    const { json } = await send('192.0.2.1', bytes);
    expect((await media.upload(`/v1/${json.uid}`, { name: 'b.pdf', bytes }, { method: 'PUT', headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(200);
    expect((await send('192.0.2.1')).status).toBe(429);
  });

  it('limit the megabytes of the whole day, from however many addresses', async () => {
    await start({ UPLOAD_MB_PER_DAY: '2' });
    const bytes = await aPdfOf(1_500_000);
    for (const [from, expected] of [
      ['192.0.2.1', 201],
      ['192.0.2.2', 201],
      ['192.0.2.3', 429],
    ] as const)
      expect((await send(from, bytes)).status).toBe(expected);
  });

  it('count uploads of one caller that come at the same moment', async () => {
    await start({ UPLOADS_PER_CALLER: '6' });
    await Promise.all(Array.from({ length: 6 }, () => send('192.0.2.1')));
    expect((await send('192.0.2.1')).status).toBe(429);
  });

  it('limit the files and the megabytes that one document holds', async () => {
    await start({ DOCUMENT_FILES: '3', DOCUMENT_MB: '4' });
    const uid = async (bytes?: Buffer) => String((await send('192.0.2.1', bytes)).json.uid);
    const large = [await uid(await aPdfOf(2_000_000)), await uid(await aPdfOf(2_000_000)), await uid(await aPdfOf(2_000_000))];
    const small = [await uid(), await uid(), await uid(), await uid()];
    const refused = { status: 422, json: { errors: [{ code: 'MAX_LENGTH', field: 'medias', message: expect.stringContaining('3 files of 4 MB') }] } };
    expect(await describeAll(large.slice(0, 2))).toMatchObject({ status: 200 });
    expect(await describeAll(large)).toMatchObject(refused);
    expect(await describeAll(small.slice(0, 3))).toMatchObject({ status: 200 });
    expect(await describeAll(small)).toMatchObject(refused);
    // Files of earlier versions count too.
    await media.announce('media.held', { service: 'trips', documentId: 'a-trip', version: 1, uids: small.slice(0, 3), submitted: true });
    expect(await describeAll([small[0] as string, small[3] as string], 'a-trip')).toMatchObject(refused);
    expect(await describeAll([small[0] as string], 'a-trip')).toMatchObject({ status: 200 });
    expect(await describeAll([small[3] as string], 'a-trip')).toMatchObject(refused);
    expect(await describeAll([small[3] as string], 'another-trip')).toMatchObject({ status: 200 });
  });

  it('do not count the files of another document that refers to the same file', async () => {
    await start({ DOCUMENT_FILES: '3' });
    const uid = async () => String((await send('192.0.2.1')).json.uid);
    const [photo, ...scans] = [await uid(), await uid(), await uid()];
    const newScans = [await uid(), await uid()];
    await media.announce('media.held', { service: 'licences', documentId: 'a-licence', version: 1, uids: [photo, ...scans], submitted: true });
    // A renewal keeps the photo of the licence.
    expect(await describeAll([photo, ...newScans])).toMatchObject({ status: 200 });
    expect(await describeAll([photo, ...newScans], 'its-renewal')).toMatchObject({ status: 200 });
  });
});

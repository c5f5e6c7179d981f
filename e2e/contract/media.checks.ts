import { randomBytes } from 'node:crypto';
import { until } from '@portal/service-kit/testing';
import { type Answer, anId, Caller } from './caller.ts';
import { departures, registered } from './documents.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** A Windows bitmap of four pixels. */
const bmp = ((): Buffer => {
  const bytes = Buffer.alloc(54 + 16);
  bytes.write('BM');
  for (const [at, value] of [
    [2, 70],
    [10, 54],
    [14, 40],
    [18, 2],
    [22, 2],
    [34, 16],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
})();

/** Reads width and height of a JPEG from its frame header. */
function jpegSize(bytes: Buffer): [number, number] {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] as number;
    if (marker >= 0xc0 && marker <= 0xc3) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  throw new Error('no frame');
}

export function media(portal: Portal<RunningPortal>): void {
  /** A picture with a width of 480 pixels: a QR code of the portal. */
  let png: Buffer;
  beforeAll(async () => {
    png = (await portal().public.get(`${departures}/${(await registered(portal, departures)).id}/qr`)).bytes;
  });

  const upload = (
    path: string,
    bytes: Buffer,
    {
      name = 'file.pdf',
      fields = {},
      caller = portal().public,
      method = 'POST',
      type = 'application/octet-stream',
    }: { name?: string; fields?: Record<string, string>; caller?: Caller; method?: string; type?: string } = {},
  ): Promise<Answer> => {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    return caller.send(method, `/api/media/v1/${path}`, form);
  };

  describe('9 media', () => {
    it.each(['default', 'trip', 'ope', 'professional', 'profile'])('keeps a file of scope %s and gives it back', async (scope) => {
      for (const end of ['', '/']) {
        const { status, body } = await upload(`${scope}${end}`, pdf, { name: 'Dossiê 1.pdf' });
        expect([status, Object.keys(body).sort()]).toEqual([201, ['data', 'id', 'name', 'size', 'uid']]);
        expect(body).toMatchObject({ uid: expect.stringMatching(anId), name: 'Dossiê 1.pdf', size: pdf.length });
        const file = await portal().public.get(`/api/media/v1/${body.uid}`);
        expect([file.status, file.headers.get('content-type'), file.bytes.equals(pdf)]).toEqual([200, 'application/pdf', true]);
        expect(file.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      }
    });

    it('answers a refused upload before its body is complete', async () => {
      const large = Buffer.concat([pdf, Buffer.alloc(3_000_000, '\n')]);
      const cashier = await portal().as('cashier');
      const forged = Object.assign(new Caller(portal().url), { cookies: cashier.cookies });
      for (let turn = 0; turn < 10; turn++) {
        const began = Date.now();
        expect((await upload('none', large)).said).toEqual(['404 NOT_FOUND']);
        expect((await upload('ope', large, { caller: forged })).said).toEqual(['403 FORBIDDEN']);
        // A service that waited for the rest of the body would wait for 20 s.
        expect(Date.now() - began).toBeLessThan(19_000);
      }
    });

    it('has no other scopes', async () => {
      for (const scope of ['other', 'Default', 'constructor', 'image']) expect((await upload(scope, pdf)).said).toEqual(['404 NOT_FOUND']);
    });

    it('recognises a file by its content, not by its name or content type', async () => {
      for (const [bytes, type] of [
        [png, 'image/png'],
        [bmp, 'image/png'],
        [pdf, 'application/pdf'],
      ] as const) {
        const { body, status } = await upload('ope', bytes, { name: 'x.exe', type: 'text/html' });
        expect(status).toBe(201);
        expect((await portal().public.get(`/api/media/v1/${body.uid}`)).headers.get('content-type')).toBe(type);
      }
      for (const text of ['<html><script>1</script>', 'MZ\u0090', 'PK\u0003\u0004', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', ' '])
        expect((await upload('ope', Buffer.from(text), { name: 'photo.png', type: 'image/png' })).said).toEqual(['415 FILE_TYPE file']);
    });

    it('takes 10 MB, and answers 413 to more', async () => {
      const padded = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length, '\n')]);
      expect((await upload('default', padded(10 * 1024 * 1024))).status).toBe(201);
      for (const size of [10.1, 10.9, 12, 30]) expect((await upload('default', padded(Math.round(size * 1024 * 1024)))).said[0]).toMatch(/^413 FILE_TOO_LARGE/);
    });

    it('requires a file', async () => {
      const form = new FormData();
      form.append('other', 'x');
      expect((await portal().public.send('POST', '/api/media/v1/default', form)).said).toEqual(['422 REQUIRED file']);
      expect((await portal().public.post('/api/media/v1/default', {})).status).toBeGreaterThanOrEqual(400);
      expect((await portal().public.send('POST', '/api/media/v1/default', 'no form', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(400);
    });

    it('replaces a file under its uid', async () => {
      const { uid } = (await upload('trip', pdf)).body;
      const answer = await upload(String(uid), png, { method: 'PUT', name: 'b.png' });
      expect([answer.status, answer.body.uid, answer.body.name]).toEqual([200, uid, 'b.png']);
      expect((await portal().public.get(`/api/media/v1/${uid}`)).headers.get('content-type')).toBe('image/png');
      expect((await upload('0198c5a0-71d2-7f10-8a3b-5c0e9d70c001', png, { method: 'PUT' })).said).toEqual(['404 NOT_FOUND']);
    });

    it('removes a file for callers with the right to', async () => {
      const applicant = await portal().as('applicant');
      const { uid } = (await upload('ope', pdf, { caller: applicant })).body;
      expect((await portal().public.delete(`/api/media/v1/${uid}`)).said).toEqual(['401 UNAUTHENTICATED']);
      expect((await (await portal().as('cashier')).delete(`/api/media/v1/${uid}`)).said).toEqual(['403 FORBIDDEN']);
      const removed = await applicant.delete(`/api/media/v1/${uid}`);
      expect([removed.status, removed.bytes.length]).toEqual([204, 0]);
      for (const call of [applicant.get(`/api/media/v1/${uid}`), applicant.delete(`/api/media/v1/${uid}`)])
        expect((await call).said).toEqual(['404 NOT_FOUND']);
    });

    it('refuses to change or remove a file of a submitted document', async () => {
      const applicant = await portal().as('applicant');
      const { uid, id } = (await upload('image/photoUpload', png, { caller: applicant })).body;
      const licence = {
        agencyCode: 'MOH',
        documentCode: 'MEDIB',
        subDocumentCode: 'MED-BSC',
        documentType: 'IBN',
        birthDate: '1980-02-29',
        holderCode: 'BI-1',
        indentityCode: 'BI',
        holderName: 'Ana',
        holderMobile: '67077000001',
        gender: 'F',
        nationalityCode: 'TL',
        photoInstance: uid,
      };
      expect((await applicant.post('/api/licences/v1/professional/', licence)).said).toEqual(['201']);
      // The licence service reports through the queue that the licence uses the photo.
      await until(async () => (await upload(String(id), png, { method: 'PUT', caller: applicant })).said[0] === '409 IN_USE');
      expect((await applicant.delete(`/api/media/v1/${uid}`)).said).toEqual(['409 IN_USE']);
      expect((await portal().public.get(`/api/media/v1/${uid}`)).status).toBe(200);
    });

    it.each([
      [{}, [150, 150]],
      [{ width: '100', height: '80' }, [80, 80]],
      [{ width: '4000', height: '4000' }, [150, 150]],
    ])('a photo with %j becomes a JPEG that fits', async (fields, size) => {
      for (const end of ['', '/']) {
        const { status, body } = await upload(`image/photoUpload${end}`, png, { name: 'me.png', fields: fields as Record<string, string> });
        expect(status).toBe(201);
        const photo = await portal().public.get(`/api/media/v1/${body.uid}`);
        expect([photo.headers.get('content-type'), jpegSize(photo.bytes)]).toEqual(['image/jpeg', size]);
        expect(Buffer.from(String(body.data), 'base64').equals(photo.bytes)).toBe(true);
      }
    });

    it('a photo or signature is a picture', async () => {
      for (const path of ['image/photoUpload', 'image/eSignature']) {
        expect((await upload(path, pdf)).said).toEqual(['415 FILE_TYPE file']);
        expect((await upload(path, Buffer.concat([png.subarray(0, 40), randomBytes(200)]))).said).toEqual(['415 FILE_TYPE file']);
        expect((await upload(path, png)).body).toMatchObject({ uid: expect.stringMatching(anId), data: expect.stringMatching(/./) });
      }
      expect((await upload('image/photoUpload', png, { fields: { width: 'wide' } })).said).toEqual(['400 BAD_VALUE width']);
    });

    it('gives a photo and a file as JSON too', async () => {
      const { uid } = (await upload('image/photoUpload', png)).body;
      for (const kind of ['photo', 'fileManager']) {
        const { status, body } = await portal().public.get(`/api/media/v1/${kind}/${uid}/document`);
        expect([status, Object.keys(body)]).toEqual([200, ['model']]);
        expect(body.model).toEqual({ id: uid, name: expect.any(String), type: 'image/jpeg', fileBlob: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) });
        expect((await portal().public.get(`/api/media/v1/${kind}/none/document`)).said).toEqual(['404 NOT_FOUND']);
      }
    });
  });
}

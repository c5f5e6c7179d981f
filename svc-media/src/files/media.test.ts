import { randomUUID } from 'node:crypto';
import { Database } from '@portal/service-kit';
import { areUnguessable, testBackends } from '@portal/service-kit/testing';
import sharp from 'sharp';
import { FairScheduler } from '../inspection/fair-scheduler.ts';
import { aBitmap, aPdf, aPdfOf, aPhoto, aPicture } from '../testing/files.ts';
import { TestMedia } from '../testing/test-media.ts';

const applicant = { sub: 'applicant' };
const somebody = { sub: 'somebody' };
const officer = { sub: 'verifier', roles: ['professional-license-read'] };

describe.each(testBackends())('files on %s', (_engine, makeBackend) => {
  let media: TestMedia;
  beforeAll(async () => {
    media = await TestMedia.start(makeBackend);
  });
  afterAll(() => media.stop());

  const uploaded = async (bytes?: Buffer, user?: { sub: string }): Promise<string> => {
    const { status, json } = await media.upload('/v1/default', { name: 'paper.pdf', bytes: bytes ?? (await aPdf()) }, { user });
    expect(status).toBe(201);
    return json.uid;
  };

  it('that is replaced while the database fails can be read afterwards, in its old or new form', async () => {
    const uid = await uploaded();
    const db = media.service.app.get(Database);
    const write = db.write.bind(db);
    for (const written of [true, false]) {
      const lost = jest.spyOn(db, 'write').mockImplementation(async (work, options) => {
        let replaced = false;
        const result = await write(async (tx) => {
          const done = await work(tx);
          // Only the replacement of a file returns a string, the name of the old blob; other writes of the service are not disturbed.
          replaced = typeof done === 'string';
          if (replaced && !written) throw Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
          return done;
        }, options);
        if (replaced) throw Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
        return result;
      });
      const bytes = await aPdfOf(20_000);
      expect((await media.upload(`/v1/${uid}`, { name: 'new.pdf', bytes }, { method: 'PUT' })).status).toBe(503);
      lost.mockRestore();
      expect((await media.call(`/v1/${uid}`)).status).toBe(200);
    }
  });

  describe('an upload', () => {
    it('answers with uid, id, name, size and data, and is given back as it was', async () => {
      const bytes = await aPdf();
      const { status, json } = await media.upload('/v1/professional', { name: 'certidão de nascimento.pdf', bytes });
      expect(status).toBe(201);
      expect(json).toEqual({ uid: expect.stringMatching(/^[0-9a-f-]{36}$/), id: json.uid, name: 'certidão de nascimento.pdf', size: bytes.length, data: null });
      const back = await media.call(`/v1/${json.uid}`);
      expect(back.status).toBe(200);
      expect(back.bytes.equals(bytes)).toBe(true);
      expect(back.headers.get('content-type')).toBe('application/pdf');
      expect(back.headers.get('content-length')).toBe(String(bytes.length));
      expect(back.headers.get('x-content-type-options')).toBe('nosniff');
      expect(back.headers.get('cache-control')).toBe('no-store');
      expect(back.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      expect(back.headers.get('content-disposition')).toBe(
        `attachment; filename="certidao de nascimento.pdf"; filename*=UTF-8''certid%C3%A3o%20de%20nascimento.pdf`,
      );
      expect((await media.call(`/v1/${json.uid}?disposition=inline`)).headers.get('content-disposition')).toMatch(/^inline;/);
    });

    it.each(['default', 'trip', 'ope', 'professional', 'profile'])('goes to the scope %s', async (scope) => {
      expect((await media.upload(`/v1/${scope}`, { name: 'a.pdf', bytes: await aPdf() })).status).toBe(201);
    });

    it('has an id that does not follow from that of another file', async () => {
      const bytes = await aPdf();
      const files = await Promise.all(Array.from({ length: 30 }, () => media.upload('/v1/default', { name: 'a.pdf', bytes })));
      expect(areUnguessable(files.map(({ json }) => json.uid))).toBe(true);
    });

    it('with a key is one file, however often it is sent; another file under that key is 409', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const [bytes, photo] = [await aPdf(), await aPhoto()];
      const send = (more: object = {}) => media.upload('/v1/default', { name: 'a.pdf', bytes, ...more }, { headers });
      const [first, ...others] = await Promise.all([send(), send(), send()]);
      for (const answer of [...others, await send()]) expect([answer.status, answer.json]).toEqual([201, first?.json]);
      for (const more of [{ bytes: await aPdfOf(20_000) }, { name: 'b.pdf' }]) {
        const { status, json } = await send(more);
        expect([status, json.errors]).toEqual([409, [expect.objectContaining({ code: 'IDEMPOTENCY_CONFLICT' })]]);
      }
      const key = { headers: { 'idempotency-key': randomUUID() } };
      const pictures = [
        await media.upload('/v1/image/photoUpload', { name: 'me.jpg', bytes: photo }, key),
        await media.upload('/v1/image/photoUpload', { name: 'me.jpg', bytes: photo }, key),
      ];
      expect(pictures[1]?.json).toEqual(pictures[0]?.json);
    });

    it('of an unknown scope is 404', async () => {
      const { status, json } = await media.upload('/v1/other', { name: 'a.pdf', bytes: await aPdf() });
      expect([status, json.errors]).toEqual([404, [expect.objectContaining({ code: 'NOT_FOUND' })]]);
    });

    it('without a file is 422', async () => {
      const form = new FormData();
      form.append('note', 'no file');
      const { status, json } = await media.call('/v1/default', { method: 'POST', body: form });
      expect([status, json.errors]).toEqual([422, [{ code: 'REQUIRED', field: 'file', message: 'Please select a file!' }]]);
      const empty = await media.upload('/v1/default', { name: 'empty.pdf', bytes: Buffer.alloc(0) });
      expect(empty.status).toBe(415);
    });

    it('that is no multipart form is 400', async () => {
      const { status } = await media.call('/v1/default', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
      expect(status).toBe(400);
    });

    it('is judged by its content and not by its name', async () => {
      for (const bytes of ['<html><script>alert(1)</script></html>', 'MZ\0\0', 'PK\x03\x04', '<svg onload="alert(1)"/>', 'GIF89a']) {
        const { status, json } = await media.upload('/v1/default', { name: 'a.pdf', bytes: Buffer.from(bytes), type: 'application/pdf' });
        expect([status, json.errors]).toEqual([415, [expect.objectContaining({ code: 'FILE_TYPE' })]]);
      }
      const picture = await media.upload('/v1/default', { name: 'really-a-picture.pdf', bytes: await aPicture().png().toBuffer() });
      expect([picture.status, picture.json.name]).toEqual([201, 'really-a-picture.png']);
    });

    it('of 10 MB is taken, of one byte more refused', async () => {
      const most = 10 * 1024 * 1024;
      expect((await media.upload('/v1/default', { name: 'a.pdf', bytes: await aPdfOf(most) })).status).toBe(201);
      const { status, json } = await media.upload('/v1/default', { name: 'a.pdf', bytes: await aPdfOf(most + 1) });
      expect([status, json.errors]).toEqual([413, [expect.objectContaining({ code: 'FILE_TOO_LARGE' })]]);
    });

    it('of a PDF with a script is refused', async () => {
      const bytes = await aPdf((document) => document.addJavaScript('main', 'app.alert(1)'));
      const { status, json } = await media.upload('/v1/default', { name: 'a.pdf', bytes });
      expect([status, json.errors]).toEqual([415, [expect.objectContaining({ code: 'FILE_TYPE', message: expect.stringContaining('a script') })]]);
    });

    it('of a PDF is kept without what is not needed to show it', async () => {
      const bytes = await aPdf((document) => document.setAuthor('ANA SOARES'));
      const { status, json } = await media.upload('/v1/default', { name: 'a.pdf', bytes });
      const kept = (await media.call(`/v1/${json.uid}`)).bytes;
      expect([status, json.size, kept.includes('Author')]).toEqual([201, kept.length, false]);
    });

    it('of a picture is drawn anew, upright and without its metadata', async () => {
      const { json } = await media.upload('/v1/trip', { name: 'scan.jpg', bytes: await aPhoto(400, 300) });
      const { bytes } = await media.call(`/v1/${json.uid}`);
      expect(json.size).toBe(bytes.length);
      const seen = await sharp(bytes).metadata();
      expect([seen.format, seen.width, seen.height, seen.exif, seen.orientation]).toEqual(['jpeg', 300, 400, undefined, undefined]);
      expect(bytes.includes('SecretCamera')).toBe(false);
    });

    it('of a bitmap is kept as PNG', async () => {
      const { json } = await media.upload('/v1/default', { name: 'SCAN.BMP', bytes: aBitmap(3, 2, (x, y) => [x * 80, y * 200, 7]) });
      expect(json.name).toBe('SCAN.png');
      const { bytes, headers } = await media.call(`/v1/${json.uid}`);
      expect(headers.get('content-type')).toBe('image/png');
      const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([...data]).toEqual([0, 0, 7, 80, 0, 7, 160, 0, 7, 0, 200, 7, 80, 200, 7, 160, 200, 7]);
    });

    it('of a damaged picture is refused', async () => {
      const bytes = (await aPicture().png().toBuffer()).subarray(0, 200);
      expect((await media.upload('/v1/default', { name: 'a.png', bytes })).status).toBe(415);
    });

    it.each([
      ['the disk is full', 503, new Error('x.clean: write error\nsystem error: No space left on device')],
      ['too many files are open', 503, Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE', syscall: 'open' })],
      ['it may not be read', 500, Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES', syscall: 'open' })],
    ])('of a good picture is not called damaged because %s', async (_why, status, error) => {
      const file = { name: 'a.png', bytes: await aPicture().png().toBuffer() };
      for (const path of ['/v1/default', '/v1/image/photoUpload']) {
        const run = jest.spyOn(media.service.app.get(FairScheduler), 'run').mockRejectedValueOnce(error);
        expect((await media.upload(path, file)).status).toBe(status);
        run.mockRestore();
        expect((await media.upload(path, file)).status).toBe(201);
      }
    });

    it('gets a safe name', async () => {
      const { json } = await media.upload('/v1/default', { name: '../../etc/\u202epass"wd\r\n.pdf', bytes: await aPdf() });
      expect(json.name).not.toMatch(/[/\\"\r\n\u202e]/);
      expect(json.name).toMatch(/\.pdf$/);
    });
  });

  describe('a file', () => {
    it('that nobody uploaded is 404, whatever is asked', async () => {
      for (const uid of ['0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee', 'nothing', '..%2f..%2fetc%2fpasswd']) {
        expect((await media.call(`/v1/${uid}`)).status).toBe(404);
        expect((await media.call(`/v1/${uid}`, { method: 'DELETE' })).status).toBe(404);
        expect((await media.upload(`/v1/${uid}`, { name: 'a.pdf', bytes: await aPdf() }, { method: 'PUT' })).status).toBe(404);
        expect((await media.call(`/v1/photo/${uid}/document`)).status).toBe(404);
        expect((await media.call(`/v1/fileManager/${uid}/document`)).status).toBe(404);
      }
    });

    it('is replaced under the same uid', async () => {
      const uid = await uploaded();
      const tag = (await media.call(`/v1/${uid}`)).headers.get('etag') as string;
      const next = await media.upload(`/v1/${uid}`, { name: 'better.png', bytes: await aPicture().png().toBuffer() }, { method: 'PUT' });
      expect([next.status, next.json.uid, next.json.name]).toEqual([200, uid, 'better.png']);
      const back = await media.call(`/v1/${uid}`, { headers: { 'if-none-match': tag } });
      expect([back.status, back.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect((await media.call(`/v1/${uid}`, { headers: { 'if-none-match': back.headers.get('etag') as string } })).status).toBe(304);
    });

    it('is deleted', async () => {
      const uid = await uploaded();
      const { status, bytes } = await media.call(`/v1/${uid}`, { method: 'DELETE' });
      expect([status, bytes.length]).toEqual([204, 0]);
      expect((await media.call(`/v1/${uid}`)).status).toBe(404);
    });

    it('of a signed-in uploader is changed by nobody else', async () => {
      const uid = await uploaded(undefined, applicant);
      expect((await media.call(`/v1/${uid}`, { method: 'DELETE' })).status).toBe(401);
      expect((await media.call(`/v1/${uid}`, { method: 'DELETE', user: somebody })).status).toBe(403);
      expect((await media.upload(`/v1/${uid}`, { name: 'a.pdf', bytes: await aPdf() }, { method: 'PUT', user: somebody })).status).toBe(403);
      expect((await media.call(`/v1/${uid}`, { method: 'DELETE', user: applicant })).status).toBe(204);
    });

    it('read by staff, uploaded or deleted is on record', async () => {
      const uid = await uploaded();
      await media.call(`/v1/${uid}`);
      await media.call(`/v1/${uid}`, { user: officer });
      await media.call(`/v1/${uid}`, { method: 'DELETE' });
      const rows = (await media.service.app
        .get(Database)
        .reader.query(`select action, userSub from audit_record where documentId = '${uid}' order by id`)) as object[];
      expect(rows.map((row) => Object.values(row))).toEqual([
        ['upload', null],
        ['read', 'verifier'],
        ['delete', null],
      ]);
    });
  });

  describe('a photo', () => {
    it('becomes a small upright JPEG', async () => {
      const { status, json } = await media.upload(
        '/v1/image/photoUpload',
        { name: 'me.jpg', bytes: await aPhoto(4000, 3000) },
        { fields: { width: '112', height: '150' } },
      );
      expect(status).toBe(201);
      const picture = Buffer.from(json.data, 'base64');
      const seen = await sharp(picture).metadata();
      expect([seen.format, seen.width, seen.height, seen.exif]).toEqual(['jpeg', 112, 149, undefined]);
      expect(json.size).toBe(picture.length);
      const document = await media.call(`/v1/photo/${json.id}/document`);
      expect(document.json).toEqual({ model: { id: json.id, name: 'me.jpg', type: 'image/jpeg', fileBlob: json.data } });
    });

    it('stands within 150 pixels whatever is asked for', async () => {
      const { json } = await media.upload(
        '/v1/image/photoUpload',
        { name: 'me.png', bytes: await aPicture(900, 300).png().toBuffer() },
        { fields: { width: '5000', height: '5000' } },
      );
      const seen = await sharp(Buffer.from(json.data, 'base64')).metadata();
      expect([seen.format, seen.width, seen.height]).toEqual(['jpeg', 150, 50]);
      expect(json.name).toBe('me.jpg');
    });

    it('is asked for in pixels', async () => {
      const { status, json } = await media.upload(
        '/v1/image/photoUpload',
        { name: 'me.png', bytes: await aPicture().png().toBuffer() },
        { fields: { width: 'wide' } },
      );
      expect([status, json.errors]).toEqual([400, [expect.objectContaining({ code: 'BAD_VALUE', field: 'width' })]]);
    });

    it('may be a bitmap and may not be a PDF', async () => {
      expect((await media.upload('/v1/image/photoUpload', { name: 'me.bmp', bytes: aBitmap(20, 20, () => [1, 2, 3]) })).status).toBe(201);
      expect((await media.upload('/v1/image/photoUpload', { name: 'me.jpg', bytes: await aPdf() })).status).toBe(415);
    });

    it('of a signature stands on white', async () => {
      const drawn = await sharp({ create: { width: 600, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
        .png()
        .toBuffer();
      const { status, json } = await media.upload('/v1/image/eSignature', { name: 'signature.png', bytes: drawn });
      expect(status).toBe(201);
      const { data, info } = await sharp(Buffer.from(json.data, 'base64')).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, data[0]]).toEqual([300, 100, 255]);
    });
  });

  describe('the file manager', () => {
    it('gives a file as base64 in JSON', async () => {
      for (const size of [3_000_000, 3_000_001, 3_000_002]) {
        const bytes = await aPdfOf(size);
        const uid = await uploaded(bytes);
        const { json, headers } = await media.call(`/v1/fileManager/${uid}/document`);
        expect(headers.get('content-type')).toContain('application/json');
        const { fileBlob, ...rest } = json.model as { fileBlob: string };
        expect(rest).toEqual({ id: uid, name: 'paper.pdf', type: 'application/pdf' });
        expect(Buffer.from(fileBlob, 'base64').equals(bytes)).toBe(true);
        expect((await media.call(`/v1/photo/${uid}/document`)).status).toBe(404);
      }
    });
  });

  describe('health', () => {
    it('says that files are not scanned', async () => {
      const { status, json } = await media.call('/health/ready');
      expect([status, json.storage, json.virusScanning]).toEqual([200, 'folder', 'off: CLAMD_URL is not set']);
    });
  });
});

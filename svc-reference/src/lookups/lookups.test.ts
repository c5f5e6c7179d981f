import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CatalogueRecord } from '@portal/contract-kit';
import type { RunningService } from '@portal/service-kit';
import { type StubServices, startStubServices, type TestBackend, testBackends } from '@portal/service-kit/testing';
import { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { createService } from '../index.ts';

const declaration = '0198c5a0-6b1e-7c30-9d44-2f1a6e50b001';
const member = '0198c5a0-71d2-7f10-8a3b-5c0e9d70c001';
const item = { code: 'MED0001', name: 'Paracetamol 500 mg tablets' };
const itemFromUpstream = { ...item, strength: '500 mg', supplier: 'SECRET' };

/** The response of another register: all fields of a declaration that this service knows, and further ones. */
const fromUpstream = {
  id: declaration,
  version: 7,
  reference: 'C-2026-0000101',
  declarant: 'LORO SAE TRADING',
  regime: 'IM4',
  customsValue: 4215000,
  officeCode: 'CUST-TIB',
  acceptedOn: '2026-02-11',
  standing: 'RELEASED',
  inspector: 'BENTO',
};

/** Starts another register that serves the same paths. */
async function upstream(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const json = (body: object) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url ?? '';
    if (request.headers.authorization !== 'Bearer upstream-token') return void response.writeHead(401).end();
    if (path.includes('/medicine/'))
      return json({ records: path.includes('MED0001') || path.includes('paracetamol') ? [itemFromUpstream] : [], totalRecords: 1 });
    const asked = /\/(?:declaration|registration)\/([^/]+)\//.exec(path)?.[1] ?? '';
    if ([declaration, 'C-2026-0000101'].includes(asked) && path.endsWith('/simpleDocument')) return json({ model: fromUpstream, actions: [{ name: 'evil' }] });
    if ([declaration, 'C-2026-0000101', member, 'M-00417'].includes(asked)) return void response.writeHead(200).end('%PDF-1.7 sample');
    if (path.includes('broken')) return void response.writeHead(200).end('<html>');
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const sources = testBackends().flatMap(([name, makeBackend]) => ['own tables', 'an upstream'].map((source) => [source, name, makeBackend] as const));

describe.each(sources)('lookups from %s, on %s', (source, _name, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let other: { server: Server; url: string } | undefined;
  let service: RunningService;
  const get = (path: string) => fetch(`${service.url}/v1${path}`);

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices();
    other = source === 'an upstream' ? await upstream() : undefined;
    service = await createService({ ...backend.env, ...around.env, ...(other ? { LOOKUPS_URL: other.url, LOOKUPS_TOKEN: 'upstream-token' } : {}) });
    // The English forms of two records are drawn already, whatever the digest in their keys is.
    around.renders.get = (key) => {
      const [, id = '', form] = /^reference\/([^/]+)\/[0-9a-f]{32}\/(content|content-public)\.en$/.exec(key) ?? [];
      return [declaration, member].includes(id) ? Buffer.from(form === 'content' ? '%PDF-1.7 sample' : '%PDF-1.7 public') : undefined;
    };
  });
  afterAll(async () => {
    await service?.close();
    other?.server.close();
    await around?.close();
    await backend?.remove();
  });

  it('find a medicine by code and by text', async () => {
    expect(await (await get('/medicine/item/MED0001/searchItemByCode')).json()).toMatchObject({ records: [item], totalRecords: 1 });
    expect(await (await get('/medicine/item/paracetamol/searchItems')).json()).toMatchObject({ records: [item] });
    expect((await get('/medicine/item/p/searchItems')).status).toBe(400);
  });

  it('find a medicine whose code has small letters', async () => {
    const admin = await around.token({ sub: 'adao', name: 'Adao', roles: ['reference-admin'] });
    const created = await fetch(`${service.url}/v1/catalogue/medicine-items`, {
      method: 'POST',
      headers: { authorization: admin, 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'Med0001-b', name: 'Amoxicillin' }),
    });
    expect(created.status).toBe(201);
    expect(await (await get('/medicine/item/Med0001-b/searchItemByCode')).json()).toMatchObject({
      records: source === 'an upstream' ? [] : [{ code: 'Med0001-b' }],
    });
  });

  it('give a declaration, as data and as PDF', async () => {
    const { model, actions } = (await (await get(`/customs/declaration/${declaration}/simpleDocument`)).json()) as { model: object; actions: object[] };
    expect(model).toMatchObject({ id: declaration, reference: 'C-2026-0000101' });
    expect(actions).toEqual([]);
    const pdf = await get(`/customs/declaration/${declaration}/contentData`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(await pdf.text()).toMatch(/^%PDF-/);
    expect((await get('/customs/declaration/none/simpleDocument')).status).toBe(404);
    expect((await get(`/other/declaration/${declaration}/simpleDocument`)).status).toBe(404);
  });

  it('give a registration of membership as PDF', async () => {
    expect(await (await get(`/membership/registration/${member}/contentData`)).text()).toMatch(/^%PDF-/);
    expect((await get('/membership/registration/none/contentData')).status).toBe(404);
  });

  it('accept the reference on the paper as well as the id', async () => {
    if (other) return;
    const officer = { headers: { authorization: await around.token({ sub: 'bento', roles: ['reference-read'] }) } };
    const ask = (path: string, init?: RequestInit) => fetch(`${service.url}/v1${path}`, init);
    for (const reference of ['C-2026-0000101', 'c-2026-0000101', '%20C-2026-0000101%20']) {
      const { model } = (await (await ask(`/customs/declaration/${reference}/simpleDocument`, officer)).json()) as { model: object };
      expect(model).toMatchObject({ id: declaration, reference: 'C-2026-0000101', declarant: 'LORO SAE TRADING' });
    }
    expect(await (await ask('/customs/declaration/C-2026-0000101/contentData', officer)).text()).toBe('%PDF-1.7 sample');
    expect(await (await ask('/membership/registration/M-00417/contentData', officer)).text()).toBe('%PDF-1.7 sample');
    for (const path of [
      '/customs/declaration/C-2026-0000999/simpleDocument',
      '/membership/registration/M-99999/contentData',
      '/membership/registration/ADELINA%20DA%20COSTA/contentData',
    ])
      expect([path, (await ask(path, officer)).status]).toEqual([path, 404]);
  });

  it('show only the status to the public with a reference, because references can be guessed', async () => {
    if (other) return;
    const { model } = (await (await get('/customs/declaration/C-2026-0000101/simpleDocument')).json()) as { model: object };
    expect(model).toEqual({
      id: 'C-2026-0000101',
      version: 1,
      reference: 'C-2026-0000101',
      regime: 'IM4',
      officeCode: 'CUST-TIB',
      acceptedOn: '2026-02-11',
      standing: 'RELEASED',
    });
    expect(await (await get('/customs/declaration/C-2026-0000101/contentData')).text()).toBe('%PDF-1.7 public');
    expect(await (await get('/membership/registration/M-00417/contentData')).text()).toBe('%PDF-1.7 public');
  });

  it('draw a registration for the public without the person', async () => {
    if (other) return;
    await get('/membership/registration/M-00533/contentData?language=pt');
    const [, layout] = [...around.awaited].find(([key]) => key.endsWith('/content-public.pt')) ?? [];
    const drawn = JSON.stringify(layout);
    for (const shown of ['M-00533', 'Association of Health Professionals', 'Válido até']) expect(drawn).toContain(shown);
    for (const hidden of ['TAVARES', 'Full member', 'Inscrito em']) expect(drawn).not.toContain(hidden);
  });

  it('draw a registration again after it has changed', async () => {
    if (other) return;
    const asked = async () => {
      around.awaited.clear();
      await get('/membership/registration/M-00533/contentData?language=pt');
      return [...around.awaited].map(([key, layout]) => ({ key, drawn: JSON.stringify(layout) }))[0];
    };
    const before = await asked();
    expect(await asked()).toEqual(before);
    // A newer country pack gives the record other content.
    const record = service.app
      .get(CatalogueStore)
      .get('membership-registrations')
      .byCode.get(before?.key.split('/')[1] ?? '');
    Object.assign(record as CatalogueRecord, { organisation: 'Another association' });
    const after = await asked();
    expect(after?.key).not.toBe(before?.key);
    expect([before?.drawn, after?.drawn].map((drawn) => drawn?.includes('Another association'))).toEqual([false, true]);
  });

  it('restrict what another register answers as they restrict the tables of this service', async () => {
    if (!other) return;
    const shown = { regime: 'IM4', officeCode: 'CUST-TIB', acceptedOn: '2026-02-11', standing: 'RELEASED' };
    const { inspector: _unknown, ...whole } = { ...fromUpstream, version: 1 };
    const officer = { headers: { authorization: await around.token({ sub: 'bento', roles: ['reference-read'] }) } };
    const applicant = { headers: { authorization: await around.token({ sub: 'rosa', roles: [] }) } };
    const ask = (path: string, init?: RequestInit) => fetch(`${service.url}/v1${path}`, init);
    const model = async (asked: string, init?: RequestInit) =>
      ((await (await ask(`/customs/declaration/${asked}/simpleDocument`, init)).json()) as { model: object }).model;

    for (const anyone of [undefined, applicant])
      expect(await model('C-2026-0000101', anyone)).toEqual({ id: 'C-2026-0000101', version: 1, reference: 'C-2026-0000101', ...shown });
    expect(await model('C-2026-0000101', officer)).toEqual(whole);
    expect(await model(declaration)).toEqual(whole);

    expect((await ask('/customs/declaration/C-2026-0000101/contentData')).status).toBe(503);
    const [, layout] = [...around.awaited].find(([key]) => key.startsWith('reference/upstream/')) ?? [];
    const drawn = JSON.stringify(layout);
    expect(drawn).toContain('RELEASED');
    expect(drawn).not.toContain('LORO SAE');
    expect(await (await ask('/customs/declaration/C-2026-0000101/contentData', officer)).text()).toBe('%PDF-1.7 sample');

    const statuses = await Promise.all(
      [undefined, applicant, officer].map(async (init) => (await ask('/membership/registration/M-00417/contentData', init)).status),
    );
    expect(statuses).toEqual([401, 403, 200]);

    const { records } = (await (await get('/medicine/item/MED0001/searchItemByCode')).json()) as { records: object[] };
    expect(records).toEqual([{ ...item, strength: '500 mg' }]);
  });

  it('report that the register does not answer', async () => {
    if (!other) return;
    expect((await get('/membership/registration/broken/contentData')).status).toBe(503);
    expect((await get('/customs/declaration/broken/simpleDocument')).status).toBe(503);
  });
});

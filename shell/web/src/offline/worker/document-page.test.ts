import { documentAt, documentPage } from './document-page.ts';
import type { Manifest } from './manifest.ts';

const hole = (index: number): string => `\uE000${index}\uE001`;
const id = '0198c5a0-71d2-7f10-8a3b-5c0e9d70c001';
const page = `/eservice/triptic/qr/${id}`;
const document = `/api/trips/v1/triptic/trip/${id}`;

const manifest = {
  language: 'en',
  documents: [
    {
      path: '/eservice/triptic/qr/-',
      integrity: 'sha384-frame',
      area: 'mf-trips',
      documents: '/api/trips/v1/triptic/trip',
      kind: '/v1/triptic/trip',
      cases: '/remotes/mf-trips/1/screens/qr.en.json',
      settings: {},
      marks: { title: '{{title}}', html: '{{document}}' },
    },
  ],
} as unknown as Manifest;

const frame =
  '<title>{{title}} – Portal</title><div data-path="/eservice/triptic/qr/-"><div>{{document}}</div></div><script type="application/json" id="registry">{}</script>';
const cases = [
  {
    title: 'Registered',
    html: `<h1>${hole(0)}</h1><img class="code" src="/api/trips/v1/triptic/trip/${hole(1)}/qr?code=seal" alt=""><img src="/emblem.svg" alt="">`,
    assumes: [
      { of: 'model', at: ['name'], as: 'text' },
      { of: 'id', at: [], as: 'id' },
    ],
  },
];

const files = {
  page: async ({ integrity }: { integrity: string }) => (integrity === 'sha384-frame' ? (new TextEncoder().encode(frame).buffer as ArrayBuffer) : undefined),
  file: async (path: string) => (path.endsWith('qr.en.json') ? Response.json({ cases }) : undefined),
};
const keptOf =
  (name: string, more: Record<string, Response> = {}) =>
  async (path: string): Promise<Response | undefined> =>
    path === `${document}/document` ? Response.json({ model: { name }, actions: [] }) : more[path];

describe('the page of a document that the device has kept', () => {
  it('is whole before a script runs: the document in the signed HTML, its picture, its address, and its data for the scripts', async () => {
    const code = { [`${document}/qr`]: new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/png' } }) };
    const html = await documentPage(manifest, files, keptOf('ANA', code), page);
    expect(html).toContain('<title>Registered – Portal</title>');
    expect(html).toContain(`<div data-path="${page}"><div><h1>ANA</h1><img class="code" src="data:image/png;base64,AQID" alt="">`);
    expect(html).toContain('<img src="/emblem.svg" alt="">');
    const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html ?? '')?.[1];
    expect(JSON.parse(data ?? '')).toEqual({
      language: 'en',
      document: { area: 'mf-trips', kind: '/v1/triptic/trip', id, answer: { model: { name: 'ANA' }, actions: [] } },
    });
  });

  it.each(['<img src=x onerror=alert(1)>', '</script><script>alert(1)</script>', '{{document}}', '$&', '" data-path="'])(
    'has what was kept as text alone: %s',
    async (name) => {
      const html = (await documentPage(manifest, files, keptOf(name), page)) ?? '';
      expect(html.match(/<(script|img|h1|title)\b/g)?.sort()).toEqual(['<h1', '<img', '<img', '<script', '<script', '<title']);
      expect(JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '').document.answer.model.name).toBe(name);
    },
  );

  it('is left to the scripts where nothing was kept, where it was drawn for other documents, and where a file is missing', async () => {
    expect(await documentPage(manifest, files, async () => undefined, page)).toBeUndefined();
    expect(await documentPage(manifest, files, keptOf(''), page)).toBeUndefined();
    expect(await documentPage(manifest, { ...files, page: async () => undefined }, keptOf('ANA'), page)).toBeUndefined();
    expect(await documentPage(manifest, { ...files, file: async () => undefined }, keptOf('ANA'), page)).toBeUndefined();
  });

  it.each([
    '/eservice/triptic/qr',
    '/eservice/triptic/qr/..',
    '/eservice/triptic/qr/-',
    `/eservice/triptic/edit/${id}`,
    `${page}/x`,
    `/eservice/triptic/qr/%2e`,
  ])('is at no other address: %s', (path) => {
    expect(documentAt(manifest, path)).toBeUndefined();
  });
});

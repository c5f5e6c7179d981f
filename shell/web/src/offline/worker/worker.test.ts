import { generateKeyPairSync, sign } from 'node:crypto';
import { answerSearch, cataloguePage, searchedCatalogue } from './catalogue-search.ts';
import { isIntact, pageFor, readManifest } from './manifest.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const signed = (manifest: object, key = privateKey): { manifest: string; signature: string } => {
  const text = JSON.stringify(manifest);
  return { manifest: text, signature: sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64') };
};

describe('the manifest of a device', () => {
  it('counts with the signature of the gateway alone', async () => {
    const good = signed({ generation: 3 });
    expect(await readManifest(JSON.stringify(good), spki)).toEqual({ generation: 3 });
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    for (const bad of [{ ...good, manifest: good.manifest.replace('3', '4') }, signed({ generation: 3 }, other), { manifest: good.manifest }, {}, null])
      expect(await readManifest(JSON.stringify(bad), spki)).toBeUndefined();
    expect(await readManifest('no JSON', spki)).toBeUndefined();
  });

  it('gives a file with its hash alone', async () => {
    const bytes = new TextEncoder().encode('run()').buffer as ArrayBuffer;
    const digest = Buffer.from(await crypto.subtle.digest('SHA-384', bytes)).toString('base64');
    expect(await isIntact(bytes, `sha384-${digest}`)).toBe(true);
    for (const wrong of [`sha384-${'A'.repeat(64)}`, 'sha256-x', '', undefined]) expect(await isIntact(bytes, wrong)).toBe(false);
  });

  it.each([
    ['/', '', '/'],
    ['/my/', '', '/my'],
    ['/eservice/traveller/declaration', '', '/eservice/traveller/declaration'],
    // A screen may depend on its query, which its prerendered HTML does not know.
    ['/eservice/traveller/declaration', '?step=2', '/eservice/traveller/-'],
    ['/eservice/traveller/declaration/qr/1', '', '/eservice/traveller/-'],
    ['/eservice/travellers', '', undefined],
    ['/staff', '', undefined],
    ['/other/traveller/declaration', '', undefined],
    ['/api/declarations/v1/x', '', undefined],
  ])('opens %s%s with the page %s', (path, query, expected) => {
    const pages = ['/', '/my', '/eservice/traveller/declaration'].map((one) => ({ path: one, integrity: '' }));
    expect(pageFor({ pages: [...pages, { path: '/eservice/traveller/-', integrity: '', under: ['/eservice/traveller'] }] }, path, query)?.path).toBe(expected);
  });

  it('answers searches of a kept catalogue as the service does', () => {
    const records = [
      { code: 'QG500', name: 'Citilink from Denpasar', direction: 'A', entryPointCode: 'DIL' },
      { code: 'QG501', name: 'Citilink to Denpasar', direction: 'D', entryPointCode: 'DIL' },
      { code: 'XX1', name: 'A ferry', direction: 'A', entryPointCode: 'ATA' },
    ];
    const ask = (criteria: object[], paging?: object) =>
      answerSearch({ records, totalRecords: 3 }, JSON.stringify({ criteria, ...(paging ? { paging } : {}) })).records.map(({ code }) => code);
    expect(ask([])).toEqual(['QG500', 'QG501', 'XX1']);
    expect(ask([{ operation: 'NEQ', fieldName: 'direction', values: ['D'] }])).toEqual(['QG500', 'XX1']);
    expect(
      ask([
        { operation: 'EQ', fieldName: 'entryPointCode', values: ['DIL'] },
        { operation: 'CONTAINS', fieldName: 'name', values: ['TO'] },
      ]),
    ).toEqual(['QG501']);
    expect(ask([{ operation: 'IN', fieldName: 'code', values: ['XX1', 'QG500'] }])).toEqual(['QG500', 'XX1']);
    expect(ask([], { page: 2, size: 2 })).toEqual(['XX1']);
    expect(searchedCatalogue(new URL(cataloguePage('countries', 1), 'http://x').pathname)).toBe('countries');
    expect(searchedCatalogue('/api/reference/v1/catalogue/countries/search/more')).toBeUndefined();
  });
});

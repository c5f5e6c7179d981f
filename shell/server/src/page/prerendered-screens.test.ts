import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha384 } from '@portal/remotes';
import { FileCache, FolderFiles } from './files.ts';
import { readPrerenderedScreen } from './prerendered-screens.ts';
import type { Area } from './registry.ts';

const html = JSON.stringify({ title: 'Trips', html: '<p>Trips</p>' });
const url = '/remotes/mf-trips/1.0.0/screens/trip.en.json';
const area = (more: Partial<Area> = {}): Area => ({
  name: 'mf-trips',
  version: '1.0.0',
  prefixes: ['/triptic'],
  entry: '/remotes/mf-trips/1.0.0/remoteEntry.js',
  screens: { '/triptic/trip': { html: { en: url }, files: ['/remotes/mf-trips/1.0.0/trip.css'], settings: { product: 'Customs' } } },
  integrity: { [url]: sha384(html) },
  sequence: 1,
  signature: '',
  ...more,
});

describe('the HTML of an area', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-drawn-'));
  const faults: string[] = [];
  const log = { error: (_fields: object, message: string) => void faults.push(message) };
  const draw = (of: Area, path = '/triptic/trip', settings = { product: 'Customs' }, language = 'en') =>
    readPrerenderedScreen(of, path, { language, settings }, new FileCache(new FolderFiles(folder)), log);

  beforeAll(() => {
    mkdirSync(join(folder, 'mf-trips/1.0.0/screens'), { recursive: true });
    writeFileSync(join(folder, 'mf-trips/1.0.0/screens/trip.en.json'), html);
  });
  beforeEach(() => void faults.splice(0));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the published one', async () => {
    expect(await draw(area())).toEqual({ title: 'Trips', html: '<p>Trips</p>', files: ['/remotes/mf-trips/1.0.0/trip.css'] });
  });
  it('is left out, and said, when it is not the signed file', async () => {
    expect(await draw(area({ integrity: { [url]: sha384('other') } }))).toBeUndefined();
    expect(await draw(area({ integrity: {} }))).toBeUndefined();
    expect(faults).toEqual(Array(2).fill('the HTML of a screen is not the published one: the page is sent without it'));
  });
  it('is left out, and said, when it is missing', async () => {
    const gone = url.replace('trip.en', 'gone.en');
    expect(await draw(area({ screens: { '/triptic/trip': { html: { en: gone }, files: [] } } }))).toBeUndefined();
    expect(faults).toHaveLength(1);
  });
  it('is the one for the settings of the deployment', async () => {
    const settings = { product: 'Alfândega' };
    const three = url.replace('trip.en', 'trip.three.en');
    writeFileSync(join(folder, 'mf-trips/1.0.0/screens/trip.three.en.json'), html.replace('<p>', '<p>Three '));
    const screens = { '/triptic/trip': { html: { en: url }, files: [], settings: { product: 'Customs' }, variants: [{ html: { en: three }, settings }] } };
    const integrity = { [url]: sha384(html), [three]: sha384(html.replace('<p>', '<p>Three ')) };
    expect((await draw(area({ screens, integrity }), '/triptic/trip', settings))?.html).toBe('<p>Three Trips</p>');
    expect((await draw(area({ screens, integrity })))?.html).toBe('<p>Trips</p>');
    expect(await draw(area({ screens, integrity }), '/triptic/trip', { product: 'Douane' })).toBeUndefined();
  });
  it('is left out at other addresses, in other languages, for other settings, and of versions without any', async () => {
    expect(await draw(area(), '/triptic')).toBeUndefined();
    expect(await draw(area(), '/triptic/trip', { product: 'Customs' }, 'pt')).toBeUndefined();
    expect(await draw(area(), '/triptic/trip', { product: 'Alfândega' })).toBeUndefined();
    expect(await draw(area({ screens: undefined }))).toBeUndefined();
    expect(faults).toEqual([]);
  });
});

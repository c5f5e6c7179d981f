import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageRenderer } from './page-renderer.ts';

const page = { path: '/', language: 'en', registry: {}, settings: {} };

describe('the drawing of pages', () => {
  let folder: string;
  const faults: string[] = [];
  const log = { error: (_fields: object, message: string) => void faults.push(message) };
  const put = (code: string): void => {
    mkdirSync(join(folder, '.page'), { recursive: true });
    writeFileSync(join(folder, '.page/prerender.cjs'), code);
  };

  beforeEach(() => {
    faults.splice(0);
    folder = mkdtempSync(join(tmpdir(), 'portal-drawing-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is done by the module of the shell, and left to the script under a template that was built later', async () => {
    const drawing = new PageRenderer(folder, log);
    put(`exports.drawPage = async ({ path }) => ({ title: 'one', html: path });`);
    expect(await drawing.draw('a', page)).toEqual({ title: 'one', html: '/' });
    expect(await drawing.draw('b', page)).toBeUndefined();
  });
  it('is left to the script where there is no module', async () => {
    expect(await new PageRenderer(folder, log).draw('a', page)).toBeUndefined();
    expect(faults).toEqual([]);
  });
  it('is left to the script, and said, when it fails', async () => {
    put(`exports.drawPage = async () => { throw new Error('no'); };`);
    expect(await new PageRenderer(folder, log).draw('a', page)).toBeUndefined();
    expect(faults).toEqual(['a page cannot be drawn: it is sent without its HTML']);
  });
  it('is left to the script, and said, when its module cannot be loaded', async () => {
    put('throw new Error("no");');
    expect(await new PageRenderer(folder, log).draw('a', page)).toBeUndefined();
    expect(faults).toEqual(['the module that draws pages cannot be loaded: pages are sent without their HTML']);
  });
});

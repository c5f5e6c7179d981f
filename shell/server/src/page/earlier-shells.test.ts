import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@portal/remotes';
import { startBucket } from '@portal/remotes/testing';
import { type GatewayUnderTest, openGateway } from '../testing/gateway-under-test.ts';
import { EarlierShells } from './earlier-shells.ts';

const page = '<!doctype html><title>Portal</title>';
const secret = 'a secret of all gateways of this portal';
let folder: string;
const open: GatewayUnderTest[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-shells-'));
});
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.close();
  rmSync(folder, { recursive: true });
});

/** The folder of a shell with one script. */
function shellWith(name: string, script: string): string {
  const web = join(folder, `web-${name}`);
  mkdirSync(join(web, 'assets'), { recursive: true });
  writeFileSync(join(web, 'index.html'), page);
  writeFileSync(join(web, 'assets', name), script);
  return web;
}
const remotes = () => join(folder, 'remotes');
async function gatewayWith(name: string, script: string, more: Record<string, string> = {}): Promise<string> {
  const gateway = await openGateway((_request, response) => void response.end(), page, {
    WEB_DIR: shellWith(name, script),
    REMOTES_DIR: remotes(),
    SESSION_SECRET: secret,
    ...more,
  });
  open.push(gateway);
  return gateway.origin;
}
const [first, second] = ['first.11111111.js', 'second.22222222.js'];
const got = async (origin: string, path: string) => {
  const answer = await fetch(`${origin}/assets/${path}`);
  return answer.status === 200 ? [await answer.text(), answer.headers.get('content-type'), answer.headers.get('cache-control')] : answer.status;
};
const asScript = (text: string) => [text, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'];

describe('the files of another release of the shell', () => {
  it('are given to a page that was opened before an upgrade', async () => {
    await gatewayWith(first, 'first()');
    await open[0].close();
    open.length = 0;
    const origin = await gatewayWith(second, 'second()');
    expect(await got(origin, first)).toEqual(asScript('first()'));
    expect(await got(origin, second)).toEqual(asScript('second()'));
    expect(await got(origin, 'third.33333333.js')).toBe(404);
  });

  it('are given by the gateway that is still of the release before', async () => {
    const before = await gatewayWith(first, 'first()');
    await gatewayWith(second, 'second()');
    expect(await got(before, second)).toEqual(asScript('second()'));
  });

  it('are given at once after an upgrade, although somebody has just requested a file that no release has', async () => {
    const before = await gatewayWith(first, 'first()');
    expect(await got(before, 'third.33333333.js')).toBe(404);
    await gatewayWith(second, 'second()');
    expect(await got(before, second)).toEqual(asScript('second()'));
  });

  it('are not given where somebody has written them who is no gateway of this portal', async () => {
    await gatewayWith(first, 'first()');
    await gatewayWith('other.44444444.js', 'other()', { SESSION_SECRET: 'another secret, of another portal' });
    const [release] = readdirSync(join(remotes(), 'shell')).filter((each) =>
      readFileSync(join(remotes(), 'shell', each, 'remote.json'), 'utf8').includes(first),
    );
    writeFileSync(join(remotes(), 'shell', String(release), 'assets', first), 'steal()');
    const origin = await gatewayWith(second, 'second()');
    expect([await got(origin, first), await got(origin, 'other.44444444.js')]).toEqual([404, 404]);
  });

  it.each(['a folder', 'a bucket'])('are those of the ten releases that were started last, in %s', async (place) => {
    const bucket = place === 'a bucket' ? await startBucket() : undefined;
    const store = await openStore(bucket ? { REMOTES_STORE: 's3://remotes/portal', ...bucket.environment } : { REMOTES_DIR: remotes() }, folder);
    const log = { warn: jest.fn() };
    const names = Array.from({ length: 12 }, (_, n) => `script.${String(n).padStart(8, '0')}.js`);
    for (const [n, name] of names.entries()) {
      await new EarlierShells({ folder: shellWith(name, `script(${n})`), store, secret, log }).keep();
      // The gateway of the first release is restarted each time.
      if (n > 0) await new EarlierShells({ folder: join(folder, `web-${names[0]}`), store, secret, log }).keep();
      await new Promise((done) => setTimeout(done, 2));
    }
    const found = new EarlierShells({ folder: join(folder, `web-${names[0]}`), store, secret, log });
    const kept = await Promise.all(names.map(async (name) => ((await found.look(`assets/${name}`)) ? name : undefined)));
    expect(kept.filter(Boolean)).toEqual([names[0], ...names.slice(-9)]);
    expect(log.warn).not.toHaveBeenCalled();
    await bucket?.close();
  });

  it('may be missing: a store that cannot be written is logged, and no more', async () => {
    const log = { warn: jest.fn() };
    const away = () => Promise.reject(new Error('no bucket'));
    const store = { versions: away, read: away, write: away, add: away, has: away, remove: away };
    const shells = new EarlierShells({ folder: shellWith(first, 'first()'), store, secret, log });
    await shells.keep();
    expect(await shells.look(`assets/${second}`)).toBeUndefined();
    expect(log.warn).toHaveBeenCalledTimes(2);
  });
});

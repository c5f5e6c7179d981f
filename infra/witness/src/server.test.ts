import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWitness, type RunningWitness } from './server.ts';

const token = 'a-token-of-the-witness';
const tokens = `all=${token},trips=the-token-of-trips,media=the=token=of=media,ops=the-token-of-the-backup`;

describe('the witness over HTTP', () => {
  let folder: string;
  let witness: RunningWitness;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'witness-'));
    witness = await createWitness({ PORT: '0', DATA_DIR: folder, WITNESS_TOKENS: tokens, LOG_LEVEL: 'silent' });
  });
  afterAll(async () => {
    await witness.close();
    rmSync(folder, { recursive: true });
  });
  const call = (path: string, init: RequestInit = {}) => fetch(`${witness.url}${path}`, { headers: { authorization: `Bearer ${token}` }, ...init });

  it('answers health checks to everyone, and everything else only with its token', async () => {
    expect((await call('/health/live', { headers: {} })).status).toBe(200);
    expect((await call('/health/ready', { headers: {} })).status).toBe(200);
    for (const authorization of ['', 'Bearer wrong', token, `Bearer ${token}x`])
      for (const path of ['/v1/logs/portal.books/heads', '/v1/logs/portal.books/heads/latest', '/metrics'])
        expect((await call(path, { headers: { authorization } })).status).toBe(401);
  });

  it('takes from an area the heads of its own log alone, and lets the process that backs up read all of them', async () => {
    const answers = async (bearer: string): Promise<number[]> => {
      const headers = { authorization: `Bearer ${bearer}` };
      const made = ['portal.trips', 'portal.media'].flatMap((log) => [
        call(`/v1/logs/${log}/heads`, { headers }),
        call(`/v1/logs/${log}/heads`, { headers, method: 'POST', body: '{}' }),
      ]);
      return (await Promise.all(made)).map(({ status }) => status);
    };
    expect(await answers('the-token-of-trips')).toEqual([200, 409, 403, 403]);
    expect(await answers('the=token=of=media')).toEqual([403, 403, 200, 409]);
    expect(await answers('the-token-of-the-backup')).toEqual([200, 403, 200, 403]);
    expect(await answers(token)).toEqual([200, 409, 200, 409]);
  });

  it('treats an unknown log as empty', async () => {
    expect(await (await call('/v1/logs/portal.books/heads')).json()).toEqual({ heads: [], restored: [] });
    expect(await (await call('/v1/logs/portal.books/heads/latest')).json()).toEqual({ head: null });
  });

  it.each([
    ['GET', '/v1/logs/..%2fportal.books/heads', 404],
    ['GET', '/v1/logs/portal/heads', 404],
    ['GET', '/', 404],
    ['DELETE', '/v1/logs/portal.books/heads', 405],
    ['POST', '/v1/logs/portal.books/heads/latest', 405],
  ])('%s %s is %i', async (method, path, status) => expect((await call(path, { method })).status).toBe(status));

  it.each([
    ['no JSON', 'x', 400],
    ['JSON that is no object', '1', 400],
    ['100 kB', JSON.stringify({ proof: 'x'.repeat(100_000) }), 400],
    ['an object that is no head', '{}', 409],
  ])('answers %s with a refusal', async (_what, body, status) => {
    const answer = await call('/v1/logs/portal.books/heads', { method: 'POST', body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ message: expect.any(String) });
  });

  it('does not start in production with the token of development', async () => {
    const start = (env: Record<string, string>) => createWitness({ NODE_ENV: 'production', DATA_DIR: folder, PORT: '0', ...env });
    await expect(start({})).rejects.toThrow('WITNESS_TOKENS is not set');
    for (const wrong of ['trips=short', token, `trips=${token},media=short`])
      await expect(start({ WITNESS_TOKENS: wrong })).rejects.toThrow('at least 16 characters');
  });
});

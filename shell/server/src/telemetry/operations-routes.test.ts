import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import { canary, publish, rollback } from '@portal/remotes';
import { aBuild, aDeployment } from '@portal/remotes/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { openRemotes } from '../page/remotes.ts';
import { sendProblem } from '../problems.ts';
import { FileSessionStore } from '../session/file-store.ts';
import { cookieName, SessionGuard } from '../session/guard.ts';
import { SignInProvider } from '../session/provider.ts';
import { Sessions } from '../session/sessions.ts';
import { gatewaySettings } from '../settings.ts';
import { knownAreas } from './known-areas.ts';
import { operationsRoutes } from './operations-routes.ts';
import { shell, Telemetry } from './telemetry.ts';

const [one, two] = ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb'];

describe('GET /operations/areas', () => {
  let folder: string;
  let app: FastifyInstance;
  let kept: FileSessionStore;
  let sessions: Sessions;
  let telemetry: Telemetry;
  let remotes: Awaited<ReturnType<typeof openRemotes>>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-operations-'));
    const settings = gatewaySettings({ DATA_DIR: join(folder, 'data'), REMOTES_DIR: folder });
    kept = new FileSessionStore(join(folder, 'sessions.json'));
    sessions = new Sessions(kept, new SignInProvider(settings), settings);
    telemetry = new Telemetry();
    app = Fastify();
    app.setErrorHandler(sendProblem);
    app.decorateRequest('portalSession', null);
    await app.register(cookie);
    remotes = await openRemotes(settings, app.log, telemetry);
    const guard = new SessionGuard(sessions, settings.publicUrl);
    await app.register(operationsRoutes, { guard, areas: { require: () => undefined }, registry: remotes.registry, store: remotes.store, telemetry });
  });

  afterEach(async () => {
    await app.close();
    await kept.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The response to a user with these roles; without roles, to an anonymous caller. */
  async function ask(...roles: string[]) {
    const id = roles.length ? await sessions.begin({ accessToken: 'token', accessExpiresAt: Date.now() + 3_600_000, claims: { sub: 'ana', roles } }) : '';
    return app.inject({ url: '/operations/areas', cookies: { [cookieName('session', gatewaySettings({}).publicUrl)]: id } });
  }

  it('tells who is not signed in to sign in', async () => {
    const answer = await ask();
    expect(answer.statusCode).toBe(401);
    expect(answer.json().errors).toMatchObject([{ code: 'UNAUTHENTICATED' }]);
  });

  it('tells nothing to officers who deploy nothing', async () => {
    const answer = await ask('triptic-trip-read', 'audit-read');
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toContain('areas"');
  });

  it('tells operators what is deployed, since when, by whom and why, and how it fares', async () => {
    const world = aDeployment(remotes.store, folder);
    await publish({ ...world, area: 'mf-trips', dir: await aBuild({ version: one }), why: 'first' });
    await publish({ ...world, area: 'mf-trips', dir: await aBuild({ version: two, code: 'var x=2;' }), why: 'longer comment' });
    await rollback({ ...world, area: 'mf-trips', why: 'the comment is cut off' });
    await canary({ ...world, area: 'mf-trips', version: two, share: 10, why: 'again' });
    telemetry.know(knownAreas(await remotes.registry.current()));
    const [stable, tried] = [one, two].map((version) => ({ area: 'mf-trips', version }));
    telemetry.record([
      { kind: 'load', ...stable },
      { kind: 'load', ...stable, failed: 'integrity' },
      { kind: 'load', ...tried, failed: 'timeout' },
      { kind: 'error', area: shell.name, version: shell.version, name: 'TypeError' },
      { kind: 'vital', area: shell.name, version: shell.version, metric: 'CLS', value: 0, prefix: '/' },
    ]);

    const answer = await ask('remotes-admin');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      notice: null,
      shell: { area: 'shell', version: 'current', loads: 0, failures: 0, stages: {}, errors: 1, vitals: { CLS: expect.closeTo(0.00075) } },
      areas: [
        {
          name: 'mf-trips',
          title: { en: 'Trips', pt: 'Viagens' },
          version: one,
          since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          by: 'test',
          why: 'the comment is cut off',
          canary: { version: two, share: 10 },
          versions: [
            { ...stable, loads: 2, failures: 1, stages: { integrity: 1 }, errors: 0, vitals: {} },
            { ...tried, loads: 1, failures: 1, stages: { timeout: 1 }, errors: 0, vitals: {} },
          ],
        },
      ],
    });
  });

  it('says that nothing is deployed and that no page has reported', async () => {
    expect((await ask('remotes-admin')).json()).toEqual({ notice: expect.any(String), shell: null, areas: [] });
  });
});

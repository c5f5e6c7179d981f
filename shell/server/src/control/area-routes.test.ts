import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import { canary, type Decision, publish, type Registry as RegistryFile, rollback, signOrder } from '@portal/remotes';
import { aBuild, aDeployment, writeRegistry } from '@portal/remotes/testing';
import { until, workingTime } from '@portal/service-kit/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { openRemotes } from '../page/remotes.ts';
import { sendProblem } from '../problems.ts';
import { FileSessionStore } from '../session/file-store.ts';
import { cookieName, SessionGuard } from '../session/guard.ts';
import { SignInProvider } from '../session/provider.ts';
import { Sessions } from '../session/sessions.ts';
import { gatewaySettings } from '../settings.ts';
import { knownAreas } from '../telemetry/known-areas.ts';
import { shell, Telemetry } from '../telemetry/telemetry.ts';
import { areaRoutes } from './area-routes.ts';
import type { AreaDecision } from './audit-report.ts';
import { orderKey } from './orders-in-force.ts';

/** A time in the form of all responses: UTC, without a time zone. */
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const [one, two, three] = ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb', '1.0.0-cccccccc'];

/** Starts a gateway on a store, with a data folder of its own. */
async function aGateway(remotesDir: string, dataDir: string, more: Record<string, string> = {}) {
  const settings = gatewaySettings({ DATA_DIR: dataDir, REMOTES_DIR: remotesDir, ...more });
  const kept = new FileSessionStore(join(dataDir, 'sessions.json'));
  const sessions = new Sessions(kept, new SignInProvider(settings), settings);
  const telemetry = new Telemetry();
  const app: FastifyInstance = Fastify();
  app.setErrorHandler((error: Error, request, reply) => sendProblem(error as never, request, reply));
  app.decorateRequest('portalSession', null);
  await app.register(cookie);
  const remotes = await openRemotes(settings, app.log, telemetry);
  const guard = new SessionGuard(sessions, settings.publicUrl);
  const audited: AreaDecision[] = [];
  await app.register(areaRoutes, {
    settings,
    guard,
    areas: { require: () => undefined },
    registry: remotes.registry,
    store: remotes.store,
    trust: remotes.trust,
    lastHour: async () => telemetry.lastHour(),
    kit: async () => 2,
    audit: (_request, decision) => audited.push(decision),
  });
  const session = cookieName('session', settings.publicUrl);

  /** Signs in a person with these roles. Without a name the caller is anonymous. */
  const person = (sub: string, ...roles: string[]) => personBy({}, sub, ...roles);

  /** Signs in a person with an access token that has these claims. */
  async function personBy(claims: object, sub: string, ...roles: string[]) {
    const accessToken = `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
    const id = sub ? await sessions.begin({ accessToken, accessExpiresAt: Date.now() + 3_600_000, claims: { sub, name: sub, roles } }) : '';
    const token = (sub && (await sessions.find(id, false))?.csrfToken) || '';
    const read = (url: string) => app.inject({ url, cookies: { [session]: id } });
    const state = async (area: string) => (await read(`/operations/areas/${area}`)).json().state as string;
    return {
      read,
      state,
      /** Sends a decision. It is based on what is in force at this moment, unless `body` says otherwise. */
      decide: async (area: string, action: string, body: Record<string, unknown> = {}, headers: Record<string, string> = { 'x-csrf-token': token }) =>
        app.inject({
          method: 'POST',
          url: `/operations/areas/${area}/actions/${action}`,
          cookies: { [session]: id },
          headers,
          payload: { why: 'because', ...(sub && roles.includes('remotes-admin') ? { state: await state(area) } : {}), ...body },
        }),
    };
  }

  return {
    remotes,
    telemetry,
    audited,
    person,
    personBy,
    close: async () => {
      await app.close();
      await kept.close();
    },
  };
}

describe('areas in the control room', () => {
  let folder: string;
  let gateways: Awaited<ReturnType<typeof aGateway>>[];
  let world: ReturnType<typeof aDeployment>;

  const open = async (data = 'data', more: Record<string, string> = {}) => {
    const gateway = await aGateway(folder, join(folder, '.gateways', data), more);
    gateways.push(gateway);
    return gateway;
  };
  const trips = (version: string) => aBuild({ version, code: `var v="${version}"` });
  const release = async (version: string) => publish({ ...world, area: 'mf-trips', dir: await trips(version), why: `release ${version}` });
  const served = async ({ remotes }: (typeof gateways)[number]) => (await remotes.registry.current()).document.areas[0];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-operations-'));
    gateways = [];
    world = aDeployment(undefined, folder);
  });

  afterEach(async () => {
    for (const gateway of gateways) await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('rights', () => {
    it('tells who is not signed in to sign in, and lets nobody but operators read or decide', async () => {
      await release(one);
      const gateway = await open();
      const [nobody, officer] = [await gateway.person(''), await gateway.person('bia', 'triptic-trip-read', 'audit-read', 'jobs-admin')];
      for (const address of ['/operations/areas', '/operations/areas/mf-trips', `/operations/areas/mf-trips/diff?from=${one}&to=${one}`]) {
        expect((await nobody.read(address)).statusCode).toBe(401);
        const refused = await officer.read(address);
        expect(refused.statusCode).toBe(403);
        expect(refused.body).not.toContain(one);
      }
      for (const action of ['stop', 'resume', 'canary', 'promote', 'abort', 'rollback', 'confirm', 'refuse']) {
        expect((await nobody.decide('mf-trips', action)).statusCode).toBe(401);
        expect((await officer.decide('mf-trips', action)).statusCode).toBe(403);
      }
      expect(await served(gateway)).not.toHaveProperty('stopped');
      expect(gateway.audited).toEqual([]);
    });

    it('takes a decision only with the token of the session, a reason, a known action and a deployed area', async () => {
      await release(one);
      const gateway = await open();
      const ana = await gateway.person('ana', 'remotes-admin');
      expect((await ana.decide('mf-trips', 'stop', {}, {})).statusCode).toBe(403);
      for (const [why, code] of [
        [' ', 'REQUIRED'],
        ['\u200b', 'REQUIRED'],
        ['paid\u202e000,5', 'TEXT'],
        ['x'.repeat(501), 'MAX_LENGTH'],
      ] as const) {
        const answer = await ana.decide('mf-trips', 'stop', { why });
        expect([answer.statusCode, answer.json().errors]).toEqual([422, [expect.objectContaining({ code, field: 'why' })]]);
      }
      expect((await ana.decide('mf-trips', 'publish')).statusCode).toBe(404);
      expect((await ana.decide('mf-none', 'stop')).statusCode).toBe(404);
      expect(await served(gateway)).not.toHaveProperty('stopped');
    });
  });

  it('tells operators what is deployed, since when, by whom and why, and how it fares', async () => {
    const { remotes, telemetry, person } = await open();
    await release(one);
    await release(two);
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
    const answer = await (await person('ana', 'remotes-admin')).read('/operations/areas');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      notice: null,
      secondPerson: [],
      shell: { area: 'shell', version: 'current', loads: 0, failures: 0, stages: {}, errors: 1, vitals: { CLS: expect.closeTo(0.00075) } },
      areas: [
        {
          name: 'mf-trips',
          title: { en: 'Trips', pt: 'Viagens' },
          version: one,
          since: expect.stringMatching(utc),
          by: 'test',
          why: 'the comment is cut off',
          canary: { version: two, share: 10 },
          published: null,
          stopped: null,
          request: null,
          state: expect.stringMatching(/^0-\d+$/),
          versions: [
            { ...stable, loads: 2, failures: 1, stages: { integrity: 1 }, errors: 0, vitals: {} },
            { ...tried, loads: 1, failures: 1, stages: { timeout: 1 }, errors: 0, vitals: {} },
          ],
        },
      ],
    });
  });

  it('says that nothing is deployed and that no page has reported', async () => {
    const { person } = await open();
    expect((await (await person('ana', 'remotes-admin')).read('/operations/areas')).json()).toEqual({
      notice: expect.any(String),
      secondPerson: [],
      shell: null,
      areas: [],
    });
  });

  describe('an emergency stop', () => {
    it('takes the files from the registry, and is in the history and the audit log with its reason', async () => {
      await release(one);
      const gateway = await open();
      const ana = await gateway.person('ana', 'remotes-admin');
      const answer = await ana.decide('mf-trips', 'stop', { why: 'wrong fees' });
      expect(answer.json()).toMatchObject({ stopped: { by: 'ana', why: 'wrong fees', at: expect.stringMatching(utc) } });
      expect(await served(gateway)).toMatchObject({ name: 'mf-trips', prefixes: ['/triptic'], stopped: expect.stringMatching(utc), entry: '', integrity: {} });
      expect(await served(gateway)).not.toHaveProperty('screens');
      expect((await ana.decide('mf-trips', 'stop')).json().errors[0].code).toBe('ACTION_NOT_ALLOWED');
      await ana.decide('mf-trips', 'resume', { why: 'fees are right' });
      expect(await served(gateway)).toMatchObject({ version: one, entry: expect.stringContaining(one) });
      const { history } = (await ana.read('/operations/areas/mf-trips')).json();
      expect(history).toMatchObject([
        { action: 'resume', by: 'ana', why: 'fees are right' },
        { action: 'stop', by: 'ana', why: 'wrong fees', version: one },
        { action: 'publish', by: 'test' },
      ]);
      expect(gateway.audited).toMatchObject([
        { area: 'mf-trips', action: 'stop', why: 'wrong fees', version: one },
        { area: 'mf-trips', action: 'resume', why: 'fees are right' },
      ]);
    });

    it('works without a look at what is in force, whatever has changed', async () => {
      await release(one);
      const gateway = await open();
      const ana = await gateway.person('ana', 'remotes-admin');
      expect((await ana.decide('mf-trips', 'stop', { state: undefined })).statusCode).toBe(200);
      expect((await ana.decide('mf-trips', 'resume', { state: undefined })).json().errors[0].code).toBe('STALE_VERSION');
    });

    it('holds on every gateway of the store, after a restart, and when a new version is published', async () => {
      await release(one);
      const [first, second] = [await open('one'), await open('two')];
      expect(await served(second)).not.toHaveProperty('stopped');
      await (await first.person('ana', 'remotes-admin')).decide('mf-trips', 'stop');
      expect(await served(second)).toHaveProperty('stopped');
      await release(two);
      expect(await served(first)).toMatchObject({ version: two, stopped: expect.any(String) });
      expect(await served(await open('one'))).toHaveProperty('stopped');
      // A gateway that starts for the first time learns of the stop from the store.
      expect(await served(await open('three'))).toHaveProperty('stopped');
      await (await second.person('bia', 'remotes-admin')).decide('mf-trips', 'resume');
      for (const gateway of gateways) expect(await served(gateway)).toMatchObject({ version: two, entry: expect.stringContaining(two) });
    });

    it('tells those who listen within a second, also on a gateway that did not get the call', async () => {
      await release(one);
      const [first, second] = [await open('one'), await open('two')];
      await served(second);
      const ana = await first.person('ana', 'remotes-admin');
      const passed = workingTime();
      const heard = new Promise<{ stopped: string[]; ms: number }>((resolve) => {
        second.remotes.registry.listen((stopped) => resolve({ stopped, ms: passed() }));
      });
      await ana.decide('mf-trips', 'stop');
      expect((await heard).stopped).toEqual(['mf-trips']);
      expect((await heard).ms).toBeLessThan(3_000);
    });
  });

  describe('versions', () => {
    const deployedTwo = async (more?: Record<string, string>) => {
      await release(one);
      await release(two);
      const gateway = await open('data', more);
      return { gateway, ana: await gateway.person('ana', 'remotes-admin'), bia: await gateway.person('bia', 'remotes-admin') };
    };

    it('are rolled back without the key of the team, until it publishes a newer one', async () => {
      const { gateway, ana } = await deployedTwo();
      const answer = await ana.decide('mf-trips', 'rollback', { version: one, why: 'blank page' });
      expect(answer.json()).toMatchObject({ version: one, published: two, why: 'blank page', by: 'ana' });
      expect(await served(gateway)).toMatchObject({ version: one, entry: `/remotes/mf-trips/${one}/remoteEntry.11112222.js` });
      expect(await served(await open('another'))).toMatchObject({ version: one });
      await release(three);
      expect(await served(gateway)).toMatchObject({ version: three });
      const { history, versions } = (await ana.read('/operations/areas/mf-trips')).json();
      for (const { at } of history) expect(at).toMatch(utc);
      for (const { publishedAt } of versions) expect(publishedAt).toMatch(utc);
      const spans = versions.flatMap(({ inForce }: { inForce: { from: string; until: string | null }[] }) => inForce);
      for (const at of spans.flatMap(({ from, until }: { from: string; until: string | null }) => [from, ...(until ? [until] : [])])) expect(at).toMatch(utc);
      expect(history.map(({ action, version, from }: Record<string, string>) => [action, version, from])).toEqual([
        ['publish', three, one],
        ['rollback', one, two],
        ['publish', two, one],
        ['publish', one, null],
      ]);
      expect(
        versions.map(({ version, inForce }: { version: string; inForce: { until: string | null }[] }) => [version, inForce.map(({ until }) => until !== null)]),
      ).toEqual([
        [three, [false]],
        [two, [true]],
        [one, [true, true]],
      ]);
    });

    it('go to some visitors, to more, to all, or to nobody any more', async () => {
      const { gateway, ana } = await deployedTwo();
      const tried = async () => (await gateway.remotes.registry.current()).canaries.map(({ version, share }) => [version, share]);
      expect((await ana.decide('mf-trips', 'canary', { version: one, share: 7 })).json().errors[0]).toMatchObject({ code: 'CHOICE', field: 'share' });
      await ana.decide('mf-trips', 'canary', { version: one, share: 10 });
      expect(await tried()).toEqual([[one, 10]]);
      await ana.decide('mf-trips', 'canary', { share: 50 });
      expect(await tried()).toEqual([[one, 50]]);
      await ana.decide('mf-trips', 'abort');
      expect(await tried()).toEqual([]);
      expect((await ana.decide('mf-trips', 'promote')).json().errors[0].code).toBe('ACTION_NOT_ALLOWED');
      await ana.decide('mf-trips', 'canary', { version: one, share: 1 });
      await ana.decide('mf-trips', 'promote');
      expect(await served(gateway)).toMatchObject({ version: one });
      expect(await tried()).toEqual([]);
      // Going back to the version that the team has published removes the operator's choice.
      await ana.decide('mf-trips', 'rollback', { version: two });
      expect((await ana.read('/operations/areas/mf-trips')).json()).toMatchObject({ version: two, published: null });
      expect((await ana.decide('mf-trips', 'rollback', { version: two })).json().errors[0].code).toBe('ACTION_NOT_ALLOWED');
    });

    it('end the canary that the team has begun', async () => {
      const { gateway, ana } = await deployedTwo();
      await canary({ ...world, area: 'mf-trips', version: one, share: 10 });
      expect((await gateway.remotes.registry.current()).canaries).toHaveLength(1);
      await ana.decide('mf-trips', 'abort');
      expect((await gateway.remotes.registry.current()).canaries).toHaveLength(0);
      await canary({ ...world, area: 'mf-trips', version: one, share: 50 });
      expect((await gateway.remotes.registry.current()).canaries).toHaveLength(1);
      await ana.decide('mf-trips', 'promote');
      expect(await served(gateway)).toMatchObject({ version: one });
    });

    it('are refused where somebody has changed them in the store, where they are not there, or where their key is not trusted', async () => {
      const { gateway, ana } = await deployedTwo();
      expect((await ana.decide('mf-trips', 'rollback', { version: '9.9.9' })).statusCode).toBe(404);
      expect((await ana.decide('mf-trips', 'rollback', { version: '../mf-trips' })).statusCode).toBe(404);
      writeFileSync(join(folder, 'mf-trips', one, 'remoteEntry.11112222.js'), 'evil()');
      const changed = await ana.decide('mf-trips', 'rollback', { version: one });
      expect(changed.statusCode).toBe(422);
      expect(changed.json().errors[0].message).toContain('has been changed since it was published');
      const manifest = join(folder, 'mf-trips', one, 'remote.json');
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"/triptic"', '"/evil"'));
      expect((await ana.decide('mf-trips', 'rollback', { version: one })).json().errors[0].message).toContain('no signature');
      expect(await served(gateway)).toMatchObject({ version: two });
    });

    it('are compared: sizes, files, addresses, menu and roles', async () => {
      const { ana } = await deployedTwo();
      const menu = [{ path: '/triptic/new', title: { en: 'New', pt: 'Nova' }, audience: 'staff', roles: ['triptic-trip-submit'] }];
      await publish({
        ...world,
        area: 'mf-trips',
        dir: await aBuild({ version: three, code: 'var w=3;', area: { menu, prefixes: ['/triptic', '/vehicles'] } }),
      });
      const diff = (await ana.read(`/operations/areas/mf-trips/diff?from=${one}&to=${three}`)).json();
      expect(diff).toMatchObject({
        prefixes: { added: ['/vehicles'], removed: [] },
        menu: { added: [{ path: '/triptic/new', roles: ['triptic-trip-submit'] }], removed: [{ path: '/triptic/trip' }] },
        roles: { added: ['triptic-trip-submit'], removed: ['triptic-trip-read'] },
        size: { before: expect.any(Number), after: expect.any(Number) },
      });
      expect(diff.files.changed.map(({ file }: { file: string }) => file)).toContain('remoteEntry.js');
      expect((await ana.read(`/operations/areas/mf-trips/diff?from=${one}&to=../${one}`)).statusCode).toBe(404);
    });

    it('are not chosen from an old look', async () => {
      const { ana, bia } = await deployedTwo();
      const seen = await ana.state('mf-trips');
      await bia.decide('mf-trips', 'rollback', { version: one });
      expect((await ana.decide('mf-trips', 'canary', { version: two, share: 10, state: seen })).json().errors[0].code).toBe('STALE_VERSION');
    });
  });

  describe('with a second person', () => {
    const four = { REMOTES_SECOND_PERSON: 'rollback,stop' };
    const begun = async () => {
      await release(one);
      await release(two);
      const gateway = await open('data', four);
      return { gateway, ana: await gateway.person('ana', 'remotes-admin'), bia: await gateway.person('bia', 'remotes-admin') };
    };

    it('waits for another person, whom neither a repetition nor oneself replaces', async () => {
      const { gateway, ana, bia } = await begun();
      const asking = await ana.decide('mf-trips', 'rollback', { version: one, why: 'blank page' });
      expect(asking.json()).toMatchObject({
        version: two,
        request: { action: 'rollback', version: one, why: 'blank page', by: 'ana', own: true, at: expect.stringMatching(utc) },
      });
      expect(await served(gateway)).toMatchObject({ version: two });
      const alone = await ana.decide('mf-trips', 'confirm');
      expect([alone.statusCode, alone.json().errors[0].code]).toEqual([403, 'FOUR_EYES']);
      expect((await ana.decide('mf-trips', 'rollback', { version: one })).json().errors[0].code).toBe('ACTION_NOT_ALLOWED');
      expect(await served(gateway)).toMatchObject({ version: two });
      expect((await bia.decide('mf-trips', 'confirm')).json()).toMatchObject({ version: one, request: null });
      const { history } = (await bia.read('/operations/areas/mf-trips')).json();
      expect(history.slice(0, 2)).toMatchObject([
        { action: 'rollback', version: one, why: 'blank page', by: 'ana', confirmedBy: 'bia' },
        { action: 'request', asked: 'rollback', version: one, by: 'ana' },
      ]);
      expect((await bia.decide('mf-trips', 'confirm')).json().errors[0].code).toBe('ACTION_NOT_ALLOWED');
      expect(gateway.audited.map(({ action, confirmedBy }) => [action, confirmedBy])).toEqual([
        ['request', undefined],
        ['rollback', 'bia'],
      ]);
    });

    it('is confirmed only by somebody who has just signed in with a second factor, where the portal demands that of decisions of two', async () => {
      await release(one);
      await release(two);
      const gateway = await open('data', { ...four, STEP_UP_ACR: '2', STEP_UP_MINUTES: '15' });
      const now = Math.floor(Date.now() / 1000);
      const ana = await gateway.person('ana', 'remotes-admin');
      await ana.decide('mf-trips', 'rollback', { version: one });
      expect((await ana.decide('mf-trips', 'confirm')).json().errors[0].code).toBe('FOUR_EYES');
      for (const claims of [{}, { acr: '1', auth_time: now }, { acr: '2', auth_time: now - 3_600 }]) {
        const refused = await (await gateway.personBy(claims, 'bia', 'remotes-admin')).decide('mf-trips', 'confirm');
        expect([refused.statusCode, refused.json().errors[0].code]).toEqual([401, 'STEP_UP_REQUIRED']);
        expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_user_authentication", acr_values="2", max_age=900');
        expect(await served(gateway)).toMatchObject({ version: two });
      }
      const bia = await gateway.personBy({ acr: '2', auth_time: now }, 'bia', 'remotes-admin');
      expect((await bia.decide('mf-trips', 'confirm')).json()).toMatchObject({ version: one, request: null });
      // A decision of one person does not wait for it, so that a stop is possible at once.
      expect((await ana.decide('mf-trips', 'canary', { version: two, share: 10 })).statusCode).toBe(200);
    });

    it('can be refused, and is confirmed only as it was seen', async () => {
      const { gateway, ana, bia } = await begun();
      await ana.decide('mf-trips', 'stop', { why: 'too slow' });
      const seen = await bia.state('mf-trips');
      await bia.decide('mf-trips', 'refuse', { why: 'it is not' });
      await ana.decide('mf-trips', 'rollback', { version: one });
      expect((await bia.decide('mf-trips', 'confirm', { state: seen })).json().errors[0].code).toBe('STALE_VERSION');
      expect(await served(gateway)).toMatchObject({ version: two });
      expect((await bia.read('/operations/areas/mf-trips')).json().history).toMatchObject([
        { action: 'request' },
        { action: 'refusal', asked: 'stop', by: 'bia', why: 'it is not' },
        { action: 'request', asked: 'stop' },
        {},
        {},
      ]);
    });

    it('needs none for what the setting does not name, and a request does not outlive what has changed since', async () => {
      const { gateway, ana, bia } = await begun();
      await ana.decide('mf-trips', 'rollback', { version: one });
      await bia.decide('mf-trips', 'canary', { version: one, share: 10 });
      expect((await gateway.remotes.registry.current()).canaries).toHaveLength(1);
      expect((await bia.decide('mf-trips', 'confirm')).json().errors[0].code).toBe('ACTION_NOT_ALLOWED');
    });
  });

  describe('somebody who can write to the store', () => {
    const text = () => readFileSync(join(folder, 'remotes.json'), 'utf8');
    const put = (change: (registry: RegistryFile) => void) => {
      const registry = JSON.parse(text()) as RegistryFile;
      change(registry);
      writeRegistry(folder, JSON.stringify({ ...registry, generation: registry.generation + 1 }));
    };

    it('cannot put an older order back, nor remove one: what operators have decided stays, and is put back', async () => {
      await release(one);
      const gateway = await open();
      const ana = await gateway.person('ana', 'remotes-admin');
      await ana.decide('mf-trips', 'stop');
      await ana.decide('mf-trips', 'resume');
      const running = text();
      await ana.decide('mf-trips', 'stop');
      writeRegistry(folder, running);
      expect(await served(gateway)).toHaveProperty('stopped');
      expect((await gateway.remotes.registry.current()).document.notice).toContain('somebody has put it back');
      // The gateway has written the order into the store again, so that even a new gateway follows it.
      await until(() => text() !== running);
      expect(await served(await open('new'))).toHaveProperty('stopped');
      expect((await ana.read('/operations/areas/mf-trips')).json().history[0]).toMatchObject({ action: 'restore', by: 'gateway' });
    });

    it('cannot make an order, nor change one', async () => {
      await release(one);
      await release(two);
      const gateway = await open();
      const decision: Decision = { action: 'stop', at: new Date().toISOString(), by: 'eve', why: 'x', person: 'eve' };
      const made = { area: 'mf-trips', sequence: Date.now() + 1_000, over: Date.now() + 1_000, stable: one, stopped: decision };
      put((registry) => {
        registry.orders = [signOrder(made, orderKey('another secret of sixteen'))];
      });
      expect(await served(gateway)).toMatchObject({ version: two });
      expect(await served(gateway)).not.toHaveProperty('stopped');
      await (await gateway.person('ana', 'remotes-admin')).decide('mf-trips', 'canary', { version: one, share: 1 });
      put((registry) => {
        const [order] = registry.orders ?? [];
        if (order?.canary) order.canary.share = 50;
      });
      const state = await gateway.remotes.registry.current();
      expect(state.canaries).toMatchObject([{ version: one, share: 1 }]);
      expect(state.document.notice).toContain('no gateway of this portal has made');
    });

    it('cannot use an order to bring back an older entry of the team', async () => {
      await release(one);
      const old = text();
      await release(two);
      const gateway = await open();
      await served(gateway);
      await (await gateway.person('ana', 'remotes-admin')).decide('mf-trips', 'stop');
      const [order] = (JSON.parse(text()) as RegistryFile).orders ?? [];
      writeRegistry(folder, JSON.stringify({ ...JSON.parse(old), generation: 99, orders: [order] }));
      expect(await served(gateway)).toMatchObject({ version: two, stopped: expect.any(String) });
    });
  });

  it('keeps orders through a change of the secret, for a gateway that knew them', async () => {
    await release(one);
    const before = await open('data', { SESSION_SECRET: 'the first secret of all' });
    await (await before.person('ana', 'remotes-admin')).decide('mf-trips', 'stop');
    const after = await open('data', { SESSION_SECRET: 'the second secret of all' });
    expect(await served(after)).toHaveProperty('stopped');
  });

  it('keeps a chosen version while the store cannot be read', async () => {
    await release(one);
    await release(two);
    const gateway = await open();
    await (await gateway.person('ana', 'remotes-admin')).decide('mf-trips', 'rollback', { version: one });
    rmSync(join(folder, 'mf-trips', one), { recursive: true });
    expect(await served(await open())).toMatchObject({ version: one });
  });
});

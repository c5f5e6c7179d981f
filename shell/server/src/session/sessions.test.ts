import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRedis } from '@portal/service-kit/redis';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import { gatewaySettings } from '../settings.ts';
import { FileSessionStore } from './file-store.ts';
import { cookieName, SessionGuard } from './guard.ts';
import { SignInProvider, type Tokens } from './provider.ts';
import { RedisSessionStore } from './redis-store.ts';
import { Sessions } from './sessions.ts';

const MINUTE = 60_000;
const redisUrl = process.env.TEST_REDIS_URL;

describe('a session', () => {
  const settings = gatewaySettings({});
  let folder: string;
  let store: FileSessionStore;
  let provider: SignInProvider;
  let sessions: Sessions;
  let now: number;

  const tokens = (claims: Record<string, unknown> = {}): Tokens => ({
    accessToken: 'token',
    accessExpiresAt: now + 24 * 60 * MINUTE,
    claims: { sub: 'ana', name: 'Ana', roles: ['reader'], ...claims },
  });
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  const subOf = async (id: string) => (await sessions.find(id))?.user.sub;

  beforeEach(() => {
    now = Date.now();
    folder = mkdtempSync(join(tmpdir(), 'portal-sessions-'));
    store = new FileSessionStore(join(folder, 'sessions.json'));
    provider = new SignInProvider(settings);
    sessions = new Sessions(store, provider, settings, () => now);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('begins under an id of 256 bits that nobody chose', async () => {
    const [one, other] = [await sessions.begin(tokens()), await sessions.begin(tokens())];
    expect(one).toMatch(/^[\w-]{43}$/);
    expect(other).not.toBe(one);
    expect(await subOf(one)).toBe('ana');
    expect(await subOf('planted')).toBeUndefined();
  });

  it('ends after half an hour without a call, and not while there are calls', async () => {
    let id = await sessions.begin(tokens());
    for (let i = 0; i < 4; i++) {
      pass(14 * MINUTE);
      const session = await sessions.find(id);
      expect(session?.user.sub).toBe('ana');
      id = session?.nextId ?? id;
    }
    pass(31 * MINUTE);
    expect(await subOf(id)).toBeUndefined();
  });

  it('is not put off by what a page asks by itself', async () => {
    const id = await sessions.begin(tokens());
    const guard = new SessionGuard(sessions, settings.publicUrl);
    const whoAsks = async (headers: object): Promise<string | undefined> => {
      const request = { headers, cookies: { [cookieName('session', settings.publicUrl)]: id } } as unknown as FastifyRequest;
      await guard.load(request, { setCookie: () => undefined, clearCookie: () => undefined } as unknown as FastifyReply);
      return request.portalSession?.user.sub;
    };
    pass(10 * MINUTE);
    expect(await whoAsks({})).toBe('ana');
    pass(29 * MINUTE);
    expect(await whoAsks({ 'x-background': '1' })).toBe('ana');
    pass(2 * MINUTE);
    expect(await whoAsks({ 'x-background': '1' })).toBeUndefined();
  });

  it('ends after eight hours, however busy', async () => {
    let id = await sessions.begin(tokens());
    for (let minutes = 0; minutes < 8 * 60 - 10; minutes += 10) {
      pass(10 * MINUTE);
      const session = await sessions.find(id);
      expect(session).toBeDefined();
      id = session?.nextId ?? id;
    }
    pass(11 * MINUTE);
    expect(await subOf(id)).toBeUndefined();
  });

  it('gets another id every quarter of an hour, with everything else as it was', async () => {
    const first = await sessions.begin(tokens());
    pass(14 * MINUTE);
    const before = await sessions.find(first);
    expect(before?.nextId).toBeUndefined();
    pass(2 * MINUTE);
    const session = await sessions.find(first);
    expect(session?.nextId).toMatch(/^[\w-]{43}$/);
    expect(session?.nextId).not.toBe(first);
    const after = await sessions.find(String(session?.nextId));
    expect([after?.csrfToken, after?.roles, after?.nextId]).toEqual([before?.csrfToken, ['reader'], undefined]);
  });

  it('takes the old id for a minute, for calls under way and answers that were lost, and then no more', async () => {
    const first = await sessions.begin(tokens());
    pass(16 * MINUTE);
    const answers = await Promise.all([sessions.find(first), sessions.find(first), sessions.find(first)]);
    expect(answers.map((session) => session?.user.sub)).toEqual(['ana', 'ana', 'ana']);
    pass(2_000);
    expect((await sessions.find(first))?.nextId).toBeUndefined();
    pass(20_000);
    const again = (await sessions.find(first))?.nextId;
    expect(await subOf(String(again))).toBe('ana');
  });

  it.each(redisUrl ? ['file', 'Redis'] : ['file'])('gives an id that was lost again to what a page asks by itself, with its records in %s', async (kind) => {
    const redis = kind === 'Redis' ? openRedis(String(redisUrl), {}) : undefined;
    const prefix = `${process.env.TEST_PREFIX ?? 'portal_t'}${randomBytes(4).toString('hex')}`;
    if (redis) sessions = new Sessions(new RedisSessionStore(redis, prefix), provider, settings, () => now);
    const first = await sessions.begin(tokens());
    pass(14 * MINUTE);
    const { seenAt } = (await sessions.find(first)) ?? {};
    pass(2 * MINUTE);
    // Only a call of the user replaces an id that has reached its age, and its answer is lost here.
    expect((await sessions.find(first, false))?.nextId).toBeUndefined();
    expect((await sessions.find(first))?.nextId).toBeDefined();
    pass(4_000);
    expect((await sessions.find(first, false))?.nextId).toBeUndefined();
    pass(16_000);
    const next = (await sessions.find(first, false))?.nextId;
    pass(2 * MINUTE);
    const found = await sessions.find(String(next), false);
    expect([found?.user.sub, found?.seenAt]).toEqual(['ana', Number(seenAt) + 2 * MINUTE]);
    if (redis) await Promise.all((await redis.keys(`${prefix}:*`)).map((key) => redis.del(key)));
    redis?.disconnect();
  });

  it('ends when an id comes back that was replaced more than a minute ago, and is told of as stolen', async () => {
    const stolen: string[] = [];
    sessions = new Sessions(
      store,
      provider,
      settings,
      () => now,
      ({ user }) => stolen.push(user.sub),
    );
    const first = await sessions.begin(tokens());
    pass(16 * MINUTE);
    const next = (await sessions.find(first))?.nextId;
    pass(20 * MINUTE);
    const later = (await sessions.find(String(next)))?.nextId;
    pass(20 * MINUTE);
    expect(await subOf(String(later))).toBe('ana');
    expect(stolen).toEqual([]);
    expect(await subOf(first)).toBeUndefined();
    expect(stolen).toEqual(['ana']);
    expect([await subOf(String(next)), await subOf(String(later))]).toEqual([undefined, undefined]);
    // Only the stolen session has ended. The user's next sign-in is valid.
    const again = await sessions.begin(tokens());
    expect([await subOf(first), await subOf(again)]).toEqual([undefined, 'ana']);
  });

  it('ends when the provider refuses its next token, as for an account that was closed', async () => {
    const id = await sessions.begin({ ...tokens(), refreshToken: 'r', accessExpiresAt: now + 5 * MINUTE });
    const refusal = new oidc.ResponseBodyError('refused', { cause: { error: 'invalid_grant' }, response: new Response(null, { status: 400 }) });
    provider.renew = () => Promise.reject(refusal);
    pass(4.6 * MINUTE);
    const session = await sessions.find(id);
    expect(session && (await sessions.withFreshToken(session))).toBeUndefined();
    expect(await subOf(id)).toBeUndefined();
  });

  it.each([
    ['1', '2,3', undefined],
    [undefined, '2,3', undefined],
    ['3', '2,3', ['reader']],
    ['1', 'none', ['reader']],
  ])('of an applicant who becomes staff after a sign-in with acr %s is renewed only if that is enough for staff (%s)', async (acr, enough, roles) => {
    sessions = new Sessions(store, provider, gatewaySettings({ OIDC_STAFF_ACR: enough }), () => now);
    const id = await sessions.begin({ ...tokens({ roles: [], acr }), refreshToken: 'r', accessExpiresAt: now + 5 * MINUTE });
    jest.spyOn(provider, 'renew').mockImplementation(async () => tokens({ acr }));
    pass(4.6 * MINUTE);
    const session = await sessions.find(id);
    expect((session && (await sessions.withFreshToken(session)))?.roles).toEqual(roles);
    expect((await sessions.find(id))?.roles).toEqual(roles);
  });

  it('of staff is renewed whatever the next token says about the sign-in', async () => {
    sessions = new Sessions(store, provider, gatewaySettings({ OIDC_STAFF_ACR: '2' }), () => now);
    const id = await sessions.begin({ ...tokens({ acr: '2' }), refreshToken: 'r', accessExpiresAt: now + 5 * MINUTE });
    jest.spyOn(provider, 'renew').mockImplementation(async () => tokens());
    pass(4.6 * MINUTE);
    const session = await sessions.find(id);
    expect((session && (await sessions.withFreshToken(session)))?.roles).toEqual(['reader']);
  });

  it('ends under all of its ids', async () => {
    const first = await sessions.begin(tokens());
    pass(16 * MINUTE);
    const session = await sessions.find(first);
    await sessions.end(session as NonNullable<typeof session>);
    expect([await subOf(first), await subOf(String(session?.nextId))]).toEqual([undefined, undefined]);
  });

  /** Runs some work right after the next call has read its session, before that call continues. */
  const meanwhile = (work: () => Promise<unknown>): void => {
    const get = store.get.bind(store);
    const reading = jest.spyOn(store, 'get').mockImplementation(async (key) => {
      const value = await get(key);
      if (!key.startsWith('id:')) {
        reading.mockRestore();
        await work();
      }
      return value;
    });
  };
  const shortLived = (): Promise<string> => sessions.begin({ ...tokens(), accessExpiresAt: now + 4 * MINUTE, refreshToken: 'first' });
  const renewing = () =>
    jest
      .spyOn(provider, 'renew')
      .mockImplementation(async (refreshToken) => ({ ...tokens(), accessToken: `after ${refreshToken}`, refreshToken: `${refreshToken} and next` }));

  it('stays ended when a call that was under way writes down that it was there', async () => {
    const id = await sessions.begin(tokens());
    pass(2 * MINUTE);
    meanwhile(async () => sessions.end((await sessions.find(id, false)) as NonNullable<Awaited<ReturnType<typeof sessions.find>>>));
    await sessions.find(id);
    expect(await subOf(id)).toBeUndefined();
  });

  it('keeps its new token when a call that was under way writes down that it was there', async () => {
    const id = await shortLived();
    renewing();
    pass(5 * MINUTE);
    const session = await sessions.find(id, false);
    meanwhile(() => sessions.withFreshToken(session as NonNullable<typeof session>));
    await sessions.find(id);
    expect((await sessions.find(id))?.accessToken).toBe('after first');
  });

  it('keeps the time a call was there when it is renewed at that moment, and stays ended', async () => {
    const id = await shortLived();
    pass(5 * MINUTE);
    const session = (await sessions.find(id, false)) as NonNullable<Awaited<ReturnType<typeof sessions.find>>>;
    renewing().mockImplementationOnce(async () => {
      await sessions.find(id);
      return { ...tokens(), accessToken: 'second', accessExpiresAt: now };
    });
    expect(await sessions.withFreshToken(session)).toMatchObject({ accessToken: 'second', seenAt: now });
    expect(await sessions.find(id)).toMatchObject({ accessToken: 'second', refreshToken: 'first', seenAt: now });
    renewing().mockImplementationOnce(async () => {
      await sessions.end(session);
      return tokens();
    });
    expect(await sessions.withFreshToken((await sessions.find(id)) as typeof session)).toBeUndefined();
    expect(await subOf(id)).toBeUndefined();
  });

  it('is renewed once by calls that found it at the same moment, however long each of them took', async () => {
    const id = await shortLived();
    const renewals = renewing();
    pass(5 * MINUTE);
    const found = await Promise.all([sessions.find(id), sessions.find(id)]);
    const given: (string | undefined)[] = [];
    for (const session of found) {
      given.push((await sessions.withFreshToken(session as NonNullable<typeof session>))?.accessToken);
    }
    expect(given).toEqual(['after first', 'after first']);
    expect(renewals).toHaveBeenCalledTimes(1);
  });

  describe('that two instances renew at the same moment', () => {
    let other: Sessions;
    let found: NonNullable<Awaited<ReturnType<Sessions['find']>>>[];
    beforeEach(async () => {
      other = new Sessions(store, provider, settings, () => now);
      const id = await shortLived();
      pass(5 * MINUTE);
      found = (await Promise.all([sessions.find(id), other.find(id)])) as typeof found;
    });

    it('is renewed once, and both instances have the new token', async () => {
      const used = new Set<string>();
      jest.spyOn(provider, 'renew').mockImplementation(async (refreshToken) => {
        if (used.has(refreshToken))
          throw new oidc.ResponseBodyError('refused', { cause: { error: 'invalid_grant' }, response: new Response(null, { status: 400 }) });
        used.add(refreshToken);
        // The answer takes a moment, so that the other instance asks meanwhile.
        await new Promise((done) => setTimeout(done, 300));
        return { ...tokens(), accessToken: `after ${refreshToken}`, refreshToken: `${refreshToken} and next` };
      });
      const given = await Promise.all([sessions.withFreshToken(found[0]), other.withFreshToken(found[1])]);
      expect(given.map((session) => session?.accessToken)).toEqual(['after first', 'after first']);
      expect(provider.renew).toHaveBeenCalledTimes(1);
    });

    it('is renewed by the second when the first does not reach the provider', async () => {
      renewing().mockImplementationOnce(async () => {
        await new Promise((done) => setTimeout(done, 100));
        throw new Error('unreachable');
      });
      const [first, second] = await Promise.allSettled([sessions.withFreshToken(found[0]), other.withFreshToken(found[1])]);
      expect(first).toMatchObject({ status: 'rejected', reason: { status: 503 } });
      expect(second).toMatchObject({ status: 'fulfilled', value: { accessToken: 'after first' } });
    });
  });

  it('ends everywhere for its person, and for nobody else', async () => {
    const [one, other, bento] = [await sessions.begin(tokens()), await sessions.begin(tokens()), await sessions.begin(tokens({ sub: 'bento' }))];
    const session = await sessions.find(one);
    await sessions.endEverywhere(session as NonNullable<typeof session>);
    expect([await subOf(one), await subOf(other), await subOf(bento)]).toEqual([undefined, undefined, 'bento']);
  });

  it('ends at the provider’s word: one sign-in by its sid, or all of a person', async () => {
    const [one, other] = [await sessions.begin(tokens({ sid: 'sid-1' })), await sessions.begin(tokens({ sid: 'sid-2' }))];
    await sessions.endAtProvidersWord({ sid: 'sid-1', sub: 'ana' });
    expect([await subOf(one), await subOf(other)]).toEqual([undefined, 'ana']);
    await sessions.endAtProvidersWord({ sub: 'ana' });
    expect(await subOf(other)).toBeUndefined();
  });

  /** Builds an access token with these claims. Its signature does not matter here, because only the services verify it. */
  const accessToken = (claims: object): string => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
  const seconds = (): number => Math.floor(now / 1000);

  it('takes its access tokens with it, those from before a renewal too', async () => {
    const [old, fresh, other] = ['old', 'fresh', 'other'].map((jti) => accessToken({ sub: 'ana', iat: seconds(), jti }));
    const id = await sessions.begin({ ...tokens(), accessToken: old, accessExpiresAt: now + 4 * MINUTE, refreshToken: 'first' });
    await sessions.begin({ ...tokens(), accessToken: other });
    jest.spyOn(provider, 'renew').mockImplementation(async () => ({ ...tokens(), accessToken: fresh }));
    pass(4 * MINUTE - 20_000);
    const before = (await sessions.find(id)) as NonNullable<Awaited<ReturnType<typeof sessions.find>>>;
    expect([await sessions.isRevoked(old), await sessions.isRevoked(fresh)]).toEqual([false, false]);
    await sessions.withFreshToken(before);
    expect([await sessions.isRevoked(old), await sessions.isRevoked(fresh)]).toEqual([true, false]);
    // Ending a session also revokes the newer token, even when the session was read before its renewal.
    await sessions.end(before);
    expect([await sessions.isRevoked(old), await sessions.isRevoked(fresh), await sessions.isRevoked(other)]).toEqual([true, true, false]);
    expect(await sessions.isRevoked('no token')).toBe(false);
  });

  it('takes every access token of its person with it when it ends everywhere, and none that is issued later', async () => {
    const earlier = accessToken({ sub: 'ana', iat: seconds() - 10 });
    const session = await sessions.find(await sessions.begin(tokens()));
    await sessions.endEverywhere(session as NonNullable<typeof session>);
    pass(2_000);
    expect(await sessions.isRevoked(earlier)).toBe(true);
    expect(await sessions.isRevoked(accessToken({ sub: 'ana' }))).toBe(true);
    expect(await sessions.isRevoked(accessToken({ sub: 'ana', iat: seconds() }))).toBe(false);
    expect(await sessions.isRevoked(accessToken({ sub: 'bento', iat: seconds() - 10 }))).toBe(false);
    await sessions.endAtProvidersWord({ sub: 'bento' });
    expect(await sessions.isRevoked(accessToken({ sub: 'bento', iat: seconds() - 10 }))).toBe(true);
  });

  it('is nobody’s when its record was made up or changed in the store', async () => {
    const id = await sessions.begin(tokens());
    expect(await subOf(id)).toBe('ana');
    for (const [key, entry] of (store as unknown as { entries: Map<string, { value: string }> }).entries) {
      entry.value = `${entry.value.slice(0, -2)}${entry.value.endsWith('AA') ? 'BB' : 'AA'}`;
      expect(key).not.toContain(id);
    }
    expect(await subOf(id)).toBeUndefined();
  });
});

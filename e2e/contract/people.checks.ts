import { Caller, day } from './caller.ts';
import { act, acted, arrivals, bodyOf, departures, registered } from './documents.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

const of = (prefixes: string[], actions: string): string[] => prefixes.flatMap((prefix) => actions.split(' ').map((action) => `${prefix}-${action}`)).sort();
const both = ['departure-declaration', 'traveller-declaration'];
const licence = ['professional-license'];
const trip = ['triptic-trip'];
/** The actions of supervisors: they undo actions of others, reassign cases and answer requests for erasure. */
const supervisor = 'supervise erasure';
const approver = of(licence, `read search approval issuance adjustment modification suspension activation rejection ${supervisor}`);

/** The roles of the development users, from section 3 of the contract; supervisors have further roles. */
const roles: Record<string, string[]> = {
  applicant: [],
  'border-officer': of(both, 'read search create verification amendment arrival'),
  'border-supervisor': of(both, `read search create verification amendment arrival approval decision ${supervisor}`),
  'licence-clerk': of(licence, 'store submit read search'),
  'licence-verifier': of(licence, 'read search query verification rejection'),
  'licence-assessor': of(licence, 'read search query assessment recommendation rejection'),
  'licence-approver': approver,
  'licence-approver-2': approver,
  'trip-agent': of(trip, 'submit read search'),
  'trip-verifier': of(trip, 'read search verification modification termination'),
  'trip-approver': of(trip, `read search approval transfer-ownership ${supervisor}`),
  'trip-border': of(trip, 'read search validation confirmation return-validation return-confirmation'),
  cashier: of(['payment-receipt'], 'create read search'),
};
const names = [...Object.keys(roles), 'admin'];

export function people(portal: Portal<RunningPortal>): void {
  describe('13 session', () => {
    it.each(names)('%s signs in through the plain form, and the session says who it is', async (username) => {
      const { body, status, headers } = await (await portal().as(username)).get('/auth/session');
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(Object.keys(body).sort()).toEqual(['agencies', 'csrfToken', 'roles', 'user']);
      expect(body.user).toMatchObject({ name: expect.stringMatching(/./), email: expect.stringMatching(/@/) });
      expect(body.csrfToken).toMatch(/.{20}/);
      expect(Array.isArray(body.agencies)).toBe(true);
      if (username === 'admin') expect(body.roles).toEqual(expect.arrayContaining(['reference-admin']));
      else expect([...(body.roles as string[])].sort()).toEqual(roles[username]);
    });

    it('says for a caller without a session that nobody is signed in', async () => {
      expect((await portal().public.get('/auth/session')).body).toEqual({ user: null, roles: [], agencies: [], csrfToken: expect.any(String) });
    });

    it('gives the browser an HttpOnly, SameSite cookie and no token', async () => {
      const caller = new Caller(portal().url);
      const lines: string[] = [];
      const { open } = caller;
      caller.open = async (...call) => {
        const answer = await open.apply(caller, call);
        lines.push(...answer.headers.getSetCookie().filter((line) => /^(__Host-)?portal\.session[^=]*=[^;]/.test(line)));
        return answer;
      };
      expect(await caller.signIn('applicant', { returnTo: '/privacy?a=1' })).toBe(`${portal().url}/privacy?a=1`);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/; HttpOnly/i);
      expect(lines[0]).toMatch(/; SameSite=(Lax|Strict)/i);
      for (const value of caller.cookies.values()) expect(value).not.toMatch(/^ey[A-Za-z0-9_-]+\./);
    });

    it.each(['//evil.test', 'https://evil.test/', '/\\evil.test', 'javascript:alert(1)', '/auth/logout'])('leads home, not to %s', async (returnTo) => {
      expect(await new Caller(portal().url).signIn('applicant', { returnTo })).toBe(`${portal().url}/`);
    });

    it('a wrong password shows the form again and signs nobody in', async () => {
      const caller = new Caller(portal().url);
      expect(await caller.signIn('admin', { password: 'wrong' })).toMatch(/\/interaction\//);
      expect((await caller.get('/auth/session')).body.user).toBeNull();
    });

    it('a change without the CSRF token is 403, a read is not', async () => {
      const officer = await Caller.signedIn(portal().url, 'border-officer');
      const { csrfToken } = officer;
      const { id } = await registered(portal, departures);
      for (const token of ['', 'wrong', csrfToken.slice(1)]) {
        officer.csrfToken = token;
        expect((await officer.post(`${departures}/`, bodyOf[departures]())).said).toEqual(['403 FORBIDDEN']);
        expect((await officer.post(`${departures}/${id}/actions/verification`, { version: 1 })).said).toEqual(['403 FORBIDDEN']);
        expect((await officer.delete('/api/media/v1/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001')).said).toEqual(['403 FORBIDDEN']);
        expect((await officer.put('/api/reference/v1/catalogue/genders/F', {})).said).toEqual(['403 FORBIDDEN']);
      }
      expect((await officer.get(`${departures}/search`)).status).toBe(200);
      officer.csrfToken = csrfToken;
      expect((await officer.post(`${departures}/${id}/actions/verification`, { version: 1 })).status).toBe(200);
    });

    it('ends a session here and at the provider', async () => {
      const caller = await Caller.signedIn(portal().url, 'licence-clerk');
      const copy = new Caller(portal().url);
      for (const [name, value] of caller.cookies) copy.cookies.set(name, value);
      expect((await caller.send('POST', '/auth/logout', undefined, { 'x-csrf-token': '' })).status).toBe(403);
      expect((await caller.send('POST', '/auth/logout')).status).toBeLessThan(400);
      for (const one of [caller, copy]) expect((await one.get('/auth/session')).body.user).toBeNull();
      expect((await copy.get('/api/licences/v1/professional/search')).status).toBe(401);
      expect((await caller.follow(`${portal().url}/auth/login`)).address).toMatch(/\/interaction\//);
    });
  });

  describe('3 who may do what', () => {
    it.each([...names, 'public'])('%s may do with declarations what its roles allow, and is offered exactly that', async (username) => {
      const caller = username === 'public' ? portal().public : await portal().as(username);
      const mine = roles[username] ?? [];
      const no = username === 'public' ? '401 UNAUTHENTICATED' : '403 FORBIDDEN';
      for (const [path, prefix] of [
        [departures, 'departure-declaration'],
        [arrivals, 'traveller-declaration'],
      ] as const) {
        const may = (action: string) => mine.includes(`${prefix}-${action}`);
        // Staff may read according to their roles, even with an id. Everyone without a role may read with the id.
        const reads = mine.length === 0 ? username !== 'admin' : may('read');
        const { id } = await registered(portal, path);
        const outcome = async (call: string, allowed: boolean, answer: ReturnType<Caller['get']>) =>
          expect([call, (await answer).said]).toEqual([call, [allowed ? '200' : no]]);
        await outcome('search', may('search'), caller.get(`${path}/search`));
        await outcome('export', may('search'), caller.get(`${path}/search`, { accept: 'text/csv' }));
        await outcome('history', may('read'), caller.post(`${path}/${id}/history`, {}));
        await outcome('document', reads, caller.get(`${path}/${id}/document`));
        await outcome('qr', reads, caller.get(`${path}/${id}/qr`));
        await outcome('info', true, caller.get(`${path}/info`));
        // Nobody may change the declaration of another signed-in traveller. An anonymous declaration may be changed by anyone who has its id.
        const owned = await registered(portal, path, {}, await portal().as('applicant'));
        await outcome('update', username === 'applicant', caller.post(`${path}/`, bodyOf[path]({ id: owned.id, version: 1 })));
        for (const action of path === departures ? ['verification', 'amendment', 'approval'] : ['arrival', 'decision']) {
          const offered = (await caller.get(`${path}/${id}/document`)).body.actions?.some(({ name }) => name === action) ?? false;
          const { said } = await caller.post(`${path}/${id}/actions/${action}`, { version: 99 });
          expect([action, said]).toEqual([action, [may(action) ? '409 STALE_VERSION' : no]]);
          expect([action, offered]).toEqual([action, may(action) && !['approval', 'decision'].includes(action)]);
        }
      }
    });

    it.each(names)('%s may write catalogues only as their administrator', async (username) => {
      const { said } = await (await portal().as(username)).post('/api/reference/v1/catalogue/vehicle-colours', {});
      expect(said).toEqual(username === 'admin' ? expect.arrayContaining(['422 REQUIRED code']) : ['403 FORBIDDEN']);
    });

    it('only the applicant updates a declaration that the applicant registered, and may read its history', async () => {
      const applicant = await portal().as('applicant');
      const model = await registered(portal, departures, {}, applicant);
      expect(model.applicantUser).toEqual({ name: 'Ana Applicant' });
      const update = bodyOf[departures]({ id: model.id, version: 1, occupation: 'Pilot' });
      expect((await portal().public.post(`${departures}/`, update)).said).toEqual(['401 UNAUTHENTICATED']);
      expect((await (await portal().as('cashier')).post(`${departures}/`, update)).said).toEqual(['403 FORBIDDEN']);
      expect((await applicant.post(`${departures}/`, update)).body.model).toMatchObject({ version: 2, occupation: 'PILOT' });
      expect((await applicant.post(`${departures}/${model.id}/history`, {})).status).toBe(200);
    });

    it('nobody can guess their way into the audit record or the queue', async () => {
      for (const path of ['audit', 'v1/audit', 'v1/outbox', 'metrics', 'v1/internal'])
        expect((await (await portal().as('admin')).get(`/api/declarations/${path}`)).status).toBe(404);
      const decision = { area: 'mf-trips', action: 'rollback', version: '1.0.0', why: 'it was never made', by: 'Ana', confirmedBy: 'Bia' };
      for (const path of ['v1', 'internal'])
        expect((await (await portal().as('admin')).post(`/api/reference/${path}/area-decisions`, decision)).status).toBe(404);
    });

    it('a forged or foreign bearer token is answered with 401', async () => {
      const part = (o: object) => Buffer.from(JSON.stringify(o)).toString('base64url');
      const claims = { sub: 'x', aud: 'portal', iss: `${portal().url}/identity`, roles: ['departure-declaration-search'], exp: 4_000_000_000 };
      for (const token of ['x', `${part({ alg: 'none' })}.${part(claims)}.`, `${part({ alg: 'HS256' })}.${part(claims)}.x`])
        expect((await portal().public.get(`${departures}/search`, { authorization: `Bearer ${token}` })).said).toEqual(['401 UNAUTHENTICATED']);
    });

    it('staff who register for a traveller do not become the traveller', async () => {
      const model = await registered(portal, arrivals, { departureDate: day(15) }, await portal().as('border-officer'));
      expect(model.documentStatus).toBe('CREATED');
      expect((await act(portal, 'border-officer', arrivals, model, 'arrival')).status).toBe(200);
    });
  });
}

/** Verifies the audit log with the keys of the portal's process. */
export function audited(portal: Portal): void {
  describe('3 what is recorded', () => {
    it('every write and every read by staff is in the audit log, which verifies', async () => {
      const model = await registered(portal, departures);
      await acted(portal, 'border-officer', departures, model, 'verification');
      await (await portal().as('border-officer')).get(`${departures}/${model.id}/document`);
      const { whole, says } = await portal().verifyAudit();
      expect([whole, says]).toEqual([true, expect.stringMatching(/svc-declarations: \d+ records, whole/)]);
    });
  });
}

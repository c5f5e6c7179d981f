import { foldIdentifier, hasInvisible } from '@portal/contract-kit';
import fc from 'fast-check';
import type { Caller, Plain } from './caller.ts';
import { documents, form, formType, licences, onePage, receipts, trips } from './fuzz/bodies.ts';
import { anyText, ids, mediaTypes, mutated, queries, rawBodies, textPayloads } from './fuzz/hostile.ts';
import { insistOnGood } from './fuzz/oracle.ts';
import { type Area, type Route, routes } from './fuzz/routes.ts';
import { hangUp, send, type WireAnswer, type WireCall } from './fuzz/wire.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

/** For a longer search use another seed and more runs: FUZZ_SEED=7 FUZZ_RUNS=500. */
const seed = Number(process.env.FUZZ_SEED ?? 20261121);
const numRuns = Number(process.env.FUZZ_RUNS ?? 12);
const longest = process.env.FUZZ_RUNS ? 3_600_000 : 120_000;

/** The users with the most rights in each area. */
const staffOf: Record<Area, readonly string[]> = {
  reference: ['admin', 'cashier'],
  declarations: ['border-supervisor', 'border-officer'],
  licences: ['licence-approver', 'licence-verifier', 'licence-clerk'],
  trips: ['trip-verifier', 'trip-approver', 'trip-border', 'trip-agent'],
  media: ['applicant', 'border-officer'],
};

const cookieOf = (caller: Caller): Record<string, string> => ({
  cookie: [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  ...(caller.csrfToken ? { 'x-csrf-token': caller.csrfToken } : {}),
});

export function fuzz(portal: Portal<RunningPortal>): void {
  describe(`bad input, with the seed ${seed}`, () => {
    /** Registered documents by the address of their kind. */
    const known: Record<string, string[]> = {};
    const callers: Record<string, Caller> = {};
    beforeAll(async () => {
      for (const name of new Set(Object.values(staffOf).flat())) callers[name] = await portal().as(name);
      for (const [path, { body }] of Object.entries(documents)) {
        const { model } = (await portal().public.post(`${path}/`, body())).body;
        known[path] = [model.id];
      }
    });
    afterAll(hangUp);

    const wired = async (call: WireCall, route?: Route): Promise<WireAnswer> => {
      const answer = await send(portal().url, call);
      insistOnGood(call, answer, route);
      return answer;
    };

    /** Expects that the portal responds as before, and that no prototype was changed. */
    const expectSound = async (): Promise<void> => {
      for (const [path, [id]] of Object.entries(known)) {
        const [info, document] = [await portal().public.get(`${path}/info`), await portal().public.get(`${path}/${id}/document`)];
        expect([path, info.status, document.status]).toEqual([path, 200, 200]);
        expect(`${info.bytes}${document.bytes}`).not.toContain('polluted');
      }
    };

    /** Generates a value for a path parameter, usually of an existing document. */
    const parameter = (name: string, { path, area }: Route): fc.Arbitrary<string> => {
      const kind = Object.keys(documents).find((place) => path.startsWith(place)) ?? (area === 'trips' ? trips : area === 'licences' ? licences : receipts);
      const good: Record<string, string[]> = {
        id: known[kind] ?? ['0198c5a0-71d2-7f10-8a3b-5c0e9d70c001'],
        name: ['vehicle-colours', 'genders', 'Gender-Enums'],
        code: ['WHITE', 'x-new'],
        documentCode: ['MEDIB', 'TIBE', 'DEP'],
        subDocumentCode: ['MED-BSC', 'TIBE-PRI'],
        year: ['2026'],
        serial: ['A', 'E'],
        number: ['1'],
        version: ['1'],
        product: ['customs'],
        scope: ['default'],
      };
      return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...(good[name] ?? ['x'])) }, { weight: 1, arbitrary: fc.constantFrom(...ids) });
    };

    const queryOf = ({ query }: Route): fc.Arbitrary<string> =>
      fc
        .array(
          fc.tuple(
            fc.constantFrom(...query, 'q', 'unknown', '__proto__', 'q[]', 'q[a]'),
            fc.oneof(fc.constantFrom(...queries), anyText.map(encodeURIComponentSafely)),
          ),
          { maxLength: 3 },
        )
        .map((pairs) => (pairs.length ? `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}` : ''));

    const bodyOf = ({ takes, path }: Route): fc.Arbitrary<string | Buffer | undefined> => {
      if (!takes) return fc.constant(undefined);
      if (takes.type === 'multipart/form-data')
        return fc.oneof(
          fc
            .tuple(fc.constantFrom(...textPayloads), fc.constantFrom('%PDF-1.4\n', 'BM', '\u0089PNG\r\n', '', '<svg/>'))
            .map(([name, bytes]) => form(name, bytes)),
          fc.constantFrom(...rawBodies),
          fc.nat(200).map((cut) => form('a.pdf').subarray(0, cut)),
        );
      if (takes.type === 'text/csv')
        return fc.oneof(
          fc.constantFrom(...textPayloads),
          fc.constantFrom(...textPayloads).map((text) => `code,name\nfuzz-${text},${text}\n`),
          fc.constantFrom(...rawBodies),
        );
      const kind = Object.keys(documents).find((place) => path.startsWith(place));
      const example = { ...(takes.example as Plain), ...(kind ? documents[kind]?.body() : {}) };
      return fc.oneof(
        { weight: 6, arbitrary: mutated(example).map((body) => JSON.stringify(body) ?? '') },
        { weight: 1, arbitrary: fc.constantFrom(...rawBodies) },
      );
    };

    const callsOf = (route: Route): fc.Arbitrary<WireCall> => {
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const usual = route.takes?.type === 'multipart/form-data' ? formType : (route.takes?.type ?? 'application/json');
      return fc
        .record({
          who: fc.constantFrom(undefined, ...staffOf[route.area]),
          method: fc.oneof(
            { weight: 12, arbitrary: fc.constant(route.method) },
            { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'POST', 'GET', 'TRACE', 'OPTIONS') },
          ),
          values: fc.tuple(...names.map((name) => parameter(name, route))),
          query: queryOf(route),
          body: bodyOf(route),
          type: fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...mediaTypes) }),
          more: fc.constantFrom<Record<string, string>>(
            {},
            {},
            { accept: 'text/csv' },
            { accept: '\u00ff' },
            { 'accept-language': 'pt' },
            { 'accept-language': 'x'.repeat(500) },
            { 'idempotency-key': 'x'.repeat(1_000) },
            { 'idempotency-key': "'; DROP TABLE x;--" },
            { 'content-encoding': 'gzip' },
            { 'if-none-match': '*' },
            { range: 'bytes=9-1' },
            { 'x-forwarded-for': "' OR 1=1", 'x-request-id': '<script>', 'x-internal-token': 'guess', forwarded: 'for=x' },
            { traceparent: '00-zz-zz-01', tracestate: '=' },
            { 'x-http-method-override': 'DELETE' },
          ),
        })
        .map(({ who, method, values, query, body, type, more }) => ({
          method,
          path: names.reduce((path, name, i) => path.replace(`{${name}}`, () => values[i] as string), route.path) + query,
          headers: { ...(body === undefined ? {} : { 'content-type': type }), ...more, ...(who ? cookieOf(callers[who] as Caller) : {}) },
          ...(body === undefined || method === 'GET' || method === 'TRACE' ? {} : { body }),
        }));
    };

    it(
      'is refused by every published call with a reason, without a fault and without a word of the inside',
      async () => {
        const waiting = [...routes];
        const faults: string[] = [];
        const worker = async (): Promise<void> => {
          for (let route = waiting.shift(); route; route = waiting.shift()) {
            const current = route;
            const property = fc.asyncProperty(callsOf(current), async (call) => {
              await wired(call, call.method === current.method ? current : undefined);
            });
            await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: longest }).catch(({ cause, message }) => {
              faults.push(`${current.method} ${current.path}: ${(cause ?? { message }).message}`);
            });
          }
        };
        await Promise.all(Array.from({ length: 6 }, worker));
        expect(faults.join('\n\n')).toBe('');
        await expectSound();
      },
      longest * 2,
    );

    it.each(Object.entries(documents))(
      'is stored and read back as the same text in every text field of %s, and starts no formula in its CSV',
      async (path, { body, who }) => {
        const route = routes.find((one) => one.method === 'POST' && one.path === path) as Route;
        const fields = route.texts;
        expect(fields.length).toBeGreaterThan(4);
        const officer = await portal().as(who);
        const held = new Set<string>();
        for (const payload of textPayloads.filter((text) => asKept(text, 500))) {
          let left = fields;
          const sound = body();
          const sent = () => portal().public.post(`${path}/`, { ...sound, ...Object.fromEntries(left.map(({ name, max }) => [name, cut(payload, max)])) });
          let answer = await sent();
          for (let round = 1; round < 4 && answer.status === 422; round++) {
            // A field with its own rule, such as an e-mail address, may refuse the text. All other fields must accept it.
            const refused = new Set(answer.body.errors.map(({ field }) => field.split('.')[0]));
            left = left.filter(({ name }) => !refused.has(name));
            answer = await sent();
          }
          expect([payload, answer.said]).toEqual([payload, ['201']]);
          // Invisible characters are refused, not removed. A byte order mark at the beginning or end counts as white space.
          if (hasInvisible(payload.trim())) expect([payload, left]).toEqual([payload, []]);
          const { model } = (await officer.get(`${path}/${answer.body.model.id}/document`)).body;
          for (const { name, max } of left) {
            held.add(name);
            const kept = asKept(payload, max).toUpperCase();
            // Passport numbers and number plates are stored in plain letters.
            if (String(model[name]).toUpperCase() !== kept) expect([name, model[name]]).toEqual([name, foldIdentifier(kept)]);
          }
        }
        expect(held.size).toBeGreaterThan(fields.length / 2);
        const csv = (await officer.get(`${path}/search`, { accept: 'text/csv' })).bytes.toString();
        expect(csv).toContain('HYPERLINK');
        // A cell starts after a comma, a quotation mark or the end of a line.
        expect(csv.split(/\r\n/).filter((line) => /(^|,)"?[=+@\t\r＝-]/.test(line.replace(/^\ufeff/, '')))).toEqual([]);
      },
      60_000,
    );

    it.each([
      ['JSON of 1 MB and a bit', JSON.stringify({ occupation: 'x'.repeat(1_100_000) }), 413],
      ['brackets 10,000 deep', '['.repeat(10_000) + ']'.repeat(10_000), 400],
      ['objects 10,000 deep in an unknown field', `{"x":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`, 400],
      ['brackets that never close', '['.repeat(500_000), 400],
      ['a list of 100,000 rows', JSON.stringify({ goods: Array(100_000).fill({}) }), 422],
      ['100,000 unknown fields', JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`f${i}`, 1]))), 422],
      ['a number of 100,000 digits', `{"stayLength":${'9'.repeat(100_000)}}`, 422],
      ['a text of half a million spaces', JSON.stringify({ firstName: `a${' '.repeat(500_000)}b`, phoneNumber: `1${' '.repeat(200_000)}x` }), 422],
    ])('that is %s is refused at once', async (_what, body, status) => {
      for (const path of Object.keys(documents)) {
        const answer = await wired({ method: 'POST', path: `${path}/`, headers: { 'content-type': 'application/json' }, body });
        expect([path, answer.status]).toEqual([path, status]);
      }
    });

    it.each(['/remotes/', '/assets/', '/api/media/v1/', '/api/reference/v1/catalogue/', '/v/', '/'])('never leads out of %s', async (place) => {
      for (const way of [
        '../../package.json',
        '..%2f..%2fpackage.json',
        '%2e%2e/%2e%2e/package.json',
        '..%5c..%5cpackage.json',
        '%252e%252e%252fpackage.json',
        'mf-trips/../../../package.json',
        'mf-trips/..%2f..%2f..%2fpackage.json',
        '....//....//package.json',
        '%00/package.json',
        'x%00.js',
        '/etc/passwd',
        '//etc/passwd',
        '.env',
        '.git/config',
        'index.html%00.js',
      ]) {
        const answer = await wired({ method: 'GET', path: place + way, headers: {} });
        expect([way, answer.bytes.toString()]).toEqual([way, expect.not.stringMatching(/single-window-portal|root:x:|\[core\]/)]);
      }
    });

    it.each([
      '/',
      '/auth/session',
      '/auth/login',
      '/auth/callback',
      '/auth/logout',
      '/auth/logout-everywhere',
      '/remotes.json',
      '/health/live',
      '/health/ready',
      '/sign-in',
      '/v/x',
    ])('at %s is refused by the gateway itself with a reason', async (path) => {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
        for (const query of ['', '?state=x&state=y&error=z', '?returnTo=//evil.test', '?returnTo=%0d%0aSet-Cookie:x=1', '?%ff', '?__proto__[x]=1']) {
          const body = method === 'POST' || method === 'PUT' ? { body: '{"__proto__":1' } : {};
          const answer = await send(portal().url, { method, path: path + query, headers: body.body ? { 'content-type': 'application/json' } : {}, ...body });
          if (method !== 'HEAD') insistOnGood({ method, path: path + query, headers: {} }, answer);
          expect([method, path, String(answer.headers.location ?? '')]).toEqual([method, path, expect.not.stringMatching(/^\/\/|evil\.test\/?$|\r|\n/)]);
        }
      }
    });

    it.each(textPayloads.filter((name) => name.trim()))('in the name of a file, %j, stays a name: one header, no path', async (name) => {
      const sent = await wired({
        method: 'POST',
        path: '/api/media/v1/default',
        headers: { 'content-type': formType },
        body: form(name.replaceAll('"', '%22').replace(/[\r\n]/g, '_'), onePage),
      });
      if (sent.status === 400 || sent.status === 422) return;
      expect([name, sent.status, sent.bytes.toString()]).toEqual([name, 201, expect.any(String)]);
      const { uid } = JSON.parse(sent.bytes.toString()) as { uid: string };
      const got = await wired({ method: 'GET', path: `/api/media/v1/${uid}`, headers: {} });
      expect(got.headers['content-disposition']).toMatch(/^attachment; filename="[^"\\/\r\n]*"; filename\*=UTF-8''[\w%.!~^`|+$#&-]*$/);
      expect(got.headers['set-cookie']).toBeUndefined();
    });

    it('in headers that are too long or invalid is refused in the same form', async () => {
      const long = await send(portal().url, { method: 'GET', path: '/api/reference/v1/keys', headers: { 'x-long': 'x'.repeat(40_000) } });
      expect([long.status, long.headers['content-type']]).toEqual([431, 'application/problem+json; charset=utf-8']);
      const address = await send(portal().url, { method: 'GET', path: `/api/reference/v1/keys?${'q'.repeat(40_000)}`, headers: {} });
      expect([address.status, address.headers['content-type']]).toEqual([431, 'application/problem+json; charset=utf-8']);
    });
  });
}

const cut = (text: string, max: number): string => [...text].slice(0, max).join('');

/** Returns the text that a form field stores: without surrounding white space. */
const asKept = (text: string, max: number): string => cut(text, max).normalize('NFC').trim();

/** Encodes a text for an address, which cannot contain lone surrogates. */
function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

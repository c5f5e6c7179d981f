import { randomUUID } from 'node:crypto';
import type { OfferedAction } from '@portal/contract-kit';
import { type Answer, aDate, aDateTime, anId, day, type Plain } from './caller.ts';
import { act, aPassport, arrivals, bodyOf, departures, kinds, registered } from './documents.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

/** Text that a response must never contain: paths of the code, names of tables, stack traces. */
const inside = /\bat .+:\d+:\d+|node_modules|\/work\/|\/home\/|\.[jt]s\b|SQLITE|ER_[A-Z]+|QueryFailed|\bselect .+ from\b|insert into|Error:|TypeError/;

const shown = (actions: OfferedAction[]): string[] => actions.filter(({ kind }) => kind === 'submit').map(({ name }) => name);

export function envelopes(portal: Portal<RunningPortal>): void {
  const problem = (answer: Answer): string[] => {
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.body).toMatchObject({
      type: 'about:blank',
      title: expect.stringMatching(/./),
      status: answer.status,
      requestId: answer.headers.get('x-request-id'),
    });
    for (const error of answer.body.errors)
      expect(error).toEqual({ code: expect.stringMatching(/^[A-Z_]+$/), field: expect.any(String), message: expect.stringMatching(/./) });
    expect(answer.bytes.toString()).not.toMatch(inside);
    return answer.said;
  };

  describe('2 envelopes', () => {
    it.each(kinds)('a %s declaration is answered as model and offered actions by info, register, document and version', async (_kind, path) => {
      const blank = await portal().public.get(`${path}/info`);
      expect(shown(blank.body.actions)).toEqual(['register']);
      expect(blank.body.actions[0]).toMatchObject({
        method: 'POST',
        url: `${path.replace('/api/declarations', '')}/`,
        modes: ['register', 'new'],
        kind: 'submit',
        hideOnSubmit: false,
        commentRequired: false,
      });
      const first = await portal().public.post(`${path}/`, bodyOf[path]());
      expect(first.status).toBe(201);
      const { id } = first.body.model;
      expect(first.body.model).toMatchObject({ id: expect.stringMatching(anId), version: 1, documentStatus: 'CREATED' });
      for (const call of [`${id}/document`, `${id}/1/version`]) {
        const { body, status } = await portal().public.get(`${path}/${call}`);
        expect([status, Object.keys(body).sort()]).toEqual([200, ['actions', 'model']]);
        expect(body.model).toEqual(first.body.model);
      }
      for (const action of first.body.actions) {
        expect(Object.keys(action).sort()).toEqual(['commentRequired', 'hideOnSubmit', 'kind', 'label', 'method', 'modes', 'name', 'url']);
        expect(action.url).toMatch(new RegExp(`^/v1/(departure|traveller)/declaration/${id}/`));
        expect(['submit', 'navigate', 'download', 'delete']).toContain(action.kind);
      }
    });

    it.each(kinds)('the body of info, filled in, registers a %s declaration', async (_kind, path) => {
      const blank = (await portal().public.get(`${path}/info`)).body.model;
      const filled = { ...blank, ...bodyOf[path]({ travellerCode: aPassport() }) };
      expect((await portal().public.post(`${path}/`, filled)).said).toEqual(['201']);
    });

    it.each([
      ['info', `${departures}/getDates`, 'code'],
      ['arrival days', `${arrivals}/getDates`, 'code'],
      ['decisions', `${arrivals}/getDeclarationDecision`, 'code'],
      ['questions', `${departures}/DEP/searchDeclaration`, 'id'],
      ['arrival questions', `${arrivals}/ARR/searchDeclaration`, 'id'],
      ['a catalogue', '/api/reference/v1/catalogue/genders/search', 'code'],
      ['an enumeration', '/api/reference/reference/enums/Gender-Enums', 'code'],
      ['a lookup', '/api/reference/v1/medicine/item/paracetamol/searchItems', 'code'],
    ])('%s is answered as records and totalRecords', async (_what, path, key) => {
      const { status, body } = await portal().public.get(path);
      expect([status, Object.keys(body).sort()]).toEqual([200, ['records', 'totalRecords']]);
      expect(body.records.length).toBeGreaterThan(0);
      expect(body.totalRecords).toBeGreaterThanOrEqual(body.records.length);
      for (const record of body.records) expect(record[key]).toEqual(expect.stringMatching(/./));
    });

    it.each(['{', 'not json', '{"a":}', '[', '\u0000'])('an unreadable body (%j) is answered with 400 BAD_REQUEST everywhere', async (text) => {
      const { id } = await registered(portal, departures);
      const officer = await portal().as('border-officer');
      for (const path of [`${departures}/`, `${arrivals}/`, `${departures}/${id}/actions/verification`, `${departures}/${id}/history`])
        expect(problem(await officer.post(path, text))).toEqual(['400 BAD_REQUEST']);
      expect(problem(await (await portal().as('admin')).post('/api/reference/v1/catalogue/vehicle-colours', text))).toEqual(['400 BAD_REQUEST']);
      expect(problem(await (await portal().as('cashier')).post('/api/reference/v1/payment/receipt/', text))).toEqual(['400 BAD_REQUEST']);
    });

    it.each(['null', '[]', '"text"', '7', 'true', '[[]]', ''])('a body that is not an object (%j) is answered like an empty form', async (text) => {
      const answer = await portal().public.post(`${departures}/`, text);
      expect(answer.status).toBe(422);
      expect(problem(answer)).toContain('422 REQUIRED firstName');
    });

    it.each<[string, unknown]>([
      ['lists where texts belong', { firstName: ['a'], travellerCode: [], flightNumber: [1] }],
      ['objects where texts belong', { firstName: { $gt: '' }, travellerCode: { toString: 1 }, flightDetails: 'DIL' }],
      ['numbers where lists belong', { questions: 7, goods: 'x', requirements: { length: 3 } }],
      ['lists of anything', { questions: [null, 1, 'x', []], goods: [null], requirements: [[]] }],
      ['texts where objects belong', { flightDetails: ['DIL'], typeDetails: 5, contactDetails: [], addressDetails: 'x', sponsorDetails: 1 }],
      ['names of Object', { constructor: { prototype: { x: 1 } }, __proto__: { version: 9 }, toString: 'x', hasOwnProperty: 1 }],
      ['an id of another type', { id: 7, version: 'x' }],
      ['dates that are none', { birthDate: '2020-13-45', expiryDate: {}, departureDate: 20200101, arrivalDate: '0000-00-00' }],
    ])('%s in a body are answered, not stumbled over', async (_what, changes) => {
      for (const [, path] of kinds) {
        const answer = await portal().public.post(`${path}/`, bodyOf[path](changes as Plain));
        expect([201, 422]).toContain(answer.status);
        if (answer.status === 422) problem(answer);
      }
    });

    it.each([
      ['half a character', 'A\ud800B'],
      ['control characters', 'A\u0000\u0007B'],
      ['a zero-width space', 'A\u200bB'],
      ['writing from right to left', 'A\u202eBC'],
    ])('%s in a name are refused, and the message says that they cannot be seen', async (_what, name) => {
      for (const [, path] of kinds) {
        const answer = await portal().public.post(`${path}/`, bodyOf[path]({ firstName: name, lastName: name, occupation: name }));
        expect(problem(answer)).toEqual(['422 TEXT firstName', '422 TEXT lastName', '422 TEXT occupation']);
        expect(answer.body.errors[0]?.message).toContain('invisible characters');
      }
    });

    it.each([
      ['pictures', '😀'.repeat(70)],
      ['letters that grow in upper case', 'ß'.repeat(35)],
      ['quotes and signs', `'"\\;--<script>\`\${x}%s`],
    ])('%s in a name are kept as text', async (_what, name) => {
      for (const [, path] of kinds) {
        const answer = await portal().public.post(`${path}/`, bodyOf[path]({ firstName: name, lastName: name, occupation: name.slice(0, 16) }));
        expect(answer.said).toEqual(['201']);
        expect((await portal().public.get(`${path}/${answer.body.model.id}/document`)).body.model.firstName).toBe(answer.body.model.firstName);
        expect((await portal().public.get(`${path}/${answer.body.model.id}/${path === departures ? 'print-declaration' : 'print-form'}`)).status).toBe(200);
      }
    });

    it.each(['/%E0%A4%A', '/api/declarations/%E0%A4%A/x', '/api/declarations/v1/departure/declaration/%E0%A4%A/document', '/auth/%E0%A4%A'])(
      'an address that cannot be read, %s, is 400',
      async (path) => {
        const answer = await portal().public.get(path);
        if (portal().behindIngress) expect(answer.status).toBe(400);
        else expect(problem(answer)).toEqual([expect.stringMatching(/^40[04] (BAD_REQUEST|NOT_FOUND)$/)]);
      },
    );

    it('more than 1 MB of JSON is 413, with a declared length and without', async () => {
      const large = JSON.stringify(bodyOf[departures]({ occupation: 'x'.repeat(1_100_000) }));
      expect(problem(await portal().public.post(`${departures}/`, large))).toEqual(['413 FILE_TOO_LARGE']);
      const stream = new Blob([large]).stream();
      const chunked = await portal().public.open(`${portal().url}${departures}/`, {
        method: 'POST',
        body: stream,
        headers: { 'content-type': 'application/json' },
        duplex: 'half',
      } as RequestInit);
      expect(problem(chunked)).toEqual(['413 FILE_TOO_LARGE']);
    });

    it('a body of another content type is answered with 415', async () => {
      for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x'])
        expect(problem(await portal().public.post(`${departures}/`, '{}', { 'content-type': type }))).toEqual(['415 FILE_TYPE']);
    });

    it('an unknown address or document is answered with 404 NOT_FOUND', async () => {
      const officer = await portal().as('border-supervisor');
      const none = randomUUID();
      const { id } = await registered(portal, departures);
      for (const id of [none, 'x', "1' or '1'='1", '%00', 'x'.repeat(300)]) {
        for (const call of ['document', '1/version', 'qr', 'searchDeclaration', 'print-declaration'])
          expect(problem(await officer.get(`${departures}/${encodeURIComponent(id)}/${call}`))).toEqual(['404 NOT_FOUND']);
      }
      for (const version of ['2', '0', '-1', 'x', '1.5', '99999999999999999999'])
        expect(problem(await officer.get(`${departures}/${id}/${version}/version`))).toEqual(['404 NOT_FOUND']);
      expect(problem(await officer.post(`${departures}/${none}/history`, {}))).toEqual(['404 NOT_FOUND']);
      expect(problem(await officer.post(`${departures}/${none}/actions/verification`, { version: 1 }))).toEqual(['404 NOT_FOUND']);
      expect(problem(await officer.post(`${departures}/`, bodyOf[departures]({ id: none, version: 1 })))).toEqual(['404 NOT_FOUND']);
      expect(problem(await officer.get(`${departures}/${id}/no-such-form`))).toEqual(['404 NOT_FOUND']);
      expect(problem(await officer.get(`${arrivals}/${id}/document`))).toEqual(['404 NOT_FOUND']);
      expect(problem(await officer.get('/api/reference/v1/catalogue/nothing/search'))).toEqual(['404 NOT_FOUND']);
      expect(problem(await officer.get('/api/reference/v1/catalogue/constructor/search'))).toEqual(['404 NOT_FOUND']);
      expect(problem(await officer.get('/api/reference/reference/enums/Nothing-Enums'))).toEqual(['404 NOT_FOUND']);
      expect(problem(await officer.get(`/api/media/v1/${none}`))).toEqual(['404 NOT_FOUND']);
    });

    it('a stale version is answered with 409 STALE_VERSION and changes nothing; a version is required', async () => {
      const model = await registered(portal, departures);
      expect(problem(await act(portal, 'border-officer', departures, { ...model, version: 2 }, 'verification'))).toEqual(['409 STALE_VERSION']);
      expect((await act(portal, 'border-officer', departures, model, 'verification', { version: undefined })).said).toEqual(['422 REQUIRED version']);
      expect((await act(portal, 'border-officer', departures, model, 'verification')).status).toBe(200);
      const late = await act(portal, 'border-officer', departures, model, 'amendment', bodyOf[departures]());
      expect(problem(late)).toEqual(['409 STALE_VERSION']);
      expect((await portal().public.get(`${departures}/${model.id}/document`)).body.model).toMatchObject({ version: 2, documentStatus: 'VERIFIED' });
    });

    it('of two actions on the same version at the same time, one is answered with 409', async () => {
      const model = await registered(portal, departures);
      const answers = await Promise.all(
        ['border-officer', 'border-supervisor', 'border-officer', 'border-supervisor'].map((who) =>
          act(portal, who, departures, model, 'amendment', bodyOf[departures]()),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      for (const answer of answers.filter(({ status }) => status === 409)) expect(answer.said).toEqual(['409 STALE_VERSION']);
    });

    it.each(kinds)('unknown fields of a %s declaration are dropped, and callers cannot set the server’s fields', async (_kind, path) => {
      const forged = {
        documentStatus: 'APPROVED',
        serialReference: { reference: 'DEP-1-1' },
        lane: 'BLUE',
        decision: 'CLEARED',
        applicantUser: { name: 'Forged' },
        actions: [{ id: 1 }],
        documentCreatedAt: '1999-01-01T00:00:00',
        unknown: { a: 1 },
        nationalityName: 'Forged',
        version: 7,
      };
      const model = await registered(portal, path, {
        ...forged,
        flightDetails: { code: 'DIL', airport: '0', description: 'Forged', unknown: 1 },
        requirements: [{ id: 'DEP-PASSPORT', accepted: true, confirmed: true, unknown: 1 }],
      });
      const stored = (await portal().public.get(`${path}/${model.id}/document`)).body.model;
      expect(stored).toEqual(model);
      expect(JSON.stringify(stored)).not.toMatch(/unknown|Forged|BLUE|1999/);
      expect(stored).toMatchObject({ documentStatus: 'CREATED', version: 1, flightDetails: { airport: '1' } });
      expect((stored.requirements as Plain[])[0]?.confirmed).not.toBe(true);
    });

    it.each(kinds)('dates of a %s declaration are days, and date-times have no time zone', async (_kind, path) => {
      const model = await registered(portal, path);
      expect(model.birthDate).toMatch(aDate);
      expect(model.expiryDate).toMatch(aDate);
      expect(model.serialReference).toMatchObject({ date: expect.stringMatching(aDate), dateTime: expect.stringMatching(aDateTime) });
      expect(model.documentCreatedAt).toMatch(aDateTime);
      expect((model.actions as Plain[])[0]).toMatchObject({ dateTime: expect.stringMatching(aDateTime) });
      expect(Math.abs(Date.parse(`${model.serialReference.dateTime}Z`) - Date.now())).toBeLessThan(60_000);
      expect(model.serialReference.date).toBe(day());
    });
  });

  describe('2 writes that are repeated', () => {
    it.each(kinds)('the same key and body repeat the first answer of a %s registration and make one document', async (_kind, path) => {
      const body = bodyOf[path]({ travellerCode: aPassport() });
      const key = { 'idempotency-key': randomUUID() };
      const first = await portal().public.post(`${path}/`, body, key);
      const again = await portal().public.post(path, body, key);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.body).toEqual(first.body);
      expect(problem(await portal().public.post(`${path}/`, { ...body, occupation: 'Other' }, key))).toEqual(['409 IDEMPOTENCY_CONFLICT']);
    });

    it.each(kinds)('twelve submissions of a %s declaration at once with one key make one document', async (_kind, path) => {
      const travellerCode = aPassport();
      const body = bodyOf[path]({ travellerCode });
      const key = { 'idempotency-key': randomUUID() };
      const answers = await Promise.all(Array.from({ length: 12 }, () => portal().public.post(`${path}/`, body, key)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ body: { model } }) => model.id)).size).toBe(1);
      const officer = await portal().as('border-officer');
      const query = `?q=${encodeURIComponent(JSON.stringify({ criteria: [{ operation: 'EQ', dataType: 'TEXT', fieldName: 'travellerCode', values: [travellerCode] }] }))}`;
      expect((await officer.get(`${path}/search${query}`)).body.totalRecords).toBe(1);
    });

    it('the same key and body repeat the first answer of an action, although its version is past', async () => {
      const model = await registered(portal, departures);
      const officer = await portal().as('border-officer');
      const key = { 'idempotency-key': randomUUID() };
      const verify = (body: Plain = {}) => officer.post(`${departures}/${model.id}/actions/verification`, { version: 1, ...body }, key);
      const answers = await Promise.all([verify(), verify(), verify()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await verify().then(({ body }) => body)).toEqual(answers[0]?.body);
      expect((await verify({ comment: 'other' })).said).toEqual(['409 IDEMPOTENCY_CONFLICT']);
      expect((await portal().public.get(`${departures}/${model.id}/document`)).body.model.version).toBe(2);
    });

    it('a key is valid for its caller only', async () => {
      const key = { 'idempotency-key': randomUUID() };
      const [one, other] = [await portal().as('applicant'), await portal().as('border-officer')];
      const answers = [await one.post(`${departures}/`, bodyOf[departures](), key), await other.post(`${departures}/`, bodyOf[departures](), key)];
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers[0]?.body.model.id).not.toBe(answers[1]?.body.model.id);
    });

    it('the key of a refused call can be used for the corrected call', async () => {
      const key = { 'idempotency-key': randomUUID() };
      expect((await portal().public.post(`${departures}/`, bodyOf[departures]({ gender: undefined }), key)).said).toEqual(['422 REQUIRED gender']);
      expect((await portal().public.post(`${departures}/`, bodyOf[departures](), key)).status).toBe(201);
    });
  });
}

import { inflateSync } from 'node:zlib';
import { aDate, day, type Model, type Plain } from './caller.ts';
import { act, acted, aPassport, arrivals, bodyOf, departures, kinds, registered } from './documents.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

/** Returns the number of pages of a printed form. */
function pagesOf(pdf: Buffer): number {
  const objects = [...pdf.toString('latin1').matchAll(/\/ObjStm.*?stream\r?\n(.*?)\r?\nendstream/gs)].map(([, stream = '']) =>
    inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
  );
  return objects.join(' ').match(/\/Type \/Page(?!s)/g)?.length ?? 0;
}

/** Registers a declaration, and finds it as a person who knows the traveller's passport. */
async function found(portal: Portal<RunningPortal>, path: keyof typeof bodyOf) {
  const model = await registered(portal, path, { emailAddress: `${aPassport()}@example.org`, birthDate: '1990-05-17', nationalityCode: 'PT' });
  const criteria = [
    ['travellerCode', 'TEXT', model.travellerCode],
    ['birthDate', 'DATE', '1990-05-17'],
    ['nationalityCode', 'TEXT', 'PT'],
  ].map(([fieldName, dataType, value]) => ({ expressionType: 'SearchCriterion', operation: 'EQ', dataType, fieldName, values: [value] }));
  const { body } = await portal().public.post(`${path}/find`, { criteria });
  return { model, key: String(body.records[0]?.id) };
}

export function declarations(portal: Portal<RunningPortal>): void {
  const load = async (path: string, { id }: Model) => (await portal().public.get(`${path}/${id}/document`)).body.model;
  const offered = async (username: string, path: string, { id }: Model) =>
    (await (await portal().as(username)).get(`${path}/${id}/document`)).body.actions.filter(({ kind }) => kind === 'submit').map(({ name }) => name);

  describe('4 serial references', () => {
    it.each(kinds)('have the same form for every %s declaration', async (_kind, path) => {
      const { serialReference } = await registered(portal, path);
      const { year, number, reference } = serialReference;
      expect(year).toBe(new Date().getUTCFullYear());
      expect(reference).toBe(`${path === departures ? 'DEP' : 'ARR'}-${year}-${String(number).padStart(7, '0')}`);
      expect(serialReference).toMatchObject({ serial: 'A', date: expect.stringMatching(aDate) });
    });

    it('are unique when fifty callers register at the same time', async () => {
      const models = await Promise.all(Array.from({ length: 50 }, (_, i) => registered(portal, i % 2 ? departures : arrivals)));
      expect(new Set(models.map(({ serialReference }) => serialReference.reference)).size).toBe(50);
      expect(new Set(models.map(({ id }) => id)).size).toBe(50);
    });

    it('stay with the document through every version', async () => {
      const model = await registered(portal, departures);
      const amended = await acted(portal, 'border-officer', departures, model, 'amendment', bodyOf[departures]());
      expect(amended.serialReference).toEqual(model.serialReference);
    });
  });

  describe.each(kinds)('3 the way back to a %s declaration', (_kind, path) => {
    it('a key of the finder shows the declaration without contact data, and changes nothing', async () => {
      const { model, key } = await found(portal, path);
      const { status, body, bytes } = await portal().public.get(`${path}/${key}/document`);
      expect([status, body.model.id, body.model.lastName, body.model.serialReference]).toEqual([200, key, model.lastName, model.serialReference]);
      for (const secret of [model.id, model.emailAddress, model.phoneNumber]) expect(bytes.toString()).not.toContain(secret);
      expect(body.actions.map(({ kind }) => kind)).toEqual(['download']);
      expect((await portal().public.get(`${path}/${key}/qr`)).status).toBe(200);
      const update = bodyOf[path]({ id: key, version: 1, occupation: 'Spy' });
      expect((await portal().public.post(`${path}/`, update)).said).toEqual(['401 UNAUTHENTICATED']);
      expect((await portal().public.post(`${path}/${key}/actions/update`, update)).said).toEqual(['401 UNAUTHENTICATED']);
      expect((await (await portal().as('applicant')).post(`${path}/`, update)).said).toEqual(['403 FORBIDDEN']);
      expect((await load(path, model)).version).toBe(1);
    });

    it('a key that was changed, or that is of the other kind, opens nothing', async () => {
      const { key } = await found(portal, path);
      const other = path === departures ? arrivals : departures;
      for (const [place, asked] of [
        [path, `${key.slice(0, -2)}${key.endsWith('AA') ? 'BB' : 'AA'}`],
        [path, key.slice(0, -1)],
        [other, key],
      ])
        expect((await portal().public.get(`${place}/${asked}/document`)).status).toBe(404);
    });

    it('officers cannot use the code of a traveller', async () => {
      const { key } = await found(portal, path);
      const officer = await portal().as('border-officer');
      expect((await officer.post(`${path}/find/code`, { id: key })).said).toEqual(['403 FORBIDDEN']);
      expect((await officer.post(`${path}/find/open`, { id: key, code: '000000' })).said).toEqual(['403 FORBIDDEN']);
    });
  });

  describe('3 what the public reads of officers', () => {
    it.each(kinds)('the agency instead of the officer, and only comments written to the traveller, on a %s declaration', async (_kind, path) => {
      let model = await registered(portal, path);
      const secret = 'Watchlist hit, do not alert the traveller';
      model = await acted(portal, 'border-officer', path, model, path === departures ? 'verification' : 'arrival', { comment: secret });
      const shown = (await portal().public.get(`${path}/${model.id}/document`)).bytes.toString();
      expect(shown).not.toContain('Watchlist');
      expect(shown).not.toContain('Bento');
      expect((await (await portal().as('border-officer')).get(`${path}/${model.id}/document`)).bytes.toString()).toContain(secret);
      if (path === departures) return;
      model = await acted(portal, 'border-supervisor', path, model, 'decision', { decision: 'REFERRED', comment: 'Go to desk 4' });
      const told = (await portal().public.get(`${path}/${model.id}/document`)).bytes.toString();
      expect(told).toContain('Go to desk 4');
      expect(told).not.toContain('Beatriz');
    });
  });

  describe('5 departure', () => {
    it('goes from CREATED over VERIFIED to APPROVED, each step by an officer with the right', async () => {
      let model = await registered(portal, departures);
      // Only the traveller may update a declaration that the public registered.
      expect(await offered('border-officer', departures, model)).toEqual(['verification', 'amendment']);
      expect((await act(portal, 'border-supervisor', departures, model, 'approval')).said).toEqual(['409 ACTION_NOT_ALLOWED']);
      model = await acted(portal, 'border-officer', departures, model, 'verification');
      expect(model).toMatchObject({ documentStatus: 'VERIFIED', version: 2 });
      expect((await act(portal, 'border-officer', departures, model, 'verification')).said).toEqual(['409 ACTION_NOT_ALLOWED']);
      expect((await act(portal, 'border-officer', departures, model, 'approval')).said).toEqual(['403 FORBIDDEN']);
      expect(await offered('border-supervisor', departures, model)).toEqual(['amendment', 'approval', 'undo']);
      model = await acted(portal, 'border-supervisor', departures, model, 'approval');
      expect(model).toMatchObject({ documentStatus: 'APPROVED', version: 3 });
      expect(await offered('border-supervisor', departures, model)).toEqual([]);
      for (const action of ['verification', 'amendment', 'approval', 'register', 'no-such-action', 'constructor'])
        expect([action, (await act(portal, 'border-supervisor', departures, model, action, bodyOf[departures]())).said]).toEqual([
          action,
          ['409 ACTION_NOT_ALLOWED'],
        ]);
      expect((await portal().public.post(`${departures}/`, bodyOf[departures]({ id: model.id, version: 3 }))).said).toEqual(['409 ACTION_NOT_ALLOWED']);
      expect((await load(departures, model)).documentStatus).toBe('APPROVED');
    });

    it('confirms requirements in verification, and only there', async () => {
      const requirements = (await portal().public.get(`${departures}/info`)).body.model.requirements as Plain[];
      expect(requirements.length).toBeGreaterThan(0);
      let model = await registered(portal, departures, { requirements: requirements.map((r) => ({ ...r, accepted: true, confirmed: true })) });
      expect((model.requirements as Plain[]).map(({ accepted, confirmed }) => [accepted, confirmed ?? false])).toEqual(requirements.map(() => [true, false]));
      model = await acted(portal, 'border-officer', departures, model, 'verification', {
        requirements: requirements.map(({ id }) => ({ id, confirmed: true, description: 'Forged', accepted: false })),
      });
      for (const row of model.requirements as Plain[])
        expect(row).toMatchObject({ accepted: true, confirmed: true, description: expect.not.stringMatching(/Forged/) });
    });

    it('accepts corrected answers in verification for all questions or none', async () => {
      const model = await registered(portal, departures);
      const answers = (model.questions as Plain[]).map(({ id, accepted }) => ({ id, accepted: !accepted, declined: accepted }));
      expect((await act(portal, 'border-officer', departures, model, 'verification', { questions: answers.slice(1) })).said).toEqual([
        '422 QUESTION_UNANSWERED questions.0',
      ]);
      const verified = await acted(portal, 'border-officer', departures, model, 'verification', { questions: answers });
      expect((verified.questions as Plain[]).map(({ id, accepted, declined }) => ({ id, accepted, declined }))).toEqual(answers);
    });

    it('is approved by another officer than the one who verified it', async () => {
      const model = await acted(portal, 'border-supervisor', departures, await registered(portal, departures), 'verification');
      expect((await act(portal, 'border-supervisor', departures, model, 'approval')).said).toEqual(['403 FOUR_EYES']);
      const { body } = await (await portal().as('border-supervisor')).get(`${departures}/${model.id}/document`);
      expect((body as unknown as { blocked: Plain[] }).blocked).toMatchObject([{ name: 'approval', code: 'FOUR_EYES' }]);
    });

    it('is not verified any more after its verifier undoes it', async () => {
      const verified = await acted(portal, 'border-officer', departures, await registered(portal, departures), 'verification');
      expect((await act(portal, 'border-officer', departures, verified, 'undo')).said).toEqual(['422 REQUIRED comment']);
      const undone = await acted(portal, 'border-officer', departures, verified, 'undo', { comment: 'The wrong traveller' });
      expect(undone).toMatchObject({ documentStatus: 'CREATED', version: 3 });
    });

    it('an amendment goes back to CREATED as a new version; the one before stays readable', async () => {
      let model = await registered(portal, departures);
      model = await acted(portal, 'border-officer', departures, model, 'verification');
      model = await acted(portal, 'border-officer', departures, model, 'amendment', { ...bodyOf[departures]({ occupation: 'Driver' }), version: 2 });
      expect(model).toMatchObject({ documentStatus: 'CREATED', version: 3, occupation: 'DRIVER' });
      const versions = await Promise.all(
        [1, 2, 3].map(async (version) => (await portal().public.get(`${departures}/${model.id}/${version}/version`)).body.model),
      );
      expect(versions.map(({ version, documentStatus, occupation }) => [version, documentStatus, occupation])).toEqual([
        [1, 'CREATED', 'NURSE'],
        [2, 'VERIFIED', 'NURSE'],
        [3, 'CREATED', 'DRIVER'],
      ]);
      expect((await act(portal, 'border-officer', departures, model, 'amendment', bodyOf[departures]({ lastName: '', version: 3 }))).said).toEqual([
        '422 REQUIRED lastName',
      ]);
    });

    it('the applicant updates while CREATED, with the id and the version', async () => {
      const model = await registered(portal, departures);
      const update = (version: number) => portal().public.post(`${departures}/`, bodyOf[departures]({ id: model.id, version, occupation: 'Driver' }));
      const updated = await update(1);
      expect([updated.status, updated.body.model.version, updated.body.model.documentStatus, updated.body.model.occupation]).toEqual([
        200,
        2,
        'CREATED',
        'DRIVER',
      ]);
      expect((await update(1)).said).toEqual(['409 STALE_VERSION']);
      await acted(portal, 'border-officer', departures, updated.body.model, 'verification');
      expect((await update(3)).said).toEqual(['409 ACTION_NOT_ALLOWED']);
    });
  });

  describe('5 arrival', () => {
    it.each([
      ['NO', 'GREEN'],
      ['YES', 'RED'],
    ])('merchandise %s is lane %s', async (hasMerchandise, lane) => {
      const model = await registered(portal, arrivals, { hasMerchandise });
      expect(model.lane).toBe(lane);
      expect((await load(arrivals, model)).lane).toBe(lane);
    });

    it('goes from CREATED over ARRIVED to a decision; REFERRED and DETAINED are decided again', async () => {
      let model = await registered(portal, arrivals);
      expect((await act(portal, 'border-supervisor', arrivals, model, 'decision', { decision: 'CLEARED' })).said).toEqual(['409 ACTION_NOT_ALLOWED']);
      model = await acted(portal, 'border-officer', arrivals, model, 'arrival');
      expect(model).toMatchObject({ documentStatus: 'ARRIVED', version: 2 });
      expect((await act(portal, 'border-officer', arrivals, model, 'decision', { decision: 'CLEARED' })).said).toEqual(['403 FORBIDDEN']);
      for (const decision of ['REFERRED', 'DETAINED', 'REFERRED', 'CLEARED']) {
        model = await acted(portal, 'border-supervisor', arrivals, model, 'decision', { decision });
        expect(model).toMatchObject({ documentStatus: decision, decision });
      }
      expect((await act(portal, 'border-supervisor', arrivals, model, 'decision', { decision: 'DETAINED' })).said).toEqual(['409 ACTION_NOT_ALLOWED']);
      expect(await offered('border-supervisor', arrivals, model)).toEqual(['undo']);
      expect(await offered('border-officer', arrivals, model)).toEqual([]);
    });

    it('a decision is one of the published ones', async () => {
      const model = await acted(portal, 'border-officer', arrivals, await registered(portal, arrivals), 'arrival');
      for (const [decision, said] of [
        [undefined, '422 REQUIRED decision'],
        ['', '422 REQUIRED decision'],
        ['ARRIVED', '422 CHOICE decision'],
        ['cleared', '422 CHOICE decision'],
        [['CLEARED'], '422 CHOICE decision'],
      ])
        expect([decision, (await act(portal, 'border-supervisor', arrivals, model, 'decision', { decision })).said]).toEqual([decision, [said]]);
      const { body } = await portal().public.get(`${arrivals}/getDeclarationDecision`);
      expect(body.records.map(({ code }) => code).sort()).toEqual(['CLEARED', 'DETAINED', 'REFERRED']);
    });

    it('clears the red lane only with the inspection note', async () => {
      const model = await acted(portal, 'border-officer', arrivals, await registered(portal, arrivals, { hasMerchandise: 'YES' }), 'arrival');
      for (const comment of [undefined, '', '   ', 7])
        expect((await act(portal, 'border-supervisor', arrivals, model, 'decision', { decision: 'CLEARED', comment })).said).toEqual(
          expect.arrayContaining(['422 REQUIRED comment']),
        );
      const referred = await acted(portal, 'border-supervisor', arrivals, model, 'decision', { decision: 'REFERRED' });
      const cleared = await acted(portal, 'border-supervisor', arrivals, referred, 'decision', {
        decision: 'CLEARED',
        comment: 'Two boxes opened, nothing found',
      });
      expect((cleared.actions as Plain[]).at(-1)).toMatchObject({
        status: 'CLEARED',
        details: 'Two boxes opened, nothing found',
        user: { name: 'Beatriz Supervisor' },
      });
    });

    it('is recorded before the arrival date only with a comment', async () => {
      const model = await registered(portal, arrivals, { arrivalDate: day(1) });
      expect((await act(portal, 'border-officer', arrivals, model, 'arrival')).said).toEqual(['422 REQUIRED comment']);
      expect(await acted(portal, 'border-officer', arrivals, model, 'arrival', { comment: 'A day early' })).toMatchObject({ documentStatus: 'ARRIVED' });
    });

    it('is amended by an officer with a reason, and keeps its status', async () => {
      let model = await registered(portal, arrivals, {}, await portal().as('applicant'));
      const amendment = (comment: unknown, changes: Plain = {}) => ({
        ...bodyOf[arrivals]({ occupation: 'Driver', ...changes }),
        version: model.version,
        comment,
      });
      expect((await act(portal, 'border-officer', arrivals, model, 'amendment', amendment(''))).said).toEqual(['422 REQUIRED comment']);
      model = await acted(portal, 'border-officer', arrivals, model, 'amendment', amendment('Misspelt'));
      expect(model).toMatchObject({ documentStatus: 'CREATED', version: 2, occupation: 'DRIVER' });
      model = await acted(portal, 'border-officer', arrivals, model, 'arrival');
      model = await acted(portal, 'border-officer', arrivals, model, 'amendment', amendment('Misspelt', { occupation: 'Cook' }));
      expect(model).toMatchObject({ documentStatus: 'ARRIVED', version: 4, occupation: 'COOK' });
    });

    it('has its requirements confirmed when it is recorded and when it is decided', async () => {
      let model = await registered(portal, arrivals);
      const requirements = (model.requirements as Plain[]).map(({ id }) => ({ id, confirmed: true }));
      expect(requirements.length).toBeGreaterThan(0);
      model = await acted(portal, 'border-officer', arrivals, model, 'arrival', { requirements });
      for (const row of model.requirements as Plain[]) expect(row.confirmed).toBe(true);
      model = await acted(portal, 'border-supervisor', arrivals, model, 'decision', {
        decision: 'REFERRED',
        requirements: [{ ...requirements[0], confirmed: false }],
      });
      expect((model.requirements as Plain[])[0]?.confirmed).toBe(false);
    });

    it('is updated by the officer who registered it at the counter, while CREATED', async () => {
      const officer = await portal().as('border-officer');
      const model = await registered(portal, arrivals, {}, officer);
      const update = (version: number) => officer.post(`${arrivals}/`, bodyOf[arrivals]({ id: model.id, version, occupation: 'Driver' }));
      expect((await update(1)).body.model).toMatchObject({ version: 2, occupation: 'DRIVER' });
      expect((await (await portal().as('border-supervisor')).post(`${arrivals}/`, bodyOf[arrivals]({ id: model.id, version: 2 }))).said).toEqual([
        '403 FORBIDDEN',
      ]);
    });

    it('the applicant updates while CREATED', async () => {
      const model = await registered(portal, arrivals);
      const update = (version: number, changes: Plain = {}) => portal().public.post(`${arrivals}/`, bodyOf[arrivals]({ id: model.id, version, ...changes }));
      expect((await update(1, { hasMerchandise: 'YES' })).body.model).toMatchObject({ version: 2, lane: 'RED' });
      await acted(portal, 'border-officer', arrivals, await load(arrivals, model), 'arrival');
      expect((await update(3)).said).toEqual(['409 ACTION_NOT_ALLOWED']);
    });
  });

  describe('5 what both share', () => {
    it.each(kinds)('getDates of the %s gives today and the seven days after it, and each of them is accepted', async (_kind, path) => {
      const { body } = await portal().public.get(`${path}/getDates`);
      const days = body.records.map(({ code }) => code);
      expect(days).toEqual(Array.from({ length: 8 }, (_, i) => day(i)));
      const field = path === departures ? 'departureDate' : 'arrivalDate';
      for (const code of [days[0], days[7]]) await registered(portal, path, { [field]: code });
      for (const code of [day(-1), day(8)])
        expect((await portal().public.post(`${path}/`, bodyOf[path]({ [field]: code }))).said).toEqual([`422 CHOICE ${field}`]);
    });

    it.each(kinds)('searchDeclaration of the %s accepts an id or a code, and answers in the requested language', async (_kind, path) => {
      const code = path === departures ? 'DEP' : 'ARR';
      const model = await registered(portal, path);
      const [byCode, byId] = [
        await portal().public.get(`${path}/${code}/searchDeclaration`),
        await portal().public.get(`${path}/${model.id}/searchDeclaration`),
      ];
      expect(byId.body).toEqual(byCode.body);
      expect(byCode.body.records.map(({ rank }) => rank)).toEqual(byCode.body.records.map((_, i) => i + 1));
      for (const record of byCode.body.records) expect(record).toMatchObject({ id: expect.stringMatching(/./), description: expect.stringMatching(/\?$/) });
      const portuguese = await portal().public.get(`${path}/${code}/searchDeclaration`, { 'accept-language': 'pt' });
      expect(portuguese.body.records[0]?.description).not.toBe(byCode.body.records[0]?.description);
      expect((await load(path, model)).version).toBe(1);
      expect((await portal().public.get(`${path}/XXX/searchDeclaration`)).status).toBe(404);
    });

    it.each(kinds)('each row of a %s declaration has an id and keeps it', async (_kind, path) => {
      const model = await registered(portal, path, { goods: [{ description: 'Tea' }, { description: 'Coffee' }] });
      const rows = [...(model.questions as Plain[]), ...(model.goods as Plain[]), ...(model.requirements as Plain[])].map(({ id }) => id);
      expect(new Set(rows).size).toBe(rows.length);
      for (const id of rows) expect(id).toEqual(expect.stringMatching(/./));
      const again = (await portal().public.post(`${path}/`, { ...model })).body.model;
      expect([...(again.questions as Plain[]), ...(again.goods as Plain[]), ...(again.requirements as Plain[])].map(({ id }) => id)).toEqual(rows);
    });

    it.each(kinds)('each question of a %s declaration is answered exactly once, and unknown ones are dropped', async (_kind, path) => {
      const field = path === departures ? 'questions.0' : 'questions.0.answer';
      const questions = bodyOf[path]().questions as Plain[];
      const made = { id: 'MADE-UP', rank: 9, description: 'CLEARED BY CUSTOMS HQ', accepted: true, answer: 'YES' };
      const said = async (rows: unknown) => (await portal().public.post(`${path}/`, bodyOf[path]({ questions: rows }))).said;
      expect(await said(questions.slice(1))).toEqual([`422 QUESTION_UNANSWERED ${field}`]);
      expect(await said([made, ...questions.slice(1)])).toEqual([`422 QUESTION_UNANSWERED ${field}`]);
      expect(await said([...questions, { ...questions[0], accepted: true, answer: 'YES' }])).toEqual([`422 QUESTION_BOTH ${field}`]);
      expect(new Set(await said(undefined))).toEqual(new Set(questions.map((_, i) => `422 QUESTION_UNANSWERED ${field.replace('0', String(i))}`)));
      const model = await registered(portal, path, { questions: [...questions].reverse().concat(made) });
      expect((model.questions as Plain[]).map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
    });

    it.each(kinds)('a %s declaration belongs to the agency of its document, and its entry point is that of its flight details', async (_kind, path) => {
      const said = async (changes: Plain) => (await portal().public.post(`${path}/`, bodyOf[path](changes))).said;
      expect(await said({ agencyCode: path === departures ? 'CUSTOMS' : 'IMMIGRATION' })).toEqual(['422 CHOICE agencyCode']);
      expect(await said({ entryPointCode: 'BTG' })).toEqual(['422 CHOICE entryPointCode']);
    });

    it.each(kinds)('a flight that is in no list can be typed into a %s declaration', async (_kind, path) => {
      expect(await registered(portal, path, { flightCode: 'sq461' })).toMatchObject({ flightCode: 'SQ461' });
    });

    it.each(kinds)('names, passport, flight number and occupation of a %s declaration are in upper case', async (_kind, path) => {
      const travellerCode = aPassport().toLowerCase();
      const model = await registered(portal, path, { travellerCode, firstName: 'João Ângelo', lastName: 'são', flightNumber: 'qg 1', occupation: 'técnico' });
      expect(model).toMatchObject({
        travellerCode: travellerCode.toUpperCase(),
        firstName: 'JOÃO ÂNGELO',
        lastName: 'SÃO',
        flightNumber: 'QG 1',
        occupation: 'TÉCNICO',
      });
    });

    it.each(kinds)('the form of a %s declaration is printed as PDF within ten seconds, named as the specification says', async (_kind, path) => {
      const model = await registered(portal, path);
      const began = Date.now();
      const answer = await portal().public.get(`${path}/${model.id}/${path === departures ? 'print-declaration' : 'print-form'}`);
      expect([answer.status, answer.headers.get('content-type'), answer.bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
      expect(Date.now() - began).toBeLessThan(10_000);
      const name = path === departures ? model.travellerCode : model.serialReference.reference;
      expect(answer.headers.get('content-disposition')).toContain(`filename="${name}.pdf"`);
      expect(answer.bytes.toString('latin1')).not.toContain(model.id);
      expect(pagesOf(answer.bytes)).toBe(1);
      const updated = (await portal().public.post(`${path}/`, { ...model, occupation: 'Baker' })).body.model;
      const newer = await portal().public.get(`${path}/${updated.id}/${path === departures ? 'print-declaration' : 'print-form'}`);
      expect([newer.status, newer.bytes.equals(answer.bytes)]).toEqual([200, false]);
    });
  });
}

/** Reads the messages that the portal's process stores. */
export function codesByMail(portal: Portal): void {
  describe.each(kinds)('3 the way back to a %s declaration, with a code', (_kind, path) => {
    it('a one-time code to the address on the declaration gives the applicant’s key, once', async () => {
      const { model, key } = await found(portal, path);
      const sent = await portal().public.post(`${path}/find/code`, { id: key });
      expect(sent.status).toBe(200);
      expect(sent.bytes.toString()).not.toContain(String(model.emailAddress));
      const code = await portal().codeSentTo(model.emailAddress);
      expect(code).toMatch(/^\d{6}$/);
      const wrong = code === '000000' ? '000001' : '000000';
      expect((await portal().public.post(`${path}/find/open`, { id: key, code: wrong })).said).toEqual(['422 CHOICE code']);
      const opened = await portal().public.post(`${path}/find/open`, { id: key, code });
      expect(opened.body.model).toMatchObject({ id: model.id, emailAddress: model.emailAddress });
      expect((await portal().public.post(`${path}/find/open`, { id: key, code })).said).toEqual(['422 CHOICE code']);
      const updated = await portal().public.post(`${path}/`, bodyOf[path]({ id: opened.body.model.id, version: 1, occupation: 'Driver' }));
      expect(updated.body.model).toMatchObject({ version: 2, occupation: 'DRIVER' });
    });
  });
}

import { aDate, day, type Model, type Plain } from './caller.ts';
import { act, acted, aPassport, arrivals, bodyOf, departures, kinds, registered } from './documents.ts';
import type { Portal } from './portal-under-test.ts';

export function declarations(portal: Portal): void {
  const load = async (path: string, { id }: Model) => (await portal().public.get(`${path}/${id}/document`)).body.model;
  const offered = async (username: string, path: string, { id }: Model) =>
    (await (await portal().as(username)).get(`${path}/${id}/document`)).body.actions.filter(({ kind }) => kind === 'submit').map(({ name }) => name);

  describe('4 serial references', () => {
    it.each(kinds)('are of one form for a %s declaration', async (_kind, path) => {
      const { serialReference } = await registered(portal, path);
      const { year, number, reference } = serialReference;
      expect(year).toBe(new Date().getUTCFullYear());
      expect(reference).toBe(`${path === departures ? 'DEP' : 'ARR'}-${year}-${String(number).padStart(7, '0')}`);
      expect(serialReference).toMatchObject({ serial: 'A', date: expect.stringMatching(aDate) });
    });

    it('are each given once to fifty who register at the same moment', async () => {
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

  describe('5 departure', () => {
    it('goes from CREATED over VERIFIED to APPROVED, each step by who may take it', async () => {
      let model = await registered(portal, departures);
      // What the public registered is also updated by who holds its id.
      expect(await offered('border-officer', departures, model)).toEqual(['update', 'verification', 'amendment']);
      expect((await act(portal, 'border-supervisor', departures, model, 'approval')).said).toEqual(['409 ACTION_NOT_ALLOWED']);
      model = await acted(portal, 'border-officer', departures, model, 'verification');
      expect(model).toMatchObject({ documentStatus: 'VERIFIED', version: 2 });
      expect((await act(portal, 'border-officer', departures, model, 'verification')).said).toEqual(['409 ACTION_NOT_ALLOWED']);
      expect((await act(portal, 'border-officer', departures, model, 'approval')).said).toEqual(['403 FORBIDDEN']);
      expect(await offered('border-supervisor', departures, model)).toEqual(['amendment', 'approval']);
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
      expect(await offered('border-supervisor', arrivals, model)).toEqual([]);
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

    it('the applicant updates while CREATED', async () => {
      const model = await registered(portal, arrivals);
      const update = (version: number, changes: Plain = {}) => portal().public.post(`${arrivals}/`, bodyOf[arrivals]({ id: model.id, version, ...changes }));
      expect((await update(1, { hasMerchandise: 'YES' })).body.model).toMatchObject({ version: 2, lane: 'RED' });
      await acted(portal, 'border-officer', arrivals, await load(arrivals, model), 'arrival');
      expect((await update(3)).said).toEqual(['409 ACTION_NOT_ALLOWED']);
    });
  });

  describe('5 what both share', () => {
    it.each(kinds)('getDates of the %s gives today and the seven days after it, and each of them is taken', async (_kind, path) => {
      const { body } = await portal().public.get(`${path}/getDates`);
      const days = body.records.map(({ code }) => code);
      expect(days).toEqual(Array.from({ length: 8 }, (_, i) => day(i)));
      const field = path === departures ? 'departureDate' : 'arrivalDate';
      for (const code of [days[0], days[7]]) await registered(portal, path, { [field]: code });
      for (const code of [day(-1), day(8)])
        expect((await portal().public.post(`${path}/`, bodyOf[path]({ [field]: code }))).said).toEqual([`422 CHOICE ${field}`]);
    });

    it.each(kinds)('searchDeclaration of the %s takes an id or a code, in the language asked for', async (_kind, path) => {
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

    it.each(kinds)('rows of a %s declaration have an id each, and keep the one they have', async (_kind, path) => {
      const model = await registered(portal, path, {
        questions: [{ rank: 1, accepted: true, answer: 'NO' }],
        goods: [{ description: 'Tea' }, { description: 'Coffee' }],
        requirements: [{ accepted: true }],
        questionsConfirmed: 'YES',
      });
      const rows = [...(model.questions as Plain[]), ...(model.goods as Plain[]), ...(model.requirements as Plain[])].map(({ id }) => id);
      expect(rows).toHaveLength(4);
      for (const id of rows) expect(id).toEqual(expect.stringMatching(/./));
      const again = (await portal().public.post(`${path}/`, { ...model })).body.model;
      expect([...(again.questions as Plain[]), ...(again.goods as Plain[]), ...(again.requirements as Plain[])].map(({ id }) => id)).toEqual(rows);
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
      const updated = (await portal().public.post(`${path}/`, { ...model, occupation: 'Baker' })).body.model;
      const newer = await portal().public.get(`${path}/${updated.id}/${path === departures ? 'print-declaration' : 'print-form'}`);
      expect([newer.status, newer.bytes.equals(answer.bytes)]).toEqual([200, false]);
    });
  });
}

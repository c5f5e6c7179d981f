import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Problem } from '@portal/contract-kit';
import { Clock } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import { type GateCase, type GateDecision, type GateOutcome, type GatePass, type GateVerdict, signedText } from '../../contract/index.ts';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { DepartureService } from '../departure/departure.service.ts';
import { anArrival, type UserName } from '../testing/bodies.ts';
import { arrival, day, departure, type Model, useDesk } from '../testing/desk.ts';
import { GateCheck } from './gate.check.ts';
import { CodeChangeRow, GateDecisionRow } from './gate.entities.ts';

interface Shown {
  model: Model;
  code: string;
}

const minute = 60_000;
const goods = { hasMerchandise: 'YES', goods: [{ description: 'Wine', quantity: 3, amount: 10, currencyCode: 'USD' }] };

describe.each(testBackends())('the gate on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend, { GATE_EXPECTED_HOURS: '12' });
  const arrivals = () => desk().service.app.get(ArrivalService);
  const codeOf = async ({ id }: Pick<Model, 'id'>): Promise<string> => {
    const row = await arrivals().rowOf(id);
    return arrivals().kit.signer.code(arrivals().statement(arrivals().modelOf(row)), 'seal');
  };
  const check = async (text: string, user: UserName = 'border-officer') =>
    (await desk().call<GateVerdict & Problem>(user, 'POST', '/v1/gate/check', { text })).body;
  /** Checks a code as an officer who may read departures and no arrivals. */
  const checkForDepartures = async (text: string) => {
    const officer = { sub: 'departure-officer', name: 'The departure-officer', roles: ['departure-declaration-read'], agencies: ['CUSTOMS', 'IMMIGRATION'] };
    const authorization = await desk().around.token(officer);
    return (await desk().call<GateVerdict & Problem>('public', 'POST', '/v1/gate/check', { text }, { authorization })).body;
  };
  const decide = (decision: Partial<GateDecision>, user: UserName = 'border-officer') =>
    desk().call<GateOutcome & Problem>(user, 'POST', '/v1/gate/decisions', {
      key: randomUUID(),
      decision: 'ARRIVAL',
      at: new Date().toISOString(),
      ...decision,
    });
  const statusOf = async ({ id }: Pick<Model, 'id'>) => (await arrivals().rowOf(id)).documentStatus;

  /** A device with a key pair of its own, whose clock differs from the server's by `drift` ms. */
  class Device {
    pass = '';
    given?: GatePass;
    readonly decisions: GateDecision[] = [];
    private readonly privateKey: KeyObject;
    readonly publicKey: KeyObject;

    constructor(
      readonly user: UserName,
      readonly drift = 0,
    ) {
      ({ privateKey: this.privateKey, publicKey: this.publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }));
    }
    now = () => desk().service.app.get(Clock).now().getTime() + this.drift;

    async begin(): Promise<this> {
      const { status, body } = await desk().call<GatePass>(this.user, 'POST', '/v1/gate/pass', { key: this.publicKey.export({ format: 'jwk' }) });
      expect(status).toBe(200);
      this.given = body;
      this.pass = body.pass;
      return this;
    }
    decide(reference: string, code: string | undefined, more: Partial<GateDecision> = {}): GateDecision {
      const decision: GateDecision = { key: randomUUID(), decision: 'ARRIVAL', reference, code, at: new Date(this.now()).toISOString(), ...more };
      this.decisions.push(decision);
      return decision;
    }
    signed = (decision: GateDecision) => ({
      ...decision,
      signature: sign('sha256', Buffer.from(signedText(decision)), { key: this.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
    });
    send(decisions = this.decisions, user: UserName = this.user, changes: object = {}) {
      const body = { pass: this.pass, sentAt: new Date(this.now()).toISOString(), decisions: decisions.map(this.signed), ...changes };
      return desk().call<{ records: GateOutcome[] } & Problem>(user, 'POST', '/v1/gate/reconciliation', body);
    }
  }
  const cases = async (state = 'OPEN', user: UserName = 'border-supervisor') =>
    (await desk().call<{ records: GateCase[] }>(user, 'GET', `/v1/gate/cases?state=${state}`)).body.records;

  describe('with a connection', () => {
    it('shows whose a genuine code is, and asks for nothing', async () => {
      const { model } = await desk().register(arrival, { currencyStatus: 'YES', currencyAmount: 20_000, currencyCode: 'USD' });
      expect(await check(await codeOf(model))).toMatchObject({
        finding: 'GENUINE',
        warnings: [],
        reference: model.serialReference.reference,
        id: model.id,
        lane: 'GREEN',
        name: 'JOÃO SILVA',
        travellerCode: 'CX998877',
        birthDate: '1985-11-02',
        flags: ['MONEY'],
        documentStatus: 'CREATED',
        decisions: ['ARRIVAL', 'REFERRAL'],
      });
      const token = arrivals().kit.signer.sign({ ...arrivals().statement(model as never) });
      expect(await check(token)).toMatchObject({ finding: 'GENUINE', reference: model.serialReference.reference });
    });

    it('warns of the red lane, another day, a second scan, a code that is out of date and another document', async () => {
      const red = (await desk().register(arrival, goods)).model;
      expect(await check(await codeOf(red))).toMatchObject({ lane: 'RED', warnings: ['RED_LANE'] });
      const early = (await desk().register(arrival, { arrivalDate: day(2), departureDate: day(20) })).model;
      const seal = await codeOf(early);
      expect((await check(seal)).warnings).toEqual(['WRONG_DAY']);
      const { body } = await desk().act('public', arrival, early, 'update', anArrival());
      expect(body.model.version).toBe(2);
      expect((await check(seal)).warnings).toEqual(['OUT_OF_DATE']);
      expect((await check(await codeOf(early))).warnings).toEqual([]);
      await desk().done('border-officer', arrival, body.model, 'arrival');
      const again = await check(await codeOf(early));
      expect([again.warnings, again.last?.by, again.decisions]).toEqual([['SECOND_SCAN'], 'The border-officer', ['REFERRAL']]);
      const leaving = (await desk().register(departure)).model;
      expect(await check(leaving.serialReference.reference)).toMatchObject({ warnings: ['ANOTHER_DOCUMENT', 'WRONG_DAY', 'TYPED'], decisions: [] });
    });

    it('names the officer whose claim keeps another one from a decision', async () => {
      const { model } = await desk().register(arrival);
      await desk().call('border-officer-2', 'POST', `${arrival}/${model.id}/claim`, {});
      const claim = { assignee: { name: 'The border-officer-2' }, since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) };
      expect(await check(await codeOf(model))).toMatchObject({ finding: 'GENUINE', decisions: [], claim });
      const own = await check(await codeOf(model), 'border-officer-2');
      expect([own.claim, own.decisions]).toEqual([undefined, ['ARRIVAL', 'REFERRAL']]);
      const refused = await decide({ code: await codeOf(model), reference: model.serialReference.reference });
      expect([refused.status, refused.body.claim]).toEqual([409, claim]);
    });

    it('says that a typed reference proves nothing, and finds no passport or plate', async () => {
      const { model } = await desk().register(arrival);
      expect(await check(model.serialReference.reference)).toMatchObject({ finding: 'TYPED', warnings: ['TYPED'], name: 'JOÃO SILVA' });
      for (const text of ['CX998877', 'AA-12-34', 'ARR-2026-9999999']) expect(await check(text)).toMatchObject({ finding: 'NOT_FOUND', decisions: [] });
      const seal = await codeOf(model);
      expect(await check(`${seal.slice(0, -2)}${seal.endsWith('AA') ? 'BB' : 'AA'}`)).toEqual({ finding: 'NOT_GENUINE', warnings: [], decisions: [] });
    });

    it('tells nothing to whom the declaration is not to be told', async () => {
      const { model } = await desk().register(arrival);
      const seal = await codeOf(model);
      for (const [user, status] of [
        ['public', 401],
        ['applicant', 403],
        ['licence-clerk', 403],
        ['agent', 403],
      ] as const)
        for (const path of ['check', 'pass', 'decisions', 'reconciliation'])
          expect([user, path, (await desk().call(user, 'POST', `/v1/gate/${path}`, { text: seal })).status]).toEqual([user, path, status]);
      const foreign = await check(seal, 'foreign-supervisor');
      expect(foreign).toEqual({ finding: 'GENUINE', kind: 'arrival-declaration', reference: model.serialReference.reference, warnings: [], decisions: [] });
      expect(await check(model.serialReference.reference, 'foreign-supervisor')).toMatchObject({ finding: 'NOT_FOUND' });
      const refused = await decide({ reference: model.serialReference.reference }, 'foreign-supervisor');
      const unknown = await decide({ reference: 'ARR-2026-9999999' }, 'foreign-supervisor');
      expect([refused.status, refused.body.errors]).toEqual([404, unknown.body.errors]);
      expect((await decide({ reference: model.serialReference.reference, code: seal }, 'foreign-supervisor')).status).toBe(403);
      expect(await statusOf(model)).toBe('CREATED');
    });

    it('says no more than everybody may know of a code to an officer who may not read the declaration: what it is, and whether it is out of date', async () => {
      const { model } = await desk().register(arrival);
      const seal = await codeOf(model);
      await desk().act('public', arrival, model, 'update', anArrival({ arrivalDate: day(2), departureDate: day(20) }));
      const { reference } = model.serialReference;
      const known = { finding: 'GENUINE', kind: 'arrival-declaration', reference, warnings: ['OUT_OF_DATE'], decisions: [] };
      expect(await check(seal, 'foreign-supervisor')).toEqual(known);
      expect(await checkForDepartures(seal)).toEqual(known);
    });

    it('tells an officer of departures alone whose the code of a departure is', async () => {
      const { model } = await desk().register(departure);
      const service = desk().service.app.get(DepartureService);
      const code = service.kit.signer.code(service.statement(service.modelOf(await service.rowOf(model.id))), 'seal');
      const { reference } = model.serialReference;
      expect(await checkForDepartures(code)).toMatchObject({
        finding: 'GENUINE',
        kind: 'departure-declaration',
        reference,
        id: model.id,
        name: 'MARIA DA COSTA',
        decisions: [],
      });
      const other = (await desk().register(arrival)).model;
      expect(await checkForDepartures(other.serialReference.reference)).toMatchObject({ finding: 'NOT_FOUND', decisions: [] });
    });

    it('says nothing of a declaration that got the reference of another one, which a restore has lost, and records nothing for it', async () => {
      const { model } = await desk().register(arrival);
      const statement = arrivals().statement(arrivals().modelOf(await arrivals().rowOf(model.id)));
      const sealed = statement.sealed && { ...statement.sealed, at: statement.sealed.at - 3_600, passport: 'LOST1' };
      const { signer } = arrivals().kit;
      const { reference } = model.serialReference;
      for (const code of [signer.code({ ...statement, sealed }, 'seal'), signer.sign({ ...statement, iat: statement.iat - 3_600 })]) {
        expect(await check(code)).toEqual({ finding: 'GENUINE', kind: 'arrival-declaration', reference, warnings: ['NOT_IN_REGISTER'], decisions: [] });
        const { body } = await desk().call<Record<string, unknown>>('border-officer', 'GET', `/v1/verify/${code}`);
        expect(body).toMatchObject({ genuine: true, reference, standing: { code: 'NOT_IN_REGISTER' } });
        for (const fact of ['screen', 'documentStatus', 'superseded']) expect(body).not.toHaveProperty(fact);
        expect((await decide({ reference, code })).status).toBe(404);
        const device = await new Device('border-officer').begin();
        const late = device.decide(reference, code);
        expect((await device.send()).body.records).toEqual([{ key: late.key, outcome: 'CASE', case: 'UNKNOWN' }]);
      }
      expect(await statusOf(model)).toBe('CREATED');
    });

    it('records an arrival once, however often the decision is sent', async () => {
      const { model } = await desk().register(arrival);
      const decision = { key: randomUUID(), code: await codeOf(model), reference: model.serialReference.reference, at: new Date().toISOString() };
      const answers = await Promise.all([decide(decision), decide(decision), decide(decision)]);
      expect(answers.map(({ status, body }) => [status, body.outcome, body.version])).toEqual(Array(3).fill([200, 'RECORDED', 2]));
      expect([(await decide(decision)).status, (await decide({ ...decision, decision: 'REFERRAL' })).status]).toEqual([200, 409]);
      expect((await decide(decision, 'border-officer-2')).status).toBe(409);
      expect((await arrivals().rowOf(model.id)).version).toBe(2);
    });

    it('answers the same where the second call looks just before the first one has recorded it', async () => {
      const { model } = await desk().register(arrival);
      const decision = { key: randomUUID(), code: await codeOf(model), reference: model.serialReference.reference, at: new Date().toISOString() };
      const checks = desk().service.app.get(GateCheck);
      const find = checks.find.bind(checks);
      const first = { answer: undefined as Promise<Awaited<ReturnType<typeof decide>>> | undefined };
      const held = jest.spyOn(checks, 'find').mockImplementationOnce(async (...asked) => {
        first.answer = decide(decision);
        await first.answer;
        return find(...asked);
      });
      const second = await decide(decision);
      held.mockRestore();
      expect([second, await first.answer].map((answer) => [answer?.status, answer?.body.outcome, answer?.body.version])).toEqual(
        Array(2).fill([200, 'RECORDED', 2]),
      );
    });

    it('asks for a reason in spite of a warning, and keeps it in the history', async () => {
      const { model } = await desk().register(arrival, goods);
      const decision = { code: await codeOf(model), reference: model.serialReference.reference };
      for (const reason of [undefined, '  ']) {
        const { status, body } = await decide({ ...decision, reason });
        expect([status, body.errors]).toMatchObject([422, [{ code: 'REQUIRED', field: 'reason' }]]);
      }
      expect((await decide({ ...decision, reason: 'Wine within the allowance' })).body.outcome).toBe('RECORDED');
      const { actions } = arrivals().modelOf(await arrivals().rowOf(model.id)) as unknown as Model;
      expect(actions.at(-1)).toMatchObject({ action: 'arrival', details: 'Wine within the allowance' });
    });

    it('refers to a second look with one action; both are undone within ten minutes', async () => {
      const { model } = await desk().register(arrival);
      const { body } = await decide({ decision: 'REFERRAL', code: await codeOf(model), reference: model.serialReference.reference });
      expect([body.outcome, await statusOf(model)]).toEqual(['RECORDED', 'REFERRED']);
      const version = body.version as number;
      await desk().done('border-officer', arrival, { ...model, version }, 'undo', { comment: 'By mistake' });
      expect(await statusOf(model)).toBe('CREATED');
      expect((await decide({ code: await codeOf(model), reference: model.serialReference.reference })).body.outcome).toBe('RECORDED');
    });

    it('names what is wrong with a decision', async () => {
      const good = { reference: 'ARR-2026-0000001' };
      for (const [changes, field] of [
        [{ key: 'short' }, 'key'],
        [{ decision: 'CLEAR' as never }, 'decision'],
        [{ reference: 'x' }, 'reference'],
        [{ at: 'soon' }, 'at'],
        [{ reason: 'x'.repeat(501) }, 'reason'],
        [{ code: 'x'.repeat(2_001) }, 'code'],
      ] as const)
        expect((await decide({ ...good, ...changes })).body).toMatchObject({ status: 422, errors: [{ field }] });
      expect((await decide({ reference: 'ARR-2026-9999999' })).status).toBe(404);
      expect((await decide({ ...good, code: 'A'.repeat(160) })).body).toMatchObject({ status: 422, errors: [{ field: 'code' }] });
      const early = (await desk().register(arrival, { arrivalDate: day(2), departureDate: day(20) })).model;
      expect((await decide({ reference: early.serialReference.reference })).body).toMatchObject({
        status: 422,
        errors: [{ code: 'REQUIRED', field: 'reason' }],
      });
      const device = await new Device('border-officer').begin();
      const listed = await device.send([device.decide('ARR-2026-0000001', undefined), device.decide('x', undefined)]);
      expect(listed.body).toMatchObject({ status: 422, errors: [{ field: 'decisions[1].reference' }] });
    });

    it('refuses the code of one declaration with the reference of another', async () => {
      const [shown, other] = [(await desk().register(arrival)).model, (await desk().register(arrival)).model];
      const mixed = { code: await codeOf(shown), reference: other.serialReference.reference };
      expect((await decide(mixed)).body).toMatchObject({ status: 422, errors: [{ code: 'BAD_VALUE', field: 'reference' }] });
      const device = await new Device('border-officer').begin();
      device.decide(mixed.reference, mixed.code);
      expect((await device.send()).body.records).toMatchObject([{ outcome: 'CASE', case: 'REFUSED' }]);
      expect([await statusOf(shown), await statusOf(other)]).toEqual(['CREATED', 'CREATED']);
      expect((await decide({ ...mixed, reference: shown.serialReference.reference })).body.outcome).toBe('RECORDED');
    });

    it('gives no pass for a key with which no device can sign', async () => {
      const { kty, crv, x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
      const noPoint = 'B'.repeat(43);
      for (const key of [undefined, { kty, crv, x }, { kty, crv: 'P-384', x, y }, { kty, crv, x: noPoint, y: noPoint }]) {
        const { status, body } = await desk().call<Problem>('border-officer', 'POST', '/v1/gate/pass', { key });
        expect([status, body.errors]).toMatchObject([400, [{ code: 'BAD_VALUE', field: 'key' }]]);
      }
    });
  });

  describe('without a connection', () => {
    it('takes decisions in later, once, in the name of the officer of the device', async () => {
      const { model } = await desk().register(arrival);
      const device = await new Device('border-officer').begin();
      device.decide(model.serialReference.reference, await codeOf(model));
      // Another officer sends the decisions first.
      const answers = [await device.send(undefined, 'border-officer-2'), await device.send(), await device.send()];
      expect(answers.map(({ status, body }) => [status, body.records.map(({ outcome, version }) => [outcome, version])])).toEqual(
        Array(3).fill([200, [['RECORDED', 2]]]),
      );
      const { actions } = arrivals().modelOf(await arrivals().rowOf(model.id)) as unknown as Model;
      expect(actions.at(-1)).toMatchObject({ user: { name: 'The border-officer' }, details: 'Recorded without a connection / Registado sem ligação' });
    });

    describe('takes in what the device undid after its decision had been recorded without an answer', () => {
      /** Records a decision whose answer the device does not get, and undoes it on the device; another decision waits behind it. */
      const lost = async (between: (model: Model) => Promise<unknown> = async () => undefined) => {
        const [{ model }, behind] = [await desk().register(arrival), (await desk().register(arrival)).model];
        const device = await new Device('border-officer').begin();
        const decision = device.decide(model.serialReference.reference, await codeOf(model));
        const { status, body } = await decide(decision);
        expect([status, body.outcome]).toEqual([200, 'RECORDED']);
        await between({ ...model, version: body.version as number });
        decision.undone = true;
        device.decide(behind.serialReference.reference, await codeOf(behind));
        return { model, behind, device, decision };
      };

      it('undoes it, once, and takes in what waits behind it', async () => {
        const { model, behind, device, decision } = await lost();
        const answers = [...(await Promise.all([device.send(), device.send()])), await device.send()];
        const expected = [
          { key: decision.key, outcome: 'UNDONE' },
          { key: device.decisions[1]?.key, outcome: 'RECORDED', id: behind.id, version: 2 },
        ];
        expect(answers.map(({ status, body }) => [status, body.records])).toEqual(Array(3).fill([200, expected]));
        expect([await statusOf(model), await statusOf(behind)]).toEqual(['CREATED', 'ARRIVED']);
        const { actions } = arrivals().modelOf(await arrivals().rowOf(model.id)) as unknown as Model;
        expect(actions.map(({ action }) => action)).toEqual(['register', 'arrival', 'undo']);
        // The decision without the undo arrives once more.
        expect((await device.send([{ ...decision, undone: undefined }])).body.records).toEqual(expected.slice(0, 1));
      });

      it.each([
        ['OVERTAKEN', 'DETAINED', (model: Model) => desk().done('border-supervisor', arrival, model, 'decision', { decision: 'DETAINED', comment: 'Wanted' })],
        ['CLAIMED', 'ARRIVED', ({ id }: Model) => desk().call('border-supervisor', 'POST', `${arrival}/${id}/claim`, {})],
        ['REFUSED', 'ARRIVED', undefined],
      ] as const)('makes a case of it if it cannot be undone: %s', async (kind, status, between) => {
        const { model, behind, device, decision } = await lost(between);
        const clock = jest.spyOn(desk().service.app.get(Clock), 'now');
        const begun = Date.now();
        clock.mockImplementation(() => new Date(begun + 11 * minute));
        const answers = [await device.send(), await device.send()];
        clock.mockRestore();
        const expected = [{ key: decision.key, outcome: 'CASE', case: kind }, { outcome: 'RECORDED' }];
        expect(answers.map((answer) => [answer.status, answer.body.records])).toMatchObject(Array(2).fill([200, expected]));
        expect([await statusOf(model), await statusOf(behind)]).toEqual([status, 'ARRIVED']);
        expect((await cases()).find(({ key }) => key === decision.key)).toMatchObject({
          case: kind,
          reason: 'Undone on the device at the gate / Anulado no dispositivo do posto',
        });
      });
    });

    it('makes a case of a decision with the key of another decision, and takes in what waits behind it', async () => {
      const [first, second, third] = [(await desk().register(arrival)).model, (await desk().register(arrival)).model, (await desk().register(arrival)).model];
      const key = randomUUID();
      await decide({ key, code: await codeOf(first), reference: first.serialReference.reference }, 'border-officer-2');
      const device = await new Device('border-officer').begin();
      device.decide(second.serialReference.reference, await codeOf(second), { key, reason: 'Looked well' });
      device.decide(third.serialReference.reference, await codeOf(third));
      const answers = [...(await Promise.all([device.send(), device.send()])), await device.send()];
      const expected = [{ key, outcome: 'CASE', case: 'REFUSED' }, { outcome: 'RECORDED' }];
      expect(answers.map(({ status, body }) => [status, body.records])).toMatchObject(Array(3).fill([200, expected]));
      expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual(['ARRIVED', 'CREATED', 'ARRIVED']);
      const found = (await cases()).filter(({ reference }) => reference === second.serialReference.reference);
      expect(found).toMatchObject([{ case: 'REFUSED', officer: 'The border-officer', reason: 'Looked well' }]);
    });

    it('makes a case of its own kind of a decision on a declaration that another officer has', async () => {
      const { model } = await desk().register(arrival);
      await desk().call('border-officer-2', 'POST', `${arrival}/${model.id}/claim`, {});
      const device = await new Device('border-officer').begin();
      device.decide(model.serialReference.reference, await codeOf(model));
      const { body } = await device.send();
      expect([body.records, await statusOf(model)]).toMatchObject([[{ outcome: 'CASE', case: 'CLAIMED' }], 'CREATED']);
    });

    it.each([
      [
        'TWO_LANES',
        'ARRIVAL',
        'The border-officer-2',
        ({ model, code }: Shown) => decide({ code, reference: model.serialReference.reference }, 'border-officer-2'),
      ],
      ['CLAIMED', 'REFERRAL', undefined, ({ model, code }: Shown) => decide({ code, reference: model.serialReference.reference }, 'border-officer-2')],
      ['OVERTAKEN', 'ARRIVAL', undefined, ({ model }: Shown) => desk().done('border-officer-2', arrival, model, 'arrival')],
      ['CLAIMED', 'REFERRAL', undefined, ({ model }: Shown) => desk().done('border-officer-2', arrival, model, 'arrival')],
    ] as const)('says %s of a late %s if an arrival was recorded and the declaration is claimed since', async (kind, decision, officer, first) => {
      const { model } = await desk().register(arrival);
      const code = await codeOf(model);
      const device = await new Device('border-officer').begin();
      const { key } = device.decide(model.serialReference.reference, code, { decision });
      await first({ model, code });
      expect((await desk().call('border-supervisor', 'POST', `${arrival}/${model.id}/claim`, {})).status).toBe(200);
      expect((await device.send()).body.records).toEqual([expect.objectContaining({ outcome: 'CASE', case: kind })]);
      const found = (await cases()).find((each) => each.key === key);
      expect([found?.case, found?.other?.officer]).toEqual([kind, officer]);
    });

    it('takes nothing in that the device of the pass did not sign, or that has no pass of ours', async () => {
      const { model } = await desk().register(arrival);
      const [device, other] = [await new Device('border-officer').begin(), await new Device('border-officer').begin()];
      const decision = device.decide(model.serialReference.reference, await codeOf(model));
      const changed = { ...device.signed(decision), decision: 'REFERRAL' };
      expect((await device.send([], 'border-officer', { decisions: [changed] })).status).toBe(422);
      expect((await device.send([], 'border-officer', { decisions: [other.signed(decision)] })).status).toBe(422);
      expect((await device.send([decision], 'border-officer', { pass: `${device.pass.slice(0, -4)}AAAA` })).status).toBe(400);
      expect((await device.send([], 'border-officer', { decisions: Array(201).fill(device.signed(decision)) })).status).toBe(400);
      expect(await statusOf(model)).toBe('CREATED');
    });

    it('counts no decision from after the end of the shift', async () => {
      const { model } = await desk().register(arrival);
      const device = await new Device('border-officer').begin();
      const clock = jest.spyOn(desk().service.app.get(Clock), 'now');
      const begun = Date.now();
      clock.mockImplementation(() => new Date(begun + 11 * 60 * minute));
      device.decide(model.serialReference.reference, await codeOf(model));
      const { body } = await device.send();
      clock.mockRestore();
      expect([body.records[0]?.outcome, body.records[0]?.case, await statusOf(model)]).toEqual(['CASE', 'REFUSED', 'CREATED']);
    });

    it.each([
      ['-271821-04-20T00:00:00.000Z', undefined],
      ['+275760-09-13T00:00:00.000Z', undefined],
      ['-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'],
      ['1970-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z'],
    ])('makes a case of a decision of a clock that shows %s, and later %s', async (at, sentAt) => {
      const { model } = await desk().register(arrival);
      const device = await new Device('border-officer').begin();
      const { key } = device.decide(model.serialReference.reference, await codeOf(model), { at, reason: 'Seen' });
      const { status } = await device.send(undefined, undefined, sentAt ? { sentAt } : {});
      expect(status).toBe(200);
      const isLate = at.startsWith('+');
      expect((await cases()).some((each) => each.key === key && !Number.isNaN(Date.parse(each.decidedAt)))).toBe(!isLate);
      expect(await statusOf(model)).toBe(isLate ? 'ARRIVED' : 'CREATED');
    });

    it('has the list of codes that are out of date, of those who were recorded, and of those who are expected', async () => {
      const clock = jest.spyOn(desk().service.app.get(Clock), 'now');
      const start = Date.now();
      /** Sets the server's clock. A code has the time in seconds, so changes must be seconds apart. */
      const setClock = (seconds: number) => clock.mockImplementation(() => new Date(start + seconds * 1_000));
      setClock(-10);
      const register = () => desk().register(arrival);
      const [changed, moved, gone, coming] = await Promise.all([register(), register(), register(), register()]);
      const [changedBefore, movedBefore] = [await codeOf(changed.model), await codeOf(moved.model)];
      setClock(-5);
      await desk().act('public', arrival, changed.model, 'update', anArrival(goods));
      await desk().done('border-supervisor', arrival, moved.model, 'lane', { lane: 'RED', comment: 'Nervous' });
      clock.mockRestore();
      // A new telephone number does not make the code out of date.
      await desk().act('public', arrival, coming.model, 'update', anArrival({ phoneNumber: '351912345679' }));
      await decide({ code: await codeOf(gone.model), reference: gone.model.serialReference.reference });
      const { given } = await new Device('border-officer').begin();
      const [goneOf, comingOf] = [gone, coming].map(({ model }) => model.serialReference.reference);
      for (const [{ model }, before] of [
        [changed, changedBefore],
        [moved, movedBefore],
      ] as const) {
        const entry = given?.outOfDate.find(([reference]) => reference === model.serialReference.reference);
        const issuedAt = async (text: string) => (await arrivals().kit.signer.verify(text))?.iat ?? 0;
        const [old, now] = [await issuedAt(before), await issuedAt(await codeOf(model))];
        // The device compares the same way: the earlier code is out of date, the present one is not.
        expect(entry && [old < entry[1], now < entry[1]]).toEqual([true, false]);
      }
      expect(given?.outOfDate.some(([reference]) => reference === comingOf)).toBe(false);
      expect([given?.recorded.includes(goneOf as string), given?.recorded.includes(comingOf as string)]).toEqual([true, false]);
      expect(given?.expected.find(({ reference }) => reference === comingOf)).toMatchObject({ name: 'JOÃO SILVA', lane: 'GREEN', travellerCode: 'CX998877' });
      expect(given?.expected.some(({ reference }) => reference === goneOf)).toBe(false);
      const foreign = await new Device('foreign-supervisor').begin();
      expect([foreign.given?.expected, foreign.given?.recorded]).toEqual([[], []]);
    });

    it('has a code that is out of date until the latest day that any of its codes states', async () => {
      const { model } = await desk().register(arrival, { arrivalDate: day(2), departureDate: day(20) });
      const { body } = await desk().act('public', arrival, model, 'update', anArrival({ arrivalDate: day(1), departureDate: day(20) }));
      await desk().done('public', arrival, body.model, 'update', anArrival({ arrivalDate: day(0), departureDate: day(20) }));
      const { reference } = model.serialReference;
      expect(await arrivals().kit.db.reader.findOneBy(CodeChangeRow, { reference })).toMatchObject({ day: day(2) });
    });

    it('shows a supervisor what did not agree, who closes it with what was found', async () => {
      const { model } = await desk().register(arrival);
      const device = await new Device('border-officer').begin();
      const code = await codeOf(model);
      await desk().act('public', arrival, model, 'update', anArrival(goods));
      const late = device.decide(model.serialReference.reference, code, { reason: 'Looked well' });
      const unknown = device.decide('ARR-2026-9999998', undefined);
      await device.send();
      const open = await cases();
      expect(open.find(({ key }) => key === late.key)).toMatchObject({ case: 'OUT_OF_DATE', officer: 'The border-officer', reason: 'Looked well' });
      expect(open.find(({ key }) => key === unknown.key)).toMatchObject({ case: 'UNKNOWN', reference: 'ARR-2026-9999998' });
      // The person has passed, so the arrival is recorded although the code was out of date.
      expect(await statusOf(model)).toBe('ARRIVED');
      expect((await cases('OPEN', 'foreign-supervisor')).some(({ key }) => key === late.key)).toBe(false);
      const close = (user: UserName, comment?: string, headers: Record<string, string> = {}) =>
        desk().call<GateCase & Problem>(user, 'POST', `/v1/gate/cases/${late.key}/close`, { comment }, headers);
      expect([(await close('border-officer', 'x')).status, (await close('foreign-supervisor', 'x')).status, (await close('border-supervisor')).status]).toEqual(
        [403, 404, 422],
      );
      for (const [comment, code] of [
        ['\u200b \u2060', 'REQUIRED'],
        ['x'.repeat(501), 'MAX_LENGTH'],
        ['Inspec\u202eted', 'TEXT'],
        ['Inspected\u0000', 'TEXT'],
      ] as const)
        expect((await close('border-supervisor', comment)).body).toMatchObject({ status: 422, errors: [{ code, field: 'comment' }] });
      const once = () => close('border-supervisor', 'Goods were inspected', { 'idempotency-key': late.key });
      const closed = await once();
      expect(closed.body).toMatchObject({ closedBy: 'The border-supervisor', closing: 'Goods were inspected' });
      expect(await once()).toMatchObject({ status: 200, body: closed.body });
      expect([(await close('border-supervisor', 'again')).status, (await cases()).some(({ key }) => key === late.key)]).toEqual([409, false]);
      expect((await cases('CLOSED')).some(({ key }) => key === late.key)).toBe(true);
    });

    it('loses nothing and does nothing twice: 4 lanes cut off for 30 minutes, 400 people, clocks apart, one device killed', async () => {
      // In the morning, so that the half hour does not cross midnight.
      const cut = Date.parse(`${day(0)}T08:00:00Z`);
      let passed = 0;
      const clock = jest.spyOn(desk().service.app.get(Clock), 'now').mockImplementation(() => new Date(cut + passed));
      const people = await Promise.all(
        Array.from({ length: 10 }, async (_, part) => {
          const registered: Model[] = [];
          for (let i = 0; i < 40; i++) registered.push((await desk().register(arrival, { firstName: `P${part}`, lastName: `N${i}` })).model);
          return registered;
        }),
      ).then((parts) => parts.flat());
      const codes = await Promise.all(people.map(codeOf));
      const lanes = await Promise.all(
        [0, 7 * minute, -13 * minute, 90 * minute].map((drift, i) => new Device(i % 2 ? 'border-officer-2' : 'border-officer', drift).begin()),
      );
      const referenceOf = (i: number) => (people[i] as Model).serialReference.reference;
      people.forEach((_, i) => {
        lanes[i % 4]?.decide(referenceOf(i), codes[i], i % 20 === 7 ? { decision: 'REFERRAL', reason: 'Goods' } : {});
        passed += (30 * minute) / people.length;
      });
      // Eight travellers also passed a second lane with the same code, four were decided at the office meanwhile, and three decisions were undone at once.
      const twice = [0, 50, 100, 150, 200, 250, 300, 350];
      for (const i of twice) lanes[(i + 1) % 4]?.decide(referenceOf(i), codes[i]);
      const decidedElsewhere = [5, 25, 45, 65];
      for (const i of decidedElsewhere) {
        const model = await desk().done('border-supervisor', arrival, people[i] as Model, 'arrival');
        await desk().done('border-supervisor', arrival, model, 'decision', { decision: 'DETAINED', comment: 'Wanted' });
      }
      const undone = [3, 103, 203].map((i) => lanes[i % 4]?.decisions.find(({ reference }) => reference === referenceOf(i)) as GateDecision);
      for (const decision of undone) decision.undone = true;

      // All devices are online again at the same time. One of them sends each part twice, as if it were killed before it received the answer.
      const send = async (device: Device) => {
        const results: GateOutcome[] = [];
        for (let from = 0; from < device.decisions.length; from += 40) {
          const part = device.decisions.slice(from, from + 40);
          if (device === lanes[2]) await device.send(part);
          const { status, body } = await device.send(part);
          expect([status, body.errors]).toEqual([200, undefined]);
          results.push(...body.records);
        }
        return results;
      };
      const outcomes = (await Promise.all(lanes.map(send))).flat();
      clock.mockRestore();

      expect(outcomes).toHaveLength(408);
      const count = (by: (outcome: GateOutcome) => unknown) => {
        const counts: Record<string, number> = {};
        for (const outcome of outcomes) counts[String(by(outcome))] = (counts[String(by(outcome))] ?? 0) + 1;
        return counts;
      };
      expect(count(({ outcome, case: kind }) => kind ?? outcome)).toEqual({ RECORDED: 393, TWO_LANES: 8, OVERTAKEN: 4, UNDONE: 3 });
      const { db } = arrivals().kit;
      const keys = new Set(lanes.flatMap(({ decisions }) => decisions.map(({ key }) => key)));
      expect((await db.reader.find(GateDecisionRow)).filter(({ id }) => keys.has(id))).toHaveLength(408);
      const rows = await db.reader.find(ArrivalRow);
      const byReference = new Map(rows.map((row) => [row.reference, row]));
      people.forEach((_, i) => {
        const row = byReference.get(referenceOf(i)) as ArrivalRow;
        const history = (arrivals().modelOf(row) as unknown as Model).actions.filter(({ action }) => action === 'arrival' || action === 'referral');
        const expected = undone.some(({ reference }) => reference === row.reference) ? 0 : 1;
        expect([row.reference, history.length]).toEqual([row.reference, expected]);
        if (decidedElsewhere.includes(i)) expect(row.documentStatus).toBe('DETAINED');
      });
      // Although the devices' clocks were wrong, the recorded times lie within the thirty minutes.
      const times = (await db.reader.find(GateDecisionRow)).filter(({ id }) => keys.has(id)).map(({ decidedAt }) => decidedAt.getTime() - cut);
      expect([Math.min(...times) >= -1_000, Math.max(...times) <= 30 * minute + 1_000]).toEqual([true, true]);
      const open = (await cases()).filter(({ key }) => keys.has(key));
      expect(open.filter(({ case: kind }) => kind === 'TWO_LANES').every(({ other }) => other !== undefined)).toBe(true);
      expect(open).toHaveLength(12);
      // About 900 calls, sequential in each lane: a busy machine takes minutes for them.
    }, 600_000);
  });

  it('keeps in clear neither reasons nor anything that names a traveller', async () => {
    const rows = await arrivals().kit.db.reader.find(GateDecisionRow);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/Wine within|JOÃO|CX998877/);
    expect(await arrivals().kit.db.reader.count(CodeChangeRow)).toBeGreaterThan(0);
  });
});

import { testBackends, withRecords } from '@portal/service-kit/testing';
import fc from 'fast-check';
import type { LicenceDocument } from '../../contract/index.ts';
import { anApplication, catalogues } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';

type Row = Record<string, unknown>;
type Change = (rows: Row[]) => Row[];

const pick = fc.nat({ max: 20 });
/** The changes that a test makes to the rows of a valid list. */
const aChange: fc.Arbitrary<Change> = fc.oneof(
  pick.map(
    (at): Change =>
      (rows) =>
        rows.filter((_row, i) => i !== at % Math.max(1, rows.length)),
  ),
  pick.map(
    (at): Change =>
      (rows) =>
        rows.length ? [...rows, rows[at % rows.length] as Row] : rows,
  ),
  pick.map(
    (at): Change =>
      (rows) =>
        rows.length ? [rows[at % rows.length] as Row, ...rows] : rows,
  ),
  fc.constant<Change>((rows) => [...rows].reverse()),
  fc.constant<Change>((rows) => [
    ...rows,
    { id: 'INVENTED', uid: 'INVENTED', code: 'X', description: 'Cleared by the ministry', accept: true, confirmed: true },
  ]),
  fc.constant<Change>((rows) => [{ description: 'Without an id', accept: true, confirmed: true }, ...rows]),
  pick.map(
    (at): Change =>
      (rows) =>
        rows.map((row, i) => (i === at % Math.max(1, rows.length) ? { ...row, confirmed: true, description: 'Other words', amount: 0, status: 'PAID' } : row)),
  ),
);
const changes = fc.record({
  requirements: fc.array(aChange, { maxLength: 3 }),
  medias: fc.array(aChange, { maxLength: 3 }),
  directors: fc.array(aChange, { maxLength: 3 }),
  fees: fc.array(aChange, { maxLength: 3 }),
});

describe.each(testBackends())('the lists of a licence on %s', (_name, makeBackend) => {
  const { desk } = useDesk(makeBackend);

  const valid = (): Record<string, Row[]> => ({
    requirements: [
      { id: 'MEDIB-IDENTITY', accept: true, decline: false },
      { id: 'MEDIB-DIPLOMA', accept: true, decline: false },
    ],
    medias: ['one', 'two'].map((uid) => ({ uid: desk().addFile(uid), info: { code: 'DIPLOMA' } })),
    directors: [
      { name: 'RUI BELO', phoneNumber: '670771' },
      { name: 'ANA SOARES', phoneNumber: '670772' },
    ],
    fees: [{ code: 'MEDIB-APP', amount: 2500, status: 'DUE' }],
  });

  /** Checks that a licence has only the valid rows. Which files, directors and ticks are left may differ. */
  function expectTheSame(model: LicenceDocument): void {
    expect(model.requirements?.map((r) => [r.id, r.description, r.confirmed, r.decline])).toEqual([
      ['MEDIB-IDENTITY', 'Copy of an identity document', false, false],
      ['MEDIB-DIPLOMA', 'Certified copy of the diploma', false, false],
    ]);
    expect(model.fees?.map((f) => [f.code, f.name, f.amount, f.status])).toEqual([
      ['MEDIB-APP', 'Application fee', 2500, 'DUE'],
      ['MEDIB-CARD', 'Licence card', 500, 'DUE'],
    ]);
    const uids = (model.medias ?? []).map((m) => m.uid);
    expect(new Set(uids).size).toBe(uids.length);
    for (const uid of uids) expect(['one', 'two']).toContain(uid);
    const names = (model.directors ?? []).map((d) => d.name).filter(Boolean);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(['RUI BELO', 'ANA SOARES']).toContain(name);
    // Only the directors may have values from the body.
    expect(JSON.stringify({ ...model, directors: [] })).not.toMatch(/INVENTED|Cleared by|Other words|Without an id/);
  }

  const changed = (body: Record<string, Row[]>, by: Record<string, Change[]>): Record<string, Row[]> =>
    Object.fromEntries(Object.entries(body).map(([list, rows]) => [list, (by[list] ?? []).reduce((now, change) => change(now), rows)]));

  it('rows that a body leaves out, doubles, invents or reorders are refused, or change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (by) => {
        const { status, body } = await desk().call('public', 'POST', '/v1/professional/', anApplication(changed(valid(), by)));
        expect([201, 422]).toContain(status);
        if (status === 201) expectTheSame(body.model);
      }),
      { numRuns: 60 },
    );
  });

  it('an amendment loses no file, and adds and confirms no requirement', async () => {
    const { id } = (await desk().register('applicant', valid())).body.model;
    await desk().act('licence-verifier', id, 'query', { comment: 'Which?' });
    const before = (await desk().load(id, 'applicant')).body.model;
    await fc.assert(
      fc.asyncProperty(changes, async (by) => {
        const { requirements = [], medias = [], directors = [], fees = [] } = before as unknown as Record<string, Row[]>;
        const licences = desk().service.app.get((await import('./licence.service.ts')).LicenceService);
        const rule = licences.definition.workflow.actions.amendment;
        const body = changed({ requirements, medias, directors, fees }, by);
        // Calls the rule directly and writes nothing, so that each run amends the same application.
        const after = rule?.change?.(structuredClone(before), body, {
          actor: { sub: 'applicant' } as never,
          now: new Date(),
          settings: {} as never,
        }) as LicenceDocument;
        await licences.definition.prepare?.(after, { language: 'en' } as never, before);
        expect(after.requirements?.map((r) => [r.id, r.confirmed])).toEqual(requirements.map((r) => [r.id, false]));
        expect((after.medias ?? []).slice(0, 2).map((m) => m.uid)).toEqual(['one', 'two']);
        expect(after.fees).toEqual(before.fees);
      }),
      { numRuns: 60 },
    );
    expect((await desk().act('applicant', id, 'amendment', { requirements: [], medias: [] })).body.model).toMatchObject({
      requirements: [{ accept: true }, { accept: true }],
      medias: [{ uid: 'one' }, { uid: 'two' }],
    });
  });

  it('a requirement may have several lines, before and after it is edited', async () => {
    const { id } = (await desk().register('applicant')).body.model;
    await desk().act('licence-verifier', id, 'query', { comment: 'Which?' });
    const name = 'Copy of:\n- the diploma\n- the card';
    await withRecords(catalogues, { requirements: (catalogues.requirements ?? []).map((record) => ({ ...record, name })) }, async () => {
      for (const reply of [await desk().register('applicant'), await desk().act('applicant', id, 'amendment', anApplication())]) {
        expect([reply.status, reply.body.errors]).toEqual([reply.body.model?.id === id ? 200 : 201, undefined]);
        expect(reply.body.model.requirements?.map((row) => row.description)).toEqual([name, name]);
      }
    });
  });

  it('the longest codes and texts of the catalogues are registered', async () => {
    const last = { code: 'Z'.repeat(70), name: 'é'.repeat(500), documentCode: 'MEDIB', subDocumentCode: '', rank: 999, amount: 100, currencyCode: 'USD' };
    const code = 'IB'.padEnd(35, 'Z');
    const chosen = { ...last, code };
    const fields = {
      subDocumentCode: 'sub-documents',
      documentType: 'document-types',
      gender: 'genders',
      indentityCode: 'identity-types',
      workDistrictCode: 'districts',
      workInstitution: 'institution-categories',
      bankCode: 'bank-accounts',
    };
    const added = { requirements: [last], fees: [last], ...Object.fromEntries(Object.values(fields).map((name) => [name, [chosen]])) };
    await withRecords(catalogues, added, async () => {
      const { status, body } = await desk().register('applicant', Object.fromEntries(Object.keys(fields).map((field) => [field, code])));
      expect([status, body.errors]).toEqual([201, undefined]);
      expect(body.model.requirements?.at(-1)).toMatchObject({ id: last.code, description: last.name });
      expect(body.model.fees?.at(-1)).toMatchObject({ id: last.code, code: last.code, name: last.name });
    });
  });

  it('a requirement that is confirmed in one row and not in another is not confirmed', async () => {
    const { id } = (await desk().register()).body.model;
    const requirements = [
      { id: 'MEDIB-IDENTITY', confirmed: true },
      { id: 'MEDIB-DIPLOMA', confirmed: true },
      { id: 'MEDIB-DIPLOMA', confirmed: false },
    ];
    const verified = await desk().act('licence-verifier', id, 'verification', { bankCode: 'BNU', requirements });
    expect([verified.status, verified.body.errors.map((e) => e.field)]).toEqual([422, expect.arrayContaining(['requirements.1.confirmed'])]);
  });

  describe('a wrong file', () => {
    const uidsOf = (model: LicenceDocument) => model.medias?.map((m) => m.uid);

    it('of a registered licence can be replaced by the applicant, and the old one stays with its version', async () => {
      const { model } = (await desk().register('applicant', valid())).body;
      await desk().act('licence-verifier', model.id, 'query', { comment: 'The first scan is upside down' });
      desk().addFile('upright');
      const medias = model.medias?.map((m) => (m.uid === 'one' ? { ...m, uid: 'upright' } : m));
      const amended = (await desk().act('applicant', model.id, 'amendment', { medias })).body.model;
      expect(uidsOf(amended)).toEqual(['upright', 'two']);
      expect(amended.medias?.map((m) => [m.id, m.name])).toEqual([
        [model.medias?.[0]?.id, 'upright.png'],
        [model.medias?.[1]?.id, 'two.png'],
      ]);
      const old = await desk().call('applicant', 'GET', `/v1/professional/${model.id}/1/version`);
      expect(uidsOf(old.body.model)).toEqual(['one', 'two']);
    });

    it('that is replaced in a reply must be confirmed again, and a reply without files keeps what was confirmed', async () => {
      const confirmedAfter = async (reply: (medias: LicenceDocument['medias']) => object) => {
        const { id, medias } = (await desk().register('applicant', valid())).body.model;
        await desk().verify(id);
        await desk().act('licence-assessor', id, 'query', { comment: 'Is this your diploma?' });
        const replied = await desk().act('applicant', id, 'feedback', { comment: 'See the scan', ...reply(medias) });
        expect([replied.status, replied.body.errors]).toEqual([200, undefined]);
        return replied.body.model.requirements?.map((r) => r.confirmed);
      };
      desk().addFile('another');
      expect(await confirmedAfter(() => ({}))).toEqual([true, true]);
      expect(await confirmedAfter((medias) => ({ medias: medias?.slice(1) }))).toEqual([true, true]);
      expect(await confirmedAfter((medias) => ({ medias: medias?.map((m) => (m.uid === 'one' ? { ...m, uid: 'another' } : m)) }))).toEqual([false, false]);
      expect(await confirmedAfter((medias) => ({ medias: [...(medias ?? []), { uid: 'another', info: { code: 'DIPLOMA' } }] }))).toEqual([false, false]);
    });

    it('can be replaced by officers in verification and modification', async () => {
      const { model } = (await desk().register('public', valid())).body;
      desk().addFile('by-verifier');
      const requirements = model.requirements?.map((r) => ({ ...r, confirmed: true }));
      const medias = model.medias?.map((m) => (m.uid === 'two' ? { ...m, uid: 'by-verifier', name: 'lie.exe' } : m));
      const verified = (await desk().act('licence-verifier', model.id, 'verification', { bankCode: 'BNU', requirements, medias })).body.model;
      expect([uidsOf(verified), verified.medias?.[1]?.name]).toEqual([['one', 'by-verifier'], 'by-verifier.png']);
      const id = await desk().lead('ISSUED');
      desk().addFile('added');
      desk().addFile('instead');
      expect(uidsOf((await desk().act('licence-approver', id, 'modification', { medias: [{ uid: 'added', info: { code: 'DIPLOMA' } }] })).body.model)).toEqual([
        'added',
      ]);
      const [row] = (await desk().load(id)).body.model.medias ?? [];
      expect(uidsOf((await desk().act('licence-approver', id, 'modification', { medias: [{ ...row, uid: 'instead' }] })).body.model)).toEqual(['instead']);
      expect(uidsOf((await desk().act('licence-approver', id, 'modification', { medias: [] })).body.model)).toEqual(['instead']);
    });

    it('of a draft can be removed', async () => {
      const { id } = (await desk().call('applicant', 'POST', '/v1/professional/actions/store', valid())).body.model;
      expect(uidsOf((await desk().act('applicant', id, 'edit', { medias: [] })).body.model)).toEqual([]);
    });

    it('is not checked by an action without files, which works while svc-media is down', async () => {
      const { model } = (await desk().register('public', valid())).body;
      desk().files.clear();
      const requirements = model.requirements?.map((r) => ({ ...r, confirmed: true }));
      expect((await desk().act('licence-verifier', model.id, 'verification', { bankCode: 'BNU', requirements, medias: model.medias })).status).toBe(200);
    });
  });
});

import type { ListResult } from '@portal/contract-kit';
import { codesOf, testBackends, withRecords } from '@portal/service-kit/testing';
import fc from 'fast-check';
import { answers, aTrip, catalogues, type UserName } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';

type Row = { id?: string; accepted?: boolean; declined?: boolean };
const unanswered = (...rows: number[]): string[] => rows.map((row) => `questions.${row} QUESTION_UNANSWERED`);

describe.each(testBackends())('the questions of a trip on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  it.each<[string, Row[] | undefined, string[]]>([
    ['without any answers', undefined, unanswered(0, 1)],
    ['with an empty list', [], unanswered(0, 1)],
    ['with one answer of two', [{ id: 'TIBE-Q2', accepted: true }], unanswered(0)],
    ['with rows that answer nothing', [{ id: 'TIBE-Q1' }, { id: 'TIBE-Q2', accepted: false, declined: false }], unanswered(0, 1)],
    [
      'with an invented question in place of one',
      [
        { id: 'INVENTED', accepted: true },
        { id: 'TIBE-Q2', accepted: true },
      ],
      unanswered(0),
    ],
    ["with another document's answers", answers('TIBI'), unanswered(0, 1)],
    [
      'with yes and no in one row',
      [
        { id: 'TIBE-Q1', accepted: true, declined: true },
        { id: 'TIBE-Q2', accepted: true },
      ],
      ['questions.0 QUESTION_BOTH'],
    ],
    [
      'with yes and no in two rows of one question',
      [
        { id: 'TIBE-Q1', accepted: true },
        { id: 'TIBE-Q1', declined: true },
        { id: 'TIBE-Q2', accepted: true },
      ],
      ['questions.0 QUESTION_BOTH'],
    ],
  ])('are asked by the server: a registration, an edit and an amendment %s are refused', async (_what, questions, expected) => {
    expect(codesOf(await desk().register('public', 'TIBE', { questions }))).toEqual(expected);
    expect(codesOf(await desk().call('public', 'POST', '/v1/triptic/trip/', { ...aTrip(), questions }))).toEqual(expected);
    const { id } = (await desk().register()).body.model;
    for (const action of ['edit', 'amendment']) {
      const refused = await desk().act('public', id, action, aTrip('TIBE', { questions }));
      expect([action, refused.status, codesOf(refused)]).toEqual([action, 422, expected]);
    }
    expect((await desk().load(id)).body.model.questions).toMatchObject(answers('TIBE'));
  });

  it("are reported in the words of the specification, by rank and in the reader's language", async () => {
    const refused = async (language: string): Promise<string[]> =>
      (await desk().call('public', 'POST', '/v1/triptic/trip/', aTrip('TIBE', { questions: [] }), { 'accept-language': language })).body.errors.map(
        (e) => e.message,
      );
    expect(await refused('en')).toEqual(['Please answer question 1', 'Please answer question 2']);
    expect(await refused('pt')).toEqual(['Responda à pergunta 1', 'Responda à pergunta 2']);
  });

  it('are answered in an amendment, and an unknown one is never stored', async () => {
    const { id } = (await desk().register()).body.model;
    const questions = [
      { id: 'TIBE-Q2', accepted: true },
      { id: 'X', accepted: true, description: 'CLEARED BY CUSTOMS HQ', rank: 9 },
      { id: 'TIBE-Q1', declined: true, description: 'mine' },
    ];
    const { body } = await desk().act('public', id, 'amendment', aTrip('TIBE', { questions }));
    expect(body.model.questions).toEqual([
      { id: 'TIBE-Q1', rank: 1, description: 'Does it carry goods?', accepted: false, declined: true },
      { id: 'TIBE-Q2', rank: 2, description: 'Is the vehicle leased?', accepted: true, declined: false },
    ]);
    expect(JSON.stringify(await desk().stored(id))).not.toMatch(/CLEARED|mine/);
  });

  it('may have several lines, as requirements may, before and after they are edited', async () => {
    const { id } = (await desk().register()).body.model;
    const name = 'Does it carry:\n- plants\n- seeds';
    const edited = (list: string) => (catalogues[list] ?? []).map((record) => ({ ...record, name }));
    await withRecords(catalogues, { questions: edited('questions'), requirements: edited('requirements') }, async () => {
      for (const reply of [await desk().register(), await desk().act('public', id, 'amendment', aTrip())]) {
        expect([reply.status, reply.body.errors]).toEqual([reply.body.model?.id === id ? 200 : 201, undefined]);
        const { questions, requirements } = reply.body.model;
        expect([questions, requirements].map((rows) => rows?.map((row) => row.description))).toEqual([
          [name, name],
          [name, name],
        ]);
      }
    });
  });

  it('have the longest codes and texts and the highest rank of the catalogues, as requirements and fees may', async () => {
    const last = { code: 'Z'.repeat(70), name: 'é'.repeat(500), documentCode: 'TIBE', rank: 999, amount: 100, currencyCode: 'USD', stage: 'permit' };
    const subDocument = { code: 'S'.repeat(35), name: last.name, documentCode: 'TIBE' };
    await withRecords(catalogues, { questions: [last], requirements: [last], fees: [last], 'sub-documents': [subDocument] }, async () => {
      const { status, body } = await desk().register('public', 'TIBE', { subDocumentDetails: { code: subDocument.code } });
      expect([status, body.errors]).toEqual([201, undefined]);
      expect(body.model.questions?.at(-1)).toMatchObject({ id: last.code, rank: 999, description: last.name });
      expect(body.model.requirements?.at(-1)).toMatchObject({ id: last.code, description: last.name });
      expect(body.model.fees?.find(({ code }) => code === last.code)?.name).toBe(last.name);
    });
  });

  it('may be unanswered in a draft, and must be answered in its submission', async () => {
    const draft = (body: object) => desk().call('trip-agent', 'POST', '/v1/triptic/trip/actions/store', body);
    const { id } = (await draft(aTrip('TIBE', { questions: [] }))).body.model;
    expect(codesOf(await desk().act('trip-agent', id, 'submission'))).toEqual(unanswered(0, 1));
    expect((await desk().act('trip-agent', id, 'submission', { questions: answers('TIBE') })).body.model.documentStatus).toBe('SUBMITTED');
  });

  it('are refused in a draft if they are no list, and each is unanswered in its submission', async () => {
    const draft = (body: object) => desk().call('trip-agent', 'POST', '/v1/triptic/trip/actions/store', body);
    const { id } = (await draft(aTrip())).body.model;
    const body = { ...aTrip(), questions: 'x' };
    expect(codesOf(await draft(body))).toEqual(['questions CHOICE']);
    expect(codesOf(await desk().act('trip-agent', id, 'store', body))).toEqual(['questions CHOICE']);
    expect(codesOf(await desk().act('trip-agent', id, 'submission', { questions: 'x' }))).toEqual(unanswered(0, 1));
    expect((await desk().load(id, 'trip-agent')).body.model.questions).toMatchObject(answers('TIBE'));
  });

  it('are read by code and by id, in the language of the reader', async () => {
    const ask = (key: string, language = 'en', user: UserName = 'public') =>
      desk().call<ListResult<Row & { description: string; rank: number }>>(user, 'GET', `/v1/triptic/trip/${key}/searchDeclaration`, undefined, {
        'accept-language': language,
      });
    expect((await ask('TIBE', 'pt')).body).toEqual({
      totalRecords: 2,
      records: [
        { id: 'TIBE-Q1', rank: 1, description: 'Transporta mercadorias?' },
        { id: 'TIBE-Q2', rank: 2, description: 'O veículo está em locação?' },
      ],
    });
    const id = await desk().lead('SUBMITTED', 'I');
    expect((await ask(id)).body.records.map((r) => r.id)).toEqual(['TIBI-Q1', 'TIBI-Q2']);
    for (const unknown of ['MEDIB', 'nothing']) expect((await ask(unknown)).status).toBe(404);
  });

  it('are listed with requirements and fees before registration', async () => {
    const fees = await desk().call<ListResult<{ code: string }>>('public', 'GET', '/v1/triptic/trip/TIBE/TIBE-PRI/searchFee');
    const requirements = await desk().call<ListResult<Row>>('public', 'GET', '/v1/triptic/trip/TIBE/TIBE-PRI/searchRequirement');
    expect([fees.body.records.map((f) => f.code), requirements.body.records.map((r) => r.id)]).toEqual([
      ['TIBE-PERMIT', 'TIBE-EXIT'],
      ['TIBE-REG', 'TIBE-LICENCE'],
    ]);
  });
});

/** The changes that a test makes to the rows of a list: leave one out, repeat it, move it, or add a row that was not asked. */
const mangled = (rows: readonly Row[], invented: Row) =>
  fc
    .tuple(fc.shuffledSubarray([...rows, ...rows], { minLength: 0 }), fc.boolean(), fc.nat(4))
    .map(([kept, invents, place]) => (invents ? [...kept.slice(0, place), invented, ...kept.slice(place)] : kept));

describe.each(testBackends())('a body with rows left out, doubled, invented or reordered on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const ticks = [
    { id: 'TIBE-REG', accepted: true },
    { id: 'TIBE-LICENCE', accepted: false },
  ];
  const fees = [
    { id: 'TIBE-PERMIT', code: 'TIBE-PERMIT', amount: 1000 },
    { id: 'TIBE-EXIT', code: 'TIBE-EXIT', amount: 500 },
  ];
  const files = [
    { uid: 'paper-1', code: 'LICENCE' },
    { uid: 'paper-2', code: 'REGISTRATION' },
  ];
  const facts = ({ questions, fees: charged, accounts, accountDetails, requirements, medias }: Record<string, unknown>) => ({
    questions,
    charged,
    accounts,
    accountDetails,
    asked: (requirements as { id: string }[]).map((row) => row.id),
    files: (medias as { uid: string }[]).map((row) => row.uid).sort(),
  });

  it('is answered with 422, or with the same document', async () => {
    for (const { uid } of files) desk().files.set(uid, { uid, name: `${uid}.pdf`, size: 9, type: 'application/pdf', scope: 'trip' });
    const body = aTrip('TIBE', { requirements: ticks, medias: files });
    const { model } = (await desk().register('public', 'TIBE', { requirements: ticks, medias: files })).body;
    const expected = facts(model as never);
    let [taken, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        mangled(answers('TIBE'), { id: 'INVENTED', accepted: true }),
        mangled(ticks, { id: 'INVENTED', accepted: true }),
        mangled(fees, { id: 'FREE' }),
        fc.shuffledSubarray([...files, ...files], { minLength: 2 }),
        async (questions, requirements, charged, medias) => {
          fc.pre(new Set(medias.map((m) => m.uid)).size === files.length);
          const sent = { ...body, questions, requirements, fees: charged, medias };
          const reply = await desk().call('public', 'POST', '/v1/triptic/trip/', sent);
          const complete = answers('TIBE').every(({ id }) => questions.some((row) => row.id === id));
          expect([reply.status, questions]).toEqual([complete ? 201 : 422, questions]);
          if (complete) expect(facts(reply.body.model as never)).toEqual(expected);
          else expect(codesOf(reply).every((code) => code.endsWith('QUESTION_UNANSWERED'))).toBe(true);
          if (complete) taken += 1;
          else refused += 1;
        },
      ),
      { numRuns: 60 },
    );
    expect([taken > 5, refused > 5]).toEqual([true, true]);
  });

  it('names a row that contradicts another one of the same id', async () => {
    const goods = [
      { id: 'g1', productCode: '0901', quantity: 1 },
      { id: 'g1', productCode: '0901', quantity: 2 },
    ];
    expect(codesOf(await desk().register('public', 'TIBE', { goods }))).toEqual(['goods.1 CHOICE']);
    const same = await desk().register('public', 'TIBE', { goods: [goods[0], goods[0]] });
    expect(same.body.model.goods).toHaveLength(1);
  });
});

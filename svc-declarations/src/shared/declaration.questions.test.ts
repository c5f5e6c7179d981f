import { type Reply, testBackends, withRecords } from '@portal/service-kit/testing';
import type { QuestionRow } from '../../contract/index.ts';
import { aDeparture, anArrival, catalogues } from '../testing/bodies.ts';
import { type Answer, arrival, codes, departure, type Model, useDesk } from '../testing/desk.ts';

type Row = Record<string, unknown>;
type Body = Record<string, unknown>;
const listsOf = { [departure]: ['questions', 'requirements'], [arrival]: ['questions', 'declarations', 'requirements'] } as const;
const bodies = { [departure]: aDeparture, [arrival]: anArrival } as const;

/** Returns the ids of a list in the catalogue, by rank. */
const asked = (path: string, list: 'questions' | 'declarations' | 'requirements'): string[] =>
  (catalogues[list] as { code: string; documentCode?: string; rank?: number }[])
    .filter((record) => record.documentCode === (path === departure ? 'DEP' : 'ARR'))
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map((record) => record.code);

describe.each(testBackends())('rows that the catalogues ask for, on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const post = (path: string, body: Body): Promise<Reply<Answer>> => desk().call('public', 'POST', `${path}/`, body);

  it.each<[string, unknown, string[]]>([
    ['missing', undefined, ['questions.0 QUESTION_UNANSWERED', 'questions.1 QUESTION_UNANSWERED']],
    ['an empty list', [], ['questions.0 QUESTION_UNANSWERED', 'questions.1 QUESTION_UNANSWERED']],
    ['no list', 'none', ['questions.0 QUESTION_UNANSWERED', 'questions.1 QUESTION_UNANSWERED']],
    ['one of two', [{ id: 'DEP-Q2', declined: true }], ['questions.0 QUESTION_UNANSWERED']],
    [
      'an invented question alone',
      [{ id: 'MADE-UP', rank: 1, description: 'CLEARED BY CUSTOMS HQ', accepted: true }],
      ['questions.0 QUESTION_UNANSWERED', 'questions.1 QUESTION_UNANSWERED'],
    ],
    [
      'one answered YES and NO in two rows',
      [
        { id: 'DEP-Q1', accepted: true },
        { id: 'DEP-Q1', declined: true },
        { id: 'DEP-Q2', declined: true },
      ],
      ['questions.0 QUESTION_BOTH'],
    ],
    [
      'one answered YES and NO in one row',
      [
        { id: 'DEP-Q1', accepted: true, declined: true },
        { id: 'DEP-Q2', declined: true },
      ],
      ['questions.0 QUESTION_BOTH'],
    ],
  ])('a departure is refused with its questions %s', async (_what, questions, expected) => {
    const { status, body } = await post(departure, aDeparture({ questions }));
    expect([status, codes(body)]).toEqual([422, expected]);
  });

  it('an error of a question names its rank, in the words of the specification and the language of the call', async () => {
    const { body } = await post(departure, aDeparture({ questions: [{ id: 'DEP-Q2', accepted: true, declined: true }] }));
    expect(body.errors.map((error) => error.message)).toEqual(['Please answer question 1', 'Please answer only yes or no but not both question 2']);
    const portuguese = await desk().call('public', 'POST', `${departure}/`, aDeparture({ questions: [] }), { 'accept-language': 'pt' });
    expect(portuguese.body.errors[0]?.message).toBe('Responda à pergunta 1');
  });

  it.each([departure, arrival] as const)('a question and a requirement may have several lines, before and after they are edited, at %s', async (path) => {
    const lists = listsOf[path];
    const [model] = (await Promise.all([desk().register(path), desk().register(path)])).map((answer) => answer.model);
    const description = 'Do you bring:\n- plants\n- seeds';
    const edited = Object.fromEntries(
      lists.map((list) => [list, asked(path, list).map((code) => ({ ...catalogues[list].find((record) => record.code === code), code, name: description }))]),
    );
    await withRecords(catalogues, edited, async () => {
      const fresh = (await desk().register(path)).model;
      const changed = await desk().done('border-officer', path, model as Model, 'amendment', { ...bodies[path](), comment: 'Asked' });
      for (const each of [fresh, changed])
        for (const list of lists) expect((each[list] as Row[]).map((row) => row.description)).toEqual(asked(path, list).map(() => description));
    });
  });

  it.each([departure, arrival] as const)(
    'the longest codes and texts and the highest rank of the catalogues are registered and confirmed at %s',
    async (path) => {
      const lists = listsOf[path];
      const documentCode = path === departure ? 'DEP' : 'ARR';
      const code = 'Z'.repeat(70);
      const last = { code, name: 'é'.repeat(500), documentCode, rank: 999 };
      await withRecords(catalogues, Object.fromEntries(lists.map((list) => [list, [last]])), async () => {
        const body = Object.fromEntries(
          lists.map((list) => [list, [...((bodies[path]()[list] as Row[] | undefined) ?? []), { id: code, declined: true, answer: 'NO' }]]),
        );
        const { model } = await desk().register(path, body);
        for (const list of lists) expect(model[list]?.at(-1)).toMatchObject({ id: code, description: last.name });
        expect(model.questions?.at(-1)?.rank).toBe(999);
        const requirements = asked(path, 'requirements').map((id) => ({ id, confirmed: true }));
        const confirmed = await desk().done('border-officer', path, model, path === departure ? 'verification' : 'arrival', { requirements, comment: 'Early' });
        expect(confirmed.requirements?.at(-1)).toMatchObject({ id: code, confirmed: true });
      });
    },
  );

  it('an unknown question is dropped and never stored', async () => {
    const questions = [...(aDeparture().questions as Row[]), { id: 'MADE-UP', rank: 3, description: 'CLEARED BY CUSTOMS HQ', accepted: true }];
    const { model } = await desk().register(departure, { questions });
    expect(model.questions?.map(({ id }) => id)).toEqual(['DEP-Q1', 'DEP-Q2']);
    expect(JSON.stringify(model)).not.toContain('CUSTOMS HQ');
  });

  it.each<[string, Body, string[]]>([
    [
      'without questions and their confirmation',
      { questions: undefined, questionsConfirmed: undefined },
      ['questions.0.answer QUESTION_UNANSWERED', 'questionsConfirmed REQUIRED'],
    ],
    ['with an empty list of questions', { questions: [] }, ['questions.0.answer QUESTION_UNANSWERED']],
    ['confirmed and not answered', { questions: [{ id: 'ARR-Q1', rank: 1 }] }, ['questions.0.answer QUESTION_UNANSWERED']],
    ['answered and not confirmed', { questionsConfirmed: undefined }, ['questionsConfirmed REQUIRED']],
    ['confirmed with NO', { questionsConfirmed: 'NO' }, ['questionsConfirmed MUST_BE_YES']],
    [
      'with a question answered YES and NO',
      {
        questions: [
          { id: 'ARR-Q1', answer: 'YES' },
          { id: 'ARR-Q1', answer: 'NO' },
        ],
      },
      ['questions.0.answer QUESTION_BOTH'],
    ],
    ['of a foreigner without declarations', { declarations: undefined }, ['declarations.0.answer QUESTION_UNANSWERED']],
    [
      'of a foreigner without declarations and confirmation',
      { declarations: [], declarationsConfirmed: undefined },
      ['declarations.0.answer QUESTION_UNANSWERED', 'declarationsConfirmed REQUIRED'],
    ],
    [
      'of a foreigner who says to be none',
      { typeDetails: { code: 'VIS', foreigner: false }, declarations: [], declarationsConfirmed: undefined },
      ['declarations.0.answer QUESTION_UNANSWERED', 'declarationsConfirmed REQUIRED'],
    ],
  ])('an arrival is refused %s', async (_what, changes, expected) => {
    const { status, body } = await post(arrival, anArrival(changes));
    expect([status, codes(body)]).toEqual([422, expected]);
  });

  it('only foreigners are asked for declarations', async () => {
    const { model } = await desk().register(arrival, { typeDetails: { code: 'CIT' }, declarations: undefined, declarationsConfirmed: undefined });
    expect([model.declarations, model.declarationsConfirmed]).toEqual([undefined, undefined]);
    const { model: other } = await desk().register(arrival, { typeDetails: { code: 'CIT' } });
    expect([other.declarations, other.declarationsConfirmed]).toEqual([undefined, undefined]);
  });

  it('an update or amendment without questions is refused, and erases nothing', async () => {
    const { model } = await desk().register(departure);
    const { model: arriving } = await desk().register(arrival);
    const none = { questions: undefined };
    const refused = [
      await post(departure, aDeparture({ ...none, id: model.id, version: 1 })),
      await desk().act('border-officer', departure, model, 'amendment', aDeparture(none)),
      await post(arrival, anArrival({ ...none, declarations: undefined, id: arriving.id, version: 1 })),
      await desk().act('border-officer', arrival, arriving, 'amendment', { ...anArrival({ ...none, declarations: undefined }), comment: 'Name misspelt' }),
    ];
    expect(refused.map(({ status, body }) => [status, [...new Set(body.errors.map(({ code }) => code))]])).toEqual(
      Array(4).fill([422, ['QUESTION_UNANSWERED']]),
    );
    expect((await desk().call('public', 'GET', `${departure}/${model.id}/document`)).body.model.questions).toEqual(model.questions);
    expect((await desk().call('public', 'GET', `${arrival}/${arriving.id}/document`)).body.model.questions).toEqual(arriving.questions);
  });

  it('requirements are the rows of the catalogue, each once, with the ticks that were sent', async () => {
    const ticked = [{ id: 'DEP-TICKET', accepted: true }, { id: 'MADE-UP', accepted: true, description: 'Paid' }, { accepted: true }];
    for (const [requirements, accepted] of [
      [ticked, [false, true]],
      [undefined, [false, false]],
      [
        [...ticked, ...ticked],
        [false, true],
      ],
    ] as const) {
      const { model } = await desk().register(departure, { requirements });
      expect(model.requirements?.map((row) => [row.id, row.description, row.accepted])).toEqual([
        ['DEP-PASSPORT', 'Passport', accepted[0]],
        ['DEP-TICKET', 'Ticket', accepted[1]],
      ]);
    }
  });

  it('the text of a row is shown in the language of the reader', async () => {
    const { body } = await desk().call('public', 'POST', `${departure}/`, aDeparture(), { 'accept-language': 'pt' });
    const read = async (language: string) =>
      (
        await desk().call('border-officer', 'GET', `${departure}/${body.model.id}/document`, undefined, { 'accept-language': language })
      ).body.model.questions?.map((row) => row.description);
    expect(await read('en')).toEqual(['More than 5000 USD?', 'Goods for sale?']);
    expect(await read('pt')).toEqual(['Mais de 5000 USD?', 'Bens para venda?']);
  });

  describe('in verification', () => {
    const swapped = [
      { id: 'DEP-Q1', accepted: true },
      { id: 'DEP-Q2', declined: true },
    ];

    it('answers can be corrected, each question once', async () => {
      const { model } = await desk().register(departure);
      const verified = await desk().done('border-officer', departure, model, 'verification', { questions: [...swapped, { id: 'MADE-UP', accepted: true }] });
      expect((verified.questions as QuestionRow[]).map(({ id, accepted, declined }) => [id, accepted, declined])).toEqual([
        ['DEP-Q1', true, false],
        ['DEP-Q2', false, true],
      ]);
    });

    it('answers must be complete and unambiguous', async () => {
      const { model } = await desk().register(departure);
      for (const [questions, expected] of [
        [[], ['questions.0 QUESTION_UNANSWERED', 'questions.1 QUESTION_UNANSWERED']],
        [swapped.slice(1), ['questions.0 QUESTION_UNANSWERED']],
        [[...swapped, { id: 'DEP-Q1', declined: true }], ['questions.0 QUESTION_BOTH']],
      ] as const)
        expect(codes((await desk().act('border-officer', departure, model, 'verification', { questions })).body)).toEqual(expected);
    });

    it.each([[{ 'DEP-Q1': true }], ['no'], [7]])('answers that are no list, as in %j, are refused', async (questions) => {
      const { model } = await desk().register(departure);
      const { status, body } = await desk().act('border-officer', departure, model, 'verification', { questions });
      expect([status, codes(body)]).toEqual([422, ['questions CHOICE']]);
      const { version, documentStatus } = (await desk().call('border-officer', 'GET', `${departure}/${model.id}/document`)).body.model;
      expect([version, documentStatus]).toEqual([1, 'CREATED']);
    });

    it('without questions the answers stay as they are', async () => {
      const { model } = await desk().register(departure);
      expect((await desk().done('border-officer', departure, model, 'verification')).questions).toEqual(model.questions);
    });
  });

  describe('property: a body made from a valid one', () => {
    /** Returns a small pseudo-random number generator that gives the same sequence in every run. */
    const randoms = (seed: number) => () => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return seed / 4_294_967_296;
    };

    /** Drops, repeats, invents or reorders rows of one list. */
    function disturbed(rows: Row[], random: () => number): Row[] {
      const at = Math.floor(random() * rows.length);
      const row = rows[at] as Row;
      const opposite = { ...row, answer: row.answer === 'YES' ? 'NO' : 'YES', accepted: !row.accepted, declined: !row.declined, confirmed: true };
      return [
        () => rows.filter((_, i) => i !== at),
        () => [...rows, row],
        () => [...rows, opposite],
        () => [...rows, { ...row, description: 'Invented', rank: 99 }],
        () => [...rows, { id: 'MADE-UP', rank: rows.length + 1, description: 'Invented', accepted: true, answer: 'YES' }],
        () => [...rows, { description: 'Invented', accepted: true, answer: 'YES' }],
        () => [...rows].reverse(),
        () => [...rows].sort(() => random() - 0.5),
        () => [],
      ][Math.floor(random() * 9)]?.() as Row[];
    }

    it.each([departure, arrival] as const)('ends as 422 or as the same document at %s', async (path) => {
      const random = randoms(20261122);
      const sound = (await post(path, bodies[path]())).body.model;
      const facts = (model: Model) =>
        listsOf[path].map((list) => (model[list] as Row[]).map(({ id, rank, description, answer, declined }) => ({ id, rank, description, answer, declined })));
      for (let run = 0; run < 60; run++) {
        const body = bodies[path]() as Body;
        for (const list of listsOf[path])
          if (random() < 0.6) body[list] = disturbed((body[list] as Row[] | undefined) ?? asked(path, list).map((id) => ({ id })), random);
        const { status, body: answer } = await post(path, body);
        if (status === 422) {
          expect(answer.errors.every(({ code }) => ['QUESTION_UNANSWERED', 'QUESTION_BOTH'].includes(code))).toBe(true);
        } else {
          expect([run, status, facts(answer.model)]).toEqual([run, 201, facts(sound)]);
          for (const list of listsOf[path]) expect((answer.model[list] as Row[]).map(({ id }) => id)).toEqual(asked(path, list));
        }
      }
    });
  });
});

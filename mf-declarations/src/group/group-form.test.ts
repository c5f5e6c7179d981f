import { arrivalGroup } from '../arrival/group-parts.tsx';
import { departureGroup } from '../departure/group-parts.tsx';
import { answersSection } from './answers-choice.tsx';
import {
  answeringAdult,
  blankPerson,
  buildPersons,
  faultsOf,
  type GroupKind,
  groupBody,
  isAdult,
  personSections,
  saysNo,
  withoutPerson,
} from './group-form.ts';

type Model = Record<string, unknown>;

const rows = (answer: string) => [
  { id: 'Q1', rank: 1, description: 'Plants?', answer },
  { id: 'Q2', rank: 2, description: 'Meat?', answer },
];
const visitor = { code: 'VIS', foreigner: true, sponsor: false, permit: false, resident: false };
const citizen = { code: 'CIT', foreigner: false, sponsor: false, permit: false, resident: false };
const mother: Model = {
  agencyCode: 'CUSTOMS',
  documentCode: 'ARR',
  typeDetails: visitor,
  flightDetails: { code: 'DIL', airport: '1' },
  flightNumber: 'QG500',
  address: 'Dili',
  phoneNumber: '77123456',
  reason: 'OBJ01',
  returnTicket: 'T1',
  firstName: 'Maria',
  lastName: 'da Costa',
  birthDate: '1990-05-17',
  travellerCode: 'P1',
  hasMerchandise: 'NO',
  currencyStatus: 'NO',
  questions: rows('NO'),
  questionsConfirmed: 'YES',
  declarations: rows('NO'),
  declarationsConfirmed: 'YES',
  declaredStatus: 'YES',
};
const sectionsOf = (kind: GroupKind) => (first: Model) => personSections(kind, first, answersSection({ kind, adults: [], nobody: true }));
const people = (values: Model, kind = arrivalGroup) => buildPersons(kind, values, sectionsOf(kind));
const asked = (first: Model, own: Model, kind = arrivalGroup) => {
  const model = { ...blankPerson(kind, first), questions: rows(''), declarations: rows(''), ...own };
  return sectionsOf(kind)(first)
    .filter((section) => section.visible?.(model, 'register') ?? true)
    .map(({ id }) => id);
};

describe('the persons of a group', () => {
  it('have the journey, the stay and the contact of the first one, and answers of their own', () => {
    const [, second] = people({ ...mother, travellers: [{ firstName: 'Ana', travellerCode: 'P2', hasMerchandise: 'YES' }] });
    expect(second?.body).toMatchObject({
      flightNumber: 'QG500',
      address: 'Dili',
      returnTicket: 'T1',
      firstName: 'Ana',
      hasMerchandise: 'YES',
      entryPointCode: 'DIL',
    });
    expect(second?.body.lastName).toBeUndefined();
    expect(second?.body.questions).toBeUndefined();
  });

  it('are sent with what all have alike once', () => {
    const { shared, travellers } = groupBody(arrivalGroup, people({ ...mother, travellers: [{ firstName: 'Ana', typeDetails: citizen }] }));
    expect(shared).toMatchObject({ flightNumber: 'QG500', address: 'Dili', declaredStatus: 'YES' });
    // A citizen is not asked for the reason of the visit.
    expect([shared.reason, travellers[0]?.reason, travellers[1]?.reason]).toEqual([undefined, 'OBJ01', undefined]);
    expect(travellers.map(({ firstName, flightNumber }) => [firstName, flightNumber])).toEqual([
      ['Maria', undefined],
      ['Ana', undefined],
    ]);
    expect(JSON.stringify({ shared, travellers })).not.toContain('noneOfUs');
  });

  it('are sent with the same body in every language, so that a lost answer and a change of language do not register them twice', () => {
    const inLanguage = (words: string) => {
      const questions = rows('NO').map((row) => ({ ...row, description: words }));
      const journey = {
        questions,
        flightDetails: { code: 'DIL', airport: '1', description: words },
        typeDetails: { ...visitor, name: words },
        reasonName: words,
      };
      return groupBody(
        arrivalGroup,
        people({ ...mother, ...journey, travellers: [{ firstName: 'Ana', questions, typeDetails: { ...citizen, name: words } }] }),
      );
    };
    expect(JSON.stringify(inLanguage('en'))).toBe(JSON.stringify(inLanguage('pt')));
    expect(inLanguage('en').shared).toMatchObject({ flightDetails: { code: 'DIL' } });
    expect(inLanguage('en').travellers[0]?.questions).toEqual(rows('NO').map(({ id, rank, answer }) => ({ id, rank, answer })));
  });

  it('answer no to everything when none of them has anything to declare, except who answers separately', () => {
    const [, second, third] = people({
      ...mother,
      noneOfUs: 'YES',
      travellers: [{ firstName: 'Ana' }, { firstName: 'Rui', separate: true, hasMerchandise: 'YES' }],
    });
    expect(second?.body).toMatchObject({
      hasMerchandise: 'NO',
      currencyStatus: 'NO',
      questionsConfirmed: 'YES',
      questions: rows('NO'),
      declarations: rows('NO'),
    });
    expect([third?.body.hasMerchandise, third?.body.questions]).toEqual(['YES', undefined]);
    const departure = { questions: [{ id: 'D1', rank: 1, description: 'Money?', accepted: true, declined: false }] };
    const [, leaving] = people({ ...departure, noneOfUs: 'YES', travellers: [{}] }, departureGroup);
    expect(leaving?.body.questions).toEqual([{ id: 'D1', rank: 1, description: 'Money?', accepted: false, declined: true }]);
  });

  it('have a child answered for by the adult who is chosen', () => {
    const child = { firstName: 'Rui', birthDate: '2024-01-01', answeredBy: '0' };
    const all = people({ ...mother, travellers: [child, { firstName: 'Ana', birthDate: '1960-01-01', answeredBy: '0' }] });
    expect(all.map(({ answeredBy }) => answeredBy)).toEqual([undefined, 0, undefined]);
    expect(all[1]?.body).toMatchObject({ questions: rows('NO'), questionsConfirmed: 'YES' });
    const { travellers } = groupBody(arrivalGroup, all);
    expect(travellers[1]).toMatchObject({ answeredBy: 0, firstName: 'Rui' });
    expect(travellers[1]).not.toHaveProperty('questions');
    // When a child is said to have nothing to declare, an adult who answers yes does not answer for the child.
    const [, other] = people({ ...mother, questions: rows('YES'), noneOfUs: 'YES', travellers: [child] });
    expect([other?.answeredBy, other?.body.questions]).toEqual([undefined, rows('NO')]);
  });

  it('have a child who joins later answered for by the adult who is chosen, unless the child has nothing to declare and the adult may say yes', () => {
    const child = { birthDate: '2024-01-01', answeredBy: '1', noneOfUs: 'YES' };
    const [yes, no] = [() => false, (place: number) => place === 1];
    expect([answeringAdult(child, yes), answeringAdult(child, no)]).toEqual([undefined, 1]);
    expect([{ noneOfUs: '' }, { separate: true }].map((own) => answeringAdult({ ...child, ...own }, yes))).toEqual([1, 1]);
    expect([{ answeredBy: 'own' }, { birthDate: '1960-01-01' }].map((own) => answeringAdult({ ...child, ...own }, no))).toEqual([undefined, undefined]);
    expect([saysNo(arrivalGroup, mother), saysNo(arrivalGroup, { ...mother, declarations: rows('YES') })]).toEqual([true, false]);
  });

  it('are sent without how their questions are answered, which is no part of a declaration', () => {
    const child = { birthDate: '2024-01-01', noneOfUs: 'YES', separate: true };
    const all = people({
      ...mother,
      questions: rows('YES'),
      noneOfUs: 'YES',
      // In order: the child answers on the page itself; an adult who says yes answers for the child; an adult answers, although the date of birth has been
      // corrected to that of an adult.
      travellers: [
        { ...child, answeredBy: 'own' },
        { ...child, separate: false, answeredBy: '0' },
        { ...child, birthDate: '1960-01-01', answeredBy: '0' },
      ],
    });
    const { travellers } = groupBody(arrivalGroup, all);
    for (const each of travellers) for (const name of ['noneOfUs', 'separate', 'answeredBy']) expect(each).not.toHaveProperty(name);
  });

  it('are asked what is theirs, and what the first one was not asked', () => {
    const own = ['passport', 'person', 'birth', 'journey', 'answers', 'baggage', 'declarations', 'goods', 'questions', 'money'];
    expect(asked(mother, {})).toEqual(own);
    expect(asked(mother, { noneOfUs: 'YES' })).toEqual(['passport', 'person', 'birth', 'journey', 'answers', 'baggage']);
    expect(asked(mother, { birthDate: '2024-01-01', answeredBy: '0' })).toEqual(own.filter((id) => id !== 'declarations' && id !== 'questions'));
    expect(asked({ ...mother, typeDetails: citizen }, { typeDetails: visitor })).toEqual([...own.slice(0, 4), 'stay', ...own.slice(4)]);
    expect(asked({}, {}, departureGroup)).toEqual(['passport', 'person', 'answers', 'money', 'questions']);
  });

  it('are told what is wrong with their own answers, and not with those of the first one', () => {
    const values = { ...mother, flightNumber: '', travellers: [{ firstName: 'Ana' }] };
    const [, second] = people(values) as [unknown, { body: Model }];
    const faults = faultsOf(arrivalGroup, second, sectionsOf(arrivalGroup)(mother), 'en').map(({ field }) => field);
    expect(faults).toEqual(expect.arrayContaining(['travellerCode', 'lastName', 'birthDate', 'title']));
    expect(faults).not.toContain('flightNumber');
  });

  it('keep who answers for a child when another one is removed, and are asked again when the adult is', () => {
    const travellers = [{ firstName: 'A' }, { firstName: 'B' }, { firstName: 'C', answeredBy: '2' }];
    expect(withoutPerson(travellers, 0)).toEqual([{ firstName: 'B' }, { firstName: 'C', answeredBy: '1' }]);
    expect(withoutPerson(travellers, 1)).toEqual([{ firstName: 'A' }, { firstName: 'C' }]);
    expect(withoutPerson([{ firstName: 'A', answeredBy: '0' }, {}], 1)).toEqual([{ firstName: 'A', answeredBy: '0' }]);
  });

  it('are of age on the day of their eighteenth birthday', () => {
    expect([isAdult({ birthDate: '2008-11-23' }, '2026-11-23'), isAdult({ birthDate: '2008-11-24' }, '2026-11-23'), isAdult({})]).toEqual([
      true,
      false,
      undefined,
    ]);
  });
});

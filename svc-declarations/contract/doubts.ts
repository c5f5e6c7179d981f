/**
 * Doubts: answers of a traveller that contradict each other, or that look like mistakes. The form asks about them before the traveller signs the declaration; a
 * traveller who confirms the answers can go on. Doubts are not rules: the service accepts every declaration that meets its rules.
 */
import { type Bilingual, dayMs, isBlank, isDay, isYes, L, sentence, valueAt } from '@portal/contract-kit';
import { adultAge, ageOn } from './age.ts';
import { arrivalConditions } from './arrival.ts';
import { HOME_COUNTRY, MONEY_THRESHOLD, WORK } from './codes.ts';

/** The topics of questions, as the field `about` of the catalogue names them. */
export const questionTopics = ['MONEY', 'MERCHANDISE', 'ALLOWANCE', 'RESTRICTED', 'FOOD'] as const;
export type QuestionTopic = (typeof questionTopics)[number];

export interface Doubt {
  /** Unique among the doubts of a declaration, and stable while the answers do not change. */
  id: string;
  text: Bilingual;
  /** Paths of the answers that the doubt is about. The traveller can change each of them. */
  fields: readonly string[];
}

interface Row {
  id?: string;
  answer?: unknown;
  accepted?: unknown;
  declined?: unknown;
}

type Answers = Record<string, unknown>;

/** Returns the topic of a question by its id. */
export type TopicOf = (question: string | undefined) => string | undefined;

/** Returns a day as a time, and an amount as a number: NaN if there is none, so that no comparison with it holds. */
const day = (value: unknown): number => (isDay(value) ? Date.parse(value) : Number.NaN);
const amount = (value: unknown): number => (isBlank(value) ? Number.NaN : Number(value));

const answered = (rows: readonly Row[], topicOf: TopicOf, ...topics: QuestionTopic[]): { path: string; yes: boolean; topic: QuestionTopic }[] =>
  rows.flatMap((row, index) => {
    const topic = topicOf(row.id) as QuestionTopic;
    return topics.includes(topic) ? [{ path: `questions.${index}`, yes: isYes(row), topic }] : [];
  });

/** Finds answers about money that contradict each other, and a declared amount that is not above the threshold. */
function moneyDoubts(body: Answers, topicOf: TopicOf): Doubt[] {
  const rows = (body.questions as Row[] | undefined) ?? [];
  const doubts: Doubt[] = [];
  for (const { path, yes } of answered(rows, topicOf, 'MONEY')) {
    if (yes && body.currencyStatus === 'NO')
      doubts.push({
        id: 'money-asked',
        text: L(
          'You say that you carry more than 5000 USD in one place, and that you do not in another.',
          'Diz num ponto que transporta mais de 5000 USD e noutro que não.',
        ),
        fields: [path, 'currencyStatus'],
      });
    if (!yes && body.currencyStatus === 'YES')
      doubts.push({
        id: 'money-not-asked',
        text: L(
          'You declare money, and you did not tick the question about more than 5000 USD.',
          'Declara dinheiro, mas não assinalou a pergunta sobre mais de 5000 USD.',
        ),
        fields: ['currencyStatus', path],
      });
  }
  if (body.currencyStatus === 'YES' && body.currencyCode === MONEY_THRESHOLD.currency && amount(body.currencyAmount) <= MONEY_THRESHOLD.amount)
    doubts.push({
      id: 'money-small',
      text: L(
        'You say that you carry more than 5000 USD, and the amount is not more than that.',
        'Diz que transporta mais de 5000 USD, mas o montante não é superior.',
      ),
      fields: ['currencyStatus', 'currencyAmount'],
    });
  return doubts;
}

/** Finds a passport that expires on the birthday, where one date may have been typed for the other, and an age above 110. */
function personDoubts(body: Answers, travelDay: unknown): Doubt[] {
  const doubts: Doubt[] = [];
  const { birthDate, expiryDate } = body;
  if (isDay(birthDate) && isDay(expiryDate) && birthDate.slice(5) === expiryDate.slice(5))
    doubts.push({
      id: 'same-day',
      text: L('Your passport expires on your birthday.', 'O seu passaporte caduca no dia do seu aniversário.'),
      fields: ['expiryDate', 'birthDate'],
    });
  const age = ageOn(birthDate, travelDay);
  if (age !== undefined && age > 110)
    doubts.push({
      id: 'age',
      text: sentence('You are {{age}} years old by your date of birth.', 'Pela data de nascimento, tem {{age}} anos.', { age }),
      fields: ['birthDate'],
    });
  return doubts;
}

/** Whether a text is a flight number: two or three characters for the airline, up to four digits, and an optional letter (IATA, ICAO). */
export const isFlightNumber = (typed: string): boolean => /^([A-Z][A-Z0-9]|[A-Z0-9][A-Z]|[A-Z]{3})\s?\d{1,4}[A-Z]?$/.test(typed.trim().toUpperCase());

function flightDoubts(body: Answers): Doubt[] {
  const flight = typeof body.flightCode === 'string' ? body.flightCode.trim() : '';
  if (flight === '' || isFlightNumber(flight) || flight.startsWith('CHARTER')) return [];
  return [
    {
      id: 'flight',
      text: sentence('“{{flight}}” does not look like the number of a flight, such as SQ461.', '“{{flight}}” não parece o número de um voo, como SQ461.', {
        flight,
      }),
      fields: ['flightCode'],
    },
  ];
}

/** Returns the doubts about the answers of a departure. @param topicOf returns the topic of a question */
export const departureDoubts = (body: object, topicOf: TopicOf): Doubt[] => {
  const answers = body as Answers;
  return [...flightDoubts(answers), ...personDoubts(answers, answers.departureDate), ...moneyDoubts(answers, topicOf)];
};

function goodsDoubts(body: Answers, topicOf: TopicOf): Doubt[] {
  const rows = (body.questions as Row[] | undefined) ?? [];
  const asked = answered(rows, topicOf, 'MERCHANDISE', 'ALLOWANCE', 'RESTRICTED', 'FOOD');
  const doubts: Doubt[] = [];
  const yes = asked.filter((row) => row.yes);
  if (body.hasMerchandise === 'NO' && yes.length > 0)
    doubts.push({
      id: 'nothing-to-declare',
      text: L(
        'You say that you have no merchandise to declare, which is the green lane, and you ticked goods that an officer has to see.',
        'Diz que não tem mercadorias a declarar, o que é o canal verde, mas assinalou bens que um funcionário tem de ver.',
      ),
      fields: ['hasMerchandise', ...yes.map(({ path }) => path)],
    });
  const trade = asked.filter(({ topic }) => topic === 'MERCHANDISE' || topic === 'ALLOWANCE');
  if (body.hasMerchandise === 'YES' && trade.length > 0 && trade.every((row) => !row.yes))
    doubts.push({
      id: 'merchandise-not-asked',
      text: L(
        'You have merchandise to declare, and you ticked no question about goods.',
        'Tem mercadorias a declarar, mas não assinalou nenhuma pergunta sobre bens.',
      ),
      fields: ['hasMerchandise', ...trade.map(({ path }) => path).slice(0, 1)],
    });
  const goods = ((body.goods as Answers[] | undefined) ?? []).map((row, index) => ({ row, index })).filter(({ row }) => row.description);
  for (const { row, index } of body.hasMerchandise === 'YES' ? goods : []) {
    const isNothing = [row.quantity, row.value].every((value) => !amount(value));
    const saysNothing = /^(nothing|none|nil|no|n\/?a|-+|0|nada|nenhum(a|ns)?|não)\.?$/i.test(String(row.description).trim());
    if (isNothing || saysNothing)
      doubts.push({
        id: `goods-${index}`,
        text: saysNothing
          ? L('You have merchandise to declare, and described it as nothing.', 'Tem mercadorias a declarar, mas na descrição escreveu que não há nada.')
          : L('You declare goods without a quantity and a value.', 'Declara bens sem quantidade nem valor.'),
        fields: ['hasMerchandise', `goods.${index}.${saysNothing ? 'description' : 'quantity'}`],
      });
  }
  return doubts;
}

/** Whether the chosen kind of traveller is one of these. */
const comesAs = (body: Answers, ...kinds: ('foreigner' | 'sponsor' | 'permit' | 'resident')[]): boolean =>
  kinds.some((kind) => arrivalConditions[kind](body as object));

/** Finds a traveller who comes as a citizen with another nationality, and a citizen who comes as a foreigner. */
function nationalityDoubts(body: Answers): Doubt[] {
  const { nationalityCode } = body;
  if (isBlank(valueAt(body, 'typeDetails.code')) || isBlank(nationalityCode)) return [];
  const fields = ['typeDetails.code', 'nationalityCode'];
  if (nationalityCode !== HOME_COUNTRY && !comesAs(body, 'foreigner', 'sponsor', 'permit', 'resident'))
    return [
      {
        id: 'citizen-abroad',
        text: L(
          'You say that you are a citizen coming home, and your nationality is another.',
          'Diz que é um cidadão que regressa ao país, mas a sua nacionalidade é outra.',
        ),
        fields,
      },
    ];
  if (nationalityCode === HOME_COUNTRY && comesAs(body, 'foreigner', 'resident'))
    return [
      {
        id: 'foreign-citizen',
        text: L(
          'You say that you come as a foreigner, and your nationality is that of this country.',
          'Diz que vem como estrangeiro, mas a sua nacionalidade é a deste país.',
        ),
        fields,
      },
    ];
  return [];
}

/** Returns a number of days in words. */
const days = (count: number): Bilingual => (count === 1 ? L('1 day', '1 dia') : sentence('{{count}} days', '{{count}} dias', { count }));

function stayDoubts(body: Answers): Doubt[] {
  const doubts: Doubt[] = [];
  const [arrives, leaves, passport, permit] = [day(body.arrivalDate), day(body.departureDate), day(body.expiryDate), day(body.permitExpiry)];
  const stay = amount(body.stayLength);
  if (leaves >= arrives && Math.abs((leaves - arrives) / dayMs - stay) > 1)
    doubts.push({
      id: 'stay',
      text: sentence('You stay {{stay}}, and you leave {{days}} after you arrive.', 'A estadia é de {{stay}}, mas parte {{days}} depois de chegar.', {
        stay: days(stay),
        days: days(Math.round((leaves - arrives) / dayMs)),
      }),
      fields: ['stayLength', 'departureDate'],
    });
  if (passport < leaves)
    doubts.push({
      id: 'passport-ends',
      text: L('Your passport expires before you leave.', 'O seu passaporte caduca antes de partir.'),
      fields: ['expiryDate', 'departureDate'],
    });
  if (permit < leaves)
    doubts.push({
      id: 'permit-ends',
      text: L('Your visa or permit expires before you leave.', 'O seu visto ou autorização caduca antes de partir.'),
      fields: ['permitExpiry', 'departureDate'],
    });
  return doubts;
}

/** Returns the doubts about the answers of an arrival. @param topicOf returns the topic of a question */
export const arrivalDoubts = (body: object, topicOf: TopicOf): Doubt[] => {
  const answers = body as Answers;
  const age = ageOn(answers.birthDate, answers.arrivalDate);
  const isWorker = answers.reason === WORK || (comesAs(answers, 'sponsor') && comesAs(answers, 'permit'));
  const young: Doubt[] =
    isWorker && age !== undefined && age < adultAge
      ? [
          {
            id: 'young-worker',
            text: sentence(
              'You come to work, and you are {{age}} years old by your date of birth.',
              'Vem trabalhar e, pela data de nascimento, tem {{age}} anos.',
              { age },
            ),
            fields: [answers.reason === WORK ? 'reason' : 'typeDetails.code', 'birthDate'],
          },
        ]
      : [];
  return [
    ...flightDoubts(answers),
    ...young,
    ...nationalityDoubts(answers),
    ...personDoubts(answers, answers.arrivalDate),
    ...stayDoubts(answers),
    ...goodsDoubts(answers, topicOf),
    ...moneyDoubts(answers, topicOf),
  ];
};

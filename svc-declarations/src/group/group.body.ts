/** Reads and validates request bodies about groups. */
import { type ContractClass, knownFields, L, sentence } from '@portal/contract-kit';
import { actionFields, type Fault, unprocessable } from '@portal/service-kit';
import { adultAge, ageOn, answerFields, mostTravellers } from '../../contract/index.ts';

export type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain => value !== null && typeof value === 'object' && !Array.isArray(value);
export const asPlain = (value: unknown): Plain => (isPlain(value) ? value : {});

/** One person of a group: the shared fields, overridden by the person's own fields. */
export interface Traveller {
  body: Plain;
  /** The name of the adult who answered for this child. */
  answeredBy?: string;
  /** What is wrong with the traveller as a whole, or with the adult who was to answer. */
  fault?: Fault;
}

/** Returns the part of a traveller's fields that a registration reads. Every traveller gets a copy of the shared fields. */
export const knownOf = (contract: ContractClass, fields: Plain): Plain => knownFields(contract, fields, ['answeredBy', ...actionFields]);

/** Reads the persons of a group. @param contract of a declaration @param today `YYYY-MM-DD`, the day on which ages are computed @throws 422 if there is no list of persons */
export function travellersOf(body: unknown, contract: ContractClass, today: string): { shared: Plain; travellers: Traveller[] } {
  const { shared: sent, travellers } = asPlain(body);
  if (sent !== undefined && !isPlain(sent))
    throw unprocessable([{ code: 'OBJECT', field: 'shared', message: L('The shared answers must be an object', 'As respostas comuns têm de ser um objeto') }]);
  if (!Array.isArray(travellers) || travellers.length === 0)
    throw unprocessable([{ code: 'MIN_ITEMS', field: 'travellers', message: L('Add at least one traveller', 'Adicione pelo menos um viajante') }]);
  if (travellers.length > mostTravellers) throw tooManyTravellers();
  const shared = knownOf(contract, asPlain(sent));
  const said = travellers.map((own) => ({ ...shared, ...knownOf(contract, asPlain(own)) }));
  return { shared, travellers: said.map((body, i) => (isPlain(travellers[i]) ? withAnswers(body, said, i, today) : { body: {}, fault: noObject })) };
}

const noObject: Fault = { code: 'OBJECT', field: '', message: L('Each traveller must be an object', 'Cada viajante tem de ser um objeto') };

/**
 * Reads a person who joins a group. `answeredBy` is the index of a member.
 * @param members the declarations of the current members
 */
export const travellerOf = (own: Plain, members: readonly Plain[], today: string): Traveller => withAnswers(own, members, members.length, today);

/**
 * Returns every broken rule of a traveller with a fault.
 * @param others the broken rules of the body. Those of the answers are left out, because it is not known yet who answers.
 */
export const faultsWith = (fault: Fault, others: readonly Fault[]): Fault[] =>
  fault === noObject ? [fault] : [...others.filter(({ field }) => !isOfAnswers(field)), fault];

const isOfAnswers = (field: string): boolean => (answerFields as readonly string[]).includes(field.split(/[.[]/)[0] as string);

/** Returns the error for a group with too many persons. */
export const tooManyTravellers = () =>
  unprocessable([
    {
      code: 'MAX_ITEMS',
      field: 'travellers',
      message: sentence('A group has at most {{most}} travellers', 'Um grupo tem no máximo {{most}} viajantes', { most: mostTravellers }),
    },
  ]);

/** Gives a child the answers of an adult. `answeredBy` is the index of the adult in the list. */
function withAnswers({ answeredBy, ...body }: Plain, all: readonly Plain[], i: number, today: string): Traveller {
  if (answeredBy === undefined || answeredBy === null) return { body };
  const refused = (message: Fault['message']): Traveller => ({ body, fault: { code: 'CHOICE', field: 'answeredBy', message } });
  const adult = typeof answeredBy === 'number' && answeredBy !== i ? all[answeredBy] : undefined;
  if (!adult || !mayAnswer(adult, today))
    return refused(L('Choose an adult of the group who answers for this child', 'Escolha um adulto do grupo que responda por esta criança'));
  if (isAdult(body, today)) return refused(L('An adult answers the questions in person', 'Um adulto responde pessoalmente às perguntas'));
  const answers = Object.fromEntries(answerFields.filter((name) => Object.hasOwn(adult, name)).map((name) => [name, adult[name]]));
  return { body: { ...body, ...answers }, answeredBy: nameOf(adult) };
}

/** Whether a person may answer for a child: an adult who answers in person. */
export const mayAnswer = (person: Plain, today: string): boolean => isAdult(person, today) && (person.answeredBy ?? null) === null;

/** Whether a person is an adult. A person without a date of birth does not count as one. */
function isAdult({ birthDate }: Plain, today: string): boolean {
  return (ageOn(birthDate, today) ?? 0) >= adultAge;
}

const longestName = 141;
const nameOf = ({ firstName, lastName }: Plain): string =>
  [firstName, lastName]
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trim()
    .toUpperCase()
    .slice(0, longestName);

/** The body of an action on a group. */
export interface GroupAction {
  version: number;
  /** Ids of the members, without duplicates. */
  members: string[];
  /** The input of the action for each member. */
  input: Plain;
}

/** Reads the body of an action on members of a group. @throws 422 naming the field */
export function groupActionOf(body: unknown, known: ReadonlySet<string>): GroupAction {
  const { version, members, ...input } = asPlain(body);
  const faults: Fault[] = [];
  if (typeof version !== 'number')
    faults.push({
      code: 'REQUIRED',
      field: 'version',
      message: L('Send the version of the group that you have seen', 'Envie a versão do grupo que viu'),
    });
  if (!Array.isArray(members) || members.length === 0)
    faults.push({ code: 'MIN_ITEMS', field: 'members', message: L('Choose at least one member', 'Escolha pelo menos um membro') });
  else if (members.length > mostTravellers) throw unprocessable([...faults, { ...maxMembers }]);
  else
    for (const [i, member] of members.entries())
      if (!known.has(member))
        faults.push({ code: 'CHOICE', field: `members[${i}]`, message: L('This person is not a member of the group', 'Esta pessoa não é membro do grupo') });
  if (faults.length) throw unprocessable(faults);
  return { version: version as number, members: [...new Set(members as string[])], input };
}

const maxMembers: Fault = {
  code: 'MAX_ITEMS',
  field: 'members',
  message: sentence('Choose at most {{most}} members', 'Escolha no máximo {{most}} membros', { most: mostTravellers }),
};

/** Returns the error for an action that would remove the last member. The code of an empty group would stand for nobody. */
export const nobodyLeft = () =>
  unprocessable([
    { code: 'MAX_ITEMS', field: 'members', message: L('At least one person must stay in the group', 'Pelo menos uma pessoa tem de ficar no grupo') },
  ]);

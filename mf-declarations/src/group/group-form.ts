/** Builds the declarations of several persons from one form: from the answers that the first person gave for all, and from the other persons' own answers. */
import { type ContractClass, clientFields, type FieldError, valueAt } from '@portal/contract-kit';
import { type Language, today } from '@portal/web-kit';
import { type Model, pathsOf, type SectionSpec, shownFields, withoutHidden } from '@portal/web-kit/forms';
import { adultAge, ageOn, answerFields, type Doubt, type TopicOf } from 'svc-declarations/contract';
import type { Row } from '../shared/asked-rows.ts';
import type { DeclarationKind } from '../shared/declaration.api.ts';
import type { Proposal } from '../shared/proposals.ts';
import { type Companion, declarationOf, type GroupValues } from './group-values.ts';

/** What differs between arrivals and departures. */
export interface GroupKind {
  declaration: DeclarationKind;
  /** All sections of the form, with the titles for a reader who answers for somebody else. */
  sections: readonly SectionSpec[];
  /** Ids of the sections of another person's page, in order. `answers` stands for the choice of who answers. */
  order: readonly string[];
  /** Names of the fields that every person answers separately. */
  own: readonly string[];
  /** Answers of a person that follow from other answers. */
  proposals: readonly Proposal[];
  /** Turns the answers of the form into a declaration as it is sent. */
  toDeclaration<Answers extends object>(answers: Answers): Answers;
  check(body: object, language: Language): FieldError[];
  /** Contract of the declaration. It names the answers. */
  contract: ContractClass;
  /** Returns the questions to ask about doubtful answers of a person before they are signed. */
  doubts(body: object, topicOf: TopicOf): Doubt[];
  /** Fields of a question that is answered "no". */
  no: object;
  /** The other answers of a person who has nothing to declare. */
  nothing: object;
}

/** Mode for which the visibility of sections and fields is determined. */
const mode = 'register';
const nameOf = (path: string): string => path.split('.')[0] ?? path;
const pick = (model: Model, names: Iterable<string>): Model =>
  Object.fromEntries([...names].filter((name) => model[name] !== undefined).map((name) => [name, model[name]]));
const omit = (model: Model, names: readonly string[]): Model => Object.fromEntries(Object.entries(model).filter(([name]) => !names.includes(name)));

/** Returns a person's name as it is written everywhere: in capital letters. */
export const personName = (person: Model): string =>
  [person.firstName, person.lastName]
    .filter((part) => typeof part === 'string' && part)
    .join(' ')
    .toUpperCase();

/** Checks that a person is of age. Undefined while the date of birth is not known. */
export function isAdult({ birthDate }: Model, on = today()): boolean | undefined {
  const age = ageOn(birthDate, on);
  return age === undefined ? undefined : age >= adultAge;
}

/** Checks that the questions are answered for this person by the one statement that nobody has anything to declare. */
const hasNothingToDeclare = ({ noneOfUs, separate }: Model): boolean => noneOfUs === 'YES' && separate !== true;
/** Checks that an adult answers the questions for this person. */
const isAnsweredByAdult = (person: Model): boolean => isAdult(person) === false && typeof person.answeredBy === 'string' && /^\d+$/.test(person.answeredBy);

/**
 * Returns the position of the adult who answers for a person who joins a registered group; undefined if the person's own answers count. An adult who may say
 * yes does not answer for a child who is said to have nothing to declare, even if that adult was chosen before.
 * @param saysNo whether the adult at a position is known to answer no to every question
 */
export function answeringAdult(person: Model, saysNo: (place: number) => boolean): number | undefined {
  if (!isAnsweredByAdult(person)) return undefined;
  const place = Number(person.answeredBy);
  return hasNothingToDeclare(person) && !saysNo(place) ? undefined : place;
}

/** Fields about how a person's questions are answered. They are asked on the person's page and are not part of the declaration. */
export const answering: readonly string[] = ['noneOfUs', 'separate', 'answeredBy'];

const all = ['hasMerchandise', 'goods', 'money'];
const questionLists = ['questions', 'declarations'];

/**
 * Returns the sections of another person's page: the person's own fields, and the fields that the first person was not asked.
 * @param answers section that shows the choice of who answers
 */
export function personSections(kind: GroupKind, first: Model, answers: SectionSpec): SectionSpec[] {
  const given = new Set(shownFields(kind.sections, kind.toDeclaration(declarationOf(first) as Model), mode).map(({ name }) => name));
  const isOwn = (path: string): boolean => kind.own.includes(nameOf(path));
  const isHidden = (part: string | undefined, person: Model): boolean =>
    (all.includes(part ?? '') && hasNothingToDeclare(person)) ||
    (questionLists.includes(part ?? '') && (hasNothingToDeclare(person) || isAnsweredByAdult(person)));
  const sections = new Map(kind.sections.map((section) => [section.id, section]));
  return kind.order.flatMap((id) => {
    if (id === 'answers') return [answers];
    const section = sections.get(id);
    if (!section) return [];
    const fields = (section.fields ?? [])
      .filter(({ name }) => isOwn(name) || !given.has(name))
      .map((field) => ({ ...field, visible: (model: Model, in_: string) => (field.visible?.(model, in_) ?? true) && !isHidden(field.name, model) }));
    if (fields.length === 0 && !section.lists?.some(isOwn)) return [];
    return [
      {
        ...section,
        fields,
        visible: (model: Model, in_: string) =>
          (section.visible?.(model, in_) ?? true) &&
          !isHidden(id, model) &&
          (section.render !== undefined || fields.some((field) => field.visible(model, in_))),
      },
    ];
  });
}

/** Returns the names of all fields that a person's page asks. */
export const personNames = (kind: GroupKind, sections: readonly SectionSpec[]): Set<string> => new Set([...kind.own, ...pathsOf(sections).map(nameOf)]);

/**
 * Returns the answers that all persons share with the first one. It leaves out fields that the first person was not asked and fields that the service adds to a
 * registered declaration.
 */
function sharedOf(kind: GroupKind, first: Model): Model {
  const declared = new Set(['agencyCode', 'documentCode', ...pathsOf(kind.sections).map(nameOf)]);
  return pick(omit(withoutHidden(kind.sections, kind.toDeclaration(declarationOf(first) as Model), mode), kind.own), declared);
}

/** Returns a person's answers before any is given: the journey of the first person, and the same purpose. */
export const blankPerson = (kind: GroupKind, first: Model): Model => ({
  ...sharedOf(kind, first),
  ...pick(first, ['typeDetails']),
  ...(kind.own.includes('numberOfBaggages') ? { numberOfBaggages: 0 } : {}),
});

/** A person of a group with the whole declaration. */
export interface Person {
  body: Model;
  /** Position of the adult who answers for this child. */
  answeredBy?: number;
}

const answersOf = (rows: unknown, no: object): object[] =>
  ((rows as Row[] | undefined) ?? []).map(({ id, rank, description }) => ({ id, rank, description, ...no }));

const bodyOf = (kind: GroupKind, model: Model): Model => {
  const body = withoutHidden(kind.sections, model, mode);
  return { ...body, entryPointCode: valueAt(body, 'flightDetails.code') };
};

/** Checks that a declaration answers no to every question. */
export const saysNo = (kind: GroupKind, body: Model): boolean =>
  questionLists.every((list) =>
    ((body[list] as Model[] | undefined) ?? []).every((row) => Object.entries(kind.no).every(([name, value]) => (row[name] ?? false) === value)),
  );

/** Returns the declarations of all persons, that of the first person first. */
export function buildPersons(kind: GroupKind, values: Model & GroupValues, sectionsFor: (first: Model) => readonly SectionSpec[]): Person[] {
  const { travellers = [], noneOfUs } = values;
  const first = kind.toDeclaration(declarationOf(values) as Model);
  const names = personNames(kind, sectionsFor(first));
  const bodies = [
    bodyOf(kind, first),
    ...travellers.map((own) => {
      const person = { ...blankPerson(kind, first), ...omit(pick(own, names), answering) };
      const none = {
        ...kind.nothing,
        ...Object.fromEntries(questionLists.filter((list) => kind.own.includes(list)).map((list) => [list, answersOf(first[list], kind.no)])),
      };
      return bodyOf(kind, hasNothingToDeclare({ ...own, noneOfUs }) ? { ...person, ...none } : person);
    }),
  ];
  const people: Model[] = [{}, ...travellers];
  return bodies.map((body, place) => {
    const person = people[place] as Companion;
    if (place === 0 || !isAnsweredByAdult({ ...body, answeredBy: person.answeredBy })) return { body };
    const answeredBy = Number(person.answeredBy);
    const adult = bodies[answeredBy];
    if (!adult || answeredBy === place || !isAdult(adult)) return { body };
    // An adult who answers yes does not answer for a child who is said to have nothing to declare.
    if (hasNothingToDeclare({ ...person, noneOfUs }) && !saysNo(kind, adult)) return { body };
    return { body: { ...omit(body, answerFields), ...pick(adult, answerFields) }, answeredBy };
  });
}

/** Returns the errors in a person's own answers. */
export const faultsOf = (kind: GroupKind, { body }: Person, sections: readonly SectionSpec[], language: Language): FieldError[] => {
  const names = personNames(kind, sections);
  return kind.check(body, language).filter(({ field }) => names.has(nameOf(field.replaceAll('[', '.'))));
};

/** Returns the questions to ask about doubtful answers that are a person's own. */
export const doubtsOf = (kind: GroupKind, { body, answeredBy }: Person, sections: readonly SectionSpec[], topicOf: TopicOf): Doubt[] => {
  const names = personNames(kind, sections);
  // When an adult answers for a child, the adult has been asked about these answers already.
  const isOwn = (field: string): boolean => names.has(nameOf(field)) && (answeredBy === undefined || !questionLists.includes(nameOf(field)));
  return kind.doubts(body, topicOf).filter(({ fields }) => fields.some(isOwn));
};

/** Returns the body of the call that registers all persons: the answers that are the same for all, and the own answers of each one. */
export function groupBody(kind: GroupKind, persons: readonly Person[]): { shared: Model; travellers: Model[] } {
  const people = persons.map((person) => ({ ...person, body: clientFields(kind.contract, person.body) }));
  const [first] = people as [Person];
  const same = Object.keys(first.body).filter(
    (name) => !kind.own.includes(name) && people.every(({ body }) => JSON.stringify(body[name]) === JSON.stringify(first.body[name])),
  );
  const shared = pick(first.body, same);
  const travellers = people.map(({ body, answeredBy }) => ({
    ...omit(body, answeredBy === undefined ? same : [...same, ...answerFields]),
    ...(answeredBy === undefined ? {} : { answeredBy }),
  }));
  return { shared, travellers };
}

/**
 * Returns the other persons without one of them. The position of the adult who answers for a child is adjusted; if that adult was removed, the question is
 * asked again.
 */
export const withoutPerson = (travellers: readonly Companion[], index: number): Companion[] =>
  travellers
    .filter((_person, place) => place !== index)
    .map(({ answeredBy, ...person }) => {
      const place = Number(answeredBy);
      if (!/^\d+$/.test(answeredBy ?? '') || place <= index) return { ...person, answeredBy };
      return place === index + 1 ? person : { ...person, answeredBy: String(place - 1) };
    });

/** Makes the declarations of several persons from a form: what the first one answered for all, and the others' own answers. */
import { type FieldError, valueAt } from '@portal/contract-kit';
import type { Language } from '@portal/web-kit';
import { type Model, pathsOf, type SectionSpec, shownFields, withoutHidden } from '@portal/web-kit/forms';
import { adultAge, answerFields, type Doubt, type TopicOf } from 'svc-declarations/contract';
import type { Row } from '../shared/asked-rows.ts';
import type { DeclarationKind } from '../shared/declaration.api.ts';
import type { Proposal } from '../shared/proposals.ts';
import { type Companion, declarationOf, type GroupValues } from './group-values.ts';

/** What differs between arrivals and departures. */
export interface GroupKind {
  of: DeclarationKind;
  /** The whole form, titled for who answers for somebody else. */
  sections: readonly SectionSpec[];
  /** The sections of another person's page, in order. `answers` stands for the choice of who answers. */
  order: readonly string[];
  /** Names of the fields that are each person's own. */
  own: readonly string[];
  /** Answers of a person that follow from others. */
  proposals: readonly Proposal[];
  /** A declaration as it is sent, of the form's answers. */
  settle<Answers extends object>(answers: Answers): Answers;
  check(body: object, language: Language): FieldError[];
  /** What to ask about a person's answers before they are signed. */
  doubts(body: object, topicOf: TopicOf): Doubt[];
  /** What "no" is in a question's row. */
  no: object;
  /** The other answers of who has nothing to declare. */
  nothing: object;
}

/** The mode in which all sections are judged. */
const mode = 'register';
const nameOf = (path: string): string => path.split('.')[0] ?? path;
const pick = (model: Model, names: Iterable<string>): Model =>
  Object.fromEntries([...names].filter((name) => model[name] !== undefined).map((name) => [name, model[name]]));
const omit = (model: Model, names: readonly string[]): Model => Object.fromEntries(Object.entries(model).filter(([name]) => !names.includes(name)));

/** A person's name as it is written everywhere. */
export const personName = (person: Model): string =>
  [person.firstName, person.lastName]
    .filter((part) => typeof part === 'string' && part)
    .join(' ')
    .toUpperCase();

/** Whether a person is of age, as the service counts it. Undefined while the date of birth is not known. */
export function isAdult({ birthDate }: Model, today = new Date().toISOString().slice(0, 10)): boolean | undefined {
  if (typeof birthDate !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(birthDate)) return undefined;
  return `${Number(birthDate.slice(0, 4)) + adultAge}${birthDate.slice(4)}` <= today;
}

/** Whether the questions are answered for this person together with everybody's. */
const isSettled = ({ noneOfUs, separate }: Model): boolean => noneOfUs === 'YES' && separate !== true;
/** Whether somebody else answers the questions. */
const isAnswered = (person: Model): boolean => isAdult(person) === false && typeof person.answeredBy === 'string' && /^\d+$/.test(person.answeredBy);

/** How a person's questions are answered: asked on the person's page, and no part of the declaration. */
export const answering: readonly string[] = ['noneOfUs', 'separate', 'answeredBy'];

const all = ['hasMerchandise', 'goods', 'money'];
const asked = ['questions', 'declarations'];

/**
 * The sections of another person's page: the own fields, and what the first one was not asked.
 * @param answers draws the choice of who answers
 */
export function personSections(kind: GroupKind, first: Model, answers: SectionSpec): SectionSpec[] {
  const given = new Set(shownFields(kind.sections, kind.settle(declarationOf(first) as Model), mode).map(({ name }) => name));
  const isOwn = (path: string): boolean => kind.own.includes(nameOf(path));
  const isHidden = (part: string | undefined, person: Model): boolean =>
    (all.includes(part ?? '') && isSettled(person)) || (asked.includes(part ?? '') && (isSettled(person) || isAnswered(person)));
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

/** The names of everything that a person's page asks. */
export const personNames = (kind: GroupKind, sections: readonly SectionSpec[]): Set<string> => new Set([...kind.own, ...pathsOf(sections).map(nameOf)]);

/** What everybody has from the first one: without what the first one was not asked, and without what the service adds to a registered declaration. */
function sharedOf(kind: GroupKind, first: Model): Model {
  const declared = new Set(['agencyCode', 'documentCode', ...pathsOf(kind.sections).map(nameOf)]);
  return pick(omit(withoutHidden(kind.sections, kind.settle(declarationOf(first) as Model), mode), kind.own), declared);
}

/** A person's answers before any is given: the journey of the first one, and the same purpose. */
export const blankPerson = (kind: GroupKind, first: Model): Model => ({
  ...sharedOf(kind, first),
  ...pick(first, ['typeDetails']),
  ...(kind.own.includes('numberOfBaggages') ? { numberOfBaggages: 0 } : {}),
});

/** A person of a group with the whole declaration. */
export interface Person {
  body: Model;
  /** The place of the adult who answers for this child. */
  answeredBy?: number;
}

const answersOf = (rows: unknown, no: object): object[] =>
  ((rows as Row[] | undefined) ?? []).map(({ id, rank, description }) => ({ id, rank, description, ...no }));

const bodyOf = (kind: GroupKind, model: Model): Model => {
  const body = withoutHidden(kind.sections, model, mode);
  return { ...body, entryPointCode: valueAt(body, 'flightDetails.code') };
};

const saysNo = (kind: GroupKind, body: Model): boolean =>
  asked.every((list) =>
    ((body[list] as Model[] | undefined) ?? []).every((row) => Object.entries(kind.no).every(([name, value]) => (row[name] ?? false) === value)),
  );

/** Everybody's declaration, the first one's first. */
export function everybody(kind: GroupKind, values: Model & GroupValues, sectionsFor: (first: Model) => readonly SectionSpec[]): Person[] {
  const { travellers = [], noneOfUs } = values;
  const first = kind.settle(declarationOf(values) as Model);
  const names = personNames(kind, sectionsFor(first));
  const bodies = [
    bodyOf(kind, first),
    ...travellers.map((own) => {
      const person = { ...blankPerson(kind, first), ...omit(pick(own, names), answering) };
      const none = {
        ...kind.nothing,
        ...Object.fromEntries(asked.filter((list) => kind.own.includes(list)).map((list) => [list, answersOf(first[list], kind.no)])),
      };
      return bodyOf(kind, isSettled({ ...own, noneOfUs }) ? { ...person, ...none } : person);
    }),
  ];
  const people: Model[] = [{}, ...travellers];
  return bodies.map((body, place) => {
    const person = people[place] as Companion;
    if (place === 0 || !isAnswered({ ...body, answeredBy: person.answeredBy })) return { body };
    const answeredBy = Number(person.answeredBy);
    const adult = bodies[answeredBy];
    if (!adult || answeredBy === place || !isAdult(adult)) return { body };
    // Nobody answers yes for a child when nobody has anything to declare.
    if (isSettled({ ...person, noneOfUs }) && !saysNo(kind, adult)) return { body };
    return { body: { ...omit(body, answerFields), ...pick(adult, answerFields) }, answeredBy };
  });
}

/** What is wrong with a person's own answers. */
export const faultsOf = (kind: GroupKind, { body }: Person, sections: readonly SectionSpec[], language: Language): FieldError[] => {
  const names = personNames(kind, sections);
  return kind.check(body, language).filter(({ field }) => names.has(nameOf(field.replaceAll('[', '.'))));
};

/** What to ask about a person's own answers. */
export const doubtsOf = (kind: GroupKind, { body, answeredBy }: Person, sections: readonly SectionSpec[], topicOf: TopicOf): Doubt[] => {
  const names = personNames(kind, sections);
  // Of a child, the adult was asked about the answers.
  const isOwn = (field: string): boolean => names.has(nameOf(field)) && (answeredBy === undefined || !asked.includes(nameOf(field)));
  return kind.doubts(body, topicOf).filter(({ fields }) => fields.some(isOwn));
};

/** The body of the call that registers everybody: what all have alike, and each one's own. */
export function groupBody(kind: GroupKind, people: readonly Person[]): { shared: Model; travellers: Model[] } {
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

/** The others without one of them: who answers for a child stays the same person, or is asked again. */
export const withoutPerson = (travellers: readonly Companion[], index: number): Companion[] =>
  travellers
    .filter((_person, place) => place !== index)
    .map(({ answeredBy, ...person }) => {
      const place = Number(answeredBy);
      if (!/^\d+$/.test(answeredBy ?? '') || place <= index) return { ...person, answeredBy };
      return place === index + 1 ? person : { ...person, answeredBy: String(place - 1) };
    });

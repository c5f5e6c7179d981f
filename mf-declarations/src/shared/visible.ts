import { valueAt } from '@portal/contract-kit';
import type { FieldSpec, Model, SectionSpec } from '@portal/web-kit/forms';

/** A section whose answers are not fields alone: `lists` are the paths its own component fills. */
export type FormSection = SectionSpec & { lists?: readonly string[] };

const isSeen = (part: Pick<SectionSpec | FieldSpec, 'visible'>, model: Model, mode: string): boolean => part.visible?.(model, mode) ?? true;

/** The fields that the answers so far bring on the screen, section by section. */
export function seenFields(sections: readonly FormSection[], model: Model, mode: string): FieldSpec[] {
  return sections.filter((section) => isSeen(section, model, mode)).flatMap((section) => (section.fields ?? []).filter((field) => isSeen(field, model, mode)));
}

/** Every path of the sections in the order of the screen: the order of the error summary. */
export const pathsOf = (sections: readonly FormSection[]): string[] =>
  sections.flatMap((section) => [...(section.fields ?? []).map(({ name }) => name), ...(section.lists ?? [])]);

function without(model: Model, path: string): Model {
  const [first = '', ...rest] = path.split('.');
  if (!(first in model)) return model;
  const copy = { ...model };
  if (rest.length === 0) delete copy[first];
  else if (copy[first] !== null && typeof copy[first] === 'object') copy[first] = without(copy[first] as Model, rest.join('.'));
  return copy;
}

function prune(sections: readonly FormSection[], model: Model, mode: string): Model {
  const kept = new Set([
    ...seenFields(sections, model, mode).map(({ name }) => name),
    ...sections.filter((section) => isSeen(section, model, mode)).flatMap((section) => section.lists ?? []),
  ]);
  return pathsOf(sections)
    .filter((path) => !kept.has(path) && valueAt(model, path) !== undefined)
    .reduce(without, model);
}

/**
 * What is sent: the answers without those whose question is not asked any more (a hotel's name after choosing to stay with
 * friends). On the form they stay, so that changing one's mind back loses nothing.
 */
export function onlySeen<Values extends object>(sections: readonly FormSection[], values: Values, mode: string): Values {
  let model = values as Model;
  // An answer that goes may take further questions with it.
  for (let next = prune(sections, model, mode); next !== model; next = prune(sections, model, mode)) model = next;
  return model as Values;
}

function withValue(model: Model, path: string, value: unknown): Model {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...model, [first]: value };
  const inner = model[first];
  return { ...model, [first]: withValue(inner !== null && typeof inner === 'object' ? (inner as Model) : {}, rest.join('.'), value) };
}

/** A document as a form starts with it: every field that has no answer has an empty one, so that "Start again" empties the inputs too. */
export const withBlanks = <Values extends object>(sections: readonly FormSection[], values: Values): Values =>
  sections
    .flatMap((section) => section.fields ?? [])
    .reduce<Model>(
      (model, { name }) => (valueAt(model, name) === undefined || valueAt(model, name) === null ? withValue(model, name, '') : model),
      values as Model,
    ) as Values;

import { valueAt } from '@portal/contract-kit';
import type { Model, SectionSpec } from './field-spec.ts';
import { pathsOf, shownFields, shownSections } from './sections.ts';

function without(model: Model, path: string): Model {
  const [first = '', ...rest] = path.split('.');
  if (!(first in model)) return model;
  const copy = { ...model };
  if (rest.length === 0) delete copy[first];
  else if (copy[first] !== null && typeof copy[first] === 'object') copy[first] = without(copy[first] as Model, rest.join('.'));
  return copy;
}

function dropHidden(sections: readonly SectionSpec[], model: Model, mode: string): Model {
  const kept = new Set([
    ...shownFields(sections, model, mode).map(({ name }) => name),
    ...shownSections(sections, model, mode).flatMap((section) => section.lists ?? []),
  ]);
  return pathsOf(sections)
    .filter((path) => !kept.has(path) && valueAt(model, path) !== undefined)
    .reduce(without, model);
}

/**
 * Returns the answers to send, without answers to questions that are no longer shown, such as the hotel's name after the traveller chose to stay with friends.
 * The form itself keeps those answers, so that changing the choice back loses nothing.
 */
export function withoutHidden<Values extends object>(sections: readonly SectionSpec[], values: Values, mode: string): Values {
  let model = values as Model;
  // A dropped answer may hide further questions.
  for (let next = dropHidden(sections, model, mode); next !== model; next = dropHidden(sections, model, mode)) model = next;
  return model as Values;
}

/** Reads what a browser sent of a form without script: into answers by name, and into the body that the contract checks. */
import { type FieldError, type FormSection, L, type Language, say, sentence, valueAt } from '@portal/contract-kit';
import { badRequest } from '../http/problems.ts';
import { type PlainBody, type PlainNotice, type PlainSubmission, plainNotices } from './plain-form.ts';
import { mostRows, type PlainInput } from './plain-inputs.ts';

/** Names of the form itself; no field of a contract begins with an underscore. */
export const keyName = '_key';
export const addName = '_add';
/** The button that says that the answers are right: its value names what was asked about them. */
export const rightName = '_right';

/** More names than any form has. A body with more of them is refused. */
const mostNames = 2_000;
/** Faults of one kind that a page lists. */
const mostFaults = 20;

export interface SentForm {
  /** The first value of each name. */
  values: ReadonlyMap<string, string>;
  repeated: readonly string[];
  notice?: PlainNotice;
}

const isPair = (pair: unknown): pair is [string, string] => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');

/** @throws 400 if the body is not a form */
export function sentForm(body: unknown): SentForm {
  const { fields, notice } = (body ?? {}) as Partial<PlainSubmission>;
  if (!Array.isArray(fields) || fields.length > mostNames || !fields.every(isPair))
    throw badRequest('BAD_REQUEST', 'fields', L('The form cannot be read', 'O formulário não pode ser lido'));
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of fields) {
    if (values.has(name)) repeated.add(name);
    else values.set(name, value);
  }
  return { values, repeated: [...repeated], notice: plainNotices.find((known) => known === notice) };
}

/** How many rows of a list were sent; at least one, and one more where the sender asked for it. */
export function rowsSent({ values }: SentForm, list: string): number {
  const sent = [...values.keys()].map((name) => (name.startsWith(`${list}.`) ? Number(/^\d{1,3}(?=\.)/.exec(name.slice(list.length + 1))?.[0] ?? -1) + 1 : 0));
  const asked = values.get(addName) === list ? 1 : 0;
  return Math.min(mostRows, Math.max(1, ...sent) + asked);
}

const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

/** Names that were sent twice, and names that the form does not have. */
export function nameFaults({ values, repeated }: SentForm, inputs: readonly PlainInput[], language: Language): FieldError[] {
  const byName = new Map<string, PlainInput>(inputs.flatMap((input) => input.names.map((name) => [name, input] as const)));
  const twice = repeated.slice(0, mostFaults).map((name): FieldError => {
    const input = byName.get(name);
    const words = input?.question ?? input?.label ?? shown(name);
    const message = sentence('{{words}}: more than one answer was sent. Give one answer.', '{{words}}: foi enviada mais de uma resposta. Dê uma só resposta.', {
      words,
    });
    return { code: 'CHOICE', field: input?.path ?? '', message: say(message, language) };
  });
  const unknown = [...values.keys()].filter((name) => !byName.has(name) && ![keyName, addName, rightName].includes(name)).slice(0, mostFaults);
  return [
    ...twice,
    ...unknown.map((name): FieldError => {
      const message = sentence(
        'The form has no field “{{name}}”. Check your answers and send it again.',
        'O formulário não tem o campo “{{name}}”. Verifique as suas respostas e envie de novo.',
        { name: shown(name) },
      );
      return { code: 'UNKNOWN_FIELD', field: '', message: say(message, language) };
    }),
  ];
}

/** The answers as a body of the contract. @param start what the blank form holds */
export function bodyOf({ values }: SentForm, inputs: readonly PlainInput[], start: object): PlainBody {
  const body: PlainBody = { ...start };
  const read = (name: string): string => values.get(name) ?? '';
  for (const input of inputs) input.write(body, read);
  return body;
}

function without(body: PlainBody, path: string): PlainBody {
  const [first = '', ...rest] = path.split('.');
  const { [first]: inner, ...others } = body;
  if (rest.length === 0 || inner === null || typeof inner !== 'object') return others;
  return { ...others, [first]: without(inner as PlainBody, rest.join('.')) };
}

/** The paths of the sections and fields that these answers do not ask for. */
function unasked(sections: readonly FormSection[], model: object): string[] {
  return sections.flatMap((section) => {
    const isAsked = section.when?.holds(model) ?? true;
    const paths = (section.fields ?? []).filter(({ when }) => !isAsked || !(when?.holds(model) ?? true)).map(({ name }) => name);
    return section.list && !isAsked ? [section.list.name, ...paths] : paths;
  });
}

/**
 * The answers that count: without those to questions that the other answers do not ask, such as the name of a hotel of somebody who stays
 * with friends. A screen hides these questions; a page without script cannot.
 * @param model the answers with the flags that follow from catalogues
 */
export function askedOnly(sections: readonly FormSection[], model: object, body: PlainBody): { model: PlainBody; body: PlainBody } {
  let asked = { model: model as PlainBody, body };
  // An answer that does not count may make further ones not count.
  for (;;) {
    const drop = unasked(sections, asked.model).filter((path) => valueAt(asked.model, path) !== undefined || valueAt(asked.body, path) !== undefined);
    if (drop.length === 0) return asked;
    asked = { model: drop.reduce(without, asked.model), body: drop.reduce(without, asked.body) };
  }
}

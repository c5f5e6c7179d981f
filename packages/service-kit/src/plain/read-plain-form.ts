/** Reads a form that a browser without script sent: into answers by name, and into the body that the contract checks. */
import { type FieldError, type FormSection, L, type Language, say, sentence, valueAt } from '@portal/contract-kit';
import { badRequest } from '../http/problems.ts';
import { mostNames, type PlainBody, type PlainNotice, type PlainSubmission, plainNotices } from './plain-form.ts';
import { mostRows, type PlainInput } from './plain-inputs.ts';

/** Names that belong to the form itself. No field of a contract begins with an underscore. */
export const keyName = '_key';
export const addName = '_add';
/** Name of the button that confirms doubtful answers. Its value lists the ids of the questions that were asked. */
export const rightName = '_right';

/** Maximum number of faults of one kind that a page lists. */
const mostFaults = 20;

export interface SentForm {
  /** The first value of each name. */
  values: ReadonlyMap<string, string>;
  repeated: readonly string[];
  notice?: PlainNotice;
}

const isPair = (pair: unknown): pair is [string, string] => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');

/** Reads the form from a request body. @throws 400 if the body is not a form */
export function sentForm(body: unknown): SentForm {
  const { fields, notice } = (body ?? {}) as Partial<PlainSubmission>;
  if (!Array.isArray(fields) || fields.length > mostNames || !fields.every(isPair))
    throw badRequest('BAD_REQUEST', 'fields', L('The form cannot be read', 'O formulário não pode ser lido'));
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of fields) {
    if (values.has(name)) repeated.add(name);
    // A browser sends each line break as two characters (HTML, form submission), whatever it shows and counts.
    else values.set(name, value.replaceAll('\r\n', '\n'));
  }
  return { values, repeated: [...repeated], notice: plainNotices.find((known) => known === notice) };
}

/** Returns the number of rows of a list that were sent: at least one, and one more where the sender asked for it. */
export function rowsSent({ values }: SentForm, list: string): number {
  const sent = [...values.keys()].map((name) => (name.startsWith(`${list}.`) ? Number(/^\d{1,3}(?=\.)/.exec(name.slice(list.length + 1))?.[0] ?? -1) + 1 : 0));
  const asked = values.get(addName) === list ? 1 : 0;
  return Math.min(mostRows, Math.max(1, ...sent) + asked);
}

const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

/** Returns a fault for each name that was sent twice and each name that the form does not have. */
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

/** Makes a body of the contract from the answers. @param start the content of the blank form */
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

/** Returns the paths of the sections and fields that these answers do not ask for. */
function unasked(sections: readonly FormSection[], model: object): string[] {
  return sections.flatMap((section) => {
    const isAsked = section.when?.holds(model) ?? true;
    const paths = (section.fields ?? []).filter(({ when }) => !isAsked || !(when?.holds(model) ?? true)).map(({ name }) => name);
    return section.list && !isAsked ? [section.list.name, ...paths] : paths;
  });
}

/**
 * Removes the answers to questions that the other answers do not ask, such as the name of the hotel of a traveller who stays with friends. A screen hides these
 * questions; a page without script cannot.
 * @param model the answers with the flags that follow from catalogues
 */
export function askedOnly(sections: readonly FormSection[], model: object, body: PlainBody): { model: PlainBody; body: PlainBody } {
  let asked = { model: model as PlainBody, body };
  // Removing an answer may remove the reason for further questions, so repeat until nothing changes.
  for (;;) {
    const drop = unasked(sections, asked.model).filter((path) => valueAt(asked.model, path) !== undefined || valueAt(asked.body, path) !== undefined);
    if (drop.length === 0) return asked;
    asked = { model: drop.reduce(without, asked.model), body: drop.reduce(without, asked.body) };
  }
}
